// nvcc's options said as mcc says them, or refused with what to write in their place, instead of clang's guess at a
// similar name ("-march=sm_80") or a library of that name ("-lib").
#pragma once

#include "support/Result.h"

#include <cstddef>
#include <string>
#include <vector>

namespace helicon::mcc {

struct NvccOption {
  size_t words = 0;               ///< of the command line, values included; 0: not an option of nvcc's own
  std::vector<std::string> means; ///< stands in their place
  bool forHost = false;           ///< what it means is said to the host compiler, and may not touch device code
  bool again = false;             ///< `means` came from a file, and may hold options of nvcc itself
  std::string refusal;            ///< not empty: it has no meaning here
};

/// Looks at `arguments[at]`, which begins with a dash. nvcc takes one dash or two, and a value after '=' or a space.
NvccOption readNvccOption(const std::vector<std::string> &arguments, size_t at);

} // namespace helicon::mcc
