// muPTI's callbacks: what a subscriber hears of calls of both APIs, and what the calls of muPTI answer.
#include "MuptiRecorder.h"

#include "kernels/Kernels.h"

#include "mupti_target.h"

#include <dlfcn.h>

#include <fstream>
#include <set>
#include <sstream>

namespace {

using Names = std::vector<std::string>;

class Mupti : public RuntimeTest {};

void ignore(void *, MUpti_CallbackDomain, MUpti_CallbackId, const void *) {}

TEST_F(Mupti, OneSubscriber) {
  MUpti_SubscriberHandle first = nullptr, second = nullptr;
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiSubscribe(nullptr, &ignore, nullptr));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiSubscribe(&first, nullptr, nullptr));
  ASSERT_MUPTI_OK(muptiSubscribe(&first, &ignore, nullptr));
  EXPECT_CODE(MUPTI_ERROR_MAX_LIMIT_REACHED, muptiSubscribe(&second, &ignore, nullptr));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiUnsubscribe(nullptr));
  EXPECT_MUPTI_OK(muptiUnsubscribe(first));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiUnsubscribe(first));
  ASSERT_MUPTI_OK(muptiSubscribe(&second, &ignore, nullptr));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiEnableDomain(1, first, MUPTI_CB_DOMAIN_RUNTIME_API));
  EXPECT_MUPTI_OK(muptiFinalize());
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiUnsubscribe(second));
  EXPECT_MUPTI_OK(muptiFinalize());
}

TEST_F(Mupti, BadNumbers) {
  const Recorder recorder;
  uint32_t state = 0;
  for (const uint32_t domain : {0U, 5U, 6U, 7U, 1000U})
    EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER,
                muptiEnableDomain(1, recorder.handle, static_cast<MUpti_CallbackDomain>(domain)));
  for (const uint32_t id : {0U, 100000U, ~0U})
    EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER,
                muptiEnableCallback(1, recorder.handle, MUPTI_CB_DOMAIN_RUNTIME_API, id));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiEnableAllDomains(1, nullptr));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER,
              muptiGetCallbackState(nullptr, recorder.handle, MUPTI_CB_DOMAIN_RUNTIME_API, 20));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiGetCallbackState(&state, nullptr, MUPTI_CB_DOMAIN_RUNTIME_API, 20));
}

TEST_F(Mupti, State) {
  const Recorder recorder;
  const auto stateOf = [&](MUpti_CallbackDomain domain, uint32_t id) {
    uint32_t state = 7;
    EXPECT_MUPTI_OK(muptiGetCallbackState(&state, recorder.handle, domain, id));
    return state;
  };
  const uint32_t id = MUPTI_RUNTIME_TRACE_CBID_musaMalloc_v3020;
  EXPECT_EQ(0U, stateOf(MUPTI_CB_DOMAIN_RUNTIME_API, id));
  EXPECT_MUPTI_OK(muptiEnableCallback(1, recorder.handle, MUPTI_CB_DOMAIN_RUNTIME_API, id));
  EXPECT_EQ(1U, stateOf(MUPTI_CB_DOMAIN_RUNTIME_API, id));
  EXPECT_EQ(0U, stateOf(MUPTI_CB_DOMAIN_RUNTIME_API, id + 1));
  EXPECT_MUPTI_OK(muptiEnableAllDomains(1, recorder.handle));
  EXPECT_EQ(1U, stateOf(MUPTI_CB_DOMAIN_DRIVER_API, MUPTI_DRIVER_TRACE_CBID_muMemAlloc_v2));
  EXPECT_EQ(1U, stateOf(MUPTI_CB_DOMAIN_SYNCHRONIZE, MUPTI_CBID_SYNCHRONIZE_CONTEXT_SYNCHRONIZED));
  EXPECT_MUPTI_OK(muptiEnableDomain(0, recorder.handle, MUPTI_CB_DOMAIN_DRIVER_API));
  EXPECT_EQ(0U, stateOf(MUPTI_CB_DOMAIN_DRIVER_API, MUPTI_DRIVER_TRACE_CBID_muMemAlloc_v2));
  EXPECT_EQ(1U, stateOf(MUPTI_CB_DOMAIN_RUNTIME_API, id + 1));
}

