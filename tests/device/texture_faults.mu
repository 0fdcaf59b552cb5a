// Handles that are stale or were never any, and surface accesses that trap: a fault of the kernel, never of the
// process.
#include "check.h"

__global__ void sample(musaTextureObject_t t, float *out) {
  out[threadIdx.x] = tex2D<float>(t, threadIdx.x + 0.5f, 0.5f);
}
__global__ void fetch(musaTextureObject_t t, float *out) { out[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x); }
__global__ void load(musaSurfaceObject_t s, float *out, int x) {
  out[threadIdx.x] = surf2Dread<float>(s, x + 4 * (int)threadIdx.x, 0);
}
__global__ void store(musaSurfaceObject_t s, int x) { surf2Dwrite(1.f, s, x + 4 * (int)threadIdx.x, 0); }

struct Objects {
  musaArray_t array = nullptr;
  musaTextureObject_t texture = 0, smooth = 0;
  musaSurfaceObject_t surface = 0;
  float *out = nullptr;
  Objects() {
    musaChannelFormatDesc f = musaCreateChannelDesc<float>();
    CHECK_API(musaMallocArray(&array, &f, 64, 4, musaArraySurfaceLoadStore));
    std::vector<float> zero(64 * 4, 1.f);
    CHECK_API(musaMemcpyToArray(array, 0, 0, zero.data(), zero.size() * 4, musaMemcpyHostToDevice));
    musaResourceDesc r = {};
    r.resType = musaResourceTypeArray;
    r.res.array.array = array;
    musaTextureDesc d = {};
    CHECK_API(musaCreateTextureObject(&texture, &r, &d, nullptr));
    d.filterMode = musaFilterModeLinear;
    d.addressMode[0] = d.addressMode[1] = musaAddressModeBorder;
    CHECK_API(musaCreateTextureObject(&smooth, &r, &d, nullptr));
    CHECK_API(musaCreateSurfaceObject(&surface, &r));
    CHECK_API(musaMalloc(&out, 64 * sizeof(float)));
  }
};

template <class Run> static void expect(musaError_t wanted, const char *name, Run run) {
  Objects o;
  run(o);
  check::equal((int)musaDeviceSynchronize(), (int)wanted, name);
  CHECK_API(musaDeviceReset());
}

int main() {
  expect(musaSuccess, "all in order", [](Objects &o) {
    sample<<<1, 64>>>(o.texture, o.out);
    sample<<<1, 64>>>(o.smooth, o.out);
    load<<<1, 64>>>(o.surface, o.out, 0);
    store<<<1, 64>>>(o.surface, 0);
  });
  expect(musaErrorIllegalAddress, "destroyed texture", [](Objects &o) {
    CHECK_API(musaDestroyTextureObject(o.texture));
    sample<<<1, 64>>>(o.texture, o.out);
  });
  expect(musaErrorIllegalAddress, "destroyed texture with a border", [](Objects &o) {
    CHECK_API(musaDestroyTextureObject(o.smooth));
    sample<<<1, 64>>>(o.smooth, o.out);
  });
  expect(musaErrorIllegalAddress, "destroyed texture, fetch", [](Objects &o) {
    CHECK_API(musaDestroyTextureObject(o.texture));
    fetch<<<1, 64>>>(o.texture, o.out);
  });
  expect(musaErrorIllegalAddress, "destroyed surface", [](Objects &o) {
    CHECK_API(musaDestroySurfaceObject(o.surface));
    store<<<1, 1>>>(o.surface, 0);
  });
  expect(musaErrorIllegalAddress, "null handle", [](Objects &o) { sample<<<1, 64>>>(0, o.out); });
  expect(musaErrorIllegalAddress, "wild handle", [](Objects &o) { sample<<<1, 64>>>(0x123456789ab0, o.out); });
  expect(musaErrorLaunchFailure, "read beyond the edge", [](Objects &o) { load<<<1, 64>>>(o.surface, o.out, 4); });
  expect(musaErrorLaunchFailure, "read before the edge", [](Objects &o) { load<<<1, 64>>>(o.surface, o.out, -4); });
  expect(musaErrorLaunchFailure, "write beyond the edge", [](Objects &o) { store<<<1, 64>>>(o.surface, 4); });
  // A handle is not given out again soon.
  Objects o;
  musaResourceDesc r = {};
  r.resType = musaResourceTypeArray;
  r.res.array.array = o.array;
  musaTextureDesc d = {};
  CHECK_API(musaDestroyTextureObject(o.texture));
  for (int i = 0; i < 100; i++) {
    musaTextureObject_t t;
    CHECK_API(musaCreateTextureObject(&t, &r, &d, nullptr));
    check::that(t != o.texture, "handles");
    CHECK_API(musaDestroyTextureObject(t));
  }
  return check::finish("texture_faults");
}
