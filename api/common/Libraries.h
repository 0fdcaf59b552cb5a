// What both APIs share of loading code.
#pragma once

#include "runtime/Library.h"

#include <cstddef>

namespace helicon::api {

/// The fat binary behind what loading calls take: its bytes, or the segment that objects register, which points to them
/// (null where that is empty).
HELICON_EXPORT const void *bundleOf(const void *image);

/// A variable by name; `address` or `bytes` may be null. NotFound without one; with `managed`, without a managed one.
HELICON_EXPORT Status variableOf(Module &module, const char *name, void **address, size_t *bytes, bool managed);

/// Numbers 0 and 1 are options. What option 0 offers, host functions in tables of function pointers, is not: 801.
HELICON_EXPORT Status checkLibraryOptions(unsigned count, const int *options, void *const *values);
HELICON_EXPORT Status loadLibrary(const void *code, LibraryRef &out);

} // namespace helicon::api
