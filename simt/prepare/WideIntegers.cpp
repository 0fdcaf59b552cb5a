// 128-bit integers (__int128, and what LLVM makes of 64-bit sums) as pairs of 64 bits. Divisions are first expanded to
// LLVM's shift-subtract loop, intrinsics and conversions from and to floating point become arithmetic. One walk in
// reverse post-order, phis get their operands last; an operation that has no case (atomics) is an error.
#include "simt/prepare/Integers.h"
#include "simt/prepare/Nvvm.h"
#include "simt/prepare/Steps.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/Statistic.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/IntegerDivision.h>
#include <llvm/Transforms/Utils/Local.h>

#define DEBUG_TYPE "helicon-wide-integers"
STATISTIC(numSplit, "Operations on 128-bit integers split");

using namespace llvm;

namespace helicon::simt {

namespace {

enum class Consumed { No, Changed, Replaced };

struct Pair {
  Value *low = nullptr, *high = nullptr;
  explicit operator bool() const { return low; }
};

class Splitter {
  Function &f;
  Type *i64;
  DenseMap<Value *, Pair> halves;
  SmallVector<Instruction *> dead;

  Pair get(Value *v);
  bool isUnknown(Value *v) { return isWideInteger(v->getType()) && !get(v); }
  Pair result(Instruction &i);
  Pair binary(IRBuilder<> &b, BinaryOperator &i);
  Pair shift(IRBuilder<> &b, BinaryOperator &i);
  Pair extend(IRBuilder<> &b, CastInst &i);
  Pair load(IRBuilder<> &b, LoadInst &i);
  Value *compare(IRBuilder<> &b, ICmpInst &i);
  Consumed consume(Instruction &i);
  bool store(IRBuilder<> &b, StoreInst &i);

public:
  explicit Splitter(Function &f) : f(f), i64(Type::getInt64Ty(f.getContext())) {}
  Error run();
};

Pair Splitter::get(Value *v) {
  if (auto *c = dyn_cast<ConstantInt>(v))
    return {ConstantInt::get(i64, c->getValue().trunc(64)), ConstantInt::get(i64, c->getValue().lshr(64).trunc(64))};
  if (isa<UndefValue>(v))
    return {UndefValue::get(i64), UndefValue::get(i64)};
  return halves.lookup(v);
}

Pair Splitter::binary(IRBuilder<> &b, BinaryOperator &i) {
  if (i.isShift())
    return shift(b, i);
  Pair x = get(i.getOperand(0)), y = get(i.getOperand(1));
  if (!x || !y)
    return {};
  switch (i.getOpcode()) {
  case Instruction::Add: {
    Value *low = b.CreateAdd(x.low, y.low);
    Value *carry = b.CreateZExt(b.CreateICmpULT(low, x.low), i64);
    return {low, b.CreateAdd(b.CreateAdd(x.high, y.high), carry)};
  }
  case Instruction::Sub: {
    Value *borrow = b.CreateZExt(b.CreateICmpULT(x.low, y.low), i64);
    return {b.CreateSub(x.low, y.low), b.CreateSub(b.CreateSub(x.high, y.high), borrow)};
  }
  case Instruction::Mul: {
    Value *cross = b.CreateAdd(b.CreateMul(x.low, y.high), b.CreateMul(x.high, y.low));
    return {b.CreateMul(x.low, y.low), b.CreateAdd(highProduct64(b, x.low, y.low, false), cross)};
  }
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return {b.CreateBinOp(i.getOpcode(), x.low, y.low), b.CreateBinOp(i.getOpcode(), x.high, y.high)};
  default:
    return {};
  }
}

/// Amounts are below 128 where the result is used (Defined.cpp); fshl and fshr take theirs modulo 64.
Pair Splitter::shift(IRBuilder<> &b, BinaryOperator &i) {
  Pair x = get(i.getOperand(0)), by = get(i.getOperand(1));
  if (!x || !by)
    return {};
  Value *amount = b.CreateAnd(by.low, 63);
  Value *isFar = b.CreateICmpUGE(by.low, ConstantInt::get(i64, 64));
  Value *zero = ConstantInt::get(i64, 0);
  if (i.getOpcode() == Instruction::Shl) {
    Value *low = b.CreateShl(x.low, amount);
    Value *high = b.CreateIntrinsic(Intrinsic::fshl, {i64}, {x.high, x.low, amount});
    return {b.CreateSelect(isFar, zero, low), b.CreateSelect(isFar, low, high)};
  }
  bool isSigned = i.getOpcode() == Instruction::AShr;
  Value *high = isSigned ? b.CreateAShr(x.high, amount) : b.CreateLShr(x.high, amount);
  Value *low = b.CreateIntrinsic(Intrinsic::fshr, {i64}, {x.high, x.low, amount});
  Value *fill = isSigned ? b.CreateAShr(x.high, 63) : zero;
  return {b.CreateSelect(isFar, high, low), b.CreateSelect(isFar, fill, high)};
}

/// What becomes 128 bits.
Pair Splitter::extend(IRBuilder<> &b, CastInst &i) {
  if (isa<PtrToIntInst>(i))
    return {b.CreatePtrToInt(i.getOperand(0), i64), ConstantInt::get(i64, 0)};
  if (isa<BitCastInst>(i))
    return get(i.getOperand(0));
  if (!isa<ZExtInst, SExtInst>(i))
    return {};
  bool isSigned = isa<SExtInst>(i);
  Value *low = b.CreateIntCast(i.getOperand(0), i64, isSigned);
  return {low, isSigned ? b.CreateAShr(low, 63) : ConstantInt::get(i64, 0)};
}

Pair Splitter::load(IRBuilder<> &b, LoadInst &i) {
  Value *p = i.getPointerOperand();
  Value *low = b.CreateAlignedLoad(i64, p, i.getAlign(), i.isVolatile());
  Value *next = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), p, 8);
  return {low, b.CreateAlignedLoad(i64, next, commonAlignment(i.getAlign(), 8), i.isVolatile())};
}

