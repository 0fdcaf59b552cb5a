// Graphs and stream capture of the driver API.
#include "api/common/Graphs.h"
#include "api/musa/Entry.h"
#include "runtime/GraphMemory.h"

#include "api/musa/Unsuffixed.h"

using namespace helicon;
using musa::withContext;
using musa::withDevice;
using musa::withStream;
namespace graphs = helicon::api::graphs;

namespace {

using Node = MUgraphNode;
using GraphHandle = MUgraph;
using Exec = MUgraphExec;
using EventHandle = MUevent;
using ObjectHandle = MUuserObject;
using HostFunction = MUhostFn;
using NodeKind = MUgraphNodeType;
using AttributeId = MUlaunchAttributeID;
using AttributeValue = MUlaunchAttributeValue;
using CaptureModeKind = MUstreamCaptureMode;
using SignalParams = MUSA_EXT_SEM_SIGNAL_NODE_PARAMS;
using WaitParams = MUSA_EXT_SEM_WAIT_NODE_PARAMS;

int *numberOf(MUstreamCaptureStatus *status) { return reinterpret_cast<int *>(status); }

/// The runtime API's numbers are wider by name only.
unsigned long long *wide(muuint64_t *id) { return reinterpret_cast<unsigned long long *>(id); }

MUresult muGraphLaunchBody(const char *function, bool perThread, Exec exec, MUstream handle) {
  return withStream(function, perThread, handle, [&](Stream &stream) { return graphs::launch(stream, exec); });
}

MUresult muGraphUploadBody(const char *function, bool perThread, Exec exec, MUstream handle) {
  return withStream(function, perThread, handle, [&](Stream &stream) { return graphs::upload(stream, exec); });
}

MUresult beginCapture(const char *function, bool perThread, MUstream handle, int mode) {
  return withStream(function, perThread, handle, [&](Stream &stream) { return graphs::beginCapture(stream, mode); });
}
MUresult muStreamBeginCaptureBody(const char *function, bool perThread, MUstream stream) {
  return beginCapture(function, perThread, stream, MU_STREAM_CAPTURE_MODE_GLOBAL);
}
MUresult muStreamBeginCapture_v2Body(const char *function, bool perThread, MUstream stream, MUstreamCaptureMode mode) {
  return beginCapture(function, perThread, stream, mode);
}

MUresult muStreamEndCaptureBody(const char *function, bool perThread, MUstream handle, MUgraph *graph) {
  return withStream(function, perThread, handle, [&](Stream &stream) { return graphs::endCapture(stream, graph); });
}

MUresult muStreamIsCapturingBody(const char *function, bool perThread, MUstream handle, MUstreamCaptureStatus *status) {
  return withStream(function, perThread, handle,
                    [&](Stream &stream) { return graphs::captureStatus(stream, numberOf(status)); });
}

MUresult muStreamGetCaptureInfo_v2Body(const char *function, bool perThread, MUstream handle,
                                       MUstreamCaptureStatus *status, muuint64_t *id, MUgraph *graph,
                                       const Node **dependencies, size_t *count) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    return graphs::captureInfo(stream, {numberOf(status), wide(id), graph, dependencies, nullptr, count});
  });
}
MUresult muStreamGetCaptureInfoBody(const char *function, bool perThread, MUstream stream,
                                    MUstreamCaptureStatus *status, muuint64_t *id) {
  return muStreamGetCaptureInfo_v2Body(function, perThread, stream, status, id, nullptr, nullptr, nullptr);
}

MUresult muStreamUpdateCaptureDependenciesBody(const char *function, bool perThread, MUstream handle,
                                               Node *dependencies, size_t count, unsigned flags) {
  return withStream(function, perThread, handle,
                    [&](Stream &stream) { return graphs::updateCapture(stream, dependencies, nullptr, count, flags); });
}

} // namespace

#define HELICON_GRAPH_CALL(name, parameters, ...)                                                                      \
  HELICON_API MUresult mu##name parameters {                                                                           \
    return withContext(__func__, [&]([[maybe_unused]] Context &context) -> Status { return __VA_ARGS__; });            \
  }
#include "api/common/GraphCalls.def"

HELICON_API MUresult muGraphInstantiate_v2(Exec *phGraphExec, GraphHandle hGraph, Node *phErrorNode, char *logBuffer,
                                           size_t bufferSize) {
  return withContext(__func__, [&](Context &) {
    return graphs::instantiate(phGraphExec, hGraph, phErrorNode, logBuffer, bufferSize);
  });
}

/// The order of its parameters is not the runtime API's.
HELICON_API MUresult muGraphKernelNodeCopyAttributes(Node dst, Node src) {
  return withContext(__func__, [&](Context &) { return graphs::copyAttributes(src, dst); });
}

HELICON_API MUresult muGraphExecUpdate(Exec hGraphExec, GraphHandle hGraph, Node *hErrorNodeOut,
                                       MUgraphExecUpdateResult *updateResultOut) {
  return withContext(__func__, [&](Context &) {
    return graphs::update(hGraphExec, hGraph, hErrorNodeOut, nullptr, reinterpret_cast<int *>(updateResultOut));
  });
}

HELICON_API MUresult muDeviceGraphMemTrim(MUdevice device) {
  return withDevice(__func__, device, [](Device &found) {
    GraphMemory::trim(found);
    return Status::Success;
  });
}

HELICON_API MUresult muDeviceGetGraphMemAttribute(MUdevice device, MUgraphMem_attribute attr, void *value) {
  return withDevice(__func__, device, [&](Device &found) { return graphs::memoryAttribute(found, attr, value); });
}

HELICON_API MUresult muDeviceSetGraphMemAttribute(MUdevice device, MUgraphMem_attribute attr, void *value) {
  return withDevice(__func__, device, [&](Device &found) { return graphs::setMemoryAttribute(found, attr, value); });
}

HELICON_STREAM_API(muGraphLaunch, _ptsz, (Exec hGraphExec, MUstream hStream), (hGraphExec, hStream))
HELICON_STREAM_API(muGraphUpload, _ptsz, (Exec hGraphExec, MUstream hStream), (hGraphExec, hStream))
HELICON_STREAM_API(muStreamBeginCapture, _ptsz, (MUstream hStream), (hStream))
HELICON_STREAM_API(muStreamBeginCapture_v2, _ptsz, (MUstream hStream, MUstreamCaptureMode mode), (hStream, mode))
HELICON_STREAM_API(muStreamEndCapture, _ptsz, (MUstream hStream, GraphHandle *phGraph), (hStream, phGraph))
HELICON_STREAM_API(muStreamIsCapturing, _ptsz, (MUstream hStream, MUstreamCaptureStatus *captureStatus),
                   (hStream, captureStatus))
HELICON_STREAM_API(muStreamGetCaptureInfo, _ptsz,
                   (MUstream hStream, MUstreamCaptureStatus *captureStatusOut, muuint64_t *idOut),
                   (hStream, captureStatusOut, idOut))
HELICON_STREAM_API(muStreamGetCaptureInfo_v2, _ptsz,
                   (MUstream hStream, MUstreamCaptureStatus *captureStatusOut, muuint64_t *idOut, GraphHandle *graphOut,
                    const Node **dependenciesOut, size_t *numDependenciesOut),
                   (hStream, captureStatusOut, idOut, graphOut, dependenciesOut, numDependenciesOut))
HELICON_STREAM_API(muStreamUpdateCaptureDependencies, _ptsz,
                   (MUstream hStream, Node *dependencies, size_t numDependencies, unsigned int flags),
                   (hStream, dependencies, numDependencies, flags))
