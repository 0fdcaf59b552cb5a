// What mma.h is made of: steps of matrix products and the loads of fragments, as simt/prepare knows them, and moves of
// 8x8 matrices over a warp. Lane 4g + t of a warp is "row g, place t" everywhere here.
#ifndef HELICON_MATRIX_BUILTINS_H
#define HELICON_MATRIX_BUILTINS_H

#pragma clang system_header

#include "device_macros.h"

extern "C" {
__attribute__((device, const, nothrow)) float __helicon_matrix_float(float c, unsigned a, unsigned b, int odd,
                                                                     int formats);
__attribute__((device, const, nothrow)) unsigned __helicon_matrix_int(unsigned c, unsigned a, unsigned b, int odd,
                                                                      int formats);
__attribute__((device, const, nothrow)) double __helicon_matrix_double(double c, double a, double b, int odd);
/// A word; the four lanes of a quad read 16 adjacent bytes.
__attribute__((device, pure, nothrow)) unsigned __helicon_load_quad(const void *);
}

namespace __helicon_matrix {

/// kernel-ir/Matrix.h
enum Format { kHalf, kBfloat, kTf32, kE4m3, kE5m2, kS8, kU8, kS4, kU4, kXorBits, kAndBits };

__HELICON_DEVICE__ int group() { return __nvvm_read_ptx_sreg_laneid() >> 2; }
__HELICON_DEVICE__ int place() { return __nvvm_read_ptx_sreg_laneid() & 3; }

/// Of an 8x8 matrix of 16-bit elements, where lane (g, t) holds (g, 2t) and (g, 2t + 1): the same of its transpose.
__HELICON_DEVICE__ unsigned transposed(unsigned word) {
  int low = place() << 3 | group() >> 1, shift = (group() & 1) << 4;
  unsigned first = (unsigned)__nvvm_shfl_sync_idx_i32(~0u, (int)word, low, 31) >> shift & 0xffff;
  unsigned second = (unsigned)__nvvm_shfl_sync_idx_i32(~0u, (int)word, low | 4, 31) >> shift & 0xffff;
  return first | second << 16;
}

/// A sum of 32-bit integers cut to their range.
__HELICON_DEVICE__ int saturatingSum(int x, int y) { return __builtin_elementwise_add_sat(x, y); }

} // namespace __helicon_matrix

#endif
