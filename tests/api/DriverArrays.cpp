// Driver API: arrays, mipmapped arrays, and copies to, from and between them and memory of all kinds.
#include "Check.h"

#include "channel_descriptor.h"
#include "driver_functions.h"

#include <numeric>

namespace {

class DriverArrays : public DriverTest {
protected:
  static MUSA_ARRAY3D_DESCRIPTOR shape(size_t width, size_t height, size_t depth, unsigned flags = 0) {
    return {width, height, depth, MU_AD_FORMAT_FLOAT, 1, flags};
  }
  /// A float array that lives as long as the context.
  static MUarray make(const MUSA_ARRAY3D_DESCRIPTOR &d) {
    MUarray array = nullptr;
    EXPECT_MU_OK(muArray3DCreate(&array, &d));
    return array;
  }
  static std::vector<float> ramp(size_t n, float first = 0) {
    std::vector<float> out(n);
    std::iota(out.begin(), out.end(), first);
    return out;
  }
};

TEST_F(DriverArrays, TellWhatTheyAre) {
  MUSA_ARRAY_DESCRIPTOR d{20, 3, MU_AD_FORMAT_SIGNED_INT16, 4}, back{};
  MUarray array = nullptr;
  ASSERT_MU_OK(muArrayCreate(&array, &d));
  EXPECT_MU_OK(muArrayGetDescriptor(&back, array));
  EXPECT_EQ(20u, back.Width);
  EXPECT_EQ(3u, back.Height);
  EXPECT_EQ(MU_AD_FORMAT_SIGNED_INT16, back.Format);
  EXPECT_EQ(4u, back.NumChannels);
  MUSA_ARRAY3D_DESCRIPTOR whole{};
  EXPECT_MU_OK(muArray3DGetDescriptor(&whole, array));
  EXPECT_EQ(0u, whole.Depth);
  EXPECT_EQ(0u, whole.Flags);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muArrayGetDescriptor(nullptr, array));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muArray3DGetDescriptor(nullptr, array));
  EXPECT_MU_OK(muArrayDestroy(array));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muArrayDestroy(array));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muArrayDestroy(nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muArrayGetDescriptor(&back, array));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muArray3DGetDescriptor(&whole, array));
}

TEST_F(DriverArrays, AreThoseOfTheRuntime) {
  const musaChannelFormatDesc half2 = musaCreateChannelDesc(16, 16, 0, 0, musaChannelFormatKindFloat);
  musaArray_t array = nullptr;
  ASSERT_OK(musaMalloc3DArray(&array, &half2, make_musaExtent(8, 4, 6), musaArrayLayered | musaArraySurfaceLoadStore));
  MUSA_ARRAY3D_DESCRIPTOR d{};
  EXPECT_MU_OK(muArray3DGetDescriptor(&d, reinterpret_cast<MUarray>(array)));
  EXPECT_EQ(6u, d.Depth);
  EXPECT_EQ(MU_AD_FORMAT_HALF, d.Format);
  EXPECT_EQ(2u, d.NumChannels);
  EXPECT_EQ(unsigned(MUSA_ARRAY3D_LAYERED | MUSA_ARRAY3D_SURFACE_LDST), d.Flags);
  EXPECT_MU_OK(muArrayDestroy(reinterpret_cast<MUarray>(array)));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaFreeArray(array));

  MUarray other = make(shape(8, 8, 0));
  musaExtent extent{};
  EXPECT_OK(musaArrayGetInfo(nullptr, &extent, nullptr, reinterpret_cast<musaArray_t>(other)));
  EXPECT_EQ(8u, extent.height);
  EXPECT_OK(musaFreeArray(reinterpret_cast<musaArray_t>(other)));
}

