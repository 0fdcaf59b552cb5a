// Driver API: init, devices, contexts.
#include "Check.h"

#include <cstring>

namespace {

TEST(DriverDevice, Init) {
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muInit(1));
  EXPECT_MU_OK(muInit(0));
  EXPECT_MU_OK(muInit(0));
}

TEST(DriverDevice, Facts) {
  ASSERT_MU_OK(muInit(0));
  MUdevice device = -1;
  int count = 0, major = 0, minor = 0, value = 0;
  char name[256] = "", pci[32] = "";
  size_t bytes = 0;
  MUuuid uuid{}, again{};
  MUdevprop prop{};
  EXPECT_MU_OK(muDeviceGetCount(&count));
  ASSERT_GE(count, 1);
  EXPECT_MU_OK(muDeviceGet(&device, 0));
  EXPECT_MU_OK(muDeviceGetName(name, sizeof name, device));
  EXPECT_NE('\0', name[0]);
  EXPECT_MU_OK(muDeviceGetName(name, 4, device));
  EXPECT_EQ(3u, std::strlen(name));
  EXPECT_MU_OK(muDeviceGetUuid(&uuid, device));
  EXPECT_MU_OK(muDeviceGetUuid_v2(&again, device));
  EXPECT_EQ(0, std::memcmp(&uuid, &again, sizeof uuid));
  EXPECT_MU_OK(muDeviceTotalMem(&bytes, device));
  EXPECT_GT(bytes, size_t(0));
  EXPECT_MU_OK(muDeviceComputeCapability(&major, &minor, device));
  EXPECT_MU_OK(muDeviceGetAttribute(&value, MU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
  EXPECT_EQ(major, value);
  EXPECT_MU_OK(muDeviceGetProperties(&prop, device));
  EXPECT_EQ(1024, prop.maxThreadsPerBlock);
  EXPECT_MU_OK(muDeviceGetPCIBusId(pci, sizeof pci, device));
  EXPECT_MU_OK(muDeviceGetByPCIBusId(&device, pci));
  EXPECT_EQ(0, device);
  EXPECT_MU_OK(muDeviceCanAccessPeer(&value, 0, 0));
  EXPECT_EQ(0, value);
}

TEST(DriverDevice, Refused) {
  ASSERT_MU_OK(muInit(0));
  MUdevice device = -1;
  int value = 0;
  char text[32];
  unsigned mask = 0;
  size_t bytes = 0;
  EXPECT_CODE(MUSA_ERROR_INVALID_DEVICE, muDeviceGet(&device, 99));
  EXPECT_CODE(MUSA_ERROR_INVALID_DEVICE, muDeviceGet(&device, -1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDeviceGet(nullptr, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDeviceGetCount(nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDeviceGetName(nullptr, 8, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDeviceGetName(text, 0, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_DEVICE, muDeviceGetName(text, 8, 99));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDeviceGetUuid(nullptr, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_DEVICE, muDeviceTotalMem(&bytes, 99));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDeviceTotalMem(nullptr, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDeviceGetAttribute(&value, noSuch<MUdevice_attribute>(), 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDeviceGetAttribute(nullptr, MU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_DEVICE, muDeviceGetAttribute(&value, MU_DEVICE_ATTRIBUTE_WARP_SIZE, 99));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDeviceGetProperties(nullptr, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDeviceComputeCapability(nullptr, &value, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDeviceGetPCIBusId(text, 3, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_DEVICE, muDeviceGetByPCIBusId(&device, "zz"));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDeviceGetByPCIBusId(nullptr, "zz"));
  EXPECT_CODE(MUSA_ERROR_INVALID_DEVICE, muDeviceCanAccessPeer(&value, 0, 99));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDeviceCanAccessPeer(nullptr, 0, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_DEVICE,
              muDeviceGetP2PAttribute(&value, MU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 0));
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muDeviceGetLuid(text, &mask, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDeviceGetLuid(nullptr, &mask, 0));
}

TEST(DriverContext, Stack) {
  ASSERT_MU_OK(muInit(0));
  MUcontext a = nullptr, b = nullptr, got = nullptr;
  MUdevice device = -1;
  ASSERT_MU_OK(muCtxCreate(&a, 0, 0));
  ASSERT_MU_OK(muCtxCreate(&b, MU_CTX_SCHED_SPIN | MU_CTX_MAP_HOST, 0));
  EXPECT_MU_OK(muCtxGetCurrent(&got));
  EXPECT_EQ(b, got);
  EXPECT_MU_OK(muCtxGetDevice(&device));
  EXPECT_EQ(0, device);
  unsigned flags = 0;
  EXPECT_MU_OK(muCtxGetFlags(&flags));
  EXPECT_EQ(unsigned(MU_CTX_SCHED_SPIN | MU_CTX_MAP_HOST), flags);
  EXPECT_MU_OK(muCtxPopCurrent(&got));
  EXPECT_EQ(b, got);
  EXPECT_MU_OK(muCtxGetCurrent(&got));
  EXPECT_EQ(a, got);
  EXPECT_MU_OK(muCtxPushCurrent(b));
  EXPECT_MU_OK(muCtxPopCurrent(nullptr));
  EXPECT_MU_OK(muCtxSetCurrent(b)); // replaces a
  EXPECT_MU_OK(muCtxGetCurrent(&got));
  EXPECT_EQ(b, got);
  EXPECT_MU_OK(muCtxSetCurrent(nullptr));
  EXPECT_MU_OK(muCtxGetCurrent(&got));
  EXPECT_EQ(nullptr, got);
  EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muCtxPopCurrent(&got));
  EXPECT_MU_OK(muCtxDestroy(a));
  EXPECT_MU_OK(muCtxDestroy(b));
  EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muCtxDestroy(b));
  EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muCtxPushCurrent(b));
  EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muCtxSetCurrent(b));
}

TEST(DriverContext, Refused) {
  ASSERT_MU_OK(muInit(0));
  MUcontext c = nullptr;
  unsigned version = 0;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muCtxCreate(nullptr, 0, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_DEVICE, muCtxCreate(&c, 0, 99));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muCtxCreate(&c, 0x4000, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muCtxCreate(&c, MU_CTX_SCHED_SPIN | MU_CTX_SCHED_YIELD, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muCtxDestroy(nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muCtxPushCurrent(nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muCtxGetCurrent(nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muCtxDetach(nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muCtxGetApiVersion(nullptr, &version));
  for (void *strange : strangeHandles()) {
    EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muCtxDestroy(static_cast<MUcontext>(strange)));
    EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muCtxSetCurrent(static_cast<MUcontext>(strange)));
    EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muCtxGetApiVersion(static_cast<MUcontext>(strange), &version));
  }
}

TEST(DriverContext, UseCounter) {
  ASSERT_MU_OK(muInit(0));
  MUcontext c = nullptr, again = nullptr;
  MUdeviceptr p = 0;
  ASSERT_MU_OK(muCtxCreate(&c, 0, 0));
  EXPECT_MU_OK(muCtxAttach(&again, 0));
  EXPECT_EQ(c, again);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muCtxAttach(&again, 1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muCtxAttach(nullptr, 0));
  EXPECT_MU_OK(muCtxDetach(c));
  EXPECT_MU_OK(muMemAlloc(&p, 1 << 20));
  EXPECT_MU_OK(muCtxDetach(c)); // the last use: gone with what it held
  EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muMemFree(p));
  EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muCtxSetCurrent(c));
}

TEST(DriverContext, DestroyedUnderAnotherThread) {
  ASSERT_MU_OK(muInit(0));
  MUcontext c = nullptr;
  MUdeviceptr p = 0;
  ASSERT_MU_OK(muCtxCreate(&c, 0, 0));
  std::thread([&] { EXPECT_MU_OK(muCtxDestroy(c)); }).join();
  EXPECT_CODE(MUSA_ERROR_CONTEXT_IS_DESTROYED, muMemAlloc(&p, 16));
  EXPECT_MU_OK(muCtxPopCurrent(nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muMemAlloc(&p, 16));
}

TEST(DriverContext, Primary) {
  ASSERT_MU_OK(muInit(0));
  MUcontext a = nullptr, b = nullptr;
  unsigned flags = 77;
  int active = 77;
  ASSERT_MU_OK(muDevicePrimaryCtxRetain(&a, 0));
  ASSERT_MU_OK(muDevicePrimaryCtxRetain(&b, 0));
  EXPECT_EQ(a, b);
  EXPECT_MU_OK(muDevicePrimaryCtxGetState(0, &flags, &active));
  EXPECT_EQ(1, active);
  EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muCtxDestroy(a)); // not by this name
  EXPECT_MU_OK(muDevicePrimaryCtxRelease(0));
  EXPECT_MU_OK(muCtxPushCurrent(a));
  MUdeviceptr p = 0;
  EXPECT_MU_OK(muMemAlloc(&p, 16));
  EXPECT_MU_OK(muCtxPopCurrent(nullptr));
  EXPECT_MU_OK(muDevicePrimaryCtxRelease(0));
  EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muDevicePrimaryCtxRelease(0));
  EXPECT_MU_OK(muDevicePrimaryCtxSetFlags(0, MU_CTX_SCHED_YIELD));
  EXPECT_MU_OK(muDevicePrimaryCtxGetState(0, &flags, &active));
  EXPECT_EQ(unsigned(MU_CTX_SCHED_YIELD), flags);
  EXPECT_MU_OK(muDevicePrimaryCtxSetFlags(0, 0));
  EXPECT_MU_OK(muDevicePrimaryCtxReset(0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDevicePrimaryCtxSetFlags(0, 0x4000));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDevicePrimaryCtxRetain(nullptr, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_DEVICE, muDevicePrimaryCtxRetain(&a, 99));
  EXPECT_CODE(MUSA_ERROR_INVALID_DEVICE, muDevicePrimaryCtxRelease(99));
  EXPECT_CODE(MUSA_ERROR_INVALID_DEVICE, muDevicePrimaryCtxReset(99));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDevicePrimaryCtxGetState(0, nullptr, &active));
}

TEST_F(DriverTest, ContextSettings) {
  size_t value = 0;
  MUfunc_cache cache;
  MUsharedconfig banks;
  int least = 1, greatest = 1;
  unsigned version = 0;
  EXPECT_MU_OK(muCtxSynchronize());
  EXPECT_MU_OK(muCtxGetApiVersion(context, &version));
  EXPECT_EQ(unsigned(MUSA_VERSION), version);
  EXPECT_MU_OK(muCtxGetApiVersion(nullptr, &version));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muCtxGetApiVersion(context, nullptr));
  EXPECT_MU_OK(muCtxSetLimit(MU_LIMIT_STACK_SIZE, 8192));
  EXPECT_MU_OK(muCtxGetLimit(&value, MU_LIMIT_STACK_SIZE));
  EXPECT_GE(value, size_t(8192));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muCtxGetLimit(nullptr, MU_LIMIT_STACK_SIZE));
  EXPECT_NE(MUSA_SUCCESS, muCtxSetLimit(noSuch<MUlimit>(), 1));
  EXPECT_MU_OK(muCtxSetCacheConfig(MU_FUNC_CACHE_PREFER_EQUAL));
  EXPECT_MU_OK(muCtxGetCacheConfig(&cache));
  EXPECT_EQ(MU_FUNC_CACHE_PREFER_EQUAL, cache);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muCtxSetCacheConfig(noSuch<MUfunc_cache>()));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muCtxGetCacheConfig(nullptr));
  EXPECT_MU_OK(muCtxSetSharedMemConfig(MU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE));
  EXPECT_MU_OK(muCtxGetSharedMemConfig(&banks));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muCtxSetSharedMemConfig(noSuch<MUsharedconfig>()));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muCtxGetSharedMemConfig(nullptr));
  EXPECT_MU_OK(muCtxGetStreamPriorityRange(&least, &greatest));
  EXPECT_EQ(0, least);
  EXPECT_LT(greatest, 0);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muCtxGetFlags(nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muCtxGetDevice(nullptr));
  EXPECT_MU_OK(muProfilerStart());
  EXPECT_MU_OK(muProfilerStop());
}

