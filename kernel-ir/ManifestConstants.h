// The initial bytes of a device variable, taken from LLVM's constants. Internal to the manifest builder.
#pragma once

#include "kernel-ir/Image.h"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/Support/Error.h>

namespace helicon {

/// Fills `initial` and `relocations`; leaves both empty for all zero (or undefined) contents.
llvm::Error evaluateInitializer(const llvm::GlobalVariable &variable, VariableInfo &info);

} // namespace helicon
