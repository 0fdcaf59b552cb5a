// Modules: loaded from a file, from memory, from a registered segment; functions and globals by name.
#include "runtime/Module.h"
#include "api/common/Libraries.h"
#include "api/musa/Entry.h"
#include "api/musa/JitOptions.h"

#include "api/musa/Unsuffixed.h"

#include <cstring>

using namespace helicon;
using musa::withContext;

namespace {

template <class Body> MUresult withModule(const char *function, MUmodule handle, Body &&body) {
  return withContext(function, [&](Context &) -> Status {
    const ModuleRef module = findModule(handle);
    return module ? body(*module) : Status::InvalidHandle;
  });
}

MUresult load(const char *function, MUmodule *module, const void *image) {
  return withContext(function, [&](Context &context) {
    if (!module || !image)
      return Status::InvalidValue;
    const void *bundle = api::bundleOf(image);
    if (!bundle)
      return Status::InvalidImage;
    ModuleRef made;
    const Status status = context.loadModule(bundle, 0, made);
    if (status == Status::Success)
      *module = reinterpret_cast<MUmodule>(made.get());
    return status;
  });
}

MUresult muModuleGetGlobalBody(const char *function, MUdeviceptr *dptr, size_t *bytes, MUmodule hmod,
                               const char *name) {
  return withModule(function, hmod, [&](Module &module) {
    void *address = nullptr;
    const Status status = api::variableOf(module, name, dptr ? &address : nullptr, bytes, false);
    if (status == Status::Success && dptr)
      *dptr = musa::addressOf(address);
    return status;
  });
}

} // namespace

HELICON_API MUresult muModuleLoad(MUmodule *module, const char *fname) {
  return withContext(__func__, [&](Context &context) {
    if (!module || !fname)
      return Status::InvalidValue;
    ModuleRef made;
    const Status status = context.loadModuleFile(fname, made);
    if (status == Status::Success)
      *module = reinterpret_cast<MUmodule>(made.get());
    return status;
  });
}

HELICON_API MUresult muModuleLoadData(MUmodule *module, const void *image) { return load(__func__, module, image); }

HELICON_API MUresult muModuleLoadFatBinary(MUmodule *module, const void *fatCubin) {
  return load(__func__, module, fatCubin);
}

HELICON_API MUresult muModuleLoadDataEx(MUmodule *module, const void *image, unsigned int numOptions,
                                        MUjit_option *options, void **optionValues) {
  const bool optionsAreValid = musa::jitOptionsAreValid(numOptions, options, optionValues);
  return load(__func__, optionsAreValid ? module : nullptr, image);
}

HELICON_API MUresult muModuleUnload(MUmodule hmod) {
  return withContext(__func__, [&](Context &) {
    const ModuleRef module = findModule(hmod);
    return module ? module->context().unloadModule(module) : Status::InvalidHandle;
  });
}

HELICON_API MUresult muModuleGetFunction(MUfunction *hfunc, MUmodule hmod, const char *name) {
  return withModule(__func__, hmod, [&](Module &module) {
    if (!hfunc || !name)
      return Status::InvalidValue;
    Kernel *kernel = module.kernel(name);
    if (!kernel)
      return Status::NotFound;
    *hfunc = reinterpret_cast<MUfunction>(kernel);
    return Status::Success;
  });
}

HELICON_API_V2(muModuleGetGlobal, (MUdeviceptr * dptr, size_t *bytes, MUmodule hmod, const char *name),
               (dptr, bytes, hmod, name))

HELICON_API MUresult muModuleGetFunctionCount(unsigned int *count, MUmodule mod) {
  return withModule(__func__, mod, [&](Module &module) {
    if (!count)
      return Status::InvalidValue;
    *count = static_cast<unsigned>(module.kernelNames().size());
    return Status::Success;
  });
}

HELICON_API MUresult muModuleEnumerateFunctions(MUfunction *functions, unsigned int numFunctions, MUmodule mod) {
  return withModule(__func__, mod, [&](Module &module) {
    if (!functions || numFunctions == 0)
      return Status::InvalidValue;
    for (const std::string &name : module.kernelNames()) {
      if (numFunctions-- == 0)
        break;
      *functions++ = reinterpret_cast<MUfunction>(module.kernel(name));
    }
    return Status::Success;
  });
}

/// Code is compiled at the first launch, whatever the environment says.
HELICON_API MUresult muModuleGetLoadingMode(MUmoduleLoadingMode *mode) {
  return musa::initialised(__func__, [&] {
    if (!mode)
      return Status::InvalidValue;
    *mode = MU_MODULE_LAZY_LOADING;
    return Status::Success;
  });
}
