// Barriers of the block by number, and barriers in shared memory. The block's own barrier for all threads is the plain
// one of __syncthreads(), which costs the simd executor least; every other is counted.
#include "simt/ptx/Handlers.h"

#include "kernel-ir/Abi.h"
#include "kernel-ir/AddressSpace.h"
#include "kernel-ir/Intrinsics.h"
#include "simt/analysis/Mbarrier.h"

#include <llvm/IR/IntrinsicsNVPTX.h>

using namespace llvm;

namespace helicon::simt::ptx {

namespace {

constexpr uint64_t kMostArrivals = (uint64_t(1) << kMbarrierCountBits) - 1;

void unsupported(Body &x) { x.fail("'" + x.at->spelled() + "' is not supported"); }

/// A barrier's operands: its number, and how many threads it waits for.
struct Named {
  Value *id = nullptr, *threads = nullptr;
  bool isWholeBlock = false; ///< number 0, all threads
};

std::optional<Named> takeNamed(Body &x, unsigned first, bool hasCount) {
  Named barrier;
  std::optional<uint64_t> id = x.constant(first), count = hasCount ? x.constant(first + 1) : std::nullopt;
  if (id && *id >= kBlockBarriers) {
    x.fail(x.operand(first).place, "a block has barriers 0 to 15");
    return std::nullopt;
  }
  if (count && (*count == 0 || *count % kWarpLanes != 0 || *count > 1024)) {
    x.fail(x.operand(first + 1).place, "a barrier counts whole warps: a multiple of 32 up to 1024");
    return std::nullopt;
  }
  bool all = !hasCount || (count && x.blockThreads && *count == alignTo(x.blockThreads, kWarpLanes));
  barrier.isWholeBlock = id && *id == 0 && all;
  barrier.id = x.i32(first);
  barrier.threads = hasCount && !(id && *id == 0 && all) ? x.i32(first + 1) : x.number(32, 0);
  return barrier;
}

Value *wait(Body &x, BarrierOp op, const Named &barrier, Value *said) {
  if (!barrier.isWholeBlock)
    return ir::call(x.b, ir::Op::BarrierNamed, {x.number(32, uint64_t(op)), barrier.id, barrier.threads, said});
  switch (op) {
  case BarrierOp::Popc:
    return ir::call(x.b, ir::Op::BarrierPopc, {said});
  case BarrierOp::And:
    return ir::call(x.b, ir::Op::BarrierAnd, {said});
  case BarrierOp::Or:
    return ir::call(x.b, ir::Op::BarrierOr, {said});
  case BarrierOp::None:
  case BarrierOp::Grid: // not asked for here
    break;
  }
  return ir::call(x.b, ir::Op::Barrier);
}

void reduce(Body &x) {
  StringRef name = x.takeOne({"popc", "and", "or"});
  x.take("aligned");
  Scalar t = x.takeType();
  if (!x.count(3, 4) || x.fault || name.empty())
    return unsupported(x);
  std::optional<Named> barrier = takeNamed(x, 1, x.operands() == 4);
  if (!barrier)
    return;
  BarrierOp op = name == "popc" ? BarrierOp::Popc : name == "and" ? BarrierOp::And : BarrierOp::Or;
  Value *r = wait(x, op, *barrier, x.predicate(x.operand(x.operands() - 1)));
  x.write(0, t.kind == Scalar::Predicate ? x.b.CreateICmpNE(r, x.number(32, 0)) : r);
}

/// What an mbarrier instruction says that means nothing here: all memory of a block is seen in order by its threads.
Value *takePlace(Body &x, unsigned operand) {
  x.takeOne({"release", "acquire", "relaxed"});
  x.takeOne({"cta", "cluster"});
  unsigned space = takeSpace(x);
  if (x.take("b64"))
    ; // the only type
  else
    unsupported(x);
  if (x.fault || operand >= x.operands())
    return nullptr;
  Value *place = pointerTo(x, x.operand(operand), space);
  return space == kShared ? place : x.b.CreateAddrSpaceCast(place, PointerType::get(x.b.getContext(), kShared));
}

void initialise(Body &x) {
  Value *place = takePlace(x, 0);
  if (!x.count(2) || x.fault)
    return;
  if (std::optional<uint64_t> n = x.constant(1); n && (*n == 0 || *n > kMostArrivals))
    return x.fail(x.operand(1).place, "an mbarrier expects 1 to 1048575 arrivals");
  Value *expected = x.b.CreateAnd(x.b.CreateZExt(x.i32(1), x.intType(64)), kMostArrivals);
  Value *word = x.b.CreateOr(x.b.CreateShl(expected, kMbarrierExpectedShift), expected);
  x.b.CreateAlignedStore(word, place, Align(8), /*isVolatile=*/true);
}

void invalidate(Body &x) {
  Value *place = takePlace(x, 0);
  if (x.count(1) && !x.fault)
    x.b.CreateAlignedStore(x.number(64, 0), place, Align(8), /*isVolatile=*/true);
}

void arriveAt(Body &x, bool drops) {
  bool incomplete = x.take("noComplete");
  if (x.take("expect_tx"))
    return x.fail("'" + x.at->spelled() + "': barriers that count bytes are not supported");
  Value *place = takePlace(x, 1);
  if (!x.count(incomplete ? 3 : 2, 3) || x.fault)
    return;
  Value *count = x.operands() == 3 ? x.i32(2) : x.number(32, 1);
  x.write(0, ir::call(x.b, ir::Op::MbarrierArrive, {place, count, drops ? count : x.number(32, 0)}));
}

/// Is the phase over that a state, or the parity of its number, names?
void test(Body &x) {
  bool parity = x.take("parity");
  Value *place = takePlace(x, 1);
  if (!x.count(3, 4) || x.fault) // a try_wait may say how long it would wait: it need not
    return;
  auto &b = x.b;
  LoadInst *now = b.CreateAlignedLoad(x.intType(64), place, Align(8), /*isVolatile=*/true);
  now->setAtomic(AtomicOrdering::Acquire);
  Value *phase = b.CreateLShr(now, kMbarrierPhaseShift);
  Value *named =
      parity ? b.CreateZExt(b.CreateAnd(x.i32(2), 1), x.intType(64)) : b.CreateLShr(x.bits(2, 64), kMbarrierPhaseShift);
  x.write(0, b.CreateICmpNE(parity ? b.CreateAnd(phase, 1) : phase, named));
}

} // namespace

void lowerBar(Body &x) {
  x.take("cta");
  if (x.take("cluster"))
    return x.fail("'" + x.at->spelled() + "': clusters of blocks are not supported");
  if (x.take("warp")) {
    if (!x.take("sync") || !x.count(1))
      return unsupported(x);
    x.b.CreateIntrinsic(Intrinsic::nvvm_bar_warp_sync, {}, {x.i32(0)});
    return;
  }
  x.take("aligned");
  if (x.take("red"))
    return reduce(x);
  bool arrives = x.take("arrive");
  if (!arrives && !x.take("sync"))
    return unsupported(x);
  x.take("aligned");
  if (!x.count(arrives ? 2 : 1, 2))
    return;
  std::optional<Named> barrier = takeNamed(x, 0, x.operands() == 2);
  if (!barrier)
    return;
  if (arrives)
    ir::call(x.b, ir::Op::BarrierArrive, {barrier->id, barrier->threads});
  else
    wait(x, BarrierOp::None, *barrier, x.b.getFalse());
}

void lowerMbarrier(Body &x) {
  StringRef what = x.takeOne({"init", "inval", "arrive", "arrive_drop", "test_wait", "try_wait", "pending_count"});
  if (what == "init")
    return initialise(x);
  if (what == "inval")
    return invalidate(x);
  if (what == "arrive" || what == "arrive_drop")
    return arriveAt(x, what == "arrive_drop");
  if (what == "test_wait" || what == "try_wait")
    return test(x);
  if (what.empty() || !x.take("b64") || !x.count(2))
    return x.fail("'" + x.at->spelled() + "' is not supported");
  x.write(0, x.b.CreateTrunc(x.b.CreateAnd(x.bits(1, 64), kMostArrivals), x.intType(32)));
}

/// The copies that came before are done by now. Without .noinc the arrival was added to what the phase expects.
void arriveForCopies(Body &x) {
  x.take("arrive");
  bool counts = x.take("noinc");
  Value *place = takePlace(x, 0);
  if (x.count(1) && !x.fault && counts)
    ir::call(x.b, ir::Op::MbarrierArrive, {place, x.number(32, 1), x.number(32, 0)});
}

} // namespace helicon::simt::ptx
