// Which kernel a call launches, for tools.
#pragma once

#include "runtime/Trace.h"

#include <string>

namespace helicon::mupti {

/// The kernel's name in its object file; empty for calls that launch none, and where the handle is none.
std::string launchedKernel(const trace::Call &call);

} // namespace helicon::mupti
