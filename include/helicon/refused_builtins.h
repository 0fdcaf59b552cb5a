// Functions of the hardware that Helicon does not offer, refused by name where one is called. They take any arguments,
// and are overloads that anything better matches: a program may bring functions of these names.
#ifndef HELICON_REFUSED_BUILTINS_H
#define HELICON_REFUSED_BUILTINS_H

#pragma clang system_header

#include "device_macros.h"

#define __HELICON_REFUSED(NAME, WHY)                                                                                   \
  template <class... __T> __attribute__((unavailable(WHY))) __HELICON_DEVICE__ int NAME(__T...);

#define __HELICON_MATRIX_UNIT(NAME) __HELICON_REFUSED(NAME, "the matrix unit's own builtins are not offered: use wmma")
__HELICON_MATRIX_UNIT(__musa_fmma_m32n32k16_mma)
__HELICON_MATRIX_UNIT(__musa_bfmma_m32n32k16_mma)
__HELICON_MATRIX_UNIT(__musa_imma_m32n32k32_mma)
__HELICON_MATRIX_UNIT(__musa_tfmma_m32n32k8_mma)
__HELICON_MATRIX_UNIT(__musa_tce_commit_group)
__HELICON_MATRIX_UNIT(__musa_tce_wait_group)
__HELICON_MATRIX_UNIT(__musa_sqmma_wait)
__HELICON_REFUSED(__musa_float_to_tf32, "the matrix unit's own builtins are not offered: use wmma::__float_to_tf32")
#undef __HELICON_MATRIX_UNIT

#define __HELICON_EXCHANGE(NAME)                                                                                       \
  __HELICON_REFUSED(NAME, "exchange over 128 lanes is not offered: warps have 32, use the __shfl functions")
__HELICON_EXCHANGE(__musa_shfl_sync_i32)
__HELICON_EXCHANGE(__musa_shfl_up_sync_i32)
__HELICON_EXCHANGE(__musa_shfl_down_sync_i32)
__HELICON_EXCHANGE(__musa_shfl_xor_sync_i32)
#undef __HELICON_EXCHANGE

#define __HELICON_COPY(NAME)                                                                                           \
  __HELICON_REFUSED(NAME, "copies by the load unit are not offered: copy by assignment, or with memcpy_async")
__HELICON_COPY(__musa_memcpy_g2s)
__HELICON_COPY(__musa_memcpy_g2s_wait)
__HELICON_COPY(__musa_memcpy_g2s_commit_group)
__HELICON_COPY(__musa_memcpy_g2s_wait_group)
__HELICON_COPY(__musa_memcpy_g2s_robust_v4)
__HELICON_COPY(__musa_lma_wait)
#undef __HELICON_COPY

#define __HELICON_ROBUST(NAME)                                                                                         \
  __HELICON_REFUSED(NAME, "robust loads are not offered: test the index before an ordinary load")
__HELICON_ROBUST(__musa_ld_v4_robust_i8)
__HELICON_ROBUST(__musa_ld_v4_robust_i16)
__HELICON_ROBUST(__musa_ld_v4_robust_i32)
__HELICON_ROBUST(__musa_ld_v4_robust_i64)
__HELICON_ROBUST(__musa_ld_v4_robust_v3i32)
__HELICON_ROBUST(__musa_ld_v4_robust_v4i32)
__HELICON_ROBUST(__musa_ld_v4_robust_v8i32)
__HELICON_ROBUST(__musa_ld_v4_robust_v16i32)
__HELICON_ROBUST(__musa_ld_v4_robust_v32i32)
#undef __HELICON_ROBUST

#define __HELICON_TRANSACTION(NAME) __HELICON_REFUSED(NAME, "the asynchronous barriers of mp_31 are not offered")
__HELICON_TRANSACTION(__musa_async_init_arrival)
__HELICON_TRANSACTION(__musa_async_arrive)
__HELICON_TRANSACTION(__musa_async_wait)
__HELICON_TRANSACTION(__musa_async_add_trans)
__HELICON_TRANSACTION(__musa_async_bar_record)
#undef __HELICON_TRANSACTION

#define __HELICON_TENSOR(NAME) __HELICON_REFUSED(NAME, "the tensor memory engine (TME) is not offered")
__HELICON_TENSOR(__musa_tme_ld_tile_1d)
__HELICON_TENSOR(__musa_tme_ld_tile_2d)
__HELICON_TENSOR(__musa_tme_ld_tile_3d)
__HELICON_TENSOR(__musa_tme_ld_tile_4d)
__HELICON_TENSOR(__musa_tme_ld_tile_5d)
__HELICON_TENSOR(__musa_tme_st_1d)
__HELICON_TENSOR(__musa_tme_st_2d)
__HELICON_TENSOR(__musa_tme_st_3d)
__HELICON_TENSOR(__musa_tme_st_4d)
__HELICON_TENSOR(__musa_tme_st_5d)
__HELICON_TENSOR(__musa_tme_idf_l2)
__HELICON_TENSOR(__musa_tme_store_commit)
#undef __HELICON_TENSOR

#define __HELICON_EIGHT_BITS(NAME) __HELICON_REFUSED(NAME, "the builtins that convert 8-bit floats are not offered")
__HELICON_EIGHT_BITS(__musa_e4m32f16_rn_bst2)
__HELICON_EIGHT_BITS(__musa_e4m32f16_rn_bst4)
__HELICON_EIGHT_BITS(__musa_e5m22f16_rn_bst2)
__HELICON_EIGHT_BITS(__musa_e5m22f16_rn_bst4)
__HELICON_EIGHT_BITS(__musa_f162e4m3_rn_bst2)
__HELICON_EIGHT_BITS(__musa_f162e4m3_rn_bst4)
__HELICON_EIGHT_BITS(__musa_f162e5m2_rn_bst2)
__HELICON_EIGHT_BITS(__musa_f162e5m2_rn_bst4)
__HELICON_EIGHT_BITS(__musa_f2e4m3_rn_bst2)
__HELICON_EIGHT_BITS(__musa_f2e4m3_rn_bst4)
__HELICON_EIGHT_BITS(__musa_f2e5m2_rn_bst2)
__HELICON_EIGHT_BITS(__musa_f2e5m2_rn_bst4)
__HELICON_REFUSED(__musa_f162f32_rn_bst2, "bursts of 16-bit floats are not offered: use __half22float2")
__HELICON_REFUSED(__musa_f162f32_rn_bst4, "bursts of 16-bit floats are not offered: use __half22float2")
#undef __HELICON_EIGHT_BITS

#define __HELICON_CLUSTER(NAME) __HELICON_REFUSED(NAME, "clusters of blocks are not offered")
__HELICON_CLUSTER(__cluster_barrier_arrive)
__HELICON_CLUSTER(__cluster_barrier_arrive_relaxed)
__HELICON_CLUSTER(__cluster_barrier_wait)
__HELICON_CLUSTER(__cluster_map_shared_rank)
__HELICON_CLUSTER(__cluster_query_shared_rank)
__HELICON_CLUSTER(__clusterDim)
__HELICON_CLUSTER(__clusterDimIsSpecified)
__HELICON_CLUSTER(__clusterIdx)
__HELICON_CLUSTER(__clusterRelativeBlockIdx)
__HELICON_CLUSTER(__clusterRelativeBlockRank)
__HELICON_CLUSTER(__clusterSizeInBlocks)
#undef __HELICON_CLUSTER

#undef __HELICON_REFUSED

#endif
