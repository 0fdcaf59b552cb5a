// Float intrinsics of the target: round-to-nearest forms (which forbid contraction), minima, maxima, roundings,
// conversions to and from integers, approximations. Approximations are computed exactly rounded or through the math
// table: never less exact than the chip. Directed rounding of arithmetic is done by our headers and has no case here.
#include "simt/prepare/Nvvm.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/IR/IntrinsicsNVPTX.h>

using namespace llvm;

namespace helicon::simt {

namespace {

/// How "rn", "rz", "rm", "rp" round to an integral value.
Value *roundTo(IRBuilder<> &b, Value *v, StringRef mode) {
  Intrinsic::ID id = mode == "rn"   ? Intrinsic::roundeven
                     : mode == "rz" ? Intrinsic::trunc
                     : mode == "rm" ? Intrinsic::floor
                                    : Intrinsic::ceil;
  return b.CreateUnaryIntrinsic(id, v);
}

/// f2i.rn, d2ull.rz and so on: the name is FROM "2" TO "." MODE, with ".ftz" perhaps.
Value *toInteger(IRBuilder<> &b, CallInst &call, StringRef name) {
  auto [types, modes] = name.split('.');
  bool isUnsigned = types.split('2').second.starts_with("u");
  Value *rounded = roundTo(b, call.getArgOperand(0), modes.split('.').first);
  return b.CreateIntrinsic(isUnsigned ? Intrinsic::fptoui_sat : Intrinsic::fptosi_sat,
                           {call.getType(), rounded->getType()}, {rounded});
}

bool isToInteger(StringRef name) {
  StringRef types = name.split('.').first;
  auto [from, to] = types.split('2');
  return (from == "f" || from == "d") && (to == "i" || to == "ui" || to == "ll" || to == "ull") && name.contains('.');
}

bool isFromIntegerNearest(StringRef name) {
  auto [types, mode] = name.split('.');
  auto [from, to] = types.split('2');
  return (to == "f" || to == "d") && (from == "i" || from == "ui" || from == "ll" || from == "ull") && mode == "rn";
}

Value *saturate(IRBuilder<> &b, Value *v) {
  Type *t = v->getType();
  Value *low = b.CreateBinaryIntrinsic(Intrinsic::maxnum, v, ConstantFP::get(t, 0));
  return b.CreateBinaryIntrinsic(Intrinsic::minnum, low, ConstantFP::get(t, 1));
}

Value *math(IRBuilder<> &b, StringRef row, Value *v) {
  Module &m = *b.GetInsertBlock()->getModule();
  return b.CreateCall(ir::declareMath(m, row, v->getType(), 1), {v});
}

/// Names whose "ftz" form differs only in flushing denormals, which is a mode of the whole kernel and not of a call.
Value *arithmetic(IRBuilder<> &b, CallInst &call, StringRef op) {
  auto arg = [&](unsigned i) { return call.getArgOperand(i); };
  Type *t = call.getType();
  auto unary = [&](Intrinsic::ID id) { return b.CreateUnaryIntrinsic(id, arg(0)); };
  if (op == "add.rn")
    return b.CreateFAdd(arg(0), arg(1));
  if (op == "mul.rn")
    return b.CreateFMul(arg(0), arg(1));
  if (op == "fma.rn")
    return b.CreateIntrinsic(Intrinsic::fma, {t}, {arg(0), arg(1), arg(2)});
  if (op == "div.rn" || op == "div.approx")
    return b.CreateFDiv(arg(0), arg(1));
  if (op == "rcp.rn" || op == "rcp.approx")
    return b.CreateFDiv(ConstantFP::get(t, 1), arg(0));
  if (op == "sqrt.rn" || op == "sqrt.approx" || op == "sqrt")
    return unary(Intrinsic::sqrt);
  if (op == "rsqrt.approx")
    return b.CreateFDiv(ConstantFP::get(t, 1), unary(Intrinsic::sqrt));
  if (op == "fmin")
    return b.CreateBinaryIntrinsic(Intrinsic::minnum, arg(0), arg(1));
  if (op == "fmax")
    return b.CreateBinaryIntrinsic(Intrinsic::maxnum, arg(0), arg(1));
  if (op == "fmin.nan")
    return b.CreateBinaryIntrinsic(Intrinsic::minimum, arg(0), arg(1));
  if (op == "fmax.nan")
    return b.CreateBinaryIntrinsic(Intrinsic::maximum, arg(0), arg(1));
  if (op == "floor")
    return unary(Intrinsic::floor);
  if (op == "ceil")
    return unary(Intrinsic::ceil);
  if (op == "trunc")
    return unary(Intrinsic::trunc);
  if (op == "round")
    return unary(Intrinsic::roundeven);
  if (op == "fabs")
    return unary(Intrinsic::fabs);
  if (op == "saturate")
    return saturate(b, arg(0));
  if (op == "ex2.approx")
    return math(b, "exp2", arg(0));
  if (op == "lg2.approx")
    return math(b, "log2", arg(0));
  if (op == "sin.approx")
    return math(b, "sin", arg(0));
  if (op == "cos.approx")
    return math(b, "cos", arg(0));
  return nullptr;
}

} // namespace

Value *lowerFloatIntrinsic(IRBuilder<> &b, CallInst &call, bool &done) {
  done = true;
  StringRef name = call.getCalledFunction()->getName();
  name.consume_front("llvm.nvvm.");
  if (isToInteger(name))
    return toInteger(b, call, name);
  if (isFromIntegerNearest(name))
    return name.starts_with("u") ? b.CreateUIToFP(call.getArgOperand(0), call.getType())
                                 : b.CreateSIToFP(call.getArgOperand(0), call.getType());
  if (name == "d2f.rn")
    return b.CreateFPTrunc(call.getArgOperand(0), call.getType());
  bool isNumber = call.getType()->isFloatTy() || call.getType()->isDoubleTy();
  if (isNumber && (name.consume_back(".f") || name.consume_back(".d"))) {
    name.consume_back(".ftz");
    std::string op = name.str();
    if (size_t at = op.find(".ftz."); at != std::string::npos)
      op.erase(at, 4);
    if (Value *v = arithmetic(b, call, op))
      return v;
  }
  done = false;
  return nullptr;
}

} // namespace helicon::simt
