// The launch shape enters the code: block extents become constants, thread and block indices get ranges. Where grid
// times block fits 31 bits the ranges are tight enough for LLVM's own passes to prove that global indices never wrap.
#include "simt/prepare/Steps.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/MDBuilder.h>

#define DEBUG_TYPE "helicon-specialise"
STATISTIC(numRegisters, "Special registers specialised");

using namespace llvm;

namespace helicon::simt {

namespace {

class Registers {
  IRBuilder<> b;
  const LaunchShape &shape;

  Value *ranged(ir::Op op, uint32_t low, uint32_t high) {
    CallInst *call = ir::call(b, op);
    if (low < high)
      call->setMetadata(LLVMContext::MD_range, MDBuilder(b.getContext()).createRange(APInt(32, low), APInt(32, high)));
    return call;
  }
  uint32_t threads() const { return shape.block[0] * shape.block[1] * shape.block[2]; }
  /// Blocks along an axis, at most.
  uint32_t blocks(unsigned axis) const { return shape.indexFits31 ? INT32_MAX / shape.block[axis] : INT32_MAX; }
  Value *lane() { return ranged(ir::Op::LaneId, 0, std::min(threads(), 32u)); }
  Value *linear() { return ranged(ir::Op::TidLinear, 0, threads()); }

  Value *tid(unsigned axis) {
    if (shape.block[axis] == 1)
      return b.getInt32(0);
    return ranged(ir::Op(unsigned(ir::Op::TidX) + axis), 0, shape.block[axis]);
  }
  Value *ctaid(unsigned axis) { return ranged(ir::Op(unsigned(ir::Op::CtaidX) + axis), 0, blocks(axis)); }
  Value *nctaid(unsigned axis) { return ranged(ir::Op(unsigned(ir::Op::NctaidX) + axis), 1, blocks(axis) + 1); }
  Value *bit(Value *lane) { return b.CreateShl(b.getInt32(1), lane); }

public:
  Registers(CallInst &call, const LaunchShape &shape) : b(&call), shape(shape) {}
  Value *lowered(Intrinsic::ID id);
};

Value *Registers::lowered(Intrinsic::ID id) {
  switch (id) {
#define AXIS(letter, axis)                                                                                             \
  case Intrinsic::nvvm_read_ptx_sreg_tid_##letter:                                                                     \
    return tid(axis);                                                                                                  \
  case Intrinsic::nvvm_read_ptx_sreg_ntid_##letter:                                                                    \
    return b.getInt32(shape.block[axis]);                                                                              \
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_##letter:                                                                   \
    return ctaid(axis);                                                                                                \
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_##letter:                                                                  \
    return nctaid(axis);
    AXIS(x, 0)
    AXIS(y, 1)
    AXIS(z, 2)
#undef AXIS
  case Intrinsic::nvvm_read_ptx_sreg_warpsize:
    return b.getInt32(kWarpLanes);
  case Intrinsic::nvvm_read_ptx_sreg_laneid:
    return lane();
  case Intrinsic::nvvm_read_ptx_sreg_warpid:
    return b.CreateLShr(linear(), 5);
  case Intrinsic::nvvm_read_ptx_sreg_nwarpid:
    return b.getInt32((threads() + kWarpLanes - 1) / kWarpLanes);
  case Intrinsic::nvvm_read_ptx_sreg_lanemask_eq:
    return bit(lane());
  case Intrinsic::nvvm_read_ptx_sreg_lanemask_lt:
    return b.CreateSub(bit(lane()), b.getInt32(1));
  case Intrinsic::nvvm_read_ptx_sreg_lanemask_ge:
    return b.CreateNeg(bit(lane()));
  case Intrinsic::nvvm_read_ptx_sreg_lanemask_le: {
    Value *own = bit(lane());
    return b.CreateOr(own, b.CreateSub(own, b.getInt32(1)));
  }
  case Intrinsic::nvvm_read_ptx_sreg_lanemask_gt: {
    Value *own = bit(lane());
    return b.CreateXor(b.CreateNeg(own), own);
  }
  case Intrinsic::nvvm_read_ptx_sreg_clock:
    return b.CreateTrunc(ir::call(b, ir::Op::Clock), b.getInt32Ty());
  case Intrinsic::nvvm_read_ptx_sreg_clock64:
    return ir::call(b, ir::Op::Clock);
  case Intrinsic::nvvm_read_ptx_sreg_globaltimer:
    return ir::call(b, ir::Op::GlobalTimer);
  default:
    return nullptr;
  }
}

} // namespace

Error specialise(Work &work) {
  for (Instruction &i : make_early_inc_range(instructions(*work.function))) {
    auto *call = dyn_cast<IntrinsicInst>(&i);
    Value *v = call ? Registers(*call, work.shape).lowered(call->getIntrinsicID()) : nullptr;
    if (!v) {
      // Our own operations may stand there already, made by an earlier step.
      auto *own = dyn_cast<CallInst>(&i);
      if (own && ir::opOf(*own) == ir::Op::LaneId && !own->hasMetadata(LLVMContext::MD_range))
        own->setMetadata(LLVMContext::MD_range,
                         MDBuilder(i.getContext()).createRange(APInt(32, 0), APInt(32, kWarpLanes)));
      continue;
    }
    call->replaceAllUsesWith(v);
    call->eraseFromParent();
    ++numRegisters;
  }
  return Error::success();
}

} // namespace helicon::simt
