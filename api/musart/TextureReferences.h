// What objects register of their texture and surface references.
#pragma once

#include "runtime/Program.h"

namespace helicon::musart {

/// `host`: the variable of the program; `normalise`: its read mode.
void registerReference(program::FatBinary *, const void *host, const char *deviceName, bool normalise);

/// The binary's references are gone with it.
void forgetReferences(const program::FatBinary *);

} // namespace helicon::musart
