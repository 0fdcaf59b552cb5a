#include "simt/analysis/Edges.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

using namespace llvm;

namespace helicon::simt {

BasicBlock *blockOnEdge(BasicBlock &from, BasicBlock &to, const Twine &name) {
  BasicBlock *block = SplitKnownCriticalEdge(from.getTerminator(), GetSuccessorNumber(&from, &to),
                                             CriticalEdgeSplittingOptions().setMergeIdenticalEdges(), name);
  block->moveBefore(&to);
  return block;
}

BasicBlock *exitWhenGone(BasicBlock &from, BasicBlock &to, const Twine &name) {
  BasicBlock *round = blockOnEdge(from, to, name);
  BasicBlock *out = BasicBlock::Create(from.getContext(), name + ".out", from.getParent());
  Instruction *end = round->getTerminator();
  IRBuilder<> b(end);
  b.CreateCondBr(ir::call(b, ir::Op::LanesGone, {}, "gone"), out, &to);
  end->eraseFromParent();
  return out;
}

} // namespace helicon::simt
