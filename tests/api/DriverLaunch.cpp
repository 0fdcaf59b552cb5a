// Driver API: modules, functions and launches, with a module that mcc compiled (KERNEL_MODULE is its file).
#include "Check.h"

#include "kernels/Kernels.h"

#include <fstream>
#include <iterator>
#include <numeric>

namespace {

/// The module loaded, and a buffer of 256 ints, all zero.
class DriverLaunch : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    ASSERT_MU_OK(muModuleLoad(&module, KERNEL_MODULE));
    ASSERT_MU_OK(muModuleGetFunction(&add, module, "addToKernel"));
    ASSERT_MU_OK(muMemAlloc(&p, kCount * 4));
    ASSERT_MU_OK(muMemsetD32(p, 0, kCount));
  }
  MUresult launch(unsigned grid, unsigned block, unsigned shared = 0, MUstream stream = nullptr) {
    int n = kCount, value = 1;
    void *parameters[] = {&p, &n, &value};
    return muLaunchKernel(add, grid, 1, 1, block, 1, 1, shared, stream, parameters, nullptr);
  }
  std::vector<int> read() {
    std::vector<int> out(kCount);
    EXPECT_MU_OK(muMemcpyDtoH(out.data(), p, kCount * 4));
    return out;
  }
  static constexpr int kCount = 256;
  MUmodule module = nullptr;
  MUfunction add = nullptr;
  MUdeviceptr p = 0;
};

TEST_F(DriverLaunch, Parameters) {
  EXPECT_MU_OK(launch(1, 256));
  EXPECT_MU_OK(launch(4, 64));
  EXPECT_EQ(std::vector<int>(kCount, 2), read());
}

TEST_F(DriverLaunch, Extra) {
  struct {
    MUdeviceptr p;
    int n, value;
  } packed{p, kCount, 5};
  size_t size = sizeof packed;
  void *extra[] = {MU_LAUNCH_PARAM_BUFFER_POINTER, &packed, MU_LAUNCH_PARAM_BUFFER_SIZE, &size, MU_LAUNCH_PARAM_END};
  EXPECT_MU_OK(muLaunchKernel(add, 1, 1, 1, 256, 1, 1, 0, nullptr, nullptr, extra));
  EXPECT_EQ(std::vector<int>(kCount, 5), read());
  size = 4; // fewer bytes than the parameters have
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLaunchKernel(add, 1, 1, 1, 256, 1, 1, 0, nullptr, nullptr, extra));
  void *unknown[] = {reinterpret_cast<void *>(0x77), &packed, MU_LAUNCH_PARAM_END};
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLaunchKernel(add, 1, 1, 1, 256, 1, 1, 0, nullptr, nullptr, unknown));
  void *noSize[] = {MU_LAUNCH_PARAM_BUFFER_POINTER, &packed, MU_LAUNCH_PARAM_END};
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLaunchKernel(add, 1, 1, 1, 256, 1, 1, 0, nullptr, nullptr, noSize));
  void *parameters[] = {&packed.p, &packed.n, &packed.value};
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLaunchKernel(add, 1, 1, 1, 256, 1, 1, 0, nullptr, parameters, extra));
}

TEST_F(DriverLaunch, Refused) {
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, launch(0, 32));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, launch(1, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, launch(1, 2048));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, launch(1, 32, 16u << 20));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLaunchKernel(add, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, launch(1, 32, 0, static_cast<MUstream>(strangeHandles()[1])));
}

/// What muPointerGetAttribute says about the program's managed variable.
bool isManaged() {
  unsigned managed = 0;
  EXPECT_MU_OK(muPointerGetAttribute(&managed, MU_POINTER_ATTRIBUTE_IS_MANAGED,
                                     reinterpret_cast<MUdeviceptr>(&kernels::managedValue())));
  return managed != 0;
}

