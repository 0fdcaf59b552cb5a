// The memory of a group between two of its calls: FrameHeader, private arrays that outlive a suspension, then one
// slot for each saved value. Values that are never alive together share a slot.
#pragma once

#include "simt/phases/Liveness.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace helicon::simt {

class Frame {
public:
  explicit Frame(const llvm::DataLayout &layout);

  /// Space for a private array; its offset.
  uint64_t addArray(uint64_t bytes, llvm::Align align);
  /// Gives each value of `saved` a slot. Values in `exclusive` keep theirs for themselves.
  void addSlots(const Liveness &live, size_t suspensions, const llvm::BitVector &saved,
                const llvm::BitVector &exclusive);

  void save(llvm::IRBuilderBase &b, llvm::Value *frame, unsigned value, llvm::Value *content) const;
  llvm::Value *restore(llvm::IRBuilderBase &b, llvm::Value *frame, unsigned value, llvm::Type *type) const;

  uint64_t bytes() const { return end; }

private:
  struct Slot {
    uint64_t bytes = 0;
    uint64_t offset = 0;
    llvm::BitVector users; ///< suspensions across which it is taken
    bool exclusive = false;
  };
  llvm::Type *storedType(llvm::Type *type) const;
  void place();

  const llvm::DataLayout &layout;
  uint64_t end;
  std::vector<Slot> slots;
  llvm::DenseMap<unsigned, unsigned> slotOf;
};

} // namespace helicon::simt
