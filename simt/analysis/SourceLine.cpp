#include "simt/analysis/SourceLine.h"

using namespace llvm;

namespace helicon::simt {

bool isOwnHeader(StringRef file) {
  return file.contains("include/helicon/") || file.contains("include/cooperative_groups");
}

std::string lineOf(const DILocation *at) {
  while (at && at->getInlinedAt() && isOwnHeader(at->getFilename()))
    at = at->getInlinedAt();
  return at && at->getLine() ? (at->getFilename() + ":" + Twine(at->getLine())).str() : std::string();
}

} // namespace helicon::simt
