// Barriers and fences. The fence of a block orders only what one CPU thread does, which runs whole blocks; the wider
// ones are full fences.
#ifndef HELICON_SYNC_H
#define HELICON_SYNC_H

#pragma clang system_header

#include "device_macros.h"

// __syncthreads() itself is a builtin function of the compiler.
__HELICON_DEVICE__ int __syncthreads_count(int predicate) { return __nvvm_bar0_popc(predicate); }
__HELICON_DEVICE__ int __syncthreads_and(int predicate) { return __nvvm_bar0_and(predicate); }
__HELICON_DEVICE__ int __syncthreads_or(int predicate) { return __nvvm_bar0_or(predicate); }
/// MUSA's light barrier: a block-wide barrier for local memory, here the same as __syncthreads().
__HELICON_DEVICE__ void __syncthreads_lm() { __syncthreads(); }
/// Barriers 0 to 15 of the block, for all its threads or for so many (whole warps).
__HELICON_DEVICE__ void __barrier_sync(unsigned int id) { __nvvm_barrier_sync(id); }
__HELICON_DEVICE__ void __barrier_sync_count(unsigned int id, unsigned int threads) {
  __nvvm_barrier_sync_cnt(id, threads);
}
__HELICON_DEVICE__ void __syncwarp(unsigned int mask = 0xffffffffu) { __nvvm_bar_warp_sync(mask); }

__HELICON_DEVICE__ void __threadfence_block() { __atomic_thread_fence(__ATOMIC_ACQ_REL); }
__HELICON_DEVICE__ void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
__HELICON_DEVICE__ void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
__HELICON_DEVICE__ void __threadfence_system_noflush() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

#endif
