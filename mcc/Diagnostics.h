// Several passes over one source say most things twice. Each warning and error is printed once, in clang's own words.
#pragma once

#include <span>
#include <string>

namespace helicon::mcc {

/// The passes' stderr, most important first, as one: blocks that an earlier pass printed too are left out, and the
/// counts at the end are those of what is left.
std::string mergeDiagnostics(std::span<const std::string> passes);

/// True where device code names a kernel, which it launches then, and where a launch is written `<< <`: the source
/// needs the plugin.
bool needsLaunchPlugin(const std::string &diagnostics);

/// True where a host function met device code: in CUDA sources often one that is __device__ for nvcc alone.
bool callsHostFromDevice(const std::string &diagnostics);

} // namespace helicon::mcc
