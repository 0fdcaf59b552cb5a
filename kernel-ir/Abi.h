// The run-time interface between generated kernel code and the device runtime: plain C structs at fixed
// offsets. Generated code reads BlockContext and ServiceTable by offset (simt/analysis/BlockAccess takes offsetof
// of these very types), the runtime fills them, and a kernel's shared object exports one KernelImage. Any change
// here bumps kAbiVersion, which is part of every cache key.
// The text that explains it is kernel-ir/README.md.
#pragma once

#include <cstddef>
#include <cstdint>

namespace helicon {

inline constexpr uint32_t kAbiVersion = 11;

/// Alignment of a block's shared memory, and so the most that a variable in it can ask for, in bytes. Generated code
/// relies on it: an offset below may be or-ed to the address.
inline constexpr uint64_t kSharedAlign = 1024;
inline constexpr uint32_t kWarpLanes = 32;

struct BlockContext;

/// What a warp-wide exchange does; used by the thread executor, where every lane is a fiber that arrives alone.
/// The lane/segment operands `b` and `c` have the meaning of PTX `shfl.sync`.
enum class WarpOp : uint32_t {
  Sync,
  ShflIdx,
  ShflUp,
  ShflDown,
  ShflBfly,
  Ballot,   // value != 0 is the predicate; result is the mask
  MatchAny, // result: mask of lanes that hold the same 64-bit value
  MatchAll, // result: mask if all lanes agree, else 0
  ReduceAdd,
  ReduceMinS,
  ReduceMaxS,
  ReduceMinU,
  ReduceMaxU,
  ReduceAnd,
  ReduceOr,
  ReduceXor,
  ActiveMask, // `b` names the call in the kernel; result: the lanes that came to it before the warp had to wait
};

/// How a block-wide barrier combines the contributions of the threads that arrive. Grid: none, and it opens when the
/// barriers of all blocks of a cooperative launch would. (Values are or-ed: Grid is a bit of its own.)
enum class BarrierOp : uint32_t { None, Popc, And, Or, Grid };

/// A barrier in one word: what is combined (bits 0-3), the barrier's number (4-7), the threads it waits for (8-19; 0:
/// the whole block). Counted: threads are counted for each barrier, as they must be where a kernel has more than the
/// one; without it the simd executor opens the barrier when all groups wait. `__syncthreads()` alone is 0.
inline constexpr uint32_t kBlockBarriers = 16, kBarrierIdShift = 4, kBarrierCountShift = 8, kBarrierCountBits = 12;
inline constexpr uint32_t kBarrierCounted = 1u << 31;
constexpr BarrierOp barrierOp(uint32_t barrier) { return BarrierOp(barrier & 15); }
constexpr uint32_t barrierId(uint32_t barrier) { return barrier >> kBarrierIdShift & (kBlockBarriers - 1); }
constexpr uint32_t barrierThreads(uint32_t barrier) {
  return barrier >> kBarrierCountShift & ((1u << kBarrierCountBits) - 1);
}

/// Why device code stopped; the runtime turns it into the API's error code.
enum class TrapKind : uint32_t {
  Trap,
  Assert,
  IllegalInstruction,
  InvalidCall, ///< a call through a pointer that is no function of the called type
};

/// What checked code (CompileRequest::checked) found wrong, and what the report's two words hold.
enum class Finding : uint32_t {
  Mask,       ///< of a warp operation. a: the mask, and the WarpOp in the upper half; b: the lanes that take part
  Misaligned, ///< an access. a: the address; b: its bytes
};

/// What device code asks of the runtime, beside output and memory (include/helicon/device_runtime.h). Each gives an
/// error code of the API.
enum class DeviceCall : uint32_t {
  Launch,          ///< a: the kernel's id, b: stream, c: dynamic shared bytes, d: bytes of arguments, at `pointer`
  ArgumentBytes,   ///< a: the kernel's id; d is set
  Synchronize,     ///< NotReady (600) until all that the block launched has ended
  LastError,       ///< of the calling thread, which forgets it where a is not 0
  StreamCreate,    ///< a: flags; b is set
  StreamDestroy,   ///< b
  StreamWaitEvent, ///< b: stream, c: event
  EventCreate,     ///< a: flags; c is set
  EventDestroy,    ///< c
  EventRecord,     ///< b: stream, c: event
  Copy,            ///< to `pointer` from a, b: stream, c: bytes
  Fill,            ///< `pointer` with bytes of value a, b: stream, c: bytes
  DeviceCount,     ///< d is set
  Device,          ///< d is set
  Attribute,       ///< a: which, c: device; d is set
  Limit,           ///< a: which; d is set
};

/// Operands and results of a DeviceCall. include/helicon/device_runtime.h declares the same for device code.
struct DeviceCallRecord {
  uint64_t a, b, c, d;
  uint32_t grid[3], block[3];
  void *pointer;
};

/// Functions that generated code may call. Every entry gets the block's context first and, where a thread is
/// meant, its linear index in the block. None throws; those marked (suspends) may switch fibers, and are
/// called by the thread executor's code alone.
struct ServiceTable {
  uint32_t abiVersion;
  uint32_t reserved;
  /// Formats as C's printf does; `fields` holds the variadic arguments at natural alignment (float promoted to
  /// double) and may be null. Returns the number of fields, or -1.
  int32_t (*print)(BlockContext *, uint32_t thread, const char *format, const void *fields);
  void *(*allocate)(BlockContext *, uint64_t bytes); ///< device malloc: null when the heap is exhausted
  void (*release)(BlockContext *, void *);           ///< device free
  /// Ends the launch with an error. Does not return. `site` as barrier() has it.
  void (*trap)(BlockContext *, uint32_t thread, TrapKind kind, uint32_t site);
  /// Reports a failed assert, then behaves as trap(Assert). Does not return.
  void (*assertFail)(BlockContext *, uint32_t thread, const char *expression, const char *file, uint32_t line,
                     const char *function);
  /// Says what was found and ends the launch. Does not return.
  void (*report)(BlockContext *, uint32_t thread, Finding, uint64_t a, uint64_t b, uint32_t site);
  uint64_t (*clock)(BlockContext *);       ///< SM clock ticks
  uint64_t (*globalTimer)(BlockContext *); ///< nanoseconds
  void (*nanosleep)(BlockContext *, uint32_t nanoseconds);
  /// An entry of the device runtime API. Never suspends: device code asks again.
  int32_t (*deviceCall)(BlockContext *, uint32_t thread, DeviceCall call, DeviceCallRecord *record);
  /// Called by a loop that only polls memory; lets other blocks, groups or threads go on. `again` is 1 where since the
  /// last call the thread has gone round in a loop that reads and changes its block's memory alone. (suspends)
  void (*yield)(BlockContext *, uint32_t thread, uint32_t again, uint32_t site);
  /// Barrier of the block; returns the combined value of BarrierOp over the threads that wait. `site` is one more than
  /// the place's index in KernelImage::sites, or 0. (suspends)
  uint32_t (*barrier)(BlockContext *, uint32_t thread, uint32_t barrier, uint32_t value, uint32_t site);
  /// Warp-wide exchange among the lanes of `mask` that have not ended; 32-bit results in the low half. (suspends)
  uint64_t (*warp)(BlockContext *, uint32_t thread, WarpOp op, uint32_t mask, uint64_t value, uint32_t b, uint32_t c,
                   uint32_t site);
  /// Comes to a barrier without waiting: the thread, in the simd executor its whole warp.
  void (*arrive)(BlockContext *, uint32_t thread, uint32_t barrier);
};

/// What generated code sees of the block it runs. One per worker, reused from block to block.
struct BlockContext {
  const void *args;             ///< argument buffer: each parameter at the offset in the manifest
  char *shared;                 ///< this block's shared memory (kSharedAlign): static part, then the dynamic part
  void *const *variables;       ///< addresses of device variables, in the order of KernelImage::variables
  const ServiceTable *services; ///< never null
  void *worker;                 ///< the runtime's own; generated code passes the context on and never looks
  uint32_t blockIdx[3];
  uint32_t gridDim[3];
  uint32_t dynamicSharedBytes;
  uint32_t cooperative; ///< 1: all blocks of the grid are resident and may meet at a barrier
};

/// How a group function (simd executor) reports back. A barrier opens when every group of the block that has
/// not ended is suspended at one. Yield: it polled, and nothing was done; Turn: it did a step, and would have its
/// neighbours do theirs before it takes the next.
enum class GroupStatus : int32_t { Ended = -1, Barrier = 0, Yield = 1, Turn = 2 };

/// Head of each group's frame; the values that live across a suspension follow it. All zero at the start.
struct FrameHeader {
  uint32_t state;       ///< where to go on; 0: from the start, else the place's number in KernelImage::sites plus one
  uint32_t barrier;     ///< what the group waits at, in one word
  uint32_t contributed; ///< its share: a count for Popc, 0 or 1 for And and Or; of a Yield what the service gets
  uint32_t result;      ///< written by the scheduler before it resumes the group: the block's combined value
};
inline constexpr size_t kFrameAlign = 64;

/// simd: runs one group (threads group*threadsPerGroup ...) until it ends or suspends. `frame` starts with a
/// FrameHeader, is kFrameAlign-aligned and KernelImage::frameBytes long; null when frameBytes is 0.
using GroupFunction = GroupStatus (*)(BlockContext *, uint32_t group, void *frame);
/// thread: runs one thread to its end, suspending inside the services.
using ThreadFunction = void (*)(BlockContext *, uint32_t thread);

enum class Executor : uint32_t { Simd = 0, Thread = 1 };

enum KernelFlags : uint32_t {
  kKernelHasBarrier = 1u << 0, ///< groups may return a status but Ended; threads may suspend inside a service
  kKernelPolls = 1u << 1,      ///< waits for other blocks or streams; never run it to its end on the host's thread
  kKernelTakesTurns = 1u << 2, ///< groups return Turn: run neighbouring blocks side by side, step by step
  kKernelRecurses = 1u << 3,   ///< calls functions that call themselves: stackBytes says nothing of the depth
  kKernelMeetsGrid = 1u << 4,  ///< has barriers of the whole grid (BarrierOp::Grid)
  kKernelHasLines = 1u << 5,   ///< its object has a table of source lines
  kKernelHasArrays = 1u << 6,  ///< simd: groups have memory on the stack that indices may leave; run them apart
  kKernelFlushes = 1u << 7,    ///< denormal floats count as zero
};

/// Exported by every kernel's shared object as the data symbol kKernelImageSymbol.
struct KernelImage {
  uint32_t magic; ///< kKernelImageMagic
  uint32_t abiVersion;
  Executor executor;
  uint32_t flags;           ///< KernelFlags
  uint32_t block[3];        ///< the block shape it was made for
  uint32_t groups;          ///< groups in a block (simd), 0 (thread)
  uint32_t threadsPerGroup; ///< 0 (thread)
  uint32_t frameBytes;      ///< per group; 0: groups never suspend
  uint32_t sharedBytes;     ///< static shared memory
  uint32_t stackBytes;      ///< stack one call may need, an upper estimate
  const void *entry;        ///< GroupFunction or ThreadFunction
  const char *name;         ///< the kernel's mangled name
  const char *plan;         ///< the plan in words, for tools: width, parts, groups and the reasons
  uint32_t variableCount;
  uint32_t siteCount;
  const char *const *variables; ///< names of the device variables that the kernel uses
  const char *const
      *sites; ///< source lines ("file:line", "" where unknown) of the places where threads may wait or end
};
inline constexpr uint32_t kKernelImageMagic = 0x494b4c48; // "HLKI"
inline constexpr char kKernelImageSymbol[] = "helicon_kernel_image";

} // namespace helicon
