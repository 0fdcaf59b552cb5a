// What the golden file asks: the rows. Names are stable; a row's meaning is read here.
#pragma once

#include "rows.h"

namespace rows {

inline musaChannelFormatDesc format(int x, int y, int z, int w, musaChannelFormatKind f) {
  musaChannelFormatDesc d = {x, y, z, w, f};
  return d;
}
inline musaChannelFormatDesc floats(int n) {
  return format(32, n > 1 ? 32 : 0, n > 2 ? 32 : 0, n > 2 ? 32 : 0, musaChannelFormatKindFloat);
}

/// Coordinates along x from `from` in steps; y, z, w as given.
inline std::vector<At> line(double from, double step, int n, float y = 0, float z = 0, float w = 0) {
  std::vector<At> at;
  for (int i = 0; i < n; i++)
    at.push_back({(float)(from + i * step), y, z, w});
  return at;
}
inline float scatter(unsigned &state) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) / 16777216.f;
}
inline std::vector<At> box(int n, float lx, float hx, float ly, float hy, float lz, float hz, float lw, float hw) {
  std::vector<At> at;
  unsigned s = 12345;
  for (int i = 0; i < n; i++) {
    At a;
    a.x = lx + (hx - lx) * scatter(s);
    a.y = ly + (hy - ly) * scatter(s);
    a.z = lz + (hz - lz) * scatter(s);
    a.w = lw + (hw - lw) * scatter(s);
    at.push_back(a);
  }
  return at;
}

inline double eighths(int x, int y, int z, int c) { return ((x * 7 + y * 13 + z * 29 + c * 5) % 64) / 8.0 - 3; }
inline double wild(int x, int y, int z, int c) {
  unsigned s = x * 2654435761u + y * 40503u + z * 977u + c * 31u + 17u;
  s ^= s >> 13, s *= 0x5bd1e995u, s ^= s >> 15;
  return (float)((double)s / 4294967296.0 * 2 - 1) * (float)(1 + (s & 7));
}

inline const char *nameOf(musaTextureAddressMode m) {
  return m == musaAddressModeWrap     ? "wrap"
         : m == musaAddressModeMirror ? "mirror"
         : m == musaAddressModeBorder ? "border"
                                      : "clamp";
}

inline void addressing(Sink sink) {
  for (int n : {5, 8}) {
    Image line1 = makeArray(floats(1), make_musaExtent(n, 0, 0), 0, eighths);
    Image square = makeArray(floats(1), make_musaExtent(n, 4, 0), 0, eighths);
    for (auto mode : {musaAddressModeClamp, musaAddressModeBorder, musaAddressModeWrap, musaAddressModeMirror})
      for (auto filter : {musaFilterModePoint, musaFilterModeLinear})
        for (bool normalised : {false, true}) {
          Sampling s;
          s.mode = mode, s.filter = filter, s.normalised = normalised;
          std::string name = std::string(nameOf(mode)) + (filter == musaFilterModeLinear ? ".linear" : ".point") +
                             (normalised ? ".norm" : ".texel") + "." + std::to_string(n);
          double unit = normalised ? 1.0 / n : 1.0;
          std::vector<At> at = line(-2.25 * n * unit, 0.1875 * unit * n / 5, 140);
          for (float odd : {NAN, INFINITY, -INFINITY, 1e10f, -1e10f, 1e30f, 2147483648.f, -0.f, -1e-10f})
            at.push_back({odd, 0.3f, 0, 0});
          row<float, Fetch1D>(sink, "1d." + name, line1, s, at);
          row<float, Fetch2D>(sink, "2d." + name, square, s,
                              box(60, -1.5f * n * unit, 2.5f * n * unit, normalised ? -1.5f : -6.f,
                                  normalised ? 2.5f : 10.f, 0, 0, 0, 0));
        }
    freeImage(line1);
    freeImage(square);
  }
}

