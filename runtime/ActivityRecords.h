// Records of work and the queue they wait in. Anyone puts records in, lock-free, also under the scheduler's mutex; one
// reader, libmupti, takes them out and owns them. Times are nanoseconds of CLOCK_MONOTONIC.
#pragma once

#include "runtime/Activity.h"

namespace helicon::activity {

enum class Kind : uint8_t {
  Silent,
  Kernel,
  Copy,
  Fill,
  Wait,
  EventRecord,
  Memory,
  Context,
  Stream,
  Overhead,
  Device, ///< libmupti's own, as all that follow
  Call,
  Correlation
};

struct Record {
  Record(Kind kind, uint32_t bytes) : kind(kind), bytes(bytes) {}
  virtual ~Record() = default;
  Record(const Record &) = delete;

  const Kind kind;
  const uint32_t bytes; ///< that it takes in the queue
  Record *next = nullptr;
  uint32_t device = 0, context = 0, stream = 0;
  uint32_t correlation = 0; ///< of the call that asked for it
  uint64_t start = 0, end = 0;
  uint64_t graphNode = 0;
  uint32_t graph = 0; ///< 0: no graph launched it
};

struct SilentRecord final : Record {
  SilentRecord() : Record(Kind::Silent, sizeof(SilentRecord)) {}
};

struct KernelRecord final : Record {
  KernelRecord() : Record(Kind::Kernel, sizeof(KernelRecord)) {}
  const char *name = nullptr; ///< mangled; stays for good
  uint32_t grid[3] = {}, block[3] = {};
  uint32_t staticShared = 0, dynamicShared = 0, localBytes = 0;
  uint64_t serial = 0;
  uint64_t queued = 0;
  int32_t carveout = -1; ///< percent, -1: not asked for
  bool isCooperative = false, optsIn = false;
  bool isConcurrent = true; ///< the kind that it is told as
};

struct CopyRecord final : Record {
  CopyRecord() : Record(Kind::Copy, sizeof(CopyRecord)) {}
  struct End {
    MemoryKind kind = MemoryKind::Unregistered;
    bool isArray = false;
    uint32_t device = 0, context = 0;
  };
  End from, to;
  uint64_t size = 0;
  uint32_t runtimeCorrelation = 0; ///< 0: a call of the driver API
  bool isAsynchronous = false;
  bool isPeer = false; ///< between devices
};

struct FillRecord final : Record {
  FillRecord() : Record(Kind::Fill, sizeof(FillRecord)) {}
  MemoryKind memory = MemoryKind::Device;
  bool isArray = false;
  uint64_t size = 0;
  uint32_t value = 0;
  bool isAsynchronous = false;
};

struct WaitRecord final : Record {
  WaitRecord() : Record(Kind::Wait, sizeof(WaitRecord)) {}
  WaitFor what = WaitFor::Stream;
  bool hasStream = false, hasEvent = false;
  uint64_t event = 0;
};

struct EventRecord final : Record {
  EventRecord() : Record(Kind::EventRecord, sizeof(EventRecord)) {}
  uint64_t event = 0;
};

struct MemoryRecord final : Record {
  MemoryRecord() : Record(Kind::Memory, sizeof(MemoryRecord)) {}
  MemoryKind memory = MemoryKind::Device;
  bool isRelease = false;
  bool isOfPool = false; ///< in a stream's order
  const void *address = nullptr;
  uint64_t size = 0;
};

struct ContextRecord final : Record {
  ContextRecord() : Record(Kind::Context, sizeof(ContextRecord)) {} // `stream`: the legacy one
};

struct StreamRecord final : Record {
  StreamRecord() : Record(Kind::Stream, sizeof(StreamRecord)) {}
  int priority = 0;
  bool isNonBlocking = false, isLegacy = false;
};

/// Time of a thread that the program did not ask to spend. The numbers are those of MUpti_ActivityOverheadKind.
struct OverheadRecord final : Record {
  static constexpr uint32_t kCompiler = 1, kDelivery = 1U << 16;
  explicit OverheadRecord(uint32_t what) : Record(Kind::Overhead, sizeof(OverheadRecord)), what(what) {}
  const uint32_t what;
  uint32_t thread = 0;
};

/// From any thread. Dropped and counted when the queue is full.
HELICON_EXPORT void post(RecordRef record);
/// All that is in the queue, oldest first.
HELICON_EXPORT Record *takeAll();
/// Records dropped since the last call; `count` of the reader's own are added.
HELICON_EXPORT uint64_t takeDropped();
HELICON_EXPORT void countDropped(uint64_t count);

struct QueueState {
  std::atomic<Record *> newest{nullptr};
  std::atomic<uint64_t> held{0};     ///< bytes of the records in it
  std::atomic<uint64_t> most{0};     ///< that it may hold
  std::atomic<uint64_t> wakeAt{0};   ///< bytes at which the reader wants to be woken
  std::atomic<uint32_t> wakeWord{0}; ///< changes then; a futex
  std::atomic<uint64_t> dropped{0};
};
HELICON_EXPORT extern QueueState queue;

HELICON_EXPORT uint64_t now();
/// Where now() asks, unless null. Must not block.
HELICON_EXPORT extern std::atomic<uint64_t (*)()> timeSource;
/// The calling thread's number: of pthread_self(), or the system's while `systemThreadIds` is set.
HELICON_EXPORT extern std::atomic<bool> systemThreadIds;
HELICON_EXPORT uint32_t threadId();

} // namespace helicon::activity
