// See References.h. A module's references live in its companion, so they go with it.
#include "api/musa/References.h"

#include "api/common/Textures.h"
#include "api/musa/Resources.h"
#include "runtime/Context.h"
#include "runtime/Handles.h"
#include "runtime/Log.h"

#include <map>
#include <utility>
#include <vector>

namespace helicon::musa {
namespace {

template <class T> std::shared_ptr<T> make(Context &context) {
  auto made = std::make_shared<T>();
  made->context = &context;
  made->isSurface = std::is_same_v<T, SurfaceReference>;
  auto &table = HandleTable<T>::get();
  table.add(made);
  context.atDestroy(&table, [&] { table.removeIf([&](const T &other) { return other.context == &context; }); });
  return made;
}

class References final : public ModuleCompanion {
public:
  ~References() override {
    drop(textures);
    drop(surfaces);
  }

  Status refresh() override {
    std::vector<std::shared_ptr<Reference>> all;
    {
      const std::lock_guard lock(mutex);
      for (const auto &[name, reference] : textures)
        all.push_back(reference);
      for (const auto &[name, reference] : surfaces)
        all.push_back(reference);
    }
    for (const auto &reference : all)
      if (Status status = reference->publish(); status != Status::Success)
        return status;
    return Status::Success;
  }

  template <class T> Status get(Module &module, std::string_view name, std::shared_ptr<T> &out) {
    constexpr bool kIsSurface = std::is_same_v<T, SurfaceReference>;
    const Variable *variable = module.variable(name);
    if (!variable || !(kIsSurface ? variable->info->isSurface : variable->info->isTexture))
      return Status::NotFound;
    const std::lock_guard lock(mutex);
    auto &place = of(out)[std::string(name)];
    if (!place) {
      place = make<T>(module.context());
      place->module = module.weak_from_this();
      place->variable = variable->address;
      place->name = name;
    }
    out = place;
    return Status::Success;
  }

private:
  template <class T> using Named = std::map<std::string, std::shared_ptr<T>, std::less<>>;
  Named<TextureReference> &of(const TextureReferenceRef &) { return textures; }
  Named<SurfaceReference> &of(const SurfaceReferenceRef &) { return surfaces; }

  template <class T> static void drop(Named<T> &named) {
    for (const auto &[name, reference] : named) {
      HandleTable<T>::get().remove(reference.get());
      const std::lock_guard lock(reference->mutex);
      if (const uint64_t handle = std::exchange(reference->handle, 0))
        api::destroyTexture(handle);
    }
  }

  std::mutex mutex;
  Named<TextureReference> textures;
  Named<SurfaceReference> surfaces;
};

template <class T> Status find(Module &module, std::string_view name, std::shared_ptr<T> &out) {
  const auto companion =
      module.companion([](Module &) -> std::shared_ptr<ModuleCompanion> { return std::make_shared<References>(); });
  return companion ? static_cast<References &>(*companion).get(module, name, out) : Status::InvalidHandle;
}

template <class T> Status destroy(const void *handle) {
  const std::shared_ptr<T> reference = HandleTable<T>::get().find(handle);
  if (!reference)
    return Status::InvalidHandle;
  if (reference->variable)
    return Status::InvalidValue;
  HandleTable<T>::get().remove(handle);
  return Status::Success;
}

/// What a launch says of settings that do not fit together.
Status ofLaunch(Status status) {
  switch (status) {
  case Status::InvalidValue:
  case Status::InvalidChannelDescriptor:
  case Status::InvalidFilterSetting:
  case Status::InvalidNormSetting:
    return Status::IncompatibleTexturing;
  default:
    return status;
  }
}

} // namespace

Reference::Reference() {
  for (MUaddress_mode &mode : sampling.addressMode)
    mode = MU_TR_ADDRESS_MODE_CLAMP;
}

void Reference::change() {
  changed = true;
  if (const std::shared_ptr<Module> live = module.lock())
    live->needsRefresh();
}

Status Reference::publish() {
  const std::lock_guard lock(mutex);
  if (!changed)
    return Status::Success;
  uint64_t fresh = 0;
  Status status = Status::Success;
  api::TextureRequest request;
  if (isBound) {
    if (!isSurface && resource.resType == MU_RESOURCE_TYPE_LINEAR) {
      resource.res.linear.format = format;
      resource.res.linear.numChannels = components;
    }
    status = fromDriver(resource, request.resource);
    if (status == Status::Success && !isSurface)
      status = fromDriver(sampling, request);
    if (status == Status::Success)
      status = isSurface ? api::createSurface(*context, request.resource, fresh)
                         : api::createTexture(*context, request, fresh);
  }
  if (status != Status::Success) {
    logError(std::string(isSurface ? "surface" : "texture") + " reference '" + name +
             "': what it is bound to cannot be read as it is set to (format, filter mode, flags)");
    return ofLaunch(status);
  }
  changed = false;
  return api::rebind(*context, variable, fresh, std::exchange(handle, fresh));
}

Status referenceOf(Module &module, std::string_view name, TextureReferenceRef &out) { return find(module, name, out); }
Status referenceOf(Module &module, std::string_view name, SurfaceReferenceRef &out) { return find(module, name, out); }
TextureReferenceRef makeTextureReference(Context &context) { return make<TextureReference>(context); }
SurfaceReferenceRef makeSurfaceReference(Context &context) { return make<SurfaceReference>(context); }
TextureReferenceRef findTextureReference(const void *handle) {
  return HandleTable<TextureReference>::get().find(handle);
}
SurfaceReferenceRef findSurfaceReference(const void *handle) {
  return HandleTable<SurfaceReference>::get().find(handle);
}
Status destroyTextureReference(const void *handle) { return destroy<TextureReference>(handle); }
Status destroySurfaceReference(const void *handle) { return destroy<SurfaceReference>(handle); }

} // namespace helicon::musa
