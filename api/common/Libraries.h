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

/// Options 0 to `last`, which steer a real chip's compiler. False for another, and for missing arrays. Empties the log
/// buffers that are given: what is wrong with code is said on stderr.
HELICON_EXPORT bool jitOptionsAreValid(unsigned count, const int *options, void *const *values, int last);

/// What loading a library is told besides its code. Of the library's options 0 and 1 are ones; what 0 offers, host
/// functions in tables of function pointers, is not: 801.
struct LibraryOptions {
  bool jitOptionsAreValid;
  unsigned count;
  const int *options;
  void *const *values;
};
/// The handle goes to `out`. InvalidValue for bad options, without code or path.
HELICON_EXPORT Status loadLibrary(void **out, const LibraryOptions &options, const void *code);
HELICON_EXPORT Status loadLibraryFile(void **out, const LibraryOptions &options, const char *path);

/// NotFound without such a kernel.
HELICON_EXPORT Status kernelHandle(const Library &library, const char *name, void **out);
HELICON_EXPORT Status kernelCount(const Library &library, unsigned *out);
/// Writes `count` handles at most.
HELICON_EXPORT Status kernelHandles(const Library &library, void **out, unsigned count);

} // namespace helicon::api
