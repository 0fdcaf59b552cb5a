// Reads off a device module what the runtime must know before any LLVM is loaded. One walk over the functions a kernel
// reaches per kernel, so the cost is kernels x functions in the worst case; modules are unoptimised, nothing is
// inlined. Shared bytes are an upper estimate: what an unused branch names counts. Code in other modules (-fgpu-rdc)
// does not.
#include "kernel-ir/ManifestBuilder.h"

#include "kernel-ir/AddressSpace.h"
#include "kernel-ir/ManifestConstants.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace helicon {

using namespace llvm;

namespace {

constexpr uint64_t kMaxArgumentBytes = 4096;

struct KernelMarks {
  bool isKernel = false;
  uint64_t maxThreads = 1;
  bool hasMaxThreads = false;
  uint64_t minBlocks = 0;
};

/// clang marks kernels by nvvm.annotations: {function, "key", value}...
MapVector<const Function *, KernelMarks> readAnnotations(const Module &module) {
  MapVector<const Function *, KernelMarks> marks;
  for (const Function &function : module)
    if (function.getCallingConv() == CallingConv::PTX_Kernel)
      marks[&function].isKernel = true;
  const NamedMDNode *annotations = module.getNamedMetadata("nvvm.annotations");
  if (!annotations)
    return marks;
  for (const MDNode *node : annotations->operands()) {
    auto *function = node->getNumOperands() > 0 ? mdconst::dyn_extract_or_null<Function>(node->getOperand(0)) : nullptr;
    if (!function)
      continue;
    KernelMarks &mark = marks[function];
    for (unsigned i = 1; i + 1 < node->getNumOperands(); i += 2) {
      auto *key = dyn_cast<MDString>(node->getOperand(i));
      auto *value = mdconst::dyn_extract<ConstantInt>(node->getOperand(i + 1));
      if (!key || !value)
        continue;
      uint64_t number = value->getZExtValue();
      if (key->getString() == "kernel") {
        mark.isKernel = number != 0;
      } else if (key->getString().starts_with("maxntid")) {
        mark.hasMaxThreads = true;
        mark.maxThreads *= number; // maxntidx, y, z
      } else if (key->getString() == "minctasm") {
        mark.minBlocks = number;
      }
    }
  }
  return marks;
}

/// What a kernel's code names, directly and through the functions it calls.
struct Reach {
  SetVector<const Function *> functions;
  SmallSetVector<const GlobalVariable *, 8> shared;
  bool callsUnknown = false;

  void visit(ArrayRef<const Function *> roots);

private:
  void visitConstant(const Constant *constant);

  SmallPtrSet<const Constant *, 32> seen;
  size_t next = 0; ///< of functions: the first one not looked at
};

void Reach::visitConstant(const Constant *constant) {
  if (!seen.insert(constant).second)
    return;
  if (auto *function = dyn_cast<Function>(constant)) {
    functions.insert(function);
  } else if (auto *variable = dyn_cast<GlobalVariable>(constant)) {
    if (variable->getAddressSpace() == kShared)
      shared.insert(variable);
    else if (variable->hasInitializer()) // tables of functions
      visitConstant(variable->getInitializer());
    return;
  }
  if (isa<ConstantData>(constant) || isa<GlobalValue>(constant))
    return;
  for (const Use &operand : constant->operands())
    if (auto *inner = dyn_cast<Constant>(operand))
      visitConstant(inner);
}

void Reach::visit(ArrayRef<const Function *> roots) {
  functions.insert(roots.begin(), roots.end());
  for (; next < functions.size(); ++next)
    for (const Instruction &instruction : instructions(*functions[next])) {
      for (const Use &operand : instruction.operands())
        if (auto *constant = dyn_cast<Constant>(operand))
          visitConstant(constant);
      if (auto *call = dyn_cast<CallBase>(&instruction))
        callsUnknown |= call->isIndirectCall();
    }
}

/// Sum with each variable aligned, largest alignment first: the least that holds them all.
uint64_t sharedBytes(const Reach &reach, const DataLayout &layout) {
  SmallVector<std::pair<uint64_t, uint64_t>> parts; // alignment, bytes
  for (const GlobalVariable *variable : reach.shared)
    if (!variable->isDeclaration())
      parts.push_back({layout.getPreferredAlign(variable).value(), layout.getTypeAllocSize(variable->getValueType())});
  llvm::sort(parts, [](auto &a, auto &b) { return a.first > b.first; });
  uint64_t bytes = 0;
  for (auto [align, size] : parts)
    bytes = alignTo(bytes, align) + size;
  return bytes;
}

/// Arrays and structs only: scalars live in registers.
uint64_t localBytes(const Reach &reach, const DataLayout &layout) {
  uint64_t bytes = 0;
  for (const Function *function : reach.functions)
    for (const Instruction &instruction : instructions(*function))
      if (auto *local = dyn_cast<AllocaInst>(&instruction))
        if (local->getAllocatedType()->isAggregateType())
          if (std::optional<TypeSize> size = local->getAllocationSize(layout))
            bytes += *size;
  return bytes;
}

bool takesLongDouble(StringRef mangled) {
  ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(mangled.str().c_str()))
    return false;
  char *parameters = demangler.getFunctionParameters(nullptr, nullptr);
  bool found = parameters && StringRef(parameters).contains("long double");
  std::free(parameters);
  return found;
}

