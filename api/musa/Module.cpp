// Modules: loaded from a file, from memory, from a registered segment; functions and globals by name.
#include "runtime/Module.h"
#include "api/musa/Entry.h"

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

/// What stands at the start of a registered segment, which muModuleLoadFatBinary and muModuleLoadData take too.
struct Segment {
  uint32_t magic;
  uint32_t version;
  const void *data;
};
constexpr uint32_t kSegmentMagic = 0x466243b1;

const void *bundleOf(const void *image) {
  uint32_t magic = 0;
  std::memcpy(&magic, image, sizeof magic);
  if (magic != kSegmentMagic)
    return image;
  Segment segment;
  std::memcpy(&segment, image, sizeof segment);
  return segment.data;
}

MUresult load(const char *function, MUmodule *module, const void *image) {
  return withContext(function, [&](Context &context) {
    if (!module || !image)
      return Status::InvalidValue;
    const void *bundle = bundleOf(image);
    if (!bundle)
      return Status::InvalidImage;
    ModuleRef made;
    const Status status = context.loadModule(bundle, 0, made);
    if (status == Status::Success)
      *module = reinterpret_cast<MUmodule>(made.get());
    return status;
  });
}

/// The logs stay empty: what is wrong with an image is said on stderr. Returns false for an option that is none.
bool clearLogs(unsigned count, const MUjit_option *options, void *const *values) {
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] < 0 || options[i] >= MU_JIT_NUM_OPTIONS)
      return false;
    const bool isBuffer = options[i] == MU_JIT_INFO_LOG_BUFFER || options[i] == MU_JIT_ERROR_LOG_BUFFER;
    if (isBuffer && values[i])
      *static_cast<char *>(values[i]) = '\0';
  }
  return true;
}

MUresult muModuleGetGlobalBody(const char *function, MUdeviceptr *dptr, size_t *bytes, MUmodule hmod,
                               const char *name) {
  return withModule(function, hmod, [&](Module &module) {
    if (!name || (!dptr && !bytes))
      return Status::InvalidValue;
    const Variable *variable = module.variable(name);
    if (!variable)
      return Status::NotFound;
    if (dptr)
      *dptr = musa::addressOf(variable->address);
    if (bytes)
      *bytes = variable->info->size;
    return Status::Success;
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
  const bool optionsAreValid =
      numOptions == 0 || (options && optionValues && clearLogs(numOptions, options, optionValues));
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