TEST_F(DriverArrays, ShapesThatAreNone) {
  MUarray array = nullptr;
  MUSA_ARRAY3D_DESCRIPTOR d = shape(8, 8, 0);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muArray3DCreate(nullptr, &d));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muArray3DCreate(&array, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muArrayCreate(&array, nullptr));
  const MUSA_ARRAY_DESCRIPTOR flat{8, 8, MU_AD_FORMAT_FLOAT, 1};
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muArrayCreate(nullptr, &flat));
  for (unsigned channels : {0u, 3u, 5u, ~0u}) {
    d.NumChannels = channels;
    EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muArray3DCreate(&array, &d)) << channels;
  }
  d.NumChannels = 1;
  d.Format = noSuch<MUarray_format>();
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muArray3DCreate(&array, &d));
  for (MUarray_format format : {MU_AD_FORMAT_NV12, MU_AD_FORMAT_BC7_UNORM, MU_AD_FORMAT_UNORM_INT8X4}) {
    d.Format = format; // exists, and is not offered
    EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muArray3DCreate(&array, &d)) << format;
  }
  for (const MUSA_ARRAY3D_DESCRIPTOR &bad :
       {shape(0, 0, 0), shape(0, 8, 0), shape(size_t(1) << 40, 0, 0), shape(8, size_t(1) << 40, 0),
        shape(8, 8, size_t(1) << 40), shape(8, 0, 8), shape(8, 4, 6, MUSA_ARRAY3D_CUBEMAP),
        shape(8, 8, 5, MUSA_ARRAY3D_CUBEMAP), shape(8, 8, 0, MUSA_ARRAY3D_LAYERED),
        shape(8, 8, 0, MUSA_ARRAY3D_DEPTH_TEXTURE), shape(8, 8, 0, 0x4000)})
    EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muArray3DCreate(&array, &bad))
        << bad.Width << " " << bad.Height << " " << bad.Depth << " " << bad.Flags;
  for (unsigned flag : {MUSA_ARRAY3D_SPARSE, MUSA_ARRAY3D_DEFERRED_MAPPING}) {
    d = shape(8, 8, 0, flag);
    EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muArray3DCreate(&array, &d));
  }
  d = shape(16384, 16384, 16384); // legal, and larger than any memory
  EXPECT_CODE(MUSA_ERROR_OUT_OF_MEMORY, muArray3DCreate(&array, &d));
  EXPECT_EQ(nullptr, array);
}

TEST_F(DriverArrays, MipmapLevelsHalve) {
  const MUSA_ARRAY3D_DESCRIPTOR d = shape(12, 5, 0);
  MUmipmappedArray mipmaps = nullptr;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMipmappedArrayCreate(nullptr, &d, 1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMipmappedArrayCreate(&mipmaps, nullptr, 1));
  ASSERT_MU_OK(muMipmappedArrayCreate(&mipmaps, &d, ~0U)); // as many as there are
  MUarray level = nullptr;
  MUSA_ARRAY_DESCRIPTOR part{};
  ASSERT_MU_OK(muMipmappedArrayGetLevel(&level, mipmaps, 2));
  EXPECT_MU_OK(muArrayGetDescriptor(&part, level));
  EXPECT_EQ(3u, part.Width);
  EXPECT_EQ(1u, part.Height);
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muArrayDestroy(level)); // it belongs to the whole
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMipmappedArrayGetLevel(&level, mipmaps, 4));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMipmappedArrayGetLevel(nullptr, mipmaps, 0));
  MUSA_ARRAY_SPARSE_PROPERTIES sparse{};
  MUSA_ARRAY_MEMORY_REQUIREMENTS needs{};
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMipmappedArrayGetSparseProperties(&sparse, mipmaps));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMipmappedArrayGetMemoryRequirements(&needs, mipmaps, device));
  EXPECT_CODE(MUSA_ERROR_INVALID_DEVICE, muMipmappedArrayGetMemoryRequirements(&needs, mipmaps, 99));
  EXPECT_MU_OK(muMipmappedArrayDestroy(mipmaps));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muMipmappedArrayDestroy(mipmaps));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muMipmappedArrayGetLevel(&level, mipmaps, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muMipmappedArrayGetSparseProperties(&sparse, mipmaps));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muMipmappedArrayGetMemoryRequirements(&needs, mipmaps, device));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muArrayGetDescriptor(&part, level));
}

TEST_F(DriverArrays, PartsThatNoArrayHas) {
  MUarray array = make(shape(8, 8, 0)), plane = nullptr;
  MUSA_ARRAY_SPARSE_PROPERTIES sparse{};
  MUSA_ARRAY_MEMORY_REQUIREMENTS needs{};
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muArrayGetPlane(&plane, array, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muArrayGetSparseProperties(&sparse, array));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muArrayGetMemoryRequirements(&needs, array, device));
  EXPECT_CODE(MUSA_ERROR_INVALID_DEVICE, muArrayGetMemoryRequirements(&needs, array, -1));
  EXPECT_MU_OK(muArrayDestroy(array));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muArrayGetPlane(&plane, array, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muArrayGetSparseProperties(&sparse, array));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muArrayGetMemoryRequirements(&needs, array, device));
}

