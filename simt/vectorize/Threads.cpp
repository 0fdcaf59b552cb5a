// Where a lane is and what its block is: thread indices from the constant block shape, the rest from the BlockContext.
#include "simt/vectorize/Vectorizer.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace helicon::simt {

/// Linear index of the part's first thread, i32.
Value *Vectorizer::partBase(unsigned part) {
  if (geometry.groups == 1)
    return b.getInt32(part * V);
  Value *first = b.CreateMul(group, b.getInt32(geometry.groupThreads()), "", true, true);
  return b.CreateAdd(first, b.getInt32(part * V), "", true, true);
}

Value *Vectorizer::contextField(size_t offset, Type *type, const Twine &name) {
  Value *address = b.CreateConstGEP1_64(b.getInt8Ty(), blockContext, offset);
  LoadInst *load = b.CreateAlignedLoad(type, address, module.getDataLayout().getABITypeAlign(type), name);
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(context, {}));
  return load;
}

// Each parameter stands in the argument buffer at the next multiple of its alignment, as mcc's manifest says it.
void Vectorizer::loadArguments() {
  const DataLayout &layout = module.getDataLayout();
  Value *args = contextField(offsetof(BlockContext, args), b.getPtrTy(), "args");
  uint64_t offset = 0;
  for (Argument &argument : kernel.args()) {
    Type *type = argument.hasByValAttr() ? argument.getParamByValType() : argument.getType();
    bool isBool = type->isIntegerTy(1);
    Align align = argument.hasByValAttr() ? argument.getParamAlign().value_or(layout.getABITypeAlign(type))
                                          : layout.getABITypeAlign(type);
    offset = alignTo(offset, align);
    Value *address = b.CreateConstGEP1_64(b.getInt8Ty(), args, offset);
    offset += layout.getTypeAllocSize(type);
    Value *value = address;
    if (!argument.hasByValAttr()) {
      LoadInst *load = b.CreateAlignedLoad(isBool ? b.getInt8Ty() : type, address, align, argument.getName());
      load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(context, {}));
      value = isBool ? b.CreateTrunc(load, type) : load;
    } else if (argument.getType()->getPointerAddressSpace() != 0) {
      value = b.CreateAddrSpaceCast(address, argument.getType());
    }
    values[&argument].resize(1);
    values[&argument][0].scalar = value;
  }
}

void Vectorizer::emitThreadIndex(CallBase &call, unsigned dimension) {
  const Shape &shape = shapes.of(&call);
  unsigned row = geometry.block[0], plane = row * geometry.block[1];
  unsigned divisor = dimension == 0 ? 1 : dimension == 1 ? row : plane;
  unsigned modulus = dimension == 2 ? geometry.threads : dimension == 1 ? plane : row;
  Type *i32 = b.getInt32Ty();
  forEachClass(shape.sharing, [&](unsigned p) {
    if (geometry.block[dimension] == 1) {
      define(call, p, b.getInt32(0));
      return;
    }
    // The group's share drops out where the period divides it.
    Value *base = geometry.groupFreeModulo(modulus) ? b.getInt32(p * V) : partBase(p);
    Value *linear =
        shape.isVarying() ? b.CreateAdd(b.CreateVectorSplat(V, base), laneNumbers(i32), "", true, true) : base;
    auto same = [&](unsigned n) { return ConstantInt::get(linear->getType(), n); };
    // Past the block's end stand inactive lanes: their index may be anything.
    Value *inside = modulus >= geometry.threads ? linear : b.CreateURem(linear, same(modulus));
    define(call, p, divisor == 1 ? inside : b.CreateUDiv(inside, same(divisor)));
  });
}

void Vectorizer::emitBlockFact(CallBase &call) {
  ir::Op op = ir::opOf(call);
  auto set = [&](Value *value) { define(call, 0, value); };
  auto field = [&](size_t offset) {
    auto *load = cast<Instruction>(contextField(offset, b.getInt32Ty(), call.getName()));
    if (MDNode *range = call.getMetadata(LLVMContext::MD_range))
      load->setMetadata(LLVMContext::MD_range, range);
    set(load);
  };
  switch (op) {
  case ir::Op::CtaidX:
  case ir::Op::CtaidY:
  case ir::Op::CtaidZ:
    return field(offsetof(BlockContext, blockIdx) + 4 * (unsigned(op) - unsigned(ir::Op::CtaidX)));
  case ir::Op::NctaidX:
  case ir::Op::NctaidY:
  case ir::Op::NctaidZ:
    return field(offsetof(BlockContext, gridDim) + 4 * (unsigned(op) - unsigned(ir::Op::NctaidX)));
  case ir::Op::DynSharedBytes:
    return field(offsetof(BlockContext, dynamicSharedBytes));
  case ir::Op::LanesGone:
    return set(b.getFalse());
  case ir::Op::Variable: {
    Value *table = contextField(offsetof(BlockContext, variables), b.getPtrTy(), "variables");
    uint64_t index = cast<ConstantInt>(call.getArgOperand(0))->getZExtValue();
    Value *address = b.CreateConstGEP1_64(b.getPtrTy(), table, index);
    LoadInst *load = b.CreateLoad(b.getPtrTy(), address, call.getName());
    load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(context, {}));
    return set(load);
  }
  case ir::Op::Clock:
    return set(callService(offsetof(ServiceTable, clock), b.getInt64Ty(), {}));
  case ir::Op::GlobalTimer:
    return set(callService(offsetof(ServiceTable, globalTimer), b.getInt64Ty(), {}));
  default:
    llvm_unreachable("not a fact of the block");
  }
}

} // namespace helicon::simt
