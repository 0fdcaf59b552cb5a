// Libraries of both APIs: code that is loaded once for all contexts, with a file that mcc compiled (KERNEL_MODULE).
#include "Bundle.h"
#include "Check.h"

#include "kernels/Kernels.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>

namespace {

constexpr int kCount = 64;

std::vector<char> moduleBytes() {
  std::ifstream file(KERNEL_MODULE, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class DriverLibrary : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    ASSERT_MU_OK(muLibraryLoadFromFile(&library, KERNEL_MODULE, nullptr, nullptr, 0, nullptr, nullptr, 0));
    ASSERT_MU_OK(muLibraryGetKernel(&kernel, library, "addToKernel"));
    ASSERT_MU_OK(muMemAlloc(&p, kCount * 4));
    ASSERT_MU_OK(muMemsetD32(p, 0, kCount));
  }
  MUresult launch(void *function, MUdeviceptr buffer) {
    int n = kCount, value = 3;
    void *parameters[] = {&buffer, &n, &value};
    return muLaunchKernel(static_cast<MUfunction>(function), 1, 1, 1, kCount, 1, 1, 0, nullptr, parameters, nullptr);
  }
  static std::vector<int> read(MUdeviceptr buffer) {
    std::vector<int> out(kCount);
    EXPECT_MU_OK(muMemcpyDtoH(out.data(), buffer, kCount * 4));
    return out;
  }
  MUlibrary library = nullptr;
  MUkernel kernel = nullptr;
  MUdeviceptr p = 0;
};

TEST_F(DriverLibrary, KernelsLaunchInEveryContext) {
  EXPECT_MU_OK(launch(kernel, p));
  EXPECT_EQ(std::vector<int>(kCount, 3), read(p));
  MUfunction function = nullptr;
  EXPECT_MU_OK(muKernelGetFunction(&function, kernel));
  EXPECT_MU_OK(launch(function, p));
  EXPECT_EQ(std::vector<int>(kCount, 6), read(p));

  MUcontext other = nullptr;
  ASSERT_MU_OK(muCtxCreate(&other, 0, 0));
  MUdeviceptr q = 0;
  ASSERT_MU_OK(muMemAlloc(&q, kCount * 4));
  ASSERT_MU_OK(muMemsetD32(q, 1, kCount));
  EXPECT_MU_OK(launch(kernel, q));
  EXPECT_EQ(std::vector<int>(kCount, 4), read(q));
  MUfunction second = nullptr;
  EXPECT_MU_OK(muKernelGetFunction(&second, kernel));
  EXPECT_NE(function, second);
  EXPECT_MU_OK(muCtxDestroy(other));

  EXPECT_MU_OK(launch(kernel, p)) << "a context that went leaves the library alone";
  EXPECT_EQ(std::vector<int>(kCount, 9), read(p));
  EXPECT_MU_OK(muLibraryUnload(library));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, launch(kernel, p));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, launch(function, p));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muLibraryUnload(library));
}

TEST_F(DriverLibrary, WhatItHolds) {
  unsigned count = 0;
  EXPECT_MU_OK(muLibraryGetKernelCount(&count, library));
  ASSERT_GT(count, 5u);
  std::vector<MUkernel> all(count + 1, nullptr);
  EXPECT_MU_OK(muLibraryEnumerateKernels(all.data(), count + 1, library));
  EXPECT_EQ(nullptr, all[count]);
  std::set<std::string> names;
  for (unsigned i = 0; i < count; ++i) {
    const char *name = nullptr;
    EXPECT_MU_OK(muKernelGetName(&name, all[i]));
    names.insert(name);
    MUlibrary owner = nullptr;
    EXPECT_MU_OK(muKernelGetLibrary(&owner, all[i]));
    EXPECT_EQ(library, owner);
  }
  EXPECT_EQ(count, names.size());
  EXPECT_TRUE(names.contains("addToKernel"));

  MUmodule module = nullptr;
  EXPECT_MU_OK(muLibraryGetModule(&module, library));
  unsigned functions = 0;
  EXPECT_MU_OK(muModuleGetFunctionCount(&functions, module));
  EXPECT_EQ(count, functions);
  std::vector<MUfunction> list(functions, nullptr);
  EXPECT_MU_OK(muModuleEnumerateFunctions(list.data(), functions, module));
  const char *first = nullptr, *second = nullptr;
  EXPECT_MU_OK(muKernelGetName(&first, all[0]));
  EXPECT_MU_OK(muFuncGetName(&second, list[0]));
  EXPECT_STREQ(first, second);
  MUfunctionLoadingState state = MU_FUNCTION_LOADING_STATE_UNLOADED;
  EXPECT_MU_OK(muFuncLoad(list[0]));
  EXPECT_MU_OK(muFuncIsLoaded(&state, list[0]));
  EXPECT_EQ(MU_FUNCTION_LOADING_STATE_LOADED, state);
  MUmoduleLoadingMode mode = MU_MODULE_EAGER_LOADING;
  EXPECT_MU_OK(muModuleGetLoadingMode(&mode));
  EXPECT_EQ(MU_MODULE_LAZY_LOADING, mode);

  MUdeviceptr address = 0, again = 0;
  size_t bytes = 0;
  EXPECT_MU_OK(muLibraryGetGlobal(&address, &bytes, library, "table"));
  EXPECT_EQ(16u, bytes);
  EXPECT_MU_OK(muModuleGetGlobal(&again, nullptr, module, "table"));
  EXPECT_EQ(address, again);
  int values[4] = {};
  EXPECT_MU_OK(muMemcpyDtoH(values, address, sizeof values));
  EXPECT_EQ(4, values[3]);
  EXPECT_MU_OK(muLibraryGetManaged(&address, &bytes, library, "managed"));
  EXPECT_EQ(17, *reinterpret_cast<int *>(address)) << "the library's own, not the program's";
  EXPECT_CODE(MUSA_ERROR_NOT_FOUND, muLibraryGetManaged(&address, &bytes, library, "table"));
}

