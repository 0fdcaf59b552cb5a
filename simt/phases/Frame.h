// The memory of a group between two of its calls: FrameHeader, private arrays that outlive a suspension, then one
// slot for each web of saved values. Webs that are never alive together share a slot.
#pragma once

#include "simt/phases/Webs.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace helicon::simt {

class Frame {
public:
  explicit Frame(const llvm::DataLayout &layout);

  /// Space for a private array; its offset.
  uint64_t addArray(uint64_t bytes, llvm::Align align);
  /// Gives each value of `saved` a slot.
  void addSlots(const Liveness &live, const Webs &webs, const llvm::BitVector &saved);
  unsigned slotOf(unsigned value) const { return slotOfValue.lookup(value); }
  size_t slotCount() const { return slots.size(); }

  void save(llvm::IRBuilderBase &b, llvm::Value *frame, unsigned value, llvm::Value *content) const;
  llvm::Value *restore(llvm::IRBuilderBase &b, llvm::Value *frame, unsigned value, llvm::Type *type) const;

  uint64_t bytes() const { return end; }

private:
  struct Slot {
    uint64_t bytes = 0;
    uint64_t offset = 0;
    llvm::BitVector users; ///< suspensions across which it is taken
  };
  llvm::Type *storedType(llvm::Type *type) const;
  void place();

  const llvm::DataLayout &layout;
  uint64_t end;
  std::vector<Slot> slots;
  llvm::DenseMap<unsigned, unsigned> slotOfValue;
};

} // namespace helicon::simt