TEST_F(Mupti, NamesVersionsAndCodes) {
  const char *text = nullptr;
  EXPECT_MUPTI_OK(muptiGetCallbackName(MUPTI_CB_DOMAIN_RUNTIME_API, 20, &text));
  EXPECT_STREQ("musaMalloc_v3020", text);
  EXPECT_MUPTI_OK(muptiGetCallbackName(MUPTI_CB_DOMAIN_DRIVER_API, MUPTI_DRIVER_TRACE_CBID_muMemAlloc_v2, &text));
  EXPECT_STREQ("muMemAlloc_v2", text);
  EXPECT_MUPTI_OK(muptiGetCallbackName(MUPTI_CB_DOMAIN_RESOURCE, MUPTI_CBID_RESOURCE_MODULE_LOADED, &text));
  EXPECT_STREQ("RESOURCE_MODULE_LOADED", text);
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiGetCallbackName(MUPTI_CB_DOMAIN_RUNTIME_API, 0, &text));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiGetCallbackName(MUPTI_CB_DOMAIN_RUNTIME_API, 20, nullptr));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiGetCallbackName(noSuch<MUpti_CallbackDomain>(), 1, &text));
  EXPECT_MUPTI_OK(muptiGetErrorMessage(MUPTI_ERROR_MAX_LIMIT_REACHED, &text));
  EXPECT_NE(std::string::npos, std::string(text).find("subscriber"));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiGetResultString(noSuch<MUptiResult>(), &text));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiGetResultString(MUPTI_SUCCESS, nullptr));
  uint32_t version = 0;
  EXPECT_MUPTI_OK(muptiGetVersion(&version));
  EXPECT_EQ(14U, version);
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiGetVersion(nullptr));
  size_t count = 0;
  MUpti_DomainTable table = nullptr;
  EXPECT_MUPTI_OK(muptiSupportedDomains(&count, &table));
  ASSERT_EQ(4U, count);
  EXPECT_EQ(MUPTI_CB_DOMAIN_RESOURCE, table[2]);
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiSupportedDomains(nullptr, &table));
}

TEST_F(Mupti, Devices) {
  ASSERT_OK(musaFree(nullptr)); // a context
  uint32_t id = 7;
  EXPECT_MUPTI_OK(muptiGetDeviceId(nullptr, &id));
  EXPECT_EQ(0U, id);
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiGetDeviceId(nullptr, nullptr));
  EXPECT_CODE(MUPTI_ERROR_INVALID_CONTEXT, muptiGetDeviceId(static_cast<MUcontext>(strangeHandles()[1]), &id));
  MUpti_Device_GetChipName_Params chip{MUpti_Device_GetChipName_Params_STRUCT_SIZE, nullptr, 0, nullptr};
  ASSERT_MUPTI_OK(muptiDeviceGetChipName(&chip));
  musaDeviceProp properties{};
  ASSERT_OK(musaGetDeviceProperties(&properties, 0));
  EXPECT_NE(std::string::npos, std::string(properties.name).find(chip.pChipName));
  chip.deviceIndex = 1000;
  EXPECT_CODE(MUPTI_ERROR_INVALID_DEVICE, muptiDeviceGetChipName(&chip));
  chip.structSize = 1;
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiDeviceGetChipName(&chip));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiDeviceGetChipName(nullptr));
}

