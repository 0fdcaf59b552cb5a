// Launches, kernel attributes and device variables, with kernels that mcc compiled.
#include "Check.h"

#include "kernels/Kernels.h"

#include <numeric>

namespace {

/// A device buffer of 1024 ints, all zero.
class Kernels : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    ASSERT_OK(musaMalloc(&p, kCount * sizeof(int)));
    ASSERT_OK(musaMemset(p, 0, kCount * sizeof(int)));
  }
  void TearDown() override {
    EXPECT_OK(musaFree(p));
    RuntimeTest::TearDown();
  }
  musaError_t launchAdd(dim3 grid, dim3 block, size_t shared = 0, musaStream_t stream = nullptr) {
    int n = kCount, value = 1;
    void *arguments[] = {&p, &n, &value};
    return musaLaunchKernel(kernels::addTo(), grid, block, arguments, shared, stream);
  }
  std::vector<int> read() {
    std::vector<int> out(kCount);
    EXPECT_OK(musaMemcpy(out.data(), p, kCount * sizeof(int), musaMemcpyDeviceToHost));
    return out;
  }
  static constexpr int kCount = 1024;
  int *p = nullptr;
};

TEST_F(Kernels, Launch) {
  EXPECT_OK(launchAdd(4, 256));
  EXPECT_OK(launchAdd(dim3(16), dim3(64)));
  kernels::launchAddTo(1, 1024, nullptr, p, kCount, 5);
  EXPECT_OK(musaGetLastError());
  EXPECT_EQ(std::vector<int>(kCount, 7), read());
}

TEST_F(Kernels, LaunchInStreams) {
  musaStream_t s = nullptr;
  ASSERT_OK(musaStreamCreateWithFlags(&s, musaStreamNonBlocking));
  for (int i = 0; i < 10; ++i)
    EXPECT_OK(launchAdd(4, 256, 0, s));
  EXPECT_OK(musaStreamSynchronize(s));
  EXPECT_EQ(std::vector<int>(kCount, 10), read());
  EXPECT_OK(launchAdd(4, 256, 0, musaStreamPerThread));
  EXPECT_OK(musaStreamSynchronize(musaStreamPerThread));
  EXPECT_EQ(std::vector<int>(kCount, 11), read());
  EXPECT_OK(musaStreamDestroy(s));
  EXPECT_CODE(musaErrorInvalidResourceHandle, launchAdd(4, 256, 0, s));
}

TEST_F(Kernels, RefusedConfigurations) {
  musaDeviceProp properties;
  ASSERT_OK(musaGetDeviceProperties(&properties, 0));
  EXPECT_CODE(musaErrorInvalidConfiguration, launchAdd(1, 2048));
  EXPECT_CODE(musaErrorInvalidConfiguration, launchAdd(1, 0));
  EXPECT_CODE(musaErrorInvalidConfiguration, launchAdd(0, 32));
  EXPECT_CODE(musaErrorInvalidConfiguration, launchAdd(1, dim3(32, 32, 2)));
  EXPECT_CODE(musaErrorInvalidConfiguration, launchAdd(1, dim3(1, 1, 2048)));
  if (properties.maxGridSize[1] == 65535) {
    EXPECT_CODE(musaErrorInvalidConfiguration, launchAdd(dim3(1, 65536), 32));
  }
  EXPECT_CODE(musaErrorInvalidValue, launchAdd(1, 32, size_t(16) << 20));
  EXPECT_CODE(musaErrorInvalidValue, launchAdd(1, 32, properties.sharedMemPerBlock + 1));
  EXPECT_CODE(musaErrorInvalidValue, launchAdd(1, 32, SIZE_MAX));
  kernels::launchAddTo(1, 4096, nullptr, p, kCount, 1);
  EXPECT_CODE(musaErrorInvalidConfiguration, musaGetLastError());
  EXPECT_EQ(std::vector<int>(kCount, 0), read());
}

TEST_F(Kernels, LaunchBounds) {
  void *arguments[] = {&p};
  musaFuncAttributes attributes;
  EXPECT_OK(musaLaunchKernel(kernels::bounded(), 1, 64, arguments, 0, nullptr));
  EXPECT_NE(musaSuccess, musaLaunchKernel(kernels::bounded(), 1, 65, arguments, 0, nullptr));
  EXPECT_OK(musaFuncGetAttributes(&attributes, kernels::bounded()));
  EXPECT_EQ(64, attributes.maxThreadsPerBlock);
  musaGetLastError();
}

