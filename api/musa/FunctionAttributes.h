// Attributes of functions and of libraries' kernels, by the driver's numbers.
#pragma once

#include "include/musa.h"
#include "runtime/Module.h"
#include "runtime/Status.h"

namespace helicon::musa {

/// InvalidValue for a number that is no attribute.
Status getAttribute(const Kernel &kernel, MUfunction_attribute attribute, int &out);
/// NotSupported for those of clusters, InvalidValue for what cannot be set.
Status setAttribute(Kernel &kernel, MUfunction_attribute attribute, int value);

} // namespace helicon::musa
