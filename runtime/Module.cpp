// Building a module: storage for its variables, their initial values, and the addresses that initialisers hold.
#include "runtime/Module.h"

#include "kernel-ir/ConstantMemory.h"
#include "kernel-ir/FunctionId.h"
#include "runtime/Arena.h"
#include "runtime/Context.h"
#include "runtime/Device.h"
#include "runtime/Handles.h"
#include "runtime/KernelCache.h"
#include "runtime/Log.h"
#include "runtime/Occupancy.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace helicon {

Kernel::Kernel(Module &module, const KernelInfo &info)
    : owner(module), description(info), dynamicShared(defaultDynamicShared(module.context().device().profile(), info)) {
}
Kernel::~Kernel() = default;

LaunchSetup &Kernel::launchSetup() {
  std::call_once(setupMade, [this] { setup = std::make_unique<LaunchSetup>(); });
  return *setup;
}

Status Kernel::setMaxDynamicShared(int64_t bytes) {
  const Profile &profile = owner.context().device().profile();
  if (bytes < 0 || uint64_t(bytes) + description.staticSharedBytes > profile.sharedPerBlockOptin)
    return Status::InvalidValue;
  dynamicShared.store(uint64_t(bytes), std::memory_order_relaxed);
  return Status::Success;
}

Status Kernel::setSharedCarveout(int32_t percent) {
  if (percent < -1 || percent > 100)
    return Status::InvalidValue;
  carveout.store(percent, std::memory_order_relaxed);
  return Status::Success;
}

uint32_t Kernel::maxThreadsPerBlock() const {
  uint32_t most = owner.context().device().profile().maxThreadsPerBlock;
  return description.maxThreads ? std::min(most, description.maxThreads) : most;
}

Status Kernel::occupancy(int blockSize, uint64_t dynamic, int &blocks) const {
  if (blockSize <= 0)
    return Status::InvalidValue;
  const Profile &profile = owner.context().device().profile();
  blocks = uint32_t(blockSize) > maxThreadsPerBlock()
               ? 0
               : int(blocksPerMultiprocessor(profile, uint32_t(blockSize), description.staticSharedBytes + dynamic));
  return Status::Success;
}

static uint32_t nextModule() {
  static std::atomic<uint32_t> next{1};
  return next.fetch_add(1, std::memory_order_relaxed);
}

Module::Module(Context &context) : owner(context), serial(nextModule()) {}
Module::~Module() = default;

Status Module::create(Context &context, std::vector<Image> images, std::vector<std::vector<char>> owned,
                      ShadowHook shadow, void *user, std::shared_ptr<Module> &out) {
  std::shared_ptr<Module> module(new Module(context));
  module->parts = std::move(images);
  module->bytes = std::move(owned);
  if (Status status = module->build(shadow, user); status != Status::Success) {
    module->retire();
    return status;
  }
  HandleTable<Module>::get().add(module);
  for (auto &[name, kernel] : module->kernels)
    HandleTable<Kernel>::get().add(std::shared_ptr<Kernel>(module, kernel.get()));
  out = std::move(module);
  return Status::Success;
}

Status Module::build(ShadowHook shadow, void *user) {
  for (const Image &image : parts) {
    for (const KernelInfo &info : image.manifest.kernels)
      kernels.try_emplace(info.name, std::make_unique<Kernel>(*this, info));
    for (const VariableInfo &info : image.manifest.variables)
      variables.try_emplace(info.name, Variable{&info});
  }
  if (Status status = placeConstants(); status != Status::Success)
    return status;
  for (auto &[name, variable] : variables)
    if (Status status = allocateVariable(variable, shadow, user); status != Status::Success)
      return status;
  for (auto &[name, variable] : variables)
    if (Status status = relocate(variable); status != Status::Success)
      return status;
  return Status::Success;
}

void initialise(void *storage, const VariableInfo &info) {
  size_t given = std::min<uint64_t>(info.initial.size(), info.size);
  if (given)
    std::memcpy(storage, info.initial.data(), given);
  std::memset(static_cast<char *>(storage) + given, 0, info.size - given);
}

/// In the order of the manifest, each as aligned as an allocation of its own.
Status Module::placeConstants() {
  std::vector<Variable *> placed;
  for (const Image &image : parts)
    for (const VariableInfo &info : image.manifest.variables)
      if (Variable &variable = variables.at(info.name); variable.info == &info && info.isConstant)
        placed.push_back(&variable);
  std::vector<uint64_t> offsets;
  for (const Variable *variable : placed) {
    offsets.push_back(constantBytes);
    constantBytes += (std::max<uint64_t>(variable->info->size, 1) + Arena::kAlign - 1) / Arena::kAlign * Arena::kAlign;
  }
  if (placed.empty())
    return Status::Success;
  void *base = nullptr;
  if (Status status = owner.allocate(constantBytes, &base); status != Status::Success)
    return status;
  constants = static_cast<char *>(base);
  for (size_t i = 0; i < placed.size(); i++) {
    placed[i]->address = constants + offsets[i];
    placed[i]->ownsStorage = false;
  }
  return Status::Success;
}