TEST_F(DriverLaunch, ManagedVariableInTwoContexts) {
  MUcontext second = nullptr;
  void *address = nullptr;
  const void *symbol = &kernels::managedValue();
  EXPECT_OK(musaGetSymbolAddress(&address, symbol)); // the program's module comes into the context
  ASSERT_MU_OK(muCtxCreate(&second, 0, device));
  EXPECT_OK(musaGetSymbolAddress(&address, symbol));
  EXPECT_MU_OK(muCtxDestroy(context));
  context = second;
  ASSERT_MU_OK(muCtxSetCurrent(second));
  EXPECT_TRUE(isManaged());
  EXPECT_MU_OK(muMemsetD32(reinterpret_cast<MUdeviceptr>(address), 17, 1));
  EXPECT_CODE(MUSA_ERROR_HOST_MEMORY_NOT_REGISTERED, muMemHostUnregister(address));
  EXPECT_TRUE(isManaged());
}

TEST_F(DriverLaunch, FromMemory) {
  std::ifstream file(KERNEL_MODULE, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  ASSERT_FALSE(bytes.empty());
  MUmodule m = nullptr;
  MUfunction f = nullptr;
  EXPECT_MU_OK(muModuleLoadData(&m, bytes.data()));
  EXPECT_MU_OK(muModuleGetFunction(&f, m, "addToKernel"));
  EXPECT_MU_OK(muModuleUnload(m));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muModuleUnload(m));
  int value = 0;
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muFuncGetAttribute(&value, MU_FUNC_ATTRIBUTE_NUM_REGS, f));
  EXPECT_MU_OK(muModuleLoadDataEx(&m, bytes.data(), 0, nullptr, nullptr));
  EXPECT_MU_OK(muModuleUnload(m));
  const struct {
    uint32_t magic = 0x466243b1, version = 1;
    const void *data;
    void *unused = nullptr;
  } segment{.data = bytes.data()};
  EXPECT_MU_OK(muModuleLoadFatBinary(&m, &segment));
  EXPECT_MU_OK(muModuleUnload(m));
}

TEST_F(DriverLaunch, FunctionsAndGlobals) {
  MUfunction f = nullptr;
  MUdeviceptr table = 0;
  size_t bytes = 0;
  EXPECT_CODE(MUSA_ERROR_NOT_FOUND, muModuleGetFunction(&f, module, "noSuchKernel"));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muModuleGetFunction(&f, module, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muModuleGetFunction(nullptr, module, "addToKernel"));
  EXPECT_MU_OK(muModuleGetGlobal(&table, &bytes, module, "table"));
  EXPECT_EQ(16u, bytes);
  int values[4] = {};
  EXPECT_MU_OK(muMemcpyDtoH(values, table, 16));
  EXPECT_EQ(4, values[3]);
  EXPECT_MU_OK(muModuleGetGlobal(nullptr, &bytes, module, "counter"));
  EXPECT_EQ(4u, bytes);
  EXPECT_CODE(MUSA_ERROR_NOT_FOUND, muModuleGetGlobal(&table, &bytes, module, "noSuchGlobal"));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muModuleGetGlobal(&table, &bytes, module, nullptr));
}