TEST_F(DriverLibrary, ParametersAndAttributes) {
  size_t offset = 99, size = 0;
  EXPECT_MU_OK(muKernelGetParamInfo(kernel, 1, &offset, &size));
  EXPECT_EQ(8u, offset);
  EXPECT_EQ(4u, size);
  EXPECT_MU_OK(muKernelGetParamInfo(kernel, 2, &offset, nullptr));
  EXPECT_EQ(12u, offset);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muKernelGetParamInfo(kernel, 3, &offset, &size));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muKernelGetParamInfo(kernel, 0, nullptr, &size));
  MUfunction function = nullptr;
  EXPECT_MU_OK(muKernelGetFunction(&function, kernel));
  EXPECT_MU_OK(muFuncGetParamInfo(function, 0, &offset, &size));
  EXPECT_EQ(0u, offset);
  EXPECT_EQ(8u, size);

  int value = 0;
  EXPECT_MU_OK(muKernelGetAttribute(&value, MU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel, 0));
  EXPECT_EQ(1024, value);
  EXPECT_MU_OK(muKernelSetAttribute(MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 4096, kernel, 0));
  EXPECT_MU_OK(muKernelGetAttribute(&value, MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, kernel, 0));
  EXPECT_EQ(4096, value);
  EXPECT_MU_OK(muFuncGetAttribute(&value, MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, function));
  EXPECT_EQ(4096, value);
  EXPECT_MU_OK(muKernelSetCacheConfig(kernel, MU_FUNC_CACHE_PREFER_L1, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muKernelSetCacheConfig(kernel, noSuch<MUfunc_cache>(), 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muKernelSetAttribute(noSuch<MUfunction_attribute>(), 1, kernel, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_DEVICE, muKernelGetAttribute(&value, MU_FUNC_ATTRIBUTE_NUM_REGS, kernel, 99));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muKernelGetAttribute(nullptr, MU_FUNC_ATTRIBUTE_NUM_REGS, kernel, 0));
}

TEST_F(DriverLibrary, FromMemoryThatGoesAway) {
  std::vector<char> bytes = moduleBytes();
  MUlibrary copy = nullptr;
  MUlibraryOption options[] = {MU_LIBRARY_BINARY_IS_PRESERVED};
  void *values[] = {nullptr};
  char log[8] = "before";
  MUjit_option jit[] = {MU_JIT_INFO_LOG_BUFFER, MU_JIT_MAX_REGISTERS};
  void *jitValues[] = {log, nullptr};
  ASSERT_MU_OK(muLibraryLoadData(&copy, bytes.data(), jit, jitValues, 2, options, values, 1));
  EXPECT_STREQ("", log);
  std::fill(bytes.begin(), bytes.end(), '\xee');
  MUkernel found = nullptr;
  ASSERT_MU_OK(muLibraryGetKernel(&found, copy, "addToKernel"));
  EXPECT_NE(kernel, found);
  EXPECT_MU_OK(launch(found, p));
  EXPECT_EQ(std::vector<int>(kCount, 3), read(p));
  EXPECT_MU_OK(muLibraryUnload(copy));
  EXPECT_MU_OK(launch(kernel, p)) << "the other library stays";
}

TEST_F(DriverLibrary, BadArguments) {
  MUlibrary made = nullptr;
  MUkernel k = nullptr;
  std::vector<char> zeros(256);
  MUlibraryOption option = MU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE;
  void *value = nullptr;
  const auto load = [&](const void *code, MUlibraryOption *options, void **values, unsigned n) {
    return muLibraryLoadData(&made, code, nullptr, nullptr, 0, options, values, n);
  };
  const std::vector<char> good = moduleBytes();
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, load(nullptr, nullptr, nullptr, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_IMAGE, load(zeros.data(), nullptr, nullptr, 0));
  const std::vector<char> chip = bundleWith("musa-mtgpu-mt-musa--mp_31", std::string(64, '\x7f'));
  EXPECT_CODE(MUSA_ERROR_NO_BINARY_FOR_GPU, load(chip.data(), nullptr, nullptr, 0));
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, load(good.data(), &option, &value, 1));
  option = noSuch<MUlibraryOption>();
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, load(good.data(), &option, &value, 1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, load(good.data(), nullptr, &value, 1));
  MUjit_option jit = noSuch<MUjit_option>();
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLibraryLoadData(&made, good.data(), &jit, &value, 1, nullptr, nullptr, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE,
              muLibraryLoadData(nullptr, good.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  EXPECT_CODE(MUSA_ERROR_FILE_NOT_FOUND,
              muLibraryLoadFromFile(&made, "/nonexistent/x.mubin", nullptr, nullptr, 0, nullptr, nullptr, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE,
              muLibraryLoadFromFile(&made, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
  EXPECT_EQ(nullptr, made);

  MUmodule module = nullptr;
  MUdeviceptr address = 0;
  void *function = nullptr;
  unsigned count = 0;
  size_t bytes = 0;
  EXPECT_CODE(MUSA_ERROR_NOT_FOUND, muLibraryGetKernel(&k, library, "noSuchKernel"));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLibraryGetKernel(nullptr, library, "addToKernel"));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLibraryGetKernel(&k, library, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLibraryGetKernelCount(nullptr, library));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLibraryEnumerateKernels(nullptr, 1, library));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLibraryEnumerateKernels(&k, 0, library));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLibraryGetModule(nullptr, library));
  EXPECT_CODE(MUSA_ERROR_NOT_FOUND, muLibraryGetGlobal(&address, &bytes, library, "noSuchVariable"));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLibraryGetGlobal(nullptr, nullptr, library, "table"));
  EXPECT_CODE(MUSA_ERROR_NOT_FOUND, muLibraryGetUnifiedFunction(&function, library, "addToKernel"));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muKernelGetFunction(nullptr, kernel));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muKernelGetName(nullptr, kernel));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muKernelGetLibrary(nullptr, kernel));
  std::vector<void *> strange = strangeHandles();
  strange.push_back(nullptr);
  for (void *handle : strange) {
    auto *l = static_cast<MUlibrary>(handle);
    auto *f = static_cast<MUkernel>(handle);
    MUfunction got = nullptr;
    const char *name = nullptr;
    int number = 0;
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muLibraryUnload(l));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muLibraryGetKernel(&k, l, "x"));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muLibraryGetKernelCount(&count, l));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muLibraryEnumerateKernels(&k, 1, l));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muLibraryGetModule(&module, l));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muLibraryGetGlobal(&address, &bytes, l, "x"));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muLibraryGetManaged(&address, &bytes, l, "x"));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muLibraryGetUnifiedFunction(&function, l, "x"));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muKernelGetFunction(&got, f));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muKernelGetName(&name, f));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muKernelGetAttribute(&number, MU_FUNC_ATTRIBUTE_NUM_REGS, f, 0));
  }
}

