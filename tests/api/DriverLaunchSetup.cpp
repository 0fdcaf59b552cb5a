// Driver API: launches of CUDA's first versions, set up piece by piece, and the runtime API's.
#include "Check.h"

#include "kernels/Kernels.h"

namespace {

class DriverLaunchSetup : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    ASSERT_MU_OK(muModuleLoad(&module, KERNEL_MODULE));
    ASSERT_MU_OK(muModuleGetFunction(&add, module, "addToKernel"));
    ASSERT_MU_OK(muModuleGetFunction(&mixed, module, "mixed"));
    ASSERT_MU_OK(muMemAlloc(&p, kCount * 4));
    ASSERT_MU_OK(muMemsetD32(p, 0, kCount));
  }
  void setAdd(int value) {
    EXPECT_MU_OK(muParamSetv(add, 0, &p, sizeof p));
    EXPECT_MU_OK(muParamSeti(add, 8, kCount));
    EXPECT_MU_OK(muParamSeti(add, 12, static_cast<unsigned>(value)));
    EXPECT_MU_OK(muParamSetSize(add, 16));
  }
  std::vector<int> read() {
    std::vector<int> out(kCount);
    EXPECT_MU_OK(muMemcpyDtoH(out.data(), p, kCount * 4));
    return out;
  }
  static constexpr int kCount = 256;
  MUmodule module = nullptr;
  MUfunction add = nullptr, mixed = nullptr;
  MUdeviceptr p = 0;
};

TEST_F(DriverLaunchSetup, LaunchesKeepWhatWasSet) {
  MUstream stream = nullptr;
  ASSERT_MU_OK(muStreamCreate(&stream, 0));
  EXPECT_MU_OK(muFuncSetBlockShape(add, kCount, 1, 1));
  EXPECT_MU_OK(muFuncSetSharedSize(add, 128));
  setAdd(3);
  EXPECT_MU_OK(muLaunch(add));
  EXPECT_MU_OK(muLaunch(add));
  EXPECT_EQ(std::vector<int>(kCount, 6), read());
  EXPECT_MU_OK(muFuncSetBlockShape(add, 32, 1, 1));
  EXPECT_MU_OK(muLaunchGrid(add, 8, 1));
  EXPECT_MU_OK(muParamSeti(add, 12, 1));
  EXPECT_MU_OK(muLaunchGridAsync(add, 4, 2, stream)); // one row of four blocks twice
  EXPECT_MU_OK(muStreamSynchronize(stream));
  std::vector<int> out = read();
  EXPECT_EQ(11, out[0]);
  EXPECT_EQ(11, out[127]);
  EXPECT_EQ(9, out[128]);
  EXPECT_MU_OK(muStreamDestroy(stream));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muLaunchGridAsync(add, 1, 1, stream));
}

TEST_F(DriverLaunchSetup, ParametersOfAllSizes) {
  char a = 1;
  double b = 20.5;
  short c = 300;
  EXPECT_MU_OK(muParamSetv(mixed, 0, &p, sizeof p));
  EXPECT_MU_OK(muParamSetv(mixed, 8, &a, sizeof a));
  EXPECT_MU_OK(muParamSetv(mixed, 16, &b, sizeof b));
  EXPECT_MU_OK(muParamSetv(mixed, 24, &c, sizeof c));
  EXPECT_MU_OK(muParamSetf(mixed, 28, 0.5f));
  EXPECT_MU_OK(muParamSetSize(mixed, 32));
  EXPECT_MU_OK(muFuncSetBlockShape(mixed, 1, 2, 1));
  EXPECT_MU_OK(muLaunchGrid(mixed, 3, 4));
  EXPECT_EQ(322 + 3 * 1000 + 4 * 10000 + 2 * 100000, read()[0]);
}

