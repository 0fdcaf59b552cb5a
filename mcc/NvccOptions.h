// Options of nvcc that neither mcc nor clang has: each is refused with what to write in its place, instead of clang's
// guess at a similar name ("-march=sm_80"). Options that both compilers spell alike are not here.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace helicon::mcc {

struct NvccRefusal {
  std::string message; ///< empty: not an option of nvcc's own
  size_t words = 1;    ///< of the command line, the option's value included
};

/// Looks at `arguments[at]`, which begins with a dash. nvcc takes one dash or two, and a value after '=' or a space.
NvccRefusal refuseNvccOption(const std::vector<std::string> &arguments, size_t at);

} // namespace helicon::mcc