TEST_F(DriverLaunch, FunctionAttributes) {
  int value = 0, block = 0, grid = 0;
  size_t bytes = 0;
  MUmodule owner = nullptr;
  EXPECT_MU_OK(muFuncGetAttribute(&value, MU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, add));
  EXPECT_EQ(1024, value);
  for (int a = 0; a < MU_FUNC_ATTRIBUTE_MAX; ++a)
    EXPECT_MU_OK(muFuncGetAttribute(&value, static_cast<MUfunction_attribute>(a), add));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muFuncGetAttribute(&value, MU_FUNC_ATTRIBUTE_MAX, add));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muFuncGetAttribute(nullptr, MU_FUNC_ATTRIBUTE_NUM_REGS, add));
  EXPECT_MU_OK(muFuncSetAttribute(add, MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1024));
  EXPECT_MU_OK(muFuncSetAttribute(add, MU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, -1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muFuncSetAttribute(add, MU_FUNC_ATTRIBUTE_NUM_REGS, 1));
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muFuncSetAttribute(add, MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, 2));
  EXPECT_MU_OK(muFuncSetCacheConfig(add, MU_FUNC_CACHE_PREFER_L1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muFuncSetCacheConfig(add, noSuch<MUfunc_cache>()));
  EXPECT_MU_OK(muFuncSetSharedMemConfig(add, MU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muFuncSetSharedMemConfig(add, noSuch<MUsharedconfig>()));
  EXPECT_MU_OK(muFuncGetModule(&owner, add));
  EXPECT_EQ(module, owner);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muFuncGetModule(nullptr, add));
  EXPECT_MU_OK(muOccupancyMaxActiveBlocksPerMultiprocessor(&value, add, 256, 0));
  EXPECT_GE(value, 1);
  EXPECT_MU_OK(muOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&value, add, 256, 0, MU_OCCUPANCY_DEFAULT));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muOccupancyMaxActiveBlocksPerMultiprocessor(&value, add, 0, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&value, add, 256, 0, 77));
  EXPECT_MU_OK(muOccupancyMaxPotentialBlockSize(&grid, &block, add, nullptr, 0, 0));
  EXPECT_GT(grid, 0);
  auto growing = [](int size) { return size_t(size) * 4; };
  EXPECT_MU_OK(muOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, add, growing, 0, 128, 0));
  EXPECT_LE(block, 128);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muOccupancyMaxPotentialBlockSize(nullptr, &block, add, nullptr, 0, 0));
  EXPECT_MU_OK(muOccupancyAvailableDynamicSMemPerBlock(&bytes, add, 1, 256));
  EXPECT_GT(bytes, 0u);
}

TEST_F(DriverLaunch, FunctionOfAnotherContext) {
  MUcontext other = nullptr;
  ASSERT_MU_OK(muCtxCreate(&other, 0, device));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, launch(1, 32)); // the stream is of the other context
  EXPECT_MU_OK(muCtxDestroy(other));
}

TEST_F(DriverLaunch, FaultKillsTheContextAlone) {
  MUfunction trap = nullptr;
  MUdeviceptr q = 0;
  ASSERT_MU_OK(muModuleGetFunction(&trap, module, "_Z10trapKernelv"));
  EXPECT_MU_OK(muLaunchKernel(trap, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));
  EXPECT_CODE(MUSA_ERROR_LAUNCH_FAILED, muCtxSynchronize());
  EXPECT_CODE(MUSA_ERROR_LAUNCH_FAILED, muMemAlloc(&q, 16));
  MUcontext other = nullptr;
  ASSERT_MU_OK(muCtxCreate(&other, 0, device));
  EXPECT_MU_OK(muMemAlloc(&q, 16));
  EXPECT_MU_OK(muCtxDestroy(other));
  muCtxDestroy(context); // with the error it died of, or none
  context = nullptr;
}

TEST_F(DriverLaunch, FunctionOfTheRuntime) {
  // A kernel by its host address is a function of the primary context.
  ASSERT_MU_OK(muCtxPopCurrent(nullptr));
  musaFunction_t function = nullptr;
  ASSERT_OK(musaGetFuncBySymbol(&function, kernels::addTo()));
  MUdeviceptr q = 0;
  ASSERT_MU_OK(muMemAlloc(&q, 1024));
  ASSERT_MU_OK(muMemsetD32(q, 3, 256));
  int n = 256, value = 4, seen = 0;
  void *parameters[] = {&q, &n, &value};
  EXPECT_MU_OK(muLaunchKernel(function, 1, 1, 1, 256, 1, 1, 0, nullptr, parameters, nullptr));
  EXPECT_MU_OK(muMemcpyDtoH(&seen, q + 1020, 4));
  EXPECT_EQ(7, seen);
  EXPECT_MU_OK(muMemFree(q));
  EXPECT_MU_OK(muCtxSetCurrent(nullptr));
}

} // namespace
