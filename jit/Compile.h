// The compile itself, without the guards that the exported entry puts around it; for tests and tools.
#pragma once

#include "jit/CodeGen.h"
#include "simt/Simt.h"

namespace helicon::jit {

/// Milliseconds of CPU time that a compile spent in each step.
struct CompileTimes {
  double parse = 0, simt = 0, optimize = 0, codegen = 0, link = 0;
  double total() const { return parse + simt + optimize + codegen + link; }
};

/// Parses the request's modules (bitcode; textual IR too, which is convenient for tests), compiles and links.
void compile(const CompileRequest &request, CompileResult &result, CompileTimes *times = nullptr);

/// From the SIMT compiler's module on: optimise, generate code, link. `passes` and `machine` belong together.
llvm::Expected<std::vector<char>> compileModule(llvm::Module &module, llvm::StringRef kernel, Isa isa,
                                                llvm::TargetMachine &machine, HostPasses &passes, bool tidied,
                                                CompileTimes *times = nullptr, simt::StageObserver observe = {});

} // namespace helicon::jit
