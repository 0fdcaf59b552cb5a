#include "simt/KernelImage.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>

#include <cstddef>

using namespace llvm;

namespace helicon::simt {

namespace {

Constant *textConstant(Module &module, StringRef text) {
  Constant *data = ConstantDataArray::getString(module.getContext(), text);
  auto *global = new GlobalVariable(module, data->getType(), /*isConstant=*/true, GlobalValue::PrivateLinkage, data,
                                    "helicon.text");
  global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return global;
}

Constant *nameTable(Module &module, ArrayRef<std::string> names) {
  PointerType *ptr = PointerType::get(module.getContext(), 0);
  if (names.empty())
    return ConstantPointerNull::get(ptr);
  SmallVector<Constant *> entries;
  for (const std::string &name : names)
    entries.push_back(textConstant(module, name));
  auto *type = ArrayType::get(ptr, entries.size());
  return new GlobalVariable(module, type, /*isConstant=*/true, GlobalValue::PrivateLinkage,
                            ConstantArray::get(type, entries), "helicon.variables");
}

} // namespace

void emitKernelImage(Function &entry, const LaunchShape &shape, const ImageFacts &facts) {
  Module &module = *entry.getParent();
  LLVMContext &c = module.getContext();
  Type *i32 = Type::getInt32Ty(c);
  auto number = [&](uint32_t value) -> Constant * { return ConstantInt::get(i32, value); };
  Constant *block = ConstantArray::get(ArrayType::get(i32, 3),
                                       {number(shape.block[0]), number(shape.block[1]), number(shape.block[2])});
  Constant *fields[] = {number(kKernelImageMagic),
                        number(kAbiVersion),
                        number(static_cast<uint32_t>(facts.executor)),
                        number(facts.flags),
                        block,
                        number(facts.groups),
                        number(facts.threadsPerGroup),
                        number(facts.frameBytes),
                        number(facts.sharedBytes),
                        number(0),
                        &entry,
                        textConstant(module, facts.name),
                        textConstant(module, facts.plan),
                        number(static_cast<uint32_t>(facts.variables.size())),
                        number(0),
                        nameTable(module, facts.variables)};
  Constant *image = ConstantStruct::getAnon(fields);
  assert(module.getDataLayout().getTypeAllocSize(image->getType()) == sizeof(KernelImage));
  static_assert(offsetof(KernelImage, entry) == 48 && offsetof(KernelImage, variables) == 80 &&
                    sizeof(KernelImage) == 88,
                "the fields above follow the order of KernelImage");
  auto *global = new GlobalVariable(module, image->getType(), /*isConstant=*/true, GlobalValue::ExternalLinkage, image,
                                    kKernelImageSymbol);
  global->setAlignment(Align(alignof(KernelImage)));
  global->setDSOLocal(true);
}

} // namespace helicon::simt
