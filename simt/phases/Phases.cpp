// Barriers cut a group function into phases. The general form is a resumable state machine: a call runs the group
// from where it stopped to its next barrier or its end; what is alive in between is in the group's frame.
//   entry:  switch (frame->state) -> start | resume 1 | resume 2 ...
//   before: save live values, state = k, return        resume k: read them back, go on
// Cost: 2-3 ns a group and barrier. LLVM's coroutine passes are not used: they store a value where it is made, and so
// every step of an accumulator. Values are SSA until the end, so the loops between two barriers stay as they were.
#include "simt/KernelImage.h"
#include "simt/Simt.h"
#include "simt/phases/ArraysToFrame.h"
#include "simt/phases/LateRestores.h"
#include "simt/phases/Rematerialize.h"
#include "simt/phases/SavePlan.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include <optional>

#define DEBUG_TYPE "helicon-phases"

using namespace llvm;

namespace helicon::simt {

namespace {

STATISTIC(numSuspensions, "suspensions in group functions");
STATISTIC(numSaved, "values kept in frames");
STATISTIC(numRecomputed, "values computed again after a suspension");
STATISTIC(numArrays, "private arrays moved into frames");

constexpr unsigned kMaxFrameBytes = 1u << 28;

class PhaseBuilder {
public:
  explicit PhaseBuilder(Function &group) : group(group), frame(group.getParent()->getDataLayout()) {}
  Expected<Phases> run();

private:
  void createEntry();
  void cutBlocks();
  void cutAt(CallInst &call, GroupStatus status);
  void keepValues();
  void saveValues(const SavePlan &plan);
  SmallVector<Restored> restoreValues(const Liveness &live, const BitVector &saved, Rematerializer &again);
  void finishCuts();
  void dispatch();
  Value *header(IRBuilder<> &b, size_t offset) {
    return b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), frameArgument, offset);
  }

  Function &group;
  Function *entry = nullptr;
  Argument *frameArgument = nullptr;
  SmallVector<Suspension> suspensions;
  SmallPtrSet<const Instruction *, 8> arrays;
  Frame frame;
};

// The same body under the signature of GroupFunction.
void PhaseBuilder::createEntry() {
  LLVMContext &c = group.getContext();
  Type *ptr = PointerType::get(c, 0), *i32 = Type::getInt32Ty(c);
  entry = Function::Create(FunctionType::get(i32, {ptr, i32, ptr}, false), GlobalValue::InternalLinkage, "",
                           group.getParent());
  entry->copyAttributesFrom(&group);
  entry->setDSOLocal(true);
  entry->takeName(&group);
  entry->splice(entry->begin(), &group);
  entry->setSubprogram(group.getSubprogram());
  group.setSubprogram(nullptr);
  for (unsigned n = 0; n < 2; ++n) {
    group.getArg(n)->replaceAllUsesWith(entry->getArg(n));
    entry->getArg(n)->takeName(group.getArg(n));
  }
  frameArgument = entry->getArg(2);
  frameArgument->setName("frame");
  for (BasicBlock &block : *entry)
    if (auto *ret = dyn_cast<ReturnInst>(block.getTerminator())) {
      ReturnInst *ended = ReturnInst::Create(c, ConstantInt::getSigned(i32, int32_t(GroupStatus::Ended)), ret);
      ended->setDebugLoc(ret->getDebugLoc());
      ret->eraseFromParent();
    }
}

/// What a group reports that stops at this call; nothing where it doesn't stop.
std::optional<GroupStatus> statusAt(const CallInst &call) {
  switch (ir::opOf(call)) {
  case ir::Op::PhaseBarrier:
    return GroupStatus::Barrier;
  case ir::Op::PhaseYield:
    return GroupStatus::Yield;
  case ir::Op::PhaseTurn:
    return GroupStatus::Turn;
  default:
    return std::nullopt;
  }
}

