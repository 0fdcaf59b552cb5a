// Writes the one exported symbol of a kernel's shared object: the KernelImage of kernel-ir/Abi.h as a constant.
#pragma once

#include "kernel-ir/Abi.h"
#include "simt/Simt.h"

namespace helicon::simt {

struct ImageFacts {
  Executor executor = Executor::Simd;
  uint32_t flags = 0;
  uint32_t groups = 0;
  uint32_t threadsPerGroup = 0;
  uint32_t frameBytes = 0;
  uint32_t sharedBytes = 0;
  llvm::StringRef name;
  std::string plan;
  llvm::ArrayRef<std::string> variables;
};

/// Notes a place where threads may wait or end, for KernelImage::sites; its index plus one.
uint32_t addSite(llvm::Module &module, const llvm::DebugLoc &at);

/// Adds kKernelImageSymbol, the module's only external definition afterwards. `stackBytes` is left 0: it is known
/// after code generation, and the linker step writes it.
void emitKernelImage(llvm::Function &entry, const LaunchShape &shape, const ImageFacts &facts);

} // namespace helicon::simt
