// HELICON_DUMP=<folder>: writes a kernel's IR after each stage, and its shared object, for those who develop the
// compiler. Names: KERNEL-XxYxZ.NN-stage.ll. Errors while dumping are ignored: it must never change what runs.
#pragma once

#include "jit/Jit.h"

#include <llvm/IR/Module.h>

#include <string>

namespace helicon::jit {

class Dump {
public:
  explicit Dump(const CompileRequest &request);
  void module(llvm::StringRef stage, const llvm::Module &module);
  void object(const std::vector<char> &bytes);

private:
  std::string fileName(llvm::StringRef stage, llvm::StringRef suffix);

  std::string prefix; ///< empty: off
  unsigned next = 0;
};

} // namespace helicon::jit
