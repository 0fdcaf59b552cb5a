// texCubemapGrad and texCubemapLayeredGrad: the level follows from how far a step moves the direction's place on its
// face. Every level of the cube holds its own number, so a fetch tells the level.
#include "check.h"

constexpr int kSize = 64, kLevels = 7;

struct Question {
  float4 at, dx, dy;
};

__global__ void fetch(musaTextureObject_t cube, const Question *questions, float *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const Question q = questions[i];
  out[i] = texCubemapGrad<float>(cube, q.at.x, q.at.y, q.at.z, q.dx, q.dy);
}

__global__ void fetchLayered(musaTextureObject_t cubes, const Question *questions, float *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const Question q = questions[i];
  float value;
  texCubemapLayeredGrad(&value, cubes, q.at.x, q.at.y, q.at.z, i % 2, q.dx, q.dy);
  out[i] = value;
}

/// Level l of layer k holds l + 100 * k.
static musaTextureObject_t makeCubes(int layers) {
  musaMipmappedArray_t array = nullptr;
  const musaChannelFormatDesc format = musaCreateChannelDesc<float>();
  const unsigned flags = musaArrayCubemap | (layers > 1 ? musaArrayLayered : 0);
  CHECK_API(musaMallocMipmappedArray(&array, &format, make_musaExtent(kSize, kSize, 6 * layers), kLevels, flags));
  for (int l = 0; l < kLevels; l++) {
    musaArray_t level = nullptr;
    CHECK_API(musaGetMipmappedArrayLevel(&level, array, l));
    const int size = kSize >> l;
    std::vector<float> texels(size_t(size) * size * 6 * layers);
    for (size_t t = 0; t < texels.size(); t++)
      texels[t] = float(l) + 100.f * float(t / (size_t(size) * size * 6));
    musaMemcpy3DParms copy = {};
    copy.srcPtr = make_musaPitchedPtr(texels.data(), size * sizeof(float), size, size);
    copy.dstArray = level;
    copy.extent = make_musaExtent(size, size, 6 * layers);
    copy.kind = musaMemcpyHostToDevice;
    CHECK_API(musaMemcpy3D(&copy));
  }
  musaResourceDesc resource = {};
  resource.resType = musaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = array;
  musaTextureDesc how = {};
  how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = musaAddressModeClamp;
  how.filterMode = musaFilterModeLinear;
  how.mipmapFilterMode = musaFilterModeLinear;
  how.normalizedCoords = 1;
  how.maxMipmapLevelClamp = kLevels - 1;
  musaTextureObject_t texture = 0;
  CHECK_API(musaCreateTextureObject(&texture, &resource, &how, nullptr));
  return texture;
}

/// The same by projection: the place on the face before and after a very small step.
static double levelOf(const Question &q) {
  const double at[3] = {q.at.x, q.at.y, q.at.z};
  int axis = 2;
  if (fabs(at[2]) < fabs(at[0]) || fabs(at[2]) < fabs(at[1]))
    axis = fabs(at[1]) >= fabs(at[0]) ? 1 : 0;
  auto length = [&](const float4 &step) {
    const double d[3] = {step.x, step.y, step.z}, small = 1e-6;
    double sum = 0;
    for (int k = 0; k < 3; k++) {
      if (k == axis)
        continue;
      const double before = at[k] / fabs(at[axis]), after = (at[k] + small * d[k]) / fabs(at[axis] + small * d[axis]);
      sum += pow((after - before) / small * 0.5 * kSize, 2);
    }
    return sqrt(sum);
  };
  const double step = fmax(length(q.dx), length(q.dy));
  return step > 0 ? fmin(fmax(log2(step), 0), kLevels - 1) : 0;
}

int main() {
  std::vector<Question> questions;
  const float directions[][3] = {{1, .2f, -.3f}, {-1, .5f, .1f},  {.1f, 2, .7f},  {.3f, -1, -.2f},
                                 {.4f, .3f, 3},  {-.2f, .1f, -1}, {.9f, -.8f, 1}, {-5, 1, 4}};
  for (const auto &d : directions)
    for (float size : {0.001f, 0.04f, 0.07f, 0.21f, 0.5f, 1.7f, 40.f})
      for (int k = 0; k < 5; k++) {
        const float4 zero = make_float4(0, 0, 0, 0),
                     some[] = {make_float4(size, 0, 0, 9), make_float4(0, size, 0, 9), make_float4(0, 0, size, 9),
                               make_float4(-size, size / 2, size / 3, 9)};
        const float4 along = make_float4(d[0] * size, d[1] * size, d[2] * size, 9); // stays where it is
        questions.push_back(
            {make_float4(d[0], d[1], d[2], 0), k < 4 ? some[k] : along, k % 2 ? zero : some[3 - k % 4]});
      }
  const int n = int(questions.size());
  check::Buffer<Question> in(questions);
  check::Buffer<float> out(n), layered(n);
  fetch<<<(n + 63) / 64, 64>>>(makeCubes(1), in.device(), out.device(), n);
  fetchLayered<<<(n + 63) / 64, 64>>>(makeCubes(2), in.device(), layered.device(), n);
  out.download(), layered.download();
  for (int i = 0; i < n; i++) {
    const double wanted = levelOf(questions[i]);
    check::that(fabs(out[i] - wanted) < 0.01, "level",
                "[" + std::to_string(i) + "]: got " + check::text(out[i]) + ", wanted " + check::text(wanted));
    check::that(fabs(layered[i] - wanted - 100 * (i % 2)) < 0.01, "level of a layer",
                "[" + std::to_string(i) + "]: got " + check::text(layered[i]) + ", wanted " + check::text(wanted));
  }
  return check::finish("texture_cube_grad");
}