TEST_F(DriverLaunchSetup, BadOnes) {
  int x = 0;
  setAdd(1);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLaunchGrid(add, 0, 1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLaunchGrid(add, 1, -1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLaunchGridAsync(add, -5, 1, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLaunchGrid(add, 1, INT32_MAX));
  for (int side : {0, -1, 4096, INT32_MAX}) {
    EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muFuncSetBlockShape(add, side, 1, 1));
    EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muFuncSetBlockShape(add, 1, side, 1));
    EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muFuncSetBlockShape(add, 1, 1, side));
  }
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muFuncSetBlockShape(add, 64, 64, 1)); // too many together
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muParamSetv(add, 0, nullptr, 4));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muParamSetv(add, -4, &x, 4));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muParamSetv(add, 4096, &x, 4));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muParamSetv(add, 0, &x, ~0U));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muParamSeti(add, 4093, 1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muParamSetf(add, -1, 1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muParamSetSize(add, 4097));
  EXPECT_MU_OK(muParamSetSize(add, 8));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLaunch(add)); // too few bytes
  EXPECT_MU_OK(muParamSetSize(add, 16));
  EXPECT_MU_OK(muFuncSetSharedSize(add, ~0U));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLaunch(add));
  EXPECT_EQ(std::vector<int>(kCount, 0), read()); // none of them ran

  ASSERT_MU_OK(muModuleUnload(module));
  std::vector<void *> strange = strangeHandles();
  strange.insert(strange.end(), {nullptr, add});
  for (void *handle : strange) {
    auto *f = static_cast<MUfunction>(handle);
    for (const MUresult code :
         {muFuncSetBlockShape(f, 1, 1, 1), muFuncSetSharedSize(f, 0), muParamSetSize(f, 0), muParamSeti(f, 0, 0),
          muParamSetf(f, 0, 0), muParamSetv(f, 0, &x, 4), muParamSetTexRef(f, MU_PARAM_TR_DEFAULT, nullptr),
          muLaunch(f), muLaunchGrid(f, 1, 1), muLaunchGridAsync(f, 1, 1, nullptr)})
      EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, code);
  }
}

/// A wait of another stream ends when the context fails, too.
TEST_F(DriverLaunchSetup, AFailedContextEndsWaits) {
  MUstream stream = nullptr;
  MUfunction stop = nullptr;
  ASSERT_MU_OK(muStreamCreate(&stream, MU_STREAM_NON_BLOCKING));
  ASSERT_MU_OK(muModuleGetFunction(&stop, module, "stop"));
  EXPECT_MU_OK(muStreamWaitValue32(stream, p, 1, MU_STREAM_WAIT_VALUE_EQ)); // which nobody writes
  EXPECT_CODE(MUSA_ERROR_NOT_READY, muStreamQuery(stream));
  EXPECT_MU_OK(muLaunch(stop));
  EXPECT_CODE(MUSA_ERROR_LAUNCH_FAILED, muStreamSynchronize(stream));
}

class RuntimeLaunchSetup : public RuntimeTest {};

TEST_F(RuntimeLaunchSetup, ArgumentAfterArgument) {
  int *p = nullptr, n = 64, value = 5;
  std::vector<int> out(64);
  ASSERT_OK(musaMalloc(&p, sizeof(int) * 64));
  ASSERT_OK(musaMemset(p, 0, sizeof(int) * 64));
  EXPECT_OK(musaConfigureCall(2, 32));
  EXPECT_OK(musaSetupArgument(p, 0)); // by value
  EXPECT_OK(musaSetupArgument(&n, sizeof n, 8));
  EXPECT_OK(musaSetupArgument(&value, sizeof value, 12));
  EXPECT_OK(musaLaunch(kernels::addTo()));
  EXPECT_OK(musaMemcpy(out.data(), p, sizeof(int) * 64, musaMemcpyDeviceToHost));
  EXPECT_EQ(std::vector<int>(64, 5), out);
  EXPECT_CODE(musaErrorMissingConfiguration, musaLaunch(kernels::addTo())); // used up
  EXPECT_CODE(musaErrorMissingConfiguration, musaSetupArgument(&n, sizeof n, 8));
  EXPECT_OK(musaFree(p));
}

TEST_F(RuntimeLaunchSetup, BadOnes) {
  int x = 0;
  double d = 0.5;
  EXPECT_OK(musaConfigureCall(1, 32, 0, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaSetupArgument(static_cast<const void *>(nullptr), 4, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaSetupArgument(&x, 4, 4096));
  EXPECT_CODE(musaErrorInvalidValue, musaSetupArgument(&x, SIZE_MAX, 8));
  EXPECT_CODE(musaErrorInvalidValue, musaSetupArgument(&x, 4, SIZE_MAX));
  EXPECT_CODE(musaErrorInvalidValue, musaLaunch(kernels::addTo())); // without its arguments
  EXPECT_OK(musaConfigureCall(1, 32));
  EXPECT_CODE(musaErrorInvalidDeviceFunction, musaLaunch(static_cast<const void *>(&x)));
  EXPECT_OK(musaConfigureCall(0, 32));
  EXPECT_CODE(musaErrorInvalidConfiguration, musaLaunch(kernels::trap()));
  EXPECT_OK(musaConfigureCall(1, 32, 0, reinterpret_cast<musaStream_t>(0x1234)));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaLaunch(kernels::trap()));
  EXPECT_CODE(musaErrorMissingConfiguration, musaLaunch(kernels::trap()));
  EXPECT_OK(musaSetDoubleForDevice(&d));
  EXPECT_OK(musaSetDoubleForHost(&d));
  EXPECT_EQ(0.5, d);
  EXPECT_CODE(musaErrorInvalidValue, musaSetDoubleForDevice(nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaSetDoubleForHost(nullptr));
}

} // namespace
