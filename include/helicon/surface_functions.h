// Surface reads and writes. x counts bytes; a texel is read and written as it lies there. Beyond the edge a read gives
// 0 and a write is dropped, or the edge's texel is meant, or the kernel ends with an error, which is the default.
#ifndef HELICON_SURFACE_FUNCTIONS_H
#define HELICON_SURFACE_FUNCTIONS_H

#pragma clang system_header

#include "../musa_surface_types.h"
#include "device_macros.h"
#include "texture_functions.h"
#include "texture_sample.h"

/// A surface reference. On the device a copy of it is its handle.
template <class __T, int kShape = musaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface : public surfaceReference {};
template <int kShape>
struct __attribute__((device_builtin_surface_type)) surface<void, kShape> : public surfaceReference {};

namespace helicon_texture {

/// Where a texel lies; false where there is nothing to be touched.
template <class __T>
__HELICON_DEVICE__ bool surfacePlace(__T *&out, const Descriptor *d, int axes, int x, int y, int z, bool layered,
                                     enum musaSurfaceBoundaryMode mode) {
  const Level *l = &d->level[0];
  const unsigned texel = field(d->texelBytes);
  const int width = (int)(field(l->width) * texel / sizeof(__T)), height = axes > 1 ? (int)field(l->height) : 1,
            depth = layered    ? (int)field(d->layers)
                    : axes > 2 ? (int)field(l->depth)
                               : 1;
  int column = x / (int)sizeof(__T), row = y, plane = z;
  column = x < 0 ? -1 : column;
  if (mode == musaBoundaryModeClamp) {
    column = most(0, least(column, width - 1));
    row = most(0, least(row, height - 1));
    plane = layered ? layerOf(d, plane) : most(0, least(plane, depth - 1));
  }
  const bool inside =
      (unsigned)column < (unsigned)width && (unsigned)row < (unsigned)height && (unsigned)plane < (unsigned)depth;
  if (!inside && mode == musaBoundaryModeTrap)
    __builtin_trap();
  const int rowTexels = (int)(field(l->rowTexels) * texel / sizeof(__T)),
            planeTexels = (int)(field(l->planeTexels) * texel / sizeof(__T));
  out = (__T *)((__HELICON_GLOBAL__ __T *)field(l->data) + (plane * planeTexels + row * rowTexels + column));
  return inside;
}

} // namespace helicon_texture

/* NAMEread<__T>(object, ...), NAMEread(&value, object, ...), NAMEwrite(value, object, ...), and all for references. */
#define __HELICON_SURF(NAME, SHAPE, PARAMETERS, ARGUMENTS, ...)                                                        \
  template <class __T>                                                                                                 \
  __HELICON_DEVICE__ __T NAME##read(musaSurfaceObject_t object, PARAMETERS,                                            \
                                    enum musaSurfaceBoundaryMode mode = musaBoundaryModeTrap) {                        \
    const helicon_texture::Descriptor *d = (const helicon_texture::Descriptor *)object;                                \
    __T *p;                                                                                                            \
    __T value{};                                                                                                       \
    if (helicon_texture::surfacePlace(p, d, __VA_ARGS__, mode))                                                        \
      value = *p;                                                                                                      \
    return value;                                                                                                      \
  }                                                                                                                    \
  template <class __T>                                                                                                 \
  __HELICON_DEVICE__ void NAME##read(__T *value, musaSurfaceObject_t object, PARAMETERS,                               \
                                     enum musaSurfaceBoundaryMode mode = musaBoundaryModeTrap) {                       \
    *value = NAME##read<__T>(object, ARGUMENTS, mode);                                                                 \
  }                                                                                                                    \
  template <class __T>                                                                                                 \
  __HELICON_DEVICE__ void NAME##write(__T value, musaSurfaceObject_t object, PARAMETERS,                               \
                                      enum musaSurfaceBoundaryMode mode = musaBoundaryModeTrap) {                      \
    const helicon_texture::Descriptor *d = (const helicon_texture::Descriptor *)object;                                \
    __T *p;                                                                                                            \
    if (helicon_texture::surfacePlace(p, d, __VA_ARGS__, mode))                                                        \
      *p = value;                                                                                                      \
  }                                                                                                                    \
  template <class __T, class __S>                                                                                      \
  __HELICON_DEVICE__ __T NAME##read(surface<__S, SHAPE> reference, PARAMETERS,                                         \
                                    enum musaSurfaceBoundaryMode mode = musaBoundaryModeTrap) {                        \
    return NAME##read<__T>(__HELICON_HANDLE(reference), ARGUMENTS, mode);                                              \
  }                                                                                                                    \
  template <class __T, class __S>                                                                                      \
  __HELICON_DEVICE__ void NAME##read(__T *value, surface<__S, SHAPE> reference, PARAMETERS,                            \
                                     enum musaSurfaceBoundaryMode mode = musaBoundaryModeTrap) {                       \
    *value = NAME##read<__T>(__HELICON_HANDLE(reference), ARGUMENTS, mode);                                            \
  }                                                                                                                    \
  template <class __T, class __S>                                                                                      \
  __HELICON_DEVICE__ void NAME##write(__T value, surface<__S, SHAPE> reference, PARAMETERS,                            \
                                      enum musaSurfaceBoundaryMode mode = musaBoundaryModeTrap) {                      \
    NAME##write<__T>(value, __HELICON_HANDLE(reference), ARGUMENTS, mode);                                             \
  }

__HELICON_SURF(surf1D, musaSurfaceType1D, __HELICON_LIST(int x), x, 1, x, 0, 0, false)
__HELICON_SURF(surf2D, musaSurfaceType2D, __HELICON_LIST(int x, int y), __HELICON_LIST(x, y), 2, x, y, 0, false)
__HELICON_SURF(surf3D, musaSurfaceType3D, __HELICON_LIST(int x, int y, int z), __HELICON_LIST(x, y, z), 3, x, y, z,
               false)
__HELICON_SURF(surf1DLayered, musaSurfaceType1DLayered, __HELICON_LIST(int x, int layer), __HELICON_LIST(x, layer), 1,
               x, 0, layer, true)
__HELICON_SURF(surf2DLayered, musaSurfaceType2DLayered, __HELICON_LIST(int x, int y, int layer),
               __HELICON_LIST(x, y, layer), 2, x, y, layer, true)
__HELICON_SURF(surfCubemap, musaSurfaceTypeCubemap, __HELICON_LIST(int x, int y, int face), __HELICON_LIST(x, y, face),
               2, x, y, face, true)
__HELICON_SURF(surfCubemapLayered, musaSurfaceTypeCubemapLayered, __HELICON_LIST(int x, int y, int layerFace),
               __HELICON_LIST(x, y, layerFace), 2, x, y, layerFace, true)
#undef __HELICON_SURF
#undef __HELICON_LIST
#undef __HELICON_HANDLE
#undef __HELICON_GLOBAL__

#endif
