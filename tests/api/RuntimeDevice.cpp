// Devices, their properties and settings.
#include "Check.h"

#include <cstring>

namespace {

using RuntimeDevice = RuntimeTest;

int attribute(musaDeviceAttr attr) {
  int value = -1;
  EXPECT_OK(musaDeviceGetAttribute(&value, attr, 0));
  return value;
}

TEST_F(RuntimeDevice, CountAndChoice) {
  int count = 0, device = -1;
  ASSERT_OK(musaGetDeviceCount(&count));
  ASSERT_GE(count, 1);
  EXPECT_OK(musaSetDevice(count - 1));
  EXPECT_OK(musaGetDevice(&device));
  EXPECT_EQ(count - 1, device);
  EXPECT_OK(musaSetDevice(0));
  EXPECT_CODE(musaErrorInvalidDevice, musaSetDevice(count));
  EXPECT_CODE(musaErrorInvalidDevice, musaSetDevice(-1));
  EXPECT_OK(musaGetDevice(&device));
  EXPECT_EQ(0, device);
  EXPECT_CODE(musaErrorInvalidValue, musaGetDeviceCount(nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaGetDevice(nullptr));
}

TEST_F(RuntimeDevice, PropertiesAgreeWithAttributes) {
  musaDeviceProp p;
  std::memset(&p, 0xff, sizeof p);
  ASSERT_OK(musaGetDeviceProperties(&p, 0));
  EXPECT_NE('\0', p.name[0]);
  EXPECT_EQ(p.maxThreadsPerBlock, attribute(musaDevAttrMaxThreadsPerBlock));
  EXPECT_EQ(p.maxThreadsDim[2], attribute(musaDevAttrMaxBlockDimZ));
  EXPECT_EQ(p.maxGridSize[1], attribute(musaDevAttrMaxGridDimY));
  EXPECT_EQ(p.sharedMemPerBlock, static_cast<size_t>(attribute(musaDevAttrMaxSharedMemoryPerBlock)));
  EXPECT_EQ(p.sharedMemPerBlockOptin, static_cast<size_t>(attribute(musaDevAttrMaxSharedMemoryPerBlockOptin)));
  EXPECT_EQ(p.multiProcessorCount, attribute(musaDevAttrMultiProcessorCount));
  EXPECT_EQ(p.warpSize, attribute(musaDevAttrWarpSize));
  EXPECT_EQ(p.major, attribute(musaDevAttrComputeCapabilityMajor));
  EXPECT_EQ(p.minor, attribute(musaDevAttrComputeCapabilityMinor));
  EXPECT_EQ(p.regsPerBlock, attribute(musaDevAttrMaxRegistersPerBlock));
  EXPECT_EQ(p.clockRate, attribute(musaDevAttrClockRate));
  EXPECT_EQ(p.managedMemory, attribute(musaDevAttrManagedMemory));
  EXPECT_EQ(p.pciBusID, attribute(musaDevAttrPciBusId));
  EXPECT_EQ(p.unifiedAddressing, 1);
  EXPECT_EQ(p.maxThreadsPerBlock, 1024);
  EXPECT_GT(p.totalGlobalMem, size_t(0));
  EXPECT_GE(p.sharedMemPerBlockOptin, p.sharedMemPerBlock);
}

TEST_F(RuntimeDevice, DefaultProfileIsAnS5000) {
  if (const char *chosen = getenv("HELICON_DEVICE"); chosen && *chosen)
    GTEST_SKIP() << "HELICON_DEVICE is set";
  musaDeviceProp p;
  ASSERT_OK(musaGetDeviceProperties(&p, 0));
  EXPECT_STREQ("MTT S5000", p.name);
  EXPECT_EQ(3, p.major);
  EXPECT_EQ(1, p.minor);
  EXPECT_EQ(32, p.warpSize);
  EXPECT_EQ(56, p.multiProcessorCount);
  EXPECT_EQ(64, p.maxThreadsDim[2]);
  EXPECT_EQ(2147483647, p.maxGridSize[0]);
  EXPECT_EQ(65535, p.maxGridSize[1]);
  EXPECT_EQ(size_t(48) << 10, p.sharedMemPerBlock);
  EXPECT_EQ(2048, p.maxThreadsPerMultiProcessor);
}

TEST_F(RuntimeDevice, BadProperties) {
  musaDeviceProp p;
  int value = 0;
  EXPECT_CODE(musaErrorInvalidDevice, musaGetDeviceProperties(&p, 99));
  EXPECT_CODE(musaErrorInvalidValue, musaGetDeviceProperties(nullptr, 0));
  EXPECT_CODE(musaErrorInvalidDevice, musaDeviceGetAttribute(&value, musaDevAttrWarpSize, 99));
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceGetAttribute(nullptr, musaDevAttrWarpSize, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceGetAttribute(&value, noSuch<musaDeviceAttr>(), 0));
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceGetAttribute(&value, static_cast<musaDeviceAttr>(0), 0));
}

TEST_F(RuntimeDevice, ChooseDevice) {
  int device = -1;
  musaDeviceProp wanted{};
  EXPECT_OK(musaChooseDevice(&device, &wanted));
  EXPECT_EQ(0, device);
  EXPECT_CODE(musaErrorInvalidValue, musaChooseDevice(nullptr, &wanted));
  EXPECT_CODE(musaErrorInvalidValue, musaChooseDevice(&device, nullptr));
}

TEST_F(RuntimeDevice, ValidDevices) {
  int list[] = {0}, wrong[] = {99};
  EXPECT_OK(musaSetValidDevices(list, 1));
  EXPECT_CODE(musaErrorInvalidDevice, musaSetValidDevices(wrong, 1));
  EXPECT_CODE(musaErrorInvalidValue, musaSetValidDevices(nullptr, 1));
  EXPECT_CODE(musaErrorInvalidValue, musaSetValidDevices(list, -1));
  EXPECT_OK(musaSetValidDevices(nullptr, 0));
}

TEST_F(RuntimeDevice, Flags) {
  unsigned flags = 0;
  EXPECT_OK(musaSetDeviceFlags(musaDeviceScheduleSpin));
  EXPECT_OK(musaGetDeviceFlags(&flags));
  EXPECT_EQ(unsigned(musaDeviceScheduleSpin), flags & musaDeviceScheduleMask);
  EXPECT_OK(musaSetDeviceFlags(musaDeviceScheduleAuto));
  EXPECT_CODE(musaErrorInvalidValue, musaSetDeviceFlags(musaDeviceScheduleSpin | musaDeviceScheduleYield));
  EXPECT_CODE(musaErrorInvalidValue, musaSetDeviceFlags(0x4000));
  EXPECT_CODE(musaErrorInvalidValue, musaGetDeviceFlags(nullptr));
  EXPECT_OK(musaInitDevice(0, 0, 0));
  EXPECT_CODE(musaErrorInvalidDevice, musaInitDevice(99, 0, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaInitDevice(0, 0, 77));
}

TEST_F(RuntimeDevice, Limits) {
  size_t value = 0;
  for (musaLimit limit : {musaLimitStackSize, musaLimitPrintfFifoSize, musaLimitMallocHeapSize})
    EXPECT_OK(musaDeviceGetLimit(&value, limit)) << limit;
  EXPECT_OK(musaDeviceSetLimit(musaLimitMallocHeapSize, size_t(16) << 20));
  EXPECT_OK(musaDeviceGetLimit(&value, musaLimitMallocHeapSize));
  EXPECT_GE(value, size_t(16) << 20);
  EXPECT_OK(musaThreadSetLimit(musaLimitStackSize, 4096));
  EXPECT_OK(musaThreadGetLimit(&value, musaLimitStackSize));
  EXPECT_GE(value, size_t(4096));
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceGetLimit(nullptr, musaLimitStackSize));
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceSetLimit(static_cast<musaLimit>(99), 1));
  EXPECT_NE(musaSuccess, musaDeviceGetLimit(&value, static_cast<musaLimit>(99)));
}

