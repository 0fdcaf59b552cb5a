// The limits as device attributes and properties: one table for both.
#include "api/common/TextureLimits.h"

#include "include/helicon/device_attributes.h"

namespace helicon::api {
namespace {

struct Limit {
  int attribute;
  size_t value;
};
constexpr Limit kLimits[] = {
    {musaDevAttrMaxTexture1DWidth, kMaxWidth1D},
    {musaDevAttrMaxTexture1DMipmappedWidth, kMaxMipmapped1D},
    {musaDevAttrMaxTexture1DLinearWidth, kMaxLinear},
    {musaDevAttrMaxTexture2DWidth, kMaxWidth2D},
    {musaDevAttrMaxTexture2DHeight, kMaxHeight2D},
    {musaDevAttrMaxTexture2DMipmappedWidth, kMaxMipmapped2D},
    {musaDevAttrMaxTexture2DMipmappedHeight, kMaxMipmapped2D},
    {musaDevAttrMaxTexture2DLinearWidth, kMaxPitchedWidth},
    {musaDevAttrMaxTexture2DLinearHeight, kMaxPitchedHeight},
    {musaDevAttrMaxTexture2DLinearPitch, kMaxPitchedBytes},
    {musaDevAttrMaxTexture2DGatherWidth, kMaxLayeredSide},
    {musaDevAttrMaxTexture2DGatherHeight, kMaxLayeredSide},
    {musaDevAttrMaxTexture3DWidth, kMaxVolumeSide},
    {musaDevAttrMaxTexture3DHeight, kMaxVolumeSide},
    {musaDevAttrMaxTexture3DDepth, kMaxVolumeSide},
    {musaDevAttrMaxTexture3DWidthAlt, kMaxVolumeSide / 2},
    {musaDevAttrMaxTexture3DHeightAlt, kMaxVolumeSide / 2},
    {musaDevAttrMaxTexture3DDepthAlt, kMaxVolumeSide * 2},
    {musaDevAttrMaxTextureCubemapWidth, kMaxLayeredSide},
    {musaDevAttrMaxTexture1DLayeredWidth, kMaxLayeredSide},
    {musaDevAttrMaxTexture1DLayeredLayers, kMaxLayers},
    {musaDevAttrMaxTexture2DLayeredWidth, kMaxLayeredSide},
    {musaDevAttrMaxTexture2DLayeredHeight, kMaxLayeredSide},
    {musaDevAttrMaxTexture2DLayeredLayers, kMaxLayers},
    {musaDevAttrMaxTextureCubemapLayeredWidth, kMaxLayeredSide},
    {musaDevAttrMaxTextureCubemapLayeredLayers, kMaxCubeLayers},
    {musaDevAttrMaxSurface1DWidth, kMaxWidth1D},
    {musaDevAttrMaxSurface2DWidth, kMaxWidth2D},
    {musaDevAttrMaxSurface2DHeight, kMaxHeight2D},
    {musaDevAttrMaxSurface3DWidth, kMaxVolumeSide},
    {musaDevAttrMaxSurface3DHeight, kMaxVolumeSide},
    {musaDevAttrMaxSurface3DDepth, kMaxVolumeSide},
    {musaDevAttrMaxSurface1DLayeredWidth, kMaxLayeredSide},
    {musaDevAttrMaxSurface1DLayeredLayers, kMaxLayers},
    {musaDevAttrMaxSurface2DLayeredWidth, kMaxLayeredSide},
    {musaDevAttrMaxSurface2DLayeredHeight, kMaxLayeredSide},
    {musaDevAttrMaxSurface2DLayeredLayers, kMaxLayers},
    {musaDevAttrMaxSurfaceCubemapWidth, kMaxLayeredSide},
    {musaDevAttrMaxSurfaceCubemapLayeredWidth, kMaxLayeredSide},
    {musaDevAttrMaxSurfaceCubemapLayeredLayers, kMaxCubeLayers},
};

template <int kCount> void fill(int (&out)[kCount], const int (&attributes)[kCount]) {
  for (int i = 0; i < kCount; i++)
    out[i] = textureLimit(attributes[i]).value_or(0);
}

} // namespace

std::optional<int> textureLimit(int attribute) {
  for (const Limit &limit : kLimits)
    if (limit.attribute == attribute)
      return static_cast<int>(limit.value);
  return std::nullopt;
}

void fillTextureLimits(musaDeviceProp &p) {
  p.maxTexture1D = p.maxSurface1D = kMaxWidth1D;
  p.maxTexture1DMipmap = kMaxMipmapped1D;
  p.maxTexture1DLinear = kMaxLinear;
  p.maxTextureCubemap = p.maxSurfaceCubemap = kMaxLayeredSide;
  fill(p.maxTexture2D, {musaDevAttrMaxTexture2DWidth, musaDevAttrMaxTexture2DHeight});
  fill(p.maxTexture2DMipmap, {musaDevAttrMaxTexture2DMipmappedWidth, musaDevAttrMaxTexture2DMipmappedHeight});
  fill(p.maxTexture2DLinear,
       {musaDevAttrMaxTexture2DLinearWidth, musaDevAttrMaxTexture2DLinearHeight, musaDevAttrMaxTexture2DLinearPitch});
  fill(p.maxTexture2DGather, {musaDevAttrMaxTexture2DGatherWidth, musaDevAttrMaxTexture2DGatherHeight});
  fill(p.maxTexture3D, {musaDevAttrMaxTexture3DWidth, musaDevAttrMaxTexture3DHeight, musaDevAttrMaxTexture3DDepth});
  fill(p.maxTexture3DAlt,
       {musaDevAttrMaxTexture3DWidthAlt, musaDevAttrMaxTexture3DHeightAlt, musaDevAttrMaxTexture3DDepthAlt});
  fill(p.maxTexture1DLayered, {musaDevAttrMaxTexture1DLayeredWidth, musaDevAttrMaxTexture1DLayeredLayers});
  fill(p.maxTexture2DLayered, {musaDevAttrMaxTexture2DLayeredWidth, musaDevAttrMaxTexture2DLayeredHeight,
                               musaDevAttrMaxTexture2DLayeredLayers});
  fill(p.maxTextureCubemapLayered,
       {musaDevAttrMaxTextureCubemapLayeredWidth, musaDevAttrMaxTextureCubemapLayeredLayers});
  fill(p.maxSurface2D, {musaDevAttrMaxSurface2DWidth, musaDevAttrMaxSurface2DHeight});
  fill(p.maxSurface3D, {musaDevAttrMaxSurface3DWidth, musaDevAttrMaxSurface3DHeight, musaDevAttrMaxSurface3DDepth});
  fill(p.maxSurface1DLayered, {musaDevAttrMaxSurface1DLayeredWidth, musaDevAttrMaxSurface1DLayeredLayers});
  fill(p.maxSurface2DLayered, {musaDevAttrMaxSurface2DLayeredWidth, musaDevAttrMaxSurface2DLayeredHeight,
                               musaDevAttrMaxSurface2DLayeredLayers});
  fill(p.maxSurfaceCubemapLayered,
       {musaDevAttrMaxSurfaceCubemapLayeredWidth, musaDevAttrMaxSurfaceCubemapLayeredLayers});
}

} // namespace helicon::api
