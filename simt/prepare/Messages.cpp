// How prepare tells the user what it refuses.
#include "simt/prepare/Steps.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>

using namespace llvm;

namespace helicon::simt {

std::string readableName(StringRef mangled) { return demangle(mangled.str()); }

std::string nameWithKind(const Function &f) {
  return (f.hasLocalLinkage() ? "function " : "kernel ") + readableName(f.getName());
}

Error userError(const Instruction &at, const Twine &message) {
  std::string where;
  if (const DILocation *line = at.getDebugLoc())
    where = (line->getFilename() + ":" + Twine(line->getLine()) + ": ").str();
  return createStringError(Twine(where) + message + " (" + nameWithKind(*at.getFunction()) + ")");
}

} // namespace helicon::simt
