// Texture and surface references. On the device each is a variable that holds a handle; binding makes an object and
// writes its handle there, when the work that may use the old one is done.
#include "api/musart/TextureReferences.h"

#include "api/common/Arrays.h"
#include "api/common/DeviceFacts.h"
#include "api/common/Textures.h"
#include "api/musart/Entry.h"
#include "runtime/Memory.h"

#include <climits>
#include <map>
#include <mutex>
#include <unordered_map>

using namespace helicon;
using musart::withContext;

namespace {

struct Reference {
  const program::FatBinary *binary = nullptr;
  bool normalise = false;
};
struct Binding {
  uint64_t handle = 0;
  size_t offset = 0;
};

struct References {
  std::mutex mutex;
  std::unordered_map<const void *, Reference> known;
  std::map<std::pair<uint64_t, const void *>, Binding> bound; ///< by context serial and reference
  static References &get() {
    static auto *const kReferences = new References;
    return *kReferences;
  }
};

void forget(uint64_t context) {
  References &all = References::get();
  std::lock_guard lock(all.mutex);
  std::erase_if(all.bound, [&](const auto &entry) { return entry.first.first == context; });
}

bool find(const void *reference, Reference &out) {
  References &all = References::get();
  std::lock_guard lock(all.mutex);
  auto it = all.known.find(reference);
  if (it == all.known.end())
    return false;
  out = it->second;
  return true;
}

/// Writes `handle` where the device looks, and drops what was bound before. Zero unbinds.
Status bind(Context &context, const void *reference, Binding binding) {
  Variable variable;
  uint64_t bytes = 0;
  if (Status status = program::variableFor(reference, context, variable, bytes); status != Status::Success)
    return status;
  References &all = References::get();
  uint64_t old = 0;
  {
    std::lock_guard lock(all.mutex);
    Binding &place = all.bound[{context.id(), reference}];
    old = place.handle;
    place = binding;
  }
  context.atDestroy(&all, [id = context.id()] { forget(id); });
  return api::rebind(context, variable.address, binding.handle, old);
}

Status bindTexture(Context &context, const textureReference *texref, const musaResourceDesc &resource, size_t offset) {
  Reference known;
  if (!texref || !find(texref, known))
    return Status::InvalidTexture;
  api::TextureRequest request;
  request.resource = resource;
  musaTextureDesc &t = request.texture;
  std::copy_n(texref->addressMode, 3, t.addressMode);
  t.filterMode = texref->filterMode;
  t.readMode = known.normalise ? musaReadModeNormalizedFloat : musaReadModeElementType;
  t.sRGB = texref->sRGB;
  t.normalizedCoords = texref->normalized;
  t.maxAnisotropy = texref->maxAnisotropy;
  t.mipmapFilterMode = texref->mipmapFilterMode;
  t.mipmapLevelBias = texref->mipmapLevelBias;
  t.minMipmapLevelClamp = texref->minMipmapLevelClamp;
  t.maxMipmapLevelClamp = texref->maxMipmapLevelClamp;
  uint64_t handle = 0;
  if (Status status = api::createTexture(context, request, handle); status != Status::Success)
    return status;
  const Status status = bind(context, texref, {handle, offset});
  if (status != Status::Success)
    api::destroyTexture(handle);
  return status;
}

/// Textures start at aligned addresses: how far behind one `devPtr` lies. Without `offset` it has to be one.
Status alignDown(size_t *offset, const void *&devPtr, size_t &distance) {
  distance = reinterpret_cast<uintptr_t>(devPtr) % api::kPitchAlignment;
  if (!devPtr || (distance != 0 && !offset))
    return Status::InvalidValue;
  devPtr = static_cast<const char *>(devPtr) - distance;
  if (offset)
    *offset = distance;
  return Status::Success;
}

} // namespace

void musart::registerReference(program::FatBinary *binary, const void *host, const char *deviceName, bool normalise) {
  program::registerVariable(binary, const_cast<void *>(host), deviceName, sizeof(uint64_t), false, false);
  References &all = References::get();
  std::lock_guard lock(all.mutex);
  all.known[host] = {binary, normalise};
}

void musart::forgetReferences(const program::FatBinary *binary) {
  References &all = References::get();
  std::lock_guard lock(all.mutex);
  std::erase_if(all.known, [&](const auto &entry) { return entry.second.binary == binary; });
  std::erase_if(all.bound, [&](const auto &entry) { return !all.known.contains(entry.first.second); });
}

