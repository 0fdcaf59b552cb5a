// Whole-function vectorisation, the frame: creates NAME.group, walks the structured kernel in reverse post-order
// and rebuilds its control flow. Linear in instructions * parts; everything is emitted once.
#include "simt/analysis/KeptFunctions.h"
#include "simt/analysis/LoopFacts.h"
#include "simt/analysis/PlantedFault.h"
#include "simt/vectorize/Vectorizer.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#define DEBUG_TYPE "simt-vectorize"
STATISTIC(numVectorized, "Kernels vectorised");
STATISTIC(numDivergentBranches, "Divergent branches turned into tests for any lane");
STATISTIC(numBlendedPhis, "Phis turned into selections by mask");

using namespace llvm;

namespace helicon::simt {

Vectorizer::Vectorizer(Function &kernel, const LaunchShape &shape, const Plan &plan, const Target &target)
    : kernel(kernel), module(*kernel.getParent()), context(kernel.getContext()), plan(plan), target(target),
      geometry(shape, plan), analyses(kernel), shapes(analyses, geometry), wide(analyses, shapes, geometry, target.isa),
      V(plan.lanes), U(plan.parts), b(context), endPart(plan.parts) {}

Expected<Function *> Vectorizer::run() {
  if (Error e = check())
    return e;
  createFunction();
  countsBarriers = any_of(instructions(kernel), [](const Instruction &i) {
    auto *call = dyn_cast<CallBase>(&i);
    ir::Op op = call ? ir::opOf(*call) : ir::Op::None;
    return op == ir::Op::BarrierNamed || op == ir::Op::BarrierArrive;
  });
  for (BasicBlock *block : analyses.order)
    firstOf[block] = BasicBlock::Create(context, block->getName(), out);
  prepareMaskSlots();
  for (BasicBlock *block : analyses.order)
    if (any_of(block->phis(), [&](PHINode &phi) { return shapes.isBlended(&phi); }) && !maskSlots.count(block))
      startsOf[origin(block)].push_back(block);
  for (BasicBlock *block : analyses.order)
    emitBlock(*block);
  finishPhis();
  b.SetInsertPoint(entryEnd);
  b.CreateBr(firstOf[&kernel.getEntryBlock()]);
  entryEnd->eraseFromParent();
  SmallVector<AllocaInst *, 32> slots;
  for (Instruction &i : out->getEntryBlock())
    if (auto *local = dyn_cast<AllocaInst>(&i); local && isAllocaPromotable(local))
      slots.push_back(local);
  DominatorTree dominators(*out);
  PromoteMemToReg(slots, dominators);
  ++numVectorized;
  return out;
}

Error Vectorizer::check() const {
  for (BasicBlock *block : analyses.order) {
    auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!branch && !isa<ReturnInst>(block->getTerminator()))
      return make_error<Decline>("a terminator is neither a branch nor a return");
    if (!shapes.isDivergent(block))
      continue;
    if (none_of(branch->successors(),
                [&](BasicBlock *s) { return s != block && analyses.postDominators.dominates(s, block); }))
      return make_error<Decline>("a divergent branch has no successor that post-dominates it");
  }
  for (Loop *loop : analyses.loops.getLoopsInPreorder()) {
    if (!loop->getLoopPreheader() || !loop->getLoopLatch())
      return make_error<Decline>("a loop has several entries or latches");
    if (shapes.isDivergentLoop(loop) && !loop->getUniqueExitBlock())
      return make_error<Decline>("a divergent loop has several exits");
  }
  return Error::success();
}

