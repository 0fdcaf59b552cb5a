// A program's `gone = true; break;` becomes a constant in a phi of the block where the loop's ways meet, and an
// unrolled loop asks a flag again that decided the branch before. Jump threading would part such ways, and parts
// threads that should stay together as well; so only those ways are followed that lead threads past the barriers of
// others. Cost: a walk of at most kLongest blocks from each branch.
#include "simt/structurize/DecidedWays.h"

#include "simt/analysis/LoopFacts.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace helicon::simt {

namespace {

constexpr unsigned kLongest = 8; ///< ways, in blocks
constexpr unsigned kDeepest = 4; ///< instructions between a flag and the branch that asks it

class Walk {
public:
  Walk(BasicBlock &from, unsigned successor)
      : layout(from.getModule()->getDataLayout()), first(cast<BranchInst>(from.getTerminator())->getCondition()),
        firstHolds(successor == 0) {}

  /// `again`: this block and the first condition's are of one loop, so values that were met get new ones.
  void enter(BasicBlock *block, BasicBlock *from, bool again) {
    SmallVector<std::pair<PHINode *, Value *>, 8> arriving; // all at once
    for (PHINode &phi : block->phis())
      arriving.push_back({&phi, onThisWay(phi.getIncomingValueForBlock(from), 0)});
    if (again) {
      for (auto &[phi, value] : make_early_inc_range(known))
        if (!isa<Constant>(value))
          known.erase(phi);
      first = nullptr;
    }
    for (auto [phi, value] : arriving)
      if (first || isa<Constant>(value))
        known[phi] = value;
  }

  std::optional<bool> holds(Value *condition) {
    condition = onThisWay(condition, 0);
    if (auto *constant = dyn_cast<ConstantInt>(condition))
      return constant->isOne();
    return first ? isImpliedCondition(first, condition, layout, firstHolds) : std::nullopt;
  }

private:
  /// What the value comes to, if that is simpler.
  Value *onThisWay(Value *value, unsigned depth) {
    if (auto it = known.find(value); it != known.end())
      return it->second;
    auto *instruction = dyn_cast<Instruction>(value);
    if (instruction && depth < kDeepest && opOf(*instruction) == ir::Op::GroupAll) { // of which this thread is one
      auto *own = dyn_cast<ConstantInt>(onThisWay(instruction->getOperand(0), depth + 1));
      return own && own->isZero() ? own : value;
    }
    if (!instruction || depth == kDeepest || !isa<CastInst, CmpInst, BinaryOperator, SelectInst>(instruction))
      return value;
    SmallVector<Value *, 3> operands;
    for (Value *operand : instruction->operands())
      operands.push_back(onThisWay(operand, depth + 1));
    Value *simple = simplifyInstructionWithOperands(instruction, operands, layout);
    return simple ? simple : value;
  }

  const DataLayout &layout;
  Value *first; ///< null behind a way round
  bool firstHolds;
  DenseMap<Value *, Value *> known;
};

/// Where the way goes on; null if it parts.
BasicBlock *wayOn(const BranchInst &branch, std::optional<bool> condition,
                  const SmallPtrSetImpl<BasicBlock *> &staying) {
  if (branch.isUnconditional())
    return branch.getSuccessor(0);
  if (condition)
    return branch.getSuccessor(!*condition);
  const bool first = staying.contains(branch.getSuccessor(0)), second = staying.contains(branch.getSuccessor(1));
  return first && second ? nullptr : branch.getSuccessor(second);
}

} // namespace

std::optional<DecidedWay> decidedWay(BasicBlock &from, unsigned successor, const DominatorTree &dominators,
                                     const SmallPtrSetImpl<BasicBlock *> &staying) {
  Walk walk(from, successor);
  DecidedWay way;
  BasicBlock *before = &from, *block = from.getTerminator()->getSuccessor(successor);
  while (staying.contains(block)) {
    const auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!branch || way.size() == kLongest || any_of(*block, isBarrier) ||
        any_of(way, [&](const DecidedStep &step) { return step.block == block; }))
      return std::nullopt;
    walk.enter(block, before, dominators.dominates(block, &from));
    before = block;
    std::optional<bool> condition;
    if (branch->isConditional())
      condition = walk.holds(branch->getCondition());
    block = wayOn(*branch, condition, staying);
    if (!block)
      return std::nullopt;
    way.push_back({before, condition});
  }
  return way;
}

} // namespace helicon::simt
