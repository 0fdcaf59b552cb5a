// Field by field. Every record is written as its newest version, which clients may read as an older one.
#include "api/mupti/ActivityWriter.h"

#include "api/common/DeviceFacts.h"
#include "api/mupti/ActivityState.h"
#include "runtime/Device.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <set>
#include <unistd.h>

namespace helicon::mupti {
namespace {

using activity::CopyRecord;
using activity::Kind;
using activity::Record;

uint32_t processId() {
  static const auto kId = static_cast<uint32_t>(getpid());
  return kId;
}

const Profile *profileOf(const Record &record) {
  const Device *found = device(static_cast<int>(record.device));
  return found ? &found->profile() : nullptr;
}

MUpti_ActivityMemoryKind memoryKind(MemoryKind kind, bool isArray) {
  if (isArray)
    return MUPTI_ACTIVITY_MEMORY_KIND_ARRAY;
  switch (kind) {
  case MemoryKind::Unregistered:
    return MUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE;
  case MemoryKind::Pinned:
  case MemoryKind::Registered:
    return MUPTI_ACTIVITY_MEMORY_KIND_PINNED;
  case MemoryKind::Device:
    return MUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
  case MemoryKind::Managed:
    return MUPTI_ACTIVITY_MEMORY_KIND_MANAGED;
  }
  return MUPTI_ACTIVITY_MEMORY_KIND_UNKNOWN;
}

/// Managed memory counts as a device's.
MUpti_ActivityMemcpyKind copyKind(const CopyRecord &copy) {
  enum Side { Host, OnDevice, InArray };
  auto sideOf = [](const CopyRecord::End &end) {
    return end.isArray ? InArray : end.kind == MemoryKind::Device || end.kind == MemoryKind::Managed ? OnDevice : Host;
  };
  static constexpr MUpti_ActivityMemcpyKind kKinds[3][3] = {
      {MUPTI_ACTIVITY_MEMCPY_KIND_HTOH, MUPTI_ACTIVITY_MEMCPY_KIND_HTOD, MUPTI_ACTIVITY_MEMCPY_KIND_HTOA},
      {MUPTI_ACTIVITY_MEMCPY_KIND_DTOH, MUPTI_ACTIVITY_MEMCPY_KIND_DTOD, MUPTI_ACTIVITY_MEMCPY_KIND_DTOA},
      {MUPTI_ACTIVITY_MEMCPY_KIND_ATOH, MUPTI_ACTIVITY_MEMCPY_KIND_ATOD, MUPTI_ACTIVITY_MEMCPY_KIND_ATOA}};
  return copy.isPeer ? MUPTI_ACTIVITY_MEMCPY_KIND_PTOP : kKinds[sideOf(copy.from)][sideOf(copy.to)];
}

/// What most records have. All else is zero.
template <class T> T begin(MUpti_ActivityKind kind, const Record &record) {
  T out;
  std::memset(&out, 0, sizeof out);
  out.kind = kind;
  if constexpr (requires { out.start; }) {
    out.start = record.start;
    out.end = record.end;
  }
  if constexpr (requires { out.deviceId; })
    out.deviceId = record.device;
  if constexpr (requires { out.contextId; })
    out.contextId = record.context;
  if constexpr (requires { out.streamId; })
    out.streamId = record.stream;
  if constexpr (requires { out.correlationId; })
    out.correlationId = record.correlation;
  if constexpr (requires { out.graphId; }) {
    out.graphId = record.graph;
    out.graphNodeId = record.graphNode;
  }
  return out;
}

MUpti_ActivityKernel9 convert(const activity::KernelRecord &kernel) {
  const MUpti_ActivityKind kind =
      kernel.isConcurrent ? MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL : MUPTI_ACTIVITY_KIND_KERNEL;
  auto out = begin<MUpti_ActivityKernel9>(kind, kernel);
  out.partitionedGlobalCacheRequested = MUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_NOT_SUPPORTED;
  out.partitionedGlobalCacheExecuted = MUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_NOT_SUPPORTED;
  out.completed = kernel.end;
  out.gridX = static_cast<int32_t>(kernel.grid[0]);
  out.gridY = static_cast<int32_t>(kernel.grid[1]);
  out.gridZ = static_cast<int32_t>(kernel.grid[2]);
  out.blockX = static_cast<int32_t>(kernel.block[0]);
  out.blockY = static_cast<int32_t>(kernel.block[1]);
  out.blockZ = static_cast<int32_t>(kernel.block[2]);
  out.staticSharedMemory = static_cast<int32_t>(kernel.staticShared);
  out.dynamicSharedMemory = static_cast<int32_t>(kernel.dynamicShared);
  out.sharedMemoryExecuted = kernel.staticShared + kernel.dynamicShared;
  out.localMemoryPerThread = kernel.localBytes;
  if (const Profile *profile = profileOf(kernel)) {
    out.registersPerThread = static_cast<uint16_t>(api::registersPerThread(*profile));
    out.localMemoryTotal_v2 =
        uint64_t(kernel.localBytes) * profile->multiprocessors * profile->maxThreadsPerMultiprocessor;
    out.localMemoryTotal = static_cast<uint32_t>(std::min<uint64_t>(out.localMemoryTotal_v2, UINT32_MAX));
  }
  out.gridId = static_cast<int64_t>(kernel.serial);
  out.name = kernel.name;
  out.queued = out.submitted = kernel.queued;
  out.launchType =
      kernel.isCooperative ? MUPTI_ACTIVITY_LAUNCH_TYPE_COOPERATIVE_SINGLE_DEVICE : MUPTI_ACTIVITY_LAUNCH_TYPE_REGULAR;
  out.isSharedMemoryCarveoutRequested = kernel.carveout >= 0;
  out.sharedMemoryCarveoutRequested = static_cast<uint8_t>(std::max(kernel.carveout, 0));
  out.shmemLimitConfig = kernel.optsIn ? MUPTI_FUNC_SHMEM_LIMIT_OPTIN : MUPTI_FUNC_SHMEM_LIMIT_DEFAULT;
  out.channelType = MUPTI_CHANNEL_TYPE_COMPUTE;
  return out;
}

template <class T> T convertCopy(MUpti_ActivityKind kind, const CopyRecord &copy) {
  T out = begin<T>(kind, copy);
  out.copyKind = static_cast<uint8_t>(copyKind(copy));
  out.srcKind = static_cast<uint8_t>(memoryKind(copy.from.kind, copy.from.isArray));
  out.dstKind = static_cast<uint8_t>(memoryKind(copy.to.kind, copy.to.isArray));
  out.flags = copy.isAsynchronous ? MUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC : MUPTI_ACTIVITY_FLAG_NONE;
  out.bytes = copy.size;
  out.channelType = MUPTI_CHANNEL_TYPE_ASYNC_MEMCPY;
  return out;
}

MUpti_ActivityMemcpy5 convert(const CopyRecord &copy) {
  auto out = convertCopy<MUpti_ActivityMemcpy5>(MUPTI_ACTIVITY_KIND_MEMCPY, copy);
  out.runtimeCorrelationId = copy.runtimeCorrelation;
  return out;
}

MUpti_ActivityMemcpyPtoP4 convertPeer(const CopyRecord &copy) {
  auto out = convertCopy<MUpti_ActivityMemcpyPtoP4>(MUPTI_ACTIVITY_KIND_MEMCPY2, copy);
  out.srcDeviceId = copy.from.device;
  out.srcContextId = copy.from.context;
  out.dstDeviceId = copy.to.device;
  out.dstContextId = copy.to.context;
  return out;
}

MUpti_ActivityMemset4 convert(const activity::FillRecord &fill) {
  auto out = begin<MUpti_ActivityMemset4>(MUPTI_ACTIVITY_KIND_MEMSET, fill);
  out.value = fill.value;
  out.bytes = fill.size;
  out.flags = fill.isAsynchronous ? MUPTI_ACTIVITY_FLAG_MEMSET_ASYNC : MUPTI_ACTIVITY_FLAG_NONE;
  out.memoryKind = static_cast<uint16_t>(memoryKind(fill.memory, fill.isArray));
  out.channelType = MUPTI_CHANNEL_TYPE_COMPUTE;
  return out;
}

MUpti_ActivitySynchronization convert(const activity::WaitRecord &wait) {
  auto out = begin<MUpti_ActivitySynchronization>(MUPTI_ACTIVITY_KIND_SYNCHRONIZATION, wait);
  out.type = static_cast<MUpti_ActivitySynchronizationType>(wait.what);
  out.streamId = wait.hasStream ? wait.stream : MUPTI_SYNCHRONIZATION_INVALID_VALUE;
  out.musaEventId = wait.hasEvent ? static_cast<uint32_t>(wait.event) : MUPTI_SYNCHRONIZATION_INVALID_VALUE;
  return out;
}

MUpti_ActivityMusaEvent convert(const activity::EventRecord &event) {
  auto out = begin<MUpti_ActivityMusaEvent>(MUPTI_ACTIVITY_KIND_MUSA_EVENT, event);
  out.eventId = static_cast<uint32_t>(event.event);
  return out;
}

MUpti_ActivityMemory3 convert(const activity::MemoryRecord &memory) {
  auto out = begin<MUpti_ActivityMemory3>(MUPTI_ACTIVITY_KIND_MEMORY2, memory);
  out.memoryOperationType =
      memory.isRelease ? MUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE : MUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION;
  out.memoryKind = memoryKind(memory.memory, false);
  out.address = reinterpret_cast<uintptr_t>(memory.address);
  out.bytes = memory.size;
  out.timestamp = memory.start;
  out.processId = processId();
  out.isAsync = memory.isOfPool;
  out.streamId = memory.isOfPool ? memory.stream : MUPTI_SYNCHRONIZATION_INVALID_VALUE;
  return out;
}

MUpti_ActivityContext convert(const activity::ContextRecord &context) {
  auto out = begin<MUpti_ActivityContext>(MUPTI_ACTIVITY_KIND_CONTEXT, context);
  out.computeApiKind = MUPTI_ACTIVITY_COMPUTE_API_MUSA;
  out.nullStreamId = static_cast<uint16_t>(context.stream);
  return out;
}

MUpti_ActivityStream convert(const activity::StreamRecord &stream) {
  auto out = begin<MUpti_ActivityStream>(MUPTI_ACTIVITY_KIND_STREAM, stream);
  out.priority = static_cast<uint32_t>(stream.priority);
  out.flag = stream.isLegacy        ? MUPTI_ACTIVITY_STREAM_CREATE_FLAG_NULL
             : stream.isNonBlocking ? MUPTI_ACTIVITY_STREAM_CREATE_FLAG_NON_BLOCKING
                                    : MUPTI_ACTIVITY_STREAM_CREATE_FLAG_DEFAULT;
  return out;
}

MUpti_ActivityOverhead convert(const activity::OverheadRecord &overhead) {
  auto out = begin<MUpti_ActivityOverhead>(MUPTI_ACTIVITY_KIND_OVERHEAD, overhead);
  out.overheadKind = static_cast<MUpti_ActivityOverheadKind>(overhead.what);
  out.objectKind = MUPTI_ACTIVITY_OBJECT_THREAD;
  out.objectId.pt.processId = processId();
  out.objectId.pt.threadId = overhead.thread;
  return out;
}

MUpti_ActivityAPI convert(const CallRecord &call) {
  auto out = begin<MUpti_ActivityAPI>(call.isRuntime ? MUPTI_ACTIVITY_KIND_RUNTIME : MUPTI_ACTIVITY_KIND_DRIVER, call);
  out.cbid = call.id;
  out.processId = processId();
  out.threadId = call.thread;
  out.returnValue = call.result;
  return out;
}

MUpti_ActivityExternalCorrelation convert(const CorrelationRecord &correlation) {
  auto out = begin<MUpti_ActivityExternalCorrelation>(MUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION, correlation);
  out.externalKind = correlation.external;
  out.externalId = correlation.id;
  return out;
}

/// Records outlive what they are about.
const char *lastingName(const std::string &name) {
  static std::mutex mutex;
  static auto *const kNames = new std::set<std::string>;
  const std::lock_guard lock(mutex);
  return kNames->insert(name).first->c_str();
}

MUpti_ActivityDevice4 convert(const DeviceRecord &record) {
  auto out = begin<MUpti_ActivityDevice4>(MUPTI_ACTIVITY_KIND_DEVICE, record);
  const Device *found = device(static_cast<int>(record.device));
  if (!found)
    return out;
  const Profile &p = found->profile();
  out.flags = MUPTI_ACTIVITY_FLAG_DEVICE_CONCURRENT_KERNELS;
  out.globalMemoryBandwidth = uint64_t(p.memoryClockKHz) * 2 * p.memoryBusBits / 8;
  out.globalMemorySize = found->totalMemory();
  out.constantMemorySize = static_cast<uint32_t>(p.constantBytes);
  out.l2CacheSize = static_cast<uint32_t>(p.l2Bytes);
  out.numThreadsPerWarp = p.warpSize;
  out.coreClockRate = p.clockKHz;
  out.numMultiprocessors = p.multiprocessors;
  out.maxWarpsPerMultiprocessor = p.maxThreadsPerMultiprocessor / p.warpSize;
  out.maxBlocksPerMultiprocessor = p.maxBlocksPerMultiprocessor;
  out.maxSharedMemoryPerMultiprocessor = static_cast<uint32_t>(p.sharedPerMultiprocessor);
  out.maxRegistersPerMultiprocessor = p.registersPerMultiprocessor;
  out.maxRegistersPerBlock = p.registersPerBlock;
  out.maxSharedMemoryPerBlock = static_cast<uint32_t>(p.sharedPerBlock);
  out.maxThreadsPerBlock = p.maxThreadsPerBlock;
  out.maxBlockDimX = p.maxBlockDim[0];
  out.maxBlockDimY = p.maxBlockDim[1];
  out.maxBlockDimZ = p.maxBlockDim[2];
  out.maxGridDimX = p.maxGridDim[0];
  out.maxGridDimY = p.maxGridDim[1];
  out.maxGridDimZ = p.maxGridDim[2];
  out.computeCapabilityMajor = p.major;
  out.computeCapabilityMinor = p.minor;
  out.id = record.device;
  unsigned char uuid[16];
  found->uuid(uuid);
  std::memcpy(&out.uuid, uuid, sizeof uuid);
  out.name = lastingName(p.marketing);
  out.isMusaVisible = 1;
  return out;
}

/// Calls `action` with what the client reads.
template <class Action> void withConverted(const Record &record, Action &&action) {
  switch (record.kind) {
  case Kind::Kernel:
    return action(convert(static_cast<const activity::KernelRecord &>(record)));
  case Kind::Copy:
    if (const auto &copy = static_cast<const CopyRecord &>(record); copy.isPeer)
      return action(convertPeer(copy));
    else
      return action(convert(copy));
  case Kind::Fill:
    return action(convert(static_cast<const activity::FillRecord &>(record)));
  case Kind::Wait:
    return action(convert(static_cast<const activity::WaitRecord &>(record)));
  case Kind::EventRecord:
    return action(convert(static_cast<const activity::EventRecord &>(record)));
  case Kind::Memory:
    return action(convert(static_cast<const activity::MemoryRecord &>(record)));
  case Kind::Context:
    return action(convert(static_cast<const activity::ContextRecord &>(record)));
  case Kind::Stream:
    return action(convert(static_cast<const activity::StreamRecord &>(record)));
  case Kind::Overhead:
    return action(convert(static_cast<const activity::OverheadRecord &>(record)));
  case Kind::Device:
    return action(convert(static_cast<const DeviceRecord &>(record)));
  case Kind::Call:
    return action(convert(static_cast<const CallRecord &>(record)));
  case Kind::Correlation:
    return action(convert(static_cast<const CorrelationRecord &>(record)));
  case Kind::Silent:
    return;
  }
}

} // namespace

size_t write(const Record &record, void *to, size_t room) {
  size_t bytes = 0;
  withConverted(record, [&](const auto &out) {
    static_assert(sizeof out % ACTIVITY_RECORD_ALIGNMENT == 0);
    bytes = sizeof out;
    if (bytes <= room)
      std::memcpy(to, &out, bytes);
  });
  return bytes;
}

size_t recordBytes(MUpti_ActivityKind kind) {
  switch (kind) {
  case MUPTI_ACTIVITY_KIND_MEMCPY:
    return sizeof(MUpti_ActivityMemcpy5);
  case MUPTI_ACTIVITY_KIND_MEMCPY2:
    return sizeof(MUpti_ActivityMemcpyPtoP4);
  case MUPTI_ACTIVITY_KIND_MEMSET:
    return sizeof(MUpti_ActivityMemset4);
  case MUPTI_ACTIVITY_KIND_KERNEL:
  case MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
    return sizeof(MUpti_ActivityKernel9);
  case MUPTI_ACTIVITY_KIND_DRIVER:
  case MUPTI_ACTIVITY_KIND_RUNTIME:
    return sizeof(MUpti_ActivityAPI);
  case MUPTI_ACTIVITY_KIND_DEVICE:
    return sizeof(MUpti_ActivityDevice4);
  case MUPTI_ACTIVITY_KIND_CONTEXT:
    return sizeof(MUpti_ActivityContext);
  case MUPTI_ACTIVITY_KIND_STREAM:
    return sizeof(MUpti_ActivityStream);
  case MUPTI_ACTIVITY_KIND_OVERHEAD:
    return sizeof(MUpti_ActivityOverhead);
  case MUPTI_ACTIVITY_KIND_MUSA_EVENT:
    return sizeof(MUpti_ActivityMusaEvent);
  case MUPTI_ACTIVITY_KIND_SYNCHRONIZATION:
    return sizeof(MUpti_ActivitySynchronization);
  case MUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION:
    return sizeof(MUpti_ActivityExternalCorrelation);
  case MUPTI_ACTIVITY_KIND_MEMORY2:
    return sizeof(MUpti_ActivityMemory3);
  default:
    return 0;
  }
}

} // namespace helicon::mupti
