// Values that are cheaper to compute again at a resume point than to keep in the frame: short chains of arithmetic
// over the context, the group's number and the kernel's arguments.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instruction.h>

#include <functional>

namespace helicon::simt {

class Rematerializer {
public:
  /// `isFixed`: instructions that stay valid in every call (addresses in the frame).
  explicit Rematerializer(std::function<bool(const llvm::Instruction &)> isFixed) : isFixed(std::move(isFixed)) {}

  bool isCheap(llvm::Instruction &value);

  /// Computes values again at one resume point; values of one point share what they have in common.
  class Point {
  public:
    explicit Point(Rematerializer &owner, llvm::IRBuilderBase &b) : owner(owner), b(b) {}
    llvm::Value *value(llvm::Instruction &original);

  private:
    Rematerializer &owner;
    llvm::IRBuilderBase &b;
    llvm::DenseMap<llvm::Instruction *, llvm::Instruction *> made;
  };

private:
  unsigned costOf(llvm::Instruction &value);

  std::function<bool(const llvm::Instruction &)> isFixed;
  llvm::DenseMap<const llvm::Instruction *, unsigned> costs;
};

} // namespace helicon::simt