TEST_F(DriverArrays, WidestLine) {
  size_t texels = 0;
  EXPECT_MU_OK(muDeviceGetTexture1DLinearMaxWidth(&texels, MU_AD_FORMAT_FLOAT, 4, device));
  int limit = 0;
  EXPECT_MU_OK(muDeviceGetAttribute(&limit, MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH, device));
  EXPECT_EQ(size_t(limit), texels);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDeviceGetTexture1DLinearMaxWidth(nullptr, MU_AD_FORMAT_FLOAT, 4, device));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDeviceGetTexture1DLinearMaxWidth(&texels, MU_AD_FORMAT_FLOAT, 3, device));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE,
              muDeviceGetTexture1DLinearMaxWidth(&texels, noSuch<MUarray_format>(), 1, device));
  EXPECT_CODE(MUSA_ERROR_INVALID_DEVICE, muDeviceGetTexture1DLinearMaxWidth(&texels, MU_AD_FORMAT_FLOAT, 1, 99));
}

TEST_F(DriverArrays, CopiesOfBytes) {
  MUarray a = make(shape(20, 0, 0)), b = make(shape(20, 0, 0));
  const std::vector<float> in = ramp(20, 1);
  std::vector<float> out(20);
  MUdeviceptr memory = 0;
  MUstream stream = nullptr;
  ASSERT_MU_OK(muMemAlloc(&memory, 80));
  ASSERT_MU_OK(muStreamCreate(&stream, 0));

  EXPECT_MU_OK(muMemcpyHtoA(a, 0, in.data(), 80));
  EXPECT_MU_OK(muMemcpyAtoD(memory, a, 8, 72));
  EXPECT_MU_OK(muMemcpyDtoA(b, 0, memory, 72));
  EXPECT_MU_OK(muMemcpyAtoA(b, 72, a, 0, 8));
  EXPECT_MU_OK(muMemcpyAtoH(out.data(), b, 0, 80));
  for (size_t i = 0; i < 20; i++)
    EXPECT_EQ(in[(i + 2) % 20], out[i]) << i;

  std::vector<float> again(4);
  EXPECT_MU_OK(muMemcpyHtoAAsync(a, 40, in.data(), 16, stream));
  EXPECT_MU_OK(muMemcpyAtoHAsync(again.data(), a, 40, 16, stream));
  EXPECT_MU_OK(muStreamSynchronize(stream));
  EXPECT_EQ(std::vector<float>(in.begin(), in.begin() + 4), again);

  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpyHtoA(a, 0, in.data(), 84)); // behind the end
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpyHtoA(a, 80, in.data(), 4));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpyHtoA(a, 0, in.data(), SIZE_MAX));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpyHtoA(a, SIZE_MAX - 3, in.data(), 4));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpyHtoA(a, 2, in.data(), 4)); // in a texel
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpyHtoA(a, 0, nullptr, 4));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpyAtoH(nullptr, a, 0, 4));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpyAtoD(0, a, 0, 4));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpyDtoA(a, 0, 0, 4));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpyDtoA(a, 0, memory + 40, 44)); // leaves the allocation
  EXPECT_MU_OK(muMemcpyHtoA(a, 0, nullptr, 0));
  EXPECT_MU_OK(muStreamDestroy(stream));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muMemcpyHtoAAsync(a, 0, in.data(), 4, stream));
  EXPECT_MU_OK(muMemFree(memory));

  const MUSA_ARRAY3D_DESCRIPTOR words{20, 0, 0, MU_AD_FORMAT_UNSIGNED_INT16, 4, 0};
  MUarray wide = make(words);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpyAtoA(wide, 0, a, 0, 8)); // texels of another size
  const std::vector<void *> none{nullptr, strangeHandles()[0], strangeHandles()[1]};
  for (void *handle : none) {
    auto *x = static_cast<MUarray>(handle);
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muMemcpyHtoA(x, 0, in.data(), 4));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muMemcpyHtoAAsync(x, 0, in.data(), 4, nullptr));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muMemcpyAtoH(out.data(), x, 0, 4));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muMemcpyAtoHAsync(out.data(), x, 0, 4, nullptr));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muMemcpyDtoA(x, 0, memory, 4));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muMemcpyAtoD(memory, x, 0, 4));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muMemcpyAtoA(x, 0, a, 0, 4));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muMemcpyAtoA(a, 0, x, 0, 4));
  }
}