TEST_F(RuntimeDevice, Preferences) {
  musaFuncCache cache;
  EXPECT_OK(musaDeviceSetCacheConfig(musaFuncCachePreferShared));
  EXPECT_OK(musaDeviceGetCacheConfig(&cache));
  EXPECT_EQ(musaFuncCachePreferShared, cache);
  EXPECT_OK(musaThreadSetCacheConfig(musaFuncCachePreferNone));
  EXPECT_OK(musaThreadGetCacheConfig(&cache));
  EXPECT_EQ(musaFuncCachePreferNone, cache);
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceSetCacheConfig(noSuch<musaFuncCache>()));
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceGetCacheConfig(nullptr));
  musaSharedMemConfig banks;
  EXPECT_OK(musaDeviceGetSharedMemConfig(&banks));
  EXPECT_EQ(musaSharedMemBankSizeFourByte, banks);
  EXPECT_OK(musaDeviceSetSharedMemConfig(musaSharedMemBankSizeEightByte));
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceSetSharedMemConfig(noSuch<musaSharedMemConfig>()));
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceGetSharedMemConfig(nullptr));
}

TEST_F(RuntimeDevice, PciBusId) {
  char id[32] = "";
  int device = -1;
  EXPECT_OK(musaDeviceGetPCIBusId(id, sizeof id, 0));
  EXPECT_EQ(12u, std::strlen(id)) << id;
  EXPECT_OK(musaDeviceGetByPCIBusId(&device, id));
  EXPECT_EQ(0, device);
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceGetPCIBusId(id, 5, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceGetPCIBusId(nullptr, 32, 0));
  EXPECT_CODE(musaErrorInvalidDevice, musaDeviceGetPCIBusId(id, sizeof id, 99));
  EXPECT_CODE(musaErrorInvalidDevice, musaDeviceGetByPCIBusId(&device, "ffff:ff:1f.0"));
  EXPECT_CODE(musaErrorInvalidDevice, musaDeviceGetByPCIBusId(&device, "nonsense"));
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceGetByPCIBusId(nullptr, id));
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceGetByPCIBusId(&device, nullptr));
}

