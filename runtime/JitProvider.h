// The default provider of native code: the disk cache, and on a miss libhelicon-jit.
#pragma once

#include "runtime/KernelCache.h"

#include <string>

namespace helicon {

KernelProvider &jitProvider();

/// Where libhelicon-jit.so is looked for: HELICON_JIT, beside this library, in helicon/ below it.
HELICON_EXPORT std::string jitLibraryPath();
/// Folder of the disk cache, or why there is none.
HELICON_EXPORT std::string cacheDescription();

} // namespace helicon
