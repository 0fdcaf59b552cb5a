// NVIDIA's intrinsics, as clang and our headers leave them, to helicon.* operations or plain IR. The special
// registers are left to Specialise.cpp and isspacep to Memory.cpp, which know the launch and the shared layout;
// float forms with a rounding mode or an approximation are in NvvmFloat.cpp. What has no case stays for Refuse.cpp.
#include "simt/prepare/Nvvm.h"

#include "kernel-ir/Intrinsics.h"
#include "simt/analysis/SimtTTI.h"
#include "simt/prepare/Steps.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#define DEBUG_TYPE "helicon-nvvm"
STATISTIC(numLowered, "Target intrinsics lowered");

using namespace llvm;

namespace helicon::simt {

Value *highProduct64(IRBuilder<> &b, Value *x, Value *y, bool isSigned) {
  auto low = [&](Value *v) { return b.CreateAnd(v, 0xffffffffu); };
  auto high = [&](Value *v) { return b.CreateLShr(v, 32); };
  Value *ll = b.CreateMul(low(x), low(y)), *lh = b.CreateMul(low(x), high(y));
  Value *hl = b.CreateMul(high(x), low(y)), *hh = b.CreateMul(high(x), high(y));
  Value *middle = b.CreateAdd(b.CreateAdd(high(ll), low(lh)), low(hl));
  Value *r = b.CreateAdd(b.CreateAdd(hh, high(lh)), b.CreateAdd(high(hl), high(middle)));
  if (!isSigned)
    return r;
  Value *minusY = b.CreateAnd(b.CreateAShr(x, 63), y), *minusX = b.CreateAnd(b.CreateAShr(y, 63), x);
  return b.CreateSub(b.CreateSub(r, minusY), minusX);
}

namespace {

/// Lowers one call at a time; `b` stands before the call. A null result with `done` set: the call had none.
class Lowering {
  IRBuilder<> b;
  CallInst &call;
  bool done = true;

