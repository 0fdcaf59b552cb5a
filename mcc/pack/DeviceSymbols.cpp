// In an object the references stand in a section that is not loaded; only their relocations matter. The tables that
// grow are written anew at the end of the file, and the section headers after them. Cost: some bytes for each symbol.
#include "mcc/pack/DeviceSymbols.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Object/ELF.h>

#include <cstring>
#include <set>

namespace helicon::mcc {

using namespace llvm;
using Elf = object::ELF64LE;

namespace {

bool isMath(StringRef name) {
#define HELICON_MATH(id, count, f32, f64)                                                                              \
  if (name == #id || name == #id "f")                                                                                  \
    return true;
#include "kernel-ir/MathTable.def"
  return false;
}

/// What the kernel compiler has a meaning for (simt/prepare/Services.cpp), or the language's run time would define.
bool isProvided(const GlobalValue &global) {
  StringRef name = global.getName();
  static const StringSet<> kServices{"threadIdx", "blockIdx", "blockDim",     "gridDim", "warpSize", "vprintf",
                                     "malloc",    "free",     "__assertfail", "_Znwm",   "_Znam",    "_ZdlPv",
                                     "_ZdaPv",    "_ZdlPvm",  "_ZdaPvm",      "memcmp",  "memchr",   "strlen"};
  return global.hasExternalWeakLinkage() || name.starts_with("llvm.") || name.starts_with("__helicon_") ||
         name.starts_with("helicon.") || name.starts_with("__cxa_") || name.ends_with("St11align_val_t") ||
         name.starts_with("_ZTVN10__cxxabiv1") || kServices.contains(name) || isMath(name);
}

std::vector<char> bytesOf(const SmallVectorImpl<char> &object, const Elf::Shdr &header) {
  const char *begin = object.data() + header.sh_offset;
  return {begin, begin + header.sh_size};
}

template <class T> void appendTo(std::vector<char> &bytes, const T &value) {
  const char *begin = reinterpret_cast<const char *>(&value);
  bytes.insert(bytes.end(), begin, begin + sizeof value);
}

uint32_t addString(std::vector<char> &table, StringRef text) {
  auto at = static_cast<uint32_t>(table.size());
  table.insert(table.end(), text.begin(), text.end());
  table.push_back(0);
  return at;
}

/// The object's section headers, and the contents of those sections that change.
class Editor {
public:
  Editor(SmallVectorImpl<char> &object, std::vector<Elf::Shdr> headers, size_t names)
      : object(object), headers(std::move(headers)), namesIndex(names) {}

  Error run(const DeviceSymbols &symbols);

private:
  size_t find(uint32_t type) const;
  std::vector<char> &contents(size_t section);
  void addSymbol(StringRef name, unsigned char binding, uint16_t section, uint32_t value = 0);
  size_t addSection(StringRef name, uint32_t type, std::vector<char> bytes);
  void write();

  SmallVectorImpl<char> &object;
  std::vector<Elf::Shdr> headers;
  size_t namesIndex, symbolTable = 0, strings = 0, extended = 0;
  std::vector<std::pair<size_t, std::vector<char>>> changed; ///< by section
};

size_t Editor::find(uint32_t type) const {
  for (size_t i = 1; i < headers.size(); ++i)
    if (headers[i].sh_type == type)
      return i;
  return 0;
}

std::vector<char> &Editor::contents(size_t section) {
  for (auto &[index, bytes] : changed)
    if (index == section)
      return bytes;
  return changed.emplace_back(section, bytesOf(object, headers[section])).second;
}

void Editor::addSymbol(StringRef name, unsigned char binding, uint16_t section, uint32_t value) {
  Elf::Sym symbol{};
  symbol.st_name = addString(contents(strings), (name + kDeviceSuffix).str());
  symbol.setBindingAndType(binding, ELF::STT_NOTYPE);
  symbol.st_other = ELF::STV_HIDDEN;
  symbol.st_shndx = section;
  symbol.st_value = section == ELF::SHN_ABS ? value : 0;
  appendTo(contents(symbolTable), symbol);
  if (extended)
    appendTo(contents(extended), uint32_t(0));
}

size_t Editor::addSection(StringRef name, uint32_t type, std::vector<char> bytes) {
  Elf::Shdr header{};
  header.sh_name = addString(contents(namesIndex), name);
  header.sh_type = type;
  header.sh_addralign = 8;
  headers.push_back(header);
  changed.emplace_back(headers.size() - 1, std::move(bytes));
  return headers.size() - 1;
}

Error Editor::run(const DeviceSymbols &symbols) {
  symbolTable = find(ELF::SHT_SYMTAB);
  if (symbolTable == 0 || headers[symbolTable].sh_link >= headers.size())
    return createStringError("the host object has no symbol table");
  strings = headers[symbolTable].sh_link;
  extended = find(ELF::SHT_SYMTAB_SHNDX);
  changed.reserve(8); // contents() hands out references
  for (const auto &[name, weak] : symbols.defined)
    addSymbol(name, weak ? ELF::STB_WEAK : ELF::STB_GLOBAL, ELF::SHN_ABS, symbols.value);
  std::vector<char> relocations;
  for (size_t i = 0; i < symbols.needed.size(); ++i) {
    Elf::Rela relocation{};
    relocation.r_offset = i * 8;
    relocation.setSymbolAndType(static_cast<uint32_t>(contents(symbolTable).size() / sizeof(Elf::Sym)),
                                ELF::R_X86_64_64, /*IsMips64EL=*/false);
    appendTo(relocations, relocation);
    addSymbol(symbols.needed[i], ELF::STB_GLOBAL, ELF::SHN_UNDEF);
  }
  if (!symbols.needed.empty()) {
    size_t section = addSection(kDeviceSection, ELF::SHT_PROGBITS, std::vector<char>(symbols.needed.size() * 8));
    size_t table = addSection((".rela" + Twine(kDeviceSection)).str(), ELF::SHT_RELA, std::move(relocations));
    headers[table].sh_link = static_cast<uint32_t>(symbolTable);
    headers[table].sh_info = static_cast<uint32_t>(section);
    headers[table].sh_entsize = sizeof(Elf::Rela);
    headers[table].sh_flags = ELF::SHF_INFO_LINK;
  }
  write();
  return Error::success();
}

void Editor::write() {
  for (const auto &[section, bytes] : changed) {
    object.resize(alignTo(object.size(), 8));
    headers[section].sh_offset = object.size();
    headers[section].sh_size = bytes.size();
    object.append(bytes.begin(), bytes.end());
  }
  object.resize(alignTo(object.size(), 8));
  auto *file = reinterpret_cast<Elf::Ehdr *>(object.data());
  file->e_shoff = object.size();
  if (file->e_shnum != 0)
    file->e_shnum = static_cast<uint16_t>(headers.size());
  else
    headers[0].sh_size = headers.size(); // the form for very many sections
  for (const Elf::Shdr &header : headers) {
    const char *begin = reinterpret_cast<const char *>(&header);
    object.append(begin, begin + sizeof header);
  }
}

} // namespace

/// The suffixed definition that clang meant (kernel-ir/ManifestBuilder.cpp binds variables; kernels are left).
bool isMissing(const GlobalValue &global) {
  constexpr unsigned kSharedSpace = 3; // `extern __shared__`: the launch gives it
  return global.isDeclaration() && !global.use_empty() && global.getAddressSpace() != kSharedSpace &&
         !isProvided(global);
}

void collectSymbols(const Module &device, const std::vector<std::string> &launched, DeviceSymbols &symbols) {
  std::set<std::string> needed(launched.begin(), launched.end());
  for (const GlobalValue &global : device.global_values()) {
    if (isMissing(global))
      needed.insert(global.getName().str());
    if (global.isDeclaration() || global.hasLocalLinkage() || global.hasAvailableExternallyLinkage() ||
        global.hasAppendingLinkage() || global.getName().starts_with("llvm.") ||
        global.getName().starts_with("__clang_"))
      continue;
    symbols.defined[global.getName().str()] |= global.isWeakForLinker();
  }
  for (const std::string &name : needed)
    if (!symbols.defined.contains(name) && !llvm::is_contained(symbols.needed, name))
      symbols.needed.push_back(name);
}

Error addToObject(SmallVectorImpl<char> &object, const DeviceSymbols &symbols) {
  Expected<object::ELFFile<Elf>> file = object::ELFFile<Elf>::create({object.data(), object.size()});
  if (!file)
    return file.takeError();
  Expected<Elf::ShdrRange> headers = file->sections();
  if (!headers)
    return headers.takeError();
  size_t names = file->getHeader().e_shstrndx;
  if (names >= ELF::SHN_LORESERVE || names >= headers->size())
    names = headers->empty() ? 0 : headers->front().sh_link;
  if (names == 0 || names >= headers->size())
    return createStringError("the host object has no section names");
  return Editor(object, {headers->begin(), headers->end()}, names).run(symbols);
}

} // namespace helicon::mcc
