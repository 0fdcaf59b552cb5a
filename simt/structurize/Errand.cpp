// The copy's ways in are those of the threads that part; its ways out go on where the original's did, for threads that
// leave a loop when all have left it. Cost: the copied instructions, and a phi for each value that lives on.
#include "simt/structurize/Errand.h"

#include "kernel-ir/Intrinsics.h"
#include "simt/analysis/LoopFacts.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#define DEBUG_TYPE "helicon-structurize"
STATISTIC(numLeavers, "Loop exits whose threads go on to their next wait inside the loop");

using namespace llvm;

namespace helicon::simt {

bool isLeavers(const BasicBlock &block) {
  const auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  const auto *call = branch && branch->isConditional() ? dyn_cast<CallInst>(branch->getCondition()) : nullptr;
  return call && ir::opOf(*call) == ir::Op::LoopLeft;
}

namespace {

/// Copies one errand for those who part.
class ErrandCopy {
public:
  explicit ErrandCopy(const Departure &departure)
      : departure(departure), blocks(departure.errand.blocks), header(departure.header),
        kernel(*departure.target->getParent()) {}
  void run();

private:
  void copyBlocks();
  void decide();
  void redirect();
  void makeRound();
  void leaveFor(BasicBlock *next);
  void repair(Instruction &value);
  Value *mapped(Value *value) {
    auto it = map.find(value);
    return it == map.end() ? value : static_cast<Value *>(it->second);
  }

