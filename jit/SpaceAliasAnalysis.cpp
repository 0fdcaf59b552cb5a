#include "jit/SpaceAliasAnalysis.h"

#include "kernel-ir/AddressSpace.h"

#include <llvm/Analysis/ValueTracking.h>

using namespace llvm;

namespace helicon::jit {

AnalysisKey SpaceAA::Key;

namespace {

// The space a pointer was made in, seen through casts to generic.
unsigned spaceOf(const Value *pointer) {
  unsigned space = pointer->getType()->getPointerAddressSpace();
  if (space != 0)
    return space;
  // Constant and short: most pointers carry their space, and the rest stay generic.
  const Value *base = getUnderlyingObject(pointer, /*MaxLookup=*/4);
  return base->getType()->isPointerTy() ? base->getType()->getPointerAddressSpace() : 0;
}

} // namespace

AliasResult SpaceAAResult::alias(const MemoryLocation &a, const MemoryLocation &b, AAQueryInfo &, const Instruction *) {
  unsigned sa = spaceOf(a.Ptr), sb = spaceOf(b.Ptr);
  bool apart = (sa == kGlobal && sb == kShared) || (sa == kShared && sb == kGlobal);
  return apart ? AliasResult::NoAlias : AliasResult::MayAlias;
}

ImmutablePass *createSpaceAAWrapper() {
  return createExternalAAWrapperPass([](Pass &, Function &, AAResults &results) {
    static SpaceAAResult stateless;
    results.addAAResult(stateless);
  });
}

} // namespace helicon::jit