Error readParameters(const Function &function, const DataLayout &layout, KernelInfo &kernel) {
  uint64_t offset = 0;
  for (const Argument &argument : function.args()) {
    bool byValue = argument.hasByValAttr();
    Type *type = byValue ? argument.getParamByValType() : argument.getType();
    Align align = layout.getABITypeAlign(type);
    if (byValue)
      align = argument.getParamAlign().valueOrOne();
    uint64_t size = layout.getTypeAllocSize(type);
    offset = alignTo(offset, align);
    if (offset + size > kMaxArgumentBytes)
      return createStringError("kernel '" + demangle(function.getName()) + "' takes more than " +
                               Twine(kMaxArgumentBytes) + " bytes of arguments; pass a pointer instead");
    kernel.parameters.push_back({static_cast<uint32_t>(offset), static_cast<uint32_t>(size),
                                 static_cast<uint32_t>(align.value()), !byValue && type->isPointerTy()});
    offset += size;
  }
  kernel.argumentBytes = static_cast<uint32_t>(offset);
  if (takesLongDouble(function.getName()))
    return createStringError(
        "kernel '" + demangle(function.getName()) +
        "' takes a 'long double', which has 8 bytes in device code and 16 at the host; use double");
  return Error::success();
}

uint32_t clampTo32(uint64_t value) { return static_cast<uint32_t>(std::min<uint64_t>(value, UINT32_MAX)); }

Expected<KernelInfo> describeKernel(const Function &function, const KernelMarks &marks,
                                    ArrayRef<const Function *> addressTaken) {
  const DataLayout &layout = function.getParent()->getDataLayout();
  KernelInfo kernel;
  kernel.name = function.getName().str();
  if (Error error = readParameters(function, layout, kernel))
    return std::move(error);
  Reach reach;
  reach.visit(&function);
  if (reach.callsUnknown)
    reach.visit(addressTaken);
  kernel.staticSharedBytes = clampTo32(sharedBytes(reach, layout));
  kernel.localBytes = clampTo32(localBytes(reach, layout));
  kernel.maxThreads = marks.hasMaxThreads ? clampTo32(marks.maxThreads) : 0;
  kernel.minBlocks = clampTo32(marks.minBlocks);
  return kernel;
}

StringSet<> managedNames(const Module &module) {
  StringSet<> names;
  const GlobalVariable *annotations = module.getNamedGlobal("llvm.global.annotations");
  auto *list = annotations ? dyn_cast<ConstantArray>(annotations->getInitializer()) : nullptr;
  if (!list)
    return names;
  for (const Use &row : list->operands()) {
    auto *fields = dyn_cast<ConstantStruct>(row);
    auto *text = fields ? dyn_cast<GlobalVariable>(fields->getOperand(1)->stripPointerCasts()) : nullptr;
    auto *string = text && text->hasInitializer() ? dyn_cast<ConstantDataArray>(text->getInitializer()) : nullptr;
    if (string && string->isCString() && string->getAsCString() == "helicon.managed")
      names.insert(fields->getOperand(0)->stripPointerCasts()->getName());
  }
  return names;
}

bool isAddressTaken(const Function &function) {
  return function.hasAddressTaken(nullptr, /*IgnoreCallbackUses=*/false, /*IgnoreAssumeLikeCalls=*/true,
                                  /*IgnoreLLVMUsed=*/true);
}

bool isCompilersOwn(const GlobalVariable &variable) {
  return variable.getName().starts_with("llvm.") || variable.getName().starts_with("__clang_") ||
         variable.getSection() == "llvm.metadata";
}

/// Storage of its own: what the host may name, and what device code may change.
bool needsStorage(const GlobalVariable &variable) {
  unsigned space = variable.getAddressSpace();
  if (variable.isDeclaration() || isCompilersOwn(variable) ||
      (space != kGeneric && space != kGlobal && space != kConstant))
    return false;
  return variable.isExternallyInitialized() || !variable.isConstant();
}

