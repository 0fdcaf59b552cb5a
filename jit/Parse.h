// Reads the modules of a request, and of each only what the kernel reaches.
#pragma once

#include "kernel-ir/Request.h"

#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include <memory>

namespace helicon::jit {

/// Bitcode, or textual IR, which is convenient for tests. Functions that the kernel does not reach are declarations,
/// unless it calls through pointers.
llvm::Expected<std::vector<std::unique_ptr<llvm::Module>>> parseModules(const CompileRequest &request,
                                                                        llvm::LLVMContext &context);

} // namespace helicon::jit
