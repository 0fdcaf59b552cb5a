// Walks an initialiser once, writing little-endian bytes at the offsets of the data layout. An address becomes a
// relocation (symbol + constant offset), that of a function its id; an expression that is neither a number nor such an
// address is refused by name.
#include "kernel-ir/ManifestConstants.h"

#include "kernel-ir/AddressSpace.h"
#include "kernel-ir/FunctionId.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace helicon {

using namespace llvm;

namespace {

class Evaluator {
public:
  Evaluator(const GlobalVariable &variable, VariableInfo &info)
      : variable(variable), layout(variable.getParent()->getDataLayout()), info(info) {}

  Error write(const Constant *value, uint64_t offset);

private:
  void writeBits(const APInt &bits, uint64_t offset, uint64_t bytes);
  Error writeElements(const Constant *value, uint64_t offset);
  Error writeAddress(const Constant *value, uint64_t offset);
  Error refuse(const Twine &why) const { return createStringError("variable '" + variable.getName() + "': " + why); }

  const GlobalVariable &variable;
  const DataLayout &layout;
  VariableInfo &info;
};

void Evaluator::writeBits(const APInt &bits, uint64_t offset, uint64_t bytes) {
  APInt wide = bits.zext(std::max<unsigned>(bits.getBitWidth(), bytes * 8));
  for (uint64_t i = 0; i < bytes; ++i)
    info.initial[offset + i] = static_cast<char>(wide.extractBitsAsZExtValue(8, i * 8));
}

Error Evaluator::writeElements(const Constant *value, uint64_t offset) {
  Type *type = value->getType();
  if (auto *structure = dyn_cast<StructType>(type)) {
    const StructLayout *fields = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      if (Error error = write(value->getAggregateElement(i), offset + fields->getElementOffset(i).getFixedValue()))
        return error;
    return Error::success();
  }
  bool isArray = type->isArrayTy();
  Type *elementType = isArray ? type->getArrayElementType() : cast<FixedVectorType>(type)->getElementType();
  uint64_t count = isArray ? type->getArrayNumElements() : cast<FixedVectorType>(type)->getNumElements();
  uint64_t stride = layout.getTypeAllocSize(elementType);
  for (uint64_t i = 0; i < count; ++i)
    if (Error error = write(value->getAggregateElement(i), offset + i * stride))
      return error;
  return Error::success();
}

Error Evaluator::writeAddress(const Constant *value, uint64_t offset) {
  // Casts between integers and pointers do not change an address; neither do address spaces here.
  while (auto *cast = dyn_cast<ConstantExpr>(value)) {
    if (!cast->isCast())
      break;
    value = cast->getOperand(0);
  }
  if (isa<ConstantPointerNull>(value))
    return Error::success();
  if (auto *number = dyn_cast<ConstantInt>(value)) {
    writeBits(number->getValue(), offset, sizeof(uint64_t));
    return Error::success();
  }
  if (!value->getType()->isPointerTy())
    return refuse("its initialiser computes with an address, which has no fixed value");
  APInt addend(layout.getIndexTypeSizeInBits(value->getType()), 0);
  const Value *base = value;
  while (true) {
    base = base->stripAndAccumulateConstantOffsets(layout, addend, /*AllowNonInbounds=*/true);
    auto *cast = dyn_cast<AddrSpaceCastOperator>(base);
    if (!cast)
      break;
    base = cast->getPointerOperand();
    addend = addend.sextOrTrunc(layout.getIndexTypeSizeInBits(base->getType()));
  }
  auto *symbol = dyn_cast<GlobalValue>(base);
  if (!symbol)
    return refuse("its initialiser holds an address that is not that of a variable or function");
  if (auto *function = dyn_cast<Function>(symbol->getAliaseeObject())) {
    if (addend != 0)
      return refuse("its initialiser computes with the address of a function");
    writeBits(APInt(64, functionId(function->getName())), offset, sizeof(uint64_t));
    return Error::success();
  }
  if (symbol->getAddressSpace() == kShared)
    return refuse("its initialiser holds the address of shared memory, which differs from block to block");
  if (!isUInt<32>(offset))
    return refuse("an address stands more than 4 GB into it");
  info.relocations.push_back({static_cast<uint32_t>(offset), symbol->getName().str(), addend.getSExtValue()});
  return Error::success();
}

Error Evaluator::write(const Constant *value, uint64_t offset) {
  if (value->isNullValue() || isa<UndefValue>(value)) // undef and poison: any bytes do
    return Error::success();
  uint64_t bytes = layout.getTypeStoreSize(value->getType());
  if (auto *number = dyn_cast<ConstantInt>(value)) {
    writeBits(number->getValue(), offset, bytes);
    return Error::success();
  }
  if (auto *number = dyn_cast<ConstantFP>(value)) {
    writeBits(number->getValueAPF().bitcastToAPInt(), offset, bytes);
    return Error::success();
  }
  if (auto *data = dyn_cast<ConstantDataSequential>(value)) {
    StringRef raw = data->getRawDataValues(); // in the host's order, which is little-endian
    std::copy(raw.begin(), raw.end(), info.initial.begin() + static_cast<ptrdiff_t>(offset));
    return Error::success();
  }
  if (isa<ConstantAggregate>(value))
    return writeElements(value, offset);
  if (bytes == sizeof(uint64_t))
    return writeAddress(value, offset);
  return refuse("its initialiser has no fixed value");
}

} // namespace

Error evaluateInitializer(const GlobalVariable &variable, VariableInfo &info) {
  const Constant *value = variable.getInitializer();
  if (value->isNullValue() || isa<UndefValue>(value))
    return Error::success();
  info.initial.assign(info.size, 0);
  if (Error error = Evaluator(variable, info).write(value, 0))
    return error;
  if (std::all_of(info.initial.begin(), info.initial.end(), [](char c) { return c == 0; }))
    info.initial.clear();
  return Error::success();
}

} // namespace helicon
