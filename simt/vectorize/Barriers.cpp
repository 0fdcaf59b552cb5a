// Block-wide operations. A group that is the whole block has its barriers for free; otherwise the phases pass
// cuts the function where helicon.phase.barrier is left.
#include "simt/analysis/Mbarrier.h"
#include "simt/analysis/PlantedFault.h"
#include "simt/vectorize/Vectorizer.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/ADT/Statistic.h>

#define DEBUG_TYPE "simt-barriers"
STATISTIC(numFreeBarriers, "Barriers inside a group that is the whole block");
STATISTIC(numPhaseBarriers, "Barriers between groups");

using namespace llvm;

namespace helicon::simt {

/// Does the condition hold in all lanes that are active?
Value *Vectorizer::allAgree(const Value *condition) {
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
  return dissent ? b.CreateAnd(agreed, b.CreateNot(anyLane(dissent))) : agreed;
}

void Vectorizer::emitGroupAll(CallBase &call) { define(call, 0, allAgree(call.getArgOperand(0))); }

/// What the group contributes to a barrier that combines.
Value *Vectorizer::barrierShare(BarrierOp op, const Value *what) {
  Value *share = b.getInt32(0);
  if (op == BarrierOp::Popc) {
    for (unsigned p = 0; p < U; ++p) {
      Value *yes = maskAnd((*current)[p], b.CreateFreeze(vectorOf(what, p)));
      Value *count = b.CreateUnaryIntrinsic(Intrinsic::ctpop, maskBits(yes));
      share = b.CreateAdd(share, b.CreateZExt(count, b.getInt32Ty()));
    }
  } else if (op == BarrierOp::And || op == BarrierOp::Or) {
    bool isAnd = op == BarrierOp::And;
    Value *found = nullptr; // a lane that says no to `and`, or yes to `or`
    for (unsigned p = 0; p < U; ++p) {
      Value *said = b.CreateFreeze(vectorOf(what, p));
      Value *lanes = maskAnd((*current)[p], isAnd ? b.CreateNot(said) : said);
      found = found ? b.CreateOr(found, lanes) : lanes;
    }
    Value *any = anyLane(found);
    share = b.CreateZExt(isAnd ? b.CreateNot(any) : any, b.getInt32Ty());
  }
  return share;
}

void Vectorizer::emitBarrier(CallBase &call) {
  BarrierOp op = static_cast<BarrierOp>(unsigned(ir::opOf(call)) - unsigned(ir::Op::Barrier));
  Value *share = barrierShare(op, op == BarrierOp::None ? nullptr : call.getArgOperand(0));
  bool inLoop = analyses.loops.getLoopFor(call.getParent());
  if (planted("skipped-barrier") && op == BarrierOp::None && inLoop)
    return;
  if (geometry.groups > 1 || countsBarriers || op == BarrierOp::Grid) {
    ++numPhaseBarriers;
    uint32_t word = uint32_t(op) | (countsBarriers && op != BarrierOp::Grid ? kBarrierCounted : 0);
    share = ir::call(b, ir::Op::PhaseBarrier, {b.getInt32(word), share});
  } else {
    ++numFreeBarriers;
  }
  if (!call.getType()->isVoidTy())
    define(call, 0, share);
}

/// The plan made groups of one warp and saw that the number and the count are the same in all lanes.
void Vectorizer::emitNamedBarrier(CallBase &call) {
  auto op = static_cast<BarrierOp>(cast<ConstantInt>(call.getArgOperand(0))->getZExtValue());
  ++numPhaseBarriers;
  Value *word = barrierWord(b, scalarOf(call.getArgOperand(0), 0), scalarOf(call.getArgOperand(1), 0),
                            scalarOf(call.getArgOperand(2), 0));
  Value *share = barrierShare(op, call.getArgOperand(3));
  define(call, 0, ir::call(b, ir::Op::PhaseBarrier, {word, share}));
}

void Vectorizer::emitArrive(CallBase &call) {
  Value *word = barrierWord(b, b.getInt32(0), scalarOf(call.getArgOperand(0), 0), scalarOf(call.getArgOperand(1), 0));
  access.call(b, Service::Arrive, {partBase(0), word});
}

/// Lane by lane: each gets the state that it met.
void Vectorizer::emitMbarrierArrive(CallBase &call) {
  for (unsigned p = 0; p < U; ++p) {
    Value *state = forEachLane((*current)[p], call.use_empty() ? b.getVoidTy() : call.getType(), [&](Value *lane) {
      auto arg = [&](unsigned i) { return laneValue(call.getArgOperand(i), p, lane); };
      Value *old = mbarrierArrive(b, arg(0), arg(1), arg(2));
      return call.use_empty() ? nullptr : old;
    });
    if (state)
      define(call, p, state);
  }
}

} // namespace helicon::simt