class RuntimeLibrary : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    ASSERT_OK(musaLibraryLoadFromFile(&library, KERNEL_MODULE, nullptr, nullptr, 0, nullptr, nullptr, 0));
    ASSERT_OK(musaMalloc(reinterpret_cast<void **>(&p), kCount * 4));
    ASSERT_OK(musaMemset(p, 0, kCount * 4));
  }
  void TearDown() override {
    static_cast<void>(musaLibraryUnload(library));
    static_cast<void>(musaFree(p));
    RuntimeTest::TearDown();
  }
  musaError_t launch(const void *function) {
    int n = kCount, value = 3;
    void *parameters[] = {&p, &n, &value};
    return musaLaunchKernel(function, dim3(1), dim3(kCount), parameters, 0, nullptr);
  }
  int sum() {
    std::vector<int> out(kCount);
    EXPECT_OK(musaMemcpy(out.data(), p, kCount * 4, musaMemcpyDeviceToHost));
    return std::count(out.begin(), out.end(), out[0]) == kCount ? out[0] : -1;
  }
  musaLibrary_t library = nullptr;
  int *p = nullptr;
};

TEST_F(RuntimeLibrary, KernelsAndVariables) {
  musaKernel_t kernel = nullptr;
  ASSERT_OK(musaLibraryGetKernel(&kernel, library, "addToKernel"));
  EXPECT_OK(launch(kernel));
  EXPECT_EQ(3, sum());
  ASSERT_OK(musaGetKernel(&kernel, kernels::addTo()));
  EXPECT_OK(launch(kernel)) << "a kernel of the program";
  EXPECT_EQ(6, sum());
  unsigned count = 0;
  EXPECT_OK(musaLibraryGetKernelCount(&count, library));
  std::vector<musaKernel_t> all(count, nullptr);
  EXPECT_OK(musaLibraryEnumerateKernels(all.data(), count, library));
  EXPECT_EQ(0, std::count(all.begin(), all.end(), nullptr));
  void *address = nullptr;
  size_t bytes = 0;
  EXPECT_OK(musaLibraryGetGlobal(&address, &bytes, library, "counter"));
  EXPECT_EQ(4u, bytes);
  EXPECT_OK(musaLibraryGetManaged(&address, &bytes, library, "managed"));
  EXPECT_EQ(17, *static_cast<int *>(address));
  EXPECT_OK(musaKernelSetAttributeForDevice(all[0], musaFuncAttributeMaxDynamicSharedMemorySize, 1024, 0));
  size_t offset = 0, size = 0;
  EXPECT_OK(musaFuncGetParamInfo(kernels::addTo(), 2, &offset, &size));
  EXPECT_EQ(12u, offset);
  EXPECT_EQ(4u, size);
}