  Value *arg(unsigned i) { return call.getArgOperand(i); }
  Value *op(ir::Op o, ArrayRef<Value *> args = {}) { return ir::call(b, o, args); }
  Value *i32(uint32_t v) { return b.getInt32(v); }

public:
  explicit Lowering(CallInst &call) : b(&call), call(call) {}
  bool run();

private:
  Value *warp(Intrinsic::ID id);
  Value *memory(Intrinsic::ID id);
  Value *integer(Intrinsic::ID id);
  Value *shuffle(ir::Op o, bool hasMask, bool wantsPredicate);
  Value *shufflePredicate(ir::Op o, Value *lane, Value *clamp);
  Value *votes(ir::Op o, Value *mask, Value *predicate, Intrinsic::ID id);
  Value *matchAll(Value *mask, Value *value);
  Value *sumOfDifference(bool isSigned);
  Value *mul24(bool isSigned);
  Value *highProduct(bool isSigned);
  Value *permuteBytes();
  Value *atomic(AtomicRMWInst::BinOp o);
  Value *named(Value *id, Value *threads);
};

/// PTX's predicate of shfl: is the source lane inside the segment that the clamp operand describes?
Value *Lowering::shufflePredicate(ir::Op o, Value *b5, Value *clamp) {
  Value *lane = op(ir::Op::LaneId);
  Value *segment = b.CreateAnd(b.CreateLShr(clamp, 8), 31);
  Value *limit = b.CreateAnd(clamp, 31);
  Value *notSegment = b.CreateNot(segment);
  Value *low = b.CreateAnd(lane, segment);
  Value *maxLane = b.CreateOr(low, b.CreateAnd(limit, notSegment));
  Value *delta = b.CreateAnd(b5, 31);
  switch (o) {
  case ir::Op::ShflUp:
    return b.CreateICmpSGE(b.CreateSub(lane, delta), maxLane);
  case ir::Op::ShflDown:
    return b.CreateICmpSLE(b.CreateAdd(lane, delta), maxLane);
  case ir::Op::ShflBfly:
    return b.CreateICmpSLE(b.CreateXor(lane, delta), maxLane);
  default:
    return b.CreateICmpSLE(b.CreateOr(low, b.CreateAnd(delta, notSegment)), maxLane);
  }
}

Value *Lowering::shuffle(ir::Op o, bool hasMask, bool wantsPredicate) {
  unsigned first = hasMask ? 1 : 0;
  Value *mask = hasMask ? arg(0) : op(ir::Op::ActiveMask);
  Value *value = arg(first);
  Type *type = value->getType();
  Value *r = op(o, {mask, b.CreateBitCast(value, b.getInt32Ty()), arg(first + 1), arg(first + 2)});
  r = b.CreateBitCast(r, type);
  if (!wantsPredicate)
    return r;
  Value *pair = b.CreateInsertValue(PoisonValue::get(call.getType()), r, 0);
  return b.CreateInsertValue(pair, shufflePredicate(o, arg(first + 1), arg(first + 2)), 1);
}

Value *Lowering::votes(ir::Op o, Value *mask, Value *predicate, Intrinsic::ID id) {
  auto ballot = [&](Value *p) { return op(o, {mask, p}); };
  switch (id) {
  case Intrinsic::nvvm_vote_any_sync:
  case Intrinsic::nvvm_vote_any:
    return b.CreateICmpNE(ballot(predicate), i32(0));
  case Intrinsic::nvvm_vote_all_sync:
  case Intrinsic::nvvm_vote_all:
    return b.CreateICmpEQ(ballot(b.CreateNot(predicate)), i32(0));
  case Intrinsic::nvvm_vote_uni_sync:
  case Intrinsic::nvvm_vote_uni: {
    Value *none = b.CreateICmpEQ(ballot(predicate), i32(0));
    return b.CreateOr(none, b.CreateICmpEQ(ballot(b.CreateNot(predicate)), i32(0)));
  }
  default:
    return ballot(predicate);
  }
}

Value *Lowering::matchAll(Value *mask, Value *value) {
  Value *m = op(ir::Op::MatchAll, {mask, b.CreateZExt(value, b.getInt64Ty())});
  Value *pair = b.CreateInsertValue(PoisonValue::get(call.getType()), m, 0);
  return b.CreateInsertValue(pair, b.CreateICmpNE(m, i32(0)), 1);
}

Value *Lowering::warp(Intrinsic::ID id) {
  switch (id) {
#define SHUFFLES(kind, op)                                                                                             \
  case Intrinsic::nvvm_shfl_sync_##kind##_i32:                                                                         \
  case Intrinsic::nvvm_shfl_sync_##kind##_f32:                                                                         \
    return shuffle(op, true, false);                                                                                   \
  case Intrinsic::nvvm_shfl_sync_##kind##_i32p:                                                                        \
  case Intrinsic::nvvm_shfl_sync_##kind##_f32p:                                                                        \
    return shuffle(op, true, true);                                                                                    \
  case Intrinsic::nvvm_shfl_##kind##_i32:                                                                              \
  case Intrinsic::nvvm_shfl_##kind##_f32:                                                                              \
    return shuffle(op, false, false);                                                                                  \
  case Intrinsic::nvvm_shfl_##kind##_i32p:                                                                             \
  case Intrinsic::nvvm_shfl_##kind##_f32p:                                                                             \
    return shuffle(op, false, true);
    SHUFFLES(idx, ir::Op::ShflIdx)
    SHUFFLES(up, ir::Op::ShflUp)
    SHUFFLES(down, ir::Op::ShflDown)
    SHUFFLES(bfly, ir::Op::ShflBfly)
#undef SHUFFLES
  case Intrinsic::nvvm_vote_any_sync:
  case Intrinsic::nvvm_vote_all_sync:
  case Intrinsic::nvvm_vote_uni_sync:
  case Intrinsic::nvvm_vote_ballot_sync:
    return votes(ir::Op::Ballot, arg(0), arg(1), id);
  case Intrinsic::nvvm_vote_any:
  case Intrinsic::nvvm_vote_all:
  case Intrinsic::nvvm_vote_uni:
  case Intrinsic::nvvm_vote_ballot:
    return votes(ir::Op::Ballot, op(ir::Op::ActiveMask), arg(0), id);
  case Intrinsic::nvvm_activemask:
    return op(ir::Op::ActiveMask);
  case Intrinsic::nvvm_match_any_sync_i32:
  case Intrinsic::nvvm_match_any_sync_i64:
    return op(ir::Op::MatchAny, {arg(0), b.CreateZExt(arg(1), b.getInt64Ty())});
  case Intrinsic::nvvm_match_all_sync_i32p:
  case Intrinsic::nvvm_match_all_sync_i64p:
    return matchAll(arg(0), arg(1));
#define REDUX(name, o)                                                                                                 \
  case Intrinsic::nvvm_redux_sync_##name:                                                                              \
    return op(ir::Op::o, {arg(1), arg(0)});
    REDUX(add, ReduxAdd)
    REDUX(min, ReduxSMin)
    REDUX(max, ReduxSMax)
    REDUX(umin, ReduxUMin)
    REDUX(umax, ReduxUMax)
    REDUX(and, ReduxAnd)
    REDUX(or, ReduxOr)
    REDUX(xor, ReduxXor)
#undef REDUX
  default:
    done = false;
    return nullptr;
  }
}

Value *Lowering::atomic(AtomicRMWInst::BinOp o) {
  return b.CreateAtomicRMW(o, arg(0), arg(1), MaybeAlign(), AtomicOrdering::Monotonic);
}

Value *Lowering::named(Value *id, Value *threads) {
  auto isZero = [](Value *v) { return isa<ConstantInt>(v) && cast<ConstantInt>(v)->isZero(); };
  if (isZero(id) && isZero(threads))
    op(ir::Op::Barrier);
  else
    op(ir::Op::BarrierNamed, {i32(0), id, threads, b.getFalse()});
  return nullptr;
}

Value *Lowering::memory(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::nvvm_barrier0:
    op(ir::Op::Barrier);
    return nullptr;
  case Intrinsic::nvvm_barrier0_popc:
    return op(ir::Op::BarrierPopc, {b.CreateICmpNE(arg(0), i32(0))});
  case Intrinsic::nvvm_barrier0_and:
    return op(ir::Op::BarrierAnd, {b.CreateICmpNE(arg(0), i32(0))});
  case Intrinsic::nvvm_barrier0_or:
    return op(ir::Op::BarrierOr, {b.CreateICmpNE(arg(0), i32(0))});
  case Intrinsic::nvvm_barrier_n:
  case Intrinsic::nvvm_bar_sync:
  case Intrinsic::nvvm_barrier_sync:
    return named(arg(0), i32(0));
  case Intrinsic::nvvm_barrier:
  case Intrinsic::nvvm_barrier_sync_cnt:
    return named(arg(0), arg(1));
  case Intrinsic::nvvm_bar_warp_sync:
    op(ir::Op::WarpSync, {arg(0)});
    return nullptr;
  case Intrinsic::nvvm_membar_cta:
    b.CreateFence(AtomicOrdering::AcquireRelease);
    return nullptr;
  case Intrinsic::nvvm_membar_gl:
  case Intrinsic::nvvm_membar_sys:
    b.CreateFence(AtomicOrdering::SequentiallyConsistent);
    return nullptr;
  case Intrinsic::nvvm_ldg_global_i:
  case Intrinsic::nvvm_ldg_global_f:
  case Intrinsic::nvvm_ldg_global_p:
  case Intrinsic::nvvm_ldu_global_i:
  case Intrinsic::nvvm_ldu_global_f:
  case Intrinsic::nvvm_ldu_global_p: {
    LoadInst *load = b.CreateAlignedLoad(call.getType(), arg(0), cast<ConstantInt>(arg(1))->getMaybeAlignValue());
    load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(b.getContext(), {}));
    return load;
  }
  case Intrinsic::nvvm_texsurf_handle_internal: // a texture reference is a variable that holds a handle
    return b.CreateAlignedLoad(b.getInt64Ty(), arg(0), Align(8));
  case Intrinsic::nvvm_ptr_gen_to_global:
  case Intrinsic::nvvm_ptr_gen_to_shared:
  case Intrinsic::nvvm_ptr_gen_to_constant:
  case Intrinsic::nvvm_ptr_gen_to_local:
  case Intrinsic::nvvm_ptr_gen_to_param:
  case Intrinsic::nvvm_ptr_global_to_gen:
  case Intrinsic::nvvm_ptr_shared_to_gen:
  case Intrinsic::nvvm_ptr_constant_to_gen:
  case Intrinsic::nvvm_ptr_local_to_gen:
  case Intrinsic::nvvm_ptr_param_to_gen:
    return b.CreateAddrSpaceCast(arg(0), call.getType());
  case Intrinsic::nvvm_atomic_load_inc_32:
    return atomic(AtomicRMWInst::UIncWrap);
  case Intrinsic::nvvm_atomic_load_dec_32:
    return atomic(AtomicRMWInst::UDecWrap);
  case Intrinsic::nvvm_nanosleep:
    op(ir::Op::Nanosleep, {arg(0)});
    return nullptr;
  default:
    done = false;
    return nullptr;
  }
}

