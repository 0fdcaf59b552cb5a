// Judged instruction by instruction, by address spaces: shared memory reached through a generic pointer that could be
// any is not taken for it. A wait that counts its rounds up to a limit is closed, too, but ends by itself.
#include "simt/analysis/ClosedLoops.h"

#include "kernel-ir/AddressSpace.h"
#include "simt/analysis/LoopFacts.h"
#include "simt/analysis/Polls.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace helicon::simt {

namespace {

bool isOfBlock(const Value *place, bool isRead, SmallPtrSetImpl<const Value *> &seen);

/// A variable kept in memory for a debugger that holds nothing but pointers to such memory.
bool holdsOfBlock(const AllocaInst &variable, bool isRead, SmallPtrSetImpl<const Value *> &seen) {
  return all_of(variable.users(), [&](const User *user) {
    const auto *store = dyn_cast<StoreInst>(user);
    if (store && store->getPointerOperand() == &variable)
      return store->getValueOperand()->getType()->isPointerTy() && isOfBlock(store->getValueOperand(), isRead, seen);
    const auto *i = cast<Instruction>(user);
    return isa<LoadInst>(i) || i->isLifetimeStartOrEnd();
  });
}

/// Memory that threads of this block alone can reach, or that nobody changes.
bool isOfBlock(const Value *place, bool isRead, SmallPtrSetImpl<const Value *> &seen) {
  const Value *object = getUnderlyingObject(place);
  if (!seen.insert(object).second)
    return true;
  if (object->getType()->getPointerAddressSpace() == kShared || place->getType()->getPointerAddressSpace() == kShared)
    return true;
  if (const auto *load = dyn_cast<LoadInst>(object))
    if (const auto *variable = dyn_cast<AllocaInst>(load->getPointerOperand()))
      return holdsOfBlock(*variable, isRead, seen);
  const auto *argument = dyn_cast<Argument>(object);
  const auto *global = dyn_cast<GlobalVariable>(object);
  return isa<AllocaInst>(object) || (argument && argument->hasByValAttr()) ||
         (isRead && global && global->isConstant());
}

bool isClosed(const Instruction &i) {
  if (!i.mayReadOrWriteMemory() || isa<FenceInst>(i) || i.isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(i))
    return true;
  if (const Value *place = placeOf(i)) {
    const auto *load = dyn_cast<LoadInst>(&i);
    SmallPtrSet<const Value *, 8> seen;
    return isOfBlock(place, load != nullptr, seen) || (load && load->hasMetadata(LLVMContext::MD_invariant_load));
  }
  if (const auto *intrinsic = dyn_cast<IntrinsicInst>(&i))
    return intrinsic->isAssumeLikeIntrinsic();
  const ir::Op op = opOf(i);
  return (op >= ir::Op::WarpSync && op <= ir::Op::ReduxXor) || op == ir::Op::Yield || op == ir::Op::Nanosleep ||
         op == ir::Op::LanesGone || ir::endsLaunch(op);
}

/// Does what the value is in the next round come from what it is in this one, by arithmetic?
bool isComputed(const PHINode &phi, const Loop &loop) {
  Instructions work;
  addOperands(phi, loop, work);
  bool computes = false;
  for (unsigned k = 0; k < work.size(); ++k) {
    computes |= isa<BinaryOperator>(work[k]) && !work[k]->getType()->isIntOrIntVectorTy(1);
    addOperands(*work[k], loop, work);
  }
  return computes && work.contains(&phi);
}

} // namespace

bool endsByItself(const Instruction &exit, const Loop &loop) {
  Instructions work;
  work.insert(&exit);
  for (unsigned k = 0; k < work.size(); ++k) {
    auto *phi = dyn_cast<PHINode>(work[k]);
    if (phi && phi->getParent() == loop.getHeader() && isComputed(*phi, loop))
      return true;
    addOperands(*work[k], loop, work);
  }
  return false;
}

bool isClosed(const Loop &loop) {
  return all_of(loop.blocks(), [](const BasicBlock *block) {
    return all_of(*block, [](const Instruction &i) { return isClosed(i); });
  });
}

} // namespace helicon::simt
