// Launches with attributes, attributes of streams, and entries of the driver by name, in both APIs.
#include "Check.h"

#include "kernels/Kernels.h"

#include <cstring>

/// libmusart's, as CUDA's headers declare it.
extern "C" musaError_t cudaGetDriverEntryPoint(const char *symbol, void **funcPtr, unsigned long long flags,
                                               musaDriverEntryPointQueryResult *driverStatus);

namespace {

constexpr int kCount = 64;

class LaunchAttributes : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    ASSERT_OK(musaMallocManaged(reinterpret_cast<void **>(&p), kCount * sizeof(int), musaMemAttachGlobal));
    std::memset(p, 0, kCount * sizeof(int));
    config.gridDim = dim3(1);
    config.blockDim = dim3(kCount);
    config.attrs = attributes;
  }
  void TearDown() override {
    EXPECT_OK(musaFree(p));
    RuntimeTest::TearDown();
  }
  musaError_t launch(unsigned count) {
    int n = kCount, value = 1;
    void *parameters[] = {&p, &n, &value};
    config.numAttrs = count;
    return musaLaunchKernelExC(&config, kernels::addTo(), parameters);
  }
  int *p = nullptr;
  musaLaunchAttribute attributes[4] = {};
  musaLaunchConfig_t config = {};
};

TEST_F(LaunchAttributes, Taken) {
  EXPECT_OK(launch(0));
  attributes[0].id = musaLaunchAttributeCooperative;
  attributes[0].val.cooperative = 1;
  attributes[1].id = musaLaunchAttributePriority;
  attributes[1].val.priority = -1;
  attributes[2].id = musaLaunchAttributeProgrammaticStreamSerialization;
  attributes[2].val.programmaticStreamSerializationAllowed = 1;
  attributes[3].id = musaLaunchAttributeClusterDimension;
  attributes[3].val.clusterDim.x = attributes[3].val.clusterDim.y = attributes[3].val.clusterDim.z = 1;
  EXPECT_OK(launch(4));
  attributes[1].id = musaLaunchAttributeAccessPolicyWindow;
  attributes[1].val.accessPolicyWindow = {p, 64, 0.5f, musaAccessPropertyPersisting, musaAccessPropertyStreaming};
  attributes[2].id = musaLaunchAttributeIgnore;
  EXPECT_OK(launch(3));
  EXPECT_OK(musaDeviceSynchronize());
  for (int i = 0; i < kCount; ++i)
    ASSERT_EQ(3, p[i]);
}

TEST_F(LaunchAttributes, EventBehindTheKernel) {
  musaStream_t stream = nullptr;
  musaEvent_t event = nullptr;
  ASSERT_OK(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking));
  ASSERT_OK(musaEventCreateWithFlags(&event, musaEventDisableTiming));
  config.stream = stream;
  attributes[0].id = musaLaunchAttributeProgrammaticEvent;
  attributes[0].val.programmaticEvent.event = event;
  EXPECT_OK(launch(1));
  EXPECT_OK(musaEventSynchronize(event));
  EXPECT_EQ(1, p[kCount - 1]);
  attributes[0].val.programmaticEvent.event = nullptr;
  EXPECT_CODE(musaErrorInvalidResourceHandle, launch(1));
  EXPECT_OK(musaEventDestroy(event));
  EXPECT_OK(musaStreamDestroy(stream));
}

TEST_F(LaunchAttributes, Refused) {
  attributes[0].id = musaLaunchAttributeClusterDimension;
  attributes[0].val.clusterDim.x = 2;
  attributes[0].val.clusterDim.y = attributes[0].val.clusterDim.z = 1;
  EXPECT_CODE(musaErrorNotSupported, launch(1));
  attributes[0].val.clusterDim.x = 0;
  EXPECT_CODE(musaErrorInvalidValue, launch(1));
  attributes[0].id = noSuch<musaLaunchAttributeID>();
  EXPECT_CODE(musaErrorInvalidValue, launch(1));
  attributes[0].id = musaLaunchAttributePriority;
  attributes[0].val.priority = 77;
  EXPECT_CODE(musaErrorInvalidValue, launch(1));
  attributes[0].id = musaLaunchAttributeAccessPolicyWindow;
  attributes[0].val.accessPolicyWindow = {p, 64, 2.f, musaAccessPropertyPersisting, musaAccessPropertyStreaming};
  EXPECT_CODE(musaErrorInvalidValue, launch(1));
  config.attrs = nullptr;
  EXPECT_CODE(musaErrorInvalidValue, launch(1));
  void *parameters[] = {&p};
  EXPECT_CODE(musaErrorInvalidValue, musaLaunchKernelExC(nullptr, kernels::addTo(), parameters));
  config.numAttrs = 0;
  EXPECT_CODE(musaErrorInvalidDeviceFunction, musaLaunchKernelExC(&config, &p, parameters));
  config.blockDim = dim3(4096);
  EXPECT_CODE(musaErrorInvalidConfiguration, musaLaunchKernelExC(&config, kernels::addTo(), parameters));
  EXPECT_OK(musaDeviceSynchronize());
  EXPECT_EQ(0, p[0]) << "nothing of this ran";
}

