// The three levels of uniformity in one analysis: for every value of a structured kernel, how it varies over the lanes
// of a part, and which parts share it; for every branch, whether the group's threads agree on it. Optimistic
// fixpoint over the SSA graph: everything starts unknown and only gets worse, so loops converge in a few rounds.
// Cost: rounds * instructions * parts; the rounds are bounded by the height of the lattice (3 kinds, parts classes).
#pragma once

#include "simt/analysis/Geometry.h"
#include "simt/analysis/PrivateArrays.h"
#include "simt/analysis/Shape.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>

namespace helicon::simt {

/// The analyses of a structured function that shapes and the vectoriser share.
struct FunctionAnalyses {
  explicit FunctionAnalyses(llvm::Function &function);
  llvm::Function &function;
  llvm::DominatorTree dominators;
  llvm::PostDominatorTree postDominators;
  llvm::LoopInfo loops;
  PrivateArrays arrays;
  std::vector<llvm::BasicBlock *> order; ///< reverse post-order
};

class Shapes {
public:
  Shapes(FunctionAnalyses &analyses, const Geometry &geometry);

  const Shape &of(const llvm::Value *value) const;
  bool isDivergent(const llvm::BasicBlock *block) const { return divergent.contains(block); }
  /// The loop's threads may leave it in different iterations.
  bool isDivergentLoop(const llvm::Loop *loop) const;
  /// Lanes come to this phi along several edges at once: it is a selection by masks, not a phi.
  bool isBlended(const llvm::PHINode *phi) const;

private:
  void run();
  bool update(llvm::Instruction &i);
  bool markDivergent(llvm::BasicBlock &block);
  void findJoins(llvm::BasicBlock &branch);
  /// The divergent loop that the edge into `to` leaves, or null.
  const llvm::Loop *leftLoop(const llvm::BasicBlock *from, const llvm::BasicBlock *to) const;

  Shape transfer(const llvm::Instruction &i) const;
  /// As transfer, without runs.
  Shape transferWhole(const llvm::Instruction &i) const;
  Shape ofPhi(const llvm::PHINode &phi) const;
  Shape ofCall(const llvm::CallBase &call) const;
  Shape ofThreadIndex(unsigned dimension) const;
  Shape ofAdd(const llvm::Instruction &i, const Shape &a, const Shape &b, bool subtract) const;
  Shape ofScaled(const llvm::Instruction &i, const Shape &a, int64_t factor) const;
  Shape ofGep(const llvm::GetElementPtrInst &gep) const;
  Shape ofMaskOrShift(const llvm::Instruction &i, const Shape &a) const;
  Shape ofCast(const llvm::CastInst &cast, const Shape &a) const;
  Shape pointwise(const llvm::Instruction &i) const;

  // ShapeRuns.cpp: what is left of a stride where it breaks inside a part
  struct Run;
  void addRuns(const llvm::Instruction &i, Shape &shape) const;
  Run runOf(const llvm::Value *value) const;
  Run runsOf(const llvm::Instruction &i) const;
  Run runsOfCall(const llvm::CallBase &call) const;
  Run runsOfPhi(const llvm::PHINode &phi) const;
  Run runsOfGep(const llvm::GetElementPtrInst &gep) const;
  Run runsOfCast(const llvm::CastInst &cast) const;
  Run runsOfBits(const llvm::Instruction &i) const;
  Run runsOfSum(const llvm::Instruction &i) const;
  Run alikeInRuns(const llvm::Instruction &i) const;
  unsigned trailingZeros(const llvm::Value *value) const;
  bool isLaneOfWarp(const llvm::Value *value) const;
  bool asksForWarp(const llvm::Instruction &i) const;

  FunctionAnalyses &analyses;
  const Geometry geometry;
  const bool oneWarp; ///< groups are single warps because of the kernel's barriers
  llvm::DenseMap<const llvm::Value *, Shape> shapes;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> divergent;
  /// Blocks where disjoint paths of a divergent branch meet, with the conditions that decide.
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<const llvm::Value *, 2>> joins;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> orderOf;
  Shape constantShape, unknownShape;
  Shape argumentShape; ///< of a kernel's parameters: the same for all; of a function's: anything
};

} // namespace helicon::simt
