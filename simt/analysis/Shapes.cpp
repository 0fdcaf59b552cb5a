#include "simt/analysis/Shapes.h"

#include "kernel-ir/Intrinsics.h"
#include "simt/analysis/BarrierUse.h"
#include "simt/analysis/KeptFunctions.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>

using namespace llvm;

namespace helicon::simt {

FunctionAnalyses::FunctionAnalyses(Function &function)
    : function(function), dominators(function), postDominators(function), loops(dominators), arrays(function) {
  ReversePostOrderTraversal<Function *> rpo(&function);
  order.assign(rpo.begin(), rpo.end());
}

Shapes::Shapes(FunctionAnalyses &analyses, const Geometry &geometry)
    : analyses(analyses), geometry(geometry), oneWarp(analyses.function.hasFnAttribute(kOneWarpAttribute)),
      constantShape(Shape::uniform(Sharing::all(geometry.parts))) {
  argumentShape = isKeptFunction(analyses.function) ? Shape::varying(Sharing::none(geometry.parts)) : constantShape;
  for (unsigned i = 0; i < analyses.order.size(); ++i)
    orderOf[analyses.order[i]] = i;
  run();
}

const Shape &Shapes::of(const Value *value) const {
  if (isa<Argument>(value))
    return argumentShape;
  if (!isa<Instruction>(value))
    return constantShape; // constants, globals
  auto it = shapes.find(value);
  return it == shapes.end() ? unknownShape : it->second;
}

bool Shapes::isDivergentLoop(const Loop *loop) const {
  SmallVector<BasicBlock *, 4> exiting;
  loop->getExitingBlocks(exiting);
  return any_of(exiting, [&](BasicBlock *b) { return isDivergent(b); });
}

const Loop *Shapes::leftLoop(const BasicBlock *from, const BasicBlock *to) const {
  const Loop *left = nullptr;
  for (const Loop *l = analyses.loops.getLoopFor(from); l && !l->contains(to); l = l->getParentLoop())
    if (isDivergentLoop(l))
      left = l;
  return left;
}

bool Shapes::isBlended(const PHINode *phi) const {
  const BasicBlock *block = phi->getParent();
  return joins.count(block) ||
         any_of(phi->blocks(), [&](const BasicBlock *from) { return leftLoop(from, block) != nullptr; });
}

void Shapes::run() {
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock *block : analyses.order) {
      for (Instruction &i : *block)
        changed |= update(i);
      changed |= markDivergent(*block);
    }
  }
}

bool Shapes::update(Instruction &i) {
  if (i.getType()->isVoidTy())
    return false;
  Shape next = transfer(i);
  Shape &current = shapes[&i];
  if (next == current)
    return false;
  current = std::move(next);
  return true;
}

bool Shapes::markDivergent(BasicBlock &block) {
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional() || divergent.contains(&block))
    return false;
  const Shape &condition = of(branch->getCondition());
  if (!condition.isKnown() || condition.isGroupUniform())
    return false;
  divergent.insert(&block);
  findJoins(block);
  return true;
}

// Paths from each successor carry a label; a block that two labels reach is a join and starts a label of its own.
// Forward edges only, up to the branch's immediate post-dominator.
void Shapes::findJoins(BasicBlock &branch) {
  const Value *condition = cast<BranchInst>(branch.getTerminator())->getCondition();
  const BasicBlock *end = nullptr;
  if (auto *node = analyses.postDominators.getNode(&branch))
    if (node->getIDom())
      end = node->getIDom()->getBlock();
  std::map<unsigned, const BasicBlock *> label;
  auto reach = [&](const BasicBlock *from, const BasicBlock *to, const BasicBlock *with) {
    if (analyses.dominators.dominates(to, from))
      return; // a back edge
    auto [it, fresh] = label.try_emplace(orderOf.lookup(to), with);
    if (fresh || it->second == with)
      return;
    it->second = to;
    joins[to].push_back(condition);
  };
  for (const BasicBlock *successor : successors(&branch))
    reach(&branch, successor, successor);
  for (auto it = label.begin(); it != label.end(); ++it) {
    const BasicBlock *block = analyses.order[it->first];
    if (block == end)
      break;
    for (const BasicBlock *successor : successors(block))
      reach(block, successor, it->second);
  }
}

Shape Shapes::transfer(const Instruction &i) const {
  Shape shape = transferWhole(i);
  if (shape.isVarying())
    addRuns(i, shape);
  return shape;
}