TEST_F(LaunchAttributes, DriverForm) {
  MUfunction function = nullptr;
  ASSERT_OK(musaGetFuncBySymbol(reinterpret_cast<musaFunction_t *>(&function), kernels::addTo()));
  MUlaunchAttribute attribute = {};
  attribute.id = MU_LAUNCH_ATTRIBUTE_COOPERATIVE;
  attribute.value.cooperative = 1;
  MUlaunchConfig c{1, 1, 1, kCount, 1, 1, 0, nullptr, &attribute, 1};
  int n = kCount, value = 5;
  void *parameters[] = {&p, &n, &value};
  EXPECT_MU_OK(muLaunchKernelEx(&c, function, parameters, nullptr));
  EXPECT_OK(musaDeviceSynchronize());
  EXPECT_EQ(5, p[kCount - 1]);
  attribute.id = MU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  attribute.value.clusterDim.x = 4;
  attribute.value.clusterDim.y = attribute.value.clusterDim.z = 1;
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muLaunchKernelEx(&c, function, parameters, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLaunchKernelEx(nullptr, function, parameters, nullptr));
  void *extra[] = {MU_LAUNCH_PARAM_END};
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLaunchKernelEx(&c, function, parameters, extra));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muLaunchKernelEx(&c, nullptr, parameters, nullptr));
}

TEST_F(LaunchAttributes, OfStreams) {
  musaStream_t first = nullptr, second = nullptr;
  ASSERT_OK(musaStreamCreateWithPriority(&first, musaStreamDefault, -2));
  ASSERT_OK(musaStreamCreate(&second));
  musaStreamAttrValue value = {}, back = {};
  EXPECT_OK(musaStreamGetAttribute(first, musaStreamAttributeSynchronizationPolicy, &back));
  EXPECT_EQ(musaSyncPolicyAuto, back.syncPolicy);
  value.syncPolicy = musaSyncPolicyYield;
  EXPECT_OK(musaStreamSetAttribute(first, musaStreamAttributeSynchronizationPolicy, &value));
  value.accessPolicyWindow = {p, 128, 1.f, musaAccessPropertyStreaming, musaAccessPropertyNormal};
  EXPECT_OK(musaStreamSetAttribute(first, musaStreamAttributeAccessPolicyWindow, &value));
  EXPECT_OK(musaStreamCopyAttributes(second, first));
  EXPECT_OK(musaStreamGetAttribute(second, musaStreamAttributeSynchronizationPolicy, &back));
  EXPECT_EQ(musaSyncPolicyYield, back.syncPolicy);
  EXPECT_OK(musaStreamGetAttribute(second, musaStreamAttributeAccessPolicyWindow, &back));
  EXPECT_EQ(128u, back.accessPolicyWindow.num_bytes);
  EXPECT_OK(musaStreamGetAttribute(first, musaStreamAttributePriority, &back));
  EXPECT_EQ(-2, back.priority);
  MUstreamAttrValue driver = {};
  EXPECT_MU_OK(muStreamGetAttribute(reinterpret_cast<MUstream>(first), MU_STREAM_ATTRIBUTE_PRIORITY, &driver));
  EXPECT_EQ(-2, driver.priority);
  driver.priority = -1;
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED,
              muStreamSetAttribute(reinterpret_cast<MUstream>(first), MU_STREAM_ATTRIBUTE_PRIORITY, &driver));
  EXPECT_MU_OK(muStreamCopyAttributes(reinterpret_cast<MUstream>(first), reinterpret_cast<MUstream>(first)));

  EXPECT_CODE(musaErrorInvalidValue, musaStreamSetAttribute(first, noSuch<musaStreamAttrID>(), &value));
  EXPECT_CODE(musaErrorInvalidValue, musaStreamGetAttribute(first, noSuch<musaStreamAttrID>(), &value));
  EXPECT_CODE(musaErrorInvalidValue, musaStreamSetAttribute(first, musaStreamAttributeAccessPolicyWindow, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaStreamGetAttribute(first, musaStreamAttributeAccessPolicyWindow, nullptr));
  value.syncPolicy = noSuch<musaSynchronizationPolicy>();
  EXPECT_CODE(musaErrorInvalidValue, musaStreamSetAttribute(first, musaStreamAttributeSynchronizationPolicy, &value));
  for (void *handle : strangeHandles()) {
    EXPECT_CODE(musaErrorInvalidResourceHandle, musaStreamCopyAttributes(first, static_cast<musaStream_t>(handle)));
    EXPECT_CODE(musaErrorInvalidResourceHandle,
                musaStreamGetAttribute(static_cast<musaStream_t>(handle), musaStreamAttributePriority, &back));
  }
  EXPECT_OK(musaStreamDestroy(first));
  EXPECT_OK(musaStreamDestroy(second));
  EXPECT_OK(musaCtxResetPersistingL2Cache());
  EXPECT_MU_OK(muCtxResetPersistingL2Cache());
}

