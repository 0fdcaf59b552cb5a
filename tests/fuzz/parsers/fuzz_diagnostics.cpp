// Any text as what two passes wrote: the first pass's lines all survive, apart from its counts, and saying the same
// twice adds nothing.
#include "mcc/Diagnostics.h"

#include <array>
#include <cstdint>
#include <cstdlib>

using namespace helicon::mcc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  std::string once = mergeDiagnostics(std::array{text});
  std::string twice = mergeDiagnostics(std::array{text, text});
  if (once != twice)
    std::abort();
  return 0;
}
