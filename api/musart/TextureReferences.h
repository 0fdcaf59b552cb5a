// What objects register of their texture and surface references.
#pragma once

#include "runtime/Program.h"

namespace helicon::musart {

/// `host`: the variable of the program; `shape`: musaTextureType... or musaSurfaceType...; `normalise`: its read mode.
void registerReference(program::FatBinary *, const void *host, const char *deviceName, int shape, bool normalise);

} // namespace helicon::musart
