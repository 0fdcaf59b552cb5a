#include "simt/analysis/SourceLine.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/Path.h>

using namespace llvm;

namespace helicon::simt {

bool isOwnHeader(StringRef file) {
  SmallString<128> path(file);
  sys::path::remove_dots(path, /*remove_dot_dot=*/true); // <cuda/barrier> includes ../helicon/cuda/barrier.h
  return path.str().contains("include/helicon/") || path.str().contains("include/cooperative_groups") ||
         path.str().contains("include/musa_awbarrier_primitives.h");
}

std::string lineOf(const DILocation *at) {
  while (at && at->getInlinedAt() && isOwnHeader(at->getFilename()))
    at = at->getInlinedAt();
  return at && at->getLine() ? (at->getFilename() + ":" + Twine(at->getLine())).str() : std::string();
}

} // namespace helicon::simt
