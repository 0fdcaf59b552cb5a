// Arrays and mipmapped arrays: shapes, formats, copies. The codes of many more bad calls are compared with recorded
// ones in tests/device/texture_golden.mu.
#include "Check.h"

#include "channel_descriptor.h"
#include "driver_functions.h"

#include <numeric>

namespace {

const musaChannelFormatDesc kFloat = musaCreateChannelDesc<float>();

class Array {
public:
  Array(size_t width, size_t height, unsigned flags = 0, musaChannelFormatDesc format = kFloat) {
    EXPECT_OK(musaMallocArray(&handle, &format, width, height, flags));
  }
  Array(const Array &) = delete;
  ~Array() { EXPECT_OK(musaFreeArray(handle)); }
  musaArray_t handle = nullptr;
};

std::vector<float> numbers(size_t count) {
  std::vector<float> v(count);
  std::iota(v.begin(), v.end(), 1.0F);
  return v;
}

class RuntimeArrays : public RuntimeTest {};

TEST_F(RuntimeArrays, ChannelDescriptors) {
  const musaChannelFormatDesc half = musaCreateChannelDescHalf4(), bytes = musaCreateChannelDesc<uchar2>(),
                              none = musaCreateChannelDesc<double>(),
                              own = musaCreateChannelDesc(8, 8, 8, 8, musaChannelFormatKindSigned);
  EXPECT_EQ(16, half.w);
  EXPECT_EQ(musaChannelFormatKindFloat, half.f);
  EXPECT_EQ(8, bytes.y);
  EXPECT_EQ(0, bytes.z);
  EXPECT_EQ(musaChannelFormatKindUnsigned, bytes.f);
  EXPECT_EQ(musaChannelFormatKindNone, none.f);
  Array array(4, 4, 0, own);
  musaChannelFormatDesc back{};
  EXPECT_OK(musaGetChannelDesc(&back, array.handle));
  EXPECT_EQ(8, back.w);
  EXPECT_EQ(musaChannelFormatKindSigned, back.f);
  EXPECT_CODE(musaErrorInvalidValue, musaGetChannelDesc(nullptr, array.handle));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaGetChannelDesc(&back, nullptr));
}

TEST_F(RuntimeArrays, InfoSaysWhatWasAskedFor) {
  musaArray_t array = nullptr;
  ASSERT_OK(musaMalloc3DArray(&array, &kFloat, make_musaExtent(5, 0, 3), musaArrayLayered | musaArraySurfaceLoadStore));
  musaExtent extent{};
  unsigned flags = 0;
  EXPECT_OK(musaArrayGetInfo(nullptr, &extent, &flags, array));
  EXPECT_EQ(5U, extent.width);
  EXPECT_EQ(0U, extent.height);
  EXPECT_EQ(3U, extent.depth);
  EXPECT_EQ(unsigned(musaArrayLayered | musaArraySurfaceLoadStore), flags);
  EXPECT_OK(musaFreeArray(array));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaArrayGetInfo(nullptr, &extent, &flags, array)); // stale
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaFreeArray(array));
  for (void *strange : strangeHandles())
    EXPECT_CODE(musaErrorInvalidResourceHandle, musaFreeArray(static_cast<musaArray_t>(strange)));
}

TEST_F(RuntimeArrays, SparseAndHugeAreRefused) {
  musaArray_t array = nullptr;
  EXPECT_CODE(musaErrorNotSupported, musaMallocArray(&array, &kFloat, 64, 64, musaArraySparse));
  EXPECT_CODE(musaErrorMemoryAllocation, musaMalloc3DArray(&array, &kFloat, make_musaExtent(16384, 16384, 16384)));
  EXPECT_EQ(nullptr, array);
}

TEST_F(RuntimeArrays, LinearCopiesGoRowByRow) {
  const std::vector<float> in = numbers(7 * 5);
  std::vector<float> out(7 * 5);
  Array a(7, 5), b(7, 5), narrow(5, 7);
  EXPECT_OK(musaMemcpyToArray(a.handle, 0, 0, in.data(), 140, musaMemcpyHostToDevice));
  EXPECT_OK(musaMemcpyFromArray(out.data(), a.handle, 0, 0, 140, musaMemcpyDefault));
  EXPECT_EQ(in, out);
  // From the middle of one row to the middle of another, and between rows of other lengths.
  EXPECT_OK(musaMemcpyFromArray(out.data(), a.handle, 12, 1, 80, musaMemcpyDeviceToHost));
  for (int i = 0; i < 20; i++)
    EXPECT_EQ(in[10 + i], out[i]);
  EXPECT_OK(musaMemcpyArrayToArray(narrow.handle, 0, 0, a.handle, 0, 0, 140));
  EXPECT_OK(musaMemcpyFromArrayAsync(out.data(), narrow.handle, 0, 0, 140, musaMemcpyDeviceToHost));
  EXPECT_OK(musaDeviceSynchronize());
  EXPECT_EQ(in, out);
  EXPECT_OK(musaMemcpyToArrayAsync(b.handle, 8, 2, in.data(), 40, musaMemcpyHostToDevice, nullptr));
  EXPECT_OK(musaMemcpyFromArray(out.data(), b.handle, 8, 2, 40, musaMemcpyDeviceToHost));
  for (int i = 0; i < 10; i++)
    EXPECT_EQ(in[i], out[i]);

  EXPECT_CODE(musaErrorInvalidValue, musaMemcpyToArray(a.handle, 4, 0, in.data(), 140, musaMemcpyHostToDevice));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpyToArray(a.handle, 0, 5, in.data(), 4, musaMemcpyHostToDevice));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpyToArray(a.handle, 0, 0, nullptr, 4, musaMemcpyHostToDevice));
  EXPECT_CODE(musaErrorInvalidMemcpyDirection, musaMemcpyToArray(a.handle, 0, 0, in.data(), 4, musaMemcpyDeviceToHost));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaMemcpyToArray(nullptr, 0, 0, in.data(), 4, musaMemcpyHostToDevice));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaMemcpyArrayToArray(a.handle, 0, 0, nullptr, 0, 0, 4));
}

