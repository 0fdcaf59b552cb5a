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

/// Our own lists of LLVM's passes: no vectoriser (the code is vectors already), no passes for calls. Keeps what is
/// costly to set up for the functions of one compile.
class HostPasses {
public:
  explicit HostPasses(llvm::TargetMachine &machine);
  ~HostPasses();
  /// The bulk, before barriers cut the loops open.
  void tidy(llvm::Function &group);
  /// The rest, after phases; `tidied` says that the bulk was done.
  void finish(llvm::Module &module, bool tidied);

private:
  struct Managers;
  std::unique_ptr<Managers> managers;
};

llvm::Expected<llvm::SmallVector<char, 0>> emitObject(llvm::Module &module, llvm::TargetMachine &machine);

} // namespace helicon::jit
