// Faults put into the compiler on purpose, to check that the random kernels find such (tests/fuzz/planted-faults). Only
// a build with -DHELICON_PLANT_FAULTS=ON has them; PLANTED_FAULT names the one that is on.
#pragma once

#ifdef HELICON_PLANT_FAULTS
#include <cstdlib>
#include <string_view>
#endif

namespace helicon::simt {

#ifdef HELICON_PLANT_FAULTS
inline bool planted(std::string_view fault) {
  const char *name = std::getenv("PLANTED_FAULT");
  return name && fault == name;
}
#else
constexpr bool planted(const char *) { return false; }
#endif

} // namespace helicon::simt
