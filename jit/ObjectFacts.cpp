#include "jit/ObjectFacts.h"

#include "kernel-ir/Abi.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/LEB128.h>

#include <cstddef>
#include <cstring>

using namespace llvm;
using namespace llvm::object;

namespace helicon::jit {

namespace {

// What the code generator calls by itself for operations that the instruction set lacks.
bool isLibm(StringRef name) {
  static const StringSet<> names = {"fma",        "fmaf",   "fmod",   "fmodf", "round", "roundf",
                                    "roundeven",  "floor",  "floorf", "ceil",  "ceilf", "roundevenf",
                                    "trunc",      "truncf", "rint",   "rintf", "ldexp", "nearbyint",
                                    "nearbyintf", "ldexpf", "sqrt",   "sqrtf"};
  return names.contains(name);
}
bool isLibc(StringRef name) {
  static const StringSet<> names = {"memcpy", "memmove", "memset", "memcmp", "bcmp"};
  return names.contains(name);
}
bool isLibgcc(StringRef name) {
  static const StringSet<> names = {"__truncdfhf2", "__truncsfhf2", "__extendhfsf2", "__udivti3",   "__divti3",
                                    "__umodti3",    "__modti3",     "__multi3",      "__fixunssfti"};
  return names.contains(name);
}

void classify(StringRef name, ObjectFacts &facts) {
  if (name.starts_with("Sleef_"))
    facts.needs[kMath] = true;
  else if (isLibm(name))
    facts.needs[kLibm] = true;
  else if (isLibgcc(name))
    facts.needs[kLibgcc] = true;
  else if (isLibc(name))
    facts.needs[kLibc] = true;
  else if (name != "_GLOBAL_OFFSET_TABLE_")
    facts.unknown.push_back(name.str());
}

// Entries of .stack_sizes: the function's address, then its size as ULEB128.
Error addStackSizes(StringRef contents, uint64_t &total) {
  const auto *at = reinterpret_cast<const uint8_t *>(contents.begin());
  const auto *end = reinterpret_cast<const uint8_t *>(contents.end());
  while (end - at > 8) {
    unsigned length = 0;
    const char *error = nullptr;
    total += decodeULEB128(at + 8, &length, end, &error);
    if (error)
      return createStringError("the generated object is damaged: stack sizes: " + Twine(error));
    at += 8 + length;
  }
  return Error::success();
}

Expected<std::unique_ptr<ObjectFile>> parse(StringRef bytes) {
  return ObjectFile::createELFObjectFile(MemoryBufferRef(bytes, "kernel"));
}

} // namespace

Expected<ObjectFacts> factsOf(ArrayRef<char> object) {
  Expected<std::unique_ptr<ObjectFile>> file = parse({object.data(), object.size()});
  if (!file)
    return file.takeError();
  ObjectFacts facts;
  for (const SymbolRef &symbol : (*file)->symbols()) {
    Expected<uint32_t> flags = symbol.getFlags();
    if (!flags)
      return flags.takeError();
    Expected<StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    if (*flags & SymbolRef::SF_Undefined && !name->empty())
      classify(*name, facts);
  }
  for (const SectionRef &section : (*file)->sections()) {
    Expected<StringRef> name = section.getName();
    if (!name)
      return name.takeError();
    if (*name != ".stack_sizes")
      continue;
    Expected<StringRef> contents = section.getContents();
    if (!contents)
      return contents.takeError();
    if (Error error = addStackSizes(*contents, facts.stackBytes))
      return std::move(error);
  }
  return facts;
}

Error writeStackBytes(MutableArrayRef<char> linked, uint32_t bytes) {
  StringRef all(linked.data(), linked.size());
  Expected<std::unique_ptr<ObjectFile>> file = parse(all);
  if (!file)
    return file.takeError();
  for (const ELFSymbolRef &symbol : cast<ELFObjectFileBase>(**file).getDynamicSymbolIterators()) {
    Expected<StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    if (*name != kKernelImageSymbol)
      continue;
    Expected<uint64_t> address = symbol.getAddress();
    if (!address)
      return address.takeError();
    Expected<section_iterator> section = symbol.getSection();
    if (!section)
      return section.takeError();
    Expected<StringRef> contents = (*section)->getContents();
    if (!contents)
      return contents.takeError();
    size_t offset = contents->data() - all.data() + (*address - (*section)->getAddress());
    std::memcpy(linked.data() + offset + offsetof(KernelImage, stackBytes), &bytes, sizeof bytes);
    return Error::success();
  }
  return createStringError("the linked object lacks its kernel image");
}

} // namespace helicon::jit