/// How weights are rounded and products summed.
inline void weights(Sink sink) {
  Sampling linear;
  linear.filter = musaFilterModeLinear;
  Image step = makeArray(floats(1), make_musaExtent(4, 0, 0), 0, [](int x, int, int, int) { return x == 2 ? 1 : 0; });
  row<float, Fetch1D>(sink, "weights.step", step, linear, line(1.5, 1.0 / 2048, 96));
  row<float, Fetch1D>(sink, "weights.step.end", step, linear, line(2.5 - 24.0 / 2048, 1.0 / 2048, 48));
  Sampling normalised = linear;
  normalised.normalised = true;
  row<float, Fetch1D>(sink, "weights.step.norm", step, normalised, line(1.5 / 4, 1.0 / 8192, 96));
  freeImage(step);
  Image thirds = makeArray(floats(1), make_musaExtent(3, 0, 0), 0, [](int x, int, int, int) { return x == 1; });
  row<float, Fetch1D>(sink, "weights.thirds.norm", thirds, normalised, line(0.5 / 3, 1.0 / 6144, 96));
  freeImage(thirds);
  Image any = makeArray(floats(1), make_musaExtent(64, 0, 0), 0, wild);
  row<float, Fetch1D>(sink, "weights.wild.1d", any, linear, box(96, 0, 64, 0, 0, 0, 0, 0, 0));
  freeImage(any);
  Image plane = makeArray(floats(1), make_musaExtent(16, 16, 0), 0, wild);
  row<float, Fetch2D>(sink, "weights.wild.2d", plane, linear, box(96, 0, 16, 0, 16, 0, 0, 0, 0));
  freeImage(plane);
  Image block = makeArray(floats(1), make_musaExtent(8, 8, 8), 0, wild);
  row<float, Fetch3D>(sink, "weights.wild.3d", block, linear, box(96, 0, 8, 0, 8, 0, 8, 0, 0));
  freeImage(block);
  Image four = makeArray(floats(4), make_musaExtent(16, 16, 0), 0, wild);
  row<float4, Fetch2D>(sink, "weights.wild.float4", four, linear, box(32, 0, 16, 0, 16, 0, 0, 0, 0));
  freeImage(four);
  Image large = makeArray(floats(1), make_musaExtent(8, 0, 0), 0, [](int x, int, int, int) {
    const double v[] = {1e30, 1, 3e38, 3e38, INFINITY, 0, 1e-40, 16777216};
    return v[x];
  });
  row<float, Fetch1D>(sink, "weights.large", large, linear, line(0.5, 0.125, 64));
  freeImage(large);
  Image wide = makeArray(floats(1), make_musaExtent(5000, 0, 0), 0, wild);
  row<float, Fetch1D>(sink, "weights.wide", wide, linear, box(64, 0, 5000, 0, 0, 0, 0, 0, 0));
  row<float, Fetch1D>(sink, "weights.wide.norm", wide, normalised, box(64, 0, 1, 0, 0, 0, 0, 0, 0));
  Sampling point;
  point.normalised = true;
  row<float, Fetch1D>(sink, "point.wide.norm", wide, point, box(64, 0, 1, 0, 0, 0, 0, 0, 0));
  std::vector<At> edges; // just around the edges between texels
  for (int k = 1; k < 40; k++)
    for (int d = -1; d <= 1; d++) {
      float x = k * 127 / 5000.f;
      edges.push_back({d < 0 ? nextafterf(x, 0) : d > 0 ? nextafterf(x, 2) : x, 0, 0, 0});
    }
  row<float, Fetch1D>(sink, "point.edges.norm", wide, point, edges);
  freeImage(wide);
}

template <class T> void formatRow(Sink sink, const std::string &name, musaChannelFormatDesc f, bool read, bool linear) {
  double top = f.f == musaChannelFormatKindFloat ? 0 : f.f == musaChannelFormatKindSigned ? pow(2, f.x - 1) : 0;
  bool small = f.f == musaChannelFormatKindFloat;
  Image i = makeArray(f, make_musaExtent(16, 4, 0), 0, [&](int x, int y, int z, int c) {
    if (small)
      return ((x * 5 + y * 3 + c * 7) % 32) / 4.0 - 4;
    unsigned long long all = f.x == 32 ? 0xffffffffull : (1ull << f.x) - 1;
    unsigned long long v = (x * 0x9e3779b1ull + y * 0x85ebca6bull + c * 0xc2b2ae35ull + (x * 16 + y)) & all;
    if (x == 0)
      v = 0;
    if (x == 1)
      v = all;
    return double((long long)v) - (top && v >= (unsigned long long)top ? (double)all + 1 : 0.0);
  });
  Sampling s;
  s.read = read ? musaReadModeNormalizedFloat : musaReadModeElementType;
  if (linear)
    s.filter = musaFilterModeLinear;
  std::vector<At> at = linear ? box(40, 0, 16, 0, 4, 0, 0, 0, 0) : line(0.5, 1, 16, 1.5f);
  row<T, Fetch2D>(sink, name, i, s, at);
  freeImage(i);
}