TEST_F(Mupti, EnterAndExit) {
  ASSERT_OK(musaFree(nullptr));
  Recorder recorder;
  recorder.enable(MUPTI_CB_DOMAIN_RUNTIME_API);
  void *p = nullptr;
  size_t seen = 0;
  void *made = nullptr;
  recorder.onCall = [&](const MUpti_CallbackData &call) {
    if (std::string(call.functionName) != "musaMalloc")
      return;
    const auto *parameters = static_cast<const musaMalloc_v3020_params *>(call.functionParams);
    EXPECT_EQ(&p, parameters->devPtr);
    seen = parameters->size;
    EXPECT_EQ(call.callbackSite == MUPTI_API_ENTER, call.functionReturnValue == nullptr);
    if (call.callbackSite == MUPTI_API_EXIT)
      made = *parameters->devPtr;
  };
  ASSERT_OK(musaMalloc(&p, 4096));
  EXPECT_EQ(4096U, seen);
  EXPECT_EQ(p, made);
  EXPECT_CODE(musaErrorInvalidValue, musaMemset(p, 0, 1U << 20));
  EXPECT_CODE(musaErrorInvalidValue, musaGetLastError());
  EXPECT_OK(musaFree(p));
  const std::vector<Heard> heard = recorder.take();
  // EXPECT_OK itself asks for the name of the code, before the call whose code it is or after.
  std::vector<Heard> calls;
  for (const Heard &one : heard)
    if (one.name != "musaGetErrorName")
      calls.push_back(one);
  ASSERT_EQ(8U, calls.size());
  const Names names = {"musaMalloc", "musaMemset", "musaGetLastError", "musaFree"};
  std::set<uint32_t> correlations;
  MUcontext context = nullptr;
  ASSERT_MU_OK(muCtxGetCurrent(&context));
  for (size_t i = 0; i < calls.size(); i += 2) {
    EXPECT_EQ(names[i / 2], calls[i].name);
    EXPECT_EQ(MUPTI_API_ENTER, calls[i].site);
    EXPECT_EQ(MUPTI_API_EXIT, calls[i + 1].site);
    EXPECT_EQ(calls[i].id, calls[i + 1].id);
    EXPECT_EQ(-1, calls[i].result);
    EXPECT_EQ(calls[i].correlation, calls[i + 1].correlation);
    EXPECT_NE(0U, calls[i].correlation);
    EXPECT_TRUE(correlations.insert(calls[i].correlation).second);
    EXPECT_EQ(context, calls[i].context);
    EXPECT_NE(0U, calls[i].contextUid);
    EXPECT_EQ("", calls[i].symbol);
  }
  EXPECT_EQ(musaErrorInvalidValue, calls[3].result);
  EXPECT_FALSE(calls[4].hasParameters);
  EXPECT_EQ(musaErrorInvalidValue, calls[5].result);
  EXPECT_EQ(musaSuccess, calls[7].result);
}

TEST_F(Mupti, CorrelationData) {
  Recorder recorder;
  recorder.enable(MUPTI_CB_DOMAIN_RUNTIME_API);
  std::vector<uint64_t> words;
  uint64_t next = 41;
  recorder.onCall = [&](const MUpti_CallbackData &call) {
    if (call.callbackSite == MUPTI_API_ENTER)
      *call.correlationData = ++next;
    else
      words.push_back(*call.correlationData);
  };
  int device = 0;
  musaGetDevice(&device);
  musaGetDeviceCount(&device);
  EXPECT_EQ((std::vector<uint64_t>{42, 43}), words);
}

TEST_F(Mupti, OnlyWhatIsEnabled) {
  Recorder recorder;
  const auto toggle = [&](uint32_t enable) {
    EXPECT_MUPTI_OK(muptiEnableCallback(enable, recorder.handle, MUPTI_CB_DOMAIN_RUNTIME_API,
                                        MUPTI_RUNTIME_TRACE_CBID_musaGetDevice_v3020));
  };
  int device = 0;
  musaGetDevice(&device);
  toggle(1);
  musaGetDevice(&device);
  musaGetDeviceCount(&device);
  EXPECT_EQ((Names{"enter musaGetDevice", "exit musaGetDevice"}), recorder.takeCalls());
  // What is disabled inside of a call is not heard at its end; what is enabled there is heard from the next call on.
  recorder.onCall = [&](const MUpti_CallbackData &) { toggle(0); };
  musaGetDevice(&device);
  EXPECT_EQ(Names{"enter musaGetDevice"}, recorder.takeCalls());
  musaGetDevice(&device);
  EXPECT_EQ(Names{}, recorder.takeCalls());
  recorder.onCall = nullptr;
  toggle(1);
  recorder.stop();
  musaGetDevice(&device);
  EXPECT_EQ(Names{}, recorder.takeCalls());
}

