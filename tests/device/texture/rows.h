// Rows of texture and surface results that hardware was asked for: each row is one texture (or surface), one kind of
// fetch and a list of coordinates; what comes back is written as the bits of the components. Compiled by mcc, and by
// NVIDIA's compiler over the names in names/musa_runtime.h to record the golden file.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include <musa_runtime.h>

#define CALL(call)                                                                                                     \
  do {                                                                                                                 \
    if (musaError_t error_ = (call); error_ != musaSuccess) {                                                          \
      fprintf(stderr, "line %d: %s: %s\n", __LINE__, #call, musaGetErrorName(error_));                                 \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

struct At {
  float x, y, z, w;
};

__device__ inline unsigned bitsOf(float v) { return __float_as_uint(v); }
__device__ inline unsigned bitsOf(int v) { return (unsigned)v; }
__device__ inline unsigned bitsOf(unsigned v) { return v; }
__device__ inline unsigned bitsOf(short v) { return (unsigned)(int)v; }
__device__ inline unsigned bitsOf(unsigned short v) { return v; }
__device__ inline unsigned bitsOf(signed char v) { return (unsigned)(int)v; }
__device__ inline unsigned bitsOf(unsigned char v) { return v; }
template <class T> __device__ void put(uint4 &out, T v) { out = make_uint4(bitsOf(v), 0, 0, 0); }
#define PUT(TYPE)                                                                                                      \
  __device__ inline void put(uint4 &out, TYPE##2 v) { out = make_uint4(bitsOf(v.x), bitsOf(v.y), 0, 0); }              \
  __device__ inline void put(uint4 &out, TYPE##4 v) {                                                                  \
    out = make_uint4(bitsOf(v.x), bitsOf(v.y), bitsOf(v.z), bitsOf(v.w));                                              \
  }
PUT(float)
PUT(int)
PUT(uint)
PUT(short)
PUT(ushort)
PUT(char)
PUT(uchar)

template <class T> struct Components {
  static const int value = 1;
};
#define COMPONENTS(TYPE)                                                                                               \
  template <> struct Components<TYPE##2> {                                                                             \
    static const int value = 2;                                                                                        \
  };                                                                                                                   \
  template <> struct Components<TYPE##4> {                                                                             \
    static const int value = 4;                                                                                        \
  };
COMPONENTS(float)
COMPONENTS(int)
COMPONENTS(uint)
COMPONENTS(short)
COMPONENTS(ushort)
COMPONENTS(char)
COMPONENTS(uchar)

enum Fetch {
  Fetch1Dfetch,
  Fetch1D,
  Fetch2D,
  Fetch3D,
  Fetch1DLayered,
  Fetch2DLayered,
  FetchCube,
  FetchCubeLayered,
  Fetch1DLod,
  Fetch2DLod,
  Fetch3DLod,
  Fetch2DGrad,
  FetchGather0,
  FetchGather1,
  FetchGather2,
  FetchGather3,
  Fetch1DGrad,
  Fetch3DGrad
};

template <class T, int kFetch> __global__ void fetchRow(musaTextureObject_t t, const At *at, uint4 *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  At p = at[i];
  T v;
  if constexpr (kFetch == Fetch1Dfetch)
    v = tex1Dfetch<T>(t, (int)p.x);
  if constexpr (kFetch == Fetch1D)
    v = tex1D<T>(t, p.x);
  if constexpr (kFetch == Fetch2D)
    v = tex2D<T>(t, p.x, p.y);
  if constexpr (kFetch == Fetch3D)
    v = tex3D<T>(t, p.x, p.y, p.z);
  if constexpr (kFetch == Fetch1DLayered)
    v = tex1DLayered<T>(t, p.x, (int)p.w);
  if constexpr (kFetch == Fetch2DLayered)
    v = tex2DLayered<T>(t, p.x, p.y, (int)p.w);
  if constexpr (kFetch == FetchCube)
    v = texCubemap<T>(t, p.x, p.y, p.z);
  if constexpr (kFetch == FetchCubeLayered)
    v = texCubemapLayered<T>(t, p.x, p.y, p.z, (int)p.w);
  if constexpr (kFetch == Fetch1DLod)
    v = tex1DLod<T>(t, p.x, p.w);
  if constexpr (kFetch == Fetch2DLod)
    v = tex2DLod<T>(t, p.x, p.y, p.w);
  if constexpr (kFetch == Fetch3DLod)
    v = tex3DLod<T>(t, p.x, p.y, p.z, p.w);
  if constexpr (kFetch == Fetch1DGrad)
    v = tex1DGrad<T>(t, p.x, p.z, p.w);
  if constexpr (kFetch == Fetch2DGrad)
    v = tex2DGrad<T>(t, p.x, p.y, make_float2(p.z, p.w * 0.25f), make_float2(p.w * 0.5f, p.w));
  if constexpr (kFetch == Fetch3DGrad)
    v = tex3DGrad<T>(t, p.x, p.y, p.z, make_float4(p.w, 0.f, p.w * 0.5f, 0), make_float4(0.f, p.w * 1.5f, 0.f, 0));
  if constexpr (kFetch >= FetchGather0 && kFetch <= FetchGather3)
    v = tex2Dgather<T>(t, p.x, p.y, kFetch - FetchGather0);
  put(out[i], v);
}

/// An array with the numbers that `texel(x, y, z, component)` gives, of any channel format.
struct Image {
  musaArray_t array = nullptr;
  musaMipmappedArray_t mipmaps = nullptr;
  void *linear = nullptr;
  size_t pitch = 0, width = 0, height = 0, depth = 0;
  musaChannelFormatDesc format;
};

using Texel = std::function<double(int x, int y, int z, int c)>;

inline uint16_t halfBits(double v) {
  float f = (float)v; // exact halves only: the tests choose such values
  uint32_t u;
  memcpy(&u, &f, 4);
  if ((u & 0x7fffffff) == 0)
    return (uint16_t)(u >> 16);
  return (uint16_t)(((u >> 16) & 0x8000) | ((((u >> 23) & 255) - 112) << 10) | ((u >> 13) & 0x3ff));
}

inline int componentsOf(const musaChannelFormatDesc &f) { return f.w ? 4 : f.z ? 3 : f.y ? 2 : 1; }

inline std::vector<char> texels(const musaChannelFormatDesc &f, int w, int h, int d, const Texel &value) {
  int bytes = f.x / 8, n = componentsOf(f);
  std::vector<char> out((size_t)w * h * d * n * bytes);
  char *p = out.data();
  for (int z = 0; z < d; z++)
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        for (int c = 0; c < n; c++, p += bytes) {
          double v = value(x, y, z, c);
          if (f.f == musaChannelFormatKindFloat) {
            float single = (float)v;
            uint16_t half = bytes == 2 ? halfBits(v) : 0;
            memcpy(p, bytes == 2 ? (void *)&half : (void *)&single, bytes);
          } else {
            int64_t whole = (int64_t)v;
            memcpy(p, &whole, bytes);
          }
        }
  return out;
}

inline void uploadLevel(musaArray_t array, const musaChannelFormatDesc &f, int w, int h, int d, const Texel &value,
                        bool flat) {
  std::vector<char> data = texels(f, w, h, d, value);
  musaMemcpy3DParms p = {};
  size_t row = (size_t)w * componentsOf(f) * f.x / 8;
  p.srcPtr = make_musaPitchedPtr(data.data(), row, w, h);
  p.dstArray = array;
  p.extent = make_musaExtent(w, h, d);
  (void)flat;
  p.kind = musaMemcpyHostToDevice;
  CALL(musaMemcpy3D(&p));
}

/// `extent` as musaMalloc3DArray takes it.
inline Image makeArray(musaChannelFormatDesc f, musaExtent extent, unsigned flags, const Texel &value) {
  Image i;
  i.format = f;
  i.width = extent.width, i.height = extent.height, i.depth = extent.depth;
  CALL(musaMalloc3DArray(&i.array, &f, extent, flags));
  int h = extent.height ? extent.height : 1, d = extent.depth ? extent.depth : 1;
  uploadLevel(i.array, f, extent.width, h, d, value, false);
  return i;
}

inline Image makeMipmaps(musaChannelFormatDesc f, musaExtent extent, unsigned levels, unsigned flags,
                         const std::function<double(int level, int x, int y, int z, int c)> &value) {
  Image i;
  i.format = f;
  CALL(musaMallocMipmappedArray(&i.mipmaps, &f, extent, levels, flags));
  for (unsigned l = 0; l < levels; l++) {
    musaArray_t level;
    CALL(musaGetMipmappedArrayLevel(&level, i.mipmaps, l));
    int w = extent.width >> l ? extent.width >> l : 1,
        h = extent.height ? (extent.height >> l ? extent.height >> l : 1) : 1;
    int d = extent.depth ? (extent.depth >> l ? extent.depth >> l : 1) : 1;
    uploadLevel(level, f, w, h, d, [&](int x, int y, int z, int c) { return value(l, x, y, z, c); }, false);
  }
  return i;
}

inline Image makeLinear(musaChannelFormatDesc f, size_t width, const Texel &value) {
  Image i;
  i.format = f;
  i.width = width;
  std::vector<char> data = texels(f, width, 1, 1, value);
  CALL(musaMalloc(&i.linear, data.size()));
  CALL(musaMemcpy(i.linear, data.data(), data.size(), musaMemcpyHostToDevice));
  return i;
}

inline Image makePitched(musaChannelFormatDesc f, size_t width, size_t height, const Texel &value) {
  Image i;
  i.format = f;
  i.width = width, i.height = height;
  std::vector<char> data = texels(f, width, height, 1, value);
  CALL(musaMallocPitch(&i.linear, &i.pitch, data.size() / height, height));
  CALL(musaMemcpy2D(i.linear, i.pitch, data.data(), data.size() / height, data.size() / height, height,
                    musaMemcpyHostToDevice));
  return i;
}

inline musaResourceDesc resourceOf(const Image &i) {
  musaResourceDesc r = {};
  if (i.array) {
    r.resType = musaResourceTypeArray;
    r.res.array.array = i.array;
  } else if (i.mipmaps) {
    r.resType = musaResourceTypeMipmappedArray;
    r.res.mipmap.mipmap = i.mipmaps;
  } else if (i.pitch) {
    r.resType = musaResourceTypePitch2D;
    r.res.pitch2D.devPtr = i.linear;
    r.res.pitch2D.desc = i.format;
    r.res.pitch2D.width = i.width;
    r.res.pitch2D.height = i.height;
    r.res.pitch2D.pitchInBytes = i.pitch;
  } else {
    r.resType = musaResourceTypeLinear;
    r.res.linear.devPtr = i.linear;
    r.res.linear.desc = i.format;
    r.res.linear.sizeInBytes = i.width * componentsOf(i.format) * i.format.x / 8;
  }
  return r;
}

inline void freeImage(Image &i) {
  if (i.array)
    CALL(musaFreeArray(i.array));
  if (i.mipmaps)
    CALL(musaFreeMipmappedArray(i.mipmaps));
  if (i.linear)
    CALL(musaFree(i.linear));
}

struct Sampling {
  musaTextureAddressMode mode = musaAddressModeClamp;
  musaTextureFilterMode filter = musaFilterModePoint;
  musaTextureReadMode read = musaReadModeElementType;
  bool normalised = false;
  float border[4] = {0.25f, -2.f, 3.f, 4.f};
  musaTextureFilterMode mipFilter = musaFilterModePoint;
  float bias = 0, minLod = 0, maxLod = 16;
};

inline musaTextureDesc describe(const Sampling &s) {
  musaTextureDesc d = {};
  d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = s.mode;
  d.filterMode = s.filter;
  d.readMode = s.read;
  d.normalizedCoords = s.normalised;
  memcpy(d.borderColor, s.border, sizeof s.border);
  d.mipmapFilterMode = s.mipFilter;
  d.mipmapLevelBias = s.bias;
  d.minMipmapLevelClamp = s.minLod;
  d.maxMipmapLevelClamp = s.maxLod;
  return d;
}

/// Receives a finished row: name, components of each sample, bits.
using Sink = void (*)(const std::string &name, int components, const std::vector<At> &at,
                      const std::vector<uint4> &bits);

template <class T, int kFetch>
void row(Sink sink, const std::string &name, const Image &image, const Sampling &s, const std::vector<At> &at) {
  int components = Components<T>::value;
  musaResourceDesc r = resourceOf(image);
  musaTextureDesc d = describe(s);
  musaTextureObject_t t;
  CALL(musaCreateTextureObject(&t, &r, &d, nullptr));
  At *in;
  uint4 *out;
  int n = (int)at.size();
  CALL(musaMalloc(&in, n * sizeof(At)));
  CALL(musaMalloc(&out, n * sizeof(uint4)));
  CALL(musaMemcpy(in, at.data(), n * sizeof(At), musaMemcpyHostToDevice));
  fetchRow<T, kFetch><<<(n + 63) / 64, 64>>>(t, in, out, n);
  CALL(musaGetLastError());
  CALL(musaDeviceSynchronize());
  std::vector<uint4> bits(n);
  CALL(musaMemcpy(bits.data(), out, n * sizeof(uint4), musaMemcpyDeviceToHost));
  CALL(musaFree(in));
  CALL(musaFree(out));
  CALL(musaDestroyTextureObject(t));
  sink(name, components, at, bits);
}

enum Surface { Surface1D, Surface2D, Surface3D, Surface1DLayered, Surface2DLayered, SurfaceCube, SurfaceCubeLayered };

template <class T, int kSurface>
__global__ void surfaceRow(musaSurfaceObject_t s, const At *at, uint4 *out, int n, bool clamp) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  At p = at[i];
  int x = (int)p.x * (int)sizeof(T), y = (int)p.y, z = (int)p.z, w = (int)p.w;
  T v;
#define READ(SHAPE, CALL, ...)                                                                                         \
  if constexpr (kSurface == SHAPE) {                                                                                   \
    if (clamp)                                                                                                         \
      CALL(&v, s, __VA_ARGS__, musaBoundaryModeClamp);                                                                 \
    else                                                                                                               \
      v = CALL<T>(s, __VA_ARGS__, musaBoundaryModeZero);                                                               \
  }
  READ(Surface1D, surf1Dread, x)
  READ(Surface2D, surf2Dread, x, y)
  READ(Surface3D, surf3Dread, x, y, z)
  READ(Surface1DLayered, surf1DLayeredread, x, w)
  READ(Surface2DLayered, surf2DLayeredread, x, y, w)
  READ(SurfaceCube, surfCubemapread, x, y, w)
  READ(SurfaceCubeLayered, surfCubemapLayeredread, x, y, w)
#undef READ
  put(out[i], v);
}

/// Writes `i` at every place, out of range too, where it must leave no trace (zero) or lands at the edge (clamp: the
/// test gives places whose edges nothing else writes).
template <class T, int kSurface>
__global__ void surfaceWrite(musaSurfaceObject_t s, const At *at, const T *values, int n, bool clamp) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  At p = at[i];
  T v = values[i];
  int x = (int)p.x * (int)sizeof(T), y = (int)p.y, z = (int)p.z, w = (int)p.w;
#define WRITE(SHAPE, CALL, ...)                                                                                        \
  if constexpr (kSurface == SHAPE) {                                                                                   \
    if (clamp)                                                                                                         \
      CALL(v, s, __VA_ARGS__, musaBoundaryModeClamp);                                                                  \
    else                                                                                                               \
      CALL(v, s, __VA_ARGS__, musaBoundaryModeZero);                                                                   \
  }
  WRITE(Surface1D, surf1Dwrite, x)
  WRITE(Surface2D, surf2Dwrite, x, y)
  WRITE(Surface3D, surf3Dwrite, x, y, z)
  WRITE(Surface1DLayered, surf1DLayeredwrite, x, w)
  WRITE(Surface2DLayered, surf2DLayeredwrite, x, y, w)
  WRITE(SurfaceCube, surfCubemapwrite, x, y, w)
  WRITE(SurfaceCubeLayered, surfCubemapLayeredwrite, x, y, w)
#undef WRITE
}

