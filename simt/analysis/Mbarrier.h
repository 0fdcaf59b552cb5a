// Barriers in shared memory (PTX mbarrier) and the word that names a barrier of the block: what both executors emit.
// An mbarrier is 64 bits: how many arrivals the phase still waits for (bits 0-19), how many the next ones will (20-39),
// and how many phases are complete (40-63). Shared memory belongs to one CPU thread, so an arrival is a load, some
// arithmetic and a store; waiting is a load in a loop, which polls like any other.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace helicon::simt {

inline constexpr unsigned kMbarrierCountBits = 20, kMbarrierExpectedShift = 20, kMbarrierPhaseShift = 40;

/// `count` arrivals at `place`, of which `drop` will not be expected in later phases; the state before.
llvm::Value *mbarrierArrive(llvm::IRBuilderBase &b, llvm::Value *place, llvm::Value *count, llvm::Value *drop);

/// The word of Abi.h for BarrierOp, number and threads, counted.
llvm::Value *barrierWord(llvm::IRBuilderBase &b, llvm::Value *op, llvm::Value *id, llvm::Value *threads);

} // namespace helicon::simt
