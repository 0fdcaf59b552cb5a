// bfloat arithmetic and conversions to bfloat, written out. Without it LLVM calls __truncsfbf2, which libgcc has from
// version 13 on only, and AVX512_BF16's own conversion flushes denormals: here every machine gives the same bits.
#pragma once

#include <llvm/IR/Function.h>

namespace helicon::jit {

/// Arithmetic is done in float and rounded to nearest even; NaN becomes 0x7fff, as on hardware. True if changed.
bool lowerBfloat(llvm::Function &function);

} // namespace helicon::jit
