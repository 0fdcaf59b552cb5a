// Texture and surface objects: the runtime API's, asked for in the driver's words.
#include "api/common/Textures.h"
#include "api/musa/Entry.h"
#include "api/musa/Resources.h"

using namespace helicon;
using musa::withContext;

namespace {

/// Gives `part` of what a texture was made from.
template <class Out, class Part> MUresult give(const char *function, MUtexObject object, Out *out, Part &&part) {
  return withContext(function, [&](Context &) -> Status {
    api::TextureRequest request;
    if (!out)
      return Status::InvalidValue;
    const Status status = api::describeTexture(object, request);
    return status == Status::Success ? part(request) : status;
  });
}

} // namespace

HELICON_API MUresult muTexObjectCreate(MUtexObject *pTexObject, const MUSA_RESOURCE_DESC *pResDesc,
                                       const MUSA_TEXTURE_DESC *pTexDesc, const MUSA_RESOURCE_VIEW_DESC *pResViewDesc) {
  return withContext(__func__, [&](Context &context) {
    if (!pTexObject || !pResDesc || !pTexDesc)
      return Status::InvalidValue;
    api::TextureRequest request;
    if (Status status = musa::fromDriver(*pResDesc, request.resource); status != Status::Success)
      return status;
    if (Status status = musa::fromDriver(*pTexDesc, request); status != Status::Success)
      return status;
    request.hasView = pResViewDesc != nullptr;
    if (pResViewDesc)
      request.view = musa::fromDriver(*pResViewDesc);
    uint64_t handle = 0;
    const Status status = api::createTexture(context, request, handle);
    if (status == Status::Success)
      *pTexObject = handle;
    return status;
  });
}

HELICON_API MUresult muTexObjectDestroy(MUtexObject texObject) {
  return withContext(__func__, [&](Context &) { return api::destroyTexture(texObject); });
}

HELICON_API MUresult muTexObjectGetResourceDesc(MUSA_RESOURCE_DESC *pResDesc, MUtexObject texObject) {
  return give(__func__, texObject, pResDesc, [&](const api::TextureRequest &request) {
    *pResDesc = musa::resourceForDriver(request.resource);
    return Status::Success;
  });
}

HELICON_API MUresult muTexObjectGetTextureDesc(MUSA_TEXTURE_DESC *pTexDesc, MUtexObject texObject) {
  return give(__func__, texObject, pTexDesc, [&](const api::TextureRequest &request) {
    *pTexDesc = musa::samplingForDriver(request);
    return Status::Success;
  });
}

HELICON_API MUresult muTexObjectGetResourceViewDesc(MUSA_RESOURCE_VIEW_DESC *pResViewDesc, MUtexObject texObject) {
  return give(__func__, texObject, pResViewDesc, [&](const api::TextureRequest &request) {
    if (!request.hasView)
      return Status::InvalidValue;
    *pResViewDesc = musa::viewForDriver(request.view);
    return Status::Success;
  });
}

HELICON_API MUresult muSurfObjectCreate(MUsurfObject *pSurfObject, const MUSA_RESOURCE_DESC *pResDesc) {
  return withContext(__func__, [&](Context &context) {
    musaResourceDesc resource{};
    uint64_t handle = 0;
    if (!pSurfObject || !pResDesc)
      return Status::InvalidValue;
    Status status = musa::fromDriver(*pResDesc, resource);
    if (status == Status::Success)
      status = api::createSurface(context, resource, handle);
    if (status == Status::Success)
      *pSurfObject = handle;
    return status;
  });
}

HELICON_API MUresult muSurfObjectDestroy(MUsurfObject surfObject) {
  return withContext(__func__, [&](Context &) { return api::destroyTexture(surfObject); });
}

HELICON_API MUresult muSurfObjectGetResourceDesc(MUSA_RESOURCE_DESC *pResDesc, MUsurfObject surfObject) {
  return withContext(__func__, [&](Context &) {
    musaResourceDesc resource{};
    if (!pResDesc)
      return Status::InvalidValue;
    const Status status = api::describeSurface(surfObject, resource);
    if (status == Status::Success)
      *pResDesc = musa::resourceForDriver(resource);
    return status;
  });
}
