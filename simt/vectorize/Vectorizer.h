// State of one vectorisation: scalar kernel in, NAME.group out. The new function has the control flow of the
// structured kernel: a divergent branch becomes "does any thread want this side?", and what differs between
// threads is carried by masks, one <V x i1> a part.
//
// Invariant: a block runs only if some lane of the group is active in it; single parts may be empty. Inactive lanes
// may hold anything, also poison, so a mask is always formed from frozen conditions.
#pragma once

#include "simt/Simt.h"
#include "simt/analysis/BlockAccess.h"
#include "simt/analysis/Shapes.h"
#include "simt/analysis/WideAccess.h"

#include <llvm/IR/IRBuilder.h>

#include <functional>

namespace helicon::simt {

/// Active lanes of each part; null: all of them.
using Mask = llvm::SmallVector<llvm::Value *, 16>;

class Vectorizer {
public:
  Vectorizer(llvm::Function &kernel, const LaunchShape &shape, const Plan &plan, const Target &target);
  llvm::Expected<llvm::Function *> run();

private:
  struct Lanes {
    llvm::Value *scalar = nullptr; ///< uniform value, or lane 0's of a strided one
    llvm::Value *vector = nullptr;
  };

  // Vectorize.cpp: order of work, control flow, phis
  llvm::Error check() const;
  void createFunction();
  void emitBlock(llvm::BasicBlock &block);
  void emitBody(llvm::BasicBlock &block);
  void emitWarpByWarp(llvm::BasicBlock &block, llvm::ArrayRef<llvm::Instruction *> run);
  bool walksMemory(const llvm::BasicBlock &block) const;
  bool sharedBetweenWarps(const Sharing &sharing) const;
  void emitPhi(llvm::PHINode &phi);
  void emitTerminator(llvm::BasicBlock &block);
  void writeBlends(llvm::BasicBlock &from, llvm::BasicBlock &to);
  void finishPhis();
  /// The block outside all loops that `block` is not in which decides who comes to `block`.
  llvm::BasicBlock *origin(const llvm::BasicBlock *block) const;

  // Masks.cpp
  Mask entryMask();
  Mask maskOf(llvm::BasicBlock &block);
  /// Lanes that go from `from` to `to`; exact also for uniform branches.
  Mask edgeMask(llvm::BasicBlock &from, llvm::BasicBlock &to);
  llvm::Value *frozenCondition(llvm::BasicBlock &from, unsigned part);
  llvm::Value *maskAnd(llvm::Value *x, llvm::Value *y);
  llvm::Value *maskOr(llvm::Value *x, llvm::Value *y);
  /// Lanes active in any part that shares representative `rep`.
  llvm::Value *unionMask(const Sharing &sharing, unsigned rep, const Mask &mask);
  llvm::Value *anyLane(llvm::Value *mask); ///< i1
  llvm::Value *anyLane(const Mask &mask);  ///< i1, over the group
  llvm::Value *maskOrAllTrue(llvm::Value *mask);
  llvm::Value *maskBits(llvm::Value *mask); ///< iV
  void prepareMaskSlots();

  // Values.cpp
  llvm::Value *scalarOf(const llvm::Value *value, unsigned part);
  llvm::Value *vectorOf(const llvm::Value *value, unsigned part);
  /// As a mask: the i1 value of each lane.
  llvm::Value *laneValue(const llvm::Value *value, unsigned part, llvm::Value *lane);
  void define(const llvm::Instruction &i, unsigned part, llvm::Value *result);
  llvm::Value *materialize(const llvm::Value *value, llvm::Value *scalar, const Shape &shape);
  llvm::Constant *laneNumbers(llvm::Type *scalar, int64_t stride = 1);
  llvm::VectorType *vectorType(llvm::Type *scalar) const;
  llvm::AllocaInst *slot(llvm::Type *type, const llvm::Twine &name);
  template <class F> void forEachClass(const Sharing &sharing, F body) {
    for (unsigned p = firstPart; p < endPart; ++p)
      if (sharing[p] == p)
        body(p);
  }

  // Instructions.cpp
  void emit(llvm::Instruction &i);
  llvm::Value *emitScalar(llvm::Instruction &i, unsigned part);
  llvm::Value *emitVector(llvm::Instruction &i, unsigned part);
  llvm::Value *emitVectorGep(llvm::GetElementPtrInst &gep, unsigned part);
  llvm::Value *emitLaneMinorGep(llvm::GetElementPtrInst &gep, unsigned part);
  llvm::Value *safeDivisor(llvm::Value *divisor, llvm::Value *active);
  llvm::Value *emitDivision(llvm::BinaryOperator &i, unsigned part);
  llvm::Value *emitExtract(llvm::ExtractValueInst &extract, unsigned part);
  void emitAlloca(llvm::AllocaInst &local);

