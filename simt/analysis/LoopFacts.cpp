#include "simt/analysis/LoopFacts.h"

using namespace llvm;

namespace helicon::simt {

LoopFacts::Evolution::Evolution(Function &kernel, FunctionAnalyses &analyses)
    : assumptions(kernel), libraryFacts(Triple(kernel.getParent()->getTargetTriple())), library(libraryFacts),
      scalars(kernel, library, assumptions, analyses.dominators, analyses.loops) {}

LoopFacts::LoopFacts(Function &kernel, const LaunchShape &shape, const Target &target)
    : function(kernel), geometry(shape, widestPlan(shape, target)) {}

FunctionAnalyses &LoopFacts::analyses() { return structure ? *structure : structure.emplace(function); }

const Shapes &LoopFacts::shapes() { return values ? *values : values.emplace(analyses(), geometry); }

LoopFacts::Evolution &LoopFacts::known() { return movement ? *movement : movement.emplace(function, analyses()); }

ScalarEvolution &LoopFacts::evolution() { return known().scalars; }

AssumptionCache &LoopFacts::assumptions() { return known().assumptions; }

void LoopFacts::codeChanged() {
  movement.reset();
  values.reset();
  structure.reset();
}

ir::Op opOf(const Instruction &i) {
  auto *call = dyn_cast<CallBase>(&i);
  return call ? ir::opOf(*call) : ir::Op::None;
}

bool isBarrier(const Instruction &i) {
  ir::Op op = opOf(i);
  return op >= ir::Op::Barrier && op <= ir::Op::BarrierNamed;
}

bool hasBarrier(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) { return any_of(*block, isBarrier); });
}

} // namespace helicon::simt