void PhaseBuilder::cutAt(CallInst &call, GroupStatus status) {
  BasicBlock *before = call.getParent();
  BasicBlock *after = before->splitBasicBlock(&call, "after");
  BasicBlock *resume = BasicBlock::Create(call.getContext(), "resume", entry, after);
  before->getTerminator()->setSuccessor(0, resume);
  before->getTerminator()->setDebugLoc(call.getDebugLoc());
  BranchInst *onwards = BranchInst::Create(after, resume);
  onwards->setDebugLoc(call.getDebugLoc());
  IRBuilder<> save(before->getTerminator()), restore(onwards);
  if (status == GroupStatus::Barrier) {
    save.CreateStore(call.getArgOperand(0), header(save, offsetof(FrameHeader, barrier)));
    save.CreateStore(call.getArgOperand(1), header(save, offsetof(FrameHeader, contributed)));
    if (!call.use_empty())
      call.replaceAllUsesWith(
          restore.CreateLoad(restore.getInt32Ty(), header(restore, offsetof(FrameHeader, result)), "combined"));
  } else if (status == GroupStatus::Yield) {
    save.CreateStore(save.CreateZExt(call.getArgOperand(0), save.getInt32Ty()),
                     header(save, offsetof(FrameHeader, contributed)));
  }
  const uint32_t site = addSite(*entry->getParent(), call.getDebugLoc());
  call.eraseFromParent();
  suspensions.push_back({before, resume, status, site});
  ++numSuspensions;
}

void PhaseBuilder::cutBlocks() {
  SmallVector<std::pair<CallInst *, GroupStatus>> calls;
  for (Instruction &i : instructions(entry))
    if (auto *call = dyn_cast<CallInst>(&i))
      if (std::optional<GroupStatus> status = statusAt(*call))
        calls.emplace_back(call, *status);
  for (auto [call, status] : calls)
    cutAt(*call, status);
}

void PhaseBuilder::saveValues(const SavePlan &plan) {
  for (BasicBlock &block : *entry) {
    IRBuilder<> b(block.getTerminator());
    for (const Save &save : plan.at(&block))
      frame.save(b, frameArgument, save.value, save.content);
  }
}

// Each value gets a second definition at every resume point it is live at; SSAUpdater joins them.
SmallVector<Restored> PhaseBuilder::restoreValues(const Liveness &live, const BitVector &saved, Rematerializer &again) {
  SmallVector<Restored> restored;
  DenseMap<unsigned, SmallVector<std::pair<BasicBlock *, Value *>, 4>> definitions;
  for (size_t k = 0; k < suspensions.size(); ++k) {
    BasicBlock *resume = suspensions[k].resume;
    IRBuilder<> b(resume, resume->getFirstInsertionPt());
    b.SetCurrentDebugLocation(resume->getTerminator()->getDebugLoc());
    Rematerializer::Point point(again, b);
    for (unsigned value : live.across(k).set_bits()) {
      Instruction *original = live.values()[value];
      Value *there =
          saved.test(value) ? frame.restore(b, frameArgument, value, original->getType()) : point.value(*original);
      definitions[value].push_back({resume, there});
      if (saved.test(value))
        restored.push_back({value, cast<Instruction>(there)});
    }
  }
  for (unsigned value = 0; value < live.values().size(); ++value) {
    if (definitions[value].empty())
      continue;
    Instruction *original = live.values()[value];
    SSAUpdater updater;
    updater.Initialize(original->getType(), original->getName());
    updater.AddAvailableValue(original->getParent(), original);
    for (auto &[block, there] : definitions[value])
      updater.AddAvailableValue(block, there);
    SmallVector<Use *> uses(make_pointer_range(original->uses()));
    for (Use *use : uses) {
      auto *user = cast<Instruction>(use->getUser());
      // Behind its definition in the same block a use needs no other.
      if (user->getParent() == original->getParent() && !isa<PHINode>(user))
        continue;
      updater.RewriteUse(*use);
    }
  }
  return restored;
}