inline void formats(Sink sink) {
  const auto s = musaChannelFormatKindSigned, u = musaChannelFormatKindUnsigned, f = musaChannelFormatKindFloat;
  formatRow<signed char>(sink, "format.s8", format(8, 0, 0, 0, s), false, false);
  formatRow<unsigned char>(sink, "format.u8", format(8, 0, 0, 0, u), false, false);
  formatRow<short>(sink, "format.s16", format(16, 0, 0, 0, s), false, false);
  formatRow<unsigned short>(sink, "format.u16", format(16, 0, 0, 0, u), false, false);
  formatRow<int>(sink, "format.s32", format(32, 0, 0, 0, s), false, false);
  formatRow<unsigned>(sink, "format.u32", format(32, 0, 0, 0, u), false, false);
  formatRow<char4>(sink, "format.s8x4", format(8, 8, 8, 8, s), false, false);
  formatRow<uchar4>(sink, "format.u8x4", format(8, 8, 8, 8, u), false, false);
  formatRow<uchar2>(sink, "format.u8x2", format(8, 8, 0, 0, u), false, false);
  formatRow<short2>(sink, "format.s16x2", format(16, 16, 0, 0, s), false, false);
  formatRow<ushort4>(sink, "format.u16x4", format(16, 16, 16, 16, u), false, false);
  formatRow<int2>(sink, "format.s32x2", format(32, 32, 0, 0, s), false, false);
  formatRow<uint4>(sink, "format.u32x4", format(32, 32, 32, 32, u), false, false);
  formatRow<float>(sink, "format.f16", format(16, 0, 0, 0, f), false, false);
  formatRow<float4>(sink, "format.f16x4", format(16, 16, 16, 16, f), false, false);
  formatRow<float2>(sink, "format.f32x2", format(32, 32, 0, 0, f), false, false);
  formatRow<float>(sink, "format.s8.norm", format(8, 0, 0, 0, s), true, false);
  formatRow<float>(sink, "format.u8.norm", format(8, 0, 0, 0, u), true, false);
  formatRow<float>(sink, "format.s16.norm", format(16, 0, 0, 0, s), true, false);
  formatRow<float>(sink, "format.u16.norm", format(16, 0, 0, 0, u), true, false);
  formatRow<float4>(sink, "format.u8x4.norm", format(8, 8, 8, 8, u), true, false);
  formatRow<float>(sink, "format.s8.linear", format(8, 0, 0, 0, s), true, true);
  formatRow<float>(sink, "format.u8.linear", format(8, 0, 0, 0, u), true, true);
  formatRow<float>(sink, "format.s16.linear", format(16, 0, 0, 0, s), true, true);
  formatRow<float>(sink, "format.u16.linear", format(16, 0, 0, 0, u), true, true);
  formatRow<float>(sink, "format.f16.linear", format(16, 0, 0, 0, f), false, true);
  formatRow<float4>(sink, "format.u8x4.linear", format(8, 8, 8, 8, u), true, true);
  // What the program asks for need not be what the texture holds.
  formatRow<int>(sink, "format.s8.as.int", format(8, 0, 0, 0, s), false, false);
  formatRow<unsigned>(sink, "format.u8.as.unsigned", format(8, 0, 0, 0, u), false, false);
  formatRow<float>(sink, "format.u8.as.float", format(8, 0, 0, 0, u), false, false);
  formatRow<float4>(sink, "format.f32.as.float4", format(32, 0, 0, 0, f), false, false);
  formatRow<float4>(sink, "format.f32x2.as.float4", format(32, 32, 0, 0, f), false, false);
  formatRow<uchar4>(sink, "format.u8.as.uchar4", format(8, 0, 0, 0, u), false, false);
  formatRow<unsigned char>(sink, "format.u8x4.as.uchar", format(8, 8, 8, 8, u), false, false);
  formatRow<float4>(sink, "format.u8.norm.as.float4", format(8, 0, 0, 0, u), true, false);
}