Status Module::allocateVariable(Variable &variable, ShadowHook shadow, void *user) {
  const VariableInfo &info = *variable.info;
  if (info.initial.size() > info.size) {
    logError("device variable '" + demangled(info.name.c_str()) + "' has more initial bytes than its size");
    return Status::InvalidImage;
  }
  void *outside = info.isManaged && shadow ? shadow(user, info.name, info.size) : nullptr;
  if (outside) { // in use by the host since its registration, which initialised it
    variable.address = outside;
    variable.ownsStorage = false;
    return Status::Success;
  }
  if (!variable.address) // constant ones have their place
    if (Status status = owner.allocate(std::max<uint64_t>(info.size, 1), &variable.address); status != Status::Success)
      return status;
  initialise(variable.address, info);
  return Status::Success;
}

Status Module::relocate(const Variable &variable) {
  for (const VariableRelocation &r : variable.info->relocations) {
    auto target = variables.find(r.symbol);
    if (target == variables.end() || uint64_t(r.offset) + sizeof(void *) > variable.info->size) {
      logError("the initial value of device variable '" + demangled(variable.info->name.c_str()) + "' refers to '" +
               demangled(r.symbol.c_str()) + "', which is not a device variable of the program");
      return Status::InvalidImage;
    }
    char *address = static_cast<char *>(target->second.address) + r.addend;
    std::memcpy(static_cast<char *>(variable.address) + r.offset, static_cast<const void *>(&address), sizeof address);
  }
  return Status::Success;
}

ModuleCompanion::~ModuleCompanion() = default;

std::shared_ptr<ModuleCompanion> Module::companion(std::shared_ptr<ModuleCompanion> (*make)(Module &)) {
  const std::lock_guard lock(companionMutex);
  if (!follower && !retired)
    follower = make(*this);
  return follower;
}

Status Module::refreshCompanion() {
  stale.store(false, std::memory_order_release);
  std::unique_lock lock(companionMutex);
  const std::shared_ptr<ModuleCompanion> now = follower;
  lock.unlock();
  const Status status = now ? now->refresh() : Status::Success;
  if (status != Status::Success)
    needsRefresh(); // the next launch fails as well
  return status;
}

void Module::retire() {
  std::shared_ptr<ModuleCompanion> last;
  {
    const std::lock_guard lock(companionMutex);
    last = std::move(follower);
    retired = true;
  }
  last.reset(); // while there are variables and handles
  for (auto &[name, kernel] : kernels)
    HandleTable<Kernel>::get().remove(kernel.get());
  for (auto &[name, variable] : variables) {
    if (variable.ownsStorage && variable.address)
      owner.device().memory().release(variable.address);
    variable.address = nullptr;
  }
  if (constants)
    owner.device().memory().release(constants);
  constants = nullptr;
  HandleTable<Module>::get().remove(this);
}

std::span<const Digest> Module::digests() const {
  std::call_once(digested, [this] {
    for (const Image &image : parts)
      codeDigests.push_back(digestOf(image.bitcode));
  });
  return codeDigests;
}

Kernel *Module::kernelById(uint64_t id) {
  std::call_once(idsMade, [this] {
    for (const auto &[name, kernel] : kernels)
      byId[functionId(name)] = kernel.get();
  });
  auto found = byId.find(id);
  return found == byId.end() ? nullptr : found->second;
}

Kernel *Module::kernel(std::string_view name) {
  auto it = kernels.find(name);
  return it == kernels.end() ? nullptr : it->second.get();
}

std::vector<std::string> Module::kernelNames() const {
  std::vector<std::string> names;
  for (const Image &image : parts)
    for (const KernelInfo &info : image.manifest.kernels)
      if (std::find(names.begin(), names.end(), info.name) == names.end())
        names.push_back(info.name);
  return names;
}

const Variable *Module::variable(std::string_view name) {
  auto it = variables.find(name);
  return it == variables.end() ? nullptr : &it->second;
}

bool Module::addressOf(std::string_view name, void *&address) {
  if (name == kConstantsBegin || name == kConstantsEnd) {
    address = constants && name == kConstantsEnd ? constants + constantBytes : constants;
    return true;
  }
  const Variable *found = variable(name);
  address = found ? found->address : nullptr;
  return found != nullptr;
}

Kernel *findKernel(const void *handle) { return HandleTable<Kernel>::get().find(handle).get(); }

} // namespace helicon
