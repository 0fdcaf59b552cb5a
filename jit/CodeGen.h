// From the SIMT compiler's IR to an object file for this host: attributes, target machine, passes, emission.
#pragma once

#include "simt/Simt.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>

namespace helicon::jit {

/// A machine for the instruction set, with what the host has beyond its level and what is known to keep our bits.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createMachine(Isa isa);

/// Puts the attributes on every function that decide vector width, unwinding and floating point.
void prepareForHost(llvm::Module &module, const llvm::TargetMachine &machine, Isa isa);

/// Our own list of LLVM's passes: no vectoriser (the code is vectors already), no passes for calls.
void optimize(llvm::Module &module, llvm::TargetMachine &machine, Executor executor);

llvm::Expected<llvm::SmallVector<char, 0>> emitObject(llvm::Module &module, llvm::TargetMachine &machine);

} // namespace helicon::jit
