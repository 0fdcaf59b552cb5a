// The registry of host objects. A group is what becomes one module: a plain fat binary, or all -fgpu-rdc binaries of
// one shared library. Modules are made per context at the first use and looked up by the context's serial number.
#include "runtime/Program.h"

#include "runtime/Context.h"
#include "runtime/Device.h"
#include "runtime/Library.h"
#include "runtime/Log.h"
#include "runtime/Mapping.h"
#include "runtime/Process.h"
#include "runtime/ProgramModules.h"
#include "runtime/Registered.h"
#include "runtime/Trace.h"

#include <cstdio>
#include <dlfcn.h>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace helicon::program {

namespace {
constexpr uint32_t kWrapperMagic = 0x466243b1;

/// The segment that host objects carry for each fat binary.
struct Wrapper {
  uint32_t magic, version;
  const void *data;
  const void *reserved;
};

struct Loaded {
  ModuleRef module;
  Status status = Status::Success;
};
} // namespace

struct Group {
  const void *library = nullptr; ///< load address, for -fgpu-rdc; else null
  std::vector<FatBinary *> binaries;
  std::mutex loading;
  std::map<uint64_t, Loaded> modules;                                   ///< by context serial; under `loading`
  std::unordered_map<std::string, std::pair<void *, uint64_t>> shadows; ///< of managed variables, by device name
};

struct FatBinary {
  const void *data = nullptr;
  std::shared_ptr<Group> group;
};

namespace {
struct KernelEntry {
  FatBinary *binary = nullptr;
  std::string name;
  std::vector<std::pair<uint64_t, Kernel *>> resolved; ///< by context serial
};
struct VariableEntry {
  FatBinary *binary = nullptr;
  std::string name;
  uint64_t bytes = 0;
};

struct Registry {
  std::shared_mutex mutex;
  std::unordered_map<const void *, KernelEntry> kernels;
  std::unordered_map<const void *, VariableEntry> variables;
  std::vector<std::shared_ptr<Group>> groups;
};
Registry &registry() {
  static auto *const kRegistry = new Registry;
  return *kRegistry;
}

FatBinary *add(const void *wrapper, bool linked) {
  auto *w = static_cast<const Wrapper *>(wrapper);
  if (!w || w->magic != kWrapperMagic || !w->data) {
    logError("a program registers a fat binary that is none (the wrapper's magic number is wrong)");
    return nullptr;
  }
  const void *library = nullptr;
  Dl_info info;
  if (linked && dladdr(wrapper, &info))
    library = info.dli_fbase;
  auto *binary = new FatBinary;
  binary->data = w->data;
  Registry &r = registry();
  std::unique_lock lock(r.mutex);
  for (const auto &group : r.groups)
    if (library && group->library == library)
      binary->group = group;
  if (!binary->group) {
    binary->group = std::make_shared<Group>();
    binary->group->library = library;
    r.groups.push_back(binary->group);
  }
  binary->group->binaries.push_back(binary);
  return binary;
}

void *shadowOf(void *user, std::string_view name, uint64_t bytes) {
  auto *group = static_cast<Group *>(user);
  auto it = group->shadows.find(std::string(name));
  return it != group->shadows.end() && it->second.second >= bytes ? it->second.first : nullptr;
}

std::string originOf(const void *data) {
  Dl_info info;
  const char *file = dladdr(data, &info) ? info.dli_fname : nullptr;
  return std::string("the fat binary of ") + (file && *file ? file : "the program");
}

/// Makes the group's module in `context`, once; a failure is remembered and said once.
Status moduleFor(Group &group, Context &context, ModuleRef &out) {
  std::unique_lock lock(group.loading);
  bool isNew = false;
  Loaded &loaded = group.modules[context.id()];
  if (!loaded.module && loaded.status == Status::Success) {
    std::vector<Image> images;
    for (FatBinary *binary : group.binaries) {
      std::span<const char> bytes(static_cast<const char *>(binary->data), readableBytes(binary->data));
      loaded.status = readImagesFor(bytes, context.device(), originOf(binary->data), images);
      if (loaded.status != Status::Success)
        break;
    }
    if (loaded.status == Status::Success)
      loaded.status = Module::create(context, std::move(images), {}, shadowOf, &group, loaded.module);
    isNew = loaded.status == Status::Success;
    if (isNew)
      context.adopt(loaded.module);
    for (auto &[name, shadow] : group.shadows)
      RegisteredRanges::get().addManaged(shadow.first, shadow.second, &context);
  }
  out = loaded.module;
  const Status status = loaded.status;
  lock.unlock();
  if (isNew)
    trace::changed({trace::Change::ModuleLoaded, context, nullptr, out.get()});
  return status;
}
} // namespace

FatBinary *registerFatBinary(const void *wrapper) { return add(wrapper, false); }
FatBinary *registerLinkedBinary(const void *wrapper) { return add(wrapper, true); }

void registerKernel(FatBinary *binary, const void *hostFunction, const char *deviceName) {
  if (!binary || !deviceName)
    return;
  Registry &r = registry();
  std::unique_lock lock(r.mutex);
  r.kernels[hostFunction] = {binary, deviceName, {}};
}

