// The one interface between the runtime and the compiler: a launch shape in, a kernel's shared object out.
// libhelicon-jit is opened with dlopen at the first cache miss and exports kJitEntrySymbol and kJitLineSymbol; it is
// the only part of a running program that links LLVM. Thread safe; never throws, never exits.
#pragma once

#include "kernel-ir/Request.h"

#include <string>

namespace helicon {

using JitCompileFunction = void (*)(const CompileRequest &, CompileResult &);
inline constexpr char kJitEntrySymbol[] = "heliconJitCompile";

/// The source line ("x.mu:12") of the instruction at `address` of a kernel's shared object, as its file counts; empty
/// where it has no lines.
using JitLineFunction = void (*)(std::span<const char> object, uint64_t address, std::string &line);
inline constexpr char kJitLineSymbol[] = "heliconJitLine";

/// Names everything outside the request that the code depends on: Helicon's version, ABI, LLVM, CPU features.
/// Part of the cache key; cheap, needs no LLVM.
std::string targetIdentity(Isa isa);
/// The widest instruction set of this CPU and system; `Auto` resolved, HELICON_ISA applied by the caller.
Isa detectIsa();

} // namespace helicon
