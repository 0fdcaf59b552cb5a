// Integers of other widths than 1, 8, 16, 32, 64 and 128 bits, which LLVM's passes make (i2, i33): each is kept in the
// next wider one, always zero-extended, and signed uses extend the sign in place. One walk in reverse post-order;
// phis get their operands last. An operation that has no case keeps its type and is named by the verifier.
#include "simt/prepare/Steps.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/Statistic.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/MathExtras.h>

#define DEBUG_TYPE "helicon-odd-integers"
STATISTIC(numWidened, "Operations on integers of odd width widened");

using namespace llvm;

namespace helicon::simt {

namespace {

bool isOdd(const Type *t) {
  if (!t->isIntegerTy())
    return false;
  unsigned bits = t->getIntegerBitWidth();
  return bits != 1 && bits <= 128 && (bits < 8 || !isPowerOf2_32(bits));
}

class Widener {
  Function &f;
  DenseMap<Value *, Value *> wide;
  SmallVector<Instruction *> dead;

  IntegerType *wideType(Type *t) const {
    return IntegerType::get(t->getContext(), std::max(8u, unsigned(PowerOf2Ceil(t->getIntegerBitWidth()))));
  }
  static unsigned bitsOf(const Value *v) { return v->getType()->getIntegerBitWidth(); }
  Value *get(Value *v);
  Value *masked(IRBuilder<> &b, Value *v, unsigned bits);
  Value *extended(IRBuilder<> &b, Value *odd);
  Value *operand(IRBuilder<> &b, Value *v, bool isSigned) {
    return isOdd(v->getType()) ? (isSigned ? extended(b, v) : get(v)) : v;
  }
  Value *result(Instruction &i);
  Value *binary(IRBuilder<> &b, BinaryOperator &i);
  Value *cast(IRBuilder<> &b, CastInst &i, Type *to);
  Value *load(IRBuilder<> &b, LoadInst &i);
  Value *intrinsic(IRBuilder<> &b, IntrinsicInst &i);
  bool consume(Instruction &i);
  void store(IRBuilder<> &b, StoreInst &i);
  void widenSwitch(SwitchInst &i);

public:
  explicit Widener(Function &f) : f(f) {}
  void run();
};

Value *Widener::get(Value *v) {
  if (auto *c = dyn_cast<ConstantInt>(v))
    return ConstantInt::get(wideType(v->getType()), c->getValue().zext(wideType(v->getType())->getBitWidth()));
  if (isa<Constant>(v))
    return isa<UndefValue>(v) ? static_cast<Value *>(ConstantInt::get(wideType(v->getType()), 0)) : v;
  Value *known = wide.lookup(v);
  return known ? known : v;
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

/// Casts between integers, either side odd.
Value *Widener::cast(IRBuilder<> &b, CastInst &i, Type *to) {
  bool isSigned = isa<SExtInst>(i);
  Value *from = i.getOperand(0);
  if (isa<SIToFPInst, UIToFPInst>(i))
    return b.CreateCast(i.getOpcode(), operand(b, from, isa<SIToFPInst>(i)), to);
  if (!isa<TruncInst, ZExtInst, SExtInst>(i))
    return nullptr;
  Value *v = b.CreateIntCast(operand(b, from, isSigned), to, isSigned);
  return isOdd(i.getType()) ? masked(b, v, bitsOf(&i)) : v;
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

Value *Widener::intrinsic(IRBuilder<> &b, IntrinsicInst &i) {
  Intrinsic::ID id = i.getIntrinsicID();
  unsigned bits = bitsOf(&i);
  switch (id) {
  case Intrinsic::umin:
  case Intrinsic::umax:
    return b.CreateBinaryIntrinsic(id, get(i.getArgOperand(0)), get(i.getArgOperand(1)));
  case Intrinsic::smin:
  case Intrinsic::smax:
    return masked(b, b.CreateBinaryIntrinsic(id, extended(b, i.getArgOperand(0)), extended(b, i.getArgOperand(1))),
                  bits);
  case Intrinsic::ctpop:
    return b.CreateUnaryIntrinsic(id, get(i.getArgOperand(0)));
  case Intrinsic::abs:
    return masked(b, b.CreateBinaryIntrinsic(id, extended(b, i.getArgOperand(0)), b.getFalse()), bits);
  default:
    return nullptr;
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
  if (auto *call = dyn_cast<IntrinsicInst>(&i))
    return intrinsic(b, *call);
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

/// An instruction of a plain type with odd operands. True when it was replaced.
bool Widener::consume(Instruction &i) {
  if (none_of(i.operands(), [](const Use &use) { return isOdd(use->getType()); }))
    return false;
  IRBuilder<> b(&i);
  if (auto *compare = dyn_cast<ICmpInst>(&i)) {
    bool isSigned = compare->isSigned();
    i.replaceAllUsesWith(b.CreateICmp(compare->getPredicate(), operand(b, i.getOperand(0), isSigned),
                                      operand(b, i.getOperand(1), isSigned)));
    return true;
  }
  if (auto *c = dyn_cast<CastInst>(&i)) {
    Value *v = cast(b, *c, i.getType());
    if (v)
      i.replaceAllUsesWith(v);
    return v;
  }
  if (auto *memory = dyn_cast<StoreInst>(&i); memory && !memory->isAtomic()) {
    store(b, *memory);
    return true;
  }
  if (auto *choice = dyn_cast<SwitchInst>(&i)) {
    widenSwitch(*choice);
    return true;
  }
  if (isa<GetElementPtrInst>(i))
    for (Use &use : i.operands())
      if (isOdd(use->getType()))
        use = extended(b, use);
  return false;
}

void Widener::run() {
  ReversePostOrderTraversal<Function *> order(&f);
  for (BasicBlock *block : order)
    for (Instruction &i : make_early_inc_range(*block)) {
      if (!isOdd(i.getType())) {
        if (consume(i))
          dead.push_back(&i);
        continue;
      }
      if (Value *v = result(i)) {
        wide[&i] = v;
        dead.push_back(&i);
        ++numWidened;
      }
    }
  for (Instruction *i : dead)
    if (auto *phi = dyn_cast<PHINode>(i))
      for (unsigned n = 0; n < phi->getNumIncomingValues(); ++n)
        llvm::cast<PHINode>(wide[phi])->addIncoming(get(phi->getIncomingValue(n)), phi->getIncomingBlock(n));
  for (Instruction *i : dead)
    i->replaceAllUsesWith(PoisonValue::get(i->getType()));
  for (Instruction *i : dead)
    i->eraseFromParent();
}

} // namespace

Error widenOddIntegers(Work &work) {
  Function &f = *work.function;
  auto hasOdd = [](const Instruction &i) {
    return isOdd(i.getType()) || any_of(i.operands(), [](const Use &use) { return isOdd(use->getType()); });
  };
  if (any_of(instructions(f), hasOdd))
    Widener(f).run();
  return Error::success();
}

} // namespace helicon::simt