void Vectorizer::createFunction() {
  Type *pointer = b.getPtrTy(), *i32 = b.getInt32Ty();
  auto *type = FunctionType::get(b.getVoidTy(), {pointer, i32}, false);
  const bool isFunction = isKeptFunction(kernel);
  out = isFunction ? warpFunctionOf(kernel)
                   : Function::Create(type, GlobalValue::InternalLinkage, kernel.getName() + ".group", module);
  out->setDoesNotThrow();
  out->setSubprogram(kernel.getSubprogram());
  kernel.setSubprogram(nullptr);
  blockContext = out->getArg(0);
  blockContext->setName("ctx");
  out->addParamAttr(0, Attribute::NoAlias);
  group = out->getArg(1);
  group->setName("group");
  BasicBlock *entry = BasicBlock::Create(context, "start", out);
  entryEnd = new UnreachableInst(context, entry);
  if (geometry.groups == 1)
    group = b.getInt32(0);
  b.SetInsertPoint(entryEnd);
  if (isFunction)
    takeParameters();
  else
    loadArguments();
  if (GlobalVariable *shared = module.getGlobalVariable(ir::kSharedMemory, true)) {
    values[shared].resize(1);
    values[shared][0].scalar = access.shared(b);
  }
  AllocaInst *place = b.CreateAlloca(ArrayType::get(b.getInt8Ty(), 64), nullptr, "dummy");
  place->setAlignment(Align(64));
  dummy = place;
}

void Vectorizer::emitBlock(BasicBlock &block) {
  b.SetInsertPoint(firstOf[&block]);
  for (PHINode &phi : block.phis())
    if (!shapes.isBlended(&phi))
      emitPhi(phi);
  Mask mask = maskOf(block);
  current = &(masks[&block] = std::move(mask));
  for (PHINode &phi : block.phis())
    if (shapes.isBlended(&phi))
      emitPhi(phi);
  emitBody(block);
  emitTerminator(block);
  lastOf[&block] = b.GetInsertBlock();
}

bool Vectorizer::sharedBetweenWarps(const Sharing &sharing) const {
  for (unsigned p = geometry.warpParts(); p < U; ++p)
    if (sharing[p] / geometry.warpParts() != p / geometry.warpParts())
      return true;
  return false;
}

/// The block belongs to a loop that goes through memory without waiting for other threads.
bool Vectorizer::walksMemory(const BasicBlock &block) const {
  const Loop *loop = analyses.loops.getLoopFor(&block);
  if (!loop || !loop->isInnermost() || none_of(block, [](const Instruction &i) { return isa<LoadInst, StoreInst>(i); }))
    return false;
  return !hasBarrier(*loop);
}

// A warp after the other for runs of instructions between those that concern the group as a whole. Each warp then
// works through a short piece of memory before the next one starts, and values die young; instruction by instruction
// over all parts, loads of sixteen places come between the uses of one cache line. What several warps share is done
// once, by the first of them; so a shared load may not pass a store of a later warp, and a shared store may pass
// nothing.
void Vectorizer::emitBody(BasicBlock &block) {
  SmallVector<Instruction *, 32> run;
  bool stores = false;
  auto flush = [&] {
    emitWarpByWarp(block, run);
    run.clear();
    stores = false;
  };
  auto alone = [&](Instruction &i) {
    current = &masks[&block];
    b.SetCurrentDebugLocation(i.getDebugLoc());
    emit(i);
  };
  const bool warpByWarp = walksMemory(block);
  SmallVector<CallBase *, 32> steps; // of matrix products
  auto flushSteps = [&] {
    if (steps.empty())
      return;
    current = &masks[&block];
    emitMatrixSteps(steps);
    steps.clear();
  };
  for (Instruction &i : block) {
    if (isa<PHINode>(i) || i.isTerminator() || isa<DbgInfoIntrinsic>(i))
      continue;
    auto *call = dyn_cast<CallBase>(&i);
    if (call && ir::isMatrix(ir::opOf(*call))) {
      flush();
      steps.push_back(call);
      continue;
    }
    flushSteps();
    auto *load = dyn_cast<LoadInst>(&i);
    auto *store = dyn_cast<StoreInst>(&i);
    if (call && ir::opOf(*call) != ir::Op::None && call->doesNotAccessMemory() && call->arg_empty()) {
      alone(i); // a fact of the block or of its threads: depends on nothing in the run
      continue;
    }
    bool whole = !warpByWarp || (call && (!call->doesNotAccessMemory() || ir::opOf(*call) != ir::Op::None)) ||
                 i.isAtomic() || i.isVolatile() || isa<FenceInst, AllocaInst>(i);
    if (store) {
      Sharing sharing = shapes.of(store->getPointerOperand()).sharing.meet(shapes.of(store->getValueOperand()).sharing);
      const WideGroup *together = wide.of(store);
      whole |= sharedBetweenWarps(together ? together->sharing : sharing);
    }
    if (whole || (load && stores && sharedBetweenWarps(shapes.of(load).sharing)))
      flush();
    if (whole) {
      alone(i);
      continue;
    }
    stores |= store != nullptr;
    run.push_back(&i);
  }
  flushSteps();
  flush();
}

