#include "jit/DefinedAddresses.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace helicon::jit {

namespace {

constexpr unsigned kDepth = 8; ///< instructions between an address and a lane that was left open

/// Some lanes may be undefined for want of a value: nobody is active in them, or another way led here. What is
/// calculated from arguments has one.
bool hasOpenLanes(const Value *value, unsigned depth) {
  if (!isa<VectorType>(value->getType()) || depth == kDepth)
    return false;
  if (isa<UndefValue>(value))
    return true;
  if (const auto *constant = dyn_cast<Constant>(value)) {
    const unsigned lanes = cast<FixedVectorType>(value->getType())->getNumElements();
    for (unsigned lane = 0; lane < lanes; ++lane)
      if (const Constant *element = constant->getAggregateElement(lane); element && isa<UndefValue>(element))
        return true;
    return false;
  }
  if (getSplatValue(value))
    return false;
  const auto *instruction = dyn_cast<Instruction>(value);
  if (const auto *shuffle = dyn_cast_or_null<ShuffleVectorInst>(instruction);
      shuffle && is_contained(shuffle->getShuffleMask(), -1))
    return true;
  if (const auto *access = dyn_cast_or_null<IntrinsicInst>(instruction)) // lanes that are off keep the last operand
    return (access->getIntrinsicID() == Intrinsic::masked_gather ||
            access->getIntrinsicID() == Intrinsic::masked_load) &&
           hasOpenLanes(access->getArgOperand(3), depth + 1);
  if (!isa_and_nonnull<GetElementPtrInst, CastInst, BinaryOperator, SelectInst, FreezeInst, InsertElementInst,
                       ShuffleVectorInst, PHINode>(instruction))
    return false;
  return any_of(instruction->operands(), [&](const Use &use) { return hasOpenLanes(use.get(), depth + 1); });
}

} // namespace

void defineAddresses(Function &function) {
  for (Instruction &i : instructions(function)) {
    auto *call = dyn_cast<IntrinsicInst>(&i);
    const Intrinsic::ID id = call ? call->getIntrinsicID() : Intrinsic::not_intrinsic;
    if (id != Intrinsic::masked_gather && id != Intrinsic::masked_scatter)
      continue;
    const unsigned at = id == Intrinsic::masked_gather ? 0 : 1;
    Value *addresses = call->getArgOperand(at);
    if (!hasOpenLanes(addresses, 0))
      continue;
    IRBuilder<> b(call);
    call->setArgOperand(
        at, b.CreateSelect(call->getArgOperand(at + 2), addresses, Constant::getNullValue(addresses->getType())));
  }
}

} // namespace helicon::jit
