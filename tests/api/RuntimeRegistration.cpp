// What compiled code calls before main, with binaries that are damaged, foreign or missing: registering never fails
// loudly, launching says what is wrong.
#include "Bundle.h"
#include "Check.h"

#include <chrono>
#include <cstring>

namespace {

using RuntimeRegistration = RuntimeTest;

/// The segment that an object file registers.
struct Segment {
  uint32_t magic = 0x466243b1;
  uint32_t version = 1;
  const void *data = nullptr;
  void *unused = nullptr;
};

/// Registers a kernel and a variable of a binary for as long as it lives.
class Registered {
public:
  explicit Registered(const void *data) {
    segment.data = data;
    handle = __musaRegisterFatBinary(&segment);
    __musaRegisterFunction(handle, &kernel, name, name, -1, nullptr, nullptr, nullptr, nullptr, nullptr);
    __musaRegisterVar(handle, &variable, name, "v", 0, 1, 0, 0);
    __musaRegisterFatBinaryEnd(handle);
  }
  ~Registered() { __musaUnregisterFatBinary(handle); }
  char kernel = 0, variable = 0;

private:
  Segment segment;
  char name[2] = "k";
  void **handle = nullptr;
};

TEST_F(RuntimeRegistration, CodeForAChipOnly) {
  const std::vector<char> bundle = bundleWith("musa-mtgpu-mt-musa--mp_31", std::string(64, '\x7f'));
  Registered binary(bundle.data());
  musaFuncAttributes attributes;
  EXPECT_CODE(musaErrorNoKernelImageForDevice,
              musaLaunchKernel(static_cast<const void *>(&binary.kernel), 1, 1, nullptr, 0, nullptr));
  EXPECT_CODE(musaErrorNoKernelImageForDevice,
              musaFuncGetAttributes(&attributes, static_cast<const void *>(&binary.kernel)));
}

TEST_F(RuntimeRegistration, Damaged) {
  const std::vector<char> bundle = bundleWith("musa-nvptx64-helicon--mp_31", "no image at all");
  Registered binary(bundle.data());
  void *p = nullptr;
  EXPECT_CODE(musaErrorInvalidKernelImage,
              musaLaunchKernel(static_cast<const void *>(&binary.kernel), 1, 1, nullptr, 0, nullptr));
  EXPECT_NE(musaSuccess, musaGetSymbolAddress(&p, static_cast<const void *>(&binary.variable)));
}

TEST_F(RuntimeRegistration, NotABundle) {
  const std::vector<char> zeros(256);
  Registered binary(zeros.data());
  EXPECT_CODE(musaErrorInvalidKernelImage,
              musaLaunchKernel(static_cast<const void *>(&binary.kernel), 1, 1, nullptr, 0, nullptr));
}

TEST_F(RuntimeRegistration, NotASegment) {
  Segment wrong;
  wrong.magic = 0x12345678;
  char kernel = 0, name[2] = "k";
  void **handle = __musaRegisterFatBinary(&wrong);
  __musaRegisterFunction(handle, &kernel, name, name, -1, nullptr, nullptr, nullptr, nullptr, nullptr);
  __musaRegisterFatBinaryEnd(handle);
  const musaError_t status = musaLaunchKernel(static_cast<const void *>(&kernel), 1, 1, nullptr, 0, nullptr);
  EXPECT_TRUE(status == musaErrorInvalidDeviceFunction || status == musaErrorInvalidKernelImage) << nameOf(status);
  __musaUnregisterFatBinary(handle);
}

TEST_F(RuntimeRegistration, ForgottenAfterUnregistering) {
  char *kernel = nullptr;
  const std::vector<char> bundle = bundleWith("musa-mtgpu-mt-musa--mp_31", "x");
  {
    Registered binary(bundle.data());
    kernel = &binary.kernel;
  }
  EXPECT_CODE(musaErrorInvalidDeviceFunction,
              musaLaunchKernel(static_cast<const void *>(kernel), 1, 1, nullptr, 0, nullptr));
}

TEST_F(RuntimeRegistration, ManagedVariablesOfForeignObjects) {
  const std::vector<char> bundle = bundleWith("musa-mtgpu-mt-musa--mp_31", "x");
  Segment segment;
  segment.data = bundle.data();
  void **handle = __musaRegisterFatBinary(&segment);
  int *managed = nullptr;
  char name[2] = "m";
  __musaRegisterManagedVar(handle, reinterpret_cast<void **>(&managed), name, "m", 0, 400, 0, 0);
  ASSERT_NE(nullptr, managed); // the object's host code goes through this pointer
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(0, managed[i]);
  managed[99] = 1;
  __musaUnregisterFatBinary(handle);
}

TEST_F(RuntimeRegistration, TextureReferencesOfForeignObjects) {
  const std::vector<char> bundle = bundleWith("musa-mtgpu-mt-musa--mp_31", "x");
  Segment segment;
  segment.data = bundle.data();
  const musaChannelFormatDesc format = musaCreateChannelDesc(32, 0, 0, 0, musaChannelFormatKindFloat);
  textureReference texture{};
  surfaceReference surface{};
  musaArray_t array = nullptr;
  ASSERT_OK(musaMallocArray(&array, &format, 8, 8));
  const textureReference *found = nullptr;
  const surfaceReference *foundSurface = nullptr;
  void **handle = __musaRegisterFatBinary(&segment);
  __musaRegisterTexture(handle, &texture, nullptr, "t", musaTextureType2D, 0, 0);
  __musaRegisterSurface(handle, &surface, nullptr, "s", musaSurfaceType2D, 0);
  __musaRegisterFatBinaryEnd(handle);
  EXPECT_OK(musaGetTextureReference(&found, &texture));
  EXPECT_EQ(&texture, found);
  EXPECT_OK(musaGetSurfaceReference(&foundSurface, &surface));
  // Their variables are in code that does not run here.
  EXPECT_CODE(musaErrorNoKernelImageForDevice, musaBindTextureToArray(&texture, array, &format));
  EXPECT_CODE(musaErrorNoKernelImageForDevice, musaBindSurfaceToArray(&surface, array, &format));
  __musaUnregisterFatBinary(handle);
  EXPECT_CODE(musaErrorInvalidTexture, musaGetTextureReference(&found, &texture));
  EXPECT_CODE(musaErrorInvalidTexture, musaBindTextureToArray(&texture, array, &format));
  EXPECT_OK(musaFreeArray(array));
}

TEST_F(RuntimeRegistration, NoBinaryAtAll) {
  char name[2] = "k";
  __musaRegisterTexture(nullptr, name, nullptr, name, 1, 0, 0);
  __musaRegisterSurface(nullptr, name, nullptr, name, 1, 0);
  __musaRegisterFunction(nullptr, name, name, name, 0, nullptr, nullptr, nullptr, nullptr, nullptr);
  __musaRegisterVar(nullptr, name, name, name, 0, 1, 0, 0);
  __musaRegisterManagedVar(nullptr, nullptr, name, name, 0, 1, 0, 0);
  __musaRegisterFatBinaryEnd(nullptr);
  __musaUnregisterFatBinary(nullptr);
  __heliconRegisterLinkedBinary(nullptr, nullptr, "", nullptr);
}

TEST_F(RuntimeRegistration, LinkedBinary) {
  static const std::vector<char> bundle = bundleWith("musa-mtgpu-mt-musa--mp_31", "x");
  static Segment segment;
  static char kernel = 0;
  segment.data = bundle.data();
  __heliconRegisterLinkedBinary(
      [](void **handle) {
        static char name[2] = "k";
        __musaRegisterFunction(handle, &kernel, name, name, -1, nullptr, nullptr, nullptr, nullptr, nullptr);
      },
      &segment, "id", nullptr);
  EXPECT_CODE(musaErrorNoKernelImageForDevice,
              musaLaunchKernel(static_cast<const void *>(&kernel), 1, 1, nullptr, 0, nullptr));
}

TEST_F(RuntimeRegistration, CallConfiguration) {
  dim3 grid, block;
  size_t shared = 0;
  musaStream_t stream = nullptr;
  EXPECT_EQ(0u, __musaPushCallConfiguration(dim3(1, 2, 3), dim3(4, 5, 6), 7, musaStreamPerThread));
  EXPECT_EQ(0u, __musaPushCallConfiguration(dim3(9), dim3(9), 9, nullptr)); // nested: an argument that launches
  EXPECT_OK(__musaPopCallConfiguration(&grid, &block, &shared, &stream));
  EXPECT_EQ(9u, grid.x);
  EXPECT_OK(__musaPopCallConfiguration(&grid, &block, &shared, &stream));
  EXPECT_EQ(3u, grid.z);
  EXPECT_EQ(4u, block.x);
  EXPECT_EQ(7u, shared);
  EXPECT_EQ(musaStreamPerThread, stream);
  EXPECT_CODE(musaErrorMissingConfiguration, __musaPopCallConfiguration(&grid, &block, &shared, &stream));
}

TEST_F(RuntimeRegistration, UnknownFunctionsAndSymbols) {
  int x = 0, value = 0;
  size_t size = 0;
  void *p = nullptr;
  const char *name = nullptr;
  musaFunction_t function = nullptr;
  musaFuncAttributes attributes;
  const void *wild = &x;
  EXPECT_CODE(musaErrorInvalidDeviceFunction, musaLaunchKernel(wild, 1, 1, nullptr, 0, nullptr));
  EXPECT_CODE(musaErrorInvalidDeviceFunction, musaLaunchCooperativeKernel(wild, 1, 1, nullptr, 0, nullptr));
  EXPECT_CODE(musaErrorInvalidDeviceFunction, musaFuncGetAttributes(&attributes, wild));
  EXPECT_CODE(musaErrorInvalidDeviceFunction, musaFuncGetName(&name, wild));
  EXPECT_CODE(musaErrorInvalidDeviceFunction,
              musaFuncSetAttribute(wild, musaFuncAttributeMaxDynamicSharedMemorySize, 1));
  EXPECT_CODE(musaErrorInvalidDeviceFunction, musaFuncSetCacheConfig(wild, musaFuncCachePreferL1));
  EXPECT_CODE(musaErrorInvalidDeviceFunction, musaFuncSetSharedMemConfig(wild, musaSharedMemBankSizeDefault));
  EXPECT_CODE(musaErrorInvalidDeviceFunction, musaGetFuncBySymbol(&function, wild));
  EXPECT_CODE(musaErrorInvalidDeviceFunction, musaOccupancyMaxActiveBlocksPerMultiprocessor(&value, wild, 32, 0));
  EXPECT_CODE(musaErrorInvalidDeviceFunction,
              musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&value, wild, 32, 0, 0));
  EXPECT_CODE(musaErrorInvalidDeviceFunction, musaOccupancyAvailableDynamicSMemPerBlock(&size, wild, 1, 32));
  EXPECT_CODE(musaErrorInvalidDeviceFunction,
              musaLaunchKernel(static_cast<const void *>(nullptr), 1, 1, nullptr, 0, nullptr));
  EXPECT_CODE(musaErrorInvalidSymbol, musaGetSymbolAddress(&p, wild));
  EXPECT_CODE(musaErrorInvalidSymbol, musaGetSymbolSize(&size, wild));
  EXPECT_CODE(musaErrorInvalidSymbol, musaMemcpyToSymbol(wild, &x, 4));
  EXPECT_CODE(musaErrorInvalidSymbol, musaMemcpyFromSymbol(&x, wild, 4));
  EXPECT_CODE(musaErrorInvalidSymbol, musaMemcpyToSymbol(static_cast<const void *>(nullptr), &x, 4));
  EXPECT_CODE(musaErrorInvalidMemcpyDirection, musaMemcpyToSymbol(wild, &x, 4, 0, musaMemcpyDeviceToHost));
  EXPECT_CODE(musaErrorInvalidMemcpyDirection, musaMemcpyFromSymbol(&x, wild, 4, 0, musaMemcpyHostToDevice));
}

} // namespace
