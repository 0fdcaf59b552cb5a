// tex1D and its kin: for texture objects, and for texture references, whose device side is a variable that holds the
// handle. Two forms each: one that returns the texel, one that writes it through a pointer.
#ifndef HELICON_TEXTURE_FUNCTIONS_H
#define HELICON_TEXTURE_FUNCTIONS_H

#pragma clang system_header

#include "../musa_texture_types.h"
#include "device_macros.h"
#include "texture_gradients.h"
#include "texture_sample.h"

namespace helicon_texture {

/// How words become a texel. Types that no texel has are left out, so asking for one is an error of the compiler.
template <class __T> struct Texel;
#define __HELICON_TEXEL(NAME, ELEMENT, FLOAT, CONVERT)                                                                 \
  template <> struct Texel<ELEMENT> {                                                                                  \
    static constexpr int kParts = 1;                                                                                   \
    typedef NAME##4 Four;                                                                                              \
    static constexpr bool kFloat = FLOAT;                                                                              \
    __HELICON_DEVICE_MEMBER__ static ELEMENT make(const unsigned *w) { return CONVERT(w[0]); }                         \
  };                                                                                                                   \
  template <> struct Texel<NAME##1> {                                                                                  \
    static constexpr int kParts = 1;                                                                                   \
    typedef NAME##4 Four;                                                                                              \
    static constexpr bool kFloat = FLOAT;                                                                              \
    __HELICON_DEVICE_MEMBER__ static NAME##1 make(const unsigned *w) { return NAME##1 {CONVERT(w[0])}; }               \
  };                                                                                                                   \
  template <> struct Texel<NAME##2> {                                                                                  \
    static constexpr int kParts = 2;                                                                                   \
    typedef NAME##4 Four;                                                                                              \
    static constexpr bool kFloat = FLOAT;                                                                              \
    __HELICON_DEVICE_MEMBER__ static NAME##2 make(const unsigned *w) {                                                 \
      return NAME##2 {CONVERT(w[0]), CONVERT(w[1])};                                                                   \
    }                                                                                                                  \
  };                                                                                                                   \
  template <> struct Texel<NAME##4> {                                                                                  \
    static constexpr int kParts = 4;                                                                                   \
    typedef NAME##4 Four;                                                                                              \
    static constexpr bool kFloat = FLOAT;                                                                              \
    __HELICON_DEVICE_MEMBER__ static NAME##4 make(const unsigned *w) {                                                 \
      return NAME##4 {CONVERT(w[0]), CONVERT(w[1]), CONVERT(w[2]), CONVERT(w[3])};                                     \
    }                                                                                                                  \
  };
#define __HELICON_DEVICE_MEMBER__ __attribute__((always_inline, device))
__HELICON_TEXEL(char, signed char, false, (signed char))
__HELICON_TEXEL(uchar, unsigned char, false, (unsigned char))
__HELICON_TEXEL(short, short, false, (short))
__HELICON_TEXEL(ushort, unsigned short, false, (unsigned short))
__HELICON_TEXEL(int, int, false, (int))
__HELICON_TEXEL(uint, unsigned int, false, (unsigned int))
__HELICON_TEXEL(float, float, true, asFloat)
#undef __HELICON_TEXEL
template <> struct Texel<char> {
  static constexpr int kParts = 1;
  typedef char4 Four;
  static constexpr bool kFloat = false;
  __HELICON_DEVICE_MEMBER__ static char make(const unsigned *w) { return (char)w[0]; }
};
#undef __HELICON_DEVICE_MEMBER__

__HELICON_DEVICE__ const Descriptor *at(unsigned long long handle) { return (const Descriptor *)handle; }

/// What a texture reference's variable gives for its read mode.
template <class __T, int kMode> struct Read {
  typedef __T type;
};
#define __HELICON_NORMALISED(NAME, ELEMENT)                                                                            \
  template <> struct Read<ELEMENT, musaReadModeNormalizedFloat> {                                                      \
    typedef float type;                                                                                                \
  };                                                                                                                   \
  template <> struct Read<NAME##1, musaReadModeNormalizedFloat> {                                                      \
    typedef float1 type;                                                                                               \
  };                                                                                                                   \
  template <> struct Read<NAME##2, musaReadModeNormalizedFloat> {                                                      \
    typedef float2 type;                                                                                               \
  };                                                                                                                   \
  template <> struct Read<NAME##4, musaReadModeNormalizedFloat> {                                                      \
    typedef float4 type;                                                                                               \
  };
