// What an input is: MUSA source, host source, or something for the linker.
#pragma once

#include "mcc/Options.h"

namespace helicon::mcc {

/// By -x if it was given, else by the file's name; `deviceOption` makes C and C++ sources MUSA.
InputKind classify(const Input &input, bool deviceOption);

/// True for .cu files, unless -x musa says that they were ported, and for what -x cuda or -cuda_wrapper calls CUDA.
bool seesCudaNames(const Input &input, bool cudaWrapper);

/// "dir/a.mu" -> "a".
std::string stemOf(const std::string &path);
/// Replaces the extension of the last path component, or appends one.
std::string withExtension(const std::string &path, const std::string &extension);

/// False for assembly, preprocessed source and IR.
bool mayInclude(const Input &input);

/// The language clang is told for a host source, empty: it finds out by itself.
std::string hostLanguage(const Input &input, bool asClang);

} // namespace helicon::mcc
