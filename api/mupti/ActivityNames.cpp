// The clock, and the ids by which records name contexts, streams, graphs and threads.
#include "api/mupti/ActivityState.h"
#include "runtime/ActivityRecords.h"
#include "runtime/Context.h"
#include "runtime/Device.h"
#include "runtime/Graph.h"
#include "runtime/Stream.h"

using namespace helicon;
using namespace helicon::mupti;

MUPTI_CALL(muptiGetTimestamp)(uint64_t *timestamp) {
  if (!timestamp)
    return finish(MUPTI_ERROR_INVALID_PARAMETER);
  *timestamp = activity::now();
  return MUPTI_SUCCESS;
}

MUPTI_CALL(muptiGetContextId)(MUcontext context, uint32_t *contextId) {
  return activityCall([&] {
    if (!contextId)
      return MUPTI_ERROR_INVALID_PARAMETER;
    const ContextRef found = context ? findContext(context) : nullptr;
    if (!found)
      return MUPTI_ERROR_INVALID_CONTEXT;
    *contextId = static_cast<uint32_t>(found->id());
    return MUPTI_SUCCESS;
  });
}

MUPTI_CALL(muptiGetStreamIdEx)(MUcontext context, MUstream stream, uint8_t perThreadStream, uint32_t *streamId) {
  return activityCall([&] {
    if (!streamId)
      return MUPTI_ERROR_INVALID_PARAMETER;
    const ContextRef owner = context ? findContext(context) : current::get();
    if (!owner)
      return context ? MUPTI_ERROR_INVALID_CONTEXT : MUPTI_ERROR_INVALID_STREAM;
    const StreamRef found = findStream(stream, *owner, perThreadStream != 0);
    if (!found || (context && &found->context() != owner.get()))
      return MUPTI_ERROR_INVALID_STREAM;
    *streamId = static_cast<uint32_t>(found->id());
    return MUPTI_SUCCESS;
  });
}

MUPTI_CALL(muptiGetStreamId)(MUcontext context, MUstream stream, uint32_t *streamId) {
  return muptiGetStreamIdEx(context, stream, 0, streamId);
}

MUPTI_CALL(muptiGetGraphId)(MUgraph graph, uint32_t *pId) {
  return activityCall([&] {
    const std::lock_guard lock(graphMutex());
    const GraphRef found = graph && pId ? Graph::find(graph) : nullptr;
    if (!found)
      return MUPTI_ERROR_INVALID_PARAMETER;
    *pId = static_cast<uint32_t>(found->id);
    return MUPTI_SUCCESS;
  });
}

MUPTI_CALL(muptiGetGraphNodeId)(MUgraphNode node, uint64_t *nodeId) {
  return activityCall([&] {
    const std::lock_guard lock(graphMutex());
    const GraphNodeRef found = node && nodeId ? Graph::findNode(node) : nullptr;
    if (!found)
      return MUPTI_ERROR_INVALID_PARAMETER;
    *nodeId = found->id;
    return MUPTI_SUCCESS;
  });
}

MUPTI_CALL(muptiSetThreadIdType)(MUpti_ActivityThreadIdType type) {
  return activityCall([&] {
    if (type != MUPTI_ACTIVITY_THREAD_ID_TYPE_DEFAULT && type != MUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM)
      return MUPTI_ERROR_INVALID_PARAMETER;
    activity::systemThreadIds.store(type == MUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM, std::memory_order_relaxed);
    return MUPTI_SUCCESS;
  });
}

MUPTI_CALL(muptiGetThreadIdType)(MUpti_ActivityThreadIdType *type) {
  return activityCall([&] {
    if (!type)
      return MUPTI_ERROR_INVALID_PARAMETER;
    *type = activity::systemThreadIds.load(std::memory_order_relaxed) ? MUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM
                                                                      : MUPTI_ACTIVITY_THREAD_ID_TYPE_DEFAULT;
    return MUPTI_SUCCESS;
  });
}

MUPTI_CALL(muptiGetLastError)() { return takeLastError(); }

MUPTI_CALL(muptiComputeCapabilitySupported)(int major, int minor, int *support) {
  if (!support || major <= 0 || minor < 0)
    return finish(MUPTI_ERROR_INVALID_PARAMETER);
  *support = 1;
  return MUPTI_SUCCESS;
}

MUPTI_CALL(muptiDeviceSupported)(MUdevice dev, int *support) {
  return activityCall([&] {
    if (!support)
      return MUPTI_ERROR_INVALID_PARAMETER;
    if (initialise() != Status::Success)
      return MUPTI_ERROR_NOT_INITIALIZED;
    if (!device(dev))
      return MUPTI_ERROR_INVALID_DEVICE;
    *support = 1;
    return MUPTI_SUCCESS;
  });
}
