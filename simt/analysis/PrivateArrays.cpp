#include "simt/analysis/PrivateArrays.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/Statistic.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/MathExtras.h>

#define DEBUG_TYPE "simt-private-arrays"
STATISTIC(numLaneMinor, "Local arrays laid out lane-minor");
STATISTIC(numLaneMajor, "Local arrays laid out lane-major");

using namespace llvm;

namespace helicon::simt {

namespace {

/// Follows every use of one local; `element` is 0 as soon as the layout is impossible.
class UseWalk {
public:
  UseWalk(AllocaInst &local, const DataLayout &layout) : layout(layout) { pointers.push_back(&local); }

  unsigned element() {
    for (unsigned i = 0; i < pointers.size(); ++i)
      for (User *user : pointers[i]->users())
        if (!accept(*cast<Instruction>(user), pointers[i]))
          return 0;
    return size;
  }
  ArrayRef<Value *> derived() const { return pointers; }

private:
  bool access(Type *type) {
    unsigned bytes = layout.getTypeStoreSize(type);
    if (size == 0)
      size = bytes;
    return size == bytes && isPowerOf2_32(bytes) && bytes <= 8 && offsetsFit();
  }
  bool offsetsFit() {
    for (uint64_t step : steps)
      if (step % size != 0)
        return false;
    return true;
  }
  bool accept(Instruction &user, Value *pointer) {
    if (auto *load = dyn_cast<LoadInst>(&user))
      return access(load->getType());
    if (auto *store = dyn_cast<StoreInst>(&user))
      return store->getValueOperand() != pointer && access(store->getValueOperand()->getType());
    if (auto *gep = dyn_cast<GetElementPtrInst>(&user)) {
      MapVector<Value *, APInt> scales;
      APInt constant(64, 0);
      if (!gep->collectOffset(layout, 64, scales, constant))
        return false;
      steps.push_back(constant.abs().getZExtValue());
      for (auto &[index, scale] : scales)
        steps.push_back(scale.abs().getZExtValue());
      pointers.push_back(gep);
      return size == 0 || offsetsFit();
    }
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(&user))
      return intrinsic->isLifetimeStartOrEnd();
    return false; // phis, calls, casts, comparisons: the pointer may be used as a whole
  }

  const DataLayout &layout;
  SmallVector<Value *, 8> pointers;
  SmallVector<uint64_t, 8> steps;
  unsigned size = 0;
};

} // namespace

PrivateArrays::PrivateArrays(Function &function) {
  const DataLayout &layout = function.getParent()->getDataLayout();
  for (Instruction &i : function.getEntryBlock()) {
    auto *local = dyn_cast<AllocaInst>(&i);
    if (!local)
      continue;
    UseWalk walk(*local, layout);
    unsigned element = walk.element();
    if (element == 0 || layout.getTypeAllocSize(local->getAllocatedType()) % element != 0) {
      ++numLaneMajor;
      continue;
    }
    ++numLaneMinor;
    for (Value *pointer : walk.derived())
      laneMinor[pointer] = element;
  }
}

uint64_t laneMajorStride(const AllocaInst &local) {
  const DataLayout &layout = local.getModule()->getDataLayout();
  uint64_t bytes = layout.getTypeAllocSize(local.getAllocatedType());
  if (auto *count = dyn_cast<ConstantInt>(local.getArraySize()))
    bytes *= count->getZExtValue();
  return alignTo(std::max<uint64_t>(bytes, 1), std::max<uint64_t>(local.getAlign().value(), 4));
}

} // namespace helicon::simt
