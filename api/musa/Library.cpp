// Libraries and their kernels: code that is loaded once for all contexts.
#include "api/common/Functions.h"
#include "api/common/Libraries.h"
#include "api/musa/Entry.h"
#include "api/musa/FunctionAttributes.h"
#include "api/musa/JitOptions.h"

using namespace helicon;

namespace {

template <class Body> MUresult withLibrary(const char *function, MUlibrary handle, Body &&body) {
  return musa::initialised(function, [&]() -> Status {
    const LibraryRef library = findLibrary(handle);
    return library ? body(*library) : Status::InvalidHandle;
  });
}

/// For calls on what a library has in the current context.
template <class Body> MUresult withModule(const char *function, MUlibrary handle, Body &&body) {
  return musa::withContext(function, [&](Context &context) -> Status {
    const LibraryRef library = findLibrary(handle);
    if (!library)
      return Status::InvalidHandle;
    ModuleRef module;
    const Status status = library->moduleIn(context, module);
    return status == Status::Success ? body(*module) : status;
  });
}

template <class Body> MUresult withKernel(const char *function, MUkernel handle, Body &&body) {
  return musa::initialised(function, [&]() -> Status {
    const std::shared_ptr<LibraryKernel> kernel = findLibraryKernel(handle);
    return kernel ? body(*kernel) : Status::InvalidHandle;
  });
}

/// For attributes, which belong to a device: the current context if it is on the device, else the primary one.
template <class Body> MUresult withKernelOn(const char *function, MUkernel handle, MUdevice ordinal, Body &&body) {
  return withKernel(function, handle, [&](LibraryKernel &kernel) {
    Device *found = device(ordinal);
    if (!found)
      return Status::InvalidDevice;
    ContextRef context = current::get();
    if (!context || context->isDestroyed() || &context->device() != found)
      context = found->primary();
    if (!context)
      return Status::OutOfMemory;
    Kernel *function = nullptr;
    const Status status = kernel.in(*context, function);
    return status == Status::Success ? body(*function) : status;
  });
}

api::LibraryOptions optionsOf(const MUjit_option *jit, void *const *jitValues, unsigned jitCount,
                              const MUlibraryOption *options, void *const *values, unsigned count) {
  return {musa::jitOptionsAreValid(jitCount, jit, jitValues), count, reinterpret_cast<const int *>(options), values};
}

} // namespace

HELICON_API MUresult muLibraryLoadData(MUlibrary *library, const void *code, MUjit_option *jitOptions,
                                       void **jitOptionsValues, unsigned int numJitOptions,
                                       MUlibraryOption *libraryOptions, void **libraryOptionValues,
                                       unsigned int numLibraryOptions) {
  return musa::initialised(__func__, [&] {
    const api::LibraryOptions options =
        optionsOf(jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions);
    return api::loadLibrary(reinterpret_cast<void **>(library), options, code);
  });
}

HELICON_API MUresult muLibraryLoadFromFile(MUlibrary *library, const char *fileName, MUjit_option *jitOptions,
                                           void **jitOptionsValues, unsigned int numJitOptions,
                                           MUlibraryOption *libraryOptions, void **libraryOptionValues,
                                           unsigned int numLibraryOptions) {
  return musa::initialised(__func__, [&] {
    const api::LibraryOptions options =
        optionsOf(jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions);
    return api::loadLibraryFile(reinterpret_cast<void **>(library), options, fileName);
  });
}

HELICON_API MUresult muLibraryUnload(MUlibrary library) {
  return withLibrary(__func__, library, [](Library &found) {
    found.unload();
    return Status::Success;
  });
}

HELICON_API MUresult muLibraryGetKernel(MUkernel *pKernel, MUlibrary library, const char *name) {
  return withLibrary(__func__, library, [&](Library &found) {
    return api::kernelHandle(found, name, reinterpret_cast<void **>(pKernel));
  });
}

HELICON_API MUresult muLibraryGetKernelCount(unsigned int *count, MUlibrary lib) {
  return withLibrary(__func__, lib, [&](Library &found) { return api::kernelCount(found, count); });
}

