#include "simt/analysis/BlockAccess.h"

#include "kernel-ir/Abi.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Alignment.h>

#include <cstddef>

using namespace llvm;

namespace helicon::simt {

namespace {

LoadInst *invariantLoad(IRBuilderBase &b, Type *type, Value *address, Align align, const Twine &name) {
  LoadInst *load = b.CreateAlignedLoad(type, address, align, name);
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(b.getContext(), {}));
  return load;
}

struct ServiceType {
  size_t offset;
  FunctionType *type;
  const char *name;
};

ServiceType serviceType(LLVMContext &c, Service service) {
  Type *i32 = Type::getInt32Ty(c), *i64 = Type::getInt64Ty(c), *ptr = PointerType::get(c, 0),
       *none = Type::getVoidTy(c);
  auto fn = [&](Type *result, std::initializer_list<Type *> rest) {
    SmallVector<Type *, 8> args{ptr};
    args.append(rest);
    return FunctionType::get(result, args, false);
  };
  switch (service) {
  case Service::Print:
    return {offsetof(ServiceTable, print), fn(i32, {i32, ptr, ptr}), "print"};
  case Service::Allocate:
    return {offsetof(ServiceTable, allocate), fn(ptr, {i64}), "allocate"};
  case Service::Release:
    return {offsetof(ServiceTable, release), fn(none, {ptr}), "release"};
  case Service::Trap:
    return {offsetof(ServiceTable, trap), fn(none, {i32, i32, i32}), "trap"};
  case Service::AssertFail:
    return {offsetof(ServiceTable, assertFail), fn(none, {i32, ptr, ptr, i32, ptr}), "assertFail"};
  case Service::Report:
    return {offsetof(ServiceTable, report), fn(none, {i32, i32, i64, i64, i32}), "report"};
  case Service::Clock:
    return {offsetof(ServiceTable, clock), fn(i64, {}), "clock"};
  case Service::GlobalTimer:
    return {offsetof(ServiceTable, globalTimer), fn(i64, {}), "globalTimer"};
  case Service::Nanosleep:
    return {offsetof(ServiceTable, nanosleep), fn(none, {i32}), "nanosleep"};
  case Service::DeviceCall:
    return {offsetof(ServiceTable, deviceCall), fn(i32, {i32, i32, ptr}), "deviceCall"};
  case Service::Yield:
    return {offsetof(ServiceTable, yield), fn(none, {i32, i32, i32}), "yield"};
  case Service::Barrier:
    return {offsetof(ServiceTable, barrier), fn(i32, {i32, i32, i32, i32}), "barrier"};
  case Service::Warp:
    return {offsetof(ServiceTable, warp), fn(i64, {i32, i32, i32, i64, i32, i32, i32}), "warp"};
  case Service::Arrive:
    return {offsetof(ServiceTable, arrive), fn(none, {i32, i32}), "arrive"};
  }
  llvm_unreachable("no such service");
}

} // namespace

SmallVector<uint32_t, 8> argumentOffsets(const Function &kernel) {
  const DataLayout &layout = kernel.getParent()->getDataLayout();
  SmallVector<uint32_t, 8> offsets;
  uint64_t next = 0;
  for (const Argument &argument : kernel.args()) {
    Type *type = argument.hasByValAttr() ? argument.getParamByValType() : argument.getType();
    Align align = layout.getABITypeAlign(type);
    if (argument.hasByValAttr())
      align = argument.getParamAlign().valueOrOne();
    next = alignTo(next, align);
    offsets.push_back(next);
    next += layout.getTypeAllocSize(type);
  }
  return offsets;
}

Value *BlockAccess::field(IRBuilderBase &b, size_t offset, Type *type, const Twine &name) const {
  Value *address = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), context, offset);
  const DataLayout &layout = b.GetInsertBlock()->getModule()->getDataLayout();
  return invariantLoad(b, type, address, layout.getABITypeAlign(type), name);
}

Value *BlockAccess::argumentBuffer(IRBuilderBase &b) const {
  return field(b, offsetof(BlockContext, args), b.getPtrTy(), "args");
}

Value *BlockAccess::argument(IRBuilderBase &b, Value *address, const Argument &parameter, uint32_t offset) const {
  Value *at = offset ? b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), address, offset) : address;
  if (parameter.hasByValAttr())
    return at;
  Type *type = parameter.getType();
  if (type->isIntegerTy(1)) {
    Value *byte = invariantLoad(b, b.getInt8Ty(), at, Align(1), parameter.getName());
    return b.CreateICmpNE(byte, b.getInt8(0), parameter.getName());
  }
  const DataLayout &layout = b.GetInsertBlock()->getModule()->getDataLayout();
  return invariantLoad(b, type, at, layout.getABITypeAlign(type), parameter.getName());
}

Value *BlockAccess::shared(IRBuilderBase &b) const {
  Value *generic = field(b, offsetof(BlockContext, shared), b.getPtrTy(), "shared");
  return b.CreateAddrSpaceCast(generic, b.getPtrTy(3), "shared");
}

Value *BlockAccess::blockIdx(IRBuilderBase &b, unsigned axis) const {
  return field(b, offsetof(BlockContext, blockIdx) + 4 * axis, b.getInt32Ty(), "ctaid");
}

Value *BlockAccess::gridDim(IRBuilderBase &b, unsigned axis) const {
  return field(b, offsetof(BlockContext, gridDim) + 4 * axis, b.getInt32Ty(), "nctaid");
}

Value *BlockAccess::dynamicSharedBytes(IRBuilderBase &b) const {
  return field(b, offsetof(BlockContext, dynamicSharedBytes), b.getInt32Ty(), "dynshared");
}

Value *BlockAccess::cooperative(IRBuilderBase &b) const {
  return field(b, offsetof(BlockContext, cooperative), b.getInt32Ty(), "cooperative");
}

Value *BlockAccess::variable(IRBuilderBase &b, Value *index) const {
  Value *table = field(b, offsetof(BlockContext, variables), b.getPtrTy(), "variables");
  Value *at = b.CreateInBoundsGEP(b.getPtrTy(), table, b.CreateZExt(index, b.getInt64Ty()));
  return invariantLoad(b, b.getPtrTy(), at, Align(8), "variable");
}

CallInst *BlockAccess::call(IRBuilderBase &b, Service service, ArrayRef<Value *> args) const {
  ServiceType type = serviceType(b.getContext(), service);
  Value *table = field(b, offsetof(BlockContext, services), b.getPtrTy(), "services");
  Value *at = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), table, type.offset);
  Value *function = invariantLoad(b, b.getPtrTy(), at, Align(8), type.name);
  SmallVector<Value *, 8> all{context};
  all.append(args.begin(), args.end());
  CallInst *call = b.CreateCall(type.type, function, all);
  call->setDoesNotThrow();
  return call;
}

} // namespace helicon::simt
