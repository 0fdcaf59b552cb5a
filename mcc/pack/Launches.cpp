// clang compiles a launch, in device code as at the host, to
//     if (!__cudaPushCallConfiguration(grid, block, shared, stream)) child(arguments...);
// where the call is the last one before the two ways join again. The configuration is put into a record of
// __helicon_device_call where the first call stands, the arguments into a buffer where the second does, at the offsets
// that the manifest gives them. The child is named by a number, so that it is not part of the parent's code.
#include "mcc/pack/Launches.h"

#include "kernel-ir/Abi.h"
#include "kernel-ir/FunctionId.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace helicon::mcc {

using namespace llvm;

namespace {

constexpr char kPush[] = "__cudaPushCallConfiguration";
constexpr char kDeviceCall[] = "__helicon_device_call";

class Lowering {
public:
  Lowering(Module &module, CallInst &push)
      : module(module), push(push), layout(module.getDataLayout()), i8(Type::getInt8Ty(module.getContext())),
        i32(Type::getInt32Ty(module.getContext())), i64(Type::getInt64Ty(module.getContext())) {}

  Error run(std::vector<std::string> &launched) {
    CallInst *launch = findLaunch();
    if (!launch || push.arg_size() != 4)
      return createStringError("a kernel launch in " + push.getFunction()->getName() + " has a form that is not known");
    IRBuilder<> entry(&*push.getFunction()->getEntryBlock().getFirstInsertionPt());
    record = entry.CreateAlloca(ArrayType::get(i8, sizeof(DeviceCallRecord)));
    record->setAlignment(Align(alignof(DeviceCallRecord)));
    storeConfiguration();
    if (Function *child = launch->getCalledFunction())
      launched.push_back(child->getName().str());
    storeLaunch(*launch, entry);
    return Error::success();
  }

private:
  CallInst *findLaunch() const;
  void storeConfiguration();
  void storeLaunch(CallInst &launch, IRBuilder<> &entry);
  Value *field(IRBuilder<> &b, size_t offset) const { return b.CreateConstInBoundsGEP1_64(i8, record, offset); }

  Module &module;
  CallInst &push;
  const DataLayout &layout;
  Type *i8, *i32, *i64;
  AllocaInst *record = nullptr;
};

/// Behind the test of the configuration one way leads past the launch; the other one's last call is the launch.
CallInst *Lowering::findLaunch() const {
  auto *branch = dyn_cast<BranchInst>(push.getParent()->getTerminator());
  if (!branch || !branch->isConditional())
    return nullptr;
  for (unsigned way : {0u, 1u}) {
    BasicBlock *join = branch->getSuccessor(way), *other = branch->getSuccessor(1 - way);
    for (BasicBlock *before : predecessors(join)) {
      if (before == push.getParent() || (before != other && other->getSinglePredecessor() != push.getParent()))
        continue;
      for (Instruction &i : reverse(*before))
        if (auto *call = dyn_cast<CallInst>(&i); call && !isa<IntrinsicInst>(call))
          return call;
    }
  }
  return nullptr;
}

void Lowering::storeConfiguration() {
  IRBuilder<> b(&push);
  for (auto [argument, offset] :
       {std::pair(0u, offsetof(DeviceCallRecord, grid)), std::pair(1u, offsetof(DeviceCallRecord, block))})
    b.CreateMemCpy(field(b, offset), Align(4), push.getArgOperand(argument), Align(4), sizeof(DeviceCallRecord::grid));
  b.CreateStore(b.CreatePtrToInt(push.getArgOperand(3), i64), field(b, offsetof(DeviceCallRecord, b)));
  b.CreateStore(push.getArgOperand(2), field(b, offsetof(DeviceCallRecord, c)));
  push.replaceAllUsesWith(ConstantInt::get(push.getType(), 0));
  push.eraseFromParent();
}

void Lowering::storeLaunch(CallInst &launch, IRBuilder<> &entry) {
  IRBuilder<> b(&launch);
  SmallVector<std::pair<unsigned, uint64_t>> places; // argument, offset
  uint64_t bytes = 0;
  auto byValue = [&](unsigned i) { return launch.isByValArgument(i) ? launch.getParamByValType(i) : nullptr; };
  for (unsigned i = 0; i < launch.arg_size(); ++i) {
    Type *type = byValue(i) ? byValue(i) : launch.getArgOperand(i)->getType();
    Align align = byValue(i) ? launch.getParamAlign(i).valueOrOne() : layout.getABITypeAlign(type);
    bytes = alignTo(bytes, align);
    places.push_back({i, bytes});
    bytes += layout.getTypeAllocSize(type);
  }
  Value *buffer = ConstantPointerNull::get(b.getPtrTy());
  if (bytes > 0) {
    AllocaInst *memory = entry.CreateAlloca(ArrayType::get(i8, bytes));
    memory->setAlignment(Align(16));
    buffer = memory;
  }
  for (auto [i, offset] : places) {
    Value *argument = launch.getArgOperand(i), *place = b.CreateConstInBoundsGEP1_64(i8, buffer, offset);
    if (Type *type = byValue(i))
      b.CreateMemCpy(place, commonAlignment(Align(16), offset), argument, launch.getParamAlign(i),
                     layout.getTypeAllocSize(type));
    else
      b.CreateStore(argument->getType()->isIntegerTy(1) ? b.CreateZExt(argument, i8) : argument, place);
  }
  Function *child = launch.getCalledFunction();
  Value *id = child ? static_cast<Value *>(ConstantInt::get(i64, functionId(child->getName().str())))
                    : b.CreatePtrToInt(launch.getCalledOperand(), i64);
  b.CreateStore(id, field(b, offsetof(DeviceCallRecord, a)));
  b.CreateStore(ConstantInt::get(i64, bytes), field(b, offsetof(DeviceCallRecord, d)));
  b.CreateStore(buffer, field(b, offsetof(DeviceCallRecord, pointer)));
  FunctionCallee runtime = module.getOrInsertFunction(kDeviceCall, i32, i32, b.getPtrTy());
  b.CreateCall(runtime, {ConstantInt::get(i32, static_cast<uint32_t>(DeviceCall::Launch)), record});
  launch.eraseFromParent();
  if (child && child->isDeclaration() && child->use_empty())
    child->eraseFromParent();
}

} // namespace

Expected<std::vector<std::string>> lowerLaunches(Module &device) {
  std::vector<std::string> launched;
  Function *push = device.getFunction(kPush);
  if (!push)
    return launched;
  SmallVector<CallInst *> pushes;
  for (User *user : push->users())
    if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == push)
      pushes.push_back(call);
  for (CallInst *call : pushes)
    if (Error error = Lowering(device, *call).run(launched))
      return std::move(error);
  if (push->use_empty())
    push->eraseFromParent();
  return launched;
}

} // namespace helicon::mcc