TEST_F(Kernels, Arguments) {
  Big big;
  std::iota(std::begin(big.values), std::end(big.values), 0);
  void *arguments[] = {&big, &p};
  EXPECT_OK(musaLaunchKernel(kernels::sumBig(), 1, 1, arguments, 0, nullptr));
  EXPECT_EQ(199 * 100, read()[0]);
  EXPECT_CODE(musaErrorInvalidValue, musaLaunchKernel(kernels::sumBig(), 1, 1, nullptr, 0, nullptr));
}

TEST_F(Kernels, DynamicShared) {
  musaDeviceProp properties;
  ASSERT_OK(musaGetDeviceProperties(&properties, 0));
  std::vector<int> in(256), out(256);
  std::iota(in.begin(), in.end(), 0);
  EXPECT_OK(musaMemcpy(p, in.data(), 1024, musaMemcpyHostToDevice));
  int n = 256;
  void *arguments[] = {&p, &n};
  EXPECT_OK(musaLaunchKernel(kernels::reverse(), 1, 256, arguments, 1024, nullptr));
  EXPECT_OK(musaMemcpy(out.data(), p, 1024, musaMemcpyDeviceToHost));
  EXPECT_EQ(std::vector<int>(in.rbegin(), in.rend()), out);
  if (properties.sharedMemPerBlockOptin == properties.sharedMemPerBlock)
    return;
  const int more = static_cast<int>(properties.sharedMemPerBlock) + 1024;
  EXPECT_CODE(musaErrorInvalidValue, musaLaunchKernel(kernels::reverse(), 1, 256, arguments, more, nullptr));
  EXPECT_OK(musaFuncSetAttribute(kernels::reverse(), musaFuncAttributeMaxDynamicSharedMemorySize, more));
  EXPECT_OK(musaLaunchKernel(kernels::reverse(), 1, 256, arguments, more, nullptr));
  EXPECT_CODE(musaErrorInvalidValue,
              musaFuncSetAttribute(kernels::reverse(), musaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(properties.sharedMemPerBlockOptin) + 1));
  musaFuncAttributes attributes;
  EXPECT_OK(musaFuncGetAttributes(&attributes, kernels::reverse()));
  EXPECT_EQ(more, attributes.maxDynamicSharedSizeBytes);
}

TEST_F(Kernels, Attributes) {
  musaDeviceProp properties;
  musaFuncAttributes attributes;
  const char *name = nullptr;
  musaFunction_t function = nullptr;
  ASSERT_OK(musaGetDeviceProperties(&properties, 0));
  EXPECT_OK(musaFuncGetAttributes(&attributes, kernels::addTo()));
  EXPECT_EQ(1024, attributes.maxThreadsPerBlock);
  EXPECT_EQ(properties.major * 10 + properties.minor, attributes.binaryVersion);
  EXPECT_EQ(0u, attributes.sharedSizeBytes);
  EXPECT_GT(attributes.numRegs, 0);
  EXPECT_OK(musaFuncGetName(&name, kernels::addTo()));
  EXPECT_STREQ("addToKernel", name);
  EXPECT_OK(musaGetFuncBySymbol(&function, kernels::addTo()));
  EXPECT_NE(nullptr, function);
  EXPECT_OK(musaFuncSetCacheConfig(kernels::addTo(), musaFuncCachePreferShared));
  EXPECT_OK(musaFuncSetSharedMemConfig(kernels::addTo(), musaSharedMemBankSizeFourByte));
  EXPECT_OK(musaFuncSetAttribute(kernels::addTo(), musaFuncAttributePreferredSharedMemoryCarveout, 50));
  EXPECT_CODE(musaErrorInvalidValue,
              musaFuncSetAttribute(kernels::addTo(), musaFuncAttributePreferredSharedMemoryCarveout, 101));
  EXPECT_CODE(musaErrorInvalidValue, musaFuncSetAttribute(kernels::addTo(), noSuch<musaFuncAttribute>(), 1));
  EXPECT_CODE(musaErrorNotSupported, musaFuncSetAttribute(kernels::addTo(), musaFuncAttributeRequiredClusterWidth, 2));
  EXPECT_CODE(musaErrorInvalidValue,
              musaFuncSetAttribute(kernels::addTo(), musaFuncAttributeMaxDynamicSharedMemorySize, -1));
  EXPECT_CODE(musaErrorInvalidValue, musaFuncSetCacheConfig(kernels::addTo(), noSuch<musaFuncCache>()));
  EXPECT_CODE(musaErrorInvalidValue, musaFuncSetSharedMemConfig(kernels::addTo(), noSuch<musaSharedMemConfig>()));
  EXPECT_CODE(musaErrorInvalidValue, musaFuncGetAttributes(nullptr, kernels::addTo()));
  EXPECT_CODE(musaErrorInvalidValue, musaFuncGetName(nullptr, kernels::addTo()));
  EXPECT_CODE(musaErrorInvalidValue, musaGetFuncBySymbol(nullptr, kernels::addTo()));
}

