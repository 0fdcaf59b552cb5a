// Surface references. Their format is the array's; one that is set before is only remembered.
#include "api/common/Arrays.h"
#include "api/musa/Entry.h"
#include "api/musa/Formats.h"
#include "api/musa/References.h"

using namespace helicon;
using musa::SurfaceReference;
using musa::withContext;

namespace {

/// Runs `body` with the reference locked.
template <class Body> MUresult withReference(const char *function, MUsurfref handle, Body &&body) {
  return withContext(function, [&](Context &) -> Status {
    const musa::SurfaceReferenceRef reference = musa::findSurfaceReference(handle);
    if (!reference)
      return Status::InvalidHandle;
    const std::lock_guard lock(reference->mutex);
    return body(*reference);
  });
}

} // namespace

HELICON_API MUresult muModuleGetSurfRef(MUsurfref *pSurfRef, MUmodule hmod, const char *name) {
  return withContext(__func__, [&](Context &) {
    const ModuleRef module = findModule(hmod);
    if (!module)
      return Status::InvalidHandle;
    musa::SurfaceReferenceRef found;
    if (!pSurfRef || !name)
      return Status::InvalidValue;
    const Status status = musa::referenceOf(*module, name, found);
    if (status == Status::Success)
      *pSurfRef = reinterpret_cast<MUsurfref>(found.get());
    return status;
  });
}

HELICON_API MUresult muSurfRefCreate(MUsurfref *pSurfRef) {
  return withContext(__func__, [&](Context &context) {
    if (!pSurfRef)
      return Status::InvalidValue;
    *pSurfRef = reinterpret_cast<MUsurfref>(musa::makeSurfaceReference(context).get());
    return Status::Success;
  });
}

HELICON_API MUresult muSurfRefDestroy(MUsurfref hSurfRef) {
  return withContext(__func__, [&](Context &) { return musa::destroySurfaceReference(hSurfRef); });
}

HELICON_API MUresult muSurfRefSetArray(MUsurfref hSurfRef, MUarray hArray, unsigned int flags) {
  return withReference(__func__, hSurfRef, [&](SurfaceReference &reference) {
    const api::ArrayRef array = api::findArray(hArray);
    if (!array)
      return Status::InvalidHandle;
    if (flags != 0)
      return Status::InvalidValue;
    reference.resource.resType = MU_RESOURCE_TYPE_ARRAY;
    reference.resource.res.array.hArray = hArray;
    reference.format = musa::formatOf(array->format);
    reference.components = api::channelsOf(array->format);
    reference.isBound = true;
    reference.change();
    return Status::Success;
  });
}

HELICON_API MUresult muSurfRefGetArray(MUarray *phArray, MUsurfref hSurfRef) {
  return withReference(__func__, hSurfRef, [&](SurfaceReference &reference) {
    if (!phArray || !reference.isBound)
      return Status::InvalidValue;
    *phArray = reference.resource.res.array.hArray;
    return Status::Success;
  });
}

HELICON_API MUresult muSurfRefSetFormat(MUsurfref hSurfRef, MUarray_format fmt, int numPackedComponents) {
  return withReference(__func__, hSurfRef, [&](SurfaceReference &reference) {
    musaChannelFormatDesc texel{};
    const auto components = static_cast<unsigned>(numPackedComponents);
    const Status status = musa::channelsOf(fmt, components, texel);
    if (status == Status::Success) {
      reference.format = fmt;
      reference.components = components;
    }
    return status;
  });
}

HELICON_API MUresult muSurfRefGetFormat(MUarray_format *pFormat, int *pNumChannels, MUsurfref hSurfRef) {
  return withReference(__func__, hSurfRef, [&](SurfaceReference &reference) {
    if (!pFormat && !pNumChannels)
      return Status::InvalidValue;
    if (pFormat)
      *pFormat = reference.format;
    if (pNumChannels)
      *pNumChannels = static_cast<int>(reference.components);
    return Status::Success;
  });
}
