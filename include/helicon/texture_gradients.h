// Which level a fetch with gradients reads, step by step as an H200 finds it (400,000 recorded fetches; what was found
// stands in docs/design/060). Nothing here is a Euclidean length: numbers are cut to 9 fractional bits, lengths are
// weighted sums of the components, and the longest of dx, dy, 11/16 (dx + dy) and 11/16 (dx - dy) counts.
#ifndef HELICON_TEXTURE_GRADIENTS_H
#define HELICON_TEXTURE_GRADIENTS_H

#pragma clang system_header

#include "texture_sample.h"

namespace helicon_texture {

/// A number with 9 fractional bits, towards zero.
__HELICON_DEVICE__ float cut(float x) { return asFloat(asBits(x) & 0xffffc000u); }

/// What the last of these bits is worth.
__HELICON_DEVICE__ float lastBit(float x) { return asFloat(asBits(x) & 0x7f800000u) * (1.f / 512); }

/// Of numbers that are not negative; NaN is the greatest.
__HELICON_DEVICE__ float greater(float x, float y) { return asBits(x) > asBits(y) ? x : y; }
__HELICON_DEVICE__ float smaller(float x, float y) { return asBits(x) > asBits(y) ? y : x; }

/// x + y of cut numbers: the smaller loses what lies more than one bit below the greater's last.
__HELICON_DEVICE__ float cutSum(float x, float y) {
  const unsigned a = asBits(x) & 0x7fffffffu, b = asBits(y) & 0x7fffffffu;
  const bool less = a < b;
  const unsigned gap = less ? (b >> 23) - (a >> 23) : (a >> 23) - (b >> 23);
  const unsigned kept = gap > 10 ? 0u : 0xffffffffu << ((13 + gap) & 31);
  return asFloat(asBits(x) & (less ? kept : 0xffffffffu)) + asFloat(asBits(y) & (less ? 0xffffffffu : kept));
}

/// Sizes of the components, the greatest first.
template <int kAxes> __HELICON_DEVICE__ void bySize(const float *v, float *sorted) {
  const float a = __builtin_fabsf(v[0]);
  sorted[0] = a, sorted[1] = sorted[2] = 0;
  if (kAxes == 1)
    return;
  const float b = __builtin_fabsf(v[1]), most = greater(a, b), least = smaller(a, b);
  sorted[0] = most, sorted[1] = least;
  if (kAxes == 2)
    return;
  const float c = __builtin_fabsf(v[2]);
  sorted[0] = greater(most, c), sorted[1] = greater(least, smaller(most, c)), sorted[2] = smaller(least, c);
}

/// Of a vector of cut numbers.
template <int kAxes> __HELICON_DEVICE__ float lengthOf(const float *v) {
  float s[3];
  bySize<kAxes>(v, s);
  return s[0] + cut(s[1] * (11.f / 32) + lastBit(s[1]) * (1.f / 8)) + s[2] * (1.f / 4);
}

/// 11/16 of the length of x + y.
template <int kAxes> __HELICON_DEVICE__ float lengthOfSum(const float *x, const float *y, bool negative) {
  float v[kAxes], s[3];
#pragma unroll
  for (int k = 0; k < kAxes; k++)
    v[k] = cut(cutSum(x[k], negative ? -y[k] : y[k]));
  bySize<kAxes>(v, s);
  return cut(s[0] * (11.f / 16) + lastBit(s[0]) * (1.f / 4)) + cut(s[1] * (121.f / 512) + lastBit(s[1]) * (1.f / 16)) +
         (s[2] * (11.f / 64) + lastBit(s[2]) * (1.f / 16));
}

/// The level at which a step is a texel long: from the 8 leading fractional bits of its length, in 256ths.
__HELICON_DEVICE__ float levelOfLength(float length) {
  const unsigned bits = asBits(length), head = bits >> 15 & 255;
  const float middle = asFloat(0x3f804000u | head << 15), up = head == 0 || head == 255 ? 0.f : 0.4695f;
  return (float)((int)(bits >> 23) - 127) + __builtin_floorf(256.f * __builtin_log2f(middle) + up) * (1.f / 256);
}

/// Of steps in texels, cut. `apart`: the three places do not lie on one face, so that sums do not count.
template <int kAxes> __HELICON_DEVICE__ float levelOfSteps(const float *x, const float *y, bool apart = false) {
  const float longest = greater(lengthOf<kAxes>(x), lengthOf<kAxes>(y));
  const float sums = greater(lengthOfSum<kAxes>(x, y, false), lengthOfSum<kAxes>(x, y, true));
  return levelOfLength(apart ? longest : greater(longest, sums));
}

/// A step along a side of `size` texels; the product is rounded up but for the last eighth.
__HELICON_DEVICE__ float texelsOf(float step, float size) {
  const float part = asFloat(asBits(step) & 0x7fffc000u);
  const float up = lastBit(step) * asFloat(asBits(size) & 0x7f800000u) * 0.875f;
  return asFloat((asBits(part * size + up) & 0x7fffc000u) | (asBits(step) & 0x80000000u));
}

/// A vector as a cube's face sees it: along its two axes, and away from the middle.
__HELICON_DEVICE__ void onFace(int face, float x, float y, float z, float &s, float &t, float &length) {
  const int axis = face >> 1;
  const bool back = face & 1;
  length = axis == 0 ? x : axis == 1 ? y : z;
  length = back ? -length : length;
  s = axis == 0 ? (back ? z : -z) : axis == 2 && back ? -x : x;
  t = axis != 1 ? -y : back ? -z : z;
}

/// The step on the plane of `face`, in texels, from a direction that meets this face to another one. Neighbours are
/// folded into the plane; the face behind lies a whole side away. Returns whether the step ends on another face.
__HELICON_DEVICE__ bool cubeStep(float size, int face, float x, float y, float z, float4 step, float *out) {
  float fromS, fromT, fromLength, toS, toT, toLength, unusedU, unusedV;
  const float endX = x + step.x, endY = y + step.y, endZ = z + step.z;
  onFace(face, x, y, z, fromS, fromT, fromLength);
  onFace(face, endX, endY, endZ, toS, toT, toLength);
  const int end = cubeFace(endX, endY, endZ, unusedU, unusedV);
  const float sizeS = __builtin_fabsf(toS), sizeT = __builtin_fabsf(toT);
  const float from = 0.5f / fromLength, to = 0.5f / greater(greater(sizeS, sizeT), __builtin_fabsf(toLength));
  const float s = toS * to - fromS * from, t = toT * to - fromT * from;
  out[0] = texelsOf(s, size), out[1] = texelsOf(t, size);
  if (end == face)
    return false;
  const int along = sizeS >= sizeT ? 0 : 1;
  const float way = along == 0 ? toS : toT, start = (along == 0 ? fromS : fromT) * from;
  const float folded = texelsOf(0.5f - (way < 0 ? -start : start), size) + texelsOf(0.5f - toLength * to, size);
  out[along] = cut((end ^ face) == 1 ? 2.f * size : way < 0 ? -folded : folded);
  return true;
}

/// The sides of the first level, or 1 where coordinates count texels.
__HELICON_DEVICE__ float sideOf(const Descriptor *d, int axis) {
  const Level *l = &d->level[0];
  const unsigned texels = axis == 0 ? field(l->width) : axis == 1 ? field(l->height) : field(l->depth);
  return field(d->normalised) ? (float)texels : 1.f;
}

template <int kAxes> __HELICON_DEVICE__ float levelOf(const Descriptor *d, float3 dx, float3 dy) {
  float x[3] = {dx.x, dx.y, dx.z}, y[3] = {dy.x, dy.y, dy.z};
#pragma unroll
  for (int k = 0; k < kAxes; k++) {
    const float side = sideOf(d, k);
    x[k] = texelsOf(x[k], side), y[k] = texelsOf(y[k], side);
  }
  return levelOfSteps<kAxes>(x, y);
}

__HELICON_DEVICE__ float levelOf1(const Descriptor *d, float dx, float dy) {
  return levelOf<1>(d, float3{dx, 0, 0}, float3{dy, 0, 0});
}
__HELICON_DEVICE__ float levelOf2(const Descriptor *d, float2 dx, float2 dy) {
  return levelOf<2>(d, float3{dx.x, dx.y, 0}, float3{dy.x, dy.y, 0});
}
/// Steps of volumes are differences of places, which are rounded.
__HELICON_DEVICE__ float levelOf3(const Descriptor *d, float x, float y, float z, float4 dx, float4 dy) {
  return levelOf<3>(d, float3{x + dx.x - x, y + dx.y - y, z + dx.z - z},
                    float3{x + dy.x - x, y + dy.y - y, z + dy.z - z});
}
__HELICON_DEVICE__ float levelOfCube(const Descriptor *d, int face, float x, float y, float z, float4 dx, float4 dy) {
  const float side = sideOf(d, 0);
  float a[2], b[2];
  const bool leavesX = cubeStep(side, face, x, y, z, dx, a), leavesY = cubeStep(side, face, x, y, z, dy, b);
  return levelOfSteps<2>(a, b, leavesX | leavesY);
}

} // namespace helicon_texture

#endif