  // Threads.cpp: thread indices, arguments, facts of the block
  void emitThreadIndex(llvm::CallBase &call, unsigned dimension);
  llvm::Value *partBase(unsigned part);
  void loadArguments();
  void emitBlockFact(llvm::CallBase &call);

  // Memory.cpp
  void emitLoad(llvm::LoadInst &load);
  void emitStore(llvm::StoreInst &store);
  llvm::Value *loadPart(llvm::LoadInst &load, unsigned part, llvm::Value *mask);
  void storePart(llvm::StoreInst &store, unsigned part, llvm::Value *mask);
  llvm::Value *whollyOrMasked(llvm::Value *mask, llvm::Type *type, bool isStore,
                              llvm::function_ref<llvm::Value *(llvm::Value *mask)> access);
  static constexpr unsigned kAddressDepth = 10; ///< operations that are made again for one lane
  llvm::Value *addressOfLane(const llvm::Value *value, unsigned part, unsigned lane, unsigned depth = 0);
  llvm::Value *loadQuads(llvm::LoadInst &load, unsigned part, llvm::Value *mask);
  llvm::Value *gather(llvm::LoadInst &load, llvm::Value *addresses, llvm::Value *mask);
  llvm::Value *gatherSmall(llvm::Value *pointers, llvm::Type *type, llvm::Value *mask);
  llvm::Value *gatherOdd(llvm::Value *pointers, llvm::Type *type, llvm::Value *mask);
  llvm::Value *guardedPointer(llvm::Value *pointer, llvm::Value *mask);
  void compilerFence();

  // Wide.cpp: several fields a lane
  struct WidePart;
  using Pieces = llvm::SmallVector<llvm::Value *, 16>;
  void emitWideLoads(const WideGroup &wideGroup);
  void emitWideStores(const WideGroup &wideGroup);
  WidePart widePart(const WideGroup &wideGroup, unsigned part);
  Pieces loadPieces(const WidePart &w, llvm::Value *mask);
  Pieces gatherPieces(const WidePart &w, llvm::Value *mask);
  llvm::Value *loadPiece(const WidePart &w, unsigned piece, llvm::Value *mask);
  Pieces piecesToStore(const WidePart &w);
  void storePieces(const WidePart &w, llvm::ArrayRef<llvm::Value *> pieces, llvm::Value *mask);
  llvm::Value *pieceMask(const WidePart &w, unsigned piece, llvm::Value *mask);
  llvm::Value *wideAddress(const WidePart &w, unsigned element);
  std::pair<llvm::BasicBlock *, llvm::BasicBlock *> branchOnWhole(llvm::Value *mask);

  // Atomics.cpp
  void emitAtomic(llvm::Instruction &i);
  bool emitReducedAtomic(llvm::AtomicRMWInst &rmw);
  llvm::Value *atomicLane(llvm::Instruction &i, unsigned part, llvm::Value *lane);
  void emitExchange128(llvm::CallBase &call);
  llvm::Value *reduceLanes(llvm::AtomicRMWInst::BinOp op, llvm::Value *vector);

  // LaneLoop.cpp
  /// Runs `body` for each active lane of the part, in lane order; collects its results in a vector of `type` (may be
  /// void).
  llvm::Value *forEachLane(llvm::Value *mask, llvm::Type *type,
                           llvm::function_ref<llvm::Value *(llvm::Value *lane)> body);
  /// Runs `body` only if `condition`; returns the result, poison otherwise.
  llvm::Value *guarded(llvm::Value *condition, llvm::Type *type, llvm::function_ref<llvm::Value *()> body);

  // Calls.cpp: math, intrinsics, services
  void emitCall(llvm::CallBase &call);
  llvm::Value *emitVectorCall(llvm::CallBase &call, unsigned part);
  llvm::Value *emitMath(llvm::CallBase &call, llvm::StringRef row, unsigned part);
  llvm::Value *emitSaturatingConversion(llvm::CallBase &call, unsigned part);
  void emitPrefetch(llvm::CallBase &call);
  void emitService(llvm::CallBase &call);
  void emitPerLane(llvm::Instruction &i);
  void emitLaneCalls(llvm::CallBase &call, llvm::Function &callee);

