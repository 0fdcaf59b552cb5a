// Which function of SLEEF serves a math row at a width. One place for both executors, so that the same row means
// the same bits: with FMA the deterministic `finz` family, without it `cinz` (other bits, spikes 9).
#pragma once

#include "simt/Simt.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/DerivedTypes.h>

#include <string>
#include <vector>

namespace helicon::simt {

struct MathCallee {
  std::string symbol; ///< e.g. Sleef_finz_sinf16_u10avx512f
  llvm::Type *type;   ///< of the result and of every argument: a vector of `lanes`, or the scalar type
  unsigned lanes = 1; ///< how many values one call takes
  unsigned arguments = 1;
};

/// Values that one SLEEF call takes at the target's full width: 16/8 on AVX-512, 8/4 on AVX2, 4/2 on SSE.
unsigned mathLanes(llvm::Type *scalar, const Target &target);

/// The full-width function for `row` ("sin") on float or double. The row must exist; anything else is a bug.
MathCallee mathVectorCallee(llvm::StringRef row, llvm::Type *scalar, const Target &target);
/// Its scalar twin, with the same bits.
MathCallee mathScalarCallee(llvm::StringRef row, llvm::Type *scalar, bool fma);

/// Declares the callee: pure, does not unwind, returns.
llvm::Function *declareMathCallee(llvm::Module &module, const MathCallee &callee);

} // namespace helicon::simt
