// The driver API: contexts by hand, and kernels loaded from a file. Host code for any C++ compiler:
//     mcc --cuda-device-only scale.mu -o scale.mubin
//     c++ module_load.cpp -I$MUSA_HOME/include -L$MUSA_HOME/lib -lmusa -Wl,-rpath,$MUSA_HOME/lib -o module_load
//     ./module_load scale.mubin
#include <musa.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                                    \
  do {                                                                                                                 \
    MUresult result = (call);                                                                                          \
    if (result != MUSA_SUCCESS) {                                                                                      \
      const char *text = "unknown error";                                                                              \
      muGetErrorString(result, &text);                                                                                 \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, text);                                             \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s scale.mubin\n", argv[0]);
    return 2;
  }
  MUdevice device;
  MUcontext context;
  MUmodule module;
  MUfunction scale;
  CHECK(muInit(0));
  CHECK(muDeviceGet(&device, 0));
  CHECK(muCtxCreate(&context, 0, device)); // and makes it this thread's current one
  CHECK(muModuleLoad(&module, argv[1]));
  CHECK(muModuleGetFunction(&scale, module, "scale"));

  // A module's variables are found by name, too.
  MUdeviceptr factor;
  size_t factorBytes;
  const float three = 3.0f;
  CHECK(muModuleGetGlobal(&factor, &factorBytes, module, "factor"));
  CHECK(muMemcpyHtoD(factor, &three, sizeof three));

  int n = 1000;
  std::vector<float> values(n);
  for (int i = 0; i < n; ++i)
    values[i] = static_cast<float>(i);
  MUdeviceptr x;
  CHECK(muMemAlloc(&x, n * sizeof(float)));
  CHECK(muMemcpyHtoD(x, values.data(), n * sizeof(float)));

  void *arguments[] = {&x, &n}; // a pointer to each argument, in the kernel's order
  CHECK(muLaunchKernel(scale, (n + 127) / 128, 1, 1, 128, 1, 1, 0, nullptr, arguments, nullptr));
  CHECK(muCtxSynchronize());
  CHECK(muMemcpyDtoH(values.data(), x, n * sizeof(float)));
  CHECK(muMemFree(x));
  CHECK(muModuleUnload(module));
  CHECK(muCtxDestroy(context));

  for (int i = 0; i < n; ++i)
    if (values[i] != 3.0f * i) {
      printf("wrong at %d: %g\n", i, values[i]);
      return 1;
    }
  printf("%d values scaled by a kernel from %s\n", n, argv[1]);
}
