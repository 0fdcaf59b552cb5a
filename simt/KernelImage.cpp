#include "simt/KernelImage.h"

#include "simt/analysis/SourceLine.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Metadata.h>

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

constexpr char kSites[] = "helicon.sites";

Constant *nameTable(Module &module, ArrayRef<std::string> names, const char *tableName) {
  PointerType *ptr = PointerType::get(module.getContext(), 0);
  if (names.empty())
    return ConstantPointerNull::get(ptr);
  SmallVector<Constant *> entries;
  for (const std::string &name : names)
    entries.push_back(textConstant(module, name));
  auto *type = ArrayType::get(ptr, entries.size());
  return new GlobalVariable(module, type, /*isConstant=*/true, GlobalValue::PrivateLinkage,
                            ConstantArray::get(type, entries), tableName);
}

} // namespace

uint32_t addSite(Module &module, const DebugLoc &at) {
  NamedMDNode *sites = module.getOrInsertNamedMetadata(kSites);
  LLVMContext &c = module.getContext();
  sites->addOperand(MDNode::get(c, MDString::get(c, lineOf(at.get()))));
  return sites->getNumOperands();
}

/// What addSite has collected, out of the module; nothing where no line is known.
static std::vector<std::string> takeSites(Module &module) {
  std::vector<std::string> lines;
  NamedMDNode *sites = module.getNamedMetadata(kSites);
  if (!sites)
    return lines;
  for (const MDNode *site : sites->operands())
    lines.push_back(cast<MDString>(site->getOperand(0))->getString().str());
  sites->eraseFromParent();
  if (all_of(lines, [](const std::string &line) { return line.empty(); }))
    lines.clear();
  return lines;
}

void emitKernelImage(Function &entry, const LaunchShape &shape, const ImageFacts &facts) {
  Module &module = *entry.getParent();
  LLVMContext &c = module.getContext();
  Type *i32 = Type::getInt32Ty(c);
  auto number = [&](uint32_t value) -> Constant * { return ConstantInt::get(i32, value); };
  Constant *block = ConstantArray::get(ArrayType::get(i32, 3),
                                       {number(shape.block[0]), number(shape.block[1]), number(shape.block[2])});
  const std::vector<std::string> sites = takeSites(module);
  Constant *fields[] = {number(kKernelImageMagic),
                        number(kAbiVersion),
                        number(static_cast<uint32_t>(facts.executor)),
                        number(facts.flags | (module.debug_compile_units().empty() ? 0 : kKernelHasLines)),
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
                        number(static_cast<uint32_t>(sites.size())),
                        nameTable(module, facts.variables, "helicon.variables"),
                        nameTable(module, sites, "helicon.sites")};
  Constant *image = ConstantStruct::getAnon(fields);
  assert(module.getDataLayout().getTypeAllocSize(image->getType()) == sizeof(KernelImage));
  static_assert(offsetof(KernelImage, entry) == 48 && offsetof(KernelImage, variables) == 80 &&
                    offsetof(KernelImage, sites) == 88 && sizeof(KernelImage) == 96,
                "the fields above follow the order of KernelImage");
  auto *global = new GlobalVariable(module, image->getType(), /*isConstant=*/true, GlobalValue::ExternalLinkage, image,
                                    kKernelImageSymbol);
  global->setAlignment(Align(alignof(KernelImage)));
  global->setDSOLocal(true);
}

} // namespace helicon::simt