void Vectorizer::emitWarpByWarp(BasicBlock &block, ArrayRef<Instruction *> run) {
  current = &masks[&block];
  for (unsigned warp = 0; !run.empty() && warp < U; warp += geometry.warpParts()) {
    firstPart = warp;
    endPart = std::min(U, warp + geometry.warpParts());
    for (Instruction *i : run) {
      b.SetCurrentDebugLocation(i->getDebugLoc());
      emit(*i);
    }
  }
  firstPart = 0;
  endPart = U;
}

void Vectorizer::emitPhi(PHINode &phi) {
  const Shape &shape = shapes.of(&phi);
  Type *type = shape.isVarying() ? vectorType(phi.getType()) : phi.getType();
  if (!shapes.isBlended(&phi)) {
    forEachClass(shape.sharing, [&](unsigned p) {
      PHINode *copy = b.CreatePHI(type, phi.getNumIncomingValues(), phi.getName());
      openPhis.push_back({copy, &phi, p});
      define(phi, p, copy);
    });
    return;
  }
  ++numBlendedPhis;
  auto &slots = blendSlots[&phi];
  if (slots.empty()) // no edge was emitted before: only undefined values come here
    slots.resize(U, nullptr);
  forEachClass(shape.sharing, [&](unsigned p) {
    Value *merged =
        slots[p] ? static_cast<Value *>(b.CreateLoad(type, slots[p], phi.getName())) : PoisonValue::get(type);
    define(phi, p, merged);
  });
}

// Who comes along the edge leaves its value in the phi's slot; the others' values stay. A fresh start at the phi's
// origin keeps values of an earlier iteration out.
void Vectorizer::writeBlends(BasicBlock &from, BasicBlock &to) {
  bool blended = any_of(to.phis(), [&](PHINode &phi) { return shapes.isBlended(&phi); });
  auto maskSlot = maskSlots.find(&to);
  if (!blended && maskSlot == maskSlots.end())
    return;
  Mask edge = edgeMask(from, to);
  if (maskSlot != maskSlots.end())
    for (unsigned p = 0; p < U; ++p) {
      Value *before = b.CreateLoad(vectorType(b.getInt1Ty()), maskSlot->second[p]);
      b.CreateStore(b.CreateOr(before, maskOrAllTrue(edge[p])), maskSlot->second[p]);
    }
  for (PHINode &phi : to.phis()) {
    const Value *value = phi.getIncomingValueForBlock(&from);
    if (!shapes.isBlended(&phi) || isa<UndefValue>(value))
      continue;
    const Shape &shape = shapes.of(&phi);
    auto &slots = blendSlots[&phi];
    slots.resize(U, nullptr);
    forEachClass(shape.sharing, [&](unsigned p) {
      Value *mine = shape.isVarying() ? vectorOf(value, p) : scalarOf(value, p);
      if (!slots[p])
        slots[p] = slot(mine->getType(), phi.getName() + ".slot");
      Value *lanes = unionMask(shape.sharing, p, edge);
      if (lanes && !shape.isVarying())
        lanes = anyLane(lanes);
      if (lanes)
        mine = planted("swapped-select") ? b.CreateSelect(lanes, b.CreateLoad(mine->getType(), slots[p]), mine)
                                         : b.CreateSelect(lanes, mine, b.CreateLoad(mine->getType(), slots[p]));
      b.CreateStore(mine, slots[p]);
    });
  }
}