  // Functions.cpp: what calls itself
  llvm::Function *warpFunctionOf(llvm::Function &f);
  void takeParameters();
  void emitReturn(llvm::ReturnInst &ret);
  void emitWarpCalls(llvm::CallBase &call, llvm::Function &callee);

  // WarpOps.cpp
  void emitWarpOp(llvm::CallBase &call);
  void emitShuffle(llvm::CallBase &call);
  void emitBallot(llvm::CallBase &call);
  void emitMatch(llvm::CallBase &call);
  void emitRedux(llvm::CallBase &call);
  /// The lanes of a warp, one after the other: warpParts()*V of them.
  llvm::Value *joinWarp(llvm::function_ref<llvm::Value *(unsigned part)> ofPart, unsigned firstPart);
  /// A bit per lane of a warp, as an i32, from its parts' masks.
  llvm::Value *warpBits(unsigned firstPart, llvm::function_ref<llvm::Value *(unsigned part)> ofPart);
  llvm::Value *warpActiveBits(unsigned firstPart);
  llvm::Value *permuteWarp(llvm::ArrayRef<llvm::Value *> data, llvm::Value *index);
  llvm::Value *shuffleIndex(llvm::CallBase &call, unsigned part);
  llvm::Value *lanesInWarp(unsigned part);                      ///< <V x i32>
  llvm::Value *bitOfEachLane(llvm::Value *bits, unsigned part); ///< i32 -> <V x i1>

  // Matrix.cpp
  class MatrixBundle;
  void emitMatrixSteps(llvm::ArrayRef<llvm::CallBase *> steps);
  llvm::Value *columnOfB(llvm::ArrayRef<llvm::Value *> parts, unsigned lane, unsigned odd);

  // Barriers.cpp
  void emitBarrier(llvm::CallBase &call);
  void emitNamedBarrier(llvm::CallBase &call);
  void emitArrive(llvm::CallBase &call);
  llvm::Value *barrierShare(BarrierOp op, const llvm::Value *said);
  void emitMbarrierArrive(llvm::CallBase &call);
  void emitGroupAll(llvm::CallBase &call);
  llvm::Value *allAgree(const llvm::Value *condition);

  llvm::Function &kernel;
  llvm::Module &module;
  llvm::LLVMContext &context;
  const Plan &plan;
  const Target &target;
  const Geometry geometry;
  FunctionAnalyses analyses;
  Shapes shapes;
  WideAccesses wide;
  const unsigned V, U;

  llvm::Function *out = nullptr;
  llvm::Value *blockContext = nullptr;
  llvm::Value *group = nullptr;
  BlockAccess access{nullptr};
  llvm::IRBuilder<> b;
  Mask parameterMask;                    ///< of a function: who calls it
  llvm::Instruction *entryEnd = nullptr; ///< slots and block facts go before it

  llvm::DenseMap<const llvm::Value *, llvm::SmallVector<Lanes, 2>> values;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> firstOf, lastOf;
  llvm::DenseMap<const llvm::BasicBlock *, Mask> masks;
  /// Edges of divergent branches, computed once at the branch.
  llvm::DenseMap<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>, Mask> edgeMasks;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<llvm::Value *, 16>> frozenConditions;
  llvm::DenseMap<const llvm::BasicBlock *, Mask> maskSlots; ///< blocks whose mask is gathered edge by edge
  llvm::DenseMap<const llvm::PHINode *, llvm::SmallVector<llvm::AllocaInst *, 2>> blendSlots;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<const llvm::BasicBlock *, 2>>
      startsOf; ///< origin -> blocks
  llvm::SmallVector<std::tuple<llvm::PHINode *, const llvm::PHINode *, unsigned>, 16> openPhis;
  llvm::SmallVector<std::tuple<llvm::PHINode *, const llvm::BasicBlock *, unsigned>, 8> openMasks;
  unsigned firstPart = 0, endPart;          ///< parts for which instructions are emitted now
  Mask *current = nullptr;                  ///< mask of the block being emitted
  llvm::AllocaInst *bundleMemory = nullptr; ///< what bundles of matrix steps are called with
  llvm::Value *dummy = nullptr;             ///< a place that may always be read
  llvm::DenseMap<const llvm::Value *, llvm::SmallVector<llvm::Value *, 2>> upperHalves; ///< of 128-bit results, by part
  /// What groups of loads read, in memory order, by part: stores of the same layout take it as it is.
  llvm::DenseMap<std::pair<const WideGroup *, unsigned>, Pieces> piecesRead;
  bool countsBarriers = false; ///< the kernel has named barriers, so all are counted
};

} // namespace helicon::simt