/// Rows go on where the one before ends, as with musaMemcpyToArray.
TEST_F(DriverArrays, CopiesOfBytesGoOverRows) {
  MUarray a = make(shape(6, 4, 0));
  const std::vector<float> in = ramp(24);
  std::vector<float> out(13);
  EXPECT_MU_OK(muMemcpyHtoA(a, 0, in.data(), 96));
  EXPECT_MU_OK(muMemcpyAtoH(out.data(), a, 5 * 4, 13 * 4));
  EXPECT_EQ(ramp(13, 5), out);
}

TEST_F(DriverArrays, Rectangles) {
  MUarray a = make(shape(16, 8, 0));
  const std::vector<float> in = ramp(16 * 8);
  std::vector<float> out(6 * 3);
  MUSA_MEMCPY2D c{};
  c.srcMemoryType = MU_MEMORYTYPE_HOST;
  c.srcHost = in.data();
  c.dstMemoryType = MU_MEMORYTYPE_ARRAY;
  c.dstArray = a;
  c.WidthInBytes = 64;
  c.Height = 8;
  EXPECT_MU_OK(muMemcpy2D(&c));
  MUSA_MEMCPY2D back{};
  back.srcMemoryType = MU_MEMORYTYPE_ARRAY;
  back.srcArray = a;
  back.srcXInBytes = 12;
  back.srcY = 5;
  back.dstMemoryType = MU_MEMORYTYPE_HOST;
  back.dstHost = out.data();
  back.WidthInBytes = 24;
  back.Height = 3;
  EXPECT_MU_OK(muMemcpy2DUnaligned(&back));
  for (size_t y = 0; y < 3; y++)
    for (size_t x = 0; x < 6; x++)
      EXPECT_EQ(in[(y + 5) * 16 + x + 3], out[y * 6 + x]);
  back.Height = 4;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpy2D(&back)); // below the last row
  back.Height = 3;
  back.srcXInBytes = 44;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpy2DAsync(&back, nullptr)); // right of the last column
  back.srcXInBytes = SIZE_MAX;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpy2D(&back));
  EXPECT_MU_OK(muArrayDestroy(a));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muMemcpy2D(&c));
}

/// A box from host memory through an array, another array and device memory back to the host.
class DriverBoxes : public DriverArrays {
protected:
  static constexpr size_t kWidth = 8, kHeight = 5, kDepth = 4;
  static MUSA_MEMCPY3D box() {
    MUSA_MEMCPY3D c{};
    c.WidthInBytes = kWidth * 4;
    c.Height = kHeight;
    c.Depth = kDepth;
    return c;
  }
  static MUSA_MEMCPY3D toArray(const float *from, MUarray to) {
    MUSA_MEMCPY3D c = box();
    c.srcMemoryType = MU_MEMORYTYPE_HOST;
    c.srcHost = from;
    c.dstMemoryType = MU_MEMORYTYPE_ARRAY;
    c.dstArray = to;
    return c;
  }
  const std::vector<float> in = ramp(kWidth * kHeight * kDepth, 7);
};

TEST_F(DriverBoxes, GoAllWays) {
  MUarray a = make(shape(kWidth, kHeight, kDepth)), b = make(shape(kWidth + 3, kHeight + 2, kDepth + 1));
  MUdeviceptr memory = 0;
  constexpr size_t kPitch = 64, kRows = 9;
  ASSERT_MU_OK(muMemAlloc(&memory, kPitch * kRows * kDepth));
  std::vector<float> out(in.size());
  MUSA_MEMCPY3D c = toArray(in.data(), a);
  EXPECT_MU_OK(muMemcpy3D(&c));
  c = box();
  c.srcMemoryType = c.dstMemoryType = MU_MEMORYTYPE_ARRAY;
  c.srcArray = a;
  c.dstArray = b;
  c.dstXInBytes = 12;
  c.dstY = 2;
  c.dstZ = 1;
  EXPECT_MU_OK(muMemcpy3DAsync(&c, nullptr));
  c.dstZ = 2; // one plane too far
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpy3D(&c));
  c = box();
  c.srcMemoryType = MU_MEMORYTYPE_ARRAY;
  c.srcArray = b;
  c.srcXInBytes = 12;
  c.srcY = 2;
  c.srcZ = 1;
  c.dstMemoryType = MU_MEMORYTYPE_DEVICE;
  c.dstDevice = memory;
  c.dstPitch = kPitch;
  c.dstHeight = kRows;
  c.dstXInBytes = 8;
  c.dstY = 3;
  EXPECT_MU_OK(muMemcpy3D(&c));
  c = box();
  c.srcMemoryType = MU_MEMORYTYPE_UNIFIED;
  c.srcDevice = memory;
  c.srcPitch = kPitch;
  c.srcHeight = kRows;
  c.srcXInBytes = 8;
  c.srcY = 3;
  c.dstMemoryType = MU_MEMORYTYPE_HOST;
  c.dstHost = out.data();
  EXPECT_MU_OK(muMemcpy3D(&c));
  EXPECT_EQ(in, out);
  EXPECT_MU_OK(muMemFree(memory));
}