inline void shapes(Sink sink) {
  Sampling point, linear, linearNormalised;
  linear.filter = linearNormalised.filter = musaFilterModeLinear;
  linearNormalised.normalised = true;
  Image linearMemory = makeLinear(floats(1), 19, eighths);
  row<float, Fetch1Dfetch>(sink, "fetch.linear", linearMemory, point, line(-4, 1, 30));
  freeImage(linearMemory);
  Image bytes = makeLinear(format(8, 8, 8, 8, musaChannelFormatKindUnsigned), 19,
                           [](int x, int, int, int c) { return (x * 37 + c * 91) & 255; });
  row<uchar4, Fetch1Dfetch>(sink, "fetch.uchar4", bytes, point, line(-4, 1, 30));
  Sampling floating;
  floating.read = musaReadModeNormalizedFloat;
  row<float4, Fetch1Dfetch>(sink, "fetch.uchar4.norm", bytes, floating, line(0, 1, 19));
  freeImage(bytes);
  Image pitched = makePitched(floats(1), 13, 7, eighths);
  Sampling border;
  border.mode = musaAddressModeBorder;
  row<float, Fetch2D>(sink, "pitch2d.point", pitched, point, box(40, -3, 16, -3, 10, 0, 0, 0, 0));
  row<float, Fetch2D>(sink, "pitch2d.border", pitched, border, box(40, -3, 16, -3, 10, 0, 0, 0, 0));
  row<float, Fetch2D>(sink, "pitch2d.linear", pitched, linear, box(40, -3, 16, -3, 10, 0, 0, 0, 0));
  freeImage(pitched);
  for (auto mode : {musaAddressModeClamp, musaAddressModeBorder, musaAddressModeWrap, musaAddressModeMirror}) {
    Sampling s = linearNormalised, p;
    s.mode = p.mode = mode;
    p.normalised = true;
    std::string name = nameOf(mode);
    Image block = makeArray(floats(1), make_musaExtent(6, 5, 4), 0, eighths);
    row<float, Fetch3D>(sink, "3d.point." + name, block, p, box(48, -1, 2, -1, 2, -1, 2, 0, 0));
    row<float, Fetch3D>(sink, "3d.linear." + name, block, s, box(48, -1, 2, -1, 2, -1, 2, 0, 0));
    freeImage(block);
    Image layers = makeArray(floats(1), make_musaExtent(6, 0, 4), musaArrayLayered, eighths);
    row<float, Fetch1DLayered>(sink, "1dlayered." + name, layers, s, box(40, -1, 2, 0, 0, 0, 0, -2, 7));
    freeImage(layers);
    Image planes = makeArray(floats(1), make_musaExtent(6, 5, 4), musaArrayLayered, eighths);
    row<float, Fetch2DLayered>(sink, "2dlayered." + name, planes, s, box(40, -1, 2, -1, 2, 0, 0, -2, 7));
    row<float, Fetch2DLayered>(sink, "2dlayered.point." + name, planes, p, box(40, -1, 2, -1, 2, 0, 0, -2, 7));
    freeImage(planes);
    Image cube = makeArray(floats(1), make_musaExtent(4, 4, 6), musaArrayCubemap, eighths);
    row<float, FetchCube>(sink, "cube.point." + name, cube, p, box(64, -1, 1, -1, 1, -1, 1, 0, 0));
    row<float, FetchCube>(sink, "cube.linear." + name, cube, s, box(64, -1, 1, -1, 1, -1, 1, 0, 0));
    row<float, FetchCube>(sink, "cube.special." + name, cube, p,
                          {{1, 1, 1, 0},
                           {-1, 1, 1, 0},
                           {1, -1, 1, 0},
                           {1, 1, -1, 0},
                           {-1, -1, -1, 0},
                           {1, 1, 0, 0},
                           {0, 1, 1, 0},
                           {1, 0, 1, 0},
                           {1, 0, 0, 0},
                           {0, 0, 0, 0},
                           {-1, 1, 0, 0},
                           {0, -1, 1, 0},
                           {2, 0.5, 2, 0},
                           {0, -3, 0.5, 0},
                           {0, 0, -7, 0},
                           {0.3f, 0.3f, 0, 0}});
    freeImage(cube);
    Image cubes = makeArray(floats(1), make_musaExtent(4, 4, 12), musaArrayCubemap | musaArrayLayered, eighths);
    row<float, FetchCubeLayered>(sink, "cubelayered." + name, cubes, s, box(48, -1, 1, -1, 1, -1, 1, -1, 4));
    freeImage(cubes);
    Image gather = makeArray(floats(4), make_musaExtent(6, 5, 0), musaArrayTextureGather, eighths);
    Sampling g = p;
    row<float4, FetchGather0>(sink, "gather.x." + name, gather, g, box(24, -1, 2, -1, 2, 0, 0, 0, 0));
    row<float4, FetchGather2>(sink, "gather.z." + name, gather, s, box(24, -1, 2, -1, 2, 0, 0, 0, 0));
    g.normalised = false;
    row<float4, FetchGather1>(sink, "gather.y.texel." + name, gather, g, line(-1, 0.25, 40, 2.25f));
    freeImage(gather);
  }
  Image gatherBytes = makeArray(format(8, 8, 0, 0, musaChannelFormatKindUnsigned), make_musaExtent(6, 5, 0),
                                musaArrayTextureGather, [](int x, int y, int, int c) { return x * 40 + y + c * 3; });
  row<uchar4, FetchGather1>(sink, "gather.bytes", gatherBytes, point, line(0, 0.25, 24, 2.25f));
  row<uchar4, FetchGather3>(sink, "gather.bytes.w", gatherBytes, point, line(0, 0.25, 24, 2.25f));
  freeImage(gatherBytes);
}

