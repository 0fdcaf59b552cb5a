// Copies and fills. Small ones on an idle stream are done at once by the caller; large ones are cut into pieces that
// the pool and the waiting caller share. A host address that can't be read or written gives an error, not a dead
// process.
#include "runtime/Copies.h"

#include "runtime/Activity.h"
#include "runtime/Capture.h"
#include "runtime/Command.h"
#include "runtime/Faults.h"
#include "runtime/Log.h"
#include "runtime/PrintBuffer.h"
#include "runtime/Scheduler.h"
#include "runtime/Stream.h"
#include "runtime/Worker.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace helicon {

namespace {
constexpr uint64_t kPieceBytes = 512 << 10;
/// Up to here the caller copies by itself when nothing is in front.
constexpr uint64_t kDirectBytes = 1 << 20;
/// An asynchronous copy between pinned ends is done at once up to here: cheaper than handing it over.
constexpr uint64_t kDirectAsyncBytes = 32 << 10;
constexpr uint64_t kStagedBytes = 64 << 20;

/// Rows of memory to be worked on, in pieces of about kPieceBytes.
class TransferCommand : public Command {
public:
  TransferCommand(Context &context, char *to, uint64_t width, uint64_t height, uint64_t depth, uint64_t pitch,
                  uint64_t plane)
      : Command(Kind::Work, context), to(to), width(width), height(height), depth(depth), pitch(pitch), plane(plane) {
    uint64_t rows = height * depth;
    if (rows == 1) {
      perItem = kPieceBytes; // of no bytes there is no item
      items = (width + kPieceBytes - 1) / kPieceBytes;
    } else {
      perItem = std::max<uint64_t>(1, kPieceBytes / std::max<uint64_t>(width, 1));
      items = (rows + perItem - 1) / perItem;
    }
    workersWanted = uint32_t(std::min<uint64_t>(items, 4)); // a few threads use up the memory's bandwidth
  }

  uint64_t runItems(Worker &worker, uint64_t first, uint64_t count) override {
    struct Call {
      TransferCommand *self;
      uint64_t first, count;
    } call{this, first, count};
    prepareThreadForFaults(worker);
    int why = runProtected(
        worker,
        [](void *argument) {
          auto *c = static_cast<Call *>(argument);
          for (uint64_t i = 0; i < c->count; i++)
            c->self->runPiece(c->first + i);
        },
        &call);
    if (why != 0)
      failed(worker);
    return count;
  }

  /// Runs everything on the calling thread.
  Status runHere() {
    if (record) [[unlikely]]
      activity::begins(*record);
    runItems(thisWorker(), 0, items);
    if (record) [[unlikely]]
      activity::ends(std::move(record));
    return outcome();
  }
  Status outcome() const { return result.load(std::memory_order_relaxed); }
  bool quiet = false; ///< the caller waits and returns the error; nothing sticks

protected:
  virtual void runRow(char *target, uint64_t plane, uint64_t row, uint64_t offset, uint64_t bytes) = 0;

private:
  void runPiece(uint64_t item) {
    if (height * depth == 1) {
      uint64_t offset = item * perItem;
      runRow(to + offset, 0, 0, offset, std::min(perItem, width - offset));
      return;
    }
    uint64_t end = std::min((item + 1) * perItem, height * depth);
    for (uint64_t r = item * perItem; r < end; r++)
      runRow(to + r / height * plane + r % height * pitch, r / height, r % height, 0, width);
  }

  void failed(Worker &worker) {
    if (stopped.exchange(true))
      return;
    logError("copy or set of memory: " + describeFault(worker, {}));
    result.store(Status::InvalidValue, std::memory_order_relaxed);
    if (!quiet)
      context.fail(Status::IllegalAddress);
  }

  char *to;
  uint64_t width, height, depth, pitch, plane;
  uint64_t perItem = 1;
  std::atomic<Status> result{Status::Success};
};

class CopyCommand final : public TransferCommand {
public:
  CopyCommand(Context &context, void *to, const void *from, const Stream::Layout &l)
      : TransferCommand(context, static_cast<char *>(to), l.width, l.height, l.depth, l.toPitch, l.toPlane),
        from(static_cast<const char *>(from)), layout(l) {}
  ~CopyCommand() override { std::free(staged); }

  /// Reads a pageable source now, so that the caller may change it. False when there is no memory for that.
  bool stage() {
    uint64_t rows = layout.height * layout.depth;
    staged = static_cast<char *>(std::malloc(rows * layout.width));
    if (!staged)
      return false;
    for (uint64_t r = 0; r < rows; r++)
      std::memcpy(staged + r * layout.width,
                  from + r / layout.height * layout.fromPlane + r % layout.height * layout.fromPitch, layout.width);
    from = staged;
    layout.fromPitch = layout.width;
    layout.fromPlane = layout.width * layout.height;
    return true;
  }

protected:
  void runRow(char *target, uint64_t plane, uint64_t row, uint64_t offset, uint64_t bytes) override {
    std::memmove(target, from + plane * layout.fromPlane + row * layout.fromPitch + offset, bytes);
  }

private:
  const char *from;
  char *staged = nullptr;
  Stream::Layout layout;
};

class FillCommand final : public TransferCommand {
public:
  FillCommand(Context &context, void *to, uint32_t value, uint32_t elementBytes, uint64_t count, uint64_t pitch,
              uint64_t height)
      : TransferCommand(context, static_cast<char *>(to), count * elementBytes, height, 1, pitch, 0), value(value),
        elementBytes(elementBytes) {}

protected:
  void runRow(char *target, uint64_t, uint64_t, uint64_t, uint64_t bytes) override {
    uint32_t byte = value & 0xff;
    if (elementBytes == 1 || (elementBytes == 2 && (value & 0xffff) == byte * 0x101) || value == byte * 0x1010101) {
      std::memset(target, int(byte), bytes);
    } else if (elementBytes == 2) {
      std::fill_n(reinterpret_cast<uint16_t *>(target), bytes / 2, uint16_t(value));
    } else {
      std::fill_n(reinterpret_cast<uint32_t *>(target), bytes / 4, value);
    }
  }

private:
  uint32_t value, elementBytes;
};

bool isPageable(const void *p) { return pointerInfo(p).kind == MemoryKind::Unregistered; }
} // namespace

