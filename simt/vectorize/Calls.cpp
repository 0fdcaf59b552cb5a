// Calls: math through SLEEF's vector functions, LLVM's intrinsics in their vector form, services of the runtime lane by
// lane.
#include "simt/vectorize/Vectorizer.h"

#include "kernel-ir/Intrinsics.h"
#include "simt/KernelImage.h"
#include "simt/analysis/KeptFunctions.h"
#include "simt/analysis/MathNames.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#define DEBUG_TYPE "simt-calls"
STATISTIC(numMathCalls, "Vector math calls");
STATISTIC(numPerLane, "Calls made lane by lane");

using namespace llvm;

namespace helicon::simt {

void Vectorizer::emitCall(CallBase &call) {
  ir::Op op = ir::opOf(call);
  if (op == ir::Op::None) {
    auto *intrinsic = dyn_cast<IntrinsicInst>(&call);
    if (intrinsic && (intrinsic->isAssumeLikeIntrinsic() || isa<DbgInfoIntrinsic>(intrinsic)))
      return;
    if (intrinsic && intrinsic->getIntrinsicID() == Intrinsic::prefetch)
      return emitPrefetch(call);
    if (Function *callee = call.getCalledFunction(); callee && isKeptFunction(*callee))
      return isCalledAsVector(*callee) ? emitWarpCalls(call, *callee) : emitLaneCalls(call, *threadFunctionOf(*callee));
    if (!call.doesNotAccessMemory())
      return emitPerLane(call);
    const Shape &shape = shapes.of(&call);
    forEachClass(shape.sharing, [&](unsigned p) {
      StringRef row = ir::mathName(call);
      define(call, p,
             !row.empty()        ? emitMath(call, row, p)
             : shape.isUniform() ? emitScalar(call, p)
                                 : emitVectorCall(call, p));
    });
    return;
  }
  if (op <= ir::Op::TidZ)
    return emitThreadIndex(call, unsigned(op) - unsigned(ir::Op::TidX));
  switch (op) {
  case ir::Op::TidLinear:
    for (unsigned p = 0; p < (shapes.of(&call).isGroupUniform() ? 1 : U); ++p)
      define(call, p, partBase(p));
    return;
  case ir::Op::Barrier:
  case ir::Op::BarrierPopc:
  case ir::Op::BarrierAnd:
  case ir::Op::BarrierOr:
  case ir::Op::BarrierGrid:
    return emitBarrier(call);
  case ir::Op::BarrierNamed:
    return emitNamedBarrier(call);
  case ir::Op::BarrierArrive:
    return emitArrive(call);
  case ir::Op::MbarrierArrive:
    return emitMbarrierArrive(call);
  case ir::Op::Swap128:
  case ir::Op::Cas128:
    return emitExchange128(call);
  case ir::Op::GroupAll:
    return emitGroupAll(call);
  case ir::Op::Yield:
    ir::call(b, ir::Op::PhaseYield, {allAgree(call.getArgOperand(0))});
    return;
  case ir::Op::Turn:
    ir::call(b, ir::Op::PhaseTurn, {scalarOf(call.getArgOperand(0), 0)});
    return;
  case ir::Op::Print:
  case ir::Op::Malloc:
  case ir::Op::Free:
  case ir::Op::Trap:
  case ir::Op::AssertFail:
  case ir::Op::Report:
  case ir::Op::Nanosleep:
  case ir::Op::DeviceCall:
    return emitService(call);
  default:
    if (op >= ir::Op::LaneId && op <= ir::Op::ReduxXor)
      return emitWarpOp(call);
    return emitBlockFact(call);
  }
}

/// Where lanes lie close together: the line of each part's first lane.
void Vectorizer::emitPrefetch(CallBase &call) {
  const Shape &shape = shapes.of(call.getArgOperand(0));
  if (shape.isVarying())
    return;
  forEachClass(shape.sharing, [&](unsigned p) {
    auto *copy = cast<CallBase>(call.clone());
    copy->setArgOperand(0, scalarOf(call.getArgOperand(0), p));
    b.Insert(copy);
  });
}

Value *Vectorizer::emitVectorCall(CallBase &call, unsigned part) {
  auto *intrinsic = dyn_cast<IntrinsicInst>(&call);
  Intrinsic::ID id = intrinsic ? intrinsic->getIntrinsicID() : Intrinsic::not_intrinsic;
  if (id == Intrinsic::fptosi_sat || id == Intrinsic::fptoui_sat)
    return emitSaturatingConversion(call, part);
  bool pairs = isa_and_nonnull<WithOverflowInst>(intrinsic);
  if (!intrinsic || (!isTriviallyVectorizable(id) && !pairs)) {
    ++numPerLane;
    return forEachLane((*current)[part], call.getType(), [&](Value *lane) {
      Instruction *copy = call.clone();
      for (Use &use : copy->operands())
        use.set(isa<Function>(use.get()) ? use.get() : laneValue(use.get(), part, lane));
      return b.Insert(copy);
    });
  }
  SmallVector<Value *, 4> args;
  SmallVector<Type *, 3> overloads;
  if (isVectorIntrinsicWithOverloadTypeAtArg(id, -1) && !pairs)
    overloads.push_back(vectorType(call.getType()));
  for (unsigned k = 0; k < call.arg_size(); ++k) {
    bool scalar = isVectorIntrinsicWithScalarOpAtArg(id, k);
    args.push_back(scalar ? scalarOf(call.getArgOperand(k), part) : vectorOf(call.getArgOperand(k), part));
    if (isVectorIntrinsicWithOverloadTypeAtArg(id, k) || (pairs && k == 0))
      overloads.push_back(args.back()->getType());
  }
  Function *callee = Intrinsic::getDeclaration(&module, id, overloads);
  CallInst *made = b.CreateCall(callee, args, call.getName());
  if (isa<FPMathOperator>(made))
    made->copyFastMathFlags(&call);
  return made;
}

// LLVM would do these lane by lane: clamp in the source type, convert what is then in range, and repair the ends.
Value *Vectorizer::emitSaturatingConversion(CallBase &call, unsigned part) {
  bool isSigned = cast<IntrinsicInst>(call).getIntrinsicID() == Intrinsic::fptosi_sat;
  Value *x = vectorOf(call.getArgOperand(0), part);
  Type *from = x->getType(), *to = vectorType(call.getType());
  unsigned bits = call.getType()->getIntegerBitWidth();
  APInt low = isSigned ? APInt::getSignedMinValue(bits) : APInt(bits, 0);
  APInt high = isSigned ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
  const fltSemantics &format = from->getScalarType()->getFltSemantics();
  APFloat lowest(format), highest(format);
  lowest.convertFromAPInt(low, isSigned, APFloat::rmTowardZero);
  highest.convertFromAPInt(high, isSigned, APFloat::rmTowardZero); // the largest value that converts without overflow
  Constant *lowValue = ConstantFP::get(from, lowest), *highValue = ConstantFP::get(from, highest);
  Value *below = b.CreateFCmpOLT(x, lowValue), *above = b.CreateFCmpOGT(x, highValue);
  Value *isNumber = b.CreateFCmpORD(x, x);
  Value *inRange = b.CreateAnd(isNumber, b.CreateNot(b.CreateOr(below, above)));
  Value *safe = b.CreateSelect(inRange, x, Constant::getNullValue(from));
  Value *converted = isSigned ? b.CreateFPToSI(safe, to) : b.CreateFPToUI(safe, to);
  converted = b.CreateSelect(below, ConstantInt::get(to, low), converted);
  return b.CreateSelect(above, ConstantInt::get(to, high), converted);
}

Value *Vectorizer::emitMath(CallBase &call, StringRef row, unsigned part) {
  ++numMathCalls;
  Type *scalar = call.getType();
  const Shape &shape = shapes.of(&call);
  MathCallee callee =
      shape.isUniform() ? mathScalarCallee(row, scalar, target.fma) : mathVectorCallee(row, scalar, target);
  Function *function = declareMathCallee(module, callee);
  SmallVector<Value *, 2> args;
  if (shape.isUniform()) {
    for (Value *argument : call.args())
      args.push_back(scalarOf(argument, part));
    return b.CreateCall(function, args, call.getName());
  }
  Value *whole = nullptr;
  for (unsigned first = 0; first < V; first += callee.lanes) {
    SmallVector<int, 16> pick, place;
    for (unsigned l = 0; l < callee.lanes; ++l)
      pick.push_back(first + l < V ? int(first + l) : -1);
    args.clear();
    for (Value *argument : call.args()) {
      Value *vector = vectorOf(argument, part);
      args.push_back(callee.lanes == V ? vector : b.CreateShuffleVector(vector, pick));
    }
    Value *piece = b.CreateCall(function, args, call.getName());
    if (callee.lanes >= V && first == 0 && callee.lanes == V)
      return piece;
    SmallVector<int, 16> widen, merge;
    for (unsigned l = 0; l < V; ++l) {
      bool here = l >= first && l < first + callee.lanes;
      widen.push_back(here ? int(l - first) : -1);
      merge.push_back(here ? int(V + l) : int(l));
    }
    piece = b.CreateShuffleVector(piece, widen);
    whole = whole ? b.CreateShuffleVector(whole, piece, merge) : piece;
  }
  return whole;
}

void Vectorizer::emitService(CallBase &call) {
  auto [service, namesThread] = [&]() -> std::pair<Service, bool> {
    switch (ir::opOf(call)) {
    case ir::Op::Print:
      return {Service::Print, true};
    case ir::Op::Malloc:
      return {Service::Allocate, false};
    case ir::Op::Free:
      return {Service::Release, false};
    case ir::Op::Trap:
      return {Service::Trap, true};
    case ir::Op::AssertFail:
      return {Service::AssertFail, true};
    case ir::Op::Report:
      return {Service::Report, true};
    case ir::Op::DeviceCall:
      return {Service::DeviceCall, true};
    default:
      return {Service::Nanosleep, false};
    }
  }();
  const bool namesSite = service == Service::Trap || service == Service::Report;
  const uint32_t site = namesSite && call.getDebugLoc() ? addSite(module, call.getDebugLoc()) : 0;
  for (unsigned p = 0; p < U; ++p) {
    Value *result = forEachLane((*current)[p], call.use_empty() ? b.getVoidTy() : call.getType(), [&](Value *lane) {
      SmallVector<Value *, 5> args;
      if (namesThread)
        args.push_back(b.CreateAdd(partBase(p), lane));
      for (Value *argument : call.args())
        args.push_back(laneValue(argument, p, lane));
      if (namesSite)
        args.push_back(b.getInt32(site));
      return access.call(b, service, args);
    });
    if (result)
      define(call, p, result);
  }
}

/// Functions whose control flow could not be structured run lane by lane.
void Vectorizer::emitLaneCalls(CallBase &call, Function &callee) {
  ++numPerLane;
  for (unsigned p = 0; p < U; ++p) {
    Value *result = forEachLane((*current)[p], call.use_empty() ? b.getVoidTy() : call.getType(), [&](Value *lane) {
      SmallVector<Value *, 8> args{blockContext, b.CreateAdd(partBase(p), lane)};
      for (Value *argument : call.args())
        args.push_back(laneValue(argument, p, lane));
      return b.CreateCall(&callee, args);
    });
    if (result)
      define(call, p, result);
  }
}

/// Memory intrinsics on private or computed addresses, and whatever else reads or writes memory.
void Vectorizer::emitPerLane(Instruction &i) {
  ++numPerLane;
  for (unsigned p = 0; p < U; ++p) {
    Value *result = forEachLane((*current)[p], i.use_empty() ? b.getVoidTy() : i.getType(), [&](Value *lane) {
      Instruction *copy = i.clone();
      for (Use &use : copy->operands())
        use.set(isa<Constant>(use.get()) ? use.get() : laneValue(use.get(), p, lane));
      return b.Insert(copy);
    });
    if (result)
      define(i, p, result);
  }
}

} // namespace helicon::simt
