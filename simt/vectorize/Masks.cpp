// Masks: which lanes of each part are active in a block, and along an edge.
#include "simt/vectorize/Vectorizer.h"

using namespace llvm;

namespace helicon::simt {

Value *Vectorizer::maskAnd(Value *x, Value *y) {
  if (!x || !y)
    return x ? x : y;
  return x == y ? x : b.CreateAnd(x, y);
}

Value *Vectorizer::maskOr(Value *x, Value *y) {
  if (!x || !y)
    return nullptr;
  return x == y ? x : b.CreateOr(x, y);
}

Value *Vectorizer::unionMask(const Sharing &sharing, unsigned rep, const Mask &mask) {
  Value *result = mask[rep];
  SmallPtrSet<Value *, 8> seen = {result};
  for (unsigned p = rep + 1; p < U; ++p)
    if (sharing[p] == rep && seen.insert(mask[p]).second)
      result = maskOr(result, mask[p]);
  return result;
}

Value *Vectorizer::maskBits(Value *mask) {
  Type *bits = b.getIntNTy(V);
  return mask ? b.CreateBitCast(mask, bits) : ConstantInt::get(bits, APInt::getAllOnes(V));
}

Value *Vectorizer::anyLane(Value *mask) {
  if (!mask)
    return b.getTrue();
  return b.CreateICmpNE(maskBits(mask), ConstantInt::get(b.getIntNTy(V), 0));
}

Value *Vectorizer::anyLane(const Mask &mask) { return anyLane(unionMask(Sharing::all(U), 0, mask)); }

Value *Vectorizer::maskOrAllTrue(Value *mask) {
  return mask ? mask : Constant::getAllOnesValue(vectorType(b.getInt1Ty()));
}

// Lanes past the end of the block: only the last part of the last group can have them.
Mask Vectorizer::entryMask() {
  if (!parameterMask.empty())
    return parameterMask;
  Mask mask(U, nullptr);
  if (geometry.allLanesExist())
    return mask;
  for (unsigned p = 0; p < U; ++p) {
    if (geometry.groups == 1 && (p + 1) * V <= geometry.threads)
      continue;
    Value *first = b.CreateVectorSplat(V, partBase(p));
    Value *linear = b.CreateAdd(first, laneNumbers(b.getInt32Ty()));
    mask[p] = b.CreateICmpULT(linear, b.CreateVectorSplat(V, b.getInt32(geometry.threads)));
  }
  return mask;
}

Mask Vectorizer::edgeMask(BasicBlock &from, BasicBlock &to) {
  if (auto it = edgeMasks.find({&from, &to}); it != edgeMasks.end())
    return it->second;
  Mask mask = masks[&from];
  auto *branch = dyn_cast<BranchInst>(from.getTerminator());
  if (!branch || branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
    return mask;
  bool wantTrue = branch->getSuccessor(0) == &to;
  const Value *condition = branch->getCondition();
  const Sharing &sharing = shapes.of(condition).sharing;
  SmallVector<Value *, 16> wanted(U, nullptr);
  forEachClass(sharing, [&](unsigned p) {
    Value *c = frozenCondition(from, p);
    wanted[p] = wantTrue ? c : b.CreateNot(c);
  });
  for (unsigned p = 0; p < U; ++p)
    mask[p] = maskAnd(mask[p], wanted[sharing[p]]);
  return mask;
}

// Inactive lanes may hold poison, which would spread through the mask's `and`; every use must see one frozen value.
Value *Vectorizer::frozenCondition(BasicBlock &from, unsigned part) {
  const Value *condition = cast<BranchInst>(from.getTerminator())->getCondition();
  const Mask &mask = masks[&from];
  Value *plain = vectorOf(condition, part);
  if (isa<Constant>(plain) || !shapes.isDivergent(&from) || all_of(mask, [](Value *m) { return m == nullptr; }))
    return plain;
  auto &frozen = frozenConditions[&from];
  frozen.resize(U, nullptr);
  if (!frozen[part])
    frozen[part] = b.CreateFreeze(plain);
  return frozen[part];
}

BasicBlock *Vectorizer::origin(const BasicBlock *block) const {
  auto *node = analyses.dominators.getNode(block)->getIDom();
  while (node) {
    const Loop *loop = analyses.loops.getLoopFor(node->getBlock());
    if (!loop || loop->contains(block))
      break;
    node = node->getIDom();
  }
  return node ? node->getBlock() : nullptr;
}

// A block that does not post-dominate its origin and has several ways in (uniform branches may make such) gathers
// its mask on the way.
void Vectorizer::prepareMaskSlots() {
  for (BasicBlock *block : analyses.order) {
    if (block == &kernel.getEntryBlock() || analyses.loops.isLoopHeader(block))
      continue;
    BasicBlock *from = origin(block);
    if (analyses.postDominators.dominates(block, from) || block->getSinglePredecessor() == from)
      continue;
    Mask slots;
    for (unsigned p = 0; p < U; ++p)
      slots.push_back(slot(vectorType(b.getInt1Ty()), block->getName() + ".mask"));
    maskSlots[block] = std::move(slots);
    startsOf[from].push_back(block);
  }
}

Mask Vectorizer::maskOf(BasicBlock &block) {
  if (&block == &kernel.getEntryBlock())
    return entryMask();
  if (analyses.loops.isLoopHeader(&block)) {
    const Loop *loop = analyses.loops.getLoopFor(&block);
    Mask mask = masks[loop->getLoopPreheader()];
    if (!shapes.isDivergentLoop(loop))
      return mask;
    for (unsigned p = 0; p < U; ++p) {
      PHINode *phi = b.CreatePHI(vectorType(b.getInt1Ty()), 2, block.getName() + ".mask");
      openMasks.push_back({phi, &block, p});
      mask[p] = phi;
    }
    return mask;
  }
  if (auto it = maskSlots.find(&block); it != maskSlots.end()) {
    Mask mask;
    for (Value *place : it->second)
      mask.push_back(b.CreateLoad(vectorType(b.getInt1Ty()), place));
    return mask;
  }
  BasicBlock *from = origin(&block);
  if (analyses.postDominators.dominates(&block, from))
    return masks[from];
  // the only way in
  return shapes.isDivergent(from) ? edgeMask(*from, block) : masks[from];
}

} // namespace helicon::simt