void registerVariable(FatBinary *binary, void *shadow, const char *deviceName, uint64_t bytes, bool, bool managed) {
  if (!binary || !deviceName)
    return;
  Registry &r = registry();
  std::unique_lock lock(r.mutex);
  r.variables[shadow] = {binary, deviceName, bytes};
  if (managed)
    binary->group->shadows[deviceName] = {shadow, bytes};
}

void finishRegistration(FatBinary *binary) {
  if (!binary)
    return;
  Registry &r = registry();
  std::unique_lock lock(r.mutex);
  std::unordered_map<std::string, std::pair<void *, uint64_t>> registered;
  for (const auto &[shadow, entry] : r.variables)
    if (entry.binary == binary)
      registered[entry.name] = {const_cast<void *>(shadow), entry.bytes};
  if (registered.empty())
    return;
  // A binary that can't be read is reported at its first use. The images differ by architecture, not in these values.
  std::span<const char> bytes(static_cast<const char *>(binary->data), readableBytes(binary->data));
  Result<std::vector<Image>> images = readImages(bytes, 0);
  if (!images || images->empty())
    return;
  for (const VariableInfo &info : images->front().manifest.variables) {
    auto it = registered.find(info.name);
    if (!info.isManaged || it == registered.end() || it->second.second < info.size)
      continue;
    initialise(it->second.first, info);
    binary->group->shadows[info.name] = it->second;
  }
}

void unregisterFatBinary(FatBinary *binary) {
  // At the end of the process kernels may still run in their code, and memory goes anyway.
  if (!binary || process::ending())
    return;
  Registry &r = registry();
  std::map<uint64_t, Loaded> modules;
  {
    std::unique_lock lock(r.mutex);
    std::erase_if(r.kernels, [&](const auto &entry) { return entry.second.binary == binary; });
    std::erase_if(r.variables, [&](const auto &entry) {
      if (entry.second.binary != binary)
        return false;
      RegisteredRanges::get().removeManaged(const_cast<void *>(entry.first));
      return true;
    });
    std::erase(binary->group->binaries, binary);
    if (binary->group->binaries.empty())
      std::erase(r.groups, binary->group);
  }
  {
    std::lock_guard lock(binary->group->loading);
    modules.swap(binary->group->modules);
  }
  for (auto &[context, loaded] : modules)
    if (loaded.module && !loaded.module->context().isDestroyed())
      loaded.module->context().unloadModule(loaded.module);
  delete binary;
}

void forget(const Context &context) {
  Registry &r = registry();
  std::vector<std::shared_ptr<Group>> groups;
  {
    std::unique_lock lock(r.mutex);
    for (auto &[function, entry] : r.kernels)
      std::erase_if(entry.resolved, [&](const auto &pair) { return pair.first == context.id(); });
    groups = r.groups;
  }
  for (const auto &group : groups) {
    std::lock_guard lock(group->loading);
    group->modules.erase(context.id());
  }
}

Status kernelFor(const void *hostFunction, Context &context, Kernel *&out) {
  Registry &r = registry();
  std::shared_ptr<Group> group;
  std::string name;
  {
    std::shared_lock lock(r.mutex);
    auto it = r.kernels.find(hostFunction);
    if (it == r.kernels.end()) {
      lock.unlock();
      const std::shared_ptr<LibraryKernel> kernel = findLibraryKernel(hostFunction);
      return kernel ? kernel->in(context, out) : Status::InvalidDeviceFunction;
    }
    for (const auto &[serial, kernel] : it->second.resolved) {
      if (serial == context.id()) {
        out = kernel;
        return Status::Success;
      }
    }
    group = it->second.binary->group;
    name = it->second.name;
  }
  ModuleRef module;
  if (Status status = moduleFor(*group, context, module); status != Status::Success)
    return status;
  out = module->kernel(name);
  if (!out) {
    logError("the kernel " + demangled(name.c_str()) + " is not in its fat binary");
    return Status::InvalidDeviceFunction;
  }
  std::unique_lock lock(r.mutex);
  if (auto it = r.kernels.find(hostFunction); it != r.kernels.end())
    it->second.resolved.emplace_back(context.id(), out);
  return Status::Success;
}

Status variableFor(const void *shadow, Context &context, Variable &out, uint64_t &bytes) {
  Registry &r = registry();
  std::shared_ptr<Group> group;
  std::string name;
  {
    std::shared_lock lock(r.mutex);
    auto it = r.variables.find(shadow);
    if (it == r.variables.end())
      return Status::InvalidSymbol;
    group = it->second.binary->group;
    name = it->second.name;
  }
  ModuleRef module;
  if (Status status = moduleFor(*group, context, module); status != Status::Success)
    return status;
  const Variable *variable = module->variable(name);
  if (!variable)
    return Status::InvalidSymbol;
  out = *variable;
  bytes = variable->info->size;
  return Status::Success;
}

const char *kernelName(const void *hostFunction) {
  Registry &r = registry();
  std::shared_lock lock(r.mutex);
  auto it = r.kernels.find(hostFunction);
  return it == r.kernels.end() ? nullptr : it->second.name.c_str();
}

} // namespace helicon::program
