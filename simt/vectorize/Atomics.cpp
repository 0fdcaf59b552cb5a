// Atomics. Shared memory belongs to one CPU thread, so a plain read-modify-write does: where the thread turns to other
// groups stands a barrier or a helicon.phase.turn, over which shared memory is not kept in registers. On global memory,
// lanes that update one place are combined first where nobody wants the old value; all others go lane by lane.
#include "kernel-ir/AddressSpace.h"
#include "kernel-ir/Intrinsics.h"
#include "simt/analysis/Atomics128.h"
#include "simt/analysis/PlantedFault.h"
#include "simt/vectorize/Fold.h"
#include "simt/vectorize/Vectorizer.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#define DEBUG_TYPE "simt-atomics"
STATISTIC(numReduced, "Atomics combined across lanes");
STATISTIC(numSerial, "Atomics done lane by lane");

using namespace llvm;

namespace helicon::simt {

namespace {

bool combines(AtomicRMWInst::BinOp op) {
  switch (op) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::And:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Xor:
  case AtomicRMWInst::Max:
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::UMin:
    return true;
  default:
    return false;
  }
}

} // namespace

Constant *identityOf(AtomicRMWInst::BinOp op, Type *type) {
  unsigned bits = type->getScalarSizeInBits();
  switch (op) {
  case AtomicRMWInst::And:
  case AtomicRMWInst::UMin:
    return ConstantInt::get(type, APInt::getAllOnes(bits));
  case AtomicRMWInst::Max:
    return ConstantInt::get(type, APInt::getSignedMinValue(bits));
  case AtomicRMWInst::Min:
    return ConstantInt::get(type, APInt::getSignedMaxValue(bits));
  default:
    return ConstantInt::get(type, 0);
  }
}

Value *Vectorizer::reduceLanes(AtomicRMWInst::BinOp op, Value *vector) {
  switch (op) {
  case AtomicRMWInst::And:
    return b.CreateAndReduce(vector);
  case AtomicRMWInst::Or:
    return b.CreateOrReduce(vector);
  case AtomicRMWInst::Xor:
    return b.CreateXorReduce(vector);
  case AtomicRMWInst::Max:
    return b.CreateIntMaxReduce(vector, true);
  case AtomicRMWInst::Min:
    return b.CreateIntMinReduce(vector, true);
  case AtomicRMWInst::UMax:
    return b.CreateIntMaxReduce(vector, false);
  case AtomicRMWInst::UMin:
    return b.CreateIntMinReduce(vector, false);
  default:
    return b.CreateAddReduce(vector);
  }
}

// All lanes of a part, and all parts where they share the address, update one place: one operation with the combined
// operand, the identity standing in for inactive lanes.
bool Vectorizer::emitReducedAtomic(AtomicRMWInst &rmw) {
  const Shape &pointer = shapes.of(rmw.getPointerOperand());
  AtomicRMWInst::BinOp op = rmw.getOperation();
  if (!rmw.use_empty() || !pointer.isUniform() || !combines(op))
    return false;
  ++numReduced;
  Type *type = vectorType(rmw.getType());
  auto fold = op == AtomicRMWInst::Sub ? AtomicRMWInst::Add : op;
  forEachClass(pointer.sharing, [&](unsigned rep) {
    Value *all = nullptr;
    for (unsigned p = rep; p < U; ++p) {
      if (pointer.sharing[p] != rep)
        continue;
      Value *mine = vectorOf(rmw.getValOperand(), p);
      if (Value *mask = (*current)[p])
        mine = b.CreateSelect(mask, mine, identityOf(op, type));
      if (planted("atomic-lost-lane"))
        mine = b.CreateInsertElement(mine, identityOf(op, rmw.getType()), uint64_t(V - 1));
      all = all ? buildAtomicRMWValue(fold, b, all, mine) : mine;
    }
    Value *condition = pointer.isGroupUniform() ? b.getTrue() : anyLane(unionMask(pointer.sharing, rep, *current));
    guarded(condition, b.getVoidTy(), [&]() -> Value * {
      auto *copy = cast<AtomicRMWInst>(rmw.clone());
      copy->setOperand(0, scalarOf(rmw.getPointerOperand(), rep));
      copy->setOperand(1, reduceLanes(fold, all));
      b.Insert(copy);
      if (copy->getPointerAddressSpace() == kShared)
        lowerAtomicRMWInst(copy);
      return nullptr;
    });
  });
  return true;
}

Value *Vectorizer::atomicLane(Instruction &i, unsigned part, Value *lane) {
  Instruction *copy = i.clone();
  for (Use &use : copy->operands())
    use.set(laneValue(use.get(), part, lane));
  b.Insert(copy);
  bool isShared = false;
  if (auto *rmw = dyn_cast<AtomicRMWInst>(copy))
    isShared = rmw->getPointerAddressSpace() == kShared;
  else
    isShared = cast<AtomicCmpXchgInst>(copy)->getPointerAddressSpace() == kShared;
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(copy)) {
    Value *old = b.CreateExtractValue(exchange, 0);
    if (isShared)
      lowerAtomicCmpXchgInst(exchange);
    return old;
  }
  if (!isShared)
    return copy;
  // lowering replaces the instruction: hold its value through a freeze
  auto *old = cast<Instruction>(b.CreateFreeze(copy));
  lowerAtomicRMWInst(cast<AtomicRMWInst>(copy));
  return old;
}

/// The lower halves are the result's lanes, the upper ones stand beside.
void Vectorizer::emitExchange128(CallBase &call) {
  ++numSerial;
  VectorType *halves = vectorType(b.getInt64Ty());
  SmallVector<Value *, 2> &uppers = upperHalves[&call];
  uppers.assign(U, nullptr);
  for (unsigned p = 0; p < U; ++p) {
    AllocaInst *upper = slot(halves, "upper");
    Value *lower = forEachLane((*current)[p], b.getInt64Ty(), [&](Value *lane) {
      SmallVector<Value *, 5> args;
      for (Value *argument : call.args())
        args.push_back(laneValue(argument, p, lane));
      Value *old = exchange128(b, ir::opOf(call), args);
      b.CreateStore(b.CreateExtractValue(old, 1), b.CreateGEP(b.getInt64Ty(), upper, lane));
      return b.CreateExtractValue(old, 0);
    });
    define(call, p, lower);
    uppers[p] = b.CreateLoad(halves, upper);
  }
}

void Vectorizer::emitAtomic(Instruction &i) {
  if (auto *rmw = dyn_cast<AtomicRMWInst>(&i); rmw && emitReducedAtomic(*rmw))
    return;
  ++numSerial;
  Type *type = isa<AtomicCmpXchgInst>(i) ? cast<StructType>(i.getType())->getElementType(0) : i.getType();
  for (unsigned p = 0; p < U; ++p) {
    Value *old = forEachLane((*current)[p], i.use_empty() ? b.getVoidTy() : type,
                             [&](Value *lane) { return atomicLane(i, p, lane); });
    if (old)
      define(i, p, old);
  }
}

} // namespace helicon::simt
