// Grid-stride loops. A group that runs one to its end touches short pieces of memory, a grid's width apart: prefetchers
// fetch what only its neighbours will read, and every piece lies in another page. So it takes turns: after each step a
// helicon.turn lets the block's other groups, and neighbouring blocks, do theirs, and a worker reads memory in order.
// A turn costs some nanoseconds and a save of what the loop carries, so little is left to carry: inductions become one
// counter, and while all threads go on the loop runs in a copy without masks. A loop with much state and little
// memory stays as it is.
#include "kernel-ir/AddressSpace.h"
#include "simt/Simt.h"
#include "simt/analysis/LoopFacts.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#define DEBUG_TYPE "simt-turns"
STATISTIC(numTurns, "Grid-stride loops that take turns");
STATISTIC(numFullLoops, "Loops with a copy for groups whose threads all go on");

using namespace llvm;

namespace helicon::simt {

namespace {

constexpr unsigned kMostCopied = 150; ///< instructions of a loop that gets a copy

bool isGridSize(const SCEV *expression) {
  auto *unknown = dyn_cast<SCEVUnknown>(expression);
  auto *value = unknown ? dyn_cast<Instruction>(unknown->getValue()) : nullptr;
  ir::Op op = value ? opOf(*value) : ir::Op::None;
  return op >= ir::Op::NctaidX && op <= ir::Op::NctaidZ;
}

/// Values that one step of the loop reads or writes at addresses that move on by the grid's size.
unsigned streamed(const Loop &loop, ScalarEvolution &evolution) {
  auto movesByGrid = [&](const SCEV *expression) {
    auto *recurrence = dyn_cast<SCEVAddRecExpr>(expression);
    return recurrence && recurrence->getLoop() == &loop &&
           SCEVExprContains(recurrence->getStepRecurrence(evolution), isGridSize);
  };
  unsigned count = 0;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &i : *block) {
      Value *pointer = getLoadStorePointerOperand(&i);
      count += pointer && SCEVExprContains(evolution.getSCEV(pointer), movesByGrid);
    }
  return count;
}

/// What goes from step to step, in values a thread: inductions count nothing, they are one number for many threads.
unsigned carried(const Loop &loop, ScalarEvolution &evolution) {
  unsigned count = 0;
  for (PHINode &phi : loop.getHeader()->phis())
    count += !evolution.isSCEVable(phi.getType()) || !isa<SCEVAddRecExpr>(evolution.getSCEV(&phi));
  return count;
}

bool wantsTurns(const Loop &loop, ScalarEvolution &evolution) {
  if (!loop.getLoopPreheader() || !loop.getLoopLatch() || hasBarrier(loop))
    return false;
  unsigned streams = streamed(loop, evolution);
  return streams > 0 && carried(loop, evolution) <= streams;
}

/// Integer inductions, each a scalar a part, become sums over one counter that the whole group shares.
void shareCounter(const Loop &loop) {
  BasicBlock *header = loop.getHeader(), *preheader = loop.getLoopPreheader(), *latch = loop.getLoopLatch();
  DenseMap<Type *, PHINode *> counters;
  for (PHINode &phi : make_early_inc_range(header->phis())) {
    auto *next = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(latch));
    if (!phi.getType()->isIntegerTy() || !next || next->getOpcode() != Instruction::Add)
      continue;
    Value *step = next->getOperand(next->getOperand(0) == &phi ? 1 : 0);
    if (!is_contained(next->operands(), &phi) || !loop.isLoopInvariant(step))
      continue;
    PHINode *&counter = counters[phi.getType()];
    if (!counter) {
      counter = PHINode::Create(phi.getType(), 2, "turn", header->begin());
      counter->addIncoming(ConstantInt::get(phi.getType(), 0), preheader);
      IRBuilder<> atEnd(latch->getTerminator());
      counter->addIncoming(atEnd.CreateAdd(counter, ConstantInt::get(phi.getType(), 1)), latch);
    }
    IRBuilder<> b(header, header->getFirstInsertionPt());
    Value *now = b.CreateAdd(phi.getIncomingValueForBlock(preheader), b.CreateMul(counter, step), phi.getName());
    next->dropPoisonGeneratingFlags();
    phi.replaceAllUsesWith(now);
    phi.eraseFromParent();
  }
}

