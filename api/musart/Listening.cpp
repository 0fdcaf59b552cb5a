// This library's copy of the word that says whether a tool listens; made equal to it by the first call.
#include "runtime/Trace.h"

namespace helicon::trace {

constinit std::atomic<uint32_t> listeningHere{kNotStarted};

/// The library, or a plugin that holds the archive, is unloaded.
__attribute__((destructor)) static void leave() { part(listeningHere); }

} // namespace helicon::trace