TEST_F(DriverBoxes, BadOnes) {
  MUarray a = make(shape(kWidth, kHeight, kDepth));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpy3D(nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpy3DAsync(nullptr, nullptr));
  auto expectBad = [&](MUresult code, auto &&change) {
    MUSA_MEMCPY3D c = toArray(in.data(), a);
    change(c);
    EXPECT_CODE(code, muMemcpy3D(&c));
    EXPECT_CODE(code, muMemcpy3DAsync(&c, nullptr));
  };
  expectBad(MUSA_ERROR_INVALID_VALUE, [](auto &c) { c.srcHost = nullptr; });
  expectBad(MUSA_ERROR_INVALID_VALUE, [](auto &c) { c.srcMemoryType = noSuch<MUmemorytype>(); });
  expectBad(MUSA_ERROR_INVALID_VALUE, [](auto &c) { c.dstMemoryType = noSuch<MUmemorytype>(); });
  expectBad(MUSA_ERROR_INVALID_VALUE, [](auto &c) { c.srcLOD = 1; });
  expectBad(MUSA_ERROR_INVALID_VALUE, [](auto &c) { c.dstLOD = 1; });
  expectBad(MUSA_ERROR_INVALID_VALUE, [](auto &c) { c.srcPitch = 8; });
  expectBad(MUSA_ERROR_INVALID_VALUE, [](auto &c) { c.srcHeight = 2; });
  expectBad(MUSA_ERROR_INVALID_VALUE, [](auto &c) { c.srcPitch = SIZE_MAX; });
  expectBad(MUSA_ERROR_INVALID_VALUE, [](auto &c) { c.srcHeight = SIZE_MAX; });
  expectBad(MUSA_ERROR_INVALID_VALUE, [](auto &c) { c.Depth = SIZE_MAX; });
  expectBad(MUSA_ERROR_INVALID_VALUE, [](auto &c) { c.Height = SIZE_MAX; });
  expectBad(MUSA_ERROR_INVALID_VALUE, [](auto &c) { c.WidthInBytes = SIZE_MAX; });
  expectBad(MUSA_ERROR_INVALID_VALUE, [](auto &c) { c.dstZ = 1; });
  expectBad(MUSA_ERROR_INVALID_HANDLE, [](auto &c) { c.dstArray = nullptr; });
  expectBad(MUSA_ERROR_INVALID_HANDLE, [](auto &c) { c.dstArray = static_cast<MUarray>(strangeHandles()[1]); });
  expectBad(MUSA_SUCCESS, [](auto &c) { c.Depth = 0; });
  expectBad(MUSA_SUCCESS, [](auto &c) { c.Height = 0; });
  expectBad(MUSA_SUCCESS, [](auto &c) { c.WidthInBytes = 0; });
}

TEST_F(DriverBoxes, BetweenContexts) {
  MUarray a = make(shape(kWidth, kHeight, kDepth));
  MUSA_MEMCPY3D_PEER c{};
  c.srcMemoryType = MU_MEMORYTYPE_HOST;
  c.srcHost = in.data();
  c.srcContext = c.dstContext = context;
  c.dstMemoryType = MU_MEMORYTYPE_ARRAY;
  c.dstArray = a;
  c.WidthInBytes = kWidth * 4;
  c.Height = kHeight;
  c.Depth = kDepth;
  EXPECT_MU_OK(muMemcpy3DPeer(&c));
  std::vector<float> out(in.size());
  std::swap(c.srcMemoryType, c.dstMemoryType);
  c.srcArray = a;
  c.dstHost = out.data();
  EXPECT_MU_OK(muMemcpy3DPeerAsync(&c, nullptr));
  EXPECT_MU_OK(muCtxSynchronize());
  EXPECT_EQ(in, out);
  c.dstContext = nullptr;
  EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muMemcpy3DPeer(&c));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpy3DPeer(nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpy3DPeerAsync(nullptr, nullptr));
}

} // namespace