TEST_F(Mupti, CallbacksCallTheApi) {
  Recorder recorder;
  EXPECT_MUPTI_OK(muptiEnableAllDomains(1, recorder.handle));
  void *p = nullptr, *own = nullptr;
  recorder.onCall = [&](const MUpti_CallbackData &call) {
    if (call.callbackSite == MUPTI_API_ENTER) {
      EXPECT_EQ(musaSuccess, musaMalloc(&own, 64));
      EXPECT_EQ(musaSuccess, musaDeviceSynchronize());
    } else {
      EXPECT_EQ(musaSuccess, musaFree(own));
    }
  };
  musaMalloc(&p, 64);
  recorder.onCall = nullptr;
  Names calls;
  for (const Heard &one : recorder.take())
    if (one.domain == MUPTI_CB_DOMAIN_RUNTIME_API)
      calls.push_back(one.name);
  EXPECT_EQ((Names{"musaMalloc", "musaMalloc"}), calls);
  EXPECT_OK(musaFree(p));
}

TEST_F(Mupti, UnsubscribesInACallback) {
  Recorder recorder;
  recorder.enable(MUPTI_CB_DOMAIN_RUNTIME_API);
  recorder.onCall = [&](const MUpti_CallbackData &) { recorder.stop(); };
  int device = 0;
  musaGetDevice(&device);
  EXPECT_EQ(Names{"enter musaGetDevice"}, recorder.takeCalls());
  EXPECT_OK(musaGetDevice(&device));
}

TEST_F(Mupti, Launches) {
  int *p = nullptr;
  ASSERT_OK(musaMalloc(&p, 64 * sizeof(int)));
  Recorder recorder;
  recorder.enable(MUPTI_CB_DOMAIN_RUNTIME_API);
  recorder.onCall = [](const MUpti_CallbackData &call) {
    const auto *parameters = static_cast<const musaLaunchKernel_v7000_params *>(call.functionParams);
    if (std::string(call.functionName) == "musaLaunchKernel") {
      EXPECT_EQ(32U, parameters->blockDim.x);
    }
  };
  kernels::launchAddTo(2, 32, nullptr, p, 64, 5);
  const std::vector<Heard> heard = recorder.take();
  ASSERT_EQ(2U, heard.size());
  EXPECT_EQ(MUPTI_RUNTIME_TRACE_CBID_musaLaunchKernel_v7000, heard[0].id);
  EXPECT_NE(std::string::npos, heard[0].symbol.find("addTo")) << heard[0].symbol;
  EXPECT_EQ(heard[0].symbol, heard[1].symbol);
  EXPECT_EQ(musaSuccess, heard[1].result);
  // A launch of what is no kernel has no name.
  recorder.onCall = nullptr;
  musaLaunchKernel(&p, 1, 1, nullptr, 0, nullptr);
  EXPECT_EQ("", recorder.take().at(0).symbol);
  musaGetLastError();
  recorder.stop();
  EXPECT_OK(musaFree(p));
}

class MuptiDriver : public DriverTest {};

TEST_F(MuptiDriver, Calls) {
  Recorder recorder;
  recorder.enable(MUPTI_CB_DOMAIN_DRIVER_API);
  MUdeviceptr p = 0;
  muMemAlloc(&p, 64);
  muMemsetD32(p, 1, 16);
  muMemFree(p);
  const std::vector<Heard> heard = recorder.take();
  ASSERT_EQ(6U, heard.size());
  EXPECT_EQ("muMemAlloc_v2", heard[0].name);
  EXPECT_EQ(MUPTI_DRIVER_TRACE_CBID_muMemAlloc_v2, heard[0].id);
  EXPECT_EQ("muMemsetD32_v2", heard[2].name);
  EXPECT_EQ("muMemFree_v2", heard[5].name);
  EXPECT_EQ(MUSA_SUCCESS, heard[5].result);
  EXPECT_EQ(context, heard[0].context);
}