TEST_F(LaunchAttributes, EntriesByName) {
  void *entry = nullptr;
  musaDriverEntryPointQueryResult found = musaDriverEntryPointSymbolNotFound;
  EXPECT_OK(musaGetDriverEntryPoint("muMemAlloc", &entry, musaEnableDefault));
  EXPECT_EQ(reinterpret_cast<void *>(&muMemAlloc), entry);
  EXPECT_CODE(musaErrorSymbolNotFound, musaGetDriverEntryPoint("muNoSuchCall", &entry, musaEnableDefault));
  EXPECT_EQ(nullptr, entry);
  EXPECT_OK(musaGetDriverEntryPointByVersion("muStreamQuery", &entry, 50200, musaEnablePerThreadDefaultStream, &found));
  EXPECT_EQ(musaDriverEntryPointSuccess, found);
  EXPECT_NE(reinterpret_cast<void *>(&muStreamQuery), entry) << "the per-thread one";
  EXPECT_OK(musaGetDriverEntryPointByVersion("muNoSuchCall", &entry, 50200, musaEnableDefault, &found));
  EXPECT_EQ(musaDriverEntryPointSymbolNotFound, found);
  EXPECT_OK(cudaGetDriverEntryPoint("cuMemAlloc", &entry, musaEnableDefault, &found));
  EXPECT_EQ(musaDriverEntryPointSuccess, found);
  EXPECT_NE(nullptr, entry);
  EXPECT_CODE(musaErrorInvalidValue, musaGetDriverEntryPoint(nullptr, &entry, musaEnableDefault));
  EXPECT_CODE(musaErrorInvalidValue, musaGetDriverEntryPoint("muMemAlloc", nullptr, musaEnableDefault));
  EXPECT_CODE(musaErrorInvalidValue, musaGetDriverEntryPoint("muMemAlloc", &entry, 8));
}

TEST_F(LaunchAttributes, NewerForms) {
  musaEvent_t first = nullptr, second = nullptr;
  ASSERT_OK(musaEventCreate(&first));
  ASSERT_OK(musaEventCreate(&second));
  ASSERT_OK(musaEventRecord(first, nullptr));
  ASSERT_OK(musaEventRecord(second, nullptr));
  ASSERT_OK(musaEventSynchronize(second));
  float ms = -1;
  EXPECT_OK(musaEventElapsedTime_v2(&ms, first, second));
  EXPECT_GE(ms, 0);
  EXPECT_CODE(musaErrorInvalidValue, musaEventElapsedTime_v2(nullptr, first, second));
  EXPECT_OK(musaEventDestroy(first));
  EXPECT_OK(musaEventDestroy(second));
  int affinity = -1;
  EXPECT_MU_OK(muDeviceGetExecAffinitySupport(&affinity, MU_EXEC_AFFINITY_TYPE_SM_COUNT, 0));
  EXPECT_EQ(0, affinity);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDeviceGetExecAffinitySupport(nullptr, MU_EXEC_AFFINITY_TYPE_SM_COUNT, 0));
  MUexecAffinityParam parameter = {};
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muCtxGetExecAffinity(&parameter, MU_EXEC_AFFINITY_TYPE_SM_COUNT));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muCtxGetExecAffinity(nullptr, MU_EXEC_AFFINITY_TYPE_SM_COUNT));
  MUcontext context = nullptr;
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muCtxCreate_v3(&context, &parameter, 1, 0, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muCtxCreate_v3(&context, nullptr, 1, 0, 0));
  EXPECT_MU_OK(muCtxCreate_v3(&context, nullptr, 0, 0, 0));
  EXPECT_MU_OK(muCtxDestroy(context));
  EXPECT_OK(musaSetDevice(0));
}

} // namespace
