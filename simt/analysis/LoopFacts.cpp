#include "simt/analysis/LoopFacts.h"

using namespace llvm;

namespace helicon::simt {

LoopFacts::LoopFacts(Function &kernel, DominatorTree &dominators, LoopInfo &loops)
    : assumptions(kernel), libraryFacts(Triple(kernel.getParent()->getTargetTriple())), library(libraryFacts),
      evolution(kernel, library, assumptions, dominators, loops) {}

ir::Op opOf(const Instruction &i) {
  auto *call = dyn_cast<CallBase>(&i);
  return call ? ir::opOf(*call) : ir::Op::None;
}

bool isBarrier(const Instruction &i) {
  ir::Op op = opOf(i);
  return op >= ir::Op::Barrier && op <= ir::Op::BarrierOr;
}

bool hasBarrier(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) { return any_of(*block, isBarrier); });
}

} // namespace helicon::simt
