// `for (int i = grid.thread_rank(); i < n; i += grid.size())` counts in 32 bits and adds in 64. InstCombine makes a
// 64-bit phi of it, of which only the low half is used, extended anew each round: no recurrence that scalar evolution
// knows. Here such phis become 32 bits wide again, after InstCombine's last run. Cost: one visit a phi.
#include "simt/prepare/Steps.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#define DEBUG_TYPE "helicon-narrow-phis"
STATISTIC(numNarrowed, "64-bit phis of which 32 bits were used");

using namespace llvm;
using namespace llvm::PatternMatch;

namespace helicon::simt {

namespace {

bool isSignOfLowHalf(const User *user) {
  return match(user, m_AShr(m_Shl(m_Value(), m_SpecificInt(32)), m_SpecificInt(32)));
}

/// Only the low half counts: it is cut out, or extended.
bool isNarrowUse(const User *user) {
  if (match(user, m_Trunc(m_Value())))
    return user->getType()->getIntegerBitWidth() <= 32;
  return match(user, m_Shl(m_Value(), m_SpecificInt(32))) && all_of(user->users(), isSignOfLowHalf);
}

bool canBeNarrow(const PHINode &phi) {
  return phi.getType()->isIntegerTy(64) && !phi.use_empty() && all_of(phi.users(), isNarrowUse) &&
         none_of(phi.incoming_values(), [](const Value *in) {
           auto *instruction = dyn_cast<Instruction>(in);
           return instruction && instruction->isTerminator(); // its low half has no place of its own
         });
}

void replaceUses(PHINode &phi, PHINode &narrow) {
  for (User *user : make_early_inc_range(phi.users())) {
    auto *use = cast<Instruction>(user);
    IRBuilder<> b(use);
    if (isa<TruncInst>(use)) {
      use->replaceAllUsesWith(b.CreateTrunc(&narrow, use->getType()));
      use->eraseFromParent();
      continue;
    }
    for (User *extension : make_early_inc_range(use->users())) {
      auto *old = cast<Instruction>(extension);
      b.SetInsertPoint(old);
      old->replaceAllUsesWith(b.CreateSExt(&narrow, old->getType()));
      old->eraseFromParent();
    }
    use->eraseFromParent();
  }
}

/// The low half of a value of 64 bits, computed from low halves where the operation allows.
Value *lowHalf(Value *value, IRBuilder<> &b) {
  Value *inner = nullptr;
  if (match(value, m_ZExtOrSExt(m_Value(inner))) && inner->getType()->isIntegerTy(32))
    return inner;
  auto *operation = dyn_cast<BinaryOperator>(value);
  if (!operation || (operation->getOpcode() != Instruction::Add && operation->getOpcode() != Instruction::Sub))
    return b.CreateTrunc(value, b.getInt32Ty());
  Value *left = lowHalf(operation->getOperand(0), b);
  return b.CreateBinOp(operation->getOpcode(), left, lowHalf(operation->getOperand(1), b));
}

Value *incomingHalf(Value *value, BasicBlock *from) {
  auto *instruction = dyn_cast<Instruction>(value);
  IRBuilder<> b(from->getTerminator());
  if (!instruction)
    return b.CreateTrunc(value, b.getInt32Ty());
  if (isa<PHINode>(instruction))
    b.SetInsertPoint(instruction->getParent(), instruction->getParent()->getFirstInsertionPt());
  else
    b.SetInsertPoint(instruction->getNextNode());
  b.SetCurrentDebugLocation(instruction->getDebugLoc());
  Value *half = lowHalf(value, b);
  for (User *user : make_early_inc_range(value->users()))
    if (user != half && user->getType()->isIntegerTy(32) && isa<TruncInst>(user)) {
      user->replaceAllUsesWith(half);
      cast<Instruction>(user)->eraseFromParent();
    }
  return half;
}

void narrow(PHINode &phi) {
  PHINode *copy =
      PHINode::Create(Type::getInt32Ty(phi.getContext()), phi.getNumIncomingValues(), "", phi.getIterator());
  copy->setDebugLoc(phi.getDebugLoc());
  replaceUses(phi, *copy);
  DenseMap<std::pair<Value *, BasicBlock *>, Value *> halves;
  for (unsigned k = 0; k < phi.getNumIncomingValues(); ++k) {
    Value *&half = halves[{phi.getIncomingValue(k), phi.getIncomingBlock(k)}];
    if (!half)
      half = incomingHalf(phi.getIncomingValue(k), phi.getIncomingBlock(k));
    copy->addIncoming(half, phi.getIncomingBlock(k));
  }
  RecursivelyDeleteDeadPHINode(&phi);
  ++numNarrowed;
}

} // namespace

PreservedAnalyses NarrowPhisPass::run(Function &f, FunctionAnalysisManager &) {
  SmallVector<PHINode *> chosen;
  for (BasicBlock &block : f)
    for (PHINode &phi : block.phis())
      if (canBeNarrow(phi))
        chosen.push_back(&phi);
  for (PHINode *phi : chosen)
    if (canBeNarrow(*phi))
      narrow(*phi);
  return chosen.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace helicon::simt
