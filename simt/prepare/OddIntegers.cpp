// Integers of other widths than 1, 8, 16, 32, 64 and 128 bits, which LLVM's passes make (i2, i33): each is kept in the
// next wider one, always zero-extended, and signed uses extend the sign in place. Intrinsics become arithmetic first.
// One walk in reverse post-order; phis get their operands last. An operation that has no case is an error.
#include "simt/prepare/Integers.h"
#include "simt/prepare/Steps.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/Statistic.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/Utils/Local.h>

#define DEBUG_TYPE "helicon-odd-integers"
STATISTIC(numWidened, "Operations on integers of odd width widened");

using namespace llvm;

namespace helicon::simt {

namespace {

enum class Consumed { No, Changed, Replaced };

class Widener {
  Function &f;
  DenseMap<Value *, Value *> wide;
  SmallVector<Instruction *> dead;

  IntegerType *wideType(Type *t) const {
    return IntegerType::get(t->getContext(), std::max(8u, unsigned(PowerOf2Ceil(t->getIntegerBitWidth()))));
  }
  static unsigned bitsOf(const Value *v) { return v->getType()->getIntegerBitWidth(); }
  Value *get(Value *v);
  bool isUnknown(Value *v) { return isOddInteger(v->getType()) && !get(v); }
  Value *masked(IRBuilder<> &b, Value *v, unsigned bits);
  Value *extended(IRBuilder<> &b, Value *odd);
  Value *operand(IRBuilder<> &b, Value *v, bool isSigned) {
    return isOddInteger(v->getType()) ? (isSigned ? extended(b, v) : get(v)) : v;
  }
  Value *result(Instruction &i);
  Value *binary(IRBuilder<> &b, BinaryOperator &i);
  Value *cast(IRBuilder<> &b, CastInst &i, Type *to);
  Value *load(IRBuilder<> &b, LoadInst &i);
  Consumed consume(Instruction &i);
  void store(IRBuilder<> &b, StoreInst &i);
  void widenSwitch(SwitchInst &i);

public:
  explicit Widener(Function &f) : f(f) {}
  Error run();
};

Value *Widener::get(Value *v) {
  if (auto *c = dyn_cast<ConstantInt>(v))
    return ConstantInt::get(wideType(v->getType()), c->getValue().zext(wideType(v->getType())->getBitWidth()));
  if (isa<UndefValue>(v))
    return ConstantInt::get(wideType(v->getType()), 0);
  return wide.lookup(v);
}

Value *Widener::masked(IRBuilder<> &b, Value *v, unsigned bits) {
  unsigned width = bitsOf(v);
  return bits == width ? v : b.CreateAnd(v, ConstantInt::get(v->getType(), APInt::getLowBitsSet(width, bits)));
}

Value *Widener::extended(IRBuilder<> &b, Value *odd) {
  Value *v = get(odd);
  unsigned shift = bitsOf(v) - bitsOf(odd);
  return b.CreateAShr(b.CreateShl(v, shift), shift);
}

Value *Widener::binary(IRBuilder<> &b, BinaryOperator &i) {
  unsigned op = i.getOpcode();
  bool isSigned = op == Instruction::SDiv || op == Instruction::SRem || op == Instruction::AShr;
  Value *x = operand(b, i.getOperand(0), isSigned);
  Value *y = operand(b, i.getOperand(1), isSigned && op != Instruction::AShr);
  return masked(b, b.CreateBinOp(i.getOpcode(), x, y), bitsOf(&i));
}

/// Casts of integers, either side odd. Addresses go through 64 bits.
Value *Widener::cast(IRBuilder<> &b, CastInst &i, Type *to) {
  bool isSigned = isa<SExtInst>(i);
  Value *from = i.getOperand(0), *v = nullptr;
  switch (i.getOpcode()) {
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    return b.CreateCast(i.getOpcode(), operand(b, from, isa<SIToFPInst>(i)), to);
  case Instruction::IntToPtr:
    return b.CreateIntToPtr(b.CreateZExtOrTrunc(get(from), b.getInt64Ty()), to);
  case Instruction::PtrToInt:
    v = b.CreateZExtOrTrunc(b.CreatePtrToInt(from, b.getInt64Ty()), to);
    break;
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
    v = b.CreateIntCast(operand(b, from, isSigned), to, isSigned);
    break;
  case Instruction::BitCast:
    return isOddInteger(from->getType()) ? get(from) : nullptr;
  default:
    return nullptr;
  }
  return isOddInteger(i.getType()) ? masked(b, v, bitsOf(&i)) : v;
}

Value *Widener::load(IRBuilder<> &b, LoadInst &i) {
  Type *to = wideType(i.getType());
  unsigned bytes = divideCeil(bitsOf(&i), 8);
  Value *v = ConstantInt::get(to, 0);
  for (unsigned n = 0; n < bytes; ++n) {
    Value *p = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), i.getPointerOperand(), n);
    Value *byte = b.CreateAlignedLoad(b.getInt8Ty(), p, Align(1), i.isVolatile());
    v = b.CreateOr(v, b.CreateShl(b.CreateZExt(byte, to), 8 * n));
  }
  return masked(b, v, bitsOf(&i));
}