inline void mipmaps(Sink sink) {
  auto value = [](int l, int x, int y, int z, int c) {
    return l * 100.0 + ((x * 7 + y * 13 + z * 29 + c * 5) % 64) / 8.0;
  };
  Sampling s;
  s.normalised = true;
  Image m1 = makeMipmaps(floats(1), make_musaExtent(16, 0, 0), 5, 0, value);
  Image m2 = makeMipmaps(floats(1), make_musaExtent(16, 8, 0), 5, 0, value);
  Image m3 = makeMipmaps(floats(1), make_musaExtent(8, 8, 4), 4, 0, value);
  std::vector<At> lods;
  for (int i = -16; i < 100; i++)
    lods.push_back({0.4f, 0.3f, 0.7f, i / 16.f});
  for (int i = 0; i < 40; i++)
    lods.push_back({0.4f, 0.3f, 0.7f, 0.5f + (i - 20) / 2048.f});
  for (int i = 0; i < 40; i++)
    lods.push_back({0.4f, 0.3f, 0.7f, 1 + (i - 20) / 2048.f});
  std::vector<At> slopes;
  for (int i = 0; i < 60; i++)
    slopes.push_back({0.4f, 0.3f, i % 5 * 0.05f, exp2f(-6 + i / 6.f)});
  for (auto mip : {musaFilterModePoint, musaFilterModeLinear})
    for (auto filter : {musaFilterModePoint, musaFilterModeLinear}) {
      s.mipFilter = mip, s.filter = filter;
      std::string name = std::string(mip == musaFilterModeLinear ? "linear" : "point") +
                         (filter == musaFilterModeLinear ? ".linear" : ".point");
      row<float, Fetch1DLod>(sink, "mip.1d." + name, m1, s, lods);
      row<float, Fetch2DLod>(sink, "mip.2d." + name, m2, s, lods);
      row<float, Fetch3DLod>(sink, "mip.3d." + name, m3, s, lods);
      row<float, Fetch2D>(sink, "mip.plain." + name, m2, s, line(0, 0.1, 10, 0.3f));
      row<float, Fetch1DGrad>(sink, "mip.grad1." + name, m1, s, slopes);
      row<float, Fetch2DGrad>(sink, "mip.grad2." + name, m2, s, slopes);
      row<float, Fetch3DGrad>(sink, "mip.grad3." + name, m3, s, slopes);
      Sampling b = s;
      b.bias = 0.75f, b.minLod = 0.5f, b.maxLod = 2.25f;
      row<float, Fetch2DLod>(sink, "mip.bias." + name, m2, b, lods);
      row<float, Fetch2D>(sink, "mip.bias.plain." + name, m2, b, line(0, 0.1, 10, 0.3f));
      row<float, Fetch2DGrad>(sink, "mip.bias.grad." + name, m2, b, slopes);
    }
  freeImage(m1);
  freeImage(m2);
  freeImage(m3);
}

template <class T> void surfacesOf(Sink sink, const std::string &type, musaChannelFormatDesc f) {
  const unsigned use = musaArraySurfaceLoadStore;
  std::vector<At> places = box(48, -3, 10, -3, 9, -2, 8, -2, 8);
  std::vector<At> targets; // each place once
  for (int i = 0; i < 12; i++)
    targets.push_back({float(i % 9 - 1), float(i * 2 % 7 - 1), float(i % 5 - 1), float(i % 4)});
  for (bool clamp : {false, true}) {
    const std::vector<At> &written = clamp ? std::vector<At>() : targets;
    std::string name = (clamp ? ".clamp." : ".zero.") + type;
    Image i = makeArray(f, make_musaExtent(7, 0, 0), use, eighths);
    surfaceRows<T, Surface1D>(sink, "surface.1d" + name, i, places, clamp);
    freeImage(i);
    i = makeArray(f, make_musaExtent(7, 5, 0), use, eighths);
    surfaceRows<T, Surface2D>(sink, "surface.2d" + name, i, places, clamp, written);
    freeImage(i);
    i = makeArray(f, make_musaExtent(7, 5, 4), use, eighths);
    surfaceRows<T, Surface3D>(sink, "surface.3d" + name, i, places, clamp, written);
    freeImage(i);
    i = makeArray(f, make_musaExtent(7, 0, 4), use | musaArrayLayered, eighths);
    surfaceRows<T, Surface1DLayered>(sink, "surface.1dlayered" + name, i, places, clamp);
    freeImage(i);
    i = makeArray(f, make_musaExtent(7, 5, 4), use | musaArrayLayered, eighths);
    surfaceRows<T, Surface2DLayered>(sink, "surface.2dlayered" + name, i, places, clamp, written);
    freeImage(i);
    i = makeArray(f, make_musaExtent(5, 5, 6), use | musaArrayCubemap, eighths);
    surfaceRows<T, SurfaceCube>(sink, "surface.cube" + name, i, places, clamp);
    freeImage(i);
    i = makeArray(f, make_musaExtent(5, 5, 12), use | musaArrayCubemap | musaArrayLayered, eighths);
    surfaceRows<T, SurfaceCubeLayered>(sink, "surface.cubelayered" + name, i, box(48, -3, 10, -3, 9, 0, 0, -2, 14),
                                       clamp);
    freeImage(i);
  }
}

inline void surfaces(Sink sink) {
  surfacesOf<float>(sink, "float", floats(1));
  surfacesOf<uchar4>(sink, "uchar4", format(8, 8, 8, 8, musaChannelFormatKindUnsigned));
  surfacesOf<short>(sink, "short", format(16, 0, 0, 0, musaChannelFormatKindSigned));
  surfacesOf<float4>(sink, "float4", floats(4));
}

