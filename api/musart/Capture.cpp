// Stream capture.
#include "api/common/Graphs.h"
#include "api/musart/Entry.h"

using namespace helicon;
using musart::withStream;
namespace graphs = helicon::api::graphs;

namespace {

using Node = musaGraphNode_t;

int *numberOf(musaStreamCaptureStatus *status) { return reinterpret_cast<int *>(status); }

musaError_t musaStreamBeginCaptureBody(const char *function, bool perThread, musaStream_t handle,
                                       musaStreamCaptureMode mode) {
  return withStream(function, perThread, handle, [&](Stream &stream) { return graphs::beginCapture(stream, mode); });
}

musaError_t musaStreamBeginCaptureToGraphBody(const char *function, bool perThread, musaStream_t handle,
                                              musaGraph_t graph, const Node *dependencies,
                                              const musaGraphEdgeData *data, size_t count, musaStreamCaptureMode mode) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    return graphs::beginCaptureToGraph(stream, graph, dependencies, data, count, mode);
  });
}

musaError_t musaStreamEndCaptureBody(const char *function, bool perThread, musaStream_t handle, musaGraph_t *graph) {
  return withStream(function, perThread, handle, [&](Stream &stream) { return graphs::endCapture(stream, graph); });
}

musaError_t musaStreamIsCapturingBody(const char *function, bool perThread, musaStream_t handle,
                                      musaStreamCaptureStatus *status) {
  return withStream(function, perThread, handle,
                    [&](Stream &stream) { return graphs::captureStatus(stream, numberOf(status)); });
}

musaError_t captureInfo(const char *function, bool perThread, musaStream_t handle,
                        const graphs::CaptureQuestion &question) {
  return withStream(function, perThread, handle, [&](Stream &stream) { return graphs::captureInfo(stream, question); });
}

musaError_t musaStreamGetCaptureInfoBody(const char *function, bool perThread, musaStream_t stream,
                                         musaStreamCaptureStatus *status, unsigned long long *id) {
  return captureInfo(function, perThread, stream, {numberOf(status), id, nullptr, nullptr, nullptr, nullptr});
}

musaError_t musaStreamGetCaptureInfo_v2Body(const char *function, bool perThread, musaStream_t stream,
                                            musaStreamCaptureStatus *status, unsigned long long *id, musaGraph_t *graph,
                                            const Node **dependencies, size_t *count) {
  return captureInfo(function, perThread, stream, {numberOf(status), id, graph, dependencies, nullptr, count});
}

musaError_t musaStreamGetCaptureInfo_v3Body(const char *function, bool perThread, musaStream_t stream,
                                            musaStreamCaptureStatus *status, unsigned long long *id, musaGraph_t *graph,
                                            const Node **dependencies, const musaGraphEdgeData **data, size_t *count) {
  return captureInfo(function, perThread, stream, {numberOf(status), id, graph, dependencies, data, count});
}

musaError_t musaStreamUpdateCaptureDependenciesBody(const char *function, bool perThread, musaStream_t handle,
                                                    Node *dependencies, size_t count, unsigned flags) {
  return withStream(function, perThread, handle,
                    [&](Stream &stream) { return graphs::updateCapture(stream, dependencies, nullptr, count, flags); });
}

musaError_t musaStreamUpdateCaptureDependencies_v2Body(const char *function, bool perThread, musaStream_t handle,
                                                       Node *dependencies, const musaGraphEdgeData *data, size_t count,
                                                       unsigned flags) {
  return withStream(function, perThread, handle,
                    [&](Stream &stream) { return graphs::updateCapture(stream, dependencies, data, count, flags); });
}

} // namespace

HELICON_STREAM_API(musaStreamBeginCapture, _ptsz, (musaStream_t stream, musaStreamCaptureMode mode), (stream, mode))
HELICON_STREAM_API(musaStreamBeginCaptureToGraph, _ptsz,
                   (musaStream_t stream, musaGraph_t graph, const Node *dependencies,
                    const musaGraphEdgeData *dependencyData, size_t numDependencies, musaStreamCaptureMode mode),
                   (stream, graph, dependencies, dependencyData, numDependencies, mode))
HELICON_STREAM_API(musaStreamEndCapture, _ptsz, (musaStream_t stream, musaGraph_t *pGraph), (stream, pGraph))
HELICON_STREAM_API(musaStreamIsCapturing, _ptsz, (musaStream_t stream, musaStreamCaptureStatus *status),
                   (stream, status))
HELICON_STREAM_API(musaStreamGetCaptureInfo, _ptsz,
                   (musaStream_t stream, musaStreamCaptureStatus *captureStatusOut, unsigned long long *idOut),
                   (stream, captureStatusOut, idOut))
HELICON_STREAM_API(musaStreamGetCaptureInfo_v2, _ptsz,
                   (musaStream_t stream, musaStreamCaptureStatus *captureStatusOut, unsigned long long *idOut,
                    musaGraph_t *graphOut, const Node **dependenciesOut, size_t *numDependenciesOut),
                   (stream, captureStatusOut, idOut, graphOut, dependenciesOut, numDependenciesOut))
HELICON_STREAM_API(musaStreamGetCaptureInfo_v3, _ptsz,
                   (musaStream_t stream, musaStreamCaptureStatus *captureStatusOut, unsigned long long *idOut,
                    musaGraph_t *graphOut, const Node **dependenciesOut, const musaGraphEdgeData **edgeDataOut,
                    size_t *numDependenciesOut),
                   (stream, captureStatusOut, idOut, graphOut, dependenciesOut, edgeDataOut, numDependenciesOut))
HELICON_STREAM_API(musaStreamUpdateCaptureDependencies, _ptsz,
                   (musaStream_t stream, Node *dependencies, size_t numDependencies, unsigned int flags),
                   (stream, dependencies, numDependencies, flags))
HELICON_STREAM_API(musaStreamUpdateCaptureDependencies_v2, _ptsz,
                   (musaStream_t stream, Node *dependencies, const musaGraphEdgeData *dependencyData,
                    size_t numDependencies, unsigned int flags),
                   (stream, dependencies, dependencyData, numDependencies, flags))
