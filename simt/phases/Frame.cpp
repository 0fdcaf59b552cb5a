#include "simt/phases/Frame.h"
#include "simt/analysis/PlantedFault.h"

#include "kernel-ir/Abi.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/Support/MathExtras.h>

#include <numeric>

using namespace llvm;

namespace helicon::simt {

namespace {

// Full vectors never straddle two cache lines.
Align slotAlign(uint64_t bytes) { return Align(std::min<uint64_t>(kFrameAlign, PowerOf2Ceil(bytes))); }

bool isMask(Type *type) { return type->isIntOrIntVectorTy(1); }

} // namespace

Frame::Frame(const DataLayout &layout) : layout(layout), end(sizeof(FrameHeader)) {}

uint64_t Frame::addArray(uint64_t bytes, Align align) {
  uint64_t offset = alignTo(end, std::min(align, Align(kFrameAlign)));
  end = offset + bytes;
  return offset;
}

// Masks live in k registers and are kept as the integer of their bits; i1 needs a byte.
Type *Frame::storedType(Type *type) const {
  if (!isMask(type))
    return type;
  auto *vector = dyn_cast<FixedVectorType>(type);
  unsigned bits = vector ? vector->getNumElements() : 1;
  return Type::getIntNTy(type->getContext(), std::max<uint64_t>(8, PowerOf2Ceil(bits)));
}

void Frame::addSlots(const Liveness &live, const Webs &webs, const BitVector &saved) {
  DenseMap<unsigned, unsigned> slotOfWeb;
  for (unsigned value : saved.set_bits()) {
    auto [it, isNew] = slotOfWeb.try_emplace(webs.of(value), slots.size());
    if (isNew) {
      uint64_t bytes = layout.getTypeStoreSize(storedType(live.values()[value]->getType()));
      const BitVector &users = webs.users(it->first);
      auto found =
          find_if(slots, [&](const Slot &slot) { return slot.bytes == bytes && !slot.users.anyCommon(users); });
      it->second = found - slots.begin();
      if (found == slots.end())
        slots.push_back({bytes, 0, users});
      else
        found->users |= users;
    }
    slotOfValue[value] = it->second;
  }
  place();
}

// Small ones first: they fill what the header leaves of its cache line.
void Frame::place() {
  std::vector<unsigned> order(slots.size());
  std::iota(order.begin(), order.end(), 0u);
  sort(order, [&](unsigned a, unsigned b) { return std::pair(slots[a].bytes, a) < std::pair(slots[b].bytes, b); });
  for (unsigned n : order) {
    Slot &slot = slots[n];
    slot.offset = alignTo(end, slotAlign(slot.bytes));
    end = slot.offset + slot.bytes;
  }
  end = alignTo(end, kFrameAlign);
}

void Frame::save(IRBuilderBase &b, Value *frame, unsigned value, Value *content) const {
  const Slot &slot = slots[slotOf(value)];
  Type *stored = storedType(content->getType());
  if (isMask(content->getType())) {
    if (auto *vector = dyn_cast<FixedVectorType>(content->getType()))
      content = b.CreateBitCast(content, b.getIntNTy(vector->getNumElements()));
    content = b.CreateZExt(content, stored);
  }
  Value *address = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), frame, slot.offset);
  if (slotOf(value) == 0 && planted("lost-at-barrier"))
    return;
  b.CreateAlignedStore(content, address, slotAlign(slot.bytes));
}

Value *Frame::restore(IRBuilderBase &b, Value *frame, unsigned value, Type *type) const {
  const Slot &slot = slots[slotOf(value)];
  Value *address = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), frame, slot.offset);
  Value *content = b.CreateAlignedLoad(storedType(type), address, slotAlign(slot.bytes));
  if (!isMask(type))
    return content;
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    return b.CreateBitCast(b.CreateTrunc(content, b.getIntNTy(vector->getNumElements())), type);
  return b.CreateTrunc(content, type);
}

} // namespace helicon::simt
