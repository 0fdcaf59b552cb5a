// Arithmetic of half and bfloat, written out in float and integers. LLVM's code generator takes half comparisons and
// fused operations lane by lane or calls a library; bfloat it rounds by calling __truncsfbf2, which libgcc has from
// version 13 on and vectors not at all; and without F16C every conversion of a half is a call. Every result is rounded
// once, denormals are kept. Cost: one visit an instruction.
#pragma once

#include <llvm/IR/Function.h>

namespace helicon::jit {

/// What the machine does by itself.
struct NarrowSupport {
  bool halfConversions = false; ///< F16C
  bool halfArithmetic = false;  ///< AVX512-FP16: nothing to do for half
  bool fusedFloat = false;      ///< FMA
  bool roundingModes = false;   ///< AVX-512: a rounding mode in the instruction
};

/// Returns whether it changed anything.
bool lowerNarrowFloats(llvm::Function &function, const NarrowSupport &support);

} // namespace helicon::jit
