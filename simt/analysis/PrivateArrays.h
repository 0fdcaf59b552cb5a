// Which local arrays can be laid out lane-minor: element i of all lanes side by side, so that an access with a
// uniform index is one vector. That needs every access through every derived pointer to have one size E and every
// offset to be a multiple of E; then byte offset o of lane l lives at o*V + l*E. All other locals are lane-major: one
// whole copy per lane, reached by gathers.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>

namespace helicon::simt {

class PrivateArrays {
public:
  explicit PrivateArrays(llvm::Function &function);

  /// Element size E if `pointer` points into a lane-minor array, else 0.
  unsigned laneMinorElement(const llvm::Value *pointer) const { return laneMinor.lookup(pointer); }

private:
  llvm::DenseMap<const llvm::Value *, unsigned> laneMinor;
};

/// Bytes of one lane's copy of a lane-major local.
uint64_t laneMajorStride(const llvm::AllocaInst &local);

} // namespace helicon::simt