void Vectorizer::emitTerminator(BasicBlock &block) {
  b.SetCurrentDebugLocation(block.getTerminator()->getDebugLoc());
  if (auto it = startsOf.find(&block); it != startsOf.end())
    for (const BasicBlock *start : it->second) {
      if (auto m = maskSlots.find(start); m != maskSlots.end())
        for (Value *place : m->second)
          b.CreateStore(Constant::getNullValue(vectorType(b.getInt1Ty())), place);
      for (const PHINode &phi : start->phis()) {
        if (!shapes.isBlended(&phi))
          continue;
        const Shape &shape = shapes.of(&phi);
        Type *type = shape.isVarying() ? vectorType(phi.getType()) : phi.getType();
        auto &slots = blendSlots[&phi];
        slots.resize(U, nullptr);
        forEachClass(shape.sharing, [&](unsigned p) {
          if (!slots[p])
            slots[p] = slot(type, phi.getName() + ".slot");
          b.CreateStore(PoisonValue::get(type), slots[p]);
        });
      }
    }
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  if (!branch) {
    emitReturn(*cast<ReturnInst>(block.getTerminator()));
    return;
  }
  if (shapes.isDivergent(&block))
    for (BasicBlock *successor : branch->successors()) {
      Mask edge = edgeMask(block, *successor);
      edgeMasks[{&block, successor}] = std::move(edge);
    }
  SmallPtrSet<BasicBlock *, 2> done;
  for (BasicBlock *successor : branch->successors())
    if (done.insert(successor).second)
      writeBlends(block, *successor);
  if (branch->isUnconditional()) {
    b.CreateBr(firstOf[branch->getSuccessor(0)]);
    return;
  }
  if (!shapes.isDivergent(&block)) {
    auto *copy = b.CreateCondBr(scalarOf(branch->getCondition(), 0), firstOf[branch->getSuccessor(0)],
                                firstOf[branch->getSuccessor(1)]);
    copy->copyMetadata(*branch);
    return;
  }
  ++numDivergentBranches;
  // (A loop of one block post-dominates itself: the way back is never the rejoining one.)
  bool firstRejoins =
      branch->getSuccessor(0) != &block && analyses.postDominators.dominates(branch->getSuccessor(0), &block);
  BasicBlock *side = branch->getSuccessor(firstRejoins), *rejoin = branch->getSuccessor(!firstRejoins);
  Value *any = anyLane(edgeMask(block, *side));
  auto *copy = b.CreateCondBr(any, firstOf[side], firstOf[rejoin]);
  if (MDNode *loop = branch->getMetadata(LLVMContext::MD_loop))
    copy->setMetadata(LLVMContext::MD_loop, loop);
}

void Vectorizer::finishPhis() {
  for (auto &[copy, phi, part] : openPhis)
    for (unsigned k = 0; k < phi->getNumIncomingValues(); ++k) {
      const Value *value = phi->getIncomingValue(k);
      Value *mine = isa<UndefValue>(value)                ? PoisonValue::get(copy->getType())
                    : copy->getType() == value->getType() ? scalarOf(value, part)
                                                          : vectorOf(value, part);
      copy->addIncoming(mine, lastOf[phi->getIncomingBlock(k)]);
    }
  for (auto &[copy, header, part] : openMasks) {
    const Loop *loop = analyses.loops.getLoopFor(header);
    BasicBlock *preheader = loop->getLoopPreheader(), *latch = loop->getLoopLatch();
    copy->addIncoming(maskOrAllTrue(masks[preheader][part]), lastOf[preheader]);
    b.SetInsertPoint(lastOf[latch]->getTerminator());
    Mask stay = edgeMask(*latch, *const_cast<BasicBlock *>(header));
    copy->addIncoming(maskOrAllTrue(planted("late-loop-exit") ? masks[latch][part] : stay[part]), lastOf[latch]);
  }
}

Expected<Function *> vectorize(Function &kernel, const LaunchShape &shape, const Plan &plan, const Target &target) {
  // Addresses inside shared memory become instructions: their base is known only in the block.
  if (GlobalVariable *shared = kernel.getParent()->getGlobalVariable(ir::kSharedMemory, true))
    convertUsersOfConstantsToInstructions({shared}, &kernel);
  return Vectorizer(kernel, shape, plan, target).run();
}

Error vectorizeFunctions(ArrayRef<Function *> functions, const LaunchShape &shape, const Plan &plan,
                         const Target &target) {
  Plan warp = plan;
  cut(warp, shape, Geometry(shape, plan).warpParts());
  for (Function *f : functions)
    if (Expected<Function *> made = vectorize(*f, shape, warp, target); !made)
      return made.takeError();
  for (Function *f : functions)
    f->deleteBody();
  return Error::success();
}

} // namespace helicon::simt
