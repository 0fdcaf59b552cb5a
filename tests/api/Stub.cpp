// The library of lib/stubs: every call says that no driver is there.
#include "musa.h"

#include <cstdio>

#define WANT_STUB(call)                                                                                                \
  if (const MUresult result = (call); result != MUSA_ERROR_STUB_LIBRARY) {                                             \
    std::printf("%s gave %d\n", #call, static_cast<int>(result));                                                      \
    return 1;                                                                                                          \
  }

int main() {
  int count = 0;
  MUcontext context = nullptr;
  MUdeviceptr pointer = 0;
  const char *name = nullptr;
  WANT_STUB(muInit(0));
  WANT_STUB(muDeviceGetCount(&count));
  WANT_STUB(muCtxCreate(&context, 0, 0));
  WANT_STUB(muMemAlloc(&pointer, 16));
  WANT_STUB(muGetErrorName(MUSA_SUCCESS, &name));
  WANT_STUB(muLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));
  return 0;
}
