// Driver API: modules from bad and foreign bytes, stale functions. Good ones are in DriverLaunch.cpp.
#include "Bundle.h"
#include "Check.h"

#include <cstdio>
#include <cstring>
#include <random>

namespace {

using DriverModule = DriverTest;

TEST_F(DriverModule, NothingToLoad) {
  MUmodule m = nullptr;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muModuleLoadData(&m, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muModuleLoadData(nullptr, &m));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muModuleLoad(&m, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muModuleLoad(nullptr, "x"));
  EXPECT_CODE(MUSA_ERROR_FILE_NOT_FOUND, muModuleLoad(&m, "/tmp")); // a folder
  EXPECT_CODE(MUSA_ERROR_FILE_NOT_FOUND, muModuleLoad(&m, "/nonexistent/module.mubin"));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muModuleLoadFatBinary(&m, nullptr));
}

TEST_F(DriverModule, DamagedBytes) {
  MUmodule m = nullptr;
  std::vector<char> zeros(256), noise(256);
  std::mt19937 random(7);
  for (char &c : noise)
    c = static_cast<char>(random());
  EXPECT_CODE(MUSA_ERROR_INVALID_IMAGE, muModuleLoadData(&m, zeros.data()));
  EXPECT_CODE(MUSA_ERROR_INVALID_IMAGE, muModuleLoadData(&m, noise.data()));
  EXPECT_CODE(MUSA_ERROR_INVALID_IMAGE, muModuleLoadFatBinary(&m, zeros.data()));
  const std::vector<char> bad = bundleWith("musa-nvptx64-helicon--mp_31", "no image at all");
  EXPECT_CODE(MUSA_ERROR_INVALID_IMAGE, muModuleLoadData(&m, bad.data()));
  EXPECT_EQ(nullptr, m);
}

TEST_F(DriverModule, CodeForAChipOnly) {
  MUmodule m = nullptr;
  const std::vector<char> chip = bundleWith("musa-mtgpu-mt-musa--mp_31", std::string(64, '\x7f'));
  EXPECT_CODE(MUSA_ERROR_NO_BINARY_FOR_GPU, muModuleLoadData(&m, chip.data()));
}

TEST_F(DriverModule, FileThatIsNone) {
  const std::string path = ::testing::TempDir() + "helicon-not-a-module.bin";
  FILE *file = std::fopen(path.c_str(), "wb");
  ASSERT_NE(nullptr, file);
  std::fputs("this is no device code", file);
  std::fclose(file);
  MUmodule m = nullptr;
  EXPECT_CODE(MUSA_ERROR_INVALID_IMAGE, muModuleLoad(&m, path.c_str()));
  file = std::fopen(path.c_str(), "wb"); // and an empty one
  std::fclose(file);
  EXPECT_CODE(MUSA_ERROR_INVALID_IMAGE, muModuleLoad(&m, path.c_str()));
  std::remove(path.c_str());
}

TEST_F(DriverModule, Options) {
  MUmodule m = nullptr;
  char log[64] = "untouched";
  std::vector<char> zeros(256);
  MUjit_option options[] = {MU_JIT_ERROR_LOG_BUFFER, MU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
  EXPECT_CODE(MUSA_ERROR_INVALID_IMAGE, muModuleLoadDataEx(&m, zeros.data(), 2, options, values));
  EXPECT_STREQ("", log);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muModuleLoadDataEx(&m, zeros.data(), 2, nullptr, values));
  options[0] = noSuch<MUjit_option>();
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muModuleLoadDataEx(&m, zeros.data(), 2, options, values));
}

TEST_F(DriverModule, StrangeHandles) {
  MUfunction f = nullptr;
  MUdeviceptr p = 0;
  size_t bytes = 0;
  int value = 0;
  std::vector<void *> strange = strangeHandles();
  strange.push_back(nullptr);
  for (void *handle : strange) {
    auto *m = static_cast<MUmodule>(handle);
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muModuleUnload(m));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muModuleGetFunction(&f, m, "f"));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muModuleGetGlobal(&p, &bytes, m, "g"));
    f = static_cast<MUfunction>(handle);
    MUmodule owner = nullptr;
    size_t shared = 0;
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muFuncGetAttribute(&value, MU_FUNC_ATTRIBUTE_NUM_REGS, f));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muFuncSetAttribute(f, MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muFuncSetCacheConfig(f, MU_FUNC_CACHE_PREFER_L1));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muFuncSetSharedMemConfig(f, MU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muFuncGetModule(&owner, f));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muOccupancyMaxActiveBlocksPerMultiprocessor(&value, f, 32, 0));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&value, f, 32, 0, 0));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muOccupancyMaxPotentialBlockSize(&value, &value, f, nullptr, 0, 0));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE,
                muOccupancyMaxPotentialBlockSizeWithFlags(&value, &value, f, nullptr, 0, 0, 0));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muOccupancyAvailableDynamicSMemPerBlock(&shared, f, 1, 32));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muLaunchCooperativeKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr));
  }
}

} // namespace