HELICON_API musaError_t musaBindTexture(size_t *offset, const textureReference *texref, const void *devPtr,
                                        const musaChannelFormatDesc *desc, size_t size) {
  return withContext(__func__, [&](Context &context) {
    if (!desc)
      return Status::InvalidValue;
    const PointerInfo info = pointerInfo(devPtr);
    size_t distance = 0;
    if (size >= UINT_MAX && info.base) // the rest of the allocation
      size = info.bytes - static_cast<size_t>(static_cast<const char *>(devPtr) - static_cast<char *>(info.base));
    if (Status status = alignDown(offset, devPtr, distance); status != Status::Success)
      return status;
    musaResourceDesc resource{};
    resource.resType = musaResourceTypeLinear;
    resource.res.linear = {const_cast<void *>(devPtr), *desc, size + distance};
    return bindTexture(context, texref, resource, distance);
  });
}

HELICON_API musaError_t musaBindTexture2D(size_t *offset, const textureReference *texref, const void *devPtr,
                                          const musaChannelFormatDesc *desc, size_t width, size_t height,
                                          size_t pitch) {
  return withContext(__func__, [&](Context &context) {
    size_t distance = 0;
    if (!desc)
      return Status::InvalidValue;
    if (Status status = alignDown(offset, devPtr, distance); status != Status::Success)
      return status;
    const unsigned texel = api::texelBytes(*desc);
    musaResourceDesc resource{};
    resource.resType = musaResourceTypePitch2D;
    resource.res.pitch2D = {const_cast<void *>(devPtr), *desc, width + (texel ? distance / texel : 0), height, pitch};
    return bindTexture(context, texref, resource, distance);
  });
}

HELICON_API musaError_t musaBindTextureToArray(const textureReference *texref, musaArray_const_t array,
                                               const musaChannelFormatDesc *) {
  return withContext(__func__, [&](Context &context) {
    musaResourceDesc resource{};
    resource.resType = musaResourceTypeArray;
    resource.res.array.array = const_cast<musaArray_t>(array);
    return bindTexture(context, texref, resource, 0);
  });
}

HELICON_API musaError_t musaBindTextureToMipmappedArray(const textureReference *texref,
                                                        musaMipmappedArray_const_t array,
                                                        const musaChannelFormatDesc *) {
  return withContext(__func__, [&](Context &context) {
    musaResourceDesc resource{};
    resource.resType = musaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = const_cast<musaMipmappedArray_t>(array);
    return bindTexture(context, texref, resource, 0);
  });
}

HELICON_API musaError_t musaUnbindTexture(const textureReference *texref) {
  return withContext(__func__, [&](Context &context) {
    Reference known;
    return texref && find(texref, known) ? bind(context, texref, {}) : Status::InvalidTexture;
  });
}

HELICON_API musaError_t musaGetTextureAlignmentOffset(size_t *offset, const textureReference *texref) {
  return withContext(__func__, [&](Context &context) {
    Reference known;
    if (!texref || !find(texref, known))
      return Status::InvalidTexture;
    if (!offset)
      return Status::InvalidValue;
    References &all = References::get();
    std::lock_guard lock(all.mutex);
    auto it = all.bound.find({context.id(), texref});
    if (it == all.bound.end() || it->second.handle == 0)
      return Status::InvalidTextureBinding;
    *offset = it->second.offset;
    return Status::Success;
  });
}

HELICON_API musaError_t musaGetTextureReference(const textureReference **texref, const void *symbol) {
  return withContext(__func__, [&](Context &) {
    Reference known;
    if (!texref)
      return Status::InvalidValue;
    if (!symbol || !find(symbol, known))
      return Status::InvalidTexture;
    *texref = static_cast<const textureReference *>(symbol);
    return Status::Success;
  });
}

HELICON_API musaError_t musaBindSurfaceToArray(const surfaceReference *surfref, musaArray_const_t array,
                                               const musaChannelFormatDesc *) {
  return withContext(__func__, [&](Context &context) {
    Reference known;
    if (!surfref || !find(surfref, known))
      return Status::InvalidSurface;
    musaResourceDesc resource{};
    resource.resType = musaResourceTypeArray;
    resource.res.array.array = const_cast<musaArray_t>(array);
    uint64_t handle = 0;
    if (Status status = api::createSurface(context, resource, handle); status != Status::Success)
      return status;
    const Status status = bind(context, surfref, {handle, 0});
    if (status != Status::Success)
      api::destroyTexture(handle);
    return status;
  });
}

HELICON_API musaError_t musaGetSurfaceReference(const surfaceReference **surfref, const void *symbol) {
  return withContext(__func__, [&](Context &) {
    Reference known;
    if (!surfref)
      return Status::InvalidValue;
    if (!symbol || !find(symbol, known))
      return Status::InvalidSurface;
    *surfref = static_cast<const surfaceReference *>(symbol);
    return Status::Success;
  });
}