void PhaseBuilder::keepValues() {
  DominatorTree dominators(*entry);
  LoopInfo loops(dominators);
  // A loop needs a block in front of it that early saves can go to.
  for (Loop *loop : loops.getLoopsInPreorder())
    if (!loop->getLoopPreheader())
      InsertPreheaderForLoop(loop, &dominators, &loops, nullptr, /*PreserveLCSSA=*/false);
  auto isFixed = [&](const Instruction &i) { return arrays.contains(&i) || isa<AllocaInst>(i); };
  Liveness live(*entry, suspensions, isFixed);
  Rematerializer again([&](const Instruction &i) { return arrays.contains(&i); });
  BitVector saved(live.values().size());
  for (unsigned value = 0; value < live.values().size(); ++value)
    if (!again.isCheap(*live.values()[value]))
      saved.set(value);
    else
      ++numRecomputed;
  Webs webs(live, loops, saved);
  // What no suspension needs has a slot only if it flows into something that one does.
  for (unsigned value : saved.set_bits())
    if (webs.users(webs.of(value)).none())
      saved.reset(value);
  numSaved += saved.count();
  frame.addSlots(live, webs, saved);
  SavePlan plan(*entry, suspensions, live, loops, saved, frame);
  saveValues(plan);
  finishCuts();
  dispatch();
  SmallVector<Restored> restored = restoreValues(live, saved, again);
  restoreLate(*entry, frameArgument, restored, frame, plan, [&](const BasicBlock *from, const BasicBlock *to) {
    const Loop *loop = loops.getLoopFor(to);
    return loop && loop->getHeader() == to && loop->contains(from);
  });
}

// The edge from `before` to `resume` ends; a return takes its place.
void PhaseBuilder::finishCuts() {
  for (const Suspension &suspension : suspensions) {
    Instruction *end = suspension.before->getTerminator();
    IRBuilder<> b(end);
    b.CreateStore(b.getInt32(suspension.site), header(b, offsetof(FrameHeader, state)));
    b.CreateRet(b.getInt32(int32_t(suspension.status)));
    end->eraseFromParent();
  }
}

void PhaseBuilder::dispatch() {
  BasicBlock *start = &entry->getEntryBlock();
  BasicBlock *head = BasicBlock::Create(entry->getContext(), "dispatch", entry, start);
  // What every call needs: the stack slots, and the addresses of arrays in the frame.
  for (Instruction &i : make_early_inc_range(*start))
    if (isa<AllocaInst>(i) || arrays.contains(&i))
      i.moveBefore(*head, head->end());
  BasicBlock *broken = BasicBlock::Create(entry->getContext(), "broken", entry);
  new UnreachableInst(entry->getContext(), broken);
  IRBuilder<> b(head);
  Value *state = b.CreateLoad(b.getInt32Ty(), header(b, offsetof(FrameHeader, state)), "state");
  SwitchInst *choice = b.CreateSwitch(state, broken, suspensions.size() + 1);
  choice->addCase(b.getInt32(0), start);
  for (const Suspension &suspension : suspensions)
    choice->addCase(b.getInt32(suspension.site), suspension.resume);
}

Expected<Phases> PhaseBuilder::run() {
  removeUnreachableBlocks(group);
  createEntry();
  cutBlocks();
  if (suspensions.empty())
    return Phases{entry, 0};
  arrays = moveArraysToFrame(*entry, frameArgument, suspensions, frame);
  numArrays += arrays.size();
  keepValues();
  if (frame.bytes() > kMaxFrameBytes)
    return make_error<Decline>("a group's frame would need " + std::to_string(frame.bytes() >> 20) + " MiB");
  auto bytes = static_cast<uint32_t>(frame.bytes());
  AttrBuilder facts(entry->getContext());
  facts.addAttribute(Attribute::NoAlias).addAlignmentAttr(kFrameAlign).addDereferenceableAttr(bytes);
  entry->addParamAttrs(2, facts);
  return Phases{entry, bytes};
}

} // namespace

Expected<Phases> buildPhases(Function &group) {
  auto phases = PhaseBuilder(group).run();
  if (phases)
    group.eraseFromParent();
  return phases;
}

} // namespace helicon::simt
