// What the passes over a kernel's loops ask before it is vectorised: how addresses move from round to round, and
// whether threads wait for each other in a loop.
#pragma once

#include "kernel-ir/Intrinsics.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>

namespace helicon::simt {

/// Scalar evolution with all that it stands on. The trees and loops are the caller's and must outlive it.
struct LoopFacts {
  LoopFacts(llvm::Function &kernel, llvm::DominatorTree &dominators, llvm::LoopInfo &loops);
  llvm::AssumptionCache assumptions;
  llvm::TargetLibraryInfoImpl libraryFacts;
  llvm::TargetLibraryInfo library;
  llvm::ScalarEvolution evolution;
};

/// Which of our operations an instruction is; None for anything else.
ir::Op opOf(const llvm::Instruction &i);
bool isBarrier(const llvm::Instruction &i);
bool hasBarrier(const llvm::Loop &loop);

} // namespace helicon::simt
