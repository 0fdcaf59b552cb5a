// From the device module that clang made to what is stored: names made fit for storing, and the manifest.
#pragma once

#include "kernel-ir/Image.h"

#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

namespace helicon {

/// Gives every variable that needs storage a name, for relocatable code one that is unique in the program, by appending
/// `unique` (if not empty) to internal ones, and binds clang's dangling references to renamed statics of relocatable
/// code. Call before buildManifest.
void nameForStorage(llvm::Module &device, llvm::StringRef unique);

/// Kernels and variables of a module that went through nameForStorage. Fails on what cannot be run: more than 4 KB of
/// arguments, `long double` parameters (8 bytes in device code, 16 at the host), initialisers without a fixed value.
llvm::Expected<Manifest> buildManifest(const llvm::Module &device);

} // namespace helicon
