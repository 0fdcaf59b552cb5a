// The user's errors of prepare: what is still in the kernel after everything else and has no meaning here. Checked
// last, so that code which the launch shape or the optimiser removed never counts. The first one found is named.
#include "simt/prepare/Steps.h"

#include "kernel-ir/Intrinsics.h"
#include "simt/ptx/Ptx.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace helicon::simt {

static unsigned threadsOf(const LaunchShape &shape) { return shape.block[0] * shape.block[1] * shape.block[2]; }

/// What cannot be lowered is left, and refused below if it is still there at the end.
Error lowerPtx(Work &work) {
  ptx::useSharedOffsets(work.module);
  ptx::lowerStatements(work.module, threadsOf(work.shape));
  return Error::success();
}

Error placeCarry(Work &work) {
  ptx::placeCarry(work.module);
  return Error::success();
}

static Error refuseCall(const CallBase &call, const LaunchShape &shape) {
  if (call.isInlineAsm())
    return userError(call, ptx::explain(call, threadsOf(shape)));
  const Function *f = call.getCalledFunction();
  if (!f)
    return userError(call, "a function is called with other parameters than it has");
  StringRef name = f->getName();
  if (ir::opOf(call) != ir::Op::None || !ir::mathName(call).empty())
    return Error::success();
  if (name.starts_with("llvm.nvvm."))
    return userError(call, "the device intrinsic " + name + " is not supported");
  if (f->isIntrinsic())
    return Error::success();
  if (!f->isDeclaration())
    return Error::success();
  return userError(
      call,
      "the device function " + readableName(name) +
          " is called but defined nowhere; link the object that defines it (-dc where device functions cross files)");
}

static Error refuseInstruction(const Instruction &i, const LaunchShape &shape) {
  if (const auto *call = dyn_cast<CallBase>(&i))
    return refuseCall(*call, shape);
  if (const auto *memory = dyn_cast<AllocaInst>(&i); memory && !memory->isStaticAlloca())
    return userError(i, "local memory whose size is known only at run time is not supported");
  if (isa<IndirectBrInst, InvokeInst, CallBrInst, VAArgInst, LandingPadInst, ResumeInst>(i))
    return userError(i, Twine("the operation '") + i.getOpcodeName() + "' is not supported in device code");
  return Error::success();
}

Error refuseUnknown(Work &work) {
  for (const Instruction &i : instructions(*work.function))
    if (Error e = refuseInstruction(i, work.shape))
      return e;
  return Error::success();
}

} // namespace helicon::simt
