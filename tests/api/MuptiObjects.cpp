// muPTI's callbacks about objects and waits, and subscribers beside threads that call.
#include "MuptiRecorder.h"

#include "kernels/Kernels.h"

#include <atomic>
#include <latch>
#include <thread>

namespace {

class MuptiObjects : public DriverTest {};

using Ids = std::vector<uint32_t>;

Ids take(Recorder &recorder, MUpti_CallbackDomain domain) {
  Ids ids;
  for (const Heard &one : recorder.take())
    if (one.domain == domain)
      ids.push_back(one.id);
  return ids;
}

TEST_F(MuptiObjects, StreamsAndContexts) {
  Recorder recorder;
  recorder.enable(MUPTI_CB_DOMAIN_RESOURCE);
  MUstream stream = nullptr;
  ASSERT_MU_OK(muStreamCreate(&stream, MU_STREAM_NON_BLOCKING));
  ASSERT_MU_OK(muStreamDestroy(stream));
  MUcontext other = nullptr;
  ASSERT_MU_OK(muCtxCreate(&other, 0, device));
  ASSERT_MU_OK(muCtxDestroy(other));
  const std::vector<Heard> heard = recorder.take();
  ASSERT_EQ(4U, heard.size());
  EXPECT_EQ(MUPTI_CBID_RESOURCE_STREAM_CREATED, heard[0].id);
  EXPECT_EQ(MUPTI_CBID_RESOURCE_STREAM_DESTROY_STARTING, heard[1].id);
  EXPECT_EQ(context, heard[1].context);
  EXPECT_EQ(MUPTI_CBID_RESOURCE_CONTEXT_CREATED, heard[2].id);
  EXPECT_EQ(MUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING, heard[3].id);
  EXPECT_EQ(other, heard[3].context);
}

struct Details {
  std::vector<MUstream> streams;
  std::vector<uint32_t> modules;
  size_t codeBytes = 0;
};

void noteDetails(void *mine, MUpti_CallbackDomain, MUpti_CallbackId id, const void *data) {
  auto &details = *static_cast<Details *>(mine);
  const auto &event = *static_cast<const MUpti_ResourceData *>(data);
  if (id == MUPTI_CBID_RESOURCE_STREAM_CREATED || id == MUPTI_CBID_RESOURCE_STREAM_DESTROY_STARTING)
    details.streams.push_back(event.resourceHandle.stream);
  if (id == MUPTI_CBID_RESOURCE_MODULE_LOADED || id == MUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING) {
    const auto &code = *static_cast<const MUpti_ModuleResourceData *>(event.resourceDescriptor);
    details.modules.push_back(code.moduleId);
    details.codeBytes = code.pCubin ? code.cubinSize : 0;
  }
}

TEST_F(MuptiObjects, Descriptors) {
  Details details;
  MUpti_SubscriberHandle subscriber = nullptr;
  ASSERT_MUPTI_OK(muptiSubscribe(&subscriber, &noteDetails, &details));
  EXPECT_MUPTI_OK(muptiEnableDomain(1, subscriber, MUPTI_CB_DOMAIN_RESOURCE));
  MUstream stream = nullptr;
  MUmodule first = nullptr, second = nullptr;
  EXPECT_MU_OK(muStreamCreate(&stream, 0));
  EXPECT_MU_OK(muStreamDestroy(stream));
  EXPECT_MU_OK(muModuleLoad(&first, KERNEL_MODULE));
  EXPECT_MU_OK(muModuleLoad(&second, KERNEL_MODULE));
  EXPECT_MU_OK(muModuleUnload(first));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muModuleUnload(first)); // nothing is unloaded
  EXPECT_MU_OK(muModuleUnload(second));
  EXPECT_MUPTI_OK(muptiUnsubscribe(subscriber));
  EXPECT_EQ((std::vector<MUstream>{stream, stream}), details.streams);
  ASSERT_EQ(4U, details.modules.size());
  EXPECT_EQ(details.modules[0], details.modules[2]);
  EXPECT_EQ(details.modules[1], details.modules[3]);
  EXPECT_NE(details.modules[0], details.modules[1]);
  EXPECT_LT(100U, details.codeBytes);
}

TEST_F(MuptiObjects, PrimaryContextAndTheProgramsModule) {
  ASSERT_OK(musaSetDevice(0));
  ASSERT_OK(musaDeviceReset());
  Recorder recorder;
  recorder.enable(MUPTI_CB_DOMAIN_RESOURCE);
  int *p = nullptr;
  ASSERT_OK(musaMalloc(&p, 64 * sizeof(int)));
  kernels::launchAddTo(1, 64, nullptr, p, 64, 1);
  kernels::launchAddTo(1, 64, nullptr, p, 64, 1);
  EXPECT_EQ((Ids{MUPTI_CBID_RESOURCE_CONTEXT_CREATED, MUPTI_CBID_RESOURCE_MODULE_LOADED}),
            take(recorder, MUPTI_CB_DOMAIN_RESOURCE));
  ASSERT_OK(musaDeviceReset());
  EXPECT_EQ(Ids{MUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING}, take(recorder, MUPTI_CB_DOMAIN_RESOURCE));
  recorder.stop();
  ASSERT_MU_OK(muCtxSetCurrent(context));
}

TEST_F(MuptiObjects, Waits) {
  MUstream stream = nullptr;
  ASSERT_MU_OK(muStreamCreate(&stream, MU_STREAM_NON_BLOCKING));
  Recorder recorder;
  recorder.enable(MUPTI_CB_DOMAIN_SYNCHRONIZE);
  ASSERT_MU_OK(muStreamSynchronize(stream));
  ASSERT_OK(musaStreamSynchronize(stream));
  ASSERT_MU_OK(muCtxSynchronize());
  ASSERT_OK(musaDeviceSynchronize());
  EXPECT_EQ((Ids{MUPTI_CBID_SYNCHRONIZE_STREAM_SYNCHRONIZED, MUPTI_CBID_SYNCHRONIZE_STREAM_SYNCHRONIZED,
                 MUPTI_CBID_SYNCHRONIZE_CONTEXT_SYNCHRONIZED, MUPTI_CBID_SYNCHRONIZE_CONTEXT_SYNCHRONIZED}),
            take(recorder, MUPTI_CB_DOMAIN_SYNCHRONIZE));
  recorder.stop();
  ASSERT_MU_OK(muStreamDestroy(stream));
}

/// Threads call while a tool comes and goes: each hears whole pairs, or the end of the subscription in between.
TEST_F(MuptiObjects, ComesAndGoesBesideCalls) {
  std::atomic<bool> isOver{false};
  std::latch ready(3);
  std::vector<std::thread> callers;
  for (int t = 0; t < 2; ++t)
    callers.emplace_back([&] {
      int count = 0;
      musaGetDevice(&count);
      ready.count_down();
      while (!isOver.load(std::memory_order_relaxed))
        musaGetDevice(&count);
    });
  ready.arrive_and_wait();
  size_t enters = 0, exits = 0;
  while (enters < 100) {
    Recorder recorder;
    recorder.enable(MUPTI_CB_DOMAIN_RUNTIME_API);
    int device = 0;
    musaGetDevice(&device); // at least one pair in each round
    EXPECT_MUPTI_OK(muptiEnableAllDomains(0, recorder.handle));
    for (const Heard &one : recorder.take()) {
      EXPECT_EQ("musaGetDevice", one.name);
      ++(one.site == MUPTI_API_ENTER ? enters : exits);
    }
  }
  isOver.store(true);
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_LE(exits, enters);
}

} // namespace