Shape Shapes::transferWhole(const Instruction &i) const {
  if (auto *phi = dyn_cast<PHINode>(&i))
    return ofPhi(*phi);
  for (const Value *operand : i.operands())
    if (isa<Instruction>(operand) && !of(operand).isKnown())
      return {};
  if (oneWarp && asksForWarp(i) && !of(i.getOperand(0)).isVarying()) // made from lane 0's value, so there must be one
    return constantShape;
  if (auto *call = dyn_cast<CallBase>(&i))
    return ofCall(*call);
  if (auto *gep = dyn_cast<GetElementPtrInst>(&i))
    return ofGep(*gep);
  if (auto *cast = dyn_cast<CastInst>(&i))
    return ofCast(*cast, of(i.getOperand(0)));
  const Shape &a = i.getNumOperands() > 0 ? of(i.getOperand(0)) : constantShape;
  switch (i.getOpcode()) {
  case Instruction::Alloca: {
    unsigned element = analyses.arrays.laneMinorElement(&i);
    return Shape::strided(element ? element : laneMajorStride(cast<AllocaInst>(i)), Sharing::none(geometry.parts));
  }
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
    return Shape::varying(Sharing::none(geometry.parts));
  case Instruction::Load:
    return a.isUniform() ? Shape::uniform(a.sharing) : Shape::varying(a.sharing);
  case Instruction::Add:
    return ofAdd(i, a, of(i.getOperand(1)), false);
  case Instruction::Sub:
    return ofAdd(i, a, of(i.getOperand(1)), true);
  case Instruction::Or:
    if (cast<PossiblyDisjointInst>(i).isDisjoint())
      return ofAdd(i, a, of(i.getOperand(1)), false);
    return pointwise(i);
  case Instruction::Mul:
  case Instruction::Shl:
    if (auto *c = dyn_cast<ConstantInt>(i.getOperand(1)); c && c->getBitWidth() <= 64) {
      bool shift = i.getOpcode() == Instruction::Shl;
      if (!shift)
        return ofScaled(i, a, c->getSExtValue());
      if (c->getZExtValue() < std::min(62u, c->getBitWidth()))
        return ofScaled(i, a, int64_t(1) << c->getZExtValue());
    }
    return pointwise(i);
  case Instruction::And:
  case Instruction::LShr:
  case Instruction::AShr:
    return ofMaskOrShift(i, a);
  case Instruction::Freeze:
    return a;
  case Instruction::Select: {
    const Shape &x = of(i.getOperand(1)), &y = of(i.getOperand(2));
    if (a.isUniform() && x.isStrided() && y.isStrided() && x.stride == y.stride) {
      Shape s = x;
      s.noSignedWrap &= y.noSignedWrap;
      s.noUnsignedWrap &= y.noUnsignedWrap;
      s.baseZeros = std::min(x.baseZeros, y.baseZeros);
      s.sharing = a.sharing.meet(x.sharing).meet(y.sharing);
      return s;
    }
    return pointwise(i);
  }
  default:
    return pointwise(i);
  }
}

Shape Shapes::pointwise(const Instruction &i) const {
  Shape s = constantShape;
  for (const Value *operand : i.operands()) {
    const Shape &o = of(operand);
    s.sharing = s.sharing.meet(o.sharing);
    if (!o.isUniform())
      s.kind = Kind::Varying;
  }
  if (s.isUniform())
    s.baseZeros = trailingZeros(&i);
  return s.isUniform() ? s : Shape::varying(s.sharing);
}

Shape Shapes::ofPhi(const PHINode &phi) const {
  Shape s;
  auto merge = [&](const Shape &o) {
    if (!s.isKnown()) {
      s = o;
      return;
    }
    s.sharing = s.sharing.meet(o.sharing);
    if (s.kind == o.kind && s.stride == o.stride) {
      s.noSignedWrap &= o.noSignedWrap;
      s.noUnsignedWrap &= o.noUnsignedWrap;
      s.baseZeros = std::min(s.baseZeros, o.baseZeros);
    } else {
      s = Shape::varying(s.sharing);
    }
  };
  bool sameValue = phi.hasConstantValue() != nullptr;
  auto decide = [&](const Value *condition) { // which lanes take which value is up to `condition`
    const Shape &c = of(condition);
    s.sharing = s.sharing.meet(c.sharing);
    if (!c.isUniform() || !s.isUniform())
      s = Shape::varying(s.sharing);
  };
  for (unsigned k = 0; k < phi.getNumIncomingValues(); ++k) {
    const Value *value = phi.getIncomingValue(k);
    const Shape &o = isa<UndefValue>(value) ? unknownShape : of(value);
    if (o.isKnown())
      merge(o);
  }
  if (!s.isKnown())
    return all_of(phi.incoming_values(), [](const Use &u) { return isa<UndefValue>(u.get()); }) ? constantShape : s;
  if (auto it = joins.find(phi.getParent()); it != joins.end() && !sameValue)
    for (const Value *condition : it->second)
      decide(condition);
  for (unsigned k = 0; k < phi.getNumIncomingValues(); ++k) {
    const BasicBlock *from = phi.getIncomingBlock(k);
    const Loop *left = leftLoop(from, phi.getParent());
    auto *def = dyn_cast<Instruction>(phi.getIncomingValue(k));
    if (!left || !def || (!left->contains(def) && sameValue))
      continue;
    SmallVector<BasicBlock *, 4> exiting;
    left->getExitingBlocks(exiting);
    for (BasicBlock *e : exiting)
      if (isDivergent(e))
        decide(cast<BranchInst>(e->getTerminator())->getCondition());
  }
  return s;
}

} // namespace helicon::simt