TEST_F(RuntimeArrays, RectanglesAndBoxes) {
  const std::vector<float> in = numbers(8 * 6);
  std::vector<float> out(8 * 6);
  Array a(8, 6), b(8, 6);
  EXPECT_OK(musaMemcpy2DToArray(a.handle, 0, 0, in.data(), 32, 32, 6, musaMemcpyHostToDevice));
  EXPECT_OK(musaMemcpy2DArrayToArray(b.handle, 8, 2, a.handle, 4, 1, 16, 3));
  EXPECT_OK(musaMemcpy2DFromArray(out.data(), 32, b.handle, 8, 2, 16, 3, musaMemcpyDeviceToHost));
  for (int y = 0; y < 3; y++)
    for (int x = 0; x < 4; x++)
      EXPECT_EQ(in[(y + 1) * 8 + x + 1], out[y * 8 + x]);
  EXPECT_OK(musaMemcpy2DToArrayAsync(a.handle, 0, 5, in.data(), 32, 32, 1, musaMemcpyHostToDevice, nullptr));
  EXPECT_OK(musaMemcpy2DFromArrayAsync(out.data(), 32, a.handle, 0, 5, 32, 1, musaMemcpyDeviceToHost, nullptr));
  EXPECT_OK(musaDeviceSynchronize());
  EXPECT_EQ(in[7], out[7]);
  EXPECT_CODE(musaErrorInvalidPitchValue,
              musaMemcpy2DToArray(a.handle, 0, 0, in.data(), 16, 32, 6, musaMemcpyHostToDevice));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy2DToArray(a.handle, 0, 1, in.data(), 32, 32, 6, musaMemcpyHostToDevice));

  musaArray_t volume = nullptr;
  ASSERT_OK(musaMalloc3DArray(&volume, &kFloat, make_musaExtent(4, 3, 4)));
  musaMemcpy3DParms p{};
  p.srcPtr = make_musaPitchedPtr(const_cast<float *>(in.data()), 16, 4, 3);
  p.dstArray = volume;
  p.extent = make_musaExtent(4, 3, 4);
  p.kind = musaMemcpyHostToDevice;
  EXPECT_OK(musaMemcpy3D(&p));
  musaMemcpy3DParms back{};
  back.srcArray = volume;
  back.srcPos = make_musaPos(1, 1, 2);
  back.dstPtr = make_musaPitchedPtr(out.data(), 12, 3, 2);
  back.extent = make_musaExtent(3, 2, 2);
  back.kind = musaMemcpyDeviceToHost;
  EXPECT_OK(musaMemcpy3DAsync(&back));
  EXPECT_OK(musaDeviceSynchronize());
  for (int z = 0; z < 2; z++)
    for (int y = 0; y < 2; y++)
      for (int x = 0; x < 3; x++)
        EXPECT_EQ(in[((z + 2) * 3 + y + 1) * 4 + x + 1], out[(z * 2 + y) * 3 + x]);
  back.srcPos.z = 3;
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy3D(&back));
  EXPECT_OK(musaFreeArray(volume));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaMemcpy3D(&p));
}

TEST_F(RuntimeArrays, MipmapLevelsHalve) {
  musaMipmappedArray_t mipmaps = nullptr;
  ASSERT_OK(musaMallocMipmappedArray(&mipmaps, &kFloat, make_musaExtent(12, 5, 0), 9));
  const size_t widths[] = {12, 6, 3, 1}, heights[] = {5, 2, 1, 1};
  musaArray_t level = nullptr;
  for (unsigned l = 0; l < 4; l++) {
    musaExtent extent{};
    ASSERT_OK(musaGetMipmappedArrayLevel(&level, mipmaps, l));
    EXPECT_OK(musaArrayGetInfo(nullptr, &extent, nullptr, level));
    EXPECT_EQ(widths[l], extent.width);
    EXPECT_EQ(heights[l], extent.height);
  }
  EXPECT_CODE(musaErrorInvalidValue, musaGetMipmappedArrayLevel(&level, mipmaps, 4));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaFreeArray(level)); // it belongs to the whole
  EXPECT_OK(musaFreeMipmappedArray(mipmaps));
  EXPECT_OK(musaFreeMipmappedArray(nullptr));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaFreeMipmappedArray(mipmaps));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaGetMipmappedArrayLevel(&level, mipmaps, 0));
}