Pair Splitter::result(Instruction &i) {
  IRBuilder<> b(&i);
  if (auto *op = dyn_cast<BinaryOperator>(&i))
    return binary(b, *op);
  if (auto *cast = dyn_cast<CastInst>(&i))
    return extend(b, *cast);
  if (auto *phi = dyn_cast<PHINode>(&i)) {
    unsigned n = phi->getNumIncomingValues();
    return {b.CreatePHI(i64, n), b.CreatePHI(i64, n)};
  }
  if (auto *memory = dyn_cast<LoadInst>(&i); memory && !memory->isAtomic())
    return load(b, *memory);
  if (auto *choice = dyn_cast<SelectInst>(&i)) {
    Pair x = get(choice->getTrueValue()), y = get(choice->getFalseValue());
    Value *c = choice->getCondition();
    return x && y ? Pair{b.CreateSelect(c, x.low, y.low), b.CreateSelect(c, x.high, y.high)} : Pair{};
  }
  if (isa<FreezeInst>(i)) {
    Pair x = get(i.getOperand(0));
    return x ? Pair{b.CreateFreeze(x.low), b.CreateFreeze(x.high)} : Pair{};
  }
  return {};
}

Value *Splitter::compare(IRBuilder<> &b, ICmpInst &i) {
  Pair x = get(i.getOperand(0)), y = get(i.getOperand(1));
  if (!x || !y)
    return nullptr;
  if (i.isEquality()) {
    Value *differs = b.CreateOr(b.CreateXor(x.low, y.low), b.CreateXor(x.high, y.high));
    return b.CreateICmp(i.getPredicate(), differs, ConstantInt::get(i64, 0));
  }
  Value *sameHigh = b.CreateICmpEQ(x.high, y.high);
  Value *low = b.CreateICmp(i.getUnsignedPredicate(), x.low, y.low);
  return b.CreateSelect(sameHigh, low, b.CreateICmp(i.getPredicate(), x.high, y.high));
}

bool Splitter::store(IRBuilder<> &b, StoreInst &i) {
  Pair x = get(i.getValueOperand());
  if (!x)
    return false;
  b.CreateAlignedStore(x.low, i.getPointerOperand(), i.getAlign(), i.isVolatile());
  Value *next = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), i.getPointerOperand(), 8);
  b.CreateAlignedStore(x.high, next, commonAlignment(i.getAlign(), 8), i.isVolatile());
  return true;
}

