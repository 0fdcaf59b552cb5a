#include "simt/analysis/Mbarrier.h"

#include "kernel-ir/Abi.h"

using namespace llvm;

namespace helicon::simt {

Value *mbarrierArrive(IRBuilderBase &b, Value *place, Value *count, Value *drop) {
  constexpr uint64_t kCounts = (uint64_t(1) << kMbarrierCountBits) - 1;
  Type *i64 = b.getInt64Ty();
  LoadInst *old = b.CreateAlignedLoad(i64, place, Align(8), /*isVolatile=*/true, "mbarrier");
  Value *pending = b.CreateAnd(old, kCounts);
  Value *expected = b.CreateAnd(b.CreateLShr(old, kMbarrierExpectedShift), kCounts);
  Value *phase = b.CreateLShr(old, kMbarrierPhaseShift);
  pending = b.CreateAnd(b.CreateSub(pending, b.CreateZExt(count, i64)), kCounts);
  expected = b.CreateAnd(b.CreateSub(expected, b.CreateZExt(drop, i64)), kCounts);
  Value *complete = b.CreateICmpEQ(pending, b.getInt64(0));
  pending = b.CreateSelect(complete, expected, pending);
  phase = b.CreateAdd(phase, b.CreateZExt(complete, i64));
  Value *now = b.CreateOr(b.CreateShl(phase, kMbarrierPhaseShift), b.CreateShl(expected, kMbarrierExpectedShift));
  b.CreateAlignedStore(b.CreateOr(now, pending), place, Align(8), /*isVolatile=*/true);
  return old;
}

Value *barrierWord(IRBuilderBase &b, Value *op, Value *id, Value *threads) {
  Value *number = b.CreateShl(b.CreateAnd(id, kBlockBarriers - 1), kBarrierIdShift);
  Value *count = b.CreateShl(b.CreateAnd(threads, (1u << kBarrierCountBits) - 1), kBarrierCountShift);
  return b.CreateOr(b.CreateOr(op, b.getInt32(kBarrierCounted)), b.CreateOr(number, count), "barrier");
}

} // namespace helicon::simt