CommandRef makeCopy(Context &context, void *to, const void *from, uint64_t bytes) {
  return std::make_shared<CopyCommand>(context, to, from, Stream::Layout{bytes, bytes, bytes, bytes, bytes, 1, 1});
}

CommandRef makeFill(Context &context, void *to, uint8_t value, uint64_t bytes) {
  return std::make_shared<FillCommand>(context, to, value, 1, bytes, bytes, 1);
}

static_assert(sizeof(CopyCommand) <= kTransferBytes && sizeof(FillCommand) <= kTransferBytes);

Command *placeCopy(void *place, Context &context, void *to, const void *from, const Stream::Layout &layout) {
  return new (place) CopyCommand(context, to, from, layout);
}

Command *placeFill(void *place, Context &context, void *to, uint32_t value, uint32_t elementBytes, uint64_t count,
                   uint64_t pitch, uint64_t height) {
  return new (place) FillCommand(context, to, value, elementBytes, count, pitch, height);
}

static NodeParamsRef copyNode(void *to, const void *from, const Stream::Layout &layout) {
  CopyNode node;
  node.to = to;
  node.from = from;
  node.layout = layout;
  auto end = [&](CopyNode::End &out, const void *pointer, uint64_t pitch, uint64_t plane) {
    out.pointer = const_cast<void *>(pointer);
    out.pitch = pitch;
    out.width = layout.width;
    out.rows = pitch && plane ? plane / pitch : layout.height;
  };
  end(node.toEnd, to, layout.toPitch, layout.toPlane);
  end(node.fromEnd, from, layout.fromPitch, layout.fromPlane);
  return std::make_shared<NodeParams>(node);
}

Status Stream::copy(void *to, const void *from, uint64_t bytes, bool asynchronous) {
  return copy3D(to, from, Layout{bytes, bytes, bytes, bytes, bytes, 1, 1}, asynchronous);
}

Status Stream::copy3D(void *to, const void *from, const Layout &layout, bool asynchronous) {
  if (Status error = owner.error(); error != Status::Success)
    return error;
  if (capture::any()) [[unlikely]] {
    auto make = [&] { return asynchronous ? copyNode(to, from, layout) : nullptr; };
    if (Status status = Status::Success; capture::takes(*this, make, status))
      return status;
  }
  uint64_t bytes = layout.width * layout.height * layout.depth;
  bool toPageable = bytes && isPageable(to), fromPageable = bytes && isPageable(from);
  auto command = std::make_shared<CopyCommand>(owner, to, from, layout);
  if (activity::isOn()) [[unlikely]]
    command->record = activity::ofCopy(owner, this, to, from, bytes, asynchronous);
  bool wait = !asynchronous || toPageable;
  bool mayBlock = wait || fromPageable; // the caller's thread may do the work
  if (bytes <= (mayBlock ? kDirectBytes : kDirectAsyncBytes) && Scheduler::get().idle(*this)) {
    if (bytes == 0)
      return Status::Success;
    command->quiet = true;
    Status status = command->runHere();
    flushPrints();
    return status == Status::Success ? owner.settled() : status;
  }
  if (!wait && fromPageable)
    wait = bytes > kStagedBytes || !command->stage();
  command->quiet = wait;
  Status status = enqueue(command, wait);
  return status == Status::Success && wait ? command->outcome() : status;
}

Status Stream::fill(void *to, uint32_t value, uint32_t elementBytes, uint64_t count, uint64_t pitch, uint64_t height,
                    bool asynchronous) {
  if (Status error = owner.error(); error != Status::Success)
    return error;
  if (capture::any()) [[unlikely]] {
    auto make = [&] {
      return asynchronous ? std::make_shared<NodeParams>(FillNode{to, pitch, value, elementBytes, count, height})
                          : nullptr;
    };
    if (Status status = Status::Success; capture::takes(*this, make, status))
      return status;
  }
  uint64_t bytes = count * elementBytes * height;
  auto command = std::make_shared<FillCommand>(owner, to, value, elementBytes, count, pitch, height);
  if (activity::isOn()) [[unlikely]]
    command->record = activity::ofFill(owner, this, to, bytes, value, asynchronous);
  if (bytes <= (asynchronous ? kDirectAsyncBytes : kDirectBytes) && Scheduler::get().idle(*this)) {
    command->quiet = true;
    const Status status = bytes ? command->runHere() : Status::Success;
    return status == Status::Success ? owner.settled() : status;
  }
  return enqueue(command, !asynchronous);
}

} // namespace helicon
