// The driver's entries by name, for the runtime API.
#include "api/musart/Entry.h"

#include "include/musa.h"

using namespace helicon;

/// libmusa's look-up of CUDA's names (api/musa/ProcAddress.cpp).
extern "C" MUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, muuint64_t flags);

namespace {

using Lookup = MUresult (*)(const char *, void **, int, muuint64_t);

/// A symbol that is not there is no error of the call where `found` can say so: the pointer is null then.
musaError_t entryPoint(const char *function, bool perThread, Lookup lookup, const char *symbol, void **out,
                       unsigned version, unsigned long long flags, musaDriverEntryPointQueryResult *found) {
  return musart::withDevices(function, [&] {
    if (!symbol || !out || flags > musaEnablePerThreadDefaultStream || version == 0)
      return Status::InvalidValue;
    if (flags == musaEnableDefault && perThread)
      flags = musaEnablePerThreadDefaultStream;
    const MUresult result = lookup(symbol, out, static_cast<int>(version), flags);
    if (result != MUSA_SUCCESS && result != MUSA_ERROR_NOT_FOUND)
      return Status::InvalidValue;
    if (!found)
      return result == MUSA_SUCCESS ? Status::Success : Status::NotFound;
    *found = result == MUSA_SUCCESS ? musaDriverEntryPointSuccess : musaDriverEntryPointSymbolNotFound;
    return Status::Success;
  });
}

musaError_t musaGetDriverEntryPointBody(const char *function, bool perThread, const char *symbol, void **out,
                                        unsigned long long flags) {
  return entryPoint(function, perThread, muGetProcAddress, symbol, out, MUSART_VERSION, flags, nullptr);
}

musaError_t musaGetDriverEntryPointByVersionBody(const char *function, bool perThread, const char *symbol, void **out,
                                                 unsigned version, unsigned long long flags,
                                                 musaDriverEntryPointQueryResult *found) {
  return entryPoint(function, perThread, muGetProcAddress, symbol, out, version, flags, found);
}

musaError_t cudaGetDriverEntryPointBody(const char *function, bool perThread, const char *symbol, void **out,
                                        unsigned long long flags, musaDriverEntryPointQueryResult *found) {
  return entryPoint(function, perThread, cuGetProcAddress, symbol, out, 1, flags, found);
}

musaError_t cudaGetDriverEntryPointByVersionBody(const char *function, bool perThread, const char *symbol, void **out,
                                                 unsigned version, unsigned long long flags,
                                                 musaDriverEntryPointQueryResult *found) {
  return entryPoint(function, perThread, cuGetProcAddress, symbol, out, version, flags, found);
}

} // namespace

HELICON_STREAM_API(musaGetDriverEntryPoint, _ptsz, (const char *symbol, void **funcPtr, unsigned long long flags),
                   (symbol, funcPtr, flags))
HELICON_STREAM_API(musaGetDriverEntryPointByVersion, _ptsz,
                   (const char *symbol, void **funcPtr, unsigned int musaVersion, unsigned long long flags,
                    musaDriverEntryPointQueryResult *driverStatus),
                   (symbol, funcPtr, musaVersion, flags, driverStatus))
/// CUDA 12's form has one argument more.
HELICON_STREAM_API(cudaGetDriverEntryPoint, _ptsz,
                   (const char *symbol, void **funcPtr, unsigned long long flags,
                    musaDriverEntryPointQueryResult *driverStatus),
                   (symbol, funcPtr, flags, driverStatus))
HELICON_STREAM_API(cudaGetDriverEntryPointByVersion, _ptsz,
                   (const char *symbol, void **funcPtr, unsigned int cudaVersion, unsigned long long flags,
                    musaDriverEntryPointQueryResult *driverStatus),
                   (symbol, funcPtr, cudaVersion, flags, driverStatus))
