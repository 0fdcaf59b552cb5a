// The host pass runs while the device passes do, with a placeholder as its fat binary. Here the section gets its real
// contents and the names are changed.
// With -flto the object is bitcode, and the same is done to globals.
#include "mcc/pack/HostObject.h"

#include "mcc/pack/DeviceSymbols.h"

#include <llvm/Analysis/ModuleSummaryAnalysis.h>
#include <llvm/Analysis/ProfileSummaryInfo.h>
#include <llvm/BinaryFormat/Magic.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/ObjCopy/ConfigManager.h>
#include <llvm/ObjCopy/ObjCopy.h>
#include <llvm/Object/ELF.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>

namespace helicon::mcc {

using namespace llvm;

namespace {

std::string newSectionName(StringRef section) {
  for (auto [from, to] : kSectionNames)
    if (section == from)
      return to;
  return {};
}

bool isFatBinarySection(StringRef section) { return newSectionName(section) == ".mt_fatbin"; }

/// Appends the fat binary to the file and points its section's header there: in a relocatable object sections may stand
/// anywhere. (LLVM's own --update-section loses the section's symbol in some objects.)
Error appendFatBinary(SmallVectorImpl<char> &object, StringRef fatBinary) {
  using Elf = object::ELF64LE;
  Expected<object::ELFFile<Elf>> file = object::ELFFile<Elf>::create({object.data(), object.size()});
  if (!file)
    return file.takeError();
  Expected<Elf::ShdrRange> headers = file->sections();
  if (!headers)
    return headers.takeError();
  for (const Elf::Shdr &header : *headers) {
    Expected<StringRef> name = file->getSectionName(header);
    if (!name)
      return name.takeError();
    if (!isFatBinarySection(*name))
      continue;
    Elf::Shdr changed = header;
    size_t at = reinterpret_cast<const char *>(&header) - object.data();
    object.resize(alignTo(object.size(), std::max<uint64_t>(header.sh_addralign, 1)));
    changed.sh_offset = object.size();
    changed.sh_size = fatBinary.size();
    object.append(fatBinary.begin(), fatBinary.end());
    std::memcpy(object.data() + at, &changed, sizeof changed);
    return Error::success();
  }
  return Error::success(); // no device code, no section
}

std::string finishElf(MemoryBufferRef original, const MemoryBuffer *fatBinary, const FinishRequest &request) {
  SmallVector<char, 0> bytes(original.getBuffer().begin(), original.getBuffer().end());
  if (fatBinary)
    if (Error error = appendFatBinary(bytes, fatBinary->getBuffer()))
      return toString(std::move(error));
  MemoryBufferRef input({bytes.data(), bytes.size()}, original.getBufferIdentifier());
  Expected<std::unique_ptr<object::ObjectFile>> object = object::ObjectFile::createObjectFile(input);
  if (!object)
    return toString(object.takeError());
  objcopy::ConfigManager config;
  std::vector<std::unique_ptr<std::string>> names; // the configuration refers to them
  auto kept = [&names](std::string name) -> StringRef {
    return *names.emplace_back(std::make_unique<std::string>(std::move(name)));
  };
  for (const object::SymbolRef &symbol : (*object)->symbols()) {
    Expected<StringRef> name = symbol.getName();
    if (!name) {
      consumeError(name.takeError());
      continue;
    }
    if (std::string renamed = renamedSymbol(name->str()); !renamed.empty())
      config.Common.SymbolsToRename[*name] = kept(renamed);
    if (name->starts_with(kWrapperPrefix))
      if (Error error = config.Common.SymbolsToLocalize.addMatcher(
              objcopy::NameOrPattern::create(*name, objcopy::MatchStyle::Literal, [](Error bad) { return bad; })))
        return toString(std::move(error));
  }
  for (const object::SectionRef &section : (*object)->sections()) {
    Expected<StringRef> name = section.getName();
    if (!name) {
      consumeError(name.takeError());
      continue;
    }
    std::string renamed = newSectionName(*name);
    if (renamed.empty())
      continue;
    objcopy::SectionRename rename;
    rename.OriginalName = *name;
    rename.NewName = kept(renamed);
    config.Common.SectionsToRename[*name] = rename;
  }
  SmallVector<char, 0> result;
  raw_svector_ostream stream(result);
  if (Error error = objcopy::executeObjcopyOnBinary(config, **object, stream))
    return toString(std::move(error));
  if (!request.symbols.empty())
    if (Error error = addToObject(result, request.symbols))
      return toString(std::move(error));
  return writeFile(request.output, {result.data(), result.size()});
}

/// A new global takes the old one's place, because its type is another.
void replaceContents(GlobalVariable &old, StringRef bytes) {
  Constant *contents = ConstantDataArray::getString(old.getContext(), bytes, /*AddNull=*/false);
  auto *fresh =
      new GlobalVariable(*old.getParent(), contents->getType(), old.isConstant(), old.getLinkage(), contents, "", &old);
  fresh->copyAttributesFrom(&old);
  fresh->takeName(&old);
  old.replaceAllUsesWith(fresh);
  old.eraseFromParent();
}

/// The program may call the function by its new name as well; then both become one.
void renameFunction(Function &function, const std::string &name) {
  if (Function *known = function.getParent()->getFunction(name)) {
    function.replaceAllUsesWith(known);
    function.eraseFromParent();
  } else {
    function.setName(name);
  }
}

std::string finishBitcode(MemoryBufferRef input, const MemoryBuffer *fatBinary, const FinishRequest &request) {
  LLVMContext context;
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseIR(input, diagnostic, context);
  if (!module)
    return diagnostic.getMessage().str();
  for (Function &function : make_early_inc_range(*module))
    if (std::string renamed = renamedSymbol(function.getName().str()); !renamed.empty())
      renameFunction(function, renamed);
  for (GlobalAlias &alias : module->aliases())
    if (alias.getName().starts_with(kWrapperPrefix))
      alias.setLinkage(GlobalValue::InternalLinkage);
  for (GlobalVariable &variable : make_early_inc_range(module->globals())) {
    std::string section = newSectionName(variable.getSection());
    if (section.empty())
      continue;
    bool holdsFatBinary = isFatBinarySection(variable.getSection());
    variable.setSection(section);
    if (fatBinary && holdsFatBinary)
      replaceContents(variable, fatBinary->getBuffer());
  }
  if (!request.symbols.empty()) {
    InitializeNativeTarget(); // the summary's writer parses the text
    InitializeNativeTargetAsmParser();
    module->appendModuleInlineAsm(symbolsAsText(request.symbols));
  }
  std::string bytes;
  raw_string_ostream stream(bytes);
  if (module->getModuleFlag("ThinLTO")) {
    ProfileSummaryInfo profile(*module);
    ModuleSummaryIndex index = buildModuleSummaryIndex(*module, nullptr, &profile);
    WriteBitcodeToFile(*module, stream, /*ShouldPreserveUseListOrder=*/false, &index);
  } else {
    WriteBitcodeToFile(*module, stream);
  }
  return writeFile(request.output, bytes);
}

} // namespace

std::string finishObject(const FinishRequest &request) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> object = MemoryBuffer::getFile(request.object, /*IsText=*/false, false);
  if (!object)
    return "cannot read '" + request.object + "': " + object.getError().message();
  std::unique_ptr<MemoryBuffer> fatBinary;
  if (!request.fatBinary.empty()) {
    ErrorOr<std::unique_ptr<MemoryBuffer>> read = MemoryBuffer::getFile(request.fatBinary, /*IsText=*/false, false);
    if (!read)
      return "cannot read '" + request.fatBinary + "': " + read.getError().message();
    fatBinary = std::move(*read);
  }
  if (identify_magic((*object)->getBuffer()) == file_magic::bitcode)
    return finishBitcode(**object, fatBinary.get(), request);
  return finishElf(**object, fatBinary.get(), request);
}

} // namespace helicon::mcc