/// The loop ends at its latch, alone, and is small enough to be copied.
bool canBeCopied(const Loop &loop) {
  unsigned size = 0;
  for (const BasicBlock *block : loop.blocks())
    size += block->size();
  return size <= kMostCopied && loop.isInnermost() && loop.getExitingBlock() == loop.getLoopLatch() &&
         loop.getExitBlock();
}

/// A copy in front of the loop for as long as every thread that entered goes on: its exit is the group's as a whole.
/// The loop itself takes over with those that are left.
void addFullLoop(const Loop &loop) {
  BasicBlock *header = loop.getHeader(), *preheader = loop.getLoopPreheader(), *latch = loop.getLoopLatch(),
             *exit = loop.getExitBlock();
  Function &kernel = *header->getParent();
  ValueToValueMapTy map;
  SmallVector<BasicBlock *, 8> copies;
  for (BasicBlock *block : loop.blocks()) {
    BasicBlock *copy = CloneBasicBlock(block, map, ".full", &kernel);
    map[block] = copy;
    copies.push_back(copy);
  }
  remapInstructionsInBlocks(copies, map);
  auto mapped = [&](Value *value) {
    auto it = map.find(value);
    return it == map.end() ? value : static_cast<Value *>(it->second);
  };
  auto *fullHeader = cast<BasicBlock>(map[header]), *fullLatch = cast<BasicBlock>(map[latch]);
  BasicBlock *left = BasicBlock::Create(kernel.getContext(), "some.left", &kernel, header);
  BasicBlock *entry = BasicBlock::Create(kernel.getContext(), "some.go.on", &kernel, header);
  auto *branch = cast<BranchInst>(fullLatch->getTerminator());
  const bool staysIfTrue = branch->getSuccessor(0) == fullHeader;
  IRBuilder<> b(branch);
  Value *goesOn = staysIfTrue ? branch->getCondition() : b.CreateNot(branch->getCondition());
  b.CreateCondBr(ir::call(b, ir::Op::GroupAll, {goesOn}), fullHeader, left);
  b.SetInsertPoint(left);
  b.SetCurrentDebugLocation(branch->getDebugLoc());
  b.CreateCondBr(goesOn, entry, exit);
  branch->eraseFromParent();
  b.SetInsertPoint(entry);
  b.CreateBr(header);
  for (PHINode &phi : header->phis()) {
    int k = phi.getBasicBlockIndex(preheader);
    phi.setIncomingValue(k, mapped(phi.getIncomingValueForBlock(latch)));
    phi.setIncomingBlock(k, entry);
  }
  for (PHINode &phi : exit->phis())
    phi.addIncoming(mapped(phi.getIncomingValueForBlock(latch)), left);
  preheader->getTerminator()->replaceSuccessorWith(header, fullHeader);
  ++numFullLoops;
}

} // namespace

unsigned insertTurns(LoopFacts &facts) {
  DominatorTree &dominators = facts.analyses().dominators;
  LoopInfo &loops = facts.analyses().loops;
  if (loops.empty() ||
      any_of(instructions(facts.kernel()), [](const Instruction &i) { return opOf(i) == ir::Op::Yield; }))
    return 0;
  ScalarEvolution &evolution = facts.evolution();
  SmallVector<Loop *, 4> chosen;
  bool changed = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    changed |= simplifyLoop(loop, &dominators, &loops, &evolution, &facts.assumptions(), nullptr, false);
    changed |= formLCSSA(*loop, dominators, &loops, &evolution);
    if (wantsTurns(*loop, evolution))
      chosen.push_back(loop);
  }
  Module &module = *facts.kernel().getParent();
  Value *shared = module.getGlobalVariable(ir::kSharedMemory, true);
  if (!shared)
    shared = ConstantPointerNull::get(PointerType::get(module.getContext(), kShared));
  for (Loop *loop : chosen) {
    shareCounter(*loop);
    IRBuilder<> b(loop->getHeader(), loop->getHeader()->getFirstInsertionPt());
    ir::call(b, ir::Op::Turn, {shared});
    if (canBeCopied(*loop))
      addFullLoop(*loop);
  }
  if (changed || !chosen.empty())
    facts.codeChanged();
  numTurns += chosen.size();
  return chosen.size();
}

} // namespace helicon::simt
