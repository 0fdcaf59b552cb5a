// What host objects register before main: fat binaries, the host addresses of kernels, and the shadows of device
// variables. Registration only notes things down (no device); a context gets its module at the first use.
#pragma once

#include "runtime/Export.h"
#include "runtime/Module.h"
#include "runtime/Status.h"

#include <cstdint>

namespace helicon::program {

struct FatBinary; ///< the handle that registration passes about

/// `wrapper`: the 24-byte segment {magic 0x466243b1, version, data, ...}. Null and a message when it is none.
HELICON_EXPORT FatBinary *registerFatBinary(const void *wrapper);
/// The same for one object of an -fgpu-rdc program: all binaries of one shared library or executable form one program.
HELICON_EXPORT FatBinary *registerLinkedBinary(const void *wrapper);
HELICON_EXPORT void registerKernel(FatBinary *, const void *hostFunction, const char *deviceName);
HELICON_EXPORT void registerVariable(FatBinary *, void *shadow, const char *deviceName, uint64_t bytes, bool constant,
                                     bool managed);
/// Called after the last registration of a binary: the shadows of managed variables, which the manifest names, become
/// their storage and get their initial values. Reads the manifest only where variables were registered.
HELICON_EXPORT void finishRegistration(FatBinary *);
/// Drops its modules in all contexts.
HELICON_EXPORT void unregisterFatBinary(FatBinary *);

/// The kernel behind a host address, or of a library, in `context`. InvalidDeviceFunction for an unknown address;
/// InvalidImage, NoBinaryForDevice for a binary that can't be used (said on stderr).
HELICON_EXPORT Status kernelFor(const void *hostFunction, Context &context, Kernel *&out);
/// InvalidSymbol for an unknown address.
HELICON_EXPORT Status variableFor(const void *shadow, Context &context, Variable &out, uint64_t &bytes);
/// The name under which the kernel at `hostFunction` was registered, or null.
HELICON_EXPORT const char *kernelName(const void *hostFunction);

} // namespace helicon::program