Value *Lowering::mul24(bool isSigned) {
  auto low24 = [&](Value *v) {
    Value *up = b.CreateShl(v, 8);
    return isSigned ? b.CreateAShr(up, 8) : b.CreateLShr(up, 8);
  };
  return b.CreateMul(low24(arg(0)), low24(arg(1)));
}

Value *Lowering::highProduct(bool isSigned) {
  unsigned bits = call.getType()->getIntegerBitWidth();
  if (bits == 64)
    return highProduct64(b, arg(0), arg(1), isSigned);
  Type *wide = b.getIntNTy(2 * bits);
  Value *x = b.CreateIntCast(arg(0), wide, isSigned), *y = b.CreateIntCast(arg(1), wide, isSigned);
  return b.CreateTrunc(b.CreateLShr(b.CreateMul(x, y), bits), call.getType());
}

Value *Lowering::sumOfDifference(bool isSigned) {
  Value *x = arg(0), *y = arg(1);
  Value *less = isSigned ? b.CreateICmpSLT(x, y) : b.CreateICmpULT(x, y);
  return b.CreateAdd(b.CreateSelect(less, b.CreateSub(y, x), b.CreateSub(x, y)), arg(2));
}

/// prmt in its default mode: each nibble of the selector picks a byte of y:x, its top bit spreads the byte's sign.
Value *Lowering::permuteBytes() {
  Type *i64 = b.getInt64Ty();
  Value *bytes = b.CreateOr(b.CreateZExt(arg(0), i64), b.CreateShl(b.CreateZExt(arg(1), i64), 32));
  Value *result = i32(0);
  for (unsigned n = 0; n < 4; ++n) {
    Value *nibble = b.CreateLShr(arg(2), 4 * n);
    Value *shift = b.CreateZExt(b.CreateShl(b.CreateAnd(nibble, 7), 3), i64);
    Value *byte = b.CreateAnd(b.CreateTrunc(b.CreateLShr(bytes, shift), b.getInt32Ty()), 0xff);
    Value *sign = b.CreateSelect(b.CreateICmpUGE(byte, i32(0x80)), i32(0xff), i32(0));
    Value *spread = b.CreateICmpNE(b.CreateAnd(nibble, 8), i32(0));
    result = b.CreateOr(result, b.CreateShl(b.CreateSelect(spread, sign, byte), 8 * n));
  }
  return result;
}

