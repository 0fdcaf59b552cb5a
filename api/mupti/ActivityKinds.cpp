// What is recorded: kinds, for all contexts or for one, and the words that the runtime looks at.
#include "api/mupti/ActivityBuffers.h"
#include "api/mupti/ActivityState.h"
#include "api/mupti/ActivityWriter.h"
#include "runtime/Context.h"
#include "runtime/Device.h"

#include <memory>
#include <mutex>
#include <vector>

namespace helicon::mupti {
namespace {

struct KindRow {
  MUpti_ActivityKind kind;
  uint32_t work;    ///< bits of activity::wanted
  uint32_t listens; ///< bits of trace::listening
  bool ofContext;   ///< may be asked for of one context
};
constexpr KindRow kKinds[] = {
    {MUPTI_ACTIVITY_KIND_MEMCPY, activity::kCopies, trace::kWorkRecords, true},
    {MUPTI_ACTIVITY_KIND_MEMCPY2, activity::kPeerCopies, trace::kWorkRecords, true},
    {MUPTI_ACTIVITY_KIND_MEMSET, activity::kFills, trace::kWorkRecords, true},
    {MUPTI_ACTIVITY_KIND_KERNEL, activity::kKernels, trace::kWorkRecords, true},
    {MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, activity::kConcurrentKernels, trace::kWorkRecords, true},
    {MUPTI_ACTIVITY_KIND_SYNCHRONIZATION, activity::kWaits, trace::kWorkRecords, true},
    {MUPTI_ACTIVITY_KIND_MUSA_EVENT, activity::kEvents, trace::kWorkRecords, true},
    {MUPTI_ACTIVITY_KIND_MEMORY2, activity::kMemory, trace::kWorkRecords, true},
    {MUPTI_ACTIVITY_KIND_STREAM, activity::kStreams, trace::kWorkRecords, true},
    {MUPTI_ACTIVITY_KIND_CONTEXT, activity::kContexts, trace::kWorkRecords, false},
    {MUPTI_ACTIVITY_KIND_OVERHEAD, activity::kOverheads, trace::kWorkRecords, false},
    {MUPTI_ACTIVITY_KIND_DEVICE, 0, 0, false},
    {MUPTI_ACTIVITY_KIND_DRIVER, 0, trace::kDriverRecords, false},
    {MUPTI_ACTIVITY_KIND_RUNTIME, 0, trace::kRuntimeRecords, false},
    {MUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION, 0, 0, false},
    // Of what programs have no way to say here: nothing comes, as in CUPTI without its NVTX library.
    {MUPTI_ACTIVITY_KIND_NAME, 0, 0, false},
    {MUPTI_ACTIVITY_KIND_MARKER, 0, 0, false},
    {MUPTI_ACTIVITY_KIND_MARKER_DATA, 0, 0, false},
};

const KindRow *rowOf(MUpti_ActivityKind kind) {
  for (const KindRow &row : kKinds)
    if (row.kind == kind)
      return &row;
  return nullptr;
}

/// Guards all but the words themselves.
struct Switches {
  std::mutex mutex;
  bool queueTimes = false;
  std::vector<std::weak_ptr<Context>> contexts; ///< that have kinds of their own

