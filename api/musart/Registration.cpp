// What object files call before main: they name their fat binaries, kernels and variables. Only noted down here; a
// damaged binary is reported at its first use, never by stopping the program.
#include "api/musart/Entry.h"
#include "api/musart/TextureReferences.h"
#include "runtime/Program.h"

#include <cstdlib>
#include <cstring>
#include <vector>

using namespace helicon;

namespace {

program::FatBinary *binaryOf(void **handle) { return reinterpret_cast<program::FatBinary *>(handle); }

} // namespace

HELICON_API void **__musaRegisterFatBinary(void *wrapper) {
  return reinterpret_cast<void **>(program::registerFatBinary(wrapper));
}

/// Marks the end of a binary's registration.
HELICON_API void __musaRegisterFatBinaryEnd(void **handle) {
  if (handle)
    program::finishRegistration(binaryOf(handle));
}

HELICON_API void __musaUnregisterFatBinary(void **handle) {
  if (!handle)
    return;
  musart::forgetReferences(binaryOf(handle));
  program::unregisterFatBinary(binaryOf(handle));
}

HELICON_API void __musaRegisterFunction(void **handle, const char *hostFunction, char *, const char *deviceName, int,
                                        void *, void *, void *, void *, int *) {
  if (handle)
    program::registerKernel(binaryOf(handle), hostFunction, deviceName);
}

HELICON_API void __musaRegisterVar(void **handle, char *hostVar, char *, const char *deviceName, int, size_t size,
                                   int isConstant, int) {
  if (handle)
    program::registerVariable(binaryOf(handle), hostVar, deviceName, size, isConstant != 0, false);
}

HELICON_API void __musaRegisterTexture(void **handle, const void *hostVar, const void **, const char *deviceName, int,
                                       int normalise, int) {
  if (handle)
    musart::registerReference(binaryOf(handle), hostVar, deviceName, normalise != 0);
}

HELICON_API void __musaRegisterSurface(void **handle, const void *hostVar, const void **, const char *deviceName, int,
                                       int) {
  if (handle)
    musart::registerReference(binaryOf(handle), hostVar, deviceName, false);
}

/// Objects of the SDK's compiler hold a pointer for each managed variable and reach the variable through it; it lives
/// as long as the process, as code that runs at exit may still use it.
HELICON_API void __musaRegisterManagedVar(void **handle, void **hostPointer, char *, const char *deviceName, int,
                                          size_t size, int isConstant, int) {
  if (!handle || !hostPointer)
    return;
  constexpr size_t kAlignment = 256;
  void *storage = std::aligned_alloc(kAlignment, (size + kAlignment - 1) / kAlignment * kAlignment);
  if (!storage)
    return;
  std::memset(storage, 0, size);
  static auto &kept = *new std::vector<void *>; // objects register one after the other
  kept.push_back(storage);
  *hostPointer = storage;
  program::registerVariable(binaryOf(handle), storage, deviceName, size, isConstant != 0, true);
}

HELICON_API void __heliconRegisterLinkedBinary(void (*registerGlobals)(void **), void *wrapper, const char *,
                                               void (*)(void *)) {
  auto *handle = reinterpret_cast<void **>(program::registerLinkedBinary(wrapper));
  if (handle && registerGlobals)
    registerGlobals(handle);
  if (handle)
    program::finishRegistration(binaryOf(handle));
}
