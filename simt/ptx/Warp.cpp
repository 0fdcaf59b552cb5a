// Exchanges within the warp, fences, and what ends or delays a thread: by the target's intrinsics where there
// is one, which prepare/Nvvm.cpp lowers as it does for our headers.
#include "simt/ptx/Handlers.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/IR/IntrinsicsNVPTX.h>

using namespace llvm;

namespace helicon::simt::ptx {

namespace {

Value *call(Body &x, Intrinsic::ID id, ArrayRef<Value *> args = {}) { return x.b.CreateIntrinsic(id, {}, args); }

void unsupported(Body &x) { x.fail("'" + x.at->spelled() + "' is not supported"); }

bool isWord(Body &x, Scalar t) {
  if (t.width() == 32 && !t.isFloat())
    return true;
  unsupported(x);
  return false;
}

/// Forms without .sync act on the lanes that are there.
Value *maskOrActive(Body &x, bool sync, unsigned i) { return sync ? x.i32(i) : call(x, Intrinsic::nvvm_activemask); }

} // namespace

void lowerVote(Body &x) {
  bool sync = x.take("sync");
  StringRef op = x.takeOne({"all", "any", "uni", "ballot"});
  Scalar t = x.takeType();
  if (!x.count(sync ? 3 : 2) || x.fault || op.empty() || (op == "ballot") != (t.kind == Scalar::Bits))
    return unsupported(x);
  Intrinsic::ID id = op == "all"   ? Intrinsic::nvvm_vote_all_sync
                     : op == "any" ? Intrinsic::nvvm_vote_any_sync
                     : op == "uni" ? Intrinsic::nvvm_vote_uni_sync
                                   : Intrinsic::nvvm_vote_ballot_sync;
  Value *p = x.predicate(x.operand(1)), *mask = maskOrActive(x, sync, 2);
  x.write(0, call(x, id, {mask, p}));
}

void lowerMatch(Body &x) {
  StringRef op = x.takeOne({"any", "all"});
  bool sync = x.take("sync");
  Scalar t = x.takeType();
  if (!x.count(3) || x.fault || !sync || t.kind != Scalar::Bits || (t.bits != 32 && t.bits != 64) || op.empty())
    return unsupported(x);
  Value *v = x.bits(1, t.bits), *mask = x.i32(2);
  if (op == "any")
    return x.write(
        0, call(x, t.bits == 32 ? Intrinsic::nvvm_match_any_sync_i32 : Intrinsic::nvvm_match_any_sync_i64, {mask, v}));
  Value *pair =
      call(x, t.bits == 32 ? Intrinsic::nvvm_match_all_sync_i32p : Intrinsic::nvvm_match_all_sync_i64p, {mask, v});
  x.write(0, x.b.CreateExtractValue(pair, 0));
  if (x.at->second)
    x.write(*x.at->second, x.b.CreateExtractValue(pair, 1));
}

void lowerShfl(Body &x) {
  bool sync = x.take("sync");
  StringRef mode = x.takeOne({"idx", "up", "down", "bfly"});
  Scalar t = x.takeType();
  if (!x.count(sync ? 5 : 4) || x.fault || mode.empty() || !isWord(x, t))
    return unsupported(x);
  Intrinsic::ID id = mode == "idx"    ? Intrinsic::nvvm_shfl_sync_idx_i32p
                     : mode == "up"   ? Intrinsic::nvvm_shfl_sync_up_i32p
                     : mode == "down" ? Intrinsic::nvvm_shfl_sync_down_i32p
                                      : Intrinsic::nvvm_shfl_sync_bfly_i32p;
  Value *v = x.i32(1), *by = x.i32(2), *clamp = x.i32(3), *mask = maskOrActive(x, sync, 4);
  Value *pair = call(x, id, {mask, v, by, clamp});
  x.write(0, x.b.CreateExtractValue(pair, 0));
  if (x.at->second)
    x.write(*x.at->second, x.b.CreateExtractValue(pair, 1));
}

void lowerActivemask(Body &x) {
  Scalar t = x.takeType();
  if (x.count(1) && isWord(x, t))
    x.write(0, call(x, Intrinsic::nvvm_activemask));
}

void lowerRedux(Body &x) {
  bool sync = x.take("sync");
  StringRef op = x.takeOne({"add", "min", "max", "and", "or", "xor"});
  Scalar t = x.takeType();
  if (!x.count(3) || x.fault || !sync || op.empty() || !isWord(x, t))
    return unsupported(x);
  bool isSigned = t.isSigned();
  Intrinsic::ID id = op == "add"   ? Intrinsic::nvvm_redux_sync_add
                     : op == "min" ? (isSigned ? Intrinsic::nvvm_redux_sync_min : Intrinsic::nvvm_redux_sync_umin)
                     : op == "max" ? (isSigned ? Intrinsic::nvvm_redux_sync_max : Intrinsic::nvvm_redux_sync_umax)
                     : op == "and" ? Intrinsic::nvvm_redux_sync_and
                     : op == "or"  ? Intrinsic::nvvm_redux_sync_or
                                   : Intrinsic::nvvm_redux_sync_xor;
  x.write(0, call(x, id, {x.i32(1), x.i32(2)}));
}

/// The lowest lane of the mask that is there.
void lowerElect(Body &x) {
  if (!x.take("sync") || !x.count(2))
    return unsupported(x);
  auto &b = x.b;
  Value *there = call(x, Intrinsic::nvvm_vote_ballot_sync, {x.i32(1), b.getTrue()});
  Value *leader = b.CreateIntrinsic(Intrinsic::cttz, {b.getInt32Ty()}, {there, b.getFalse()});
  x.write(0, leader);
  if (x.at->second)
    x.write(*x.at->second, b.CreateICmpEQ(leader, call(x, Intrinsic::nvvm_read_ptx_sreg_laneid)));
}

void lowerMembar(Body &x) {
  StringRef scope = x.takeOne({"cta", "gl", "sys"});
  if (!x.count(0))
    return;
  if (scope.empty())
    return unsupported(x);
  call(x, scope == "cta" ? Intrinsic::nvvm_membar_cta : Intrinsic::nvvm_membar_gl);
}

void lowerFence(Body &x) {
  // Copies and barriers go through the same memory as everything else here.
  if (x.take("proxy")) {
    x.takeOne({"alias", "async", "async.global", "async.shared::cta"});
    x.takeOne({"global", "shared::cta", "shared::cluster"});
    if (x.count(0))
      call(x, Intrinsic::nvvm_membar_cta);
    return;
  }
  x.take("mbarrier_init");
  StringRef order = x.takeOne({"sc", "acq_rel", "acquire", "release"});
  StringRef scope = x.takeOne({"cta", "cluster", "gpu", "sys"});
  if (!x.count(0))
    return;
  if (scope.empty())
    return unsupported(x);
  call(x, scope == "cta" && order != "sc" ? Intrinsic::nvvm_membar_cta : Intrinsic::nvvm_membar_gl);
}

void lowerNanosleep(Body &x) {
  Scalar t = x.takeType();
  if (x.count(1) && isWord(x, t))
    call(x, Intrinsic::nvvm_nanosleep, {x.i32(0)});
}

void lowerTrap(Body &x) {
  if (x.count(0))
    call(x, Intrinsic::trap);
}
void lowerBrkpt(Body &x) {
  if (x.count(0))
    call(x, Intrinsic::debugtrap);
}
void lowerExit(Body &x) {
  if (x.count(0))
    call(x, Intrinsic::nvvm_exit);
}

} // namespace helicon::simt::ptx