TEST_F(RuntimeDevice, PeersOfOneself) {
  int can = -1, value = 0;
  EXPECT_OK(musaDeviceCanAccessPeer(&can, 0, 0));
  EXPECT_EQ(0, can);
  EXPECT_CODE(musaErrorInvalidDevice, musaDeviceCanAccessPeer(&can, 0, 99));
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceCanAccessPeer(nullptr, 0, 0));
  EXPECT_CODE(musaErrorInvalidDevice, musaDeviceEnablePeerAccess(0, 0));
  EXPECT_CODE(musaErrorInvalidDevice, musaDeviceEnablePeerAccess(99, 0));
  EXPECT_CODE(musaErrorPeerAccessNotEnabled, musaDeviceDisablePeerAccess(0));
  EXPECT_CODE(musaErrorInvalidDevice, musaDeviceDisablePeerAccess(99));
  EXPECT_CODE(musaErrorInvalidDevice, musaDeviceGetP2PAttribute(&value, musaDevP2PAttrAccessSupported, 0, 0));
}

TEST_F(RuntimeDevice, PeersOfOthers) {
  int count = 0, can = 0, value = 0;
  ASSERT_OK(musaGetDeviceCount(&count));
  if (count < 2)
    GTEST_SKIP() << "one device only; run with HELICON_DEVICE=S5000x2";
  EXPECT_OK(musaDeviceCanAccessPeer(&can, 0, 1));
  EXPECT_EQ(1, can);
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceEnablePeerAccess(1, 1));
  EXPECT_OK(musaDeviceEnablePeerAccess(1, 0));
  EXPECT_CODE(musaErrorPeerAccessAlreadyEnabled, musaDeviceEnablePeerAccess(1, 0));
  EXPECT_OK(musaDeviceDisablePeerAccess(1));
  EXPECT_CODE(musaErrorPeerAccessNotEnabled, musaDeviceDisablePeerAccess(1));
  EXPECT_OK(musaDeviceGetP2PAttribute(&value, musaDevP2PAttrAccessSupported, 0, 1));
  EXPECT_EQ(1, value);
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceGetP2PAttribute(&value, noSuch<musaDeviceP2PAttr>(), 0, 1));
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceGetP2PAttribute(nullptr, musaDevP2PAttrAccessSupported, 0, 1));
}

TEST_F(RuntimeDevice, EveryThreadHasItsOwn) {
  int count = 0, here = -1, there = -1;
  ASSERT_OK(musaGetDeviceCount(&count));
  EXPECT_OK(musaSetDevice(count - 1));
  std::thread([&] {
    void *p = nullptr;
    EXPECT_OK(musaMalloc(&p, 16)); // without having chosen one
    EXPECT_OK(musaFree(p));
    EXPECT_OK(musaGetDevice(&there));
  }).join();
  EXPECT_OK(musaGetDevice(&here));
  EXPECT_EQ(0, there);
  EXPECT_EQ(count - 1, here);
  EXPECT_OK(musaSetDevice(0));
}

TEST_F(RuntimeDevice, SynchroniseAndReset) {
  void *p = nullptr;
  EXPECT_OK(musaDeviceSynchronize());
  EXPECT_OK(musaThreadSynchronize());
  ASSERT_OK(musaMalloc(&p, 64));
  EXPECT_OK(musaDeviceReset());
  EXPECT_CODE(musaErrorInvalidValue, musaFree(p)); // gone with the reset
  ASSERT_OK(musaMalloc(&p, 64));                   // and memory can be had again
  EXPECT_OK(musaFree(p));
  EXPECT_OK(musaThreadExit());
}

TEST_F(RuntimeDevice, Profiler) {
  EXPECT_OK(musaProfilerStart());
  EXPECT_OK(musaProfilerStop());
}

} // namespace
