// How a texture is sampled, in plain C++ over the descriptor that a handle points at. What depends on the descriptor
// alone is a branch that all lanes take together. Coordinates and weights are fixed point with 8 fractional bits, as on
// hardware: normalised coordinates are cut to 21 bits first, products of weights are rounded to 8 bits, sums are exact
// and rounded once (recorded; tests/device/golden). A 1-D image is one row here: borders do not blend across it.
#ifndef HELICON_TEXTURE_SAMPLE_H
#define HELICON_TEXTURE_SAMPLE_H

#pragma clang system_header

#include "../vector_types.h"
#include "device_macros.h"
#include "texture_layout.h"

namespace helicon_texture {

#define __HELICON_GLOBAL__ __attribute__((address_space(1)))

/// A field of a descriptor: nothing writes it while a kernel runs.
__HELICON_DEVICE__ unsigned field(const unsigned &f) { return (unsigned)__nvvm_ldg_i((const int *)&f); }
__HELICON_DEVICE__ float field(const float &f) { return __nvvm_ldg_f(&f); }
__HELICON_DEVICE__ unsigned long long field(const unsigned long long &f) {
  return (unsigned long long)__nvvm_ldg_ll((const long long *)&f);
}
__HELICON_DEVICE__ float asFloat(unsigned bits) { return __builtin_bit_cast(float, bits); }
__HELICON_DEVICE__ unsigned asBits(float value) { return __builtin_bit_cast(unsigned, value); }
__HELICON_DEVICE__ int least(int a, int b) { return a < b ? a : b; }
__HELICON_DEVICE__ int most(int a, int b) { return a > b ? a : b; }

/// The texels that a fetch reads along one axis, and the weight of the second, of 256.
struct Axis {
  int first, second;
  bool firstInside, secondInside;
  int weight;
};

/// A texel's index to one that exists; `inside` tells whether a border texture holds it. `i` is in [-1, 2 * n].
__HELICON_DEVICE__ int place(unsigned mode, int i, int n, bool &inside) {
  inside = true;
  if (mode == kClamp)
    return most(0, least(i, n - 1));
  if (mode == kBorder) {
    inside = (unsigned)i < (unsigned)n;
    return most(0, least(i, n - 1));
  }
  if (mode == kWrap)
    return i < 0 ? i + n : i >= n ? i - n : i;
  i = i < 0 ? -1 - i : i;
  i = i >= 2 * n ? i - 2 * n : i;
  return i >= n ? 2 * n - 1 - i : i;
}

/// A whole number below 2^22 in size, without the tests of a conversion that saturates.
__HELICON_DEVICE__ int wholeOf(float x) { return (int)(asBits(x + 12582912.f) - 0x4b400000u); }

/// A normalised coordinate in units of 2^-21, near the image or in its first period; NaN is 0.
__HELICON_DEVICE__ int cutCoordinate(unsigned mode, float x) {
  const bool repeats = mode == kWrap || mode == kMirror;
  if (repeats)
    x = x - 2 * __builtin_truncf(x * 0.5f); // exact
  else
    x = x < -1.f ? -1.f : x > 1.875f ? 1.875f : x;
  x = x == x ? x : 0.f;
  const int cut = wholeOf(__builtin_floorf(x * 2097152.f));
  return !repeats ? cut : cut & (mode == kWrap ? 0x1fffff : 0x3fffff);
}

/// The place of a coordinate, in 256ths of a texel; half a texel back where texels are blended. In 32 bits: the product
/// of a coordinate of 23 bits and a size of 18 is taken in two parts.
template <bool kBlend> __HELICON_DEVICE__ int fixed(const Descriptor *d, unsigned mode, float x, int n) {
  if (field(d->normalised)) {
    const int cut = cutCoordinate(mode, x), high = (cut >> 11) * n, low = (cut & 2047) * n;
    return kBlend ? (high >> 2) + (((high & 3) * 2048 + low + 4096) >> 13) - 128
                  : (high >> 10) + (((high & 1023) * 2048 + low) >> 21);
  }
  const float end = (float)(n + 1);
  x = x < -2.f ? -2.f : x > end ? end : x;
  x = x == x ? x : 0.f;
  const float floor = __builtin_floorf(x);
  const int whole = wholeOf(floor);
  return kBlend ? whole * 256 + wholeOf(__builtin_floorf((x - floor) * 256.f + 0.5f)) - 128 : whole;
}

__HELICON_DEVICE__ Axis pointAxis(const Descriptor *d, int axis, float x, int n) {
  const unsigned mode = field(d->address[axis]);
  Axis a;
  a.first = a.second = place(mode, fixed<false>(d, mode, x, n), n, a.firstInside);
  a.secondInside = a.firstInside;
  a.weight = 0;
  return a;
}

__HELICON_DEVICE__ Axis blendAxis(const Descriptor *d, int axis, float x, int n) {
  const unsigned mode = field(d->address[axis]);
  const int at = fixed<true>(d, mode, x, n), i = at >> 8;
  Axis a;
  a.first = place(mode, i, n, a.firstInside);
  a.second = place(mode, i + 1, n, a.secondInside);
  a.weight = at & 255;
  return a;
}

/// How many steps of 16 bits a card blends normalised integers with, bytes too; 0: the format is another.
__HELICON_DEVICE__ float stepsOf(unsigned format) {
  return format == kUnorm8 || format == kUnorm16 ? 65535.f : format == kSnorm8 || format == kSnorm16 ? 32767.f : 0.f;
}

/// floor(byte * 4 * 32767 / 127), without a division.
__HELICON_DEVICE__ int snormSteps(int byte) { return byte * 1032 + ((byte * 516 + (byte < 0 ? 0 : 4)) >> 14); }

/// What the bits of components mean, as 32-bit words; normalised integers in steps where they are to be blended. There
/// signed bytes have two more bits, and the least number is one below -1.
template <int kTaps, bool kSteps> __HELICON_DEVICE__ void convert(unsigned format, unsigned *word) {
  switch (format) {
#define __HELICON_CONVERT(FORMAT, WORD)                                                                                \
  case FORMAT:                                                                                                         \
    _Pragma("unroll") for (int t = 0; t < kTaps; t++) {                                                                \
      const unsigned v = word[t];                                                                                      \
      word[t] = WORD;                                                                                                  \
    }                                                                                                                  \
    break;
    __HELICON_CONVERT(kHalf, asBits((float)__builtin_bit_cast(_Float16, (unsigned short)v)))
    __HELICON_CONVERT(kUnsigned8, v & 0xff)
    __HELICON_CONVERT(kSigned8, (unsigned)((int)(v << 24) >> 24))
    __HELICON_CONVERT(kUnsigned16, v & 0xffff)
    __HELICON_CONVERT(kSigned16, (unsigned)((int)(v << 16) >> 16))
    __HELICON_CONVERT(kUnorm8, asBits(kSteps ? (float)((int)(v & 0xff) * 257) : (float)(int)(v & 0xff) / 255.f))
    __HELICON_CONVERT(kSnorm8, asBits(kSteps ? 0.25f * (float)snormSteps((int)(v << 24) >> 24)
                                             : (float)most((int)(v << 24) >> 24, -127) / 127.f))
    __HELICON_CONVERT(kUnorm16, asBits(kSteps ? (float)(int)(v & 0xffff) : (float)(int)(v & 0xffff) / 65535.f))
    __HELICON_CONVERT(
        kSnorm16, asBits(kSteps ? (float)((int)(v << 16) >> 16) : (float)most((int)(v << 16) >> 16, -32767) / 32767.f))
  default: // kWord
    break;
#undef __HELICON_CONVERT
  }
}

/// Reads one component of each of `kTaps` texels; `index` counts components. Whole aligned words are read, which a
/// vector can gather; the one around a component lies in its page.
template <int kTaps, bool kSteps>
__HELICON_DEVICE__ void readWords(const Descriptor *d, unsigned long long data, const int *index, unsigned *out) {
  const __HELICON_GLOBAL__ unsigned *words = (const __HELICON_GLOBAL__ unsigned *)data;
  const unsigned packing = field(d->packing);
  if (packing == 0) {
#pragma unroll
    for (int t = 0; t < kTaps; t++)
      out[t] = words[index[t]];
  } else {
    const int within = packing == 1 ? 1 : 3;
    const unsigned bits = packing == 1 ? 4 : 3; // of the size of a component
#pragma unroll
    for (int t = 0; t < kTaps; t++)
      out[t] = words[index[t] >> packing] >> ((index[t] & within) << bits);
  }
  convert<kTaps, kSteps>(field(d->format), out);
}

/// The first `kParts` components of texels; those that the texture lacks are 0.
template <int kTaps, int kParts, bool kSteps>
__HELICON_DEVICE__ void readTexels(const Descriptor *d, unsigned long long data, const int *texel, const bool *inside,
                                   unsigned (*out)[kTaps]) {
  const unsigned channels = field(d->channels);
  const bool bordered = field(d->bordered);
  const float steps = kSteps ? stepsOf(field(d->format)) : 0.f;
#pragma unroll
  for (int c = 0; c < kParts; c++) {
    if ((unsigned)c < channels) {
      int index[kTaps];
#pragma unroll
      for (int t = 0; t < kTaps; t++)
        index[t] = texel[t] * (int)channels + c;
      readWords<kTaps, kSteps>(d, data, index, out[c]);
      if (bordered) {
        const unsigned colour = field(d->border[c]), border = steps > 0 ? asBits(asFloat(colour) * steps) : colour;
#pragma unroll
        for (int t = 0; t < kTaps; t++)
          out[c][t] = inside[t] ? out[c][t] : border;
      }
    } else {
#pragma unroll
      for (int t = 0; t < kTaps; t++)
        out[c][t] = 0;
    }
  }
}

/// `weight`, of 256, of a part of the blend; exact middles go up or down.
__HELICON_DEVICE__ int shareUp(int part, int weight) { return (part * weight + 128) >> 8; }
__HELICON_DEVICE__ int shareDown(int part, int weight) { return (part * weight + 127) >> 8; }

/// Along an axis; nothing is split where both texels are one.
__HELICON_DEVICE__ int weightOf(const Axis &a) {
  return a.first == a.second && a.firstInside == a.secondInside ? 0 : a.weight;
}

/// Weights for 2 or 4 texels of a plane, which add up to `total`, of 256: x splits it, then y.
template <int kAxes> __HELICON_DEVICE__ void planeWeights(const Axis *a, int total, int *w) {
  const int right = shareUp(total, weightOf(a[0])), left = total - right;
  w[0] = left, w[1] = right;
  if (kAxes > 1) {
    w[2] = shareDown(left, a[1].weight), w[3] = shareUp(right, a[1].weight);
    w[0] -= w[2], w[1] -= w[3];
  }
}

/// A volume is split into its two planes first.
template <int kAxes> __HELICON_DEVICE__ void weights(const Axis *a, int total, int *w) {
  int far = 0;
  if (kAxes > 2) {
    far = shareDown(total, weightOf(a[2]));
    planeWeights<kAxes>(a, far, w + 4);
  }
  planeWeights<kAxes>(a, total - far, w);
}

/// A blend of halves is a half again, rounded to nearest, the middle away from zero.
__HELICON_DEVICE__ unsigned toHalf(unsigned bits) {
  const bool finite = (bits & 0x7fffffff) < 0x7f800000;
  return asBits((float)(_Float16)asFloat(finite ? bits | 1 : bits)); // more than the middle
}

/// Where the texels of an image lie.
struct Layout {
  unsigned long long data;
  int size[3], stride[3], start;
};
template <int kAxes> __HELICON_DEVICE__ Layout layoutOf(const Descriptor *d, int level, int layer) {
  const Level *l = &d->level[level];
  const int plane = (int)field(l->planeTexels);
  return {field(l->data),
          {(int)field(l->width), kAxes > 1 ? (int)field(l->height) : 1, kAxes > 2 ? (int)field(l->depth) : 1},
          {1, (int)field(l->rowTexels), plane},
          layer * plane};
}

/// Adds a blend of one image's texels around a place, with weights that add up to `total` of 256.
template <int kAxes, int kParts>
__HELICON_DEVICE__ void addBlend(const Descriptor *d, int level, int total, float x, float y, float z, int layer,
                                 double *sum) {
  constexpr int kTaps = 1 << kAxes;
  const Layout l = layoutOf<kAxes>(d, level, layer);
  const float at[3] = {x, y, z};
  Axis a[kAxes];
#pragma unroll
  for (int k = 0; k < kAxes; k++)
    a[k] = blendAxis(d, k, at[k], l.size[k]);
  int texel[kTaps], w[kTaps];
  bool inside[kTaps];
#pragma unroll
  for (int t = 0; t < kTaps; t++) {
    texel[t] = l.start;
    inside[t] = true;
#pragma unroll
    for (int k = 0; k < kAxes; k++) {
      texel[t] += (t >> k & 1 ? a[k].second : a[k].first) * l.stride[k];
      inside[t] &= t >> k & 1 ? a[k].secondInside : a[k].firstInside;
    }
  }
  weights<kAxes>(a, total, w);
  unsigned words[kParts][kTaps];
  readTexels<kTaps, kParts, true>(d, l.data, texel, inside, words);
#pragma unroll
  for (int c = 0; c < kParts; c++) {
#pragma unroll
    for (int t = 0; t < kTaps; t++) // what has no weight is not there, an infinity too
      sum[c] += w[t] ? (double)asFloat(words[c][t]) * w[t] : 0.0;
  }
}

/// The texel at a place.
template <int kAxes, int kParts, bool kSteps>
__HELICON_DEVICE__ void nearestTexel(const Descriptor *d, int level, float x, float y, float z, int layer,
                                     unsigned *out) {
  const Layout l = layoutOf<kAxes>(d, level, layer);
  const float at[3] = {x, y, z};
  int texel[1] = {l.start};
  bool inside[1] = {true};
#pragma unroll
  for (int k = 0; k < kAxes; k++) {
    const Axis a = pointAxis(d, k, at[k], l.size[k]);
    texel[0] += a.first * l.stride[k];
    inside[0] &= a.firstInside;
  }
  unsigned words[kParts][1];
  readTexels<1, kParts, kSteps>(d, l.data, texel, inside, words);
#pragma unroll
  for (int c = 0; c < kParts; c++)
    out[c] = words[c][0];
}

/// A sum of weights of 256 is rounded once; to a whole step, the middle up, where it counts them.
template <int kParts> __HELICON_DEVICE__ void finishBlend(const double *sum, unsigned format, unsigned *out) {
  const float steps = stepsOf(format);
#pragma unroll
  for (int c = 0; c < kParts; c++) {
    const double blended = sum[c] * (1.0 / 256);
    if (steps > 0) {
      const float whole = (float)__builtin_floor(blended + 0.5) / steps;
      out[c] = asBits(whole < -1.f ? -1.f : whole);
    } else {
      out[c] = format == kHalf ? toHalf(asBits((float)blended)) : asBits((float)blended);
    }
  }
}

/// `weight` of 256 of the next level, the rest of this one: coordinates along `kAxes` axes, plane `layer` of a layered
/// image. `kFloat`: the program wants floats, so texels and levels may be blended.
template <int kAxes, bool kFloat, int kParts>
__HELICON_DEVICE__ void sampleBetween(const Descriptor *d, int level, int weight, float x, float y, float z, int layer,
                                      unsigned *out) {
  const bool blends = kFloat && field(d->linear);
  double sum[kParts];
#pragma unroll
  for (int c = 0; c < kParts; c++)
    sum[c] = 0;
  if (!kFloat || weight == 0) {
    if (!blends)
      return nearestTexel<kAxes, kParts, false>(d, level, x, y, z, layer, out);
    addBlend<kAxes, kParts>(d, level, 256, x, y, z, layer, sum);
    return finishBlend<kParts>(sum, field(d->format), out);
  }
#pragma nounroll
  for (int next = 0; next < 2; next++) { // the code of a level stands once
    const int part = next ? weight : 256 - weight;
    if (blends) {
      addBlend<kAxes, kParts>(d, level + next, part, x, y, z, layer, sum);
    } else {
      nearestTexel<kAxes, kParts, true>(d, level + next, x, y, z, layer, out);
#pragma unroll
      for (int c = 0; c < kParts; c++)
        sum[c] += (double)asFloat(out[c]) * part;
    }
  }
  const unsigned format = field(d->format); // halves of two levels' texels stay floats
  finishBlend<kParts>(sum, format == kHalf && !blends ? kWord : format, out);
}

/// A fetch that names no level.
template <int kAxes, bool kFloat, int kParts>
__HELICON_DEVICE__ void samplePlain(const Descriptor *d, float x, float y, float z, int layer, unsigned *out) {
  sampleBetween<kAxes, kFloat, kParts>(d, (int)field(d->plainLevel), (int)field(d->plainWeight), x, y, z, layer, out);
}

/// A fetch of a level, in fractions of one where levels are blended.
template <int kAxes, bool kFloat, int kParts>
__HELICON_DEVICE__ void sampleLod(const Descriptor *d, float lod, float x, float y, float z, int layer, unsigned *out) {
  const float low = field(d->minLod), high = field(d->maxLod);
  lod += field(d->bias);
  lod = !(lod >= low) ? low : lod > high ? high : lod;
  const int at = field(d->mipLinear) ? (int)(lod * 256.f) : (int)(lod + 0.5f) << 8;
  sampleBetween<kAxes, kFloat, kParts>(d, at >> 8, at & 255, x, y, z, layer, out);
}

/// Which face a direction meets, and where, from 0 to 1.
__HELICON_DEVICE__ int cubeFace(float x, float y, float z, float &u, float &v) {
  const float ax = __builtin_fabsf(x), ay = __builtin_fabsf(y), az = __builtin_fabsf(z);
  int face;
  float s, t, length;
  if (az >= ax && az >= ay) {
    face = z < 0 ? 5 : 4, length = az, s = z < 0 ? -x : x, t = -y;
  } else if (ay >= ax) {
    face = y < 0 ? 3 : 2, length = ay, s = x, t = y < 0 ? -z : z;
  } else {
    face = x < 0 ? 1 : 0, length = ax, s = x < 0 ? z : -z, t = -y;
  }
  const bool any = length > 0;
  u = any ? (s / length + 1.f) * 0.5f : 0.5f;
  v = any ? (t / length + 1.f) * 0.5f : 0.5f;
  return face;
}

/// Layers beyond the last are the last; so are negative ones.
__HELICON_DEVICE__ int layerOf(const Descriptor *d, int layer) {
  const unsigned last = field(d->layers) - 1;
  return (int)((unsigned)layer < last ? (unsigned)layer : last);
}

/// One component of the four texels that a blend would read: (first, second), (second, second), (second, first),
/// (first, first).
__HELICON_DEVICE__ void gather(const Descriptor *d, int component, float x, float y, unsigned *out) {
  const Level *l = &d->level[field(d->plainLevel)];
  const unsigned long long data = field(l->data);
  const int row = (int)field(l->rowTexels), channels = (int)field(d->channels);
  const Axis a = blendAxis(d, 0, x, (int)field(l->width)), b = blendAxis(d, 1, y, (int)field(l->height));
  if ((unsigned)component >= (unsigned)channels) {
    out[0] = out[1] = out[2] = out[3] = 0;
    return;
  }
  const int index[4] = {
      (b.second * row + a.first) * channels + component, (b.second * row + a.second) * channels + component,
      (b.first * row + a.second) * channels + component, (b.first * row + a.first) * channels + component};
  readWords<4, false>(d, data, index, out);
  if (field(d->bordered)) {
    const unsigned border = field(d->border[component]);
    out[0] = b.secondInside && a.firstInside ? out[0] : border;
    out[1] = b.secondInside && a.secondInside ? out[1] : border;
    out[2] = b.firstInside && a.secondInside ? out[2] : border;
    out[3] = b.firstInside && a.firstInside ? out[3] : border;
  }
}

/// A texel of linear memory by its number; beyond the end it is 0.
template <int kParts> __HELICON_DEVICE__ void fetchLinear(const Descriptor *d, int i, unsigned *out) {
  const Level *l = &d->level[0];
  const unsigned n = field(l->width);
#pragma unroll
  for (int c = 0; c < kParts; c++)
    out[c] = 0;
  const bool inside[1] = {true};
  if ((unsigned)i < n) {
    const int texel[1] = {i};
    unsigned words[kParts][1];
    readTexels<1, kParts, false>(d, field(l->data), texel, inside, words);
#pragma unroll
    for (int c = 0; c < kParts; c++)
      out[c] = words[c][0];
  }
}

} // namespace helicon_texture

#endif
