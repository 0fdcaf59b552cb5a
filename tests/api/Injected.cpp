// A program that knows nothing of the tool: Injected TOOL says how many of its three calls the tool heard, the first
// one of the process among them; without TOOL it says that it ran.
#include "musa.h"
#include "musa_runtime_api.h"

#include <dlfcn.h>

#include <cstdio>

int main(int argc, char **argv) {
  int count = 0;
  musaGetLastError();
  if (musaGetDeviceCount(&count) != musaSuccess || muDeviceGetCount(&count) != MUSA_SUCCESS || count < 1)
    return 1;
  if (argc < 2) {
    std::puts("ran");
    return 0;
  }
  void *tool = dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD);
  auto *calls = tool ? reinterpret_cast<int (*)()>(dlsym(tool, "injectedCalls")) : nullptr;
  if (!calls)
    return 2;
  std::printf("heard %d\n", calls());
  return calls() == 3 ? 0 : 3;
}
