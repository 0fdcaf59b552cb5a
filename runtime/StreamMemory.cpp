// See StreamMemory.h. What can be done at once is, by the caller, when nothing is in front of it.
#include "runtime/StreamMemory.h"

#include "runtime/Capture.h"
#include "runtime/Context.h"
#include "runtime/Faults.h"
#include "runtime/Log.h"
#include "runtime/Scheduler.h"
#include "runtime/Stream.h"
#include "runtime/Worker.h"

#include <memory>
#include <utility>

namespace helicon {
namespace {

template <class Unsigned, class Signed> bool perform(const MemoryOperation &operation) {
  auto *word = static_cast<Unsigned *>(operation.address);
  const auto value = static_cast<Unsigned>(operation.value);
  if (operation.kind == MemoryOperation::Kind::Write) {
    __atomic_store_n(word, value, __ATOMIC_SEQ_CST);
    return true;
  }
  const Unsigned found = __atomic_load_n(word, __ATOMIC_SEQ_CST);
  switch (operation.kind) {
  case MemoryOperation::Kind::WaitGreater:
    return static_cast<Signed>(static_cast<Unsigned>(found - value)) >= 0;
  case MemoryOperation::Kind::WaitEqual:
    return found == value;
  case MemoryOperation::Kind::WaitAnd:
    return (found & value) != 0;
  default:
    return static_cast<Unsigned>(~(found | value)) != 0;
  }
}

class MemoryCommand final : public Command {
public:
  MemoryCommand(Context &context, std::vector<MemoryOperation> operations)
      : Command(Kind::Poll, context), operations(std::move(operations)) {}

  bool poll(Worker &worker) override {
    prepareThreadForFaults(worker);
    const int why = runProtected(worker, [](void *self) { static_cast<MemoryCommand *>(self)->goOn(); }, this);
    if (why == 0)
      return next == operations.size();
    logError("wait for a value in memory, or write of one: " + describeFault(worker, {}));
    context.fail(Status::IllegalAddress);
    return true;
  }

private:
  void goOn() {
    for (; next < operations.size(); next++)
      if (!(operations[next].isWide ? perform<uint64_t, int64_t>(operations[next])
                                    : perform<uint32_t, int32_t>(operations[next])))
        return;
  }

  std::vector<MemoryOperation> operations;
  size_t next = 0; ///< one thread at a time asks
};

} // namespace

Status enqueueMemoryOperations(Stream &stream, std::vector<MemoryOperation> operations) {
  Context &context = stream.context();
  if (Status error = context.error(); error != Status::Success)
    return error;
  if (capture::any()) [[unlikely]]
    if (Status status = capture::refuses(stream); status != Status::Success)
      return status;
  auto command = std::make_shared<MemoryCommand>(context, std::move(operations));
  if (Scheduler::get().idle(stream) && command->poll(thisWorker()))
    return context.error();
  return stream.enqueue(command, false);
}

} // namespace helicon
