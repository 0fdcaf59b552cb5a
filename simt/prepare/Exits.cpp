// Ways out of a kernel. Early: code behind a trap, a failed assert or `exit` goes, and a branch to the return stands
// there, so that a divergent trap is ordinary control flow (spikes 3.4). Late: one return, no `unreachable`, and every
// endless loop gets an exit on the opaque helicon.lanes.gone. Cost: linear, but a pass over the graph an endless loop.
#include "simt/prepare/Steps.h"

#include "kernel-ir/Intrinsics.h"
#include "simt/analysis/Edges.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/Statistic.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#define DEBUG_TYPE "helicon-exits"
STATISTIC(numTraps, "Traps, asserts and thread exits that now lead to the return");
STATISTIC(numEndless, "Endless loops given an exit");

using namespace llvm;

namespace helicon::simt {

/// Of nothing, where the function has a result: nobody sees it, the thread has ended.
static ReturnInst *createReturn(Instruction *before) {
  Type *type = before->getFunction()->getReturnType();
  IRBuilder<> b(before);
  return type->isVoidTy() ? b.CreateRetVoid() : b.CreateRet(Constant::getNullValue(type));
}

/// Replaces the rest of the block, from `from` on, by a return.
static void returnFrom(Instruction *from) {
  BasicBlock *block = from->getParent();
  DebugLoc line = from->getDebugLoc();
  changeToUnreachable(from);
  Instruction *end = block->getTerminator();
  createReturn(end)->setDebugLoc(line);
  end->eraseFromParent();
}

static bool endsLaunch(const CallInst &call) { return ir::endsLaunch(ir::opOf(call)); }

Error endAtTraps(Work &work) {
  SmallVector<CallInst *> ends, exits;
  for (Instruction &i : instructions(*work.function)) {
    auto *call = dyn_cast<CallInst>(&i);
    if (!call)
      continue;
    Intrinsic::ID id = call->getIntrinsicID();
    if (endsLaunch(*call) || id == Intrinsic::trap || id == Intrinsic::ubsantrap || id == Intrinsic::debugtrap)
      ends.push_back(call);
    else if (id == Intrinsic::nvvm_exit && work.function != work.kernel)
      return userError(*call, "the end of a thread inside a function that calls itself is not supported");
    else if (id == Intrinsic::nvvm_exit)
      exits.push_back(call);
  }
  // Blocks behind a trap may go while others are rewritten, with calls that are still listed: hold them weakly.
  SmallVector<WeakTrackingVH> handles(ends.begin(), ends.end());
  handles.append(exits.begin(), exits.end());
  for (WeakTrackingVH &handle : handles) {
    auto *call = dyn_cast_or_null<CallInst>(handle);
    if (!call)
      continue;
    ++numTraps;
    Intrinsic::ID id = call->getIntrinsicID();
    if (endsLaunch(*call)) {
      returnFrom(call->getNextNode());
      continue;
    }
    if (id != Intrinsic::nvvm_exit) {
      IRBuilder<> b(call);
      ir::call(b, ir::Op::Trap, {b.getInt32(0)});
    }
    returnFrom(call);
  }
  removeUnreachableBlocks(*work.function);
  return Error::success();
}

/// Blocks from which a return can be reached.
static SmallPtrSet<BasicBlock *, 32> reachReturn(Function &f) {
  SmallPtrSet<BasicBlock *, 32> reached;
  SmallVector<BasicBlock *> work;
  for (BasicBlock &block : f)
    if (isa<ReturnInst>(block.getTerminator()) && reached.insert(&block).second)
      work.push_back(&block);
  while (!work.empty())
    for (BasicBlock *before : predecessors(work.pop_back_val()))
      if (reached.insert(before).second)
        work.push_back(before);
  return reached;
}

/// An edge that closes a cycle among blocks that never reach a return, found depth first.
static std::pair<BasicBlock *, BasicBlock *> endlessEdge(Function &f) {
  auto reached = reachReturn(f);
  for (BasicBlock *start : depth_first(&f)) {
    if (reached.contains(start))
      continue;
    SmallPtrSet<BasicBlock *, 16> path, seen;
    SmallVector<std::pair<BasicBlock *, succ_iterator>> stack;
    auto enter = [&](BasicBlock *block) {
      seen.insert(block);
      path.insert(block);
      stack.push_back({block, succ_begin(block)});
    };
    enter(start);
    while (!stack.empty()) {
      auto &[block, next] = stack.back();
      if (next == succ_end(block)) {
        path.erase(block);
        stack.pop_back();
        continue;
      }
      BasicBlock *to = *next++;
      if (path.contains(to))
        return {block, to};
      if (!seen.contains(to))
        enter(to);
    }
  }
  return {nullptr, nullptr};
}

static void addExit(BasicBlock &from, BasicBlock &to) {
  BasicBlock *out = exitWhenGone(from, to, "endless");
  createReturn(new UnreachableInst(from.getContext(), out));
  out->getTerminator()->eraseFromParent();
  ++numEndless;
}

static void uniteReturns(Function &f) {
  SmallVector<ReturnInst *> returns;
  for (BasicBlock &block : f)
    if (auto *ret = dyn_cast<ReturnInst>(block.getTerminator()))
      returns.push_back(ret);
  if (returns.size() < 2)
    return;
  BasicBlock *last = BasicBlock::Create(f.getContext(), "return", &f);
  IRBuilder<> b(last);
  PHINode *value = f.getReturnType()->isVoidTy() ? nullptr : b.CreatePHI(f.getReturnType(), returns.size());
  ReturnInst::Create(f.getContext(), value, last);
  for (ReturnInst *ret : returns) {
    if (value)
      value->addIncoming(ret->getReturnValue(), ret->getParent());
    IRBuilder<>(ret).CreateBr(last);
    ret->eraseFromParent();
  }
}

Error normaliseExits(Work &work) {
  Function &f = *work.function;
  removeUnreachableBlocks(f);
  for (BasicBlock &block : f)
    if (auto *end = dyn_cast<UnreachableInst>(block.getTerminator())) {
      createReturn(end);
      end->eraseFromParent();
    }
  for (auto [from, to] = endlessEdge(f); from; std::tie(from, to) = endlessEdge(f))
    addExit(*from, *to);
  uniteReturns(f);
  return Error::success();
}

} // namespace helicon::simt
