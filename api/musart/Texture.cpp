// Texture and surface objects.
#include "api/common/Textures.h"
#include "api/musart/Entry.h"

#include <cstring>

using namespace helicon;
using musart::withContext;

namespace {

musaError_t create(const char *function, musaTextureObject_t *object, const musaResourceDesc *resource,
                   const musaTextureDesc *texture, const musaResourceViewDesc *view) {
  return withContext(function, [&](Context &context) {
    if (!object || !resource)
      return Status::InvalidValue;
    if (!texture)
      return Status::InvalidHandle;
    api::TextureRequest request;
    request.resource = *resource;
    request.texture = *texture;
    request.hasView = view != nullptr;
    if (view)
      request.view = *view;
    uint64_t handle = 0;
    const Status status = api::createTexture(context, request, handle);
    if (status == Status::Success)
      *object = handle;
    return status;
  });
}

} // namespace

HELICON_API musaError_t musaCreateTextureObject(musaTextureObject_t *object, const musaResourceDesc *resource,
                                                const musaTextureDesc *texture, const musaResourceViewDesc *view) {
  return create(__func__, object, resource, texture, view);
}

HELICON_API musaError_t musaCreateTextureObject_v2(musaTextureObject_t *object, const musaResourceDesc *resource,
                                                   const musaTextureDesc_v2 *texture,
                                                   const musaResourceViewDesc *view) {
  static_assert(sizeof(musaTextureDesc) == sizeof(musaTextureDesc_v2));
  musaTextureDesc same{};
  if (texture)
    std::memcpy(&same, texture, sizeof same);
  return create(__func__, object, resource, texture ? &same : nullptr, view);
}

HELICON_API musaError_t musaDestroyTextureObject(musaTextureObject_t object) {
  return withContext(__func__, [&](Context &) { return api::destroyTexture(object); });
}

namespace {

/// Gives one part of what a texture was made from.
template <class Part>
musaError_t give(const char *function, musaTextureObject_t object, Part *out, Part api::TextureRequest::*part) {
  return withContext(function, [&](Context &) {
    api::TextureRequest request;
    if (!out)
      return Status::InvalidValue;
    if (Status status = api::describeTexture(object, request); status != Status::Success)
      return status;
    *out = request.*part;
    return Status::Success;
  });
}

} // namespace

HELICON_API musaError_t musaGetTextureObjectResourceDesc(musaResourceDesc *resource, musaTextureObject_t object) {
  return give(__func__, object, resource, &api::TextureRequest::resource);
}

HELICON_API musaError_t musaGetTextureObjectTextureDesc(musaTextureDesc *texture, musaTextureObject_t object) {
  return give(__func__, object, texture, &api::TextureRequest::texture);
}

HELICON_API musaError_t musaGetTextureObjectTextureDesc_v2(musaTextureDesc_v2 *texture, musaTextureObject_t object) {
  musaTextureDesc same{};
  const musaError_t code = give(__func__, object, texture ? &same : nullptr, &api::TextureRequest::texture);
  if (code == musaSuccess)
    std::memcpy(texture, &same, sizeof same);
  return code;
}

HELICON_API musaError_t musaGetTextureObjectResourceViewDesc(musaResourceViewDesc *view, musaTextureObject_t object) {
  return withContext(__func__, [&](Context &) {
    api::TextureRequest request;
    if (!view)
      return Status::InvalidValue;
    if (Status status = api::describeTexture(object, request); status != Status::Success)
      return status;
    if (!request.hasView)
      return Status::InvalidValue;
    *view = request.view;
    return Status::Success;
  });
}

HELICON_API musaError_t musaCreateSurfaceObject(musaSurfaceObject_t *object, const musaResourceDesc *resource) {
  return withContext(__func__, [&](Context &context) {
    uint64_t handle = 0;
    if (!object || !resource)
      return Status::InvalidValue;
    const Status status = api::createSurface(context, *resource, handle);
    if (status == Status::Success)
      *object = handle;
    return status;
  });
}

HELICON_API musaError_t musaDestroySurfaceObject(musaSurfaceObject_t object) {
  return withContext(__func__, [&](Context &) { return api::destroyTexture(object); });
}

HELICON_API musaError_t musaGetSurfaceObjectResourceDesc(musaResourceDesc *resource, musaSurfaceObject_t object) {
  return withContext(
      __func__, [&](Context &) { return resource ? api::describeSurface(object, *resource) : Status::InvalidValue; });
}
