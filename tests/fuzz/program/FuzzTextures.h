// Textures and surfaces of generated programs: some of each kind, with all addressing and filter modes, made by the
// host before the first launch. Included by generated programs only.
#pragma once

#include "FuzzDevice.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

inline constexpr uint32_t kModes = 8; ///< addressing modes, point and linear

__constant__ musaTextureObject_t kTextures1[kModes], kTextures2[kModes], kTextures3[kModes], kLayers1[kModes],
    kLayers2[kModes], kCubes[kModes], kBytes2[kModes], kPitched[kModes], kLevels[kModes], kWords1;
__constant__ musaSurfaceObject_t kSurface1, kSurface2, kSurface3;

FUZZ_FN uint32_t bitsOf(float4 v) { return bitsOf(v.x) + bitsOf(v.y) * 3u + bitsOf(v.z) * 5u + bitsOf(v.w) * 7u; }
FUZZ_FN uint32_t bitsOf(uchar4 v) { return v.x | v.y << 8 | v.z << 16 | v.w << 24; }

namespace textures {

inline void call(musaError_t error, const char *what) {
  if (error == musaSuccess)
    return;
  std::printf("ERROR %s: %s\n", what, musaGetErrorName(error));
  std::exit(1);
}

template <class T> musaArray_t array(musaExtent extent, unsigned flags) {
  const musaChannelFormatDesc format = musaCreateChannelDesc<T>();
  musaArray_t made;
  call(musaMalloc3DArray(&made, &format, extent, flags), "array");
  return made;
}

/// Small numbers that differ, some negative, none special.
template <class T> std::vector<T> texels(size_t count) {
  std::vector<T> made(count);
  auto *bytes = reinterpret_cast<uint8_t *>(made.data());
  for (size_t i = 0; i < count * sizeof(T); ++i)
    bytes[i] = static_cast<uint8_t>(i * 37 + (i >> 5));
  if constexpr (std::is_same_v<T, float>)
    for (size_t i = 0; i < count; ++i)
      made[i] = static_cast<float>(static_cast<int>(i * 7919 % 1009) - 500) * 0.125f;
  return made;
}

template <class T> void fill(musaArray_t to, size_t width, size_t height, size_t depth) {
  std::vector<T> data = texels<T>(width * height * depth);
  musaMemcpy3DParms copy = {};
  copy.srcPtr = make_musaPitchedPtr(data.data(), width * sizeof(T), width, height);
  copy.dstArray = to;
  copy.extent = make_musaExtent(width, height, depth);
  copy.kind = musaMemcpyHostToDevice;
  call(musaMemcpy3D(&copy), "copy");
}

inline musaTextureDesc describe(uint32_t mode, bool normalised, musaTextureReadMode read) {
  static constexpr musaTextureAddressMode kAddressing[4] = {musaAddressModeClamp, musaAddressModeBorder,
                                                            musaAddressModeWrap, musaAddressModeMirror};
  musaTextureDesc d = {};
  d.addressMode[0] = d.addressMode[2] = kAddressing[mode & 3];
  d.addressMode[1] = kAddressing[normalised ? (mode + (mode >> 2)) & 3 : mode & 3];
  d.filterMode = mode & 4 ? musaFilterModeLinear : musaFilterModePoint;
  d.mipmapFilterMode = mode & 1 ? musaFilterModeLinear : musaFilterModePoint;
  d.maxMipmapLevelClamp = 8;
  d.readMode = read;
  d.normalizedCoords = normalised;
  d.borderColor[0] = 0.25f, d.borderColor[1] = -2.0f, d.borderColor[2] = 3.0f;
  return d;
}

/// The same image in every mode; wrap and mirror want normalised coordinates.
inline void modes(musaTextureObject_t (&made)[kModes], const musaResourceDesc &image, musaTextureReadMode read) {
  for (uint32_t mode = 0; mode < kModes; ++mode) {
    const musaTextureDesc d = describe(mode, (mode & 3) >= 2, read);
    call(musaCreateTextureObject(&made[mode], &image, &d, nullptr), "texture");
  }
}
inline musaResourceDesc resource(musaArray_t array) {
  musaResourceDesc r = {};
  r.resType = musaResourceTypeArray;
  r.res.array.array = array;
  return r;
}

template <class T, class S>
void makeModes(S &symbol, musaExtent extent, unsigned flags, musaTextureReadMode read = musaReadModeElementType) {
  musaArray_t image = array<T>(extent, flags);
  fill<T>(image, extent.width, extent.height ? extent.height : 1, extent.depth ? extent.depth : 1);
  musaTextureObject_t made[kModes];
  modes(made, resource(image), read);
  call(musaMemcpyToSymbol(symbol, made, sizeof made), "symbol");
}

inline void makePitched() {
  std::vector<float> data = texels<float>(40 * 12);
  musaResourceDesc r = {};
  r.resType = musaResourceTypePitch2D;
  size_t pitch;
  call(musaMallocPitch(&r.res.pitch2D.devPtr, &pitch, 160, 12), "pitch");
  call(musaMemcpy2D(r.res.pitch2D.devPtr, pitch, data.data(), 160, 160, 12, musaMemcpyHostToDevice), "copy");
  r.res.pitch2D.desc = musaCreateChannelDesc<float>();
  r.res.pitch2D.width = 40, r.res.pitch2D.height = 12, r.res.pitch2D.pitchInBytes = pitch;
  musaTextureObject_t made[kModes];
  modes(made, r, musaReadModeElementType);
  call(musaMemcpyToSymbol(kPitched, made, sizeof made), "symbol");
}

inline void makeLevels() {
  const musaChannelFormatDesc format = musaCreateChannelDesc<float>();
  musaMipmappedArray_t image;
  call(musaMallocMipmappedArray(&image, &format, make_musaExtent(32, 16, 0), 4, 0), "levels");
  for (unsigned level = 0; level < 4; ++level) {
    musaArray_t each;
    call(musaGetMipmappedArrayLevel(&each, image, level), "level");
    fill<float>(each, 32 >> level, 16 >> level, 1);
  }
  musaResourceDesc r = {};
  r.resType = musaResourceTypeMipmappedArray;
  r.res.mipmap.mipmap = image;
  musaTextureObject_t made[kModes];
  for (uint32_t mode = 0; mode < kModes; ++mode) {
    const musaTextureDesc d = describe(mode, true, musaReadModeElementType);
    call(musaCreateTextureObject(&made[mode], &r, &d, nullptr), "texture");
  }
  call(musaMemcpyToSymbol(kLevels, made, sizeof made), "symbol");
}

inline void makeWords() {
  std::vector<uint32_t> data = texels<uint32_t>(1000);
  musaResourceDesc r = {};
  r.resType = musaResourceTypeLinear;
  call(musaMalloc(&r.res.linear.devPtr, 4000), "malloc");
  call(musaMemcpy(r.res.linear.devPtr, data.data(), 4000, musaMemcpyHostToDevice), "copy");
  r.res.linear.desc = musaCreateChannelDesc<uint32_t>();
  r.res.linear.sizeInBytes = 4000;
  const musaTextureDesc d = {};
  musaTextureObject_t made;
  call(musaCreateTextureObject(&made, &r, &d, nullptr), "texture");
  call(musaMemcpyToSymbol(kWords1, &made, sizeof made), "symbol");
}

template <class S> void makeSurface(S &symbol, musaExtent extent) {
  const musaResourceDesc r = resource(array<uint32_t>(extent, musaArraySurfaceLoadStore));
  musaSurfaceObject_t made;
  call(musaCreateSurfaceObject(&made, &r), "surface");
  call(musaMemcpyToSymbol(symbol, &made, sizeof made), "symbol");
}

inline void makeAll() {
  makeModes<float>(kTextures1, make_musaExtent(61, 0, 0), 0);
  makeModes<float>(kTextures2, make_musaExtent(33, 17, 0), 0);
  makeModes<float>(kTextures3, make_musaExtent(9, 7, 5), 0);
  makeModes<float>(kLayers1, make_musaExtent(29, 0, 3), musaArrayLayered);
  makeModes<float4>(kLayers2, make_musaExtent(13, 11, 4), musaArrayLayered, musaReadModeElementType);
  makeModes<float>(kCubes, make_musaExtent(8, 8, 6), musaArrayCubemap);
  makeModes<uchar4>(kBytes2, make_musaExtent(24, 20, 0), musaArrayTextureGather, musaReadModeNormalizedFloat);
  makePitched();
  makeLevels();
  makeWords();
  makeSurface(kSurface1, make_musaExtent(1024, 0, 0));
  makeSurface(kSurface2, make_musaExtent(64, 16, 0));
  makeSurface(kSurface3, make_musaExtent(16, 8, 8));
}

} // namespace textures
