// What an object keeps to itself: without relocatable device code its device variables are local symbols of the host's,
// so that another file's reference fails at the link with a bare "undefined reference". Read only after such a failure.
#include "mcc/pack/OwnVariables.h"

#include "kernel-ir/Image.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/Object/ObjectFile.h>

namespace helicon::mcc {

using namespace llvm;

namespace {

void addNames(StringRef section, std::vector<std::string> &names) {
  Result<std::vector<BundleEntry>> entries = readBundle({section.data(), section.size()});
  if (!entries)
    return;
  for (const BundleEntry &entry : *entries) {
    if (entry.bytes.empty()) // the host's
      continue;
    Result<Image> image = readImage(entry.bytes);
    if (!image || image->relocatable)
      continue;
    for (const VariableInfo &variable : image->manifest.variables)
      names.push_back(demangle(variable.name));
    return; // those of other architectures are the same
  }
}

} // namespace

std::vector<std::string> ownVariables(const std::string &path) {
  std::vector<std::string> names;
  Expected<object::OwningBinary<object::ObjectFile>> object = object::ObjectFile::createObjectFile(path);
  if (!object) {
    consumeError(object.takeError());
    return names;
  }
  for (const object::SectionRef &section : object->getBinary()->sections()) {
    Expected<StringRef> name = section.getName();
    Expected<StringRef> contents = section.getContents();
    if (name && contents && *name == kFatBinarySection)
      addNames(*contents, names);
    if (!name)
      consumeError(name.takeError());
    if (!contents)
      consumeError(contents.takeError());
  }
  return names;
}

} // namespace helicon::mcc
