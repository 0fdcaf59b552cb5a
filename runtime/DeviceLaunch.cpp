// Kernels that launch kernels. A launch makes the same command as one of the host's and puts it into the same graph;
// the block goes on at once. Native code that is not there yet is compiled on a thread of its own, because the calling
// thread may be a fiber with a small stack. Handles are numbers that mean something in their block alone, as on a card.
#include "runtime/DeviceLaunch.h"

#include "runtime/BlockRun.h"
#include "runtime/Context.h"
#include "runtime/Copies.h"
#include "runtime/Device.h"
#include "runtime/KernelCommand.h"
#include "runtime/Launch.h"
#include "runtime/Scheduler.h"
#include "runtime/Stream.h"

#include <algorithm>
#include <cstring>

namespace helicon {

namespace {
constexpr uint64_t kTailLaunch = 3, kFireAndForget = 4, kFirstHandle = 0x100;
/// Grids that may stand one in another, as on a card.
constexpr uint32_t kDeepest = 24;

std::vector<CommandRef> dependencies(const CommandRef &tail, const std::vector<CommandRef> &waits) {
  std::vector<CommandRef> all = waits;
  if (tail)
    all.push_back(tail);
  return all;
}
} // namespace

/// 0, 1 and 2 are the host's names of its default streams: here they all mean the block's.
DeviceLaunches::Queue *DeviceLaunches::queueOf(uint64_t stream) {
  if (stream < kTailLaunch)
    return &common;
  auto found = streams.find(stream);
  return found == streams.end() ? nullptr : found->second.get();
}

Status DeviceLaunches::enqueue(const CommandRef &command, uint64_t stream) {
  CommandRef parent = grid.ref();
  Scheduler &scheduler = Scheduler::get();
  if (stream == kTailLaunch) {
    scheduler.submitTail(command, parent);
    return Status::Success;
  }
  if (stream == kFireAndForget) {
    scheduler.submitChild(command, parent, {});
  } else {
    Queue *queue = queueOf(stream);
    if (!queue)
      return Status::InvalidHandle;
    scheduler.submitChild(command, parent, dependencies(queue->tail, queue->waits));
    queue->tail = command;
    queue->waits.clear();
  }
  std::erase_if(launched, [](const CommandRef &known) { return known->done(); });
  launched.push_back(command);
  return Status::Success;
}

Status DeviceLaunches::launch(const DeviceCallRecord &record) {
  Context &context = grid.context;
  if (grid.depth() >= kDeepest)
    return Status::LaunchMaxDepthExceeded;
  if (record.b >= kFirstHandle ? !queueOf(record.b) : record.b > kFireAndForget)
    return Status::InvalidHandle;
  Kernel *kernel = grid.kernel.module().kernelById(record.a);
  if (!kernel)
    return Status::InvalidDeviceFunction;
  LaunchRequest request;
  std::copy(record.grid, record.grid + 3, request.grid);
  std::copy(record.block, record.block + 3, request.block);
  request.dynamicShared = record.c;
  request.packed = record.pointer;
  request.packedBytes = record.d;
  if (!record.pointer && kernel->info().argumentBytes > 0)
    return Status::InvalidValue;
  if (!context.beginDeviceLaunch())
    return Status::LaunchPendingCountExceeded;
  std::shared_ptr<KernelCommand> command;
  Status status = makeDeviceLaunch(context, *kernel, request, command);
  if (!command) { // failed, or accepted and dropped
    context.endDeviceLaunch();
    return status;
  }
  command->setParent(grid);
  return enqueue(command, record.b);
}

Status DeviceLaunches::transfer(DeviceCall call, const DeviceCallRecord &record) {
  if (record.b == kTailLaunch || record.b == kFireAndForget || !queueOf(record.b))
    return Status::InvalidHandle;
  if (record.c == 0)
    return Status::Success;
  CommandRef command = call == DeviceCall::Copy
                           ? makeCopy(grid.context, record.pointer, reinterpret_cast<const void *>(record.a), record.c)
                           : makeFill(grid.context, record.pointer, uint8_t(record.a), record.c);
  return enqueue(command, record.b);
}

Status DeviceLaunches::synchronise() {
  uint64_t deepest = 2;
  if (grid.context.limit(Limit::SyncDepth, deepest) == Status::Success && grid.depth() >= deepest)
    return Status::SyncDepthExceeded;
  std::erase_if(launched, [](const CommandRef &known) { return known->done(); });
  if (!launched.empty())
    return Status::NotReady;
  return grid.context.error();
}

Status DeviceLaunches::createStream(DeviceCallRecord &record) {
  if (record.a != kStreamNonBlocking) // the others would need an order with the null stream
    return Status::InvalidValue;
  record.b = nextHandle += 0x10;
  streams[record.b] = std::make_unique<Queue>();
  return Status::Success;
}

Status DeviceLaunches::createEvent(DeviceCallRecord &record) {
  if (record.a != kEventDisableTiming)
    return Status::InvalidValue;
  record.c = nextHandle += 0x10;
  events[record.c] = nullptr;
  return Status::Success;
}

Status DeviceLaunches::event(DeviceCall call, const DeviceCallRecord &record) {
  auto found = events.find(record.c);
  if (found == events.end())
    return Status::InvalidHandle;
  if (call == DeviceCall::EventDestroy) {
    events.erase(found);
    return Status::Success;
  }
  Queue *queue = record.b == kTailLaunch || record.b == kFireAndForget ? nullptr : queueOf(record.b);
  if (!queue)
    return Status::InvalidHandle;
  if (call == DeviceCall::StreamWaitEvent) {
    if (found->second)
      queue->waits.push_back(found->second);
    return Status::Success;
  }
  // What the stream waits for belongs to the event as well: a marker stands for all of it.
  if (!queue->waits.empty()) {
    CommandRef marker = makeMarker(grid.context);
    if (Status status = enqueue(marker, record.b); status != Status::Success)
      return status;
  }
  found->second = queue->tail;
  return Status::Success;
}

Status DeviceLaunches::perform(DeviceCall call, DeviceCallRecord &record) {
  Device &device = grid.context.device();
  switch (call) {
  case DeviceCall::Launch:
    return launch(record);
  case DeviceCall::ArgumentBytes: {
    Kernel *kernel = grid.kernel.module().kernelById(record.a);
    record.d = kernel ? kernel->info().argumentBytes : 0;
    return kernel ? Status::Success : Status::InvalidDeviceFunction;
  }
  case DeviceCall::Synchronize:
    return synchronise();
  case DeviceCall::StreamCreate:
    return createStream(record);
  case DeviceCall::StreamDestroy:
    return streams.erase(record.b) ? Status::Success : Status::InvalidHandle;
  case DeviceCall::EventCreate:
    return createEvent(record);
  case DeviceCall::EventDestroy:
  case DeviceCall::EventRecord:
  case DeviceCall::StreamWaitEvent:
    return event(call, record);
  case DeviceCall::Copy:
  case DeviceCall::Fill:
    return transfer(call, record);
  case DeviceCall::DeviceCount:
    record.d = devices().size();
    return Status::Success;
  case DeviceCall::Device:
    record.d = uint64_t(device.ordinal());
    return Status::Success;
  case DeviceCall::Attribute: {
    int value = 0;
    if (record.c >= devices().size())
      return Status::InvalidDevice;
    if (!&kDeviceFactSource || !kDeviceFactSource.attribute(*devices()[record.c], int(record.a), value))
      return Status::InvalidValue;
    record.d = uint64_t(int64_t(value));
    return Status::Success;
  }
  case DeviceCall::Limit:
    return grid.context.limit(static_cast<Limit>(record.a), record.d);
  case DeviceCall::LastError:
    break;
  }
  return Status::InvalidValue;
}

Status DeviceLaunches::call(uint32_t thread, DeviceCall call, DeviceCallRecord &record) {
  if (call == DeviceCall::LastError) {
    auto found = errors.find(thread);
    Status last = found == errors.end() ? Status::Success : found->second;
    if (record.a && found != errors.end())
      errors.erase(found);
    return last;
  }
  Status status = perform(call, record);
  if (status != Status::Success && status != Status::NotReady)
    errors[thread] = status;
  return status;
}

int32_t deviceCall(BlockContext *context, uint32_t thread, DeviceCall call, DeviceCallRecord *record) {
  BlockRun &run = *static_cast<BlockRun *>(context->worker);
  DeviceCallRecord copy = *record; // a wrong address faults here, where nothing is held
  if (!run.launches)
    run.launches = std::make_unique<DeviceLaunches>(*run.command);
  Status status = run.launches->call(thread, call, copy);
  *record = copy;
  return int32_t(status);
}

} // namespace helicon
