// Blocks put on the way from one block to another.
#pragma once

#include <llvm/IR/BasicBlock.h>

namespace helicon::simt {

/// Leads every edge between the two through a new block, `name`, which holds a branch alone.
llvm::BasicBlock *blockOnEdge(llvm::BasicBlock &from, llvm::BasicBlock &to, const llvm::Twine &name);

/// On the same edges: out of the loop when no lane is left (helicon.lanes.gone), which code alone can not tell.
/// The block that then runs is returned, still without an end.
llvm::BasicBlock *exitWhenGone(llvm::BasicBlock &from, llvm::BasicBlock &to, const llvm::Twine &name);

} // namespace helicon::simt
