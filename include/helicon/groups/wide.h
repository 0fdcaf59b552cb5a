// Tiles of more than a warp, 64 to 1024 threads. Their warps meet at a barrier in shared memory and exchange values
// there; each size has memory of its own, 2 KB and a bit, in kernels that use it. A tile that is the whole block takes
// the block's barrier. Waiting for another warp is a loop, so the kernel's groups are a warp wide.
#ifndef HELICON_GROUPS_WIDE_H
#define HELICON_GROUPS_WIDE_H

#pragma clang system_header

#include "base.h"

namespace cooperative_groups {

namespace __helicon_groups {

/// Warps of one tile meet here: the last one opens the round.
struct warp_meeting {
  unsigned int arrived, round;
};

/// What a warp, or the tile's sender, puts down for the others: a value of up to 64 bytes.
struct tile_slot {
  unsigned long long words[8];
};

template <unsigned int Size> struct tile_memory {
  warp_meeting meetings[1024 / Size];
  tile_slot slots[32];
};

template <unsigned int Size> __HELICON_GROUP__ inline tile_memory<Size> &tileMemory() {
  static __attribute__((shared)) tile_memory<Size> memory;
  return memory;
}

template <class __T> __HELICON_GROUP__ inline void putDown(tile_slot &slot, const __T &value) {
  static_assert(__is_trivially_copyable(__T), "only trivially copyable values can be exchanged between threads");
  static_assert(sizeof(__T) <= sizeof(tile_slot), "tiles of more than a warp exchange values of 64 bytes at most");
  __builtin_memcpy(&slot, &value, sizeof(__T));
}
template <class __T> __HELICON_GROUP__ inline __T pickUp(const tile_slot &slot) {
  __T value;
  __builtin_memcpy(&value, &slot, sizeof(__T));
  return value;
}

template <unsigned int Size> class wide_tile {
public:
  __HELICON_GROUP__ void sync() const {
    if (threadsInBlock() <= Size) {
      __syncthreads();
      return;
    }
    warp_meeting &meeting = tileMemory<Size>().meetings[rankInBlock() / Size];
    volatile unsigned int *round = &meeting.round;
    const unsigned int now = *round;
    __syncwarp();
    __threadfence_block();
    if (lane() == 0 && atomicAdd(&meeting.arrived, 1u) + 1 == warps()) {
      *(volatile unsigned int *)&meeting.arrived = 0;
      __threadfence_block();
      *round = now + 1;
    }
    while (*round == now) {
    }
    __threadfence_block();
    __syncwarp();
  }
  __HELICON_GROUP__ static constexpr unsigned int num_threads() { return Size; }
  __HELICON_GROUP__ static constexpr unsigned int size() { return Size; }
  __HELICON_GROUP__ static unsigned int thread_rank() { return rankInBlock() & (Size - 1); }

  /// Every thread gets the value of the thread of `rank`, which is the same for all.
  template <class __T> __HELICON_GROUP__ __T shfl(__T value, int rank) const {
    tile_slot &slot = tileMemory<Size>().slots[firstWarp()];
    if (thread_rank() == ((unsigned int)rank & (Size - 1)))
      putDown(slot, value);
    sync();
    __T result = pickUp<__T>(slot);
    sync();
    return result;
  }
  __HELICON_GROUP__ int any(int predicate) const {
    return __acrossWarps((int)__any_sync(~0u, predicate), [](int a, int b) __HELICON_GROUP__ { return a | b; });
  }
  __HELICON_GROUP__ int all(int predicate) const {
    return __acrossWarps((int)__all_sync(~0u, predicate), [](int a, int b) __HELICON_GROUP__ { return a & b; });
  }

  /// op over a value of each warp, in their order.
  template <class __T, class Op> __HELICON_GROUP__ __T __acrossWarps(const __T &ofWarp, Op op) const {
    tile_slot *slots = tileMemory<Size>().slots + firstWarp();
    if (lane() == 0)
      putDown(slots[warp()], ofWarp);
    sync();
    __T result = pickUp<__T>(slots[0]);
    for (unsigned int w = 1; w < warps(); w++)
      result = op(result, pickUp<__T>(slots[w]));
    sync();
    return result;
  }
  /// op over the values of the warps before this one, which `first` says whether there are; and of all of them.
  template <class __T, class Op> __HELICON_GROUP__ __T __beforeWarp(const __T &ofWarp, Op op, __T &total) const {
    tile_slot *slots = tileMemory<Size>().slots + firstWarp();
    if (lane() == 31 || thread_rank() + 1 == threads())
      putDown(slots[warp()], ofWarp);
    sync();
    __T before = pickUp<__T>(slots[0]), sum = before;
    for (unsigned int w = 1; w < warps(); w++) {
      if (w == warp())
        before = sum;
      sum = op(sum, pickUp<__T>(slots[w]));
    }
    sync();
    total = sum;
    return before;
  }
  __HELICON_GROUP__ static bool __isFirstWarp() { return warp() == 0; }

private:
  __HELICON_GROUP__ static unsigned int warp() { return thread_rank() / 32; }
  __HELICON_GROUP__ static unsigned int firstWarp() { return (rankInBlock() & ~(Size - 1)) / 32; }
  /// Threads that the block has for this tile.
  __HELICON_GROUP__ static unsigned int threads() {
    unsigned int left = threadsInBlock() - (rankInBlock() & ~(Size - 1));
    return left < Size ? left : Size;
  }
  __HELICON_GROUP__ static unsigned int warps() { return (threads() + 31) / 32; }
};

/// Before the first use of tiles of a size: their barriers start anew, once all threads of `parent` are here.
template <unsigned int Size, class Parent>
__HELICON_GROUP__ inline typename std::enable_if<(Size > 32)>::type prepareTile(const Parent &parent) {
  if (threadsInBlock() <= Size)
    return;
  parent.sync();
  if ((rankInBlock() & (Size - 1)) == 0)
    tileMemory<Size>().meetings[rankInBlock() / Size] = warp_meeting();
  parent.sync();
}
template <unsigned int Size, class Parent>
__HELICON_GROUP__ inline typename std::enable_if<(Size <= 32)>::type prepareTile(const Parent &) {}

} // namespace __helicon_groups

} // namespace cooperative_groups

#endif
