// What stored device code surely holds and no kernel compiler here can do: for mcc, which names it when compiling, as a
// card's assembler and linker would. Code that an optimiser removes does not count.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace helicon::simt {

struct Refused {
  std::string place; ///< "x.mu:12"; empty where the code has no lines
  std::string what;
};

/// `relocatable`: functions may be called from other objects, and those that are missing may come from there.
/// `isMissing`: the linker would look for it. Cost: a look at each call, and where there is something to find, a copy
/// of the module and LLVM's -O2.
std::vector<Refused> findRefused(const llvm::Module &stored, bool relocatable,
                                 llvm::function_ref<bool(const llvm::GlobalValue &)> isMissing);

} // namespace helicon::simt
