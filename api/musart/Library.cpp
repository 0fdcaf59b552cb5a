// Libraries of code that the program loads itself, and the parameters of kernels.
#include "api/common/Functions.h"
#include "api/common/Libraries.h"
#include "api/musart/Entry.h"
#include "runtime/Program.h"

using namespace helicon;

namespace {

template <class Body> musaError_t withLibrary(const char *function, musaLibrary_t handle, Body &&body) {
  return musart::withDevices(function, [&]() -> Status {
    const LibraryRef library = findLibrary(handle);
    return library ? body(*library) : Status::InvalidHandle;
  });
}

musaError_t getVariable(const char *function, void **dptr, size_t *bytes, musaLibrary_t handle, const char *name,
                        bool managed) {
  return musart::withContext(function, [&](Context &context) -> Status {
    const LibraryRef library = findLibrary(handle);
    if (!library)
      return Status::InvalidHandle;
    ModuleRef module;
    if (Status status = library->moduleIn(context, module); status != Status::Success)
      return status;
    const Status status = api::variableOf(*module, name, dptr, bytes, managed);
    return status == Status::NotFound ? Status::InvalidSymbol : status;
  });
}

api::LibraryOptions optionsOf(const musaJitOption *jit, void *const *jitValues, unsigned jitCount,
                              const musaLibraryOption *options, void *const *values, unsigned count) {
  return {
      api::jitOptionsAreValid(jitCount, reinterpret_cast<const int *>(jit), jitValues, musaJitOverrideDirectiveValues),
      count, reinterpret_cast<const int *>(options), values};
}

} // namespace

HELICON_API musaError_t musaLibraryLoadData(musaLibrary_t *library, const void *code, musaJitOption *jitOptions,
                                            void **jitOptionsValues, unsigned int numJitOptions,
                                            musaLibraryOption *libraryOptions, void **libraryOptionValues,
                                            unsigned int numLibraryOptions) {
  return musart::withDevices(__func__, [&] {
    const api::LibraryOptions options =
        optionsOf(jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions);
    return api::loadLibrary(reinterpret_cast<void **>(library), options, code);
  });
}

HELICON_API musaError_t musaLibraryLoadFromFile(musaLibrary_t *library, const char *fileName, musaJitOption *jitOptions,
                                                void **jitOptionsValues, unsigned int numJitOptions,
                                                musaLibraryOption *libraryOptions, void **libraryOptionValues,
                                                unsigned int numLibraryOptions) {
  return musart::withDevices(__func__, [&] {
    const api::LibraryOptions options =
        optionsOf(jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions);
    return api::loadLibraryFile(reinterpret_cast<void **>(library), options, fileName);
  });
}

HELICON_API musaError_t musaLibraryUnload(musaLibrary_t library) {
  return withLibrary(__func__, library, [](Library &found) {
    found.unload();
    return Status::Success;
  });
}

HELICON_API musaError_t musaLibraryGetKernel(musaKernel_t *pKernel, musaLibrary_t library, const char *name) {
  return withLibrary(__func__, library, [&](Library &found) {
    const Status status = api::kernelHandle(found, name, reinterpret_cast<void **>(pKernel));
    return status == Status::NotFound ? Status::InvalidSymbol : status;
  });
}

HELICON_API musaError_t musaLibraryGetKernelCount(unsigned int *count, musaLibrary_t lib) {
  return withLibrary(__func__, lib, [&](Library &found) { return api::kernelCount(found, count); });
}

HELICON_API musaError_t musaLibraryEnumerateKernels(musaKernel_t *kernels, unsigned int numKernels, musaLibrary_t lib) {
  return withLibrary(__func__, lib, [&](Library &found) {
    return api::kernelHandles(found, reinterpret_cast<void **>(kernels), numKernels);
  });
}

HELICON_API musaError_t musaLibraryGetGlobal(void **dptr, size_t *bytes, musaLibrary_t library, const char *name) {
  return getVariable(__func__, dptr, bytes, library, name, false);
}

HELICON_API musaError_t musaLibraryGetManaged(void **dptr, size_t *bytes, musaLibrary_t library, const char *name) {
  return getVariable(__func__, dptr, bytes, library, name, true);
}

/// No function of a library has one address for host and device.
HELICON_API musaError_t musaLibraryGetUnifiedFunction(void **fptr, musaLibrary_t library, const char *symbol) {
  return withLibrary(__func__, library,
                     [&](Library &) { return fptr && symbol ? Status::InvalidSymbol : Status::InvalidValue; });
}

/// On the device's current context, else on its primary one.
HELICON_API musaError_t musaKernelSetAttributeForDevice(musaKernel_t kernel, musaFuncAttribute attr, int value,
                                                        int ordinal) {
  return musart::withDevice(__func__, ordinal, [&](Device &device) -> Status {
    ContextRef context = current::get();
    if (!context || context->isDestroyed() || &context->device() != &device)
      context = device.primary();
    if (!context)
      return Status::OutOfMemory;
    Kernel *found = nullptr;
    if (Status status = program::kernelFor(kernel, *context, found); status != Status::Success)
      return status == Status::InvalidDeviceFunction ? Status::InvalidHandle : status;
    return musart::setFunctionAttribute(*found, attr, value);
  });
}

/// The handle of a kernel of the program is its host address: launches take either.
HELICON_API musaError_t musaGetKernel(musaKernel_t *kernelPtr, const void *entryFuncAddr) {
  return musart::withContext(__func__, [&](Context &context) {
    if (!kernelPtr)
      return Status::InvalidValue;
    Kernel *found = nullptr;
    const Status status = program::kernelFor(entryFuncAddr, context, found);
    if (status == Status::Success)
      *kernelPtr = reinterpret_cast<musaKernel_t>(const_cast<void *>(entryFuncAddr));
    return status;
  });
}

HELICON_API musaError_t musaFuncGetParamInfo(const void *func, size_t paramIndex, size_t *paramOffset,
                                             size_t *paramSize) {
  return musart::withContext(__func__, [&](Context &context) {
    Kernel *found = nullptr;
    const Status status = program::kernelFor(func, context, found);
    return status == Status::Success ? api::parameterFacts(found->info(), paramIndex, paramOffset, paramSize) : status;
  });
}
