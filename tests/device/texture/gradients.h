// Which level a fetch with gradients takes: each level of each image holds its own number, levels are blended, so a
// fetch tells its level in 256ths. A question is a line "image, place, step x, step y"; what is recorded follows.
// Compiled by mcc, and by NVIDIA's compiler over the names in names/musa_runtime.h to record the golden file.
#pragma once

#include "rows.h"

#include <fstream>
#include <sstream>

namespace gradients {

static const char *const kImages[] = {"cube64",   "cube1024",  "cubes64", "square64",
                                      "volume64", "squares64", "line64",  "cube100"};
constexpr int kImageCount = 8;

struct Question {
  int image = 0;
  float at[3], dx[3], dy[3];
};

struct Line {
  std::string text; ///< without the level
  Question question;
  int level = 0; ///< in 256ths, as recorded
};

struct Objects {
  musaTextureObject_t of[kImageCount];
};

static __global__ void fetch(Objects textures, const Question *questions, float *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const Question q = questions[i];
  const musaTextureObject_t t = textures.of[q.image];
  const float4 dx = make_float4(q.dx[0], q.dx[1], q.dx[2], 9), dy = make_float4(q.dy[0], q.dy[1], q.dy[2], 9);
  const float2 dx2 = make_float2(dx.x, dx.y), dy2 = make_float2(dy.x, dy.y);
  switch (q.image) {
  case 2:
    texCubemapLayeredGrad(&out[i], t, q.at[0], q.at[1], q.at[2], 1, dx, dy);
    break;
  case 3:
    out[i] = tex2DGrad<float>(t, q.at[0], q.at[1], dx2, dy2);
    break;
  case 4:
    out[i] = tex3DGrad<float>(t, q.at[0], q.at[1], q.at[2], dx, dy);
    break;
  case 5:
    out[i] = tex2DLayeredGrad<float>(t, q.at[0], q.at[1], 1, dx2, dy2);
    break;
  case 6:
    out[i] = tex1DGrad<float>(t, q.at[0], dx.x, dy.x);
    break;
  default:
    out[i] = texCubemapGrad<float>(t, q.at[0], q.at[1], q.at[2], dx, dy);
  }
}

/// Level l holds l.
inline musaTextureObject_t makeImage(musaExtent extent, unsigned levels, unsigned flags) {
  Image image;
  const musaChannelFormatDesc format = musaCreateChannelDesc<float>();
  CALL(musaMallocMipmappedArray(&image.mipmaps, &format, extent, levels, flags));
  for (unsigned l = 0; l < levels; l++) {
    musaArray_t level;
    CALL(musaGetMipmappedArrayLevel(&level, image.mipmaps, l));
    const auto part = [&](size_t n) { return n >> l ? int(n >> l) : 1; };
    const int depth = flags ? int(extent.depth) : part(extent.depth);
    uploadLevel(
        level, format, part(extent.width), part(extent.height), depth, [l](int, int, int, int) { return double(l); },
        false);
  }
  musaResourceDesc resource = {};
  resource.resType = musaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = image.mipmaps;
  Sampling how;
  how.normalised = true;
  how.filter = how.mipFilter = musaFilterModeLinear;
  how.maxLod = float(levels - 1);
  const musaTextureDesc description = describe(how);
  musaTextureObject_t texture = 0;
  CALL(musaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

inline Objects makeImages() {
  const unsigned cube = musaArrayCubemap, layered = musaArrayLayered;
  return {{makeImage(make_musaExtent(64, 64, 6), 7, cube), makeImage(make_musaExtent(1024, 1024, 6), 11, cube),
           makeImage(make_musaExtent(64, 64, 12), 7, cube | layered), makeImage(make_musaExtent(64, 64, 0), 7, 0),
           makeImage(make_musaExtent(64, 64, 64), 7, 0), makeImage(make_musaExtent(64, 64, 2), 7, layered),
           makeImage(make_musaExtent(64, 0, 0), 7, 0), makeImage(make_musaExtent(100, 100, 6), 7, cube)}};
}

inline std::vector<Line> read(const std::string &path) {
  std::vector<Line> lines;
  std::ifstream file(path);
  for (std::string text; std::getline(file, text);) {
    std::stringstream words(text);
    std::string image, word;
    Line line;
    words >> image;
    while (line.question.image < kImageCount && image != kImages[line.question.image])
      line.question.image++;
    float *numbers[] = {line.question.at, line.question.dx, line.question.dy};
    for (int k = 0; k < 9; k++) {
      words >> word;
      const uint32_t bits = uint32_t(std::stoul(word, nullptr, 16));
      memcpy(&numbers[k / 3][k % 3], &bits, 4);
    }
    words >> line.level;
    line.text = text.substr(0, text.rfind(' '));
    lines.push_back(line);
  }
  return lines;
}

/// The levels in 256ths.
inline std::vector<int> ask(const std::vector<Line> &lines) {
  std::vector<Question> questions;
  for (const Line &line : lines)
    questions.push_back(line.question);
  const int n = int(questions.size());
  Question *in = nullptr;
  float *out = nullptr;
  CALL(musaMalloc((void **)&in, n * sizeof(Question)));
  CALL(musaMalloc((void **)&out, n * sizeof(float)));
  CALL(musaMemcpy(in, questions.data(), n * sizeof(Question), musaMemcpyHostToDevice));
  fetch<<<(n + 127) / 128, 128>>>(makeImages(), in, out, n);
  std::vector<float> values(n);
  CALL(musaMemcpy(values.data(), out, n * sizeof(float), musaMemcpyDeviceToHost));
  std::vector<int> levels;
  for (float value : values)
    levels.push_back(int(value * 256));
  return levels;
}

} // namespace gradients