/// One line a call: what the API answers.
using Answer = void (*)(const std::string &name, musaError_t answer);

inline void answers(Answer sink) {
  const auto s = musaChannelFormatKindSigned, u = musaChannelFormatKindUnsigned, fl = musaChannelFormatKindFloat;
  auto allocate = [&](const std::string &name, musaChannelFormatDesc f, musaExtent e, unsigned flags) {
    musaArray_t a = nullptr;
    musaError_t answer = musaMalloc3DArray(&a, &f, e, flags);
    sink("array." + name, answer);
    if (answer == musaSuccess)
      musaFreeArray(a);
    musaGetLastError();
  };
  const musaExtent line8 = make_musaExtent(8, 0, 0), square = make_musaExtent(8, 8, 0),
                   cubic = make_musaExtent(8, 8, 6);
  allocate("24 bits", format(24, 0, 0, 0, u), square, 0);
  allocate("no bits", format(0, 0, 0, 0, u), square, 0);
  allocate("kind none", format(8, 0, 0, 0, musaChannelFormatKindNone), square, 0);
  allocate("mixed", format(8, 16, 0, 0, u), square, 0);
  allocate("three", format(8, 8, 8, 0, u), square, 0);
  allocate("gap", format(8, 0, 8, 0, u), square, 0);
  allocate("float8", format(8, 0, 0, 0, fl), square, 0);
  allocate("64 bits", format(64, 0, 0, 0, s), square, 0);
  allocate("bad kind", format(8, 0, 0, 0, (musaChannelFormatKind)77), square, 0);
  allocate("no width", floats(1), make_musaExtent(0, 8, 0), 0);
  allocate("depth without height", floats(1), make_musaExtent(8, 0, 8), 0);
  allocate("too wide 1d", floats(1), make_musaExtent(131073, 0, 0), 0);
  allocate("too wide 2d", floats(1), make_musaExtent(131073, 8, 0), 0);
  allocate("too high 2d", floats(1), make_musaExtent(8, 65537, 0), 0);
  allocate("too deep 3d", floats(1), make_musaExtent(8, 8, 16385), 0);
  allocate("layers", floats(1), make_musaExtent(8, 8, 2049), musaArrayLayered);
  allocate("layered no depth", floats(1), square, musaArrayLayered);
  allocate("cube of five", floats(1), make_musaExtent(8, 8, 5), musaArrayCubemap);
  allocate("cube not square", floats(1), make_musaExtent(8, 7, 6), musaArrayCubemap);
  allocate("cube of twelve", floats(1), make_musaExtent(8, 8, 12), musaArrayCubemap);
  allocate("cubes of seven", floats(1), make_musaExtent(8, 8, 7), musaArrayCubemap | musaArrayLayered);
  allocate("gather 1d", floats(1), line8, musaArrayTextureGather);
  allocate("gather 3d", floats(1), cubic, musaArrayTextureGather);
  allocate("unknown flag", floats(1), square, 0x10);
  allocate("surface 3d", floats(1), cubic, musaArraySurfaceLoadStore);
  musaChannelFormatDesc one = floats(1), bytes = format(8, 0, 0, 0, u);
  sink("array.null", musaMalloc3DArray(nullptr, &one, square, 0));
  musaArray_t a;
  sink("array.null format", musaMalloc3DArray(&a, nullptr, square, 0));
  sink("array.free null", musaFreeArray(nullptr));
  sink("array.malloc flags", musaMallocArray(&a, &one, 8, 8, musaArrayCubemap));
  sink("array.malloc layered", musaMallocArray(&a, &one, 8, 8, musaArrayLayered));
  auto mips = [&](const std::string &name, musaExtent e, unsigned levels, unsigned flags) {
    musaMipmappedArray_t m = nullptr;
    musaError_t answer = musaMallocMipmappedArray(&m, &one, e, levels, flags);
    sink("mipmaps." + name, answer);
    if (answer == musaSuccess) {
      musaArray_t level;
      sink("mipmaps." + name + " level 0", musaGetMipmappedArrayLevel(&level, m, 0));
      sink("mipmaps." + name + " level 4", musaGetMipmappedArrayLevel(&level, m, 4));
      sink("mipmaps." + name + " level 9", musaGetMipmappedArrayLevel(&level, m, 9));
      musaFreeMipmappedArray(m);
    }
    musaGetLastError();
  };
  mips("none", square, 0, 0);
  mips("too many", square, 9, 0);
  mips("four", square, 4, 0);
  Image image = makeArray(one, square, 0, eighths), whole = makeArray(bytes, square, 0, eighths),
        store = makeArray(one, square, musaArraySurfaceLoadStore, eighths), linear = makeLinear(one, 64, eighths),
        pitched = makePitched(one, 16, 8, eighths);
  Image words = makeArray(format(32, 0, 0, 0, u), square, 0, eighths);
  auto create = [&](const std::string &name, const musaResourceDesc &r, const musaTextureDesc &d) {
    musaTextureObject_t t = 0;
    musaError_t answer = musaCreateTextureObject(&t, &r, &d, nullptr);
    sink("texture." + name, answer);
    if (answer == musaSuccess)
      musaDestroyTextureObject(t);
    musaGetLastError();
  };
  Sampling plain, smooth, normalised, floating;
  smooth.filter = musaFilterModeLinear;
  normalised.normalised = true;
  floating.read = musaReadModeNormalizedFloat;
  const musaTextureDesc d = describe(plain);
  create("plain", resourceOf(image), d);
  create("linear of bytes", resourceOf(whole), describe(smooth));
  create("normalised float of float", resourceOf(image), describe(floating));
  create("normalised float of words", resourceOf(words), describe(floating));
  create("linear filter of memory", resourceOf(linear), describe(smooth));
  create("normalised coordinates of memory", resourceOf(linear), describe(normalised));
  Sampling wrapping;
  wrapping.mode = musaAddressModeWrap;
  create("wrap of texels", resourceOf(image), describe(wrapping));
  create("wrap of memory", resourceOf(linear), describe(wrapping));
  musaTextureDesc bad = d;
  bad.filterMode = (musaTextureFilterMode)7;
  create("bad filter", resourceOf(image), bad);
  bad = d, bad.addressMode[0] = (musaTextureAddressMode)9;
  create("bad address mode", resourceOf(image), bad);
  bad = d, bad.addressMode[2] = (musaTextureAddressMode)9;
  create("bad third address mode", resourceOf(image), bad);
  bad = d, bad.readMode = (musaTextureReadMode)5;
  create("bad read mode", resourceOf(image), bad);
  bad = d, bad.sRGB = 1;
  create("srgb of float", resourceOf(image), bad);
  bad = d, bad.maxAnisotropy = 99;
  create("anisotropy", resourceOf(image), bad);
  musaResourceDesc r = resourceOf(image);
  r.resType = (decltype(r.resType))42;
  create("bad resource", r, d);
  r = resourceOf(image), r.res.array.array = nullptr;
  create("null array", r, d);
  r = resourceOf(linear), r.res.linear.devPtr = nullptr;
  create("null memory", r, d);
  r = resourceOf(linear), r.res.linear.devPtr = (char *)r.res.linear.devPtr + 4;
  create("misaligned memory", r, d);
  r = resourceOf(linear), r.res.linear.sizeInBytes = 0;
  create("no memory", r, d);
  r = resourceOf(linear), r.res.linear.sizeInBytes = 1 << 20;
  create("beyond the allocation", r, d);
  r = resourceOf(linear), r.res.linear.sizeInBytes = 7;
  create("broken element", r, d);
  r = resourceOf(linear), r.res.linear.sizeInBytes = (size_t)1 << 31;
  create("too many elements", r, d);
  r = resourceOf(linear), r.res.linear.desc = format(8, 16, 0, 0, u);
  create("mixed format", r, d);
  r = resourceOf(pitched), r.res.pitch2D.pitchInBytes = 36;
  create("odd pitch", r, d);
  r = resourceOf(pitched), r.res.pitch2D.width = 0;
  create("no width", r, d);
  r = resourceOf(pitched), r.res.pitch2D.pitchInBytes = 32;
  create("pitch below width", r, d);
  r = resourceOf(pitched), r.res.pitch2D.devPtr = (char *)r.res.pitch2D.devPtr + 16;
  create("misaligned pitch2d", r, d);
  int host[64];
  r = resourceOf(linear), r.res.linear.devPtr = host;
  create("host memory", r, d);
  r = resourceOf(image);
  sink("texture.null", musaCreateTextureObject(nullptr, &r, &d, nullptr));
  musaTextureObject_t t = 0;
  sink("texture.null resource", musaCreateTextureObject(&t, nullptr, &d, nullptr));
  sink("texture.null description", musaCreateTextureObject(&t, &r, nullptr, nullptr));
  sink("texture.destroy none", musaDestroyTextureObject(0));
  sink("texture.destroy wrong", musaDestroyTextureObject(12345678));
  CALL(musaCreateTextureObject(&t, &r, &d, nullptr));
  sink("texture.destroy", musaDestroyTextureObject(t));
  sink("texture.destroy again", musaDestroyTextureObject(t));
  auto face = [&](const std::string &name, const musaResourceDesc &r) {
    musaSurfaceObject_t s = 0;
    musaError_t answer = musaCreateSurfaceObject(&s, &r);
    sink("surface." + name, answer);
    if (answer == musaSuccess)
      musaDestroySurfaceObject(s);
    musaGetLastError();
  };
  face("plain", resourceOf(store));
  face("without the flag", resourceOf(image));
  face("of memory", resourceOf(linear));
  r = resourceOf(store), r.res.array.array = nullptr;
  face("null array", r);
  r = resourceOf(store);
  sink("surface.null", musaCreateSurfaceObject(nullptr, &r));
  sink("surface.destroy none", musaDestroySurfaceObject(0));
  sink("surface.destroy wrong", musaDestroySurfaceObject(12345678));
  std::vector<char> data(65536);
  char *p = data.data();
  musaArray_t array = image.array;
  const auto in = musaMemcpyHostToDevice, out = musaMemcpyDeviceToHost;
  sink("copy.to", musaMemcpy2DToArray(array, 0, 0, p, 32, 32, 8, in));
  sink("copy.to offset", musaMemcpy2DToArray(array, 4, 1, p, 32, 28, 7, in));
  sink("copy.to too wide", musaMemcpy2DToArray(array, 4, 0, p, 64, 32, 8, in));
  sink("copy.to too high", musaMemcpy2DToArray(array, 0, 1, p, 32, 32, 8, in));
  sink("copy.to half a texel", musaMemcpy2DToArray(array, 2, 0, p, 32, 8, 8, in));
  sink("copy.to odd width", musaMemcpy2DToArray(array, 0, 0, p, 32, 6, 8, in));
  sink("copy.to small pitch", musaMemcpy2DToArray(array, 0, 0, p, 16, 32, 8, in));
  sink("copy.to wrong kind", musaMemcpy2DToArray(array, 0, 0, p, 32, 32, 8, out));
  sink("copy.to bad kind", musaMemcpy2DToArray(array, 0, 0, p, 32, 32, 8, (decltype(in))77));
  sink("copy.to null", musaMemcpy2DToArray(nullptr, 0, 0, p, 32, 32, 8, in));
  sink("copy.to nothing", musaMemcpy2DToArray(array, 0, 0, p, 32, 0, 8, in));
  sink("copy.from", musaMemcpy2DFromArray(p, 32, array, 0, 0, 32, 8, out));
  sink("copy.from null host", musaMemcpy2DFromArray(nullptr, 32, array, 0, 0, 32, 8, out));
  sink("copy.from too wide", musaMemcpy2DFromArray(p, 64, array, 8, 0, 32, 8, out));
  sink("copy.from wrong kind", musaMemcpy2DFromArray(p, 32, array, 0, 0, 32, 8, in));
  sink("copy.across", musaMemcpy2DArrayToArray(store.array, 0, 0, array, 0, 0, 32, 8, musaMemcpyDeviceToDevice));
  sink("copy.across formats", musaMemcpy2DArrayToArray(whole.array, 0, 0, array, 0, 0, 8, 8, musaMemcpyDeviceToDevice));
  sink("copy.across kind", musaMemcpy2DArrayToArray(store.array, 0, 0, array, 0, 0, 32, 8, in));
  musaMemcpy3DParms c = {};
  c.srcPtr = make_musaPitchedPtr(p, 32, 8, 8), c.dstArray = array, c.extent = make_musaExtent(8, 8, 1), c.kind = in;
  sink("copy3d.to", musaMemcpy3D(&c));
  c.extent.width = 9;
  sink("copy3d.to too wide", musaMemcpy3D(&c));
  c.extent = make_musaExtent(8, 8, 2);
  sink("copy3d.to too deep", musaMemcpy3D(&c));
  c.extent = make_musaExtent(8, 8, 0);
  sink("copy3d.to no depth", musaMemcpy3D(&c));
  c.extent = make_musaExtent(8, 8, 1), c.dstPtr = c.srcPtr;
  sink("copy3d.to two targets", musaMemcpy3D(&c));
  c.dstPtr = {}, c.kind = out;
  sink("copy3d.to wrong kind", musaMemcpy3D(&c));
  c.kind = in, c.srcPtr.pitch = 16;
  sink("copy3d.to small pitch", musaMemcpy3D(&c));
  c = {}, c.extent = make_musaExtent(8, 8, 1), c.kind = in;
  sink("copy3d.nowhere", musaMemcpy3D(&c));
  musaExtent extent;
  unsigned flags;
  sink("info", musaArrayGetInfo(&one, &extent, &flags, array));
  sink("info null outputs", musaArrayGetInfo(nullptr, nullptr, nullptr, array));
  sink("info null", musaArrayGetInfo(&one, &extent, &flags, nullptr));
  for (Image *i : {&image, &whole, &store, &linear, &pitched, &words})
    freeImage(*i);
}

inline void all(Sink sink) {
  addressing(sink);
  weights(sink);
  formats(sink);
  shapes(sink);
  mipmaps(sink);
  surfaces(sink);
}

} // namespace rows
