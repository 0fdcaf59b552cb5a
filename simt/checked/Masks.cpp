// Checked mode, simd executor: in front of each warp operation with a mask stands a test that the mask names the lane
// itself and no lane that does not take part, and that the named lanes agree about it. A report (helicon.report) says
// what is wrong. The thread executor needs no code for it: its lanes come to a service of the runtime.
// Cost: a few operations a warp operation, a match where the mask is no constant.
#include "simt/checked/Checked.h"

#include "kernel-ir/Abi.h"
#include "kernel-ir/Intrinsics.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>

#define DEBUG_TYPE "helicon-checked"
STATISTIC(numMasks, "Masks of warp operations that are checked");

using namespace llvm;

namespace helicon::simt {

static std::optional<WarpOp> maskedOp(ir::Op op) {
  if (op == ir::Op::WarpSync)
    return WarpOp::Sync;
  if (op >= ir::Op::ShflIdx && op <= ir::Op::Ballot)
    return WarpOp(unsigned(WarpOp::ShflIdx) + unsigned(op) - unsigned(ir::Op::ShflIdx));
  if (op == ir::Op::MatchAny || op == ir::Op::MatchAll)
    return op == ir::Op::MatchAny ? WarpOp::MatchAny : WarpOp::MatchAll;
  if (op >= ir::Op::ReduxAdd && op <= ir::Op::ReduxXor)
    return WarpOp(unsigned(WarpOp::ReduceAdd) + unsigned(op) - unsigned(ir::Op::ReduxAdd));
  return std::nullopt;
}

static void check(CallInst &call, WarpOp op) {
  IRBuilder<> b(&call);
  Value *mask = call.getArgOperand(0);
  Value *active = ir::call(b, ir::Op::ActiveMask, {}, "active");
  Value *lane = ir::call(b, ir::Op::LaneId, {}, "lane");
  Value *named = b.CreateTrunc(b.CreateLShr(mask, lane), b.getInt1Ty());
  Value *wrong = b.CreateAnd(mask, b.CreateNot(active));
  if (!isa<Constant>(mask)) {
    Value *agree = ir::call(b, ir::Op::MatchAny, {active, b.CreateZExt(mask, b.getInt64Ty())}, "agree");
    wrong = b.CreateOr(wrong, b.CreateAnd(b.CreateAnd(mask, active), b.CreateNot(agree)));
  }
  Value *bad = b.CreateOr(b.CreateNot(named), b.CreateICmpNE(wrong, b.getInt32(0)));
  b.SetInsertPoint(SplitBlockAndInsertIfThen(bad, &call, /*Unreachable=*/false));
  b.SetCurrentDebugLocation(call.getDebugLoc());
  Value *what = b.CreateOr(b.CreateZExt(mask, b.getInt64Ty()), b.getInt64(uint64_t(op) << 32));
  ir::call(b, ir::Op::Report, {b.getInt32(uint32_t(Finding::Mask)), what, b.CreateZExt(active, b.getInt64Ty())});
  ++numMasks;
}

void checkMasks(Function &kernel) {
  SmallVector<std::pair<CallInst *, WarpOp>> calls;
  for (Instruction &i : instructions(kernel))
    if (auto *call = dyn_cast<CallInst>(&i))
      if (std::optional<WarpOp> op = maskedOp(ir::opOf(*call)))
        calls.push_back({call, *op});
  for (auto [call, op] : calls)
    check(*call, op);
}

} // namespace helicon::simt
