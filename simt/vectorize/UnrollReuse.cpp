// Loops in which each part walks along a row of its own, an element a step: `sum += A[row*N + k] * B[k*N + col]`. The
// rows lie a power of two apart more often than not and share one cache set, so that a line is thrown out before its
// second element is asked for (sixteen rows, eight ways). Unrolled, and emitted warp by warp, a step takes the
// elements of one line together: naive matmul 1024 ran at half its speed without. Body size times the factor is what
// it costs.
#include "simt/Simt.h"
#include "simt/analysis/LoopFacts.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#define DEBUG_TYPE "simt-unroll-reuse"
STATISTIC(numUnrolled, "Loops unrolled so that a part uses a cache line's neighbours together");

using namespace llvm;

namespace helicon::simt {

namespace {

constexpr unsigned kLongestBody = 24;
constexpr unsigned kFactor = 8;
constexpr int64_t kReachBytes = 32; ///< of a line, by one step of the unrolled loop

/// How often to repeat the body so that a step takes kReachBytes from each part's row; 0: no such row.
unsigned factorFor(const Loop &loop, const Shapes &shapes, ScalarEvolution &evolution) {
  unsigned factor = 0;
  for (Instruction &i : *loop.getHeader()) {
    auto *load = dyn_cast<LoadInst>(&i);
    if (!load || !load->isSimple())
      continue;
    const Shape &shape = shapes.of(load->getPointerOperand());
    auto *recurrence = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(load->getPointerOperand()));
    if (!shape.isUniform() || shape.isGroupUniform() || !recurrence || recurrence->getLoop() != &loop)
      continue;
    auto *step = dyn_cast<SCEVConstant>(recurrence->getStepRecurrence(evolution));
    if (!step || step->getAPInt().abs().ugt(kReachBytes / 2))
      continue;
    factor = std::max<unsigned>(factor, kReachBytes / step->getAPInt().abs().getZExtValue());
  }
  return std::min(factor, kFactor);
}

bool isCandidate(const Loop &loop, LoopFacts &facts) {
  if (!loop.isInnermost() || loop.getNumBlocks() != 1 || !loop.getLoopPreheader() ||
      hasUnrollTransformation(&loop) & TM_Disable)
    return false;
  const BasicBlock &body = *loop.getHeader();
  return body.size() <= kLongestBody &&
         none_of(body,
                 [](const Instruction &i) {
                   auto *call = dyn_cast<CallBase>(&i);
                   return (call && call->isConvergent()) || i.isAtomic();
                 }) &&
         facts.evolution().getSmallConstantTripCount(&loop) == 0 && !facts.shapes().isDivergentLoop(&loop);
}

} // namespace

unsigned unrollReuse(LoopFacts &facts) {
  Function &kernel = facts.kernel();
  FunctionAnalyses &analyses = facts.analyses();
  SmallVector<std::pair<Loop *, unsigned>, 4> chosen;
  for (Loop *loop : analyses.loops.getLoopsInPreorder())
    if (isCandidate(*loop, facts))
      if (unsigned factor = factorFor(*loop, facts.shapes(), facts.evolution()); factor > 1)
        chosen.push_back({loop, factor});
  if (chosen.empty())
    return 0;
  ScalarEvolution &evolution = facts.evolution();
  AssumptionCache &assumptions = facts.assumptions();
  TargetTransformInfo costs(kernel.getParent()->getDataLayout());
  OptimizationRemarkEmitter remarks(&kernel);
  for (auto [loop, factor] : chosen) {
    simplifyLoop(loop, &analyses.dominators, &analyses.loops, &evolution, &assumptions, nullptr, false);
    formLCSSARecursively(*loop, analyses.dominators, &analyses.loops, &evolution);
    UnrollLoopOptions options{};
    options.Count = factor;
    options.Runtime = true;
    options.AllowExpensiveTripCount = true;
    if (UnrollLoop(loop, options, &analyses.loops, &evolution, &analyses.dominators, &assumptions, &costs, &remarks,
                   /*PreserveLCSSA=*/true) != LoopUnrollResult::Unmodified)
      ++numUnrolled;
  }
  facts.codeChanged();
  return chosen.size();
}

} // namespace helicon::simt
