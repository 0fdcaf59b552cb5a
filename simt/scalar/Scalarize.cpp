// The thread executor's code: one CUDA thread, one fiber, the kernel as it was prepared, and the functions that it
// still calls, which get the block's context and the thread's index in front of their arguments. Every operation of the
// prepared form becomes arithmetic on the thread's index, a read of the block's context or a call of a service; the
// services suspend the fiber where threads wait for each other. No vectors, no masks: this is the slow oracle that
// the vectoriser is tested against, so nothing here may be clever.
#include "simt/KernelImage.h"
#include "simt/Simt.h"
#include "simt/analysis/Atomics128.h"
#include "simt/analysis/BlockAccess.h"
#include "simt/analysis/KeptFunctions.h"
#include "simt/analysis/MathNames.h"
#include "simt/analysis/MatrixElements.h"
#include "simt/analysis/Mbarrier.h"

#include "kernel-ir/Abi.h"
#include "kernel-ir/Intrinsics.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Transforms/Utils/Cloning.h>

#define DEBUG_TYPE "helicon-scalarize"

using namespace llvm;

namespace helicon::simt {

namespace {

STATISTIC(numKernels, "kernels turned into thread functions");
/// The block's context and the thread's index.
constexpr unsigned kThreadParameters = 2;

STATISTIC(numSuspensions, "calls in thread functions that may suspend");

using ir::Op;

class Scalarizer {
public:
  Scalarizer(Function &source, const LaunchShape &shape, bool fma, uint32_t &activeMaskCalls)
      : kernel(source), shape(shape), fma(fma), module(*source.getParent()), activeMaskCalls(activeMaskCalls) {}

  /// Of the kernel: its parameters come from the launch's buffer.
  Expected<Function *> run();
  /// Of a function that it calls: they are passed.
  Error runFunction();

private:
  void createFunction();
  void cloneBody(bool isKernel);
  Error replaceCalls();
  Value *callFunction(IRBuilder<> &b, CallInst &call, Function &callee);
  Value *parameter(IRBuilder<> &b, const BlockAccess &access, Value *buffer, const Argument &argument, uint32_t offset);
  void replaceShared(IRBuilder<> &b, const BlockAccess &access);
  Error replaceCall(CallInst &call);
  Value *lower(IRBuilder<> &b, CallInst &call, Op op);
  Value *threadIndex(IRBuilder<> &b, unsigned axis);
  Value *laneId(IRBuilder<> &b) { return b.CreateAnd(thread, b.getInt32(kWarpLanes - 1), "laneid"); }
  Value *barrier(IRBuilder<> &b, CallInst &call, BarrierOp op);
  Value *namedBarrier(IRBuilder<> &b, CallInst &call);
  Value *site(IRBuilder<> &b, const CallInst &call) { return b.getInt32(addSite(module, call.getDebugLoc())); }
  Value *activeMask(IRBuilder<> &b);
  Value *warp(IRBuilder<> &b, CallInst &call, WarpOp op);
  Value *math(IRBuilder<> &b, CallInst &call, StringRef row);
  Value *fromLane(IRBuilder<> &b, Value *value, Value *lane, Value *place);
  Value *matrix(IRBuilder<> &b, CallInst &call);

