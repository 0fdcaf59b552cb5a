#include "runtime/KernelStack.h"

#include "runtime/Environment.h"
#include "runtime/Faults.h"
#include "runtime/Sanitizer.h"
#include "runtime/Worker.h"

#include <algorithm>

namespace helicon {

thread_local NativeFrame heliconNativeFrame;

void heliconStackOverwritten() { leaveKernel(thisWorker(), kLandedOverwritten); }

static constexpr uint64_t kSpacing = uint64_t(16) << 30;

uint64_t kernelStackBytes() { return isAddressSpaceLimited() ? 4 << 20 : 64 << 20; }

bool KernelStack::grow(uint64_t bytes) {
  const uint64_t wanted = (bytes + kAbove + 4095) / 4096 * 4096;
  if (wanted > mapping.bytes()) {
    opened = 0;
    if (!mapping.reserve(std::max(kernelStackBytes() + kAbove, wanted), kSpacing) && !mapping.reserve(wanted, kSpacing))
      return false;
  }
  if (!mapping.open(wanted))
    return false;
  opened = wanted;
  // A read a little past a local array is no fault on a card, a write hardly ever; checked mode wants to know.
  highest = mapping.data() + mapping.bytes() - (environment().strict ? 0 : kAbove);
  return true;
}

std::string KernelStack::describe(uintptr_t address) const {
  constexpr uint64_t kNear = uint64_t(8) << 30;
  const auto from = uintptr_t(low()), to = uintptr_t(low()) + opened;
  if (!opened || address + kNear < from || address >= to + kNear)
    return {};
  if (address < from)
    return std::to_string(from - address) +
           " bytes below the kernel's stack: a stack overflow, or an index before the start of a local array";
  if (address >= to)
    return std::to_string(address - to) + " bytes above the kernel's stack: an index past the end of a local array";
  return {};
}

#ifdef HELICON_ASAN
namespace {
struct Call {
  Worker *worker;
  GroupFunction function;
};
thread_local Call tCall;
} // namespace

static GroupStatus arriveOnStack(BlockContext *context, uint32_t group, void *frame) {
  const Call call = tCall; // a kernel may start another one: not today, but nothing here forbids it
  sanitizer::finishSwitch(nullptr, nullptr, nullptr);
  const GroupStatus status = call.function(context, group, frame);
  sanitizer::startSwitch(nullptr, reinterpret_cast<void *>(call.worker->stackLow),
                         call.worker->stackHigh - call.worker->stackLow);
  return status;
}

GroupStatus callGroupWatched(Worker &worker, GroupFunction function, BlockContext *context, uint32_t group,
                             void *frame) {
  const KernelStack &stack = worker.kernelStack;
  tCall = {&worker, function};
  worker.onFiber = true;
  sanitizer::startSwitch(&worker.nativeFake, stack.low(), size_t(stack.top() - stack.low()));
  const GroupStatus status = callOnStack(arriveOnStack, context, group, frame, stack.top());
  sanitizer::finishSwitch(worker.nativeFake, nullptr, nullptr);
  worker.onFiber = false;
  return status;
}
#endif

} // namespace helicon
