// The arithmetic of a step of a matrix product (helicon.matrix.*), for one lane or a vector of them: what a register
// holds becomes numbers that multiply exactly, and a sum takes one product after the other. Both executors use it, so
// they give the same bits.
#pragma once

#include "kernel-ir/Matrix.h"

#include <llvm/IR/IRBuilder.h>

namespace helicon::simt {

inline constexpr unsigned kMatrixQuad = 4; ///< lanes that hold a row of A or a column of B

class MatrixElements {
public:
  using List = llvm::SmallVector<llvm::Value *, 4>;

  MatrixElements(const llvm::CallBase &call, bool fma);
  unsigned odd() const { return isOdd; }
  /// Numbers of a register of A or B, in the order in which they are added: floats, doubles, or words of two 16-bit
  /// integers.
  List ofA(llvm::IRBuilderBase &b, llvm::Value *registers) const { return split(b, registers, formatA); }
  List ofB(llvm::IRBuilderBase &b, llvm::Value *registers) const { return split(b, registers, formatB); }
  llvm::Value *add(llvm::IRBuilderBase &b, llvm::Value *sum, llvm::Value *x, llvm::Value *y) const;

private:
  List split(llvm::IRBuilderBase &b, llvm::Value *registers, MatrixFormat format) const;
  List floats(llvm::IRBuilderBase &b, llvm::Value *registers, MatrixFormat format) const;
  List integers(llvm::IRBuilderBase &b, llvm::Value *registers, MatrixFormat format) const;

  enum class Kind { Float, Integer, Double } kind;
  MatrixFormat formatA = MatrixFormat::Half, formatB = MatrixFormat::Half;
  unsigned isOdd;
  bool fma;
};

} // namespace helicon::simt
