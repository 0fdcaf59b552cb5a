// Joins loads, and stores, of neighbouring bytes and 16-bit values into one of the aligned 32-bit word they fill: the
// members of half2, short2 or char4, which SROA took apart. Lanes then read and write words side by side, where single
// members would be gathered and scattered. Only within a block, and only where nothing in between could see the
// difference. Cost: one visit an instruction, a sort of the few members of a word.
#include "simt/prepare/Steps.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/Statistic.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#define DEBUG_TYPE "helicon-words"
STATISTIC(numLoads, "Words loaded in place of their parts");
STATISTIC(numStores, "Words stored in place of their parts");

using namespace llvm;

namespace helicon::simt {

namespace {

constexpr int64_t kWordBytes = 4;

/// One access of a part of a word.
struct Part {
  Instruction *access;
  int64_t offset; ///< from the base
};
/// Parts by base pointer and word; in the order of their first access.
using Words = MapVector<std::pair<Value *, int64_t>, SmallVector<Part, 4>>;

int64_t bytesOf(const Part &part) { return getLoadStoreType(part.access)->getPrimitiveSizeInBits() / 8; }

bool isPart(const Type *type) {
  return type->isIntegerTy(8) || type->isIntegerTy(16) || type->isHalfTy() || type->isBFloatTy();
}

class Joining {
public:
  explicit Joining(Function &f) : layout(f.getDataLayout()) {}
  void run(BasicBlock &block);

private:
  void visit(Instruction &i);
  void keep(Words &words, Instruction &access, Value *pointer);
  void flush(Words &words, bool isStore);
  void joinLoads(ArrayRef<Part> parts);
  void joinStores(ArrayRef<Part> parts);

  const DataLayout &layout;
  Words loads, stores;
};

void Joining::keep(Words &words, Instruction &access, Value *pointer) {
  APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  Value *base = pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  int64_t at = offset.getSExtValue();
  // Private arrays are laid out by the size of their elements, which stays as it is.
  if (isa<AllocaInst>(base) || base->getType() != pointer->getType())
    return;
  Part part{&access, at};
  if ((at & (kWordBytes - 1)) + bytesOf(part) > kWordBytes) // lies in two words
    return flush(words, &words == &stores);
  words[{base, at & -kWordBytes}].push_back(part);
}

/// Sorted by offset: side by side, a whole word, and that word aligned.
bool fills(ArrayRef<Part> parts) {
  if (parts.size() < 2 || (parts.front().offset & (kWordBytes - 1)) != 0)
    return false;
  int64_t next = parts.front().offset;
  for (const Part &part : parts) {
    if (part.offset != next)
      return false;
    next += bytesOf(part);
  }
  return next == parts.front().offset + kWordBytes && getLoadStoreAlignment(parts.front().access) >= Align(kWordBytes);
}

void keepCommonMetadata(Instruction &joined, ArrayRef<Part> parts) {
  for (unsigned kind : {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias, LLVMContext::MD_invariant_load}) {
    MDNode *node = parts.front().access->getMetadata(kind);
    if (all_of(parts, [&](const Part &part) { return part.access->getMetadata(kind) == node; }))
      joined.setMetadata(kind, node);
  }
  joined.setDebugLoc(parts.front().access->getDebugLoc());
}

/// Where the first part is read: it comes first in the block.
void Joining::joinLoads(ArrayRef<Part> parts) {
  const Part *first = parts.begin();
  for (const Part &part : parts)
    if (part.access->comesBefore(first->access))
      first = &part;
  IRBuilder<> b(first->access);
  Value *pointer = getLoadStorePointerOperand(first->access);
  if (int64_t back = first->offset - parts.front().offset)
    pointer = b.CreateConstGEP1_64(b.getInt8Ty(), pointer, -back);
  LoadInst *word = b.CreateAlignedLoad(b.getInt32Ty(), pointer, Align(kWordBytes));
  keepCommonMetadata(*word, parts);
  for (const Part &part : parts) {
    Type *type = part.access->getType();
    Value *shifted = b.CreateLShr(word, 8 * (part.offset - parts.front().offset));
    Value *value = b.CreateBitCast(b.CreateTrunc(shifted, b.getIntNTy(8 * bytesOf(part))), type);
    part.access->replaceAllUsesWith(value);
  }
  for (const Part &part : parts)
    part.access->eraseFromParent();
  ++numLoads;
}

/// Where the last part is written, when all values are there.
void Joining::joinStores(ArrayRef<Part> parts) {
  const Part *last = parts.begin();
  for (const Part &part : parts)
    if (last->access->comesBefore(part.access))
      last = &part;
  IRBuilder<> b(last->access);
  Value *word = b.getInt32(0);
  for (const Part &part : parts) {
    Value *bits = b.CreateBitCast(cast<StoreInst>(part.access)->getValueOperand(), b.getIntNTy(8 * bytesOf(part)));
    Value *moved = b.CreateShl(b.CreateZExt(bits, b.getInt32Ty()), 8 * (part.offset - parts.front().offset));
    word = b.CreateOr(word, moved);
  }
  Value *pointer = getLoadStorePointerOperand(last->access);
  if (int64_t back = last->offset - parts.front().offset)
    pointer = b.CreateConstGEP1_64(b.getInt8Ty(), pointer, -back);
  keepCommonMetadata(*b.CreateAlignedStore(word, pointer, Align(kWordBytes)), parts);
  for (const Part &part : parts)
    part.access->eraseFromParent();
  ++numStores;
}

void Joining::flush(Words &words, bool isStore) {
  for (auto &[place, parts] : words) {
    llvm::sort(parts, [](const Part &x, const Part &y) { return x.offset < y.offset; });
    if (!fills(parts))
      continue;
    if (isStore)
      joinStores(parts);
    else
      joinLoads(parts);
  }
  words.clear();
}

void Joining::visit(Instruction &i) {
  if (auto *load = dyn_cast<LoadInst>(&i); load && load->isSimple()) {
    flush(stores, true); // it may read what they write
    if (isPart(load->getType()))
      keep(loads, *load, load->getPointerOperand());
    return;
  }
  if (auto *store = dyn_cast<StoreInst>(&i);
      store && store->isSimple() && isPart(store->getValueOperand()->getType())) {
    flush(loads, false);
    size_t before = stores.size();
    keep(stores, *store, store->getPointerOperand());
    // Another base may be the same place, and so may a word that was written before.
    if (stores.size() > before && before > 0 && stores.back().first.first != stores.front().first.first) {
      auto kept = stores.back();
      stores.pop_back();
      flush(stores, true);
      stores.insert(std::move(kept));
    }
    return;
  }
  if (!i.mayReadOrWriteMemory())
    return;
  flush(stores, true);
  if (i.mayWriteToMemory())
    flush(loads, false);
}

void Joining::run(BasicBlock &block) {
  for (Instruction &i : make_early_inc_range(block))
    visit(i);
  flush(loads, false);
  flush(stores, true);
}

} // namespace

Error joinWords(Work &work) {
  for (BasicBlock &block : *work.function)
    Joining(*work.function).run(block);
  return Error::success();
}

} // namespace helicon::simt
