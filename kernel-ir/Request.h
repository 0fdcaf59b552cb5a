// What is asked of the compiler, and what comes back: the words that the runtime, the jit and the SIMT passes share.
#pragma once

#include "kernel-ir/Abi.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace helicon {

struct LaunchShape {
  uint32_t block[3] = {1, 1, 1};
  /// gridDim[d] * block[d] < 2^31 for every d: global indices need no more than 31 bits
  bool indexFits31 = true;
};

enum class Isa : uint32_t { Auto, Sse42, Avx2, Avx512 };

struct CompileRequest {
  std::vector<std::span<const char>> bitcode; ///< the modules of the program image; one without -fgpu-rdc
  std::string_view kernel;
  LaunchShape shape;
  Executor executor = Executor::Simd;
  Isa isa = Isa::Auto;
  bool debug = false;   ///< keep what a debugger needs
  bool checked = false; ///< look for what a card forbids or leaves undefined (HELICON_STRICT)
};

struct CompileResult {
  bool ok = false;
  std::vector<char> object;           ///< an ELF shared object
  std::string message;                ///< what is wrong, when not ok
  Executor executor = Executor::Simd; ///< Thread when the plan chose it
  std::string reason;                 ///< why the plan chose another executor, else empty
};

} // namespace helicon