/// `switch` as comparisons, one block each.
void splitSwitch(SwitchInst &i) {
  BasicBlock *parent = i.getParent(), *at = parent, *otherwise = i.getDefaultDest();
  Value *condition = i.getCondition();
  SmallVector<std::pair<Value *, BasicBlock *>> cases;
  for (auto c : i.cases())
    cases.push_back({c.getCaseValue(), c.getCaseSuccessor()});
  DenseMap<PHINode *, Value *> values; // that come from here
  for (BasicBlock *to : successors(parent))
    for (PHINode &phi : to->phis())
      while (phi.getBasicBlockIndex(parent) >= 0)
        values[&phi] = phi.removeIncomingValue(parent, /*DeletePHIIfEmpty=*/false);
  auto enter = [&](BasicBlock *to) {
    for (PHINode &phi : to->phis())
      phi.addIncoming(values.lookup(&phi), at);
  };
  i.eraseFromParent();
  for (auto [number, to] : cases) {
    BasicBlock *next = BasicBlock::Create(parent->getContext(), "case", parent->getParent(), at->getNextNode());
    IRBuilder<> b(at);
    b.CreateCondBr(b.CreateICmpEQ(condition, number), to, next);
    enter(to);
    at = next;
  }
  IRBuilder<>(at).CreateBr(otherwise);
  enter(otherwise);
}

/// An instruction of another type with such operands.
Consumed Splitter::consume(Instruction &i) {
  IRBuilder<> b(&i);
  Value *v = nullptr;
  if (auto *c = dyn_cast<ICmpInst>(&i)) {
    v = compare(b, *c);
  } else if (isa<TruncInst, IntToPtrInst>(i)) {
    Pair x = get(i.getOperand(0));
    if (x)
      v = isa<TruncInst>(i) ? b.CreateTrunc(x.low, i.getType()) : b.CreateIntToPtr(x.low, i.getType());
  } else if (isa<GetElementPtrInst>(i)) {
    for (Use &use : i.operands())
      if (isWideInteger(use->getType()))
        use = get(use).low;
    return Consumed::Changed;
  }
  if (v) {
    i.replaceAllUsesWith(v);
    return Consumed::Replaced;
  }
  auto *memory = dyn_cast<StoreInst>(&i);
  return memory && !memory->isAtomic() && store(b, *memory) ? Consumed::Replaced : Consumed::No;
}

Error Splitter::run() {
  ReversePostOrderTraversal<Function *> order(&f);
  for (BasicBlock *block : order)
    for (Instruction &i : make_early_inc_range(*block)) {
      if (!concerns(i, isWideInteger))
        continue;
      Consumed done = Consumed::No;
      if (!isa<PHINode>(i) && any_of(i.operands(), [&](const Use &use) { return isUnknown(use); }))
        return refuseInteger(i, isWideInteger);
      if (!isWideInteger(i.getType())) {
        done = consume(i);
      } else if (Pair p = result(i)) {
        halves[&i] = p;
        done = Consumed::Replaced;
        ++numSplit;
      }
      if (done == Consumed::No)
        return refuseInteger(i, isWideInteger);
      if (done == Consumed::Replaced)
        dead.push_back(&i);
    }
  for (Instruction *i : dead)
    if (auto *phi = dyn_cast<PHINode>(i))
      for (unsigned n = 0; n < phi->getNumIncomingValues(); ++n) {
        Pair in = get(phi->getIncomingValue(n));
        if (!in) // a constant that is no number
          return refuseInteger(*phi, isWideInteger);
        cast<PHINode>(halves[phi].low)->addIncoming(in.low, phi->getIncomingBlock(n));
        cast<PHINode>(halves[phi].high)->addIncoming(in.high, phi->getIncomingBlock(n));
      }
  return eraseReplaced(dead, isWideInteger);
}

void expandDivisions(Function &f) {
  SmallVector<BinaryOperator *> divisions;
  for (Instruction &i : instructions(f))
    if (i.isIntDivRem() && i.getType()->isIntegerTy(128))
      divisions.push_back(cast<BinaryOperator>(&i));
  for (BinaryOperator *division : divisions) {
    unsigned op = division->getOpcode();
    op == Instruction::UDiv || op == Instruction::SDiv ? expandDivision(division) : expandRemainder(division);
  }
}

void expandSwitches(Function &f) {
  SmallVector<SwitchInst *> switches;
  for (Instruction &i : instructions(f))
    if (auto *choice = dyn_cast<SwitchInst>(&i); choice && isWideInteger(choice->getCondition()->getType()))
      switches.push_back(choice);
  for (SwitchInst *choice : switches)
    splitSwitch(*choice);
}

} // namespace

Error splitWideIntegers(Work &work) {
  Function &f = *work.function;
  if (none_of(instructions(f), [](const Instruction &i) { return concerns(i, isWideInteger); }))
    return Error::success();
  removeUnreachableBlocks(f);
  expandSwitches(f);
  openWideConversions(f);
  expandDivisions(f);
  openIntegerIntrinsics(f, isWideInteger);
  return Splitter(f).run();
}

} // namespace helicon::simt
