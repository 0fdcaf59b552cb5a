// Every HELICON_* variable, read once, in one place; docs/environment.md describes them for users. An unknown value is
// said on stderr together with the valid ones, and makes the first runtime call fail instead of being passed over.
#pragma once

#include "jit/Jit.h"
#include "kernel-ir/Abi.h"
#include "runtime/Export.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace helicon {

struct Environment {
  std::string devices = "S5000";    ///< HELICON_DEVICE: S5000, S4000x2,S80, or paths of profile files
  std::optional<uint64_t> memory;   ///< HELICON_MEMORY: bytes of each device, suffixes K M G T
  std::optional<Executor> executor; ///< HELICON_EXEC: simd or thread
  Isa isa = Isa::Auto;              ///< HELICON_ISA: sse42, avx2, avx512
  std::optional<uint32_t> threads;  ///< HELICON_THREADS: workers
  bool strict = false;              ///< HELICON_STRICT=1
  bool launchBlocking = false;      ///< MUSA_LAUNCH_BLOCKING=1
  std::string injection;            ///< MUSA_INJECTION64_PATH: a tool to load; "none" or empty: none
  uint64_t executionTimeout = 0;    ///< MUSA_EXECUTION_TIMEOUT: milliseconds a kernel may run; 0: no limit
  bool debug = false;               ///< HELICON_DEBUG=1: kernels keep what a debugger needs
  bool verbose = false;             ///< HELICON_VERBOSE=1: plans and compile times on stderr
  std::string jitLibrary;           ///< HELICON_JIT: path of libhelicon-jit.so
  bool visibleDevicesSet = false;
  std::string visibleDevices;            ///< MUSA_VISIBLE_DEVICES
  std::vector<std::string> unknownNames; ///< HELICON_* variables that mean nothing: a warning
  std::vector<std::string> problems;     ///< messages for the user; not empty: initialise() fails
};

/// The process's environment, read at the first call.
HELICON_EXPORT const Environment &environment();

/// The warning of a HELICON_* variable that is none of ours: the one that is meant, or all of them.
std::string unknownVariable(std::string_view name);

/// Reads from `get` (a getenv); for tests.
Environment readEnvironment(const char *(*get)(const char *name));

} // namespace helicon
