// The whole run of mcc for parsed options.
#pragma once

#include "mcc/Options.h"

namespace helicon::mcc {

/// The exit status.
int drive(const Options &options);

} // namespace helicon::mcc