template <class T, int kSurface>
void surfaceRows(Sink sink, const std::string &name, const Image &image, const std::vector<At> &at, bool clamp,
                 const std::vector<At> &written = {}) {
  musaResourceDesc r = resourceOf(image);
  musaSurfaceObject_t s;
  CALL(musaCreateSurfaceObject(&s, &r));
  At *in;
  uint4 *out;
  T *values;
  int n = (int)at.size(), m = (int)written.size();
  CALL(musaMalloc(&in, (n + m) * sizeof(At)));
  CALL(musaMalloc(&out, n * sizeof(uint4)));
  CALL(musaMalloc(&values, (m + 1) * sizeof(T)));
  CALL(musaMemcpy(in, at.data(), n * sizeof(At), musaMemcpyHostToDevice));
  if (m) {
    std::vector<unsigned char> bytes(m * sizeof(T));
    for (size_t i = 0; i < bytes.size(); i++)
      bytes[i] = (unsigned char)(i * 37 + 11);
    CALL(musaMemcpy(values, bytes.data(), bytes.size(), musaMemcpyHostToDevice));
    CALL(musaMemcpy(in + n, written.data(), m * sizeof(At), musaMemcpyHostToDevice));
    surfaceWrite<T, kSurface><<<(m + 63) / 64, 64>>>(s, in + n, values, m, clamp);
  }
  surfaceRow<T, kSurface><<<(n + 63) / 64, 64>>>(s, in, out, n, clamp);
  CALL(musaGetLastError());
  CALL(musaDeviceSynchronize());
  std::vector<uint4> bits(n);
  CALL(musaMemcpy(bits.data(), out, n * sizeof(uint4), musaMemcpyDeviceToHost));
  CALL(musaFree(in));
  CALL(musaFree(out));
  CALL(musaFree(values));
  CALL(musaDestroySurfaceObject(s));
  sink(name, Components<T>::value, at, bits);
}