  Function &kernel;
  const LaunchShape &shape;
  const bool fma;
  Module &module;
  Function *function = nullptr;
  Argument *context = nullptr, *thread = nullptr;
  uint32_t &activeMaskCalls; ///< so many have got their number, in the order of the code
};

void Scalarizer::createFunction() {
  LLVMContext &c = module.getContext();
  Type *i32 = Type::getInt32Ty(c);
  auto *type = FunctionType::get(Type::getVoidTy(c), {PointerType::get(c, 0), i32}, false);
  function = Function::Create(type, GlobalValue::InternalLinkage, kernel.getName() + ".thread", module);
  context = function->getArg(0);
  thread = function->getArg(1);
  context->setName("ctx");
  thread->setName("thread");
}

// True when memory behind `pointer` may be written through it, or its address leaves our sight.
bool mayBeWritten(const Value &pointer) {
  SmallVector<const Value *> work{&pointer};
  SmallPtrSet<const Value *, 16> seen;
  while (!work.empty()) {
    const Value *value = work.pop_back_val();
    for (const User *user : value->users()) {
      if (!seen.insert(user).second || isa<LoadInst>(user) || isa<ICmpInst>(user))
        continue;
      if (isa<GetElementPtrInst, AddrSpaceCastInst, BitCastInst, PHINode, SelectInst>(user)) {
        work.push_back(user);
        continue;
      }
      if (auto *copy = dyn_cast<MemTransferInst>(user); copy && copy->getRawDest() != value)
        continue;
      return true;
    }
  }
  return false;
}

Value *Scalarizer::parameter(IRBuilder<> &b, const BlockAccess &access, Value *buffer, const Argument &argument,
                             uint32_t offset) {
  Value *value = access.argument(b, buffer, argument, offset);
  if (!argument.hasByValAttr() || !mayBeWritten(argument))
    return value;
  // A thread that changes its struct argument needs a copy of its own.
  Type *type = argument.getParamByValType();
  AllocaInst *copy = b.CreateAlloca(type, nullptr, argument.getName());
  Align align = argument.getParamAlign().valueOrOne();
  copy->setAlignment(std::max(copy->getAlign(), align));
  b.CreateMemCpy(copy, copy->getAlign(), value, align, module.getDataLayout().getTypeAllocSize(type));
  return copy;
}

void Scalarizer::cloneBody(bool isKernel) {
  LLVMContext &c = module.getContext();
  // Stands in front of the clone and holds what all of it uses.
  BasicBlock *head = BasicBlock::Create(c, "head", function);
  IRBuilder<> b(head);
  BlockAccess access(context);
  ValueToValueMapTy map;
  SmallVector<uint32_t, 8> offsets;
  if (isKernel)
    offsets = argumentOffsets(kernel);
  Value *buffer = kernel.arg_empty() || !isKernel ? nullptr : access.argumentBuffer(b);
  for (Argument &argument : kernel.args())
    map[&argument] = !isKernel              ? function->getArg(argument.getArgNo() + kThreadParameters)
                     : argument.use_empty() ? static_cast<Value *>(PoisonValue::get(argument.getType()))
                                            : parameter(b, access, buffer, argument, offsets[argument.getArgNo()]);
  SmallVector<ReturnInst *, 1> returns;
  CloneFunctionInto(function, &kernel, map, CloneFunctionChangeType::LocalChangesOnly, returns);
  // Attributes of the kernel and its parameters came along and do not describe this function.
  function->setAttributes({});
  function->setVisibility(GlobalValue::DefaultVisibility);
  function->setDSOLocal(true);
  function->setCallingConv(CallingConv::C);
  function->addFnAttr(Attribute::NoUnwind);
  if (!isKernel)
    probeStack(*function);
  uint32_t threads = shape.block[0] * shape.block[1] * shape.block[2];
  thread->addAttr(Attribute::get(c, Attribute::Range, ConstantRange(APInt(32, 0), APInt(32, threads))));
  BasicBlock *body = head->getNextNode();
  // Allocas must be in the entry block to be frame slots.
  for (Instruction &i : make_early_inc_range(*body))
    if (isa<AllocaInst>(i))
      i.moveBefore(*head, head->end());
  IRBuilder<> tail(head);
  replaceShared(tail, access);
  tail.CreateBr(body);
}

void Scalarizer::replaceShared(IRBuilder<> &b, const BlockAccess &access) {
  GlobalVariable *shared = module.getGlobalVariable(ir::kSharedMemory, /*AllowInternal=*/true);
  if (!shared)
    return;
  convertUsersOfConstantsToInstructions({shared}, function);
  Value *base = nullptr;
  for (Use &use : make_early_inc_range(shared->uses())) {
    auto *user = dyn_cast<Instruction>(use.getUser());
    if (!user || user->getFunction() != function)
      continue;
    if (!base)
      base = access.shared(b);
    use.set(base);
  }
}

Value *Scalarizer::threadIndex(IRBuilder<> &b, unsigned axis) {
  uint32_t x = shape.block[0], xy = x * shape.block[1];
  switch (axis) {
  case 0:
    return b.CreateURem(thread, b.getInt32(x), "tid.x");
  case 1:
    return b.CreateURem(b.CreateUDiv(thread, b.getInt32(x)), b.getInt32(shape.block[1]), "tid.y");
  default:
    return b.CreateUDiv(thread, b.getInt32(xy), "tid.z");
  }
}

Value *Scalarizer::barrier(IRBuilder<> &b, CallInst &call, BarrierOp op) {
  ++numSuspensions;
  Value *value = call.arg_empty() ? b.getInt32(0) : b.CreateZExt(call.getArgOperand(0), b.getInt32Ty());
  return BlockAccess(context).call(b, Service::Barrier,
                                   {thread, b.getInt32(static_cast<uint32_t>(op)), value, site(b, call)});
}

/// operands: BarrierOp, number, threads, value
Value *Scalarizer::namedBarrier(IRBuilder<> &b, CallInst &call) {
  ++numSuspensions;
  Value *word = barrierWord(b, call.getArgOperand(0), call.getArgOperand(1), call.getArgOperand(2));
  Value *value = b.CreateZExt(call.getArgOperand(3), b.getInt32Ty());
  return BlockAccess(context).call(b, Service::Barrier, {thread, word, value, site(b, call)});
}

Value *Scalarizer::warp(IRBuilder<> &b, CallInst &call, WarpOp op) {
  ++numSuspensions;
  auto operand = [&](unsigned i, Type *type) -> Value * {
    return i < call.arg_size() ? b.CreateZExt(call.getArgOperand(i), type) : ConstantInt::get(type, 0);
  };
  Value *result = BlockAccess(context).call(b, Service::Warp,
                                            {thread, b.getInt32(static_cast<uint32_t>(op)), operand(0, b.getInt32Ty()),
                                             operand(1, b.getInt64Ty()), operand(2, b.getInt32Ty()),
                                             operand(3, b.getInt32Ty()), site(b, call)});
  return call.getType()->isVoidTy() ? result : b.CreateTrunc(result, call.getType());
}

/// The value that another lane of the warp brings to this place, a site.
Value *Scalarizer::fromLane(IRBuilder<> &b, Value *value, Value *lane, Value *place) {
  ++numSuspensions;
  Type *i64 = b.getInt64Ty(), *bits = b.getIntNTy(value->getType()->getPrimitiveSizeInBits());
  Value *wide = b.CreateZExt(b.CreateBitCast(value, bits), i64);
  Value *result = BlockAccess(context).call(b, Service::Warp,
                                            {thread, b.getInt32(static_cast<uint32_t>(WarpOp::ShflIdx)),
                                             b.getInt32(~0u), wide, lane, b.getInt32(kWarpLanes - 1), place});
  return b.CreateBitCast(b.CreateTrunc(result, bits), value->getType());
}

/// A shuffle for each lane that holds a part of this lane's row of A or column of B.
Value *Scalarizer::matrix(IRBuilder<> &b, CallInst &call) {
  const MatrixElements elements(call, fma);
  Value *row = b.CreateAnd(thread, b.getInt32(kWarpLanes - kMatrixQuad));
  Value *pair = b.CreateShl(b.CreateAnd(thread, b.getInt32(kMatrixQuad - 1)), 1);
  Value *column = b.CreateShl(b.CreateAdd(pair, b.getInt32(elements.odd())), 2);
  Value *place = site(b, call);
  SmallVector<Value *, 8> as, bs;
  for (unsigned s = 0; s < kMatrixQuad; ++s) {
    as.push_back(fromLane(b, call.getArgOperand(1), b.CreateAdd(row, b.getInt32(s)), place));
    bs.push_back(fromLane(b, call.getArgOperand(2), b.CreateAdd(column, b.getInt32(s)), place));
  }
  Value *sum = call.getArgOperand(0);
  for (unsigned s = 0; s < kMatrixQuad; ++s) {
    auto x = elements.ofA(b, as[s]), y = elements.ofB(b, bs[s]);
    for (unsigned e = 0; e < x.size(); ++e)
      sum = elements.add(b, sum, x[e], y[e]);
  }
  return sum;
}

/// The threads of a warp run one after another here; the scheduler holds each at the call until the others have come
/// or wait elsewhere, so that those together in lockstep are together here too (shuffles without a mask rely on it).
Value *Scalarizer::activeMask(IRBuilder<> &b) {
  ++numSuspensions;
  Value *zero = b.getInt32(0), *op = b.getInt32(static_cast<uint32_t>(WarpOp::ActiveMask));
  Value *lanes = BlockAccess(context).call(
      b, Service::Warp, {thread, op, zero, b.getInt64(0), b.getInt32(activeMaskCalls++), zero, zero});
  return b.CreateTrunc(lanes, b.getInt32Ty(), "activemask");
}

Value *Scalarizer::math(IRBuilder<> &b, CallInst &call, StringRef row) {
  Function *callee = declareMathCallee(module, mathScalarCallee(row, call.getType(), fma));
  return b.CreateCall(callee, SmallVector<Value *, 4>(call.args()));
}

Value *Scalarizer::lower(IRBuilder<> &b, CallInst &call, Op op) {
  BlockAccess access(context);
  auto arg = [&](unsigned i) { return call.getArgOperand(i); };
  switch (op) {
  case Op::TidX:
  case Op::TidY:
  case Op::TidZ:
    return threadIndex(b, static_cast<unsigned>(op) - static_cast<unsigned>(Op::TidX));
  case Op::TidLinear:
    return thread;
  case Op::CtaidX:
  case Op::CtaidY:
  case Op::CtaidZ:
    return access.blockIdx(b, static_cast<unsigned>(op) - static_cast<unsigned>(Op::CtaidX));
  case Op::NctaidX:
  case Op::NctaidY:
  case Op::NctaidZ:
    return access.gridDim(b, static_cast<unsigned>(op) - static_cast<unsigned>(Op::NctaidX));
  case Op::LaneId:
    return laneId(b);
  case Op::Barrier:
    return barrier(b, call, BarrierOp::None);
  case Op::BarrierPopc:
    return barrier(b, call, BarrierOp::Popc);
  case Op::BarrierAnd:
    return barrier(b, call, BarrierOp::And);
  case Op::BarrierOr:
    return barrier(b, call, BarrierOp::Or);
  case Op::BarrierGrid:
    return barrier(b, call, BarrierOp::Grid);
  case Op::BarrierNamed:
    return namedBarrier(b, call);
  case Op::BarrierArrive:
    return access.call(b, Service::Arrive, {thread, barrierWord(b, b.getInt32(0), arg(0), arg(1))});
  case Op::MbarrierArrive:
    return mbarrierArrive(b, arg(0), arg(1), arg(2));
  case Op::Swap128:
  case Op::Cas128:
    return exchange128(b, op, SmallVector<Value *, 5>(call.args()));
  case Op::WarpSync:
    return warp(b, call, WarpOp::Sync);
  case Op::ShflIdx:
    return warp(b, call, WarpOp::ShflIdx);
  case Op::ShflUp:
    return warp(b, call, WarpOp::ShflUp);
  case Op::ShflDown:
    return warp(b, call, WarpOp::ShflDown);
  case Op::ShflBfly:
    return warp(b, call, WarpOp::ShflBfly);
  case Op::Ballot:
    return warp(b, call, WarpOp::Ballot);
  case Op::MatchAny:
    return warp(b, call, WarpOp::MatchAny);
  case Op::MatchAll:
    return warp(b, call, WarpOp::MatchAll);
  case Op::MatrixFloat:
  case Op::MatrixInt:
  case Op::MatrixDouble:
    return matrix(b, call);
  case Op::ReduxAdd:
    return warp(b, call, WarpOp::ReduceAdd);
  case Op::ReduxSMin:
    return warp(b, call, WarpOp::ReduceMinS);
  case Op::ReduxSMax:
    return warp(b, call, WarpOp::ReduceMaxS);
  case Op::ReduxUMin:
    return warp(b, call, WarpOp::ReduceMinU);
  case Op::ReduxUMax:
    return warp(b, call, WarpOp::ReduceMaxU);
  case Op::ReduxAnd:
    return warp(b, call, WarpOp::ReduceAnd);
  case Op::ReduxOr:
    return warp(b, call, WarpOp::ReduceOr);
  case Op::ReduxXor:
    return warp(b, call, WarpOp::ReduceXor);
  case Op::ActiveMask:
    return activeMask(b);
  case Op::Variable:
    return access.variable(b, arg(0));
  case Op::DynSharedBytes:
    return access.dynamicSharedBytes(b);
  case Op::Cooperative:
    return access.cooperative(b);
  case Op::Print:
    return access.call(b, Service::Print, {thread, arg(0), arg(1)});
  case Op::Malloc:
    return access.call(b, Service::Allocate, {arg(0)});
  case Op::Free:
    return access.call(b, Service::Release, {arg(0)});
  case Op::Trap:
    return access.call(b, Service::Trap, {thread, arg(0), site(b, call)});
  case Op::Report:
    return access.call(b, Service::Report, {thread, arg(0), arg(1), arg(2), site(b, call)});
  case Op::AssertFail:
    return access.call(b, Service::AssertFail, {thread, arg(0), arg(1), arg(2), arg(3)});
  case Op::Clock:
    return access.call(b, Service::Clock, {});
  case Op::GlobalTimer:
    return access.call(b, Service::GlobalTimer, {});
  case Op::Nanosleep:
    return access.call(b, Service::Nanosleep, {arg(0)});
  case Op::DeviceCall:
    return access.call(b, Service::DeviceCall, {thread, arg(0), arg(1)});
  case Op::Yield:
    ++numSuspensions;
    return access.call(b, Service::Yield, {thread, b.CreateZExt(arg(0), b.getInt32Ty()), site(b, call)});
  case Op::LanesGone:
    return b.getFalse();
  case Op::GroupAll:
    return arg(0);
  case Op::PhaseBarrier:
  case Op::PhaseYield:
  case Op::PhaseTurn:
  case Op::Turn: // these two are put in for the simd executor alone
  case Op::LoopLeft:
  case Op::None:
    break;
  }
  return nullptr;
}

Error Scalarizer::replaceCall(CallInst &call) {
  Function *callee = call.getCalledFunction();
  if (!callee || callee->isIntrinsic())
    return callee || call.isInlineAsm() ? Error::success()
                                        : createStringError("indirect call left in the prepared form of kernel '" +
                                                            kernel.getName().str() + "'");
  IRBuilder<> b(&call);
  Value *result = nullptr;
  if (isKeptFunction(*callee))
    result = callFunction(b, call, *callee);
  else if (StringRef row = ir::mathName(call); !row.empty())
    result = math(b, call, row);
  else if (Op op = ir::opOf(call); op != Op::None)
    result = lower(b, call, op);
  if (!result)
    return createStringError("kernel '" + kernel.getName().str() + "' calls '" + callee->getName().str() +
                             "', which is defined nowhere in the program");
  if (!call.getType()->isVoidTy()) {
    if (!result->hasName() && isa<Instruction>(result))
      result->takeName(&call);
    call.replaceAllUsesWith(result);
  }
  call.eraseFromParent();
  return Error::success();
}

Value *Scalarizer::callFunction(IRBuilder<> &b, CallInst &call, Function &callee) {
  SmallVector<Value *, 8> args{context, thread};
  args.append(call.arg_begin(), call.arg_end());
  CallInst *made = b.CreateCall(threadFunctionOf(callee), args);
  made->setDoesNotThrow();
  return made;
}

Error Scalarizer::replaceCalls() {
  for (Instruction &i : make_early_inc_range(instructions(function)))
    if (auto *call = dyn_cast<CallInst>(&i))
      if (Error error = replaceCall(*call))
        return error;
  return Error::success();
}

Error Scalarizer::runFunction() {
  function = threadFunctionOf(kernel);
  context = function->getArg(0);
  thread = function->getArg(1);
  context->setName("ctx");
  thread->setName("thread");
  for (Argument &argument : kernel.args())
    function->getArg(argument.getArgNo() + kThreadParameters)->setName(argument.getName());
  cloneBody(/*isKernel=*/false);
  if (Error error = replaceCalls())
    return error;
  kernel.deleteBody();
  return Error::success();
}

Expected<Function *> Scalarizer::run() {
  createFunction();
  cloneBody(/*isKernel=*/true);
  if (Error error = replaceCalls())
    return std::move(error);
  // One function only may own the debug info, and nobody needs the prepared body any more.
  kernel.deleteBody();
  ++numKernels;
  return function;
}

} // namespace

Function *threadFunctionOf(Function &f) {
  LLVMContext &c = f.getContext();
  SmallVector<Type *, 8> types{PointerType::get(c, 0), Type::getInt32Ty(c)};
  append_range(types, f.getFunctionType()->params());
  auto *type = FunctionType::get(f.getReturnType(), types, false);
  auto *made = cast<Function>(f.getParent()->getOrInsertFunction((f.getName() + ".thread").str(), type).getCallee());
  made->setDoesNotThrow();
  return made;
}

Error scalarizeFunctions(ArrayRef<Function *> functions, const LaunchShape &shape, const Target &target,
                         uint32_t &activeMaskCalls) {
  // Each finds the others by what they are in the prepared form: bodies go when all are made.
  for (Function *f : functions)
    threadFunctionOf(*f);
  for (Function *f : functions)
    if (Error error = Scalarizer(*f, shape, target.fma, activeMaskCalls).runFunction())
      return error;
  return Error::success();
}

Expected<Function *> scalarize(Function &kernel, const LaunchShape &shape, const Target &target) {
  uint32_t activeMaskCalls = 0;
  SmallVector<Function *> functions = keptFunctions(kernel);
  Expected<Function *> made = Scalarizer(kernel, shape, target.fma, activeMaskCalls).run();
  if (!made)
    return made;
  if (Error error = scalarizeFunctions(functions, shape, target, activeMaskCalls))
    return std::move(error);
  return made;
}

} // namespace helicon::simt