HELICON_API MUresult muLibraryEnumerateKernels(MUkernel *kernels, unsigned int numKernels, MUlibrary lib) {
  return withLibrary(__func__, lib, [&](Library &found) {
    return api::kernelHandles(found, reinterpret_cast<void **>(kernels), numKernels);
  });
}

HELICON_API MUresult muLibraryGetModule(MUmodule *pMod, MUlibrary library) {
  return withModule(__func__, library, [&](Module &module) {
    if (!pMod)
      return Status::InvalidValue;
    *pMod = reinterpret_cast<MUmodule>(&module);
    return Status::Success;
  });
}

HELICON_API MUresult muLibraryGetGlobal(MUdeviceptr *dptr, size_t *bytes, MUlibrary library, const char *name) {
  return withModule(__func__, library, [&](Module &module) {
    void *address = nullptr;
    const Status status = api::variableOf(module, name, dptr ? &address : nullptr, bytes, false);
    if (status == Status::Success && dptr)
      *dptr = musa::addressOf(address);
    return status;
  });
}

HELICON_API MUresult muLibraryGetManaged(MUdeviceptr *dptr, size_t *bytes, MUlibrary library, const char *name) {
  return withModule(__func__, library, [&](Module &module) {
    void *address = nullptr;
    const Status status = api::variableOf(module, name, dptr ? &address : nullptr, bytes, true);
    if (status == Status::Success && dptr)
      *dptr = musa::addressOf(address);
    return status;
  });
}

/// No function of a library has one address for host and device.
HELICON_API MUresult muLibraryGetUnifiedFunction(void **fptr, MUlibrary library, const char *symbol) {
  return withLibrary(__func__, library,
                     [&](Library &) { return fptr && symbol ? Status::NotFound : Status::InvalidValue; });
}

HELICON_API MUresult muKernelGetFunction(MUfunction *pFunc, MUkernel kernel) {
  return musa::withContext(__func__, [&](Context &context) {
    if (!pFunc)
      return Status::InvalidValue;
    Kernel *function = nullptr;
    const Status status = kernelOf(kernel, context, function);
    if (status == Status::Success)
      *pFunc = reinterpret_cast<MUfunction>(function);
    return status;
  });
}

HELICON_API MUresult muKernelGetLibrary(MUlibrary *pLib, MUkernel kernel) {
  return withKernel(__func__, kernel, [&](LibraryKernel &found) {
    if (!pLib)
      return Status::InvalidValue;
    *pLib = reinterpret_cast<MUlibrary>(&found.library());
    return Status::Success;
  });
}

HELICON_API MUresult muKernelGetName(const char **name, MUkernel hfunc) {
  return withKernel(__func__, hfunc, [&](LibraryKernel &found) {
    if (!name)
      return Status::InvalidValue;
    *name = found.info().name.c_str();
    return Status::Success;
  });
}

HELICON_API MUresult muKernelGetParamInfo(MUkernel kernel, size_t paramIndex, size_t *paramOffset, size_t *paramSize) {
  return withKernel(__func__, kernel, [&](LibraryKernel &found) {
    return api::parameterFacts(found.info(), paramIndex, paramOffset, paramSize);
  });
}

HELICON_API MUresult muKernelGetAttribute(int *pi, MUfunction_attribute attrib, MUkernel kernel, MUdevice dev) {
  return withKernelOn(__func__, kernel, dev, [&](Kernel &function) {
    return pi ? musa::getAttribute(function, attrib, *pi) : Status::InvalidValue;
  });
}

HELICON_API MUresult muKernelSetAttribute(MUfunction_attribute attrib, int val, MUkernel kernel, MUdevice dev) {
  return withKernelOn(__func__, kernel, dev,
                      [&](Kernel &function) { return musa::setAttribute(function, attrib, val); });
}

HELICON_API MUresult muKernelSetCacheConfig(MUkernel kernel, MUfunc_cache config, MUdevice dev) {
  return withKernelOn(__func__, kernel, dev, [&](Kernel &) {
    return config <= MU_FUNC_CACHE_PREFER_EQUAL ? Status::Success : Status::InvalidValue;
  });
}
