// The options that loading takes for the sake of a real chip's compiler.
#pragma once

#include "api/common/Libraries.h"
#include "include/musa.h"

namespace helicon::musa {

inline bool jitOptionsAreValid(unsigned count, const MUjit_option *options, void *const *values) {
  return api::jitOptionsAreValid(count, reinterpret_cast<const int *>(options), values, MU_JIT_NUM_OPTIONS - 1);
}

} // namespace helicon::musa
