// The options that loading takes for the sake of a real chip's compiler.
#pragma once

#include "include/musa.h"

namespace helicon::musa {

/// False for an option that is none, and for missing arrays. Empties the log buffers that are given: what is wrong with
/// an image is said on stderr.
inline bool jitOptionsAreValid(unsigned count, const MUjit_option *options, void *const *values) {
  if (count && (!options || !values))
    return false;
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] < 0 || options[i] >= MU_JIT_NUM_OPTIONS)
      return false;
    const bool isBuffer = options[i] == MU_JIT_INFO_LOG_BUFFER || options[i] == MU_JIT_ERROR_LOG_BUFFER;
    if (isBuffer && values[i])
      *static_cast<char *>(values[i]) = '\0';
  }
  return true;
}

} // namespace helicon::musa
