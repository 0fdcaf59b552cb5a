// Relocatable device code meets the host's linker. Every device symbol NAME that an object defines gets a hidden symbol
// `NAME.device` in it, and every one that it needs a reference to that: so linkers take members of archives for the
// sake of their device code, and say what is missing or there twice, naming the object. Any linker: nothing of mcc is
// needed.
#pragma once

#include "mcc/pack/Pack.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include <string>
#include <vector>

namespace helicon::mcc {

/// Adds what `device` defines and needs; `launched` are kernels that only launches name.
void collectSymbols(const llvm::Module &device, const std::vector<std::string> &launched, DeviceSymbols &symbols);

/// A declaration that no part of Helicon defines.
bool isMissing(const llvm::GlobalValue &global);

/// The symbols in an object's bytes (ELF for x86-64).
llvm::Error addToObject(llvm::SmallVectorImpl<char> &object, const DeviceSymbols &symbols);

} // namespace helicon::mcc
