// One object file to one shared object, by lld inside this process (1 ms; a linker process takes 20-30).
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Error.h>

#include <vector>

namespace helicon::jit {

/// Links, names the libraries that the object's symbols come from, and writes KernelImage::stackBytes. Symbols that
/// no such library defines are refused by name. Thread safe: lld has global state, so one link runs at a time.
llvm::Expected<std::vector<char>> linkSharedObject(llvm::ArrayRef<char> object, llvm::StringRef kernel);

/// For a thread that LLVM will never let out of a link again: later links are refused instead of waiting for it.
void abandonLinker();

} // namespace helicon::jit
