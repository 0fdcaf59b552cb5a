// The groups that the launch makes: the block's threads, and all threads of the grid.
#ifndef HELICON_GROUPS_BLOCK_H
#define HELICON_GROUPS_BLOCK_H

#pragma clang system_header

#include "base.h"

namespace cooperative_groups {

/// Memory that tiles of more than a warp need on old cards; here they have their own (wide.h).
template <unsigned int MaxBlockSize = 1024> struct block_tile_memory {
  static_assert(MaxBlockSize > 0 && MaxBlockSize <= 1024, "a block has 1 to 1024 threads");
  unsigned long long reserved;
};

/// All threads of the block.
class thread_block {
public:
  using arrival_token = __helicon_groups::arrival;

  __HELICON_GROUP__ static void sync() { __syncthreads(); }
  __HELICON_GROUP__ arrival_token barrier_arrive() const { return {}; }
  __HELICON_GROUP__ void barrier_wait(arrival_token &&) const { sync(); }
  __HELICON_GROUP__ static unsigned int thread_rank() { return __helicon_groups::rankInBlock(); }
  __HELICON_GROUP__ static unsigned int num_threads() { return __helicon_groups::threadsInBlock(); }
  __HELICON_GROUP__ static unsigned int size() { return num_threads(); }
  __HELICON_GROUP__ static dim3 group_index() { return blockIdx; }
  __HELICON_GROUP__ static dim3 thread_index() { return threadIdx; }
  __HELICON_GROUP__ static dim3 dim_threads() { return blockDim; }
  __HELICON_GROUP__ static dim3 group_dim() { return blockDim; }
};
__HELICON_GROUP__ inline thread_block this_thread_block() { return thread_block(); }
template <unsigned int MaxBlockSize>
__HELICON_GROUP__ inline thread_block this_thread_block(block_tile_memory<MaxBlockSize> &) {
  return thread_block();
}

/// All threads of the grid. They may wait for each other in a cooperative launch alone (is_valid()).
class grid_group {
public:
  using arrival_token = __helicon_groups::arrival;

  __HELICON_GROUP__ static bool is_valid() { return __helicon_grid_valid() != 0; }
  __HELICON_GROUP__ static void sync() { __helicon_grid_sync(); }
  __HELICON_GROUP__ arrival_token barrier_arrive() const { return {}; }
  __HELICON_GROUP__ void barrier_wait(arrival_token &&) const { sync(); }
  __HELICON_GROUP__ static unsigned long long thread_rank() {
    return block_rank() * __helicon_groups::threadsInBlock() + __helicon_groups::rankInBlock();
  }
  __HELICON_GROUP__ static unsigned long long num_threads() {
    return num_blocks() * __helicon_groups::threadsInBlock();
  }
  __HELICON_GROUP__ static unsigned long long size() { return num_threads(); }
  __HELICON_GROUP__ static unsigned long long block_rank() {
    return blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
  }
  __HELICON_GROUP__ static unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  __HELICON_GROUP__ static dim3 block_index() { return blockIdx; }
  __HELICON_GROUP__ static dim3 dim_blocks() { return gridDim; }
  __HELICON_GROUP__ static dim3 group_dim() { return gridDim; }
};
__HELICON_GROUP__ inline grid_group this_grid() { return grid_group(); }

} // namespace cooperative_groups

#endif
