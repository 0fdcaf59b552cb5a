// Libraries of code that the program loads itself, and the parameters of kernels.
#include "api/common/Functions.h"
#include "api/common/Libraries.h"
#include "api/musart/Entry.h"
#include "runtime/Program.h"

#include <algorithm>

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

bool jitOptionsAreValid(unsigned count, const musaJitOption *options, void *const *values) {
  if (count && (!options || !values))
    return false;
  for (unsigned i = 0; i < count; ++i) {
    const int option = options[i];
    if (option < musaJitMaxRegisters || option > musaJitOverrideDirectiveValues)
      return false;
    if ((option == musaJitInfoLogBuffer || option == musaJitErrorLogBuffer) && values[i])
      *static_cast<char *>(values[i]) = '\0'; // what is wrong with code is said on stderr
  }
  return true;
}

template <class Load>
musaError_t loadLibrary(const char *function, musaLibrary_t *out, bool optionsAreValid,
                        const musaLibraryOption *options, void **values, unsigned count, Load &&load) {
  return musart::withDevices(function, [&] {
    if (!out || !optionsAreValid)
      return Status::InvalidValue;
    if (Status status = api::checkLibraryOptions(count, reinterpret_cast<const int *>(options), values);
        status != Status::Success)
      return status;
    LibraryRef library;
    const Status status = load(library);
    if (status == Status::Success)
      *out = reinterpret_cast<musaLibrary_t>(library.get());
    return status;
  });
}

} // namespace

HELICON_API musaError_t musaLibraryLoadData(musaLibrary_t *library, const void *code, musaJitOption *jitOptions,
                                            void **jitOptionsValues, unsigned int numJitOptions,
                                            musaLibraryOption *libraryOptions, void **libraryOptionValues,
                                            unsigned int numLibraryOptions) {
  const bool valid = jitOptionsAreValid(numJitOptions, jitOptions, jitOptionsValues);
  return loadLibrary(__func__, library, valid, libraryOptions, libraryOptionValues, numLibraryOptions,
                     [&](LibraryRef &out) { return code ? api::loadLibrary(code, out) : Status::InvalidValue; });
}

HELICON_API musaError_t musaLibraryLoadFromFile(musaLibrary_t *library, const char *fileName, musaJitOption *jitOptions,
                                                void **jitOptionsValues, unsigned int numJitOptions,
                                                musaLibraryOption *libraryOptions, void **libraryOptionValues,
                                                unsigned int numLibraryOptions) {
  const bool valid = jitOptionsAreValid(numJitOptions, jitOptions, jitOptionsValues);
  return loadLibrary(
      __func__, library, valid, libraryOptions, libraryOptionValues, numLibraryOptions,
      [&](LibraryRef &out) { return fileName ? Library::loadFile(fileName, out) : Status::InvalidValue; });
}

HELICON_API musaError_t musaLibraryUnload(musaLibrary_t library) {
  return withLibrary(__func__, library, [](Library &found) {
    found.unload();
    return Status::Success;
  });
}

HELICON_API musaError_t musaLibraryGetKernel(musaKernel_t *pKernel, musaLibrary_t library, const char *name) {
  return withLibrary(__func__, library, [&](Library &found) {
    if (!pKernel || !name)
      return Status::InvalidValue;
    LibraryKernel *kernel = found.kernel(name);
    if (!kernel)
      return Status::InvalidSymbol;
    *pKernel = reinterpret_cast<musaKernel_t>(kernel);
    return Status::Success;
  });
}

HELICON_API musaError_t musaLibraryGetKernelCount(unsigned int *count, musaLibrary_t lib) {
  return withLibrary(__func__, lib, [&](Library &found) {
    if (!count)
      return Status::InvalidValue;
    *count = static_cast<unsigned>(found.kernels().size());
    return Status::Success;
  });
}

HELICON_API musaError_t musaLibraryEnumerateKernels(musaKernel_t *kernels, unsigned int numKernels, musaLibrary_t lib) {
  return withLibrary(__func__, lib, [&](Library &found) {
    if (!kernels || numKernels == 0)
      return Status::InvalidValue;
    const size_t count = std::min<size_t>(numKernels, found.kernels().size());
    for (size_t i = 0; i < count; ++i)
      kernels[i] = reinterpret_cast<musaKernel_t>(found.kernels()[i].get());
    return Status::Success;
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