__HELICON_NORMALISED(char, signed char)
__HELICON_NORMALISED(uchar, unsigned char)
__HELICON_NORMALISED(short, short)
__HELICON_NORMALISED(ushort, unsigned short)
#undef __HELICON_NORMALISED
template <> struct Read<char, musaReadModeNormalizedFloat> {
  typedef float type;
};

} // namespace helicon_texture

/// A texture reference. On the device a copy of it is its handle.
template <class __T, int kShape = musaTextureType1D, enum musaTextureReadMode kMode = musaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
  texture(int norm = 0, enum musaTextureFilterMode filter = musaFilterModePoint,
          enum musaTextureAddressMode address = musaAddressModeClamp)
      : texture(norm, filter, address, musaCreateChannelDesc<__T>()) {}
  texture(int norm, enum musaTextureFilterMode filter, enum musaTextureAddressMode address,
          struct musaChannelFormatDesc format)
      : textureReference() {
    normalized = norm;
    filterMode = filter;
    addressMode[0] = addressMode[1] = addressMode[2] = address;
    channelDesc = format;
  }
};

#define __HELICON_HANDLE(REFERENCE) (*(const unsigned long long *)(const void *)&(REFERENCE))

/* NAME(object, ...) and NAME(&value, object, ...) for objects, NAME(reference, ...) for references of the shape. */
#define __HELICON_TEX(NAME, SHAPE, PARAMETERS, ARGUMENTS, ...)                                                         \
  template <class __T> __HELICON_DEVICE__ __T NAME(musaTextureObject_t object, PARAMETERS) {                           \
    using helicon_texture::Texel;                                                                                      \
    const helicon_texture::Descriptor *d = helicon_texture::at(object);                                                \
    unsigned words[Texel<__T>::kParts];                                                                                \
    __VA_ARGS__;                                                                                                       \
    return Texel<__T>::make(words);                                                                                    \
  }                                                                                                                    \
  template <class __T> __HELICON_DEVICE__ void NAME(__T *value, musaTextureObject_t object, PARAMETERS) {              \
    *value = NAME<__T>(object, ARGUMENTS);                                                                             \
  }                                                                                                                    \
  template <class __T, enum musaTextureReadMode kMode>                                                                 \
  __HELICON_DEVICE__ typename helicon_texture::Read<__T, kMode>::type NAME(texture<__T, SHAPE, kMode> reference,       \
                                                                           PARAMETERS) {                               \
    return NAME<typename helicon_texture::Read<__T, kMode>::type>(__HELICON_HANDLE(reference), ARGUMENTS);             \
  }
#define __HELICON_LIST(...) __VA_ARGS__
#define __HELICON_SAMPLE(AXES, ...)                                                                                    \
  helicon_texture::samplePlain<AXES, Texel<__T>::kFloat, Texel<__T>::kParts>(d, __VA_ARGS__, words)
#define __HELICON_SAMPLE_LOD(AXES, ...)                                                                                \
  helicon_texture::sampleLod<AXES, Texel<__T>::kFloat, Texel<__T>::kParts>(d, __VA_ARGS__, words)
#define __HELICON_CUBE(X, Y, Z)                                                                                        \
  float u, v;                                                                                                          \
  const int face = helicon_texture::cubeFace(X, Y, Z, u, v)

__HELICON_TEX(tex1Dfetch, musaTextureType1D, __HELICON_LIST(int x), x,
              helicon_texture::fetchLinear<Texel<__T>::kParts>(d, x, words))
__HELICON_TEX(tex1D, musaTextureType1D, __HELICON_LIST(float x), x, __HELICON_SAMPLE(1, x, 0.f, 0.f, 0))
__HELICON_TEX(tex2D, musaTextureType2D, __HELICON_LIST(float x, float y), __HELICON_LIST(x, y),
              __HELICON_SAMPLE(2, x, y, 0.f, 0))
__HELICON_TEX(tex3D, musaTextureType3D, __HELICON_LIST(float x, float y, float z), __HELICON_LIST(x, y, z),
              __HELICON_SAMPLE(3, x, y, z, 0))
__HELICON_TEX(tex1DLayered, musaTextureType1DLayered, __HELICON_LIST(float x, int layer), __HELICON_LIST(x, layer),
              __HELICON_SAMPLE(1, x, 0.f, 0.f, helicon_texture::layerOf(d, layer)))
__HELICON_TEX(tex2DLayered, musaTextureType2DLayered, __HELICON_LIST(float x, float y, int layer),
              __HELICON_LIST(x, y, layer), __HELICON_SAMPLE(2, x, y, 0.f, helicon_texture::layerOf(d, layer)))
__HELICON_TEX(texCubemap, musaTextureTypeCubemap, __HELICON_LIST(float x, float y, float z), __HELICON_LIST(x, y, z),
              __HELICON_CUBE(x, y, z);
              __HELICON_SAMPLE(2, u, v, 0.f, face))
