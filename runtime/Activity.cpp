// Making records of work. All of it runs only while a tool listens.
#include "runtime/Activity.h"

#include "runtime/ActivityRecords.h"
#include "runtime/Context.h"
#include "runtime/Device.h"
#include "runtime/Handles.h"
#include "runtime/KernelCommand.h"
#include "runtime/Registered.h"
#include "runtime/Stream.h"

#include <algorithm>
#include <mutex>
#include <string>
#include <unordered_set>
#include <utility>

namespace helicon::activity {
namespace {

bool isWanted(const Context &context, uint32_t what) {
  return ((wanted.load(std::memory_order_relaxed) | context.recorded().load(std::memory_order_relaxed)) & what) != 0;
}

/// Records outlive modules.
const char *lastingName(const std::string &name) {
  static std::mutex mutex;
  static auto *const kNames = new std::unordered_set<std::string>;
  const std::lock_guard lock(mutex);
  return kNames->insert(name).first->c_str();
}

void place(Record &record, const Context &context, const Stream *stream) {
  record.device = uint32_t(context.device().ordinal());
  record.context = uint32_t(context.id());
  record.stream = stream ? uint32_t(stream->id()) : 0;
  record.correlation = trace::correlation();
}

template <class T> std::unique_ptr<T, Discard> make(const Context &context, const Stream *stream) {
  std::unique_ptr<T, Discard> record(new T);
  place(*record, context, stream);
  return record;
}

CopyRecord::End endOf(const void *pointer, const Context &context) {
  const PointerInfo info = pointerInfo(pointer);
  CopyRecord::End end;
  end.kind = info.kind;
  end.isArray = info.flags & kArrayAllocation;
  const Context &owner = info.context ? *info.context : context;
  end.device = info.device >= 0 ? uint32_t(info.device) : uint32_t(owner.device().ordinal());
  end.context = uint32_t(owner.id());
  return end;
}

} // namespace

RecordRef ofKernel(const KernelCommand &command, const Stream *stream) {
  static std::atomic<uint64_t> serials{0};
  if (!isWanted(command.context, kKernels | kConcurrentKernels))
    return nullptr;
  auto record = make<KernelRecord>(command.context, stream);
  const KernelInfo &info = command.kernel.info();
  record->name = lastingName(info.name);
  std::copy_n(command.gridSize(), 3, record->grid);
  std::copy_n(command.image.block, 3, record->block);
  record->staticShared = info.staticSharedBytes;
  record->dynamicShared = command.dynamicSharedBytes();
  record->localBytes = info.localBytes;
  record->serial = serials.fetch_add(1, std::memory_order_relaxed) + 1;
  record->isConcurrent = isWanted(command.context, kConcurrentKernels);
  if (isWanted(command.context, kQueueTimes))
    record->queued = now();
  record->carveout = command.kernel.sharedCarveout();
  record->isCooperative = command.cooperative;
  record->optsIn = command.kernel.maxDynamicShared() > command.context.device().profile().sharedPerBlock;
  return record;
}

RecordRef ofCopy(const Context &context, const Stream *stream, const void *to, const void *from, uint64_t bytes,
                 bool asynchronous) {
  if (bytes == 0 || !isWanted(context, kCopies | kPeerCopies))
    return nullptr;
  auto record = make<CopyRecord>(context, stream);
  record->to = endOf(to, context);
  record->from = endOf(from, context);
  record->isPeer = record->to.kind == MemoryKind::Device && record->from.kind == MemoryKind::Device &&
                   record->to.device != record->from.device;
  if (!isWanted(context, record->isPeer ? kPeerCopies : kCopies))
    return nullptr;
  record->size = bytes;
  const trace::Call *call = trace::current();
  record->runtimeCorrelation = call && call->domain == trace::Domain::Runtime ? call->correlation : 0;
  record->isAsynchronous = asynchronous;
  return record;
}

RecordRef ofFill(const Context &context, const Stream *stream, const void *to, uint64_t bytes, uint32_t value,
                 bool asynchronous) {
  if (bytes == 0 || !isWanted(context, kFills))
    return nullptr;
  auto record = make<FillRecord>(context, stream);
  const CopyRecord::End end = endOf(to, context);
  record->memory = end.kind;
  record->isArray = end.isArray;
  record->size = bytes;
  record->value = value;
  record->isAsynchronous = asynchronous;
  return record;
}

RecordRef ofGraph(const Stream &stream, uint64_t graph) {
  auto record = make<SilentRecord>(stream.context(), &stream);
  record->graph = uint32_t(graph);
  return record;
}

void adopt(Record &record, const Record &origin, uint64_t node) {
  record.stream = origin.stream;
  record.correlation = origin.correlation;
  record.graph = origin.graph;
  record.graphNode = node;
  if (record.kind == Kind::Copy)
    static_cast<CopyRecord &>(record).runtimeCorrelation = origin.correlation;
}

RecordRef silent(const Record &origin) {
  RecordRef record(new SilentRecord);
  record->device = origin.device;
  record->context = origin.context;
  adopt(*record, origin, 0);
  return record;
}

void begins(Record &record) { record.start = now(); }

void ends(RecordRef record) {
  if (record->kind == Kind::Silent || record->start == 0)
    return;
  record->end = now();
  post(std::move(record));
}

void eventRecorded(const Event &event, const Stream &stream) {
  if (!isWanted(stream.context(), kEvents))
    return;
  auto record = make<EventRecord>(stream.context(), &stream);
  record->event = event.id();
  post(std::move(record));
}

static void tell(const Context &context) {
  auto record = make<ContextRecord>(context, nullptr);
  record->stream = uint32_t(context.legacyStreamId());
  post(std::move(record));
}

static void tell(const Stream &stream) {
  auto record = make<StreamRecord>(stream.context(), &stream);
  record->priority = stream.priority();
  record->isNonBlocking = stream.flags() & kStreamNonBlocking;
  record->isLegacy = stream.kind() == Stream::Kind::Legacy;
  post(std::move(record));
}

void contextMade(const Context &context) {
  if (isWanted(context, kContexts))
    tell(context);
}

void streamMade(const Stream &stream) {
  if (isWanted(stream.context(), kStreams))
    tell(stream);
}

void tellExisting(uint32_t what) {
  HandleTable<Context>::get().forEach([&](Context &context) {
    if (what & kContexts)
      tell(context);
    if (what & kStreams)
      for (const StreamRef &stream : context.allStreams())
        tell(*stream);
  });
}

void memoryChanged(const Context &context, bool isRelease, const void *address, uint64_t bytes, MemoryKind kind,
                   const Stream *pool) {
  if (!isWanted(context, kMemory))
    return;
  auto record = make<MemoryRecord>(context, pool);
  record->start = now();
  record->memory = kind;
  record->isRelease = isRelease;
  record->isOfPool = pool != nullptr;
  record->address = address;
  record->size = bytes;
  post(std::move(record));
}

RecordRef Waiting::make(WaitFor what, const Context &context, const Stream *stream, const Event *event) {
  if (!isWanted(context, kWaits))
    return nullptr;
  auto record = activity::make<WaitRecord>(context, stream);
  record->what = what;
  record->hasStream = stream != nullptr;
  record->hasEvent = event != nullptr;
  record->event = event ? event->id() : 0;
  begins(*record);
  return record;
}

RecordRef Compiling::make() {
  if (!(wanted.load(std::memory_order_relaxed) & kOverheads))
    return nullptr;
  std::unique_ptr<OverheadRecord, Discard> record(new OverheadRecord(OverheadRecord::kCompiler));
  record->thread = threadId();
  record->correlation = trace::correlation();
  begins(*record);
  return record;
}

} // namespace helicon::activity
