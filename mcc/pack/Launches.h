// Launches in device code, as stored bitcode has them.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

namespace helicon::mcc {

/// Replaces what clang makes of `child<<<...>>>(...)` by one call of the device runtime, in place. Names must be final:
/// the child is known by its id (kernel-ir/FunctionId.h). Returns the names of the launched kernels, for the linker.
llvm::Expected<std::vector<std::string>> lowerLaunches(llvm::Module &device);

} // namespace helicon::mcc
