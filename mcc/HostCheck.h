// Kernels in a file that is compiled as host code would vanish without a word (the qualifiers are empty macros there)
// or end in a puzzling parse error. They are found and named before.
#pragma once

#include "mcc/Options.h"
#include "mcc/Sdk.h"

#include <string>

namespace helicon::mcc {

/// An error in clang's form when `input` holds `__global__` or `<<<` outside of comments, strings and untaken
/// conditionals; else empty.
std::string findKernels(const Options &options, const Sdk &sdk, const Input &input, const std::string &folder);

} // namespace helicon::mcc
