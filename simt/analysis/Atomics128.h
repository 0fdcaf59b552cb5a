// Exchange and compare-and-swap of 16 bytes, for one thread: by the CPU's own instruction (cmpxchg16b), in global and
// shared memory alike. A place that is no multiple of 16 faults, as it does on a card.
#pragma once

#include "kernel-ir/Intrinsics.h"

namespace helicon::simt {

/// `op` is Swap128 (place, new) or Cas128 (place, wanted, new), each value as its lower and upper half. The old halves.
llvm::Value *exchange128(llvm::IRBuilderBase &b, ir::Op op, llvm::ArrayRef<llvm::Value *> args);

} // namespace helicon::simt
