// Block-wide operations. A group that is the whole block has its barriers for free; otherwise the phases pass
// cuts the function where helicon.phase.barrier is left.
#include "simt/analysis/PlantedFault.h"
#include "simt/vectorize/Vectorizer.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/ADT/Statistic.h>

#define DEBUG_TYPE "simt-barriers"
STATISTIC(numFreeBarriers, "Barriers inside a group that is the whole block");
STATISTIC(numPhaseBarriers, "Barriers between groups");

using namespace llvm;

namespace helicon::simt {

void Vectorizer::emitGroupAll(CallBase &call) {
  const Value *condition = call.getArgOperand(0);
  const Shape &shape = shapes.of(condition);
  Value *agreed = b.getTrue(), *dissent = nullptr; // parts of one mind; lanes that say no in the others
  forEachClass(shape.sharing, [&](unsigned p) {
    Value *active = unionMask(shape.sharing, p, *current);
    if (shape.isUniform()) {
      Value *yes = b.CreateFreeze(scalarOf(condition, p));
      agreed = b.CreateAnd(agreed, active ? b.CreateOr(yes, b.CreateNot(anyLane(active))) : yes);
      return;
    }
    Value *no = maskAnd(active, b.CreateNot(b.CreateFreeze(vectorOf(condition, p))));
    dissent = dissent ? b.CreateOr(dissent, no) : no;
  });
  define(call, 0, dissent ? b.CreateAnd(agreed, b.CreateNot(anyLane(dissent))) : agreed);
}

void Vectorizer::emitBarrier(CallBase &call) {
  BarrierOp op = static_cast<BarrierOp>(unsigned(ir::opOf(call)) - unsigned(ir::Op::Barrier));
  Value *share = b.getInt32(0);
  if (op == BarrierOp::Popc) {
    for (unsigned p = 0; p < U; ++p) {
      Value *yes = maskAnd((*current)[p], b.CreateFreeze(vectorOf(call.getArgOperand(0), p)));
      Value *count = b.CreateUnaryIntrinsic(Intrinsic::ctpop, maskBits(yes));
      share = b.CreateAdd(share, b.CreateZExt(count, b.getInt32Ty()));
    }
  } else if (op == BarrierOp::And || op == BarrierOp::Or) {
    bool isAnd = op == BarrierOp::And;
    Value *found = nullptr; // a lane that says no to `and`, or yes to `or`
    for (unsigned p = 0; p < U; ++p) {
      Value *said = b.CreateFreeze(vectorOf(call.getArgOperand(0), p));
      Value *lanes = maskAnd((*current)[p], isAnd ? b.CreateNot(said) : said);
      found = found ? b.CreateOr(found, lanes) : lanes;
    }
    Value *any = anyLane(found);
    share = b.CreateZExt(isAnd ? b.CreateNot(any) : any, b.getInt32Ty());
  }
  bool inLoop = analyses.loops.getLoopFor(call.getParent());
  if (planted("skipped-barrier") && op == BarrierOp::None && inLoop)
    return;
  if (geometry.groups > 1 || op == BarrierOp::Grid) {
    ++numPhaseBarriers;
    share = ir::call(b, ir::Op::PhaseBarrier, {b.getInt32(uint32_t(op)), share});
  } else {
    ++numFreeBarriers;
  }
  if (!call.getType()->isVoidTy())
    define(call, 0, share);
}

} // namespace helicon::simt
