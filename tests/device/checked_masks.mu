// mcc: -lineinfo
// In checked mode (HELICON_STRICT=1) a warp operation whose mask leaves out the caller, names lanes that are not there,
// or differs among the lanes fails with error 719 and says which; both executors. Right masks of every kind pass.
#include "errors.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int kLeftOutLine = __LINE__ + 4;
/// Lanes 16 to 31 use a mask that is not theirs.
__global__ void leavesOut(int *out) {
  const int lane = threadIdx.x % 32;
  out[threadIdx.x] = __shfl_down_sync(0x0000ffffu, lane, 1);
}

constexpr int kEndedLine = __LINE__ + 6;
/// Half of the last warp ends before the reduction.
__global__ void ended(int *out) {
  const int i = threadIdx.x;
  if (i >= 48)
    return;
  out[i] = __reduce_add_sync(0xffffffffu, i);
}

__global__ void endedVote(int *out) {
  if (threadIdx.x % 32 == 7)
    return;
  out[threadIdx.x] = __any_sync(0xffffffffu, threadIdx.x == 3);
}

__global__ void absent(int *out) { out[threadIdx.x] = __match_any_sync(0xffffffffu, threadIdx.x % 3); }

__global__ void absentSync(int *out) {
  out[threadIdx.x] = 1;
  __syncwarp();
  out[threadIdx.x] += 1;
}

/// The mask is the group's of before, and one of its threads has ended since.
__global__ void oldGroup(int *out) {
  if (threadIdx.x % 2)
    return;
  cg::coalesced_group group = cg::coalesced_threads();
  if (threadIdx.x == 34)
    return;
  out[threadIdx.x] = group.shfl(int(threadIdx.x), 0);
}

/// In a loop: the lanes leave it one by one.
__global__ void loop(int *out) {
  int sum = 0;
  for (int i = threadIdx.x % 32; i < 40; i++)
    sum += __shfl_xor_sync(0xffffffffu, i, 1);
  out[threadIdx.x] = sum;
}

__device__ int reduced(cg::coalesced_group group, int value) {
  for (int step = group.size() / 2; step > 0; step /= 2)
    value += group.shfl_down(value, step);
  return value;
}

/// All of it is right.
__global__ void right(int *out, int n) {
  const int i = threadIdx.x, lane = i % 32;
  int sum = __shfl_xor_sync(__activemask(), lane, 1) + __popc(__ballot_sync(__activemask(), lane & 1));
  const unsigned there = __ballot_sync(__activemask(), i < n);
  if (i < n) {
    sum += __reduce_max_sync(there, lane) + __any_sync(there, lane == 2);
    __syncwarp(there);
  }
  if (lane < 8)
    sum += __shfl_sync(0xffu & __activemask(), lane, 3);
  else if (lane < 16 && blockDim.x % 32 == 0)
    sum += __shfl_down_sync(0xff00u, lane, 1);
  if (lane % 4 == 1) {
    cg::coalesced_group group = cg::coalesced_threads();
    sum += reduced(group, lane) + __popc(group.ballot(lane > 8));
    group.sync();
  }
  if (blockDim.x % 16 == 0) {
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
    sum += tile.shfl_xor(lane, 3) + tile.any(lane == 4);
    tile.sync();
  }
  const unsigned same = __match_any_sync(__activemask(), lane % 5);
  sum += __reduce_add_sync(same, lane); // masks that differ, each for its own lanes
  out[i] = sum;
}

static int *out;
static musaError_t got;

template <class Kernel> static std::string launch(Kernel kernel, unsigned threads) {
  CHECK_API(musaMalloc(&out, 1024 * sizeof *out));
  return check::stderrOf([&] {
    kernel<<<2, threads>>>(out);
    got = musaDeviceSynchronize();
  });
}

template <class Kernel>
static std::string fails(Kernel kernel, unsigned threads, const char *name, std::initializer_list<std::string> parts) {
  std::string text = launch(kernel, threads);
  check::equal(int(got), int(musaErrorLaunchFailure), name);
  check::says(text, std::string("kernel ") + name + "(int*)", name);
  for (const std::string &part : parts)
    check::says(text, part, name);
  CHECK_API(musaDeviceReset());
  return text;
}

static std::string line(int number) { return "checked_masks.mu:" + std::to_string(number); }

int main(int, char **arguments) {
  check::becomeChecked(arguments);
  fails(leavesOut, 64, "leavesOut",
        {"__shfl_down_sync with the mask 0x0000ffff, which leaves out the calling lane 16", line(kLeftOutLine),
         "block (", "warp ", "thread ("});
  fails(ended, 64, "ended",
        {"__reduce_add_sync with the mask 0xffffffff, which names lanes 16 to 31: they ", "have ended",
         line(kEndedLine), "warp 1"});
  fails(endedVote, 64, "endedVote",
        {"a vote (__ballot_sync, __any_sync, __all_sync) with the mask", "names lane 7: they "});
  fails(absent, 48, "absent",
        {"__match_any_sync with the mask 0xffffffff, which names lanes 16 to 31: the block has no such threads",
         "warp 1"});
  fails(absentSync, 20, "absentSync", {"__syncwarp with the mask 0xffffffff, which names lanes 20 to 31"});
  fails(oldGroup, 64, "oldGroup", {"which names lane 2: they ", "warp 1"});
  fails(loop, 32, "loop", {"__shfl_xor_sync with the mask 0xffffffff, which names lane 31: they "});
  for (unsigned threads : {20u, 32u, 48u, 64u, 100u, 256u}) {
    CHECK_API(musaMalloc(&out, 1024 * sizeof *out));
    const std::string said = check::stderrOf([&] {
      right<<<2, threads>>>(out, int(threads) - 5);
      got = musaDeviceSynchronize();
    });
    check::that(got == musaSuccess && said.empty(), "right", std::to_string(threads) + " threads: " + said);
  }
  return check::finish("checked_masks");
}