/// Adds what initialisers of variables point to (string literals, tables), to any depth.
SetVector<const GlobalVariable *> storedVariables(const Module &module) {
  SetVector<const GlobalVariable *> stored;
  for (const GlobalVariable &variable : module.globals())
    if (needsStorage(variable))
      stored.insert(&variable);
  for (size_t next = 0; next < stored.size(); ++next) {
    SmallVector<const Constant *> open{stored[next]->getInitializer()};
    SmallPtrSet<const Constant *, 16> seen;
    while (!open.empty()) {
      const Constant *constant = open.pop_back_val();
      if (!seen.insert(constant).second)
        continue;
      if (auto *variable = dyn_cast<GlobalVariable>(constant)) {
        if (!variable->isDeclaration() && variable->getAddressSpace() != kShared && !isCompilersOwn(*variable))
          stored.insert(variable);
      } else if (!isa<ConstantData>(constant) && !isa<GlobalValue>(constant)) {
        for (const Use &operand : constant->operands())
          if (auto *inner = dyn_cast<Constant>(operand))
            open.push_back(inner);
      }
    }
  }
  return stored;
}

/// clang marks references in the same way: {variable, "texture", 1}.
void markReferences(const Module &module, Manifest &manifest) {
  const NamedMDNode *annotations = module.getNamedMetadata("nvvm.annotations");
  if (!annotations)
    return;
  for (const MDNode *node : annotations->operands()) {
    auto *variable =
        node->getNumOperands() > 1 ? mdconst::dyn_extract_or_null<GlobalVariable>(node->getOperand(0)) : nullptr;
    auto *key = variable ? dyn_cast_or_null<MDString>(node->getOperand(1)) : nullptr;
    if (!key)
      continue;
    for (VariableInfo &info : manifest.variables)
      if (info.name == variable->getName()) {
        info.isTexture |= key->getString() == "texture";
        info.isSurface |= key->getString() == "surface";
      }
  }
}

Expected<VariableInfo> describeVariable(const GlobalVariable &variable, bool isManaged) {
  const DataLayout &layout = variable.getParent()->getDataLayout();
  VariableInfo info;
  info.name = variable.getName().str();
  info.size = layout.getTypeAllocSize(variable.getValueType());
  info.align = static_cast<uint32_t>(layout.getPreferredAlign(&variable).value());
  info.isConstant = variable.getAddressSpace() == kConstant;
  info.isManaged = isManaged;
  if (Error error = evaluateInitializer(variable, info))
    return std::move(error);
  return info;
}

/// In relocatable code clang 19 declares `N` where it later defines `N__static__HASH`.
void bindDanglingStatics(Module &module) {
  for (GlobalVariable &declared : make_early_inc_range(module.globals())) {
    if (!declared.isDeclaration() || !declared.hasName())
      continue;
    for (GlobalVariable &defined : module.globals()) {
      StringRef suffix = defined.getName();
      if (defined.isDeclaration() || !suffix.consume_front(declared.getName()) ||
          !(suffix.starts_with("__static__") || suffix.starts_with("__intern__")))
        continue;
      declared.replaceAllUsesWith(&defined);
      declared.eraseFromParent();
      break;
    }
  }
}

} // namespace

void nameForStorage(Module &device, StringRef unique) {
  bindDanglingStatics(device);
  unsigned unnamed = 0;
  for (const GlobalVariable *variable : storedVariables(device)) {
    auto *named = const_cast<GlobalVariable *>(variable); // storedVariables only reads
    if (!named->hasName())
      named->setName("__helicon_unnamed_" + Twine(unnamed++));
    if (named->hasLocalLinkage() && !unique.empty())
      named->setName(named->getName() + "__helicon__" + unique);
  }
  // A function's id is made of its name.
  if (!unique.empty())
    for (Function &function : device)
      if (function.hasLocalLinkage() && !function.isDeclaration() && isAddressTaken(function))
        function.setName(function.getName() + "__helicon__" + unique);
}

Expected<Manifest> buildManifest(const Module &device) {
  Manifest manifest;
  SmallVector<const Function *> addressTaken;
  for (const Function &function : device)
    if (!function.isDeclaration() && isAddressTaken(function))
      addressTaken.push_back(&function);
  for (auto &[function, marks] : readAnnotations(device)) {
    if (!marks.isKernel || function->isDeclaration())
      continue;
    Expected<KernelInfo> kernel = describeKernel(*function, marks, addressTaken);
    if (!kernel)
      return kernel.takeError();
    manifest.kernels.push_back(std::move(*kernel));
  }
  StringSet<> managed = managedNames(device);
  for (const GlobalVariable *variable : storedVariables(device)) {
    Expected<VariableInfo> info = describeVariable(*variable, managed.contains(variable->getName()));
    if (!info)
      return info.takeError();
    manifest.variables.push_back(std::move(*info));
  }
  markReferences(device, manifest);
  return manifest;
}

} // namespace helicon