Value *Lowering::integer(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::nvvm_mul24_i:
    return mul24(true);
  case Intrinsic::nvvm_mul24_ui:
    return mul24(false);
  case Intrinsic::nvvm_mulhi_s:
  case Intrinsic::nvvm_mulhi_i:
  case Intrinsic::nvvm_mulhi_ll:
    return highProduct(true);
  case Intrinsic::nvvm_mulhi_us:
  case Intrinsic::nvvm_mulhi_ui:
  case Intrinsic::nvvm_mulhi_ull:
    return highProduct(false);
  case Intrinsic::nvvm_sad_s:
  case Intrinsic::nvvm_sad_i:
  case Intrinsic::nvvm_sad_ll:
    return sumOfDifference(true);
  case Intrinsic::nvvm_sad_us:
  case Intrinsic::nvvm_sad_ui:
  case Intrinsic::nvvm_sad_ull:
    return sumOfDifference(false);
  case Intrinsic::nvvm_prmt:
    return permuteBytes();
  case Intrinsic::nvvm_swap_lo_hi_b64:
    return b.CreateIntrinsic(Intrinsic::fshl, {b.getInt64Ty()}, {arg(0), arg(0), b.getInt64(32)});
  case Intrinsic::nvvm_rotate_b32:
  case Intrinsic::nvvm_rotate_b64:
    return b.CreateIntrinsic(Intrinsic::fshl, {call.getType()},
                             {arg(0), arg(0), b.CreateZExtOrTrunc(arg(1), call.getType())});
  case Intrinsic::nvvm_rotate_right_b64:
    return b.CreateIntrinsic(Intrinsic::fshr, {call.getType()}, {arg(0), arg(0), b.CreateZExt(arg(1), b.getInt64Ty())});
  case Intrinsic::nvvm_bitcast_f2i:
  case Intrinsic::nvvm_bitcast_i2f:
  case Intrinsic::nvvm_bitcast_d2ll:
  case Intrinsic::nvvm_bitcast_ll2d:
    return b.CreateBitCast(arg(0), call.getType());
  case Intrinsic::nvvm_d2i_lo:
    return b.CreateTrunc(b.CreateBitCast(arg(0), b.getInt64Ty()), b.getInt32Ty());
  case Intrinsic::nvvm_d2i_hi:
    return b.CreateTrunc(b.CreateLShr(b.CreateBitCast(arg(0), b.getInt64Ty()), 32), b.getInt32Ty());
  case Intrinsic::nvvm_lohi_i2d: {
    Value *high = b.CreateShl(b.CreateZExt(arg(1), b.getInt64Ty()), 32);
    return b.CreateBitCast(b.CreateOr(b.CreateZExt(arg(0), b.getInt64Ty()), high), b.getDoubleTy());
  }
  default:
    done = false;
    return nullptr;
  }
}

bool Lowering::run() {
  Intrinsic::ID id = call.getCalledFunction()->getIntrinsicID();
  Value *result = nullptr;
  for (auto family : {&Lowering::warp, &Lowering::memory, &Lowering::integer}) {
    done = true;
    result = (this->*family)(id);
    if (done)
      break;
  }
  if (!done)
    result = lowerFloatIntrinsic(b, call, done);
  if (!done)
    return false;
  if (result)
    call.replaceAllUsesWith(result);
  call.eraseFromParent();
  ++numLowered;
  return true;
}

} // namespace

Error lowerNvvm(Work &work) {
  for (Function &f : work.module)
    for (Instruction &i : make_early_inc_range(instructions(f)))
      if (auto *call = dyn_cast<CallInst>(&i);
          call && call->getCalledFunction() && call->getCalledFunction()->getName().starts_with("llvm.nvvm."))
        Lowering(*call).run();
  return Error::success();
}

} // namespace helicon::simt
