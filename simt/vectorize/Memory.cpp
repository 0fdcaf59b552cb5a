// Loads and stores by the shape of the address: a scalar access, a whole vector, or gather and scatter. Parts with the
// same address share one load, under the union of their masks.
#include "simt/analysis/PlantedFault.h"
#include "simt/vectorize/Vectorizer.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Module.h>

#define DEBUG_TYPE "simt-memory"
STATISTIC(numScalar, "Accesses with a uniform address");
STATISTIC(numContiguous, "Accesses of adjacent lanes");
STATISTIC(numScattered, "Gathers and scatters");
STATISTIC(numQuads, "Loads of four adjacent words a quad");

using namespace llvm;

namespace helicon::simt {

namespace {

/// Lanes lie side by side: +1 upwards, -1 downwards, 0 otherwise.
int adjacency(const Shape &pointer, Type *type, const DataLayout &layout) {
  int64_t bytes = layout.getTypeStoreSize(type);
  if (!pointer.isStrided() || type->isIntegerTy(1))
    return 0;
  if (planted("wrong-stride"))
    return 1;
  return pointer.stride == bytes ? 1 : pointer.stride == -bytes ? -1 : 0;
}

} // namespace

/// Where no lane wants the access, something that may be read is read instead.
Value *Vectorizer::guardedPointer(Value *pointer, Value *mask) {
  if (!mask)
    return pointer;
  Value *safe = dummy->getType() == pointer->getType() ? dummy : b.CreateAddrSpaceCast(dummy, pointer->getType());
  return b.CreateSelect(anyLane(mask), pointer, safe);
}

/// Keeps the optimiser from merging or moving vector accesses to volatile memory.
void Vectorizer::compilerFence() {
  auto *type = FunctionType::get(b.getVoidTy(), false);
  b.CreateCall(type, InlineAsm::get(type, "", "~{memory}", true));
}

void Vectorizer::emitLoad(LoadInst &load) {
  if (const WideGroup *together = wide.of(&load)) {
    if (together->place == &load)
      emitWideLoads(*together);
    return;
  }
  const Shape &pointer = shapes.of(load.getPointerOperand());
  bool special = load.isVolatile() || load.isAtomic();
  if (special)
    compilerFence();
  forEachClass(shapes.of(&load).sharing,
               [&](unsigned p) { define(load, p, loadPart(load, p, unionMask(pointer.sharing, p, *current))); });
  if (special)
    compilerFence();
}

/// Before AVX-512 a masked access is slow: of 8 and 16 bits, and of all with SSE, lane by lane, and a store by the
/// processor's microcode. A mask with all lanes, which is what bounds checks give but at the end, gets a plain access.
Value *Vectorizer::whollyOrMasked(Value *mask, Type *type, bool isStore, function_ref<Value *(Value *mask)> access) {
  bool isSlow = target.isa == Isa::Sse42 || (target.isa == Isa::Avx2 && (isStore || type->getScalarSizeInBits() < 32));
  if (!mask || isa<Constant>(mask) || !isSlow)
    return access(mask);
  Value *all = b.CreateICmpEQ(maskBits(mask), ConstantInt::getAllOnesValue(b.getIntNTy(V)));
  BasicBlock *whole = BasicBlock::Create(context, "whole", out), *some = BasicBlock::Create(context, "some", out),
             *done = BasicBlock::Create(context, "access.done", out);
  b.CreateCondBr(all, whole, some);
  auto arm = [&](BasicBlock *block, Value *active) {
    b.SetInsertPoint(block);
    Value *result = access(active);
    b.CreateBr(done);
    return result;
  };
  Value *plain = arm(whole, nullptr), *masked = arm(some, mask);
  b.SetInsertPoint(done);
  if (!plain)
    return nullptr;
  PHINode *phi = b.CreatePHI(type, 2);
  phi->addIncoming(plain, whole);
  phi->addIncoming(masked, some);
  return phi;
}

Value *Vectorizer::loadPart(LoadInst &load, unsigned part, Value *mask) {
  const Value *operand = load.getPointerOperand();
  const Shape &pointer = shapes.of(operand);
  Type *type = load.getType(), *vector = vectorType(type);
  if (pointer.isUniform()) {
    ++numScalar;
    Value *address = scalarOf(operand, part);
    auto *copy = cast<LoadInst>(load.clone());
    copy->setOperand(0, pointer.isGroupUniform() ? address : guardedPointer(address, mask));
    copy->setName(load.getName());
    return b.Insert(copy);
  }
  Value *poison = PoisonValue::get(vector);
  if (int direction = adjacency(pointer, type, module.getDataLayout())) {
    ++numContiguous;
    Value *address = scalarOf(operand, part);
    if (direction < 0) {
      address = b.CreateGEP(type, address, b.getInt64(-int64_t(V - 1)));
      mask = mask ? b.CreateVectorReverse(mask) : nullptr;
    }
    Value *loaded = whollyOrMasked(mask, vector, /*isStore=*/false, [&](Value *active) -> Value * {
      Instruction *made = active
                              ? cast<Instruction>(b.CreateMaskedLoad(vector, address, load.getAlign(), active, poison))
                              : cast<Instruction>(b.CreateAlignedLoad(vector, address, load.getAlign()));
      made->setName(load.getName());
      if (!load.isVolatile() && !load.isAtomic())
        made->copyMetadata(load, {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias, LLVMContext::MD_tbaa});
      return made;
    });
    return direction < 0 ? b.CreateVectorReverse(loaded) : loaded;
  }
  ++numScattered;
  if (type->isIntegerTy(32) && load.getMetadata(ir::kQuadLoad))
    return loadQuads(load, part, mask);
  return gather(load, vectorOf(operand, part), mask);
}

Value *Vectorizer::gather(LoadInst &load, Value *addresses, Value *mask) {
  Type *type = load.getType(), *vector = vectorType(type);
  if (planted("uniform-load"))
    addresses = b.CreateVectorSplat(V, b.CreateExtractElement(addresses, uint64_t(0)));
  if (type->isIntegerTy(8) || type->isIntegerTy(16) || type->isHalfTy() || type->isBFloatTy())
    return load.getAlign().value() * 8 < type->getScalarSizeInBits() ? gatherOdd(addresses, type, mask)
                                                                     : gatherSmall(addresses, type, mask);
  auto *made = b.CreateMaskedGather(vector, addresses, load.getAlign(), maskOrAllTrue(mask), PoisonValue::get(vector),
                                    load.getName());
  made->copyMetadata(load, {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
  return made;
}

/// A lane's value without the vector it would be taken from, as far as it is plain arithmetic: mostly the same in every
/// iteration then, and scalar.
Value *Vectorizer::addressOfLane(const Value *value, unsigned part, unsigned lane, unsigned depth) {
  auto *i = dyn_cast<Instruction>(value);
  bool isPlain =
      i && shapes.of(value).isVarying() && depth < kAddressDepth &&
      (isa<GetElementPtrInst, BinaryOperator>(i) || (isa<CastInst>(i) && !i->getType()->isFloatingPointTy()));
  if (!isPlain || analyses.arrays.laneMinorElement(i) || i->getOpcode() == Instruction::UDiv ||
      i->getOpcode() == Instruction::SDiv || i->getOpcode() == Instruction::URem || i->getOpcode() == Instruction::SRem)
    return laneValue(value, part, b.getInt32(lane));
  SmallVector<Value *, 4> operands;
  for (const Use &use : i->operands())
    operands.push_back(isa<Constant>(use) && !isa<GlobalValue>(use) ? use.get()
                                                                    : addressOfLane(use, part, lane, depth + 1));
  if (auto *gep = dyn_cast<GetElementPtrInst>(i))
    return b.CreateGEP(gep->getSourceElementType(), operands[0], ArrayRef(operands).drop_front());
  if (auto *cast = dyn_cast<CastInst>(i))
    return b.CreateCast(cast->getOpcode(), operands[0], cast->getType());
  return b.CreateBinOp(cast<BinaryOperator>(i)->getOpcode(), operands[0], operands[1]);
}

/// Four lanes read 16 bytes together: a load of those and no gather.
Value *Vectorizer::loadQuads(LoadInst &load, unsigned part, Value *mask) {
  ++numQuads;
  auto *quad = FixedVectorType::get(b.getInt32Ty(), 4);
  SmallVector<Value *, 8> pieces;
  for (unsigned l = 0; l < V; l += 4) {
    Value *address = addressOfLane(load.getPointerOperand(), part, l);
    Instruction *made;
    if (mask) {
      Value *active = b.CreateShuffleVector(mask, ArrayRef<int>{int(l), int(l + 1), int(l + 2), int(l + 3)});
      made = b.CreateMaskedLoad(quad, address, load.getAlign(), active, PoisonValue::get(quad));
    } else {
      made = b.CreateAlignedLoad(quad, address, load.getAlign());
    }
    if (!load.isVolatile() && !load.isAtomic())
      made->copyMetadata(load, {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
    pieces.push_back(made);
  }
  while (pieces.size() > 1) {
    unsigned lanes = cast<FixedVectorType>(pieces[0]->getType())->getNumElements();
    SmallVector<int, 16> both;
    for (unsigned l = 0; l < 2 * lanes; ++l)
      both.push_back(int(l));
    SmallVector<Value *, 8> wider;
    for (unsigned k = 0; k + 1 < pieces.size(); k += 2)
      wider.push_back(b.CreateShuffleVector(pieces[k], pieces[k + 1], both));
    pieces = std::move(wider);
  }
  return pieces[0];
}

// No gather of bytes or halves exists: the aligned word around each is gathered and shifted. It lies in the same page.
Value *Vectorizer::gatherSmall(Value *pointers, Type *type, Value *mask) {
  Type *i64s = vectorType(b.getInt64Ty()), *i32s = vectorType(b.getInt32Ty());
  auto all = [&](Type *t, uint64_t n) { return ConstantInt::get(t, n); };
  Value *address = b.CreatePtrToInt(pointers, i64s);
  Value *aligned = b.CreateIntToPtr(b.CreateAnd(address, all(i64s, ~uint64_t(3))), pointers->getType());
  Value *word = b.CreateMaskedGather(i32s, aligned, Align(4), maskOrAllTrue(mask), PoisonValue::get(i32s));
  Value *shift = b.CreateShl(b.CreateTrunc(b.CreateAnd(address, all(i64s, 3)), i32s), all(i32s, 3));
  Type *bits = vectorType(b.getIntNTy(type->getScalarSizeInBits()));
  return b.CreateBitCast(b.CreateTrunc(b.CreateLShr(word, shift), bits), vectorType(type));
}

/// Two bytes anywhere, as in a packed struct: they may lie in different words.
Value *Vectorizer::gatherOdd(Value *pointers, Type *type, Value *mask) {
  Type *shorts = vectorType(b.getInt16Ty());
  Value *low = b.CreateZExt(gatherSmall(pointers, b.getInt8Ty(), mask), shorts);
  Value *next = b.CreateGEP(b.getInt8Ty(), pointers, b.getInt64(1));
  Value *high = b.CreateZExt(gatherSmall(next, b.getInt8Ty(), mask), shorts);
  return b.CreateBitCast(b.CreateOr(low, b.CreateShl(high, ConstantInt::get(shorts, 8))), vectorType(type));
}

void Vectorizer::emitStore(StoreInst &store) {
  if (const WideGroup *together = wide.of(&store)) {
    if (together->place == &store)
      emitWideStores(*together);
    return;
  }
  const Shape &pointer = shapes.of(store.getPointerOperand()), &value = shapes.of(store.getValueOperand());
  Sharing sharing = pointer.sharing.meet(value.sharing);
  bool special = store.isVolatile() || store.isAtomic();
  if (special)
    compilerFence();
  forEachClass(sharing, [&](unsigned p) { storePart(store, p, unionMask(sharing, p, *current)); });
  if (special)
    compilerFence();
}

void Vectorizer::storePart(StoreInst &store, unsigned part, Value *mask) {
  const Value *operand = store.getPointerOperand(), *value = store.getValueOperand();
  const Shape &pointer = shapes.of(operand);
  if (pointer.isUniform()) { // all active lanes write one place: the highest wins
    ++numScalar;
    bool sure = !mask || (pointer.isGroupUniform() && shapes.of(value).isGroupUniform());
    guarded(sure ? b.getTrue() : anyLane(mask), b.getVoidTy(), [&]() -> Value * {
      auto *copy = cast<StoreInst>(store.clone());
      copy->setOperand(1, scalarOf(operand, part));
      if (shapes.of(value).isUniform()) {
        copy->setOperand(0, scalarOf(value, part));
      } else {
        Value *unused = b.CreateBinaryIntrinsic(Intrinsic::ctlz, maskBits(mask), b.getFalse());
        Value *last = b.CreateSub(ConstantInt::get(unused->getType(), V - 1), unused);
        copy->setOperand(0, laneValue(value, part, b.CreateZExtOrTrunc(last, b.getInt32Ty())));
      }
      return b.Insert(copy);
    });
    return;
  }
  if (planted("dropped-mask"))
    mask = nullptr;
  Value *data = vectorOf(value, part);
  Type *type = value->getType();
  if (int direction = adjacency(pointer, type, module.getDataLayout())) {
    ++numContiguous;
    Value *address = scalarOf(operand, part);
    if (direction < 0) {
      address = b.CreateGEP(type, address, b.getInt64(-int64_t(V - 1)));
      mask = mask ? b.CreateVectorReverse(mask) : nullptr;
      data = b.CreateVectorReverse(data);
    }
    whollyOrMasked(mask, data->getType(), /*isStore=*/true, [&](Value *active) -> Value * {
      Instruction *made = active ? cast<Instruction>(b.CreateMaskedStore(data, address, store.getAlign(), active))
                                 : cast<Instruction>(b.CreateAlignedStore(data, address, store.getAlign()));
      if (!store.isVolatile() && !store.isAtomic())
        made->copyMetadata(store, {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias, LLVMContext::MD_tbaa});
      return nullptr;
    });
    return;
  }
  ++numScattered;
  auto *scatter = b.CreateMaskedScatter(data, vectorOf(operand, part), store.getAlign(), maskOrAllTrue(mask));
  scatter->copyMetadata(store, {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
}

} // namespace helicon::simt