void Widener::store(IRBuilder<> &b, StoreInst &i) {
  Value *v = get(i.getValueOperand());
  unsigned bytes = divideCeil(bitsOf(i.getValueOperand()), 8);
  for (unsigned n = 0; n < bytes; ++n) {
    Value *p = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), i.getPointerOperand(), n);
    b.CreateAlignedStore(b.CreateTrunc(b.CreateLShr(v, 8 * n), b.getInt8Ty()), p, Align(1), i.isVolatile());
  }
}

/// The wide value of an instruction whose type is odd; null when it has no case.
Value *Widener::result(Instruction &i) {
  IRBuilder<> b(&i);
  Type *to = wideType(i.getType());
  if (auto *op = dyn_cast<BinaryOperator>(&i))
    return binary(b, *op);
  if (auto *c = dyn_cast<CastInst>(&i))
    return cast(b, *c, to);
  if (auto *choice = dyn_cast<SelectInst>(&i))
    return b.CreateSelect(choice->getCondition(), get(choice->getTrueValue()), get(choice->getFalseValue()));
  if (auto *phi = dyn_cast<PHINode>(&i))
    return b.CreatePHI(to, phi->getNumIncomingValues());
  if (auto *frozen = dyn_cast<FreezeInst>(&i))
    return masked(b, b.CreateFreeze(get(frozen->getOperand(0))), bitsOf(&i));
  if (auto *memory = dyn_cast<LoadInst>(&i); memory && !memory->isAtomic())
    return load(b, *memory);
  return nullptr;
}

void Widener::widenSwitch(SwitchInst &i) {
  auto *type = wideType(i.getCondition()->getType());
  IRBuilder<> b(&i);
  SwitchInst *other = b.CreateSwitch(get(i.getCondition()), i.getDefaultDest(), i.getNumCases());
  for (auto c : i.cases())
    other->addCase(ConstantInt::get(type->getContext(), c.getCaseValue()->getValue().zext(type->getBitWidth())),
                   c.getCaseSuccessor());
}

/// An instruction of a plain type with odd operands.
Consumed Widener::consume(Instruction &i) {
  IRBuilder<> b(&i);
  if (auto *compare = dyn_cast<ICmpInst>(&i)) {
    bool isSigned = compare->isSigned();
    i.replaceAllUsesWith(b.CreateICmp(compare->getPredicate(), operand(b, i.getOperand(0), isSigned),
                                      operand(b, i.getOperand(1), isSigned)));
    return Consumed::Replaced;
  }
  if (auto *c = dyn_cast<CastInst>(&i)) {
    Value *v = cast(b, *c, i.getType());
    if (v)
      i.replaceAllUsesWith(v);
    return v ? Consumed::Replaced : Consumed::No;
  }
  if (auto *memory = dyn_cast<StoreInst>(&i); memory && !memory->isAtomic()) {
    store(b, *memory);
    return Consumed::Replaced;
  }
  if (auto *choice = dyn_cast<SwitchInst>(&i)) {
    widenSwitch(*choice);
    return Consumed::Replaced;
  }
  if (isa<GetElementPtrInst>(i)) {
    for (Use &use : i.operands())
      if (isOddInteger(use->getType()))
        use = extended(b, use);
    return Consumed::Changed;
  }
  return Consumed::No;
}

Error Widener::run() {
  ReversePostOrderTraversal<Function *> order(&f);
  for (BasicBlock *block : order)
    for (Instruction &i : make_early_inc_range(*block)) {
      if (!concerns(i, isOddInteger))
        continue;
      Consumed done = Consumed::No;
      if (!isa<PHINode>(i) && any_of(i.operands(), [&](const Use &use) { return isUnknown(use); }))
        return refuseInteger(i, isOddInteger);
      if (!isOddInteger(i.getType())) {
        done = consume(i);
      } else if (Value *v = result(i)) {
        wide[&i] = v;
        done = Consumed::Replaced;
        ++numWidened;
      }
      if (done == Consumed::No)
        return refuseInteger(i, isOddInteger);
      if (done == Consumed::Replaced)
        dead.push_back(&i);
    }
  for (Instruction *i : dead)
    if (auto *phi = dyn_cast<PHINode>(i))
      for (unsigned n = 0; n < phi->getNumIncomingValues(); ++n) {
        Value *in = get(phi->getIncomingValue(n));
        if (!in) // a constant that is no number
          return refuseInteger(*phi, isOddInteger);
        llvm::cast<PHINode>(wide[phi])->addIncoming(in, phi->getIncomingBlock(n));
      }
  return eraseReplaced(dead, isOddInteger);
}

bool isTooWide(const Type *t) { return t->isIntegerTy() && t->getIntegerBitWidth() > kMostIntegerBits; }

} // namespace

Error widenOddIntegers(Work &work) {
  Function &f = *work.function;
  auto anyConcerns = [&](IsChosen isChosen) {
    return find_if(instructions(f), [&](const Instruction &i) { return concerns(i, isChosen); });
  };
  if (auto at = anyConcerns(isTooWide); at != inst_end(f))
    return refuseInteger(*at, isTooWide);
  if (anyConcerns(isOddInteger) == inst_end(f))
    return Error::success();
  removeUnreachableBlocks(f);
  openIntegerIntrinsics(f, isOddInteger);
  return Widener(f).run();
}

} // namespace helicon::simt