TEST_F(Kernels, Occupancy) {
  musaDeviceProp properties;
  int blocks = -1, grid = 0, block = 0;
  size_t bytes = 0;
  ASSERT_OK(musaGetDeviceProperties(&properties, 0));
  EXPECT_OK(musaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernels::addTo(), 1024, 0));
  EXPECT_GE(blocks, 1);
  EXPECT_LE(blocks * 1024, properties.maxThreadsPerMultiProcessor);
  const int half = static_cast<int>(properties.sharedMemPerBlock / 2);
  EXPECT_OK(musaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernels::addTo(), 32, half));
  EXPECT_LE(static_cast<size_t>(blocks) * half, properties.sharedMemPerMultiprocessor);
  EXPECT_OK(musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, kernels::addTo(), 2048, 0, 0));
  EXPECT_EQ(0, blocks);
  EXPECT_CODE(musaErrorInvalidValue, musaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernels::addTo(), 0, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, kernels::addTo(), 32, 0));
  EXPECT_CODE(musaErrorInvalidValue,
              musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, kernels::addTo(), 32, 0, 77));
  EXPECT_OK(musaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernels::addTo(), 2, 128));
  EXPECT_GT(bytes, 0u);
  EXPECT_LE(bytes * 2, properties.sharedMemPerMultiprocessor);
  EXPECT_CODE(musaErrorInvalidValue, musaOccupancyAvailableDynamicSMemPerBlock(nullptr, kernels::addTo(), 1, 128));
  EXPECT_CODE(musaErrorInvalidValue, musaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernels::addTo(), 0, 128));
  EXPECT_OK(musaOccupancyMaxPotentialBlockSize(&grid, &block, kernels::addTo()));
  EXPECT_EQ(0, grid % properties.multiProcessorCount);
  EXPECT_LE(block, 1024);
  EXPECT_OK(musaOccupancyMaxPotentialBlockSize(&grid, &block, kernels::addTo(), 0, 100));
  EXPECT_LE(block, 100);
  EXPECT_CODE(musaErrorInvalidValue, musaOccupancyMaxPotentialBlockSize(nullptr, &block, kernels::addTo()));
}

TEST_F(Kernels, Cooperative) {
  int n = kCount, value = 1;
  void *arguments[] = {&p, &n, &value};
  if (int can = 0; musaDeviceGetAttribute(&can, musaDevAttrCooperativeLaunch, 0) != musaSuccess || !can)
    GTEST_SKIP() << "the card has no cooperative launches";
  EXPECT_OK(musaLaunchCooperativeKernel(kernels::addTo(), 2, 256, arguments, 0, nullptr));
  EXPECT_CODE(musaErrorCooperativeLaunchTooLarge,
              musaLaunchCooperativeKernel(kernels::addTo(), 1000000, 256, arguments, 0, nullptr));
  EXPECT_EQ(1, read()[0]);
}

TEST_F(Kernels, Symbols) {
  int value = 100, back = 0;
  const int table[4] = {10, 20, 30, 40};
  void *address = nullptr;
  size_t size = 0;
  EXPECT_OK(musaGetSymbolSize(&size, kernels::tableSymbol()));
  EXPECT_EQ(16u, size);
  EXPECT_OK(musaGetSymbolAddress(&address, kernels::counterSymbol()));
  EXPECT_NE(nullptr, address);
  void *arguments[] = {&p};
  EXPECT_OK(musaLaunchKernel(kernels::readTable(), 1, 4, arguments, 0, nullptr));
  EXPECT_EQ(4, read()[3]); // the initial values
  EXPECT_OK(musaMemcpyToSymbol(kernels::counterSymbol(), &value, 4));
  EXPECT_OK(musaMemcpyToSymbolAsync(kernels::tableSymbol(), table, 16, 0, musaMemcpyHostToDevice, nullptr));
  EXPECT_OK(musaLaunchKernel(kernels::readTable(), 1, 4, arguments, 0, nullptr));
  EXPECT_EQ(110, read()[0]);
  EXPECT_EQ(140, read()[3]);
  EXPECT_OK(musaMemcpyFromSymbol(&back, kernels::tableSymbol(), 4, 8));
  EXPECT_EQ(30, back);
  EXPECT_OK(musaMemcpyFromSymbolAsync(&back, kernels::counterSymbol(), 4, 0, musaMemcpyDeviceToHost, nullptr));
  EXPECT_OK(musaDeviceSynchronize());
  EXPECT_EQ(100, back);
  EXPECT_OK(musaMemcpy(&back, address, 4, musaMemcpyDeviceToHost));
  EXPECT_EQ(100, back);
  value = 0;
  EXPECT_OK(musaMemcpyToSymbol(kernels::counterSymbol(), &value, 4));
  const int initial[4] = {1, 2, 3, 4};
  EXPECT_OK(musaMemcpyToSymbol(kernels::tableSymbol(), initial, 16));
}

