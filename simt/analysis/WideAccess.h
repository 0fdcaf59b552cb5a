// Loads and stores that belong together: the fields of a vector type or of a structure, read or written by each lane
// next to each other (float4, int2, arrays of structures). Made as one group they are a few contiguous accesses and
// shuffles; one by one each is a gather or a scatter. Groups stay inside a basic block: loads move up to the first of
// them, stores down to the last, past nothing that may touch the same memory.
// Cost: a comparison with each open group of the block an access.
#pragma once

#include "simt/Simt.h"
#include "simt/analysis/Shapes.h"

namespace helicon::simt {

/// Lane l's share of the stretch are `fields` elements, field k of them `member[k]`; runs of `run` lanes have their
/// shares side by side. Loads may leave out fields between others, stores only with AVX-512.
struct WideGroup {
  bool isStore = false;
  unsigned bytes = 0;  ///< of an element
  unsigned fields = 0; ///< 1 to 8; bytes of one lane: up to 16
  unsigned run = 1;    ///< lanes: a power of two, up to V
  llvm::SmallVector<llvm::Instruction *, 8> member;
  int64_t fromFirst = 0;              ///< bytes from the address of `place` to field 0
  llvm::Instruction *place = nullptr; ///< where all of them are made: the first load, the last store
  llvm::Align align;                  ///< of field 0, in every lane
  Sharing sharing;                    ///< of the addresses, and of what is stored

  unsigned lastField() const;
  bool isFull() const;
};

class WideAccesses {
public:
  WideAccesses(FunctionAnalyses &analyses, const Shapes &shapes, const Geometry &geometry, Isa isa);
  const WideGroup *of(const llvm::Instruction *access) const { return groups.lookup(access); }

private:
  class Finder;
  std::vector<std::unique_ptr<WideGroup>> storage;
  llvm::DenseMap<const llvm::Instruction *, const WideGroup *> groups;
};

} // namespace helicon::simt
