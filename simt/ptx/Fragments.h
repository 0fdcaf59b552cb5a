// What mma and wmma share: formats of elements, lists of registers, a step of a product. Matrix.cpp.
#pragma once

#include "simt/ptx/Body.h"

#include "kernel-ir/Matrix.h"

namespace helicon::simt::ptx {

/// An element's format and how many are in a register.
struct Format {
  MatrixFormat format = MatrixFormat::Half;
  unsigned count = 0; ///< 0: no such format
  bool isDouble = false;
};
Format formatOf(llvm::StringRef type);

/// The registers of a fragment: those of a vector, or one. Faults where there are not `count`.
llvm::SmallVector<const Operand *, 8> fragment(Body &x, unsigned operand, unsigned count);

/// sum plus the lane's row of A times its even or odd column of B, as far as the registers `a` and `c` hold them.
llvm::Value *matrixStep(Body &x, Format ofA, Format ofB, llvm::Value *sum, llvm::Value *a, llvm::Value *c,
                        unsigned odd);

llvm::Value *laneId(Body &x);
/// Lane 4g + t holds elements 2t and 2t + 1 of row g of 16-bit elements; afterwards of column g.
llvm::Value *transpose(Body &x, llvm::Value *v);
/// A word at `pointer`; the lanes of a quad read adjacent ones.
llvm::Value *loadQuad(Body &x, llvm::Value *pointer);

} // namespace helicon::simt::ptx