TEST_F(Kernels, SymbolsRefused) {
  int values[8] = {};
  void *address = nullptr;
  size_t size = 0;
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpyToSymbol(kernels::counterSymbol(), values, 8));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpyToSymbol(kernels::tableSymbol(), values, 16, 8));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpyToSymbol(kernels::tableSymbol(), values, 4, SIZE_MAX));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpyFromSymbol(values, kernels::tableSymbol(), 17));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpyToSymbol(kernels::tableSymbol(), nullptr, 4));
  EXPECT_CODE(musaErrorInvalidValue, musaGetSymbolAddress(nullptr, kernels::tableSymbol()));
  EXPECT_CODE(musaErrorInvalidValue, musaGetSymbolSize(nullptr, kernels::tableSymbol()));
  EXPECT_CODE(musaErrorInvalidSymbol, musaGetSymbolSize(&size, kernels::addTo()));
  EXPECT_CODE(musaErrorInvalidDeviceFunction, musaLaunchKernel(kernels::tableSymbol(), 1, 1, nullptr, 0, nullptr));
  EXPECT_CODE(musaErrorInvalidSymbol, musaGetSymbolAddress(&address, static_cast<const void *>(values)));
}

TEST_F(Kernels, ManagedVariable) {
  const int before = kernels::managedValue();
  EXPECT_EQ(17, before);
  EXPECT_OK(musaLaunchKernel(kernels::bumpManaged(), 1, 1, nullptr, 0, nullptr));
  EXPECT_OK(musaDeviceSynchronize());
  EXPECT_EQ(before + 1, kernels::managedValue());
  kernels::managedValue() = 40;
  EXPECT_OK(musaLaunchKernel(kernels::bumpManaged(), 1, 1, nullptr, 0, nullptr));
  EXPECT_OK(musaDeviceSynchronize());
  EXPECT_EQ(41, kernels::managedValue());
  kernels::managedValue() = 17;
}

/// A fault stays with the device until the reset.
void expectFault(musaError_t code, const void *kernel, void **arguments) {
  void *p = nullptr;
  EXPECT_OK(musaLaunchKernel(kernel, 1, 32, arguments, 0, nullptr));
  EXPECT_CODE(code, musaDeviceSynchronize());
  EXPECT_CODE(code, musaMalloc(&p, 16));
  EXPECT_CODE(code, musaStreamQuery(nullptr));
  EXPECT_CODE(code, musaGetLastError());
  EXPECT_CODE(musaSuccess, musaGetLastError());
  EXPECT_CODE(code, musaLaunchKernel(kernel, 1, 32, arguments, 0, nullptr));
  EXPECT_OK(musaDeviceReset());
  EXPECT_OK(musaMalloc(&p, 16));
  EXPECT_OK(musaFree(p));
  EXPECT_OK(musaDeviceSynchronize());
  musaGetLastError();
}

TEST(KernelFaults, IllegalAddress) {
  int *p = nullptr;
  ASSERT_OK(musaMalloc(&p, 4096));
  void *arguments[] = {&p};
  expectFault(musaErrorIllegalAddress, kernels::outOfBounds(), arguments);
}

TEST(KernelFaults, NullPointer) {
  int *p = nullptr;
  void *arguments[] = {&p};
  expectFault(musaErrorIllegalAddress, kernels::bounded(), arguments);
}

TEST(KernelFaults, Trap) { expectFault(musaErrorLaunchFailure, kernels::trap(), nullptr); }

} // namespace