TEST_F(MuptiDriver, LaunchesOfModules) {
  MUmodule module = nullptr;
  MUfunction add = nullptr;
  ASSERT_MU_OK(muModuleLoad(&module, KERNEL_MODULE));
  ASSERT_MU_OK(muModuleGetFunction(&add, module, "addToKernel"));
  MUdeviceptr p = 0;
  ASSERT_MU_OK(muMemAlloc(&p, 64 * 4));
  Recorder recorder;
  EXPECT_MUPTI_OK(
      muptiEnableCallback(1, recorder.handle, MUPTI_CB_DOMAIN_DRIVER_API, MUPTI_DRIVER_TRACE_CBID_muLaunchKernel));
  int n = 64, value = 1;
  void *parameters[] = {&p, &n, &value};
  EXPECT_MU_OK(muLaunchKernel(add, 1, 1, 1, 64, 1, 1, 0, nullptr, parameters, nullptr));
  const std::vector<Heard> heard = recorder.take();
  ASSERT_EQ(2U, heard.size());
  EXPECT_EQ("addToKernel", heard[0].symbol);
  EXPECT_MU_OK(muMemFree(p));
}

TEST_F(MuptiDriver, EntriesByName) {
  void *direct = nullptr, *cuda = nullptr, *found = nullptr;
  ASSERT_MU_OK(muGetProcAddress("muCtxSynchronize", &direct, MUSA_VERSION, 0));
  ASSERT_OK(musaGetDriverEntryPoint("muCtxSynchronize", &found, musaEnableDefault));
  EXPECT_EQ(direct, found);
  cuda = dlsym(RTLD_DEFAULT, "cuCtxSynchronize");
  ASSERT_NE(nullptr, cuda);
  Recorder recorder;
  recorder.enable(MUPTI_CB_DOMAIN_DRIVER_API);
  EXPECT_EQ(MUSA_SUCCESS, reinterpret_cast<MUresult (*)()>(direct)());
  EXPECT_EQ(MUSA_SUCCESS, reinterpret_cast<MUresult (*)()>(cuda)());
  EXPECT_EQ(
      (Names{"enter muCtxSynchronize", "exit muCtxSynchronize", "enter muCtxSynchronize", "exit muCtxSynchronize"}),
      recorder.takeCalls());
}

/// More arguments than any of them takes.
using Call = int (*)(void *, void *, void *, void *, void *, void *, void *, void *, void *, void *);

/// Each call of the lists is heard once at its begin and once at its end, under its own name, even where it refuses.
void expectHeard(const char *list, MUpti_CallbackDomain domain, int least) {
  std::ifstream file(list);
  ASSERT_TRUE(file) << list;
  Recorder recorder;
  recorder.enable(domain);
  int calls = 0;
  for (std::string line; std::getline(file, line);) {
    const std::string name = line.substr(0, line.find(' '));
    if (name.empty() || name[0] == '#' || (name.starts_with("musa") != (domain == MUPTI_CB_DOMAIN_RUNTIME_API)))
      continue;
    void *address = dlsym(RTLD_DEFAULT, name.c_str());
    ASSERT_NE(nullptr, address) << name;
    const int result = reinterpret_cast<Call>(address)(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                                       nullptr, nullptr, nullptr);
    const std::vector<Heard> heard = recorder.take();
    ASSERT_EQ(2U, heard.size()) << name;
    EXPECT_EQ(name, heard[0].name);
    EXPECT_EQ(heard[0].id, heard[1].id);
    EXPECT_EQ(result, heard[1].result) << name;
    const char *known = nullptr;
    EXPECT_MUPTI_OK(muptiGetCallbackName(domain, heard[0].id, &known));
    EXPECT_EQ(0U, std::string(known).find(name.substr(0, name.find("_v")))) << known;
    ++calls;
  }
  EXPECT_GT(calls, least);
}

TEST_F(Mupti, RefusedCallsAreHeard) {
  ASSERT_OK(musaFree(nullptr));
  expectHeard(NAMES_REFUSED, MUPTI_CB_DOMAIN_RUNTIME_API, 40);
  musaGetLastError();
}

TEST_F(MuptiDriver, RefusedCallsAreHeard) { expectHeard(NAMES_REFUSED, MUPTI_CB_DOMAIN_DRIVER_API, 20); }

} // namespace