  const Departure &departure;
  const SetVector<BasicBlock *> &blocks;
  BasicBlock *header;
  BasicBlock *round = nullptr; ///< the only block from which the loop goes round
  Function &kernel;
  ValueToValueMapTy map;
  SmallVector<BasicBlock *, 16> copies;
};

void ErrandCopy::copyBlocks() {
  for (BasicBlock *block : blocks) {
    BasicBlock *copy = CloneBasicBlock(block, map, ".left", &kernel);
    map[block] = copy;
    copies.push_back(copy);
  }
  remapInstructionsInBlocks(copies, map);
  // Ways in from outside the errand are not the copy's, but for where it begins; those who part may as well have a way
  // to a later block of it, which stays.
  for (BasicBlock *copy : copies)
    for (PHINode &phi : copy->phis())
      phi.removeIncomingValueIf(
          [&](unsigned k) {
            BasicBlock *from = phi.getIncomingBlock(k);
            bool begins = copy == map[departure.target] && departure.from.contains(from);
            return !is_contained(copies, from) && !begins;
          },
          /*DeletePHIIfEmpty=*/false);
}

void ErrandCopy::decide() {
  for (const DecidedStep &step : departure.decided)
    if (step.condition) {
      auto *copy = cast<BasicBlock>(map[step.block]);
      cast<BranchInst>(copy->getTerminator())->setCondition(ConstantInt::getBool(kernel.getContext(), *step.condition));
      ConstantFoldTerminator(copy);
    }
}

void ErrandCopy::redirect() {
  auto *copy = cast<BasicBlock>(map[departure.target]);
  for (BasicBlock *from : departure.from)
    for (unsigned k = 0; k < from->getTerminator()->getNumSuccessors(); ++k)
      if (from->getTerminator()->getSuccessor(k) == departure.target) {
        departure.target->removePredecessor(from, /*KeepOneInputPHIs=*/true);
        from->getTerminator()->setSuccessor(k, copy);
      }
}

/// Leads all ways back to the header through one block. There what comes from threads that have left meets what comes
/// from the others, so that the header sees only values that are the same for all if they were before.
void ErrandCopy::makeRound() {
  round = BasicBlock::Create(kernel.getContext(), "round", &kernel);
  SmallVector<BasicBlock *, 4> edges;
  for (BasicBlock *before : predecessors(header))
    if (is_contained(departure.backward, before))
      edges.push_back(before);
  IRBuilder<> b(round);
  for (PHINode &phi : header->phis()) {
    PHINode *joined = b.CreatePHI(phi.getType(), edges.size() + 1, phi.getName());
    for (BasicBlock *edge : edges) {
      joined->addIncoming(phi.getIncomingValueForBlock(edge), edge);
      phi.removeIncomingValue(edge, /*DeletePHIIfEmpty=*/false);
    }
    phi.addIncoming(joined, round);
  }
  b.SetCurrentDebugLocation(edges.front()->getTerminator()->getDebugLoc());
  b.CreateBr(header);
  for (BasicBlock *latch : departure.backward)
    latch->getTerminator()->replaceSuccessorWith(header, round);
}

/// The place from which the errand's threads go on to `next`; from a loop when all have left it.
void ErrandCopy::leaveFor(BasicBlock *next) {
  BasicBlock *place = BasicBlock::Create(kernel.getContext(), "left", &kernel);
  SmallVector<BasicBlock *, 4> from; // once an edge
  for (BasicBlock *before : predecessors(next))
    if (blocks.contains(before))
      from.push_back(cast<BasicBlock>(map[before]));
  for (PHINode &phi : next->phis()) {
    PHINode *joined = PHINode::Create(phi.getType(), from.size(), phi.getName(), place);
    for (BasicBlock *block : blocks)
      for (unsigned k = 0; k < phi.getNumIncomingValues(); ++k)
        if (phi.getIncomingBlock(k) == block)
          joined->addIncoming(mapped(phi.getIncomingValue(k)), cast<BasicBlock>(map[block]));
    phi.addIncoming(joined, place);
  }
  IRBuilder<> b(place);
  b.SetCurrentDebugLocation(from.front()->getTerminator()->getDebugLoc());
  if (header) {
    b.CreateCondBr(ir::call(b, departure.wayBack), round, next);
    for (PHINode &phi : round->phis()) {
      auto *same = dyn_cast_or_null<Constant>(phi.hasConstantValue()); // stays one: nobody comes this way
      phi.addIncoming(same ? same : PoisonValue::get(phi.getType()), place);
    }
  } else {
    b.CreateBr(next);
  }
  for (BasicBlock *copy : from)
    copy->getTerminator()->replaceSuccessorWith(next, place);
}

/// Behind the errand a value has two definitions, and in it as well: who has done the copy may come round to blocks
/// that the errand began with.
void ErrandCopy::repair(Instruction &value) {
  SSAUpdater updater;
  SmallVector<Use *, 8> behind;
  for (Use &use : value.uses()) {
    auto *user = cast<Instruction>(use.getUser());
    auto *phi = dyn_cast<PHINode>(user);
    BasicBlock *at = phi ? phi->getIncomingBlock(use) : user->getParent();
    if (at != value.getParent())
      behind.push_back(&use);
  }
  if (behind.empty())
    return;
  updater.Initialize(value.getType(), value.getName());
  updater.AddAvailableValue(value.getParent(), &value);
  updater.AddAvailableValue(cast<BasicBlock>(map[value.getParent()]), mapped(&value));
  for (Use *use : behind)
    updater.RewriteUse(*use);
}

void ErrandCopy::run() {
  for (Instruction *end : departure.errand.ends)
    end->getParent()->splitBasicBlock(end);
  copyBlocks();
  redirect();
  if (header)
    makeRound();
  SetVector<BasicBlock *> behind;
  for (BasicBlock *block : blocks)
    for (BasicBlock *next : successors(block))
      if (!blocks.contains(next))
        behind.insert(next);
  for (BasicBlock *next : behind)
    leaveFor(next);
  for (BasicBlock *block : blocks)
    for (Instruction &value : *block)
      repair(value);
  decide();
  removeUnreachableBlocks(kernel);
  ++numLeavers;
}

} // namespace

void copyErrand(const Departure &departure) { ErrandCopy(departure).run(); }

} // namespace helicon::simt
