// Threads that go where the others won't come, while those wait for each other.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace helicon::simt {

/// Gives threads that part with the others, one before the other, a copy of what they do until they wait or end:
/// where they leave a loop with barriers, inside that loop; where the others go on to a barrier, in front of it.
/// Returns whether the kernel has changed; then there may be more to do.
bool finishLeavers(llvm::Function &kernel);

/// The blocks from which a block with such an instruction can be reached, and those blocks. Not through a place where
/// threads wait for others to leave a loop: that comes last of all.
llvm::SmallPtrSet<llvm::BasicBlock *, 32> leadingTo(llvm::Function &kernel, bool (*wanted)(const llvm::Instruction &));

} // namespace helicon::simt
