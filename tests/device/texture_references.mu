// Texture and surface references: file-scope variables that are bound while the program runs, read in kernels and in
// device functions, bound again to something else, and without a binding.
#include "check.h"

texture<float, musaTextureType1D, musaReadModeElementType> line;
texture<unsigned char, musaTextureType2D, musaReadModeNormalizedFloat> image;
texture<int4, 2> wide;
static texture<float, musaTextureType3D> volume(1, musaFilterModeLinear, musaAddressModeWrap);
surface<void, musaSurfaceType2D> face;

__device__ float read(int i) { return tex1Dfetch(line, i); }

__global__ void gather(int4 *ints, float4 *floats) {
  int x = (int)threadIdx.x % 7 + 1, y = (int)threadIdx.x / 7 + 1;
  ints[threadIdx.x] = tex2Dgather(wide, (float)x, (float)y, 2);
  floats[threadIdx.x] = tex2Dgather(image, (float)x, (float)y);
}
__global__ void mix(float *out, int4 *quad, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = read(i) + tex2D(image, i % 8 + 0.5f, i / 8 + 0.5f) + tex3D(volume, (i % 8) / 8.f, 0.5f, 0.25f);
  quad[i] = tex2D(wide, i % 8 + 0.5f, i / 8 + 0.5f);
  surf2Dwrite(out[i] * 2, face, (i % 8) * (int)sizeof(float), i / 8);
}
__global__ void readAgain(float *out, int n) {
  int i = threadIdx.x;
  if (i < n)
    out[i] = read(i);
}

int main() {
  const int n = 64;
  std::vector<float> values(n), cube(8 * 2 * 2);
  std::vector<unsigned char> bytes(n);
  std::vector<int4> quads(n);
  for (int i = 0; i < n; i++)
    values[i] = i * 3.f, bytes[i] = (unsigned char)(i * 4), quads[i] = make_int4(i, -i, i * i, 7);
  for (int i = 0; i < 32; i++)
    cube[i] = i % 8 + i / 16 * 100.f;
  check::Buffer<float> linear(values), out(n), other(n, 5.f);
  check::Buffer<int4> quad(n, make_int4(0, 0, 0, 0));

  size_t offset = 77;
  CHECK_API(musaBindTexture(&offset, line, linear.device(), n * sizeof(float)));
  check::equal(offset, (size_t)0, "offset");
  musaChannelFormatDesc byte = musaCreateChannelDesc<unsigned char>(), real = musaCreateChannelDesc<float>();
  musaArray_t picture, store, block;
  CHECK_API(musaMallocArray(&picture, &byte, 8, 8));
  CHECK_API(musaMemcpyToArray(picture, 0, 0, bytes.data(), n, musaMemcpyHostToDevice));
  CHECK_API(musaBindTextureToArray(image, picture));
  int4 *pitched;
  size_t pitch;
  CHECK_API(musaMallocPitch(&pitched, &pitch, 8 * sizeof(int4), 8));
  CHECK_API(musaMemcpy2D(pitched, pitch, quads.data(), 8 * sizeof(int4), 8 * sizeof(int4), 8, musaMemcpyHostToDevice));
  CHECK_API(musaBindTexture2D(&offset, wide, pitched, 8, 8, pitch));
  CHECK_API(musaMalloc3DArray(&block, &real, make_musaExtent(8, 2, 2)));
  musaMemcpy3DParms copy = {};
  copy.srcPtr = make_musaPitchedPtr(cube.data(), 8 * sizeof(float), 8, 2);
  copy.dstArray = block;
  copy.extent = make_musaExtent(8, 2, 2);
  copy.kind = musaMemcpyHostToDevice;
  CHECK_API(musaMemcpy3D(&copy));
  CHECK_API(musaBindTextureToArray(volume, block, real));
  CHECK_API(musaMallocArray(&store, &real, 8, 8, musaArraySurfaceLoadStore));
  CHECK_API(musaBindSurfaceToArray(face, store));

  for (dim3 shape : {dim3(64), dim3(33), dim3(7)}) {
    mix<<<(n + shape.x - 1) / shape.x, shape>>>(out.device(), quad.device(), n);
    out.download();
    quad.download();
    std::vector<float> written(n);
    CHECK_API(musaMemcpyFromArray(written.data(), store, 0, 0, n * sizeof(float), musaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) {
      // Between two texels: half of each neighbour along x, the first of wrapped ones left of the edge.
      const float blend = i % 8 ? i % 8 - 0.5f : 3.5f;
      check::equal(out[i], values[i] + bytes[i] / 255.f + blend, "sum", i);
      check::that(quad[i].x == i && quad[i].y == -i && quad[i].z == i * i && quad[i].w == 7, "int4");
      check::equal(written[i], out[i] * 2, "surface", i);
    }
  }

  check::Buffer<float4> floats(49);
  gather<<<1, 49>>>(quad.device(), floats.device());
  quad.download();
  floats.download();
  for (int i = 0; i < 49; i++) {
    const int at = i / 7 * 8 + i % 7, four[] = {at + 8, at + 9, at + 1, at};
    int found[4];
    float blended[4];
    memcpy(found, &quad[i], sizeof found);
    memcpy(blended, &floats[i], sizeof blended);
    for (int k = 0; k < 4; k++) {
      check::equal(found[k], four[k] * four[k], "gather", i * 4 + k);
      check::equal(blended[k], bytes[four[k]] / 255.f, "gather of a read mode", i * 4 + k);
    }
  }

  CHECK_API(musaBindTexture(nullptr, line, other.device(), n * sizeof(float)));
  readAgain<<<1, n>>>(out.device(), n);
  out.download();
  for (int i = 0; i < n; i++)
    check::equal(out[i], 5.f, "bound again", i);
  // An address within an allocation: what is behind an aligned one is told.
  CHECK_API(musaBindTexture(&offset, line, linear.device() + 3, (n - 3) * sizeof(float)));
  check::equal(offset, 3 * sizeof(float), "offset");
  size_t again = 0;
  CHECK_API(musaGetTextureAlignmentOffset(&again, line));
  check::equal(again, offset, "offset again");
  check::equal((int)musaBindTexture(nullptr, line, linear.device() + 3, 16), (int)musaErrorInvalidValue, "no offset");
  musaGetLastError();
  const textureReference *reference = nullptr;
  CHECK_API(musaGetTextureReference(&reference, &line));
  check::that(reference == &line, "reference");

  CHECK_API(musaUnbindTexture(line));
  check::equal((int)musaGetTextureAlignmentOffset(&again, line), (int)musaErrorInvalidTextureBinding, "unbound");
  musaGetLastError();
  readAgain<<<1, n>>>(out.device(), n);
  check::equal((int)musaDeviceSynchronize(), (int)musaErrorIllegalAddress, "a fetch without a binding");
  CHECK_API(musaDeviceReset());
  return check::finish("texture_references");
}