__HELICON_TEX(texCubemapLayered, musaTextureTypeCubemapLayered, __HELICON_LIST(float x, float y, float z, int layer),
              __HELICON_LIST(x, y, z, layer), __HELICON_CUBE(x, y, z);
              __HELICON_SAMPLE(2, u, v, 0.f, face + 6 * helicon_texture::layerOf(d, layer)))

__HELICON_TEX(tex1DLod, musaTextureType1D, __HELICON_LIST(float x, float level), __HELICON_LIST(x, level),
              __HELICON_SAMPLE_LOD(1, level, x, 0.f, 0.f, 0))
__HELICON_TEX(tex2DLod, musaTextureType2D, __HELICON_LIST(float x, float y, float level), __HELICON_LIST(x, y, level),
              __HELICON_SAMPLE_LOD(2, level, x, y, 0.f, 0))
__HELICON_TEX(tex3DLod, musaTextureType3D, __HELICON_LIST(float x, float y, float z, float level),
              __HELICON_LIST(x, y, z, level), __HELICON_SAMPLE_LOD(3, level, x, y, z, 0))
__HELICON_TEX(tex1DLayeredLod, musaTextureType1DLayered, __HELICON_LIST(float x, int layer, float level),
              __HELICON_LIST(x, layer, level),
              __HELICON_SAMPLE_LOD(1, level, x, 0.f, 0.f, helicon_texture::layerOf(d, layer)))
__HELICON_TEX(tex2DLayeredLod, musaTextureType2DLayered, __HELICON_LIST(float x, float y, int layer, float level),
              __HELICON_LIST(x, y, layer, level),
              __HELICON_SAMPLE_LOD(2, level, x, y, 0.f, helicon_texture::layerOf(d, layer)))
__HELICON_TEX(texCubemapLod, musaTextureTypeCubemap, __HELICON_LIST(float x, float y, float z, float level),
              __HELICON_LIST(x, y, z, level), __HELICON_CUBE(x, y, z);
              __HELICON_SAMPLE_LOD(2, level, u, v, 0.f, face))
__HELICON_TEX(texCubemapLayeredLod, musaTextureTypeCubemapLayered,
              __HELICON_LIST(float x, float y, float z, int layer, float level), __HELICON_LIST(x, y, z, layer, level),
              __HELICON_CUBE(x, y, z);
              __HELICON_SAMPLE_LOD(2, level, u, v, 0.f, face + 6 * helicon_texture::layerOf(d, layer)))

__HELICON_TEX(tex1DGrad, musaTextureType1D, __HELICON_LIST(float x, float dx, float dy), __HELICON_LIST(x, dx, dy),
              __HELICON_SAMPLE_LOD(1, helicon_texture::levelOf1(d, dx, dy), x, 0.f, 0.f, 0))
__HELICON_TEX(tex2DGrad, musaTextureType2D, __HELICON_LIST(float x, float y, float2 dx, float2 dy),
              __HELICON_LIST(x, y, dx, dy), __HELICON_SAMPLE_LOD(2, helicon_texture::levelOf2(d, dx, dy), x, y, 0.f, 0))
__HELICON_TEX(tex3DGrad, musaTextureType3D, __HELICON_LIST(float x, float y, float z, float4 dx, float4 dy),
              __HELICON_LIST(x, y, z, dx, dy),
              __HELICON_SAMPLE_LOD(3, helicon_texture::levelOf3(d, x, y, z, dx, dy), x, y, z, 0))
__HELICON_TEX(tex1DLayeredGrad, musaTextureType1DLayered, __HELICON_LIST(float x, int layer, float dx, float dy),
              __HELICON_LIST(x, layer, dx, dy),
              __HELICON_SAMPLE_LOD(1, helicon_texture::levelOf1(d, dx, dy), x, 0.f, 0.f,
                                   helicon_texture::layerOf(d, layer)))
__HELICON_TEX(tex2DLayeredGrad, musaTextureType2DLayered,
              __HELICON_LIST(float x, float y, int layer, float2 dx, float2 dy), __HELICON_LIST(x, y, layer, dx, dy),
              __HELICON_SAMPLE_LOD(2, helicon_texture::levelOf2(d, dx, dy), x, y, 0.f,
                                   helicon_texture::layerOf(d, layer)))
__HELICON_TEX(texCubemapGrad, musaTextureTypeCubemap, __HELICON_LIST(float x, float y, float z, float4 dx, float4 dy),
              __HELICON_LIST(x, y, z, dx, dy), __HELICON_CUBE(x, y, z);
              __HELICON_SAMPLE_LOD(2, helicon_texture::levelOfCube(d, face, x, y, z, dx, dy), u, v, 0.f, face))
