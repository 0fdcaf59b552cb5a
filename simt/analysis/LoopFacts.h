// What the passes over a kernel's loops ask before it is vectorised: how addresses move from round to round, what
// threads have in common, and whether they wait for each other in a loop. One LoopFacts goes from pass to pass; each
// answer is worked out at the first question and kept until a pass says that it changed the code.
#pragma once

#include "simt/Simt.h"
#include "simt/analysis/Shapes.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>

#include <optional>

namespace helicon::simt {

class LoopFacts {
public:
  LoopFacts(llvm::Function &kernel, const LaunchShape &shape, const Target &target);

  llvm::Function &kernel() const { return function; }
  FunctionAnalyses &analyses();
  /// In the widest groups that the block can be cut into: the plan is made later.
  const Shapes &shapes();
  llvm::ScalarEvolution &evolution();
  llvm::AssumptionCache &assumptions();
  /// All that was known is forgotten, references to it included. (New instructions alone need not be told: they are
  /// looked at when they are asked about, by all but shapes.)
  void codeChanged();

private:
  /// Scalar evolution with what it stands on.
  struct Evolution {
    Evolution(llvm::Function &kernel, FunctionAnalyses &analyses);
    llvm::AssumptionCache assumptions;
    llvm::TargetLibraryInfoImpl libraryFacts;
    llvm::TargetLibraryInfo library;
    llvm::ScalarEvolution scalars;
  };
  Evolution &known();

  llvm::Function &function;
  const Geometry geometry;
  std::optional<FunctionAnalyses> structure;
  std::optional<Shapes> values;
  std::optional<Evolution> movement;
};

/// Which of our operations an instruction is; None for anything else.
ir::Op opOf(const llvm::Instruction &i);
bool isBarrier(const llvm::Instruction &i);
bool hasBarrier(const llvm::Loop &loop);

} // namespace helicon::simt