TEST_F(RuntimeArrays, PartsThatNoneHas) {
  musaArray_t array = nullptr, plane = nullptr;
  musaMipmappedArray_t mipmaps = nullptr;
  ASSERT_OK(musaMallocArray(&array, &kFloat, 8, 8));
  ASSERT_OK(musaMallocMipmappedArray(&mipmaps, &kFloat, make_musaExtent(8, 8, 0), 2));
  musaArraySparseProperties sparse{};
  musaArrayMemoryRequirements needs{};
  EXPECT_CODE(musaErrorInvalidValue, musaArrayGetPlane(&plane, array, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaArrayGetPlane(nullptr, nullptr, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaArrayGetSparseProperties(&sparse, array));
  EXPECT_CODE(musaErrorInvalidValue, musaMipmappedArrayGetSparseProperties(&sparse, mipmaps));
  EXPECT_CODE(musaErrorInvalidValue, musaArrayGetMemoryRequirements(&needs, array, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaMipmappedArrayGetMemoryRequirements(&needs, mipmaps, 0));
  EXPECT_CODE(musaErrorInvalidDevice, musaArrayGetMemoryRequirements(&needs, array, 99));
  EXPECT_CODE(musaErrorInvalidDevice, musaMipmappedArrayGetMemoryRequirements(&needs, mipmaps, -1));
  EXPECT_OK(musaFreeArray(array));
  EXPECT_OK(musaFreeMipmappedArray(mipmaps));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaArrayGetPlane(&plane, array, 0));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaArrayGetSparseProperties(&sparse, array));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaMipmappedArrayGetSparseProperties(&sparse, mipmaps));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaArrayGetMemoryRequirements(&needs, array, 0));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaMipmappedArrayGetMemoryRequirements(&needs, mipmaps, 0));
}

TEST_F(RuntimeArrays, WidestLine) {
  size_t texels = 0;
  int limit = 0;
  EXPECT_OK(musaDeviceGetTexture1DLinearMaxWidth(&texels, &kFloat, 0));
  EXPECT_OK(musaDeviceGetAttribute(&limit, musaDevAttrMaxTexture1DLinearWidth, 0));
  EXPECT_EQ(size_t(limit), texels);
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceGetTexture1DLinearMaxWidth(nullptr, &kFloat, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceGetTexture1DLinearMaxWidth(&texels, nullptr, 0));
  EXPECT_CODE(musaErrorInvalidDevice, musaDeviceGetTexture1DLinearMaxWidth(&texels, &kFloat, 99));
  const musaChannelFormatDesc odd{7, 0, 0, 0, musaChannelFormatKindSigned};
  EXPECT_CODE(musaErrorInvalidChannelDescriptor, musaDeviceGetTexture1DLinearMaxWidth(&texels, &odd, 0));
}

TEST_F(RuntimeArrays, BoxesBetweenDevices) {
  musaArray_t volume = nullptr;
  std::vector<float> in(48), out(48);
  std::iota(in.begin(), in.end(), 1.f);
  ASSERT_OK(musaMalloc3DArray(&volume, &kFloat, make_musaExtent(4, 3, 4)));
  float *ends = nullptr; // a card takes no host memory here
  ASSERT_OK(musaMalloc(reinterpret_cast<void **>(&ends), 2 * sizeof(float) * 48));
  ASSERT_OK(musaMemcpy(ends, in.data(), sizeof(float) * 48, musaMemcpyHostToDevice));
  musaMemcpy3DPeerParms p{};
  p.srcPtr = make_musaPitchedPtr(ends, 16, 4, 3);
  p.dstArray = volume;
  p.extent = make_musaExtent(4, 3, 4);
  EXPECT_OK(musaMemcpy3DPeer(&p));
  musaMemcpy3DPeerParms back{};
  back.srcArray = volume;
  back.dstPtr = make_musaPitchedPtr(ends + 48, 16, 4, 3);
  back.extent = p.extent;
  EXPECT_OK(musaMemcpy3DPeerAsync(&back));
  EXPECT_OK(musaMemcpy(out.data(), ends + 48, sizeof(float) * 48, musaMemcpyDeviceToHost));
  EXPECT_EQ(in, out);
  back.dstDevice = 99;
  EXPECT_CODE(musaErrorInvalidDevice, musaMemcpy3DPeer(&back));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy3DPeer(nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy3DPeerAsync(nullptr));
  EXPECT_OK(musaFree(ends));
  EXPECT_OK(musaFreeArray(volume));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaMemcpy3DPeer(&p));
}

TEST_F(RuntimeArrays, AResetTakesThemAway) {
  musaArray_t array = nullptr;
  ASSERT_OK(musaMallocArray(&array, &kFloat, 8, 8));
  ASSERT_OK(musaDeviceReset());
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaFreeArray(array));
}

} // namespace
