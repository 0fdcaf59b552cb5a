// What the API tests share. A call's code is compared by name, so that a failure says which error came instead.
#pragma once

#include <gtest/gtest.h>

#include "musa.h"
#include "musa_runtime_api.h"
#include "musa_runtime_templates.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

inline std::string nameOf(musaError_t code) { return musaGetErrorName(code); }
inline std::string nameOf(MUresult code) {
  const char *name = nullptr;
  return muGetErrorName(code, &name) == MUSA_SUCCESS ? name : "unknown MUresult " + std::to_string(code);
}

#define EXPECT_CODE(code, call) EXPECT_EQ(nameOf(code), nameOf(call)) << #call
#define ASSERT_CODE(code, call) ASSERT_EQ(nameOf(code), nameOf(call)) << #call
#define EXPECT_OK(call) EXPECT_CODE(musaSuccess, call)
#define ASSERT_OK(call) ASSERT_CODE(musaSuccess, call)
#define EXPECT_MU_OK(call) EXPECT_CODE(MUSA_SUCCESS, call)
#define ASSERT_MU_OK(call) ASSERT_CODE(MUSA_SUCCESS, call)

/// A value that no enumeration of the API has.
template <class Enum> Enum noSuch() {
  int value = 0x7ffe; // in range of the enumeration's storage; a volatile read keeps the compiler from judging it
  volatile int hidden = value;
  Enum out;
  static_assert(sizeof out == sizeof value);
  const int copy = hidden;
  __builtin_memcpy(&out, &copy, sizeof out);
  return out;
}

/// Addresses that are no handle of anything: null, small, the stack's.
inline std::vector<void *> strangeHandles() {
  static int object = 0;
  return {reinterpret_cast<void *>(0x1234), &object};
}

/// Holds a stream up until it is opened, or gone.
class Gate {
public:
  explicit Gate(musaStream_t stream) {
    EXPECT_OK(musaLaunchHostFunc(
        stream,
        [](void *mine) {
          const std::unique_ptr<Flag> flag(static_cast<Flag *>(mine));
          (*flag)->wait(false);
        },
        new Flag(isOpen)));
  }
  ~Gate() { open(); }
  Gate(const Gate &) = delete;
  void open() {
    *isOpen = true;
    isOpen->notify_all();
  }

private:
  using Flag = std::shared_ptr<std::atomic<bool>>;
  const Flag isOpen = std::make_shared<std::atomic<bool>>(false);
};

/// Starts each test without a last error and ends it with a device at rest.
class RuntimeTest : public ::testing::Test {
protected:
  void SetUp() override { musaGetLastError(); }
  void TearDown() override {
    EXPECT_EQ(musaSuccess, musaDeviceSynchronize());
    musaGetLastError();
  }
};

/// A driver test has a context of its own, current to the thread.
class DriverTest : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_MU_OK(muInit(0));
    ASSERT_MU_OK(muDeviceGet(&device, 0));
    ASSERT_MU_OK(muCtxCreate(&context, 0, device));
  }
  void TearDown() override {
    if (context) {
      EXPECT_MU_OK(muCtxDestroy(context));
    }
  }
  MUdevice device = -1;
  MUcontext context = nullptr;
};
