// Calls that the headers or the user leave by name: math (`__helicon_sinf`, libm's `sinf`, `llvm.sin`), printf,
// malloc, free, operator new and delete, assert, grid groups. All become helicon.* functions; other names stay for
// Refuse.cpp.
#include "simt/prepare/Steps.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#define DEBUG_TYPE "helicon-services"
STATISTIC(numMath, "Math calls");
STATISTIC(numServices, "Service calls");

using namespace llvm;

namespace helicon::simt {

static bool isMathRow(StringRef name, unsigned args) {
#define HELICON_MATH(id, count, f32, f64)                                                                              \
  if (name == #id)                                                                                                     \
    return args == count;
#include "kernel-ir/MathTable.def"
  return false;
}

/// The row that an external name means for arguments of this type, or nothing.
static StringRef rowOfName(StringRef name, Type *type) {
  name.consume_front("__helicon_");
  if (type->isFloatTy() && !name.consume_back("f"))
    return {};
  return name;
}

static StringRef rowOfIntrinsic(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::sin:
    return "sin";
  case Intrinsic::cos:
    return "cos";
  case Intrinsic::tan:
    return "tan";
  case Intrinsic::exp:
    return "exp";
  case Intrinsic::exp2:
    return "exp2";
  case Intrinsic::exp10:
    return "exp10";
  case Intrinsic::log:
    return "log";
  case Intrinsic::log2:
    return "log2";
  case Intrinsic::log10:
    return "log10";
  case Intrinsic::pow:
    return "pow";
  case Intrinsic::powi:
    return "powi";
  default:
    return {};
  }
}

static bool lowerMath(CallInst &call) {
  Function *f = call.getCalledFunction();
  Type *type = call.getType();
  if (!type->isFloatTy() && !type->isDoubleTy())
    return false;
  StringRef row = f->isIntrinsic() ? rowOfIntrinsic(f->getIntrinsicID()) : rowOfName(f->getName(), type);
  IRBuilder<> b(&call);
  SmallVector<Value *, 2> args(call.args());
  if (row == "powi") {
    row = "pow";
    args[1] = b.CreateSIToFP(args[1], type);
  }
  if (row.empty() || !isMathRow(row, args.size()) || any_of(args, [&](Value *v) { return v->getType() != type; }))
    return false;
  CallInst *math = b.CreateCall(ir::declareMath(*f->getParent(), row, type, args.size()), args);
  math->setDebugLoc(call.getDebugLoc());
  call.replaceAllUsesWith(math);
  call.eraseFromParent();
  ++numMath;
  return true;
}

static ir::Op serviceOf(StringRef name) {
  return StringSwitch<ir::Op>(name)
      .Case("vprintf", ir::Op::Print)
      .Cases("malloc", "_Znwm", "_Znam", ir::Op::Malloc)
      .Cases("free", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm", ir::Op::Free)
      .Cases("_ZnwmSt11align_val_t", "_ZnamSt11align_val_t", ir::Op::Malloc)
      .Cases("_ZdlPvSt11align_val_t", "_ZdaPvSt11align_val_t", ir::Op::Free)
      .Cases("_ZdlPvmSt11align_val_t", "_ZdaPvmSt11align_val_t", ir::Op::Free)
      .Case("__assertfail", ir::Op::AssertFail)
      .Case("__helicon_grid_sync", ir::Op::BarrierGrid)
      .Case("__helicon_grid_valid", ir::Op::Cooperative)
      .Case("__helicon_matrix_float", ir::Op::MatrixFloat)
      .Case("__helicon_matrix_int", ir::Op::MatrixInt)
      .Case("__helicon_matrix_double", ir::Op::MatrixDouble)
      .Case("__helicon_device_call", ir::Op::DeviceCall)
      .Default(ir::Op::None);
}

static void lowerService(CallInst &call, ir::Op op) {
  IRBuilder<> b(&call);
  FunctionType *type = ir::declare(*call.getModule(), op)->getFunctionType();
  SmallVector<Value *, 4> args;
  for (unsigned i = 0; i < type->getNumParams() && i < call.arg_size(); ++i)
    args.push_back(call.getArgOperand(i)); // trailing ones, as the char size of __assertfail, say nothing here
  CallInst *service = ir::call(b, op, args);
  if (!call.getType()->isVoidTy()) {
    service->takeName(&call);
    call.replaceAllUsesWith(service);
  }
  call.eraseFromParent();
  ++numServices;
}

/// The heap gives multiples of 256; what asks for more stays a call that nobody defines.
static bool alignmentFits(const CallInst &call) {
  if (!call.getCalledFunction()->getName().starts_with("_Zn") || call.arg_size() < 2)
    return true;
  auto *align = dyn_cast<ConstantInt>(call.getArgOperand(1));
  return align && align->getZExtValue() <= 256;
}

static bool argumentsFit(const CallInst &call, ir::Op op) {
  FunctionType *type = ir::declare(*const_cast<Module *>(call.getModule()), op)->getFunctionType();
  if (call.arg_size() < type->getNumParams() || (!call.use_empty() && call.getType() != type->getReturnType()))
    return false;
  for (unsigned i = 0; i < type->getNumParams(); ++i)
    if (call.getArgOperand(i)->getType() != type->getParamType(i))
      return false;
  return true;
}

/// A word that the lanes of each quad read side by side, for matrix fragments.
static bool lowerQuadLoad(CallInst &call) {
  if (call.getCalledFunction()->getName() != "__helicon_load_quad" || call.arg_size() != 1 ||
      !call.getType()->isIntegerTy(32))
    return false;
  IRBuilder<> b(&call);
  LoadInst *load = b.CreateAlignedLoad(b.getInt32Ty(), call.getArgOperand(0), Align(4));
  load->setMetadata(ir::kQuadLoad, MDNode::get(call.getContext(), {}));
  call.replaceAllUsesWith(load);
  call.eraseFromParent();
  return true;
}

/// What device code waits for in a call of the runtime comes from outside of the block.
static bool lowerYield(CallInst &call) {
  if (call.getCalledFunction()->getName() != "__helicon_yield" || !call.getType()->isVoidTy())
    return false;
  IRBuilder<> b(&call);
  ir::call(b, ir::Op::Yield, {b.getFalse()});
  call.eraseFromParent();
  return true;
}

Error lowerServices(Work &work) {
  for (Function &f : work.module)
    for (Instruction &i : make_early_inc_range(instructions(f))) {
      auto *call = dyn_cast<CallInst>(&i);
      if (!call || !call->getCalledFunction() || !call->getCalledFunction()->isDeclaration())
        continue;
      if (lowerMath(*call) || lowerQuadLoad(*call) || lowerYield(*call))
        continue;
      ir::Op op = serviceOf(call->getCalledFunction()->getName());
      if (op != ir::Op::None && argumentsFit(*call, op) && alignmentFits(*call))
        lowerService(*call, op);
    }
  return Error::success();
}

} // namespace helicon::simt
