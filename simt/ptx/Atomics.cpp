// atom and red. Operations that LLVM's atomics lack for a type (16-bit floats) are a loop over compare-and-swap of the
// bits. Scopes are one: every thread of the device may see the same memory.
#include "simt/ptx/Handlers.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Intrinsics.h>

using namespace llvm;

namespace helicon::simt::ptx {

namespace {

constexpr StringRef kOperations[] = {"add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec"};

AtomicRMWInst::BinOp binaryOp(StringRef op, Scalar t) {
  bool isSigned = t.isSigned(), isFloat = t.isFloat();
  auto bad = AtomicRMWInst::BAD_BINOP;
  return StringSwitch<AtomicRMWInst::BinOp>(op)
      .Case("add", isFloat ? AtomicRMWInst::FAdd : AtomicRMWInst::Add)
      .Case("min", isFloat    ? bad
                   : isSigned ? AtomicRMWInst::Min
                              : AtomicRMWInst::UMin)
      .Case("max", isFloat    ? bad
                   : isSigned ? AtomicRMWInst::Max
                              : AtomicRMWInst::UMax)
      .Case("and", isFloat ? bad : AtomicRMWInst::And)
      .Case("or", isFloat ? bad : AtomicRMWInst::Or)
      .Case("xor", isFloat ? bad : AtomicRMWInst::Xor)
      .Case("exch", isFloat ? bad : AtomicRMWInst::Xchg)
      .Case("inc", isFloat ? bad : AtomicRMWInst::UIncWrap)
      .Case("dec", isFloat ? bad : AtomicRMWInst::UDecWrap)
      .Default(bad);
}

AtomicOrdering failureOrdering(AtomicOrdering o) {
  return o == AtomicOrdering::Acquire || o == AtomicOrdering::AcquireRelease ? AtomicOrdering::Acquire
                                                                             : AtomicOrdering::Monotonic;
}

/// Old bits; tries until nobody came between reading and writing.
Value *swapLoop(Body &x, Value *pointer, Scalar t, AtomicOrdering order, function_ref<Value *(Value *old)> next) {
  auto &b = x.b;
  Type *bits = x.intType(t.width());
  Align align(t.width() / 8);
  LoadInst *first = b.CreateAlignedLoad(bits, pointer, align);
  first->setAtomic(AtomicOrdering::Monotonic);
  BasicBlock *before = b.GetInsertBlock(), *loop = BasicBlock::Create(b.getContext(), "", &x.function),
             *done = BasicBlock::Create(b.getContext(), "", &x.function);
  b.CreateBr(loop);
  b.SetInsertPoint(loop);
  PHINode *old = b.CreatePHI(bits, 2);
  old->addIncoming(first, before);
  Value *pair = b.CreateAtomicCmpXchg(pointer, old, next(old), align, order, failureOrdering(order));
  Value *seen = b.CreateExtractValue(pair, 0);
  old->addIncoming(seen, b.GetInsertBlock());
  b.CreateCondBr(b.CreateExtractValue(pair, 1), done, loop);
  b.SetInsertPoint(done);
  return old;
}

/// add, min and max of 16-bit floats, alone or in pairs.
Value *narrowFloat(Body &x, StringRef op, Value *pointer, Value *with, Scalar t, AtomicOrdering order) {
  return swapLoop(x, pointer, t, order, [&](Value *old) {
    Value *now = x.b.CreateBitCast(old, x.typeOf(t)), *other = x.b.CreateBitCast(with, x.typeOf(t));
    return x.asInt(each(x, t, {now, other}, [&](ArrayRef<Value *> v) -> Value * {
      if (op == "add")
        return x.b.CreateFAdd(v[0], v[1]);
      return x.b.CreateBinaryIntrinsic(op == "min" ? Intrinsic::minnum : Intrinsic::maxnum, v[0], v[1]);
    }));
  });
}

/// A 128-bit number as its halves, and back.
Value *exchange128(Body &x, Value *pointer, Value *with, Value *desired) {
  auto &b = x.b;
  auto half = [&](Value *v, unsigned n) { return b.CreateTrunc(b.CreateLShr(v, 64 * n), x.intType(64)); };
  SmallVector<Value *, 5> args{b.CreateAddrSpaceCast(pointer, b.getPtrTy()), half(with, 0), half(with, 1)};
  if (desired)
    args.append({half(desired, 0), half(desired, 1)});
  Value *old = ir::call(b, desired ? ir::Op::Cas128 : ir::Op::Swap128, args);
  Type *wide = x.intType(128);
  Value *high = b.CreateShl(b.CreateZExt(b.CreateExtractValue(old, 1), wide), 64);
  return b.CreateOr(b.CreateZExt(b.CreateExtractValue(old, 0), wide), high);
}

bool isOffered(Body &x, StringRef op, Scalar t) {
  if (t.bits == 128 && t.kind == Scalar::Bits && (op == "cas" || op == "exch"))
    return true;
  bool good = !op.empty() && t.kind != Scalar::Predicate && t.width() <= 64;
  if (t.isFloat())
    good &= op == "add" || (t.bits == 16 && (op == "min" || op == "max"));
  else
    good &= t.count == 1 && (t.bits >= 32 || (t.bits == 16 && (op == "cas" || op == "exch")));
  if (op == "inc" || op == "dec")
    good &= t.bits == 32;
  if (!good)
    x.fail("'" + x.at->spelled() + "' is not supported");
  return good;
}

void atomic(Body &x, bool wantsOld) {
  unsigned first = wantsOld ? 1 : 0;
  StringRef op = x.takeOne(kOperations);
  AtomicOrdering order = takeOrdering(x);
  if (order == AtomicOrdering::NotAtomic)
    order = AtomicOrdering::Monotonic;
  unsigned space = takeSpace(x);
  x.dropCacheHints();
  x.take("noftz");
  Scalar t = x.takeType();
  unsigned wanted = first + (op == "cas" ? 3 : 2);
  if (!x.count(wanted, wanted + 1) || x.fault || !isOffered(x, op, t))
    return;
  auto &b = x.b;
  Value *pointer = pointerTo(x, x.operand(first), space);
  Value *with = x.bits(first + 1, t.width());
  if (x.fault)
    return;
  Align align(t.width() / 8);
  Value *old;
  if (t.bits == 128) {
    old = exchange128(x, pointer, with, op == "cas" ? x.bits(first + 2, 128) : nullptr);
  } else if (op == "cas") {
    Value *desired = x.bits(first + 2, t.width());
    old = b.CreateExtractValue(b.CreateAtomicCmpXchg(pointer, with, desired, align, order, failureOrdering(order)), 0);
  } else if (t.isFloat() && t.bits == 16) {
    old = narrowFloat(x, op, pointer, with, t, order);
  } else {
    old = b.CreateAtomicRMW(binaryOp(op, t), pointer, b.CreateBitCast(with, x.typeOf(t)), align, order);
  }
  if (wantsOld)
    x.write(0, old);
}

} // namespace

void lowerAtom(Body &x) { atomic(x, true); }
void lowerRed(Body &x) { atomic(x, false); }

} // namespace helicon::simt::ptx
