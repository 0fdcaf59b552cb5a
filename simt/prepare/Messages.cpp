// How prepare tells the user what it refuses.
#include "simt/prepare/Steps.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>

using namespace llvm;

namespace helicon::simt {

std::string readableName(StringRef mangled) { return demangle(mangled.str()); }

Error userError(const Instruction &at, const Twine &message) {
  std::string where;
  if (const DILocation *line = at.getDebugLoc())
    where = (line->getFilename() + ":" + Twine(line->getLine()) + ": ").str();
  return createStringError(Twine(where) + message + " (kernel " + readableName(at.getFunction()->getName()) + ")");
}

} // namespace helicon::simt
