#include "kernel-ir/Intrinsics.h"

#include "kernel-ir/AddressSpace.h"

#include <llvm/ADT/StringMap.h>

using namespace llvm;

namespace helicon::ir {

namespace {

constexpr const char *kNames[] = {
#define HELICON_OP(id, name) name,
#include "kernel-ir/Intrinsics.def"
};

const StringMap<Op> &byName() {
  static const StringMap<Op> *map = [] {
    auto *m = new StringMap<Op>;
    for (unsigned i = 0; i < std::size(kNames); ++i)
      (*m)[kNames[i]] = static_cast<Op>(i);
    return m;
  }();
  return *map;
}

FunctionType *typeOf(LLVMContext &c, Op op) {
  Type *i1 = Type::getInt1Ty(c), *i32 = Type::getInt32Ty(c), *i64 = Type::getInt64Ty(c);
  Type *ptr = PointerType::get(c, 0), *none = Type::getVoidTy(c);
  auto fn = [](Type *result, ArrayRef<Type *> args) { return FunctionType::get(result, args, false); };
  switch (op) {
  case Op::Barrier:
  case Op::BarrierGrid:
    return fn(none, {});
  case Op::Yield:
  case Op::PhaseYield:
    return fn(none, {i1});
  case Op::Turn:
  case Op::PhaseTurn:
    return fn(none, {PointerType::get(c, kShared)});
  case Op::BarrierPopc:
  case Op::BarrierAnd:
  case Op::BarrierOr:
    return fn(i32, {i1});
  case Op::BarrierNamed:
    return fn(i32, {i32, i32, i32, i1});
  case Op::BarrierArrive:
    return fn(none, {i32, i32});
  case Op::MbarrierArrive:
    return fn(i64, {PointerType::get(c, kShared), i32, i32});
  case Op::Swap128:
    return fn(StructType::get(i64, i64), {ptr, i64, i64});
  case Op::Cas128:
    return fn(StructType::get(i64, i64), {ptr, i64, i64, i64, i64});
  case Op::WarpSync:
  case Op::Trap:
  case Op::Nanosleep:
    return fn(none, {i32});
  case Op::ShflIdx:
  case Op::ShflUp:
  case Op::ShflDown:
  case Op::ShflBfly:
    return fn(i32, {i32, i32, i32, i32});
  case Op::Ballot:
    return fn(i32, {i32, i1});
  case Op::MatchAny:
  case Op::MatchAll:
    return fn(i32, {i32, i64});
  case Op::MatrixFloat:
    return fn(Type::getFloatTy(c), {Type::getFloatTy(c), i32, i32, i32, i32});
  case Op::MatrixInt:
    return fn(i32, {i32, i32, i32, i32, i32});
  case Op::MatrixDouble: {
    Type *number = Type::getDoubleTy(c);
    return fn(number, {number, number, number, i32});
  }
  case Op::ReduxAdd:
  case Op::ReduxSMin:
  case Op::ReduxSMax:
  case Op::ReduxUMin:
  case Op::ReduxUMax:
  case Op::ReduxAnd:
  case Op::ReduxOr:
  case Op::ReduxXor:
  case Op::PhaseBarrier:
    return fn(i32, {i32, i32});
  case Op::Variable:
    return fn(ptr, {i32});
  case Op::Print:
    return fn(i32, {ptr, ptr});
  case Op::DeviceCall:
    return fn(i32, {i32, ptr});
  case Op::Malloc:
    return fn(ptr, {i64});
  case Op::Free:
    return fn(none, {ptr});
  case Op::AssertFail:
    return fn(none, {ptr, ptr, i32, ptr});
  case Op::Report:
    return fn(none, {i32, i64, i64});
  case Op::Clock:
  case Op::GlobalTimer:
    return fn(i64, {});
  case Op::LanesGone:
  case Op::LoopLeft:
    return fn(i1, {});
  case Op::GroupAll:
    return fn(i1, {i1});
  default:
    return fn(i32, {});
  }
}

bool readsNoMemory(Op op) {
  return op <= Op::LaneId || op == Op::Variable || op == Op::DynSharedBytes || op == Op::Cooperative;
}

} // namespace

StringRef name(Op op) { return kNames[static_cast<unsigned>(op)]; }

Op opOf(const CallBase &call) {
  const Function *f = call.getCalledFunction();
  if (!f || !f->getName().starts_with("helicon."))
    return Op::None;
  auto it = byName().find(f->getName());
  return it == byName().end() ? Op::None : it->second;
}

bool isConvergent(Op op) {
  return (op >= Op::Barrier && op <= Op::ReduxXor) || op == Op::GroupAll || op == Op::PhaseBarrier ||
         op == Op::PhaseYield || op == Op::Yield || op == Op::Turn || op == Op::PhaseTurn;
}

bool endsLaunch(Op op) { return op == Op::Trap || op == Op::AssertFail || op == Op::Report; }

bool isMatrix(Op op) { return op >= Op::MatrixFloat && op <= Op::MatrixDouble; }

Function *declare(Module &module, Op op) {
  if (Function *f = module.getFunction(name(op)))
    return f;
  LLVMContext &c = module.getContext();
  Function *f = Function::Create(typeOf(c, op), GlobalValue::ExternalLinkage, name(op), module);
  f->setDoesNotThrow();
  if (!endsLaunch(op))
    f->addFnAttr(Attribute::WillReturn);
  if (readsNoMemory(op) || op == Op::GroupAll || isMatrix(op))
    f->setDoesNotAccessMemory();
  if (readsNoMemory(op))
    f->addFnAttr(Attribute::Speculatable);
  if (op == Op::Turn ||
      op == Op::PhaseTurn) // no other thread's stores are waited for, but its atomics on shared memory
    f->setOnlyAccessesInaccessibleMemOrArgMem();
  if (isConvergent(op))
    f->setConvergent();
  return f;
}

CallInst *call(IRBuilderBase &builder, Op op, ArrayRef<Value *> args, const Twine &name) {
  Function *f = declare(*builder.GetInsertBlock()->getModule(), op);
  return builder.CreateCall(f, args, f->getReturnType()->isVoidTy() ? Twine() : name);
}

StringRef mathName(const CallBase &call) {
  const Function *f = call.getCalledFunction();
  if (!f)
    return {};
  StringRef n = f->getName();
  if (!n.consume_front("helicon.math."))
    return {};
  return n.rsplit('.').first;
}

Function *declareMath(Module &module, StringRef name, Type *type, unsigned arguments) {
  std::string full = ("helicon.math." + name + (type->isFloatTy() ? ".f32" : ".f64")).str();
  if (Function *f = module.getFunction(full))
    return f;
  SmallVector<Type *, 4> args(arguments, type);
  Function *f = Function::Create(FunctionType::get(type, args, false), GlobalValue::ExternalLinkage, full, module);
  f->setDoesNotThrow();
  f->setDoesNotAccessMemory();
  f->addFnAttr(Attribute::WillReturn);
  f->addFnAttr(Attribute::Speculatable);
  return f;
}

} // namespace helicon::ir