__HELICON_TEX(texCubemapLayeredGrad, musaTextureTypeCubemapLayered,
              __HELICON_LIST(float x, float y, float z, int layer, float4 dx, float4 dy),
              __HELICON_LIST(x, y, z, layer, dx, dy), __HELICON_CUBE(x, y, z);
              __HELICON_SAMPLE_LOD(2, helicon_texture::levelOfCube(d, face, x, y, z, dx, dy), u, v, 0.f,
                                   face + 6 * helicon_texture::layerOf(d, layer)))

/* The same component of four texels, so the type has four. */
template <class __T>
__HELICON_DEVICE__ __T tex2Dgather(musaTextureObject_t object, float x, float y, int component = 0) {
  static_assert(helicon_texture::Texel<__T>::kParts == 4, "tex2Dgather gives four values");
  unsigned words[4];
  helicon_texture::gather(helicon_texture::at(object), component, x, y, words);
  return helicon_texture::Texel<__T>::make(words);
}
template <class __T>
__HELICON_DEVICE__ void tex2Dgather(__T *value, musaTextureObject_t object, float x, float y, int component = 0) {
  *value = tex2Dgather<__T>(object, x, y, component);
}
template <class __T, enum musaTextureReadMode kMode>
__HELICON_DEVICE__ typename helicon_texture::Texel<typename helicon_texture::Read<__T, kMode>::type>::Four
tex2Dgather(texture<__T, musaTextureType2D, kMode> reference, float x, float y, int component = 0) {
  typedef typename helicon_texture::Texel<typename helicon_texture::Read<__T, kMode>::type>::Four Four;
  return tex2Dgather<Four>(__HELICON_HANDLE(reference), x, y, component);
}

/* For sparse arrays these also tell whether the texels are there. No array is sparse here, so they are. */
#define __HELICON_RESIDENT(NAME, PARAMETERS, ARGUMENTS)                                                                \
  template <class __T> __HELICON_DEVICE__ __T NAME(musaTextureObject_t object, PARAMETERS, bool *isResident) {         \
    *isResident = true;                                                                                                \
    return NAME<__T>(object, ARGUMENTS);                                                                               \
  }                                                                                                                    \
  template <class __T>                                                                                                 \
  __HELICON_DEVICE__ void NAME(__T *value, musaTextureObject_t object, PARAMETERS, bool *isResident) {                 \
    *value = NAME<__T>(object, ARGUMENTS, isResident);                                                                 \
  }
__HELICON_RESIDENT(tex2D, __HELICON_LIST(float x, float y), __HELICON_LIST(x, y))
__HELICON_RESIDENT(tex3D, __HELICON_LIST(float x, float y, float z), __HELICON_LIST(x, y, z))
__HELICON_RESIDENT(tex2DLayered, __HELICON_LIST(float x, float y, int layer), __HELICON_LIST(x, y, layer))
__HELICON_RESIDENT(tex2DLod, __HELICON_LIST(float x, float y, float level), __HELICON_LIST(x, y, level))
__HELICON_RESIDENT(tex3DLod, __HELICON_LIST(float x, float y, float z, float level), __HELICON_LIST(x, y, z, level))
__HELICON_RESIDENT(tex2DLayeredLod, __HELICON_LIST(float x, float y, int layer, float level),
                   __HELICON_LIST(x, y, layer, level))
__HELICON_RESIDENT(tex2DGrad, __HELICON_LIST(float x, float y, float2 dx, float2 dy), __HELICON_LIST(x, y, dx, dy))
__HELICON_RESIDENT(tex3DGrad, __HELICON_LIST(float x, float y, float z, float4 dx, float4 dy),
                   __HELICON_LIST(x, y, z, dx, dy))
__HELICON_RESIDENT(tex2DLayeredGrad, __HELICON_LIST(float x, float y, int layer, float2 dx, float2 dy),
                   __HELICON_LIST(x, y, layer, dx, dy))
#undef __HELICON_RESIDENT
template <class __T>
__HELICON_DEVICE__ __T tex2Dgather(musaTextureObject_t object, float x, float y, bool *isResident, int component = 0) {
  *isResident = true;
  return tex2Dgather<__T>(object, x, y, component);
}
template <class __T>
__HELICON_DEVICE__ void tex2Dgather(__T *value, musaTextureObject_t object, float x, float y, bool *isResident,
                                    int component = 0) {
  *value = tex2Dgather<__T>(object, x, y, isResident, component);
}

#undef __HELICON_TEX
#undef __HELICON_SAMPLE
#undef __HELICON_SAMPLE_LOD
#undef __HELICON_CUBE

#endif
