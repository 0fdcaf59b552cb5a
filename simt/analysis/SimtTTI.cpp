#include "simt/analysis/SimtTTI.h"

#include "kernel-ir/Intrinsics.h"
#include "simt/analysis/KeptFunctions.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace helicon::simt {

unsigned threadsOfBlock(const Function &f) {
  StringRef shape = f.getFnAttribute(kBlockAttribute).getValueAsString();
  unsigned threads = 1;
  while (!shape.empty()) {
    unsigned extent = 0;
    auto [head, tail] = shape.split(',');
    if (head.getAsInteger(10, extent))
      return 0;
    threads *= extent;
    shape = tail;
  }
  return f.hasFnAttribute(kBlockAttribute) ? threads : 0;
}

bool isByvalParameter(const Value *v) {
  const auto *argument = dyn_cast<Argument>(v);
  return argument && argument->hasByValAttr();
}

SimtTTIImpl::SimtTTIImpl(const Function &f) : Base(f.getDataLayout()) {
  unsigned threads = threadsOfBlock(f);
  oneWarp = threads != 0 && threads <= 32;
}

/// A warp operation whose result is the same in all lanes that take part: uniform when the group is one warp and all
/// lanes that are here take part (another mask may split the lanes at one call).
static bool isWarpWide(ir::Op op) {
  return op == ir::Op::Ballot || op == ir::Op::MatchAll || (op >= ir::Op::ReduxAdd && op <= ir::Op::ReduxXor);
}

bool SimtTTIImpl::isSourceOfDivergence(const Value *v) const {
  // Each thread has its own private memory: the address is what differs, loads follow from it.
  if (isa<AllocaInst, AtomicRMWInst, AtomicCmpXchgInst>(v))
    return true;
  if (const auto *argument = dyn_cast<Argument>(v))
    return isKeptFunction(*argument->getParent());
  const auto *call = dyn_cast<CallBase>(v);
  if (!call)
    return false;
  if (const Function *callee = call->getCalledFunction(); callee && isKeptFunction(*callee))
    return true;
  switch (ir::Op op = ir::opOf(*call)) {
  case ir::Op::TidX:
  case ir::Op::TidY:
  case ir::Op::TidZ:
  case ir::Op::TidLinear:
  case ir::Op::LaneId:
  case ir::Op::Malloc:
  case ir::Op::Print:
  case ir::Op::DeviceCall:
  case ir::Op::ActiveMask:
  case ir::Op::BarrierNamed: // the same for those who took part
  case ir::Op::MbarrierArrive:
  case ir::Op::Swap128:
  case ir::Op::Cas128:
  case ir::Op::MatchAny:
  case ir::Op::ShflIdx:
  case ir::Op::ShflUp:
  case ir::Op::ShflDown:
  case ir::Op::ShflBfly:
    return true;
  default:
    return isWarpWide(op) && !isAlwaysUniform(v);
  }
}

bool SimtTTIImpl::isAlwaysUniform(const Value *v) const {
  const auto *call = dyn_cast<CallBase>(v);
  if (!call)
    return false;
  switch (ir::Op op = ir::opOf(*call)) {
  case ir::Op::BarrierPopc:
  case ir::Op::BarrierAnd:
  case ir::Op::BarrierOr:
  case ir::Op::GroupAll:
  case ir::Op::LanesGone:
  case ir::Op::LoopLeft:
    return true;
  default:
    if (!oneWarp || !isWarpWide(op))
      return false;
    const auto *mask = dyn_cast<ConstantInt>(call->getArgOperand(0));
    return mask && mask->isMinusOne();
  }
}

bool SimtTTIImpl::addrspacesMayAlias(unsigned a, unsigned b) const {
  return a == b || a == kGeneric || b == kGeneric || (a != kShared && b != kShared);
}

unsigned SimtTTIImpl::getAssumedAddrSpace(const Value *v) const {
  if (const auto *argument = dyn_cast<Argument>(v)) {
    bool ofKernel = argument->getParent()->hasFnAttribute(kBlockAttribute);
    return ofKernel && !argument->hasByValAttr() ? unsigned(kGlobal) : ~0u;
  }
  const auto *load = dyn_cast<LoadInst>(v);
  if (load && isByvalParameter(getUnderlyingObject(load->getPointerOperand())) &&
      load->getFunction()->hasFnAttribute(kBlockAttribute))
    return kGlobal;
  return ~0u;
}

/// Does the loop reach a private array at an index that unrolling would make constant?
static bool indexesPrivateArray(const Loop &loop) {
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &i : *block) {
      const auto *gep = dyn_cast<GetElementPtrInst>(&i);
      if (!gep || gep->hasAllConstantIndices() || !isa<AllocaInst>(getUnderlyingObject(gep->getPointerOperand())))
        continue;
      for (const Use &index : gep->indices())
        if (!loop.isLoopInvariant(index))
          return true;
    }
  return false;
}

void SimtTTIImpl::getUnrollingPreferences(Loop *loop, ScalarEvolution &, TTI::UnrollingPreferences &up,
                                          OptimizationRemarkEmitter *) const {
  // Parts of a group already give the CPU independent work, so only full unrolling pays: it folds addresses and
  // frees private arrays of their memory. Every instruction stands for one vector operation a part.
  up.Threshold = indexesPrivateArray(*loop) ? 1200 : 240;
  up.MaxPercentThresholdBoost = 150;
  up.Partial = up.Runtime = up.UpperBound = false;
  up.AllowRemainder = findOptionMDForLoop(loop, "llvm.loop.unroll.count"); // the user's
  up.UnrollAndJam = false;
  up.OptSizeThreshold = up.PartialThreshold = up.PartialOptSizeThreshold = 0;
  up.MaxCount = 0;
}

TargetIRAnalysis simtTargetAnalysis() {
  return TargetIRAnalysis([](const Function &f) { return TargetTransformInfo(SimtTTIImpl(f)); });
}

} // namespace helicon::simt
