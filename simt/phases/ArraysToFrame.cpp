#include "simt/phases/ArraysToFrame.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace helicon::simt {

namespace {

using BlockSet = SmallPtrSet<const BasicBlock *, 32>;

template <class Next> BlockSet reach(const BasicBlock *from, Next next) {
  BlockSet seen;
  SmallVector<const BasicBlock *> work{from};
  while (!work.empty()) {
    const BasicBlock *block = work.pop_back_val();
    if (!seen.insert(block).second)
      continue;
    for (const BasicBlock *other : next(block))
      work.push_back(other);
  }
  return seen;
}

struct Uses {
  BlockSet blocks;
  bool escapes = false; ///< its address went to memory: no telling who uses it when
};

// Every block in which the array or an address made from it is used.
Uses usesOf(const AllocaInst &array) {
  Uses uses;
  SmallVector<const Value *> work{&array};
  SmallPtrSet<const Value *, 16> seen;
  while (!work.empty()) {
    const Value *address = work.pop_back_val();
    for (const User *user : address->users()) {
      auto *i = cast<Instruction>(user);
      uses.blocks.insert(i->getParent());
      // A phi's operand is used at the end of the block it comes from.
      if (auto *phi = dyn_cast<PHINode>(i))
        for (unsigned n = 0; n < phi->getNumIncomingValues(); ++n)
          if (phi->getIncomingValue(n) == address)
            uses.blocks.insert(phi->getIncomingBlock(n));
      if (auto *store = dyn_cast<StoreInst>(i); store && store->getValueOperand() == address)
        uses.escapes = true;
      // What a load, a comparison or a service returns is no address of ours; any other result may be.
      bool carries = !i->getType()->isVoidTy() && !isa<LoadInst, CmpInst>(i) && !isa<CallBase>(i);
      if (isa<IntrinsicInst>(i) && !i->getType()->isVoidTy())
        carries = !i->mayReadFromMemory();
      if (carries && seen.insert(i).second)
        work.push_back(i);
    }
  }
  return uses;
}

bool intersects(const BlockSet &a, const BlockSet &b) {
  return any_of(a, [&](const BasicBlock *block) { return b.contains(block); });
}

void dropLifetimes(AllocaInst &array) {
  for (User *user : make_early_inc_range(array.users()))
    if (auto *marker = dyn_cast<IntrinsicInst>(user); marker && marker->isLifetimeStartOrEnd())
      marker->eraseFromParent();
}

} // namespace

SmallPtrSet<const Instruction *, 8> moveArraysToFrame(Function &function, Value *frameAddress,
                                                      ArrayRef<Suspension> suspensions, Frame &frame) {
  std::vector<std::pair<BlockSet, BlockSet>> sides; // blocks that lead to a suspension; blocks that follow it
  for (const Suspension &s : suspensions)
    sides.push_back({reach(s.before, [](const BasicBlock *b) { return predecessors(b); }),
                     reach(s.resume, [](const BasicBlock *b) { return successors(b); })});
  const DataLayout &layout = function.getParent()->getDataLayout();
  BasicBlock &entry = function.getEntryBlock();
  SmallPtrSet<const Instruction *, 8> moved;
  SmallVector<AllocaInst *> arrays;
  for (Instruction &i : entry)
    if (auto *array = dyn_cast<AllocaInst>(&i))
      arrays.push_back(array);
  for (AllocaInst *array : arrays) {
    Uses uses = usesOf(*array);
    bool outlives = any_of(sides, [&](const auto &side) {
      return intersects(uses.blocks, side.first) && intersects(uses.blocks, side.second);
    });
    std::optional<TypeSize> size = array->getAllocationSize(layout); // always known: prepare verifies it
    if (!size || (!outlives && !uses.escapes))
      continue;
    uint64_t offset = frame.addArray(size->getFixedValue(), array->getAlign());
    IRBuilder<> b(&entry, entry.begin());
    auto *address = GetElementPtrInst::CreateInBounds(b.getInt8Ty(), frameAddress, b.getInt64(offset));
    b.Insert(address, array->getName() + ".frame");
    dropLifetimes(*array);
    array->replaceAllUsesWith(address);
    array->eraseFromParent();
    moved.insert(address);
  }
  return moved;
}

} // namespace helicon::simt