  static Switches &get() {
    static auto *const kSwitches = new Switches;
    return *kSwitches;
  }
  /// What is wanted of work is set before the bit that makes the runtime look, and taken away behind it.
  void applyLocked() {
    const uint64_t kinds = enabledKinds.load(std::memory_order_relaxed);
    uint32_t work = queueTimes ? activity::kQueueTimes : 0, listens = 0;
    for (const KindRow &row : kKinds)
      if (kinds & bitOf(row.kind)) {
        work |= row.work;
        listens |= row.listens;
      }
    std::erase_if(contexts, [](const std::weak_ptr<Context> &known) { return known.expired(); });
    for (const std::weak_ptr<Context> &known : contexts)
      if (const ContextRef context = known.lock(); context && context->recorded().load(std::memory_order_relaxed))
        listens |= trace::kWorkRecords;
    constexpr uint32_t kAll = trace::kWorkRecords | trace::kDriverRecords | trace::kRuntimeRecords;
    activity::wanted.store(work, std::memory_order_relaxed);
    trace::listen(listens, kAll & ~listens);
  }
};

MUptiResult enable(MUpti_ActivityKind kind) {
  if (!rowOf(kind))
    return MUPTI_ERROR_INVALID_KIND;
  attachCalls();
  applyAttributes(false);
  {
    Switches &switches = Switches::get();
    const std::lock_guard lock(switches.mutex);
    const uint64_t before = enabledKinds.fetch_or(bitOf(kind), std::memory_order_relaxed);
    switches.applyLocked();
    if (before & bitOf(kind))
      return MUPTI_SUCCESS;
  }
  Buffers::get().start();
  return kind == MUPTI_ACTIVITY_KIND_DEVICE ? tellDevices() : MUPTI_SUCCESS;
}

MUptiResult disable(MUpti_ActivityKind kind) {
  if (!rowOf(kind))
    return MUPTI_ERROR_INVALID_KIND;
  Switches &switches = Switches::get();
  const std::lock_guard lock(switches.mutex);
  enabledKinds.fetch_and(~bitOf(kind), std::memory_order_relaxed);
  switches.applyLocked();
  return MUPTI_SUCCESS;
}

MUptiResult setOfContext(MUcontext handle, MUpti_ActivityKind kind, bool isWanted) {
  const KindRow *row = rowOf(kind);
  if (!row)
    return MUPTI_ERROR_INVALID_KIND;
  if (!row->ofContext)
    return MUPTI_ERROR_NOT_COMPATIBLE;
  const ContextRef context = handle ? findContext(handle) : nullptr;
  if (!context)
    return MUPTI_ERROR_INVALID_CONTEXT;
  attachCalls();
  applyAttributes(false);
  {
    Switches &switches = Switches::get();
    const std::lock_guard lock(switches.mutex);
    if (isWanted)
      context->recorded().fetch_or(row->work, std::memory_order_relaxed);
    else
      context->recorded().fetch_and(~row->work, std::memory_order_relaxed);
    if (isWanted)
      switches.contexts.push_back(context);
    switches.applyLocked();
  }
  if (isWanted)
    Buffers::get().start();
  return MUPTI_SUCCESS;
}

} // namespace

MUptiResult tellDevices() {
  if (initialise() != Status::Success)
    return MUPTI_ERROR_NOT_INITIALIZED;
  for (const auto &device : devices()) {
    activity::RecordRef record(new DeviceRecord);
    record->device = static_cast<uint32_t>(device->ordinal());
    activity::post(std::move(record));
  }
  return MUPTI_SUCCESS;
}

MUptiResult finishActivity() {
  if (Buffers::isInClient())
    return MUPTI_ERROR_INVALID_OPERATION;
  {
    Switches &switches = Switches::get();
    const std::lock_guard lock(switches.mutex);
    enabledKinds.store(0, std::memory_order_relaxed);
    switches.queueTimes = false;
    for (const std::weak_ptr<Context> &known : switches.contexts)
      if (const ContextRef context = known.lock())
        context->recorded().store(0, std::memory_order_relaxed);
    switches.applyLocked();
  }
  Buffers::get().stop();
  activity::timeSource.store(nullptr, std::memory_order_relaxed);
  activity::systemThreadIds.store(false, std::memory_order_relaxed);
  activity::takeDropped();
  applyAttributes(true);
  return MUPTI_SUCCESS;
}

} // namespace helicon::mupti

using namespace helicon;
using namespace helicon::mupti;

MUPTI_CALL(muptiActivityEnable)(MUpti_ActivityKind kind) {
  return activityCall([&] { return enable(kind); });
}

MUPTI_CALL(muptiActivityEnableAndDump)(MUpti_ActivityKind kind) {
  return activityCall([&]() -> MUptiResult {
    const bool isNew = rowOf(kind) && !isEnabled(kind);
    if (MUptiResult result = enable(kind); result != MUPTI_SUCCESS)
      return result;
    if (kind == MUPTI_ACTIVITY_KIND_DEVICE)
      return isNew ? MUPTI_SUCCESS : tellDevices();
    activity::tellExisting(rowOf(kind)->work & (activity::kContexts | activity::kStreams));
    return MUPTI_SUCCESS;
  });
}

MUPTI_CALL(muptiActivityDisable)(MUpti_ActivityKind kind) {
  return activityCall([&] { return disable(kind); });
}

MUPTI_CALL(muptiActivityEnableContext)(MUcontext context, MUpti_ActivityKind kind) {
  return activityCall([&] { return setOfContext(context, kind, true); });
}

MUPTI_CALL(muptiActivityDisableContext)(MUcontext context, MUpti_ActivityKind kind) {
  return activityCall([&] { return setOfContext(context, kind, false); });
}

MUPTI_CALL(muptiActivityEnableLatencyTimestamps)(uint8_t enable) {
  return activityCall([&] {
    Switches &switches = Switches::get();
    const std::lock_guard lock(switches.mutex);
    switches.queueTimes = enable != 0;
    switches.applyLocked();
    return MUPTI_SUCCESS;
  });
}

MUPTI_CALL(muptiActivityEnableLaunchAttributes)(uint8_t enable) {
  return activityCall([&] { return enable ? MUPTI_ERROR_NOT_SUPPORTED : MUPTI_SUCCESS; });
}

MUPTI_CALL(muptiActivityRegisterTimestampCallback)(MUpti_TimestampCallbackFunc funcTimestamp) {
  return activityCall([&] {
    Switches &switches = Switches::get();
    const std::lock_guard lock(switches.mutex);
    if (trace::isHeard(trace::kWorkRecords | trace::kDriverRecords | trace::kRuntimeRecords))
      return MUPTI_ERROR_NOT_COMPATIBLE;
    activity::timeSource.store(funcTimestamp, std::memory_order_relaxed);
    return MUPTI_SUCCESS;
  });
}