TEST_F(RuntimeLibrary, BadArguments) {
  musaLibrary_t made = nullptr;
  musaKernel_t kernel = nullptr;
  void *address = nullptr;
  size_t bytes = 0;
  unsigned count = 0;
  std::vector<char> zeros(256);
  EXPECT_CODE(musaErrorInvalidValue, musaLibraryLoadData(&made, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
  EXPECT_CODE(musaErrorInvalidKernelImage,
              musaLibraryLoadData(&made, zeros.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  EXPECT_CODE(musaErrorFileNotFound, musaLibraryLoadFromFile(&made, "/tmp", nullptr, nullptr, 0, nullptr, nullptr, 0));
  musaLibraryOption option = musaLibraryHostUniversalFunctionAndDataTable;
  void *value = nullptr;
  const std::vector<char> good = moduleBytes();
  EXPECT_CODE(musaErrorNotSupported, musaLibraryLoadData(&made, good.data(), nullptr, nullptr, 0, &option, &value, 1));
  musaJitOption jit = noSuch<musaJitOption>();
  EXPECT_CODE(musaErrorInvalidValue, musaLibraryLoadData(&made, good.data(), &jit, &value, 1, nullptr, nullptr, 0));
  EXPECT_EQ(nullptr, made);
  EXPECT_CODE(musaErrorInvalidSymbol, musaLibraryGetKernel(&kernel, library, "noSuchKernel"));
  EXPECT_CODE(musaErrorInvalidValue, musaLibraryGetKernel(nullptr, library, "addToKernel"));
  EXPECT_CODE(musaErrorInvalidSymbol, musaLibraryGetGlobal(&address, &bytes, library, "noSuchVariable"));
  EXPECT_CODE(musaErrorInvalidSymbol, musaLibraryGetManaged(&address, &bytes, library, "counter"));
  EXPECT_CODE(musaErrorInvalidSymbol, musaLibraryGetUnifiedFunction(&address, library, "addToKernel"));
  EXPECT_CODE(musaErrorInvalidValue, musaLibraryGetKernelCount(nullptr, library));
  EXPECT_CODE(musaErrorInvalidValue, musaLibraryEnumerateKernels(nullptr, 1, library));
  EXPECT_CODE(musaErrorInvalidDeviceFunction, musaGetKernel(&kernel, &bytes));
  EXPECT_CODE(musaErrorInvalidValue, musaGetKernel(nullptr, kernels::addTo()));
  EXPECT_CODE(musaErrorInvalidValue, musaFuncGetParamInfo(kernels::addTo(), 3, &bytes, &bytes));
  EXPECT_CODE(musaErrorInvalidDevice,
              musaKernelSetAttributeForDevice(kernel, musaFuncAttributeMaxDynamicSharedMemorySize, 1024, 99));
  for (void *handle : strangeHandles()) {
    auto *l = static_cast<musaLibrary_t>(handle);
    EXPECT_CODE(musaErrorInvalidResourceHandle, musaLibraryUnload(l));
    EXPECT_CODE(musaErrorInvalidResourceHandle, musaLibraryGetKernel(&kernel, l, "x"));
    EXPECT_CODE(musaErrorInvalidResourceHandle, musaLibraryGetKernelCount(&count, l));
    EXPECT_CODE(musaErrorInvalidResourceHandle, musaLibraryGetGlobal(&address, &bytes, l, "x"));
    EXPECT_CODE(musaErrorInvalidResourceHandle,
                musaKernelSetAttributeForDevice(static_cast<musaKernel_t>(handle),
                                                musaFuncAttributeMaxDynamicSharedMemorySize, 1024, 0));
  }
}

} // namespace