TEST(DriverProcAddress, FindsTheNewestForm) {
  void *found = nullptr;
  EXPECT_MU_OK(muGetProcAddress("muMemAlloc", &found, MUSA_VERSION, MU_GET_PROC_ADDRESS_DEFAULT));
  EXPECT_EQ(reinterpret_cast<void *>(&muMemAlloc_v2), found);
  EXPECT_MU_OK(muGetProcAddress("muInit", &found, MUSA_VERSION, MU_GET_PROC_ADDRESS_LEGACY_STREAM));
  EXPECT_EQ(reinterpret_cast<void *>(&muInit), found);
  EXPECT_MU_OK(muGetProcAddress("muLaunchKernel", &found, MUSA_VERSION, MU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM));
  EXPECT_NE(nullptr, found);
  EXPECT_NE(reinterpret_cast<void *>(&muLaunchKernel), found);
  EXPECT_CODE(MUSA_ERROR_NOT_FOUND, muGetProcAddress("muNoSuchCall", &found, MUSA_VERSION, 0));
  EXPECT_EQ(nullptr, found);
  EXPECT_CODE(MUSA_ERROR_NOT_FOUND, muGetProcAddress("malloc", &found, MUSA_VERSION, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muGetProcAddress(nullptr, &found, MUSA_VERSION, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muGetProcAddress("muInit", nullptr, MUSA_VERSION, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muGetProcAddress("muInit", &found, MUSA_VERSION, 8));
}

} // namespace
