// Holds prepare to kernel-ir/README.md, section 2: LLVM's own verifier, then every type, call, address space and exit.
// The first violation is named with its instruction. A violation is our bug, yet it is reported as an error and not
// asserted: the program must live on.
#include "simt/prepare/Steps.h"

#include "kernel-ir/Intrinsics.h"
#include "simt/analysis/SimtTTI.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/Verifier.h>

using namespace llvm;

namespace helicon::simt {

static bool isScalar(const Type *t) {
  if (t->isIntegerTy()) {
    unsigned bits = t->getIntegerBitWidth();
    return bits == 1 || bits == 8 || bits == 16 || bits == 32 || bits == 64;
  }
  if (t->isPointerTy())
    return t->getPointerAddressSpace() <= kShared && t->getPointerAddressSpace() != 2;
  return t->isHalfTy() || t->isBFloatTy() || t->isFloatTy() || t->isDoubleTy() || t->isVoidTy();
}

/// Intrinsics that carry no value of their own, or whose pair cmpxchg-like users take apart at once.
static bool isNoise(const Instruction &i) {
  const auto *intrinsic = dyn_cast<IntrinsicInst>(&i);
  return isa_and_nonnull<DbgInfoIntrinsic>(intrinsic) ||
         (intrinsic && (intrinsic->isAssumeLikeIntrinsic() || intrinsic->getIntrinsicID() == Intrinsic::assume));
}

static bool isExchange128(const Instruction &i) {
  const auto *call = dyn_cast<CallBase>(&i);
  ir::Op op = call ? ir::opOf(*call) : ir::Op::None;
  return op == ir::Op::Swap128 || op == ir::Op::Cas128;
}

static const char *badType(const Instruction &i) {
  if (isNoise(i))
    return nullptr;
  // cmpxchg gives a pair; extractvalue is the only use allowed.
  bool isExchange = isa<AtomicCmpXchgInst>(i) || isExchange128(i);
  if (isExchange && any_of(i.users(), [](const User *u) { return !isa<ExtractValueInst>(u); }))
    return "the result of cmpxchg is used as a pair";
  if (!isExchange && !isScalar(i.getType()))
    return "a type outside the prepared form";
  for (const Value *v : i.operands()) {
    if (isa<BasicBlock, MetadataAsValue, Function>(v) || isa<AtomicCmpXchgInst>(v) ||
        (isa<Instruction>(v) && isExchange128(*cast<Instruction>(v))))
      continue;
    if (!isScalar(v->getType()))
      return "an operand whose type is outside the prepared form";
  }
  return nullptr;
}

static const char *badForm(const Instruction &i) {
  if (isa<UnreachableInst>(i))
    return "unreachable";
  if (const auto *fp = dyn_cast<FPMathOperator>(&i); fp && fp->hasAllowContract())
    return "a float operation that may be contracted";
  if (isa<FPToSIInst, FPToUIInst>(i))
    return "a conversion that does not saturate";
  if (const auto *memory = dyn_cast<AllocaInst>(&i)) {
    if (!memory->isStaticAlloca() || memory->getAddressSpace() != kGeneric)
      return "private memory that is not a constant-size alloca of the entry block";
  }
  if (const auto *call = dyn_cast<CallBase>(&i)) {
    ir::Op op = ir::opOf(*call);
    if (op == ir::Op::PhaseBarrier || op == ir::Op::PhaseYield || op == ir::Op::PhaseTurn || op == ir::Op::GroupAll)
      return "an operation of a later form";
    if (isa<MemIntrinsic>(call))
      return "a memory intrinsic";
  }
  return badType(i);
}

static Error violation(const Function &f, const Twine &what) {
  return createStringError(nameWithKind(f) + " cannot be prepared: " + what);
}

Error verifyPrepared(Work &work) {
  Function &f = *work.function;
  std::string text;
  raw_string_ostream os(text);
  if (verifyFunction(f, &os))
    return violation(f, "invalid IR: " + text);
  unsigned returns = 0;
  for (const Instruction &i : instructions(f)) {
    returns += isa<ReturnInst>(i);
    if (const char *what = badForm(i)) {
      i.print(os);
      return violation(f, Twine(what) + ":" + text);
    }
  }
  if (returns != 1)
    return violation(f, Twine(returns) + " returns");
  return Error::success();
}

} // namespace helicon::simt
