// Where a lane is and what its block is: thread indices from the constant block shape, the rest from the BlockContext.
#include "simt/vectorize/Vectorizer.h"

#include "kernel-ir/Intrinsics.h"

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

void Vectorizer::loadArguments() {
  access = BlockAccess(blockContext);
  Value *buffer = access.argumentBuffer(b);
  auto offsets = argumentOffsets(kernel);
  for (Argument &argument : kernel.args()) {
    Value *value = access.argument(b, buffer, argument, offsets[argument.getArgNo()]);
    if (value->getType() != argument.getType()) // a byval copy in an address space of its own
      value = b.CreateAddrSpaceCast(value, argument.getType());
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
  auto field = [&](Value *load) {
    if (MDNode *range = call.getMetadata(LLVMContext::MD_range))
      cast<Instruction>(load)->setMetadata(LLVMContext::MD_range, range);
    set(load);
  };
  switch (op) {
  case ir::Op::CtaidX:
  case ir::Op::CtaidY:
  case ir::Op::CtaidZ:
    return field(access.blockIdx(b, unsigned(op) - unsigned(ir::Op::CtaidX)));
  case ir::Op::NctaidX:
  case ir::Op::NctaidY:
  case ir::Op::NctaidZ:
    return field(access.gridDim(b, unsigned(op) - unsigned(ir::Op::NctaidX)));
  case ir::Op::DynSharedBytes:
    return set(access.dynamicSharedBytes(b));
  case ir::Op::Cooperative:
    return set(access.cooperative(b));
  case ir::Op::LanesGone:
  case ir::Op::LoopLeft:
    return set(b.getFalse());
  case ir::Op::Variable:
    return set(access.variable(b, call.getArgOperand(0)));
  case ir::Op::Clock:
    return set(access.call(b, Service::Clock, {}));
  case ir::Op::GlobalTimer:
    return set(access.call(b, Service::GlobalTimer, {}));
  default:
    llvm_unreachable("not a fact of the block");
  }
}

} // namespace helicon::simt
