// mcc: -lineinfo
// A fault names the source line of the access: in a kernel, in a function that was inlined, in a header of the SDK (the
// line that calls it), with the kernel from the cache or just compiled.
#include "errors.h"

enum class Way { Plain, Inlined, Divergent, Header, Store };

constexpr int kInlinedLine = __LINE__ + 1;
__device__ int readAt(const int *p, int i) { return p[i * 1000]; }

constexpr int kFirstLine = __LINE__ + 5;
template <Way way> __global__ void fault(int *p, int *out) {
  const int t = threadIdx.x;
  int value = 0;
  if (way == Way::Plain)
    value = p[t];
  if (way == Way::Inlined)
    value = readAt(p, t);
  if (way == Way::Divergent)
    for (int i = 0; i < t % 7; i++)
      value += p[i * t];
  if (way == Way::Header)
    value = __ldcg(p + 3 * t);
  if (way == Way::Store)
    p[t * 5] = t;
  out[t] = value;
}

template <Way way> static void fails(const char *name, int line) {
  int *out = nullptr;
  CHECK_API(musaMalloc(&out, 256 * sizeof *out));
  musaError_t got;
  const std::string text = check::stderrOf([&] {
    fault<way><<<2, 256>>>(reinterpret_cast<int *>(16), out);
    got = musaDeviceSynchronize();
  });
  check::equal(int(got), int(musaErrorIllegalAddress), name);
  check::says(text, "illegal address 0x", name);
  check::says(text, "fault_lines.mu:" + std::to_string(line) + ";", name);
  check::says(text, "block (", name);
  CHECK_API(musaDeviceReset());
}

int main() {
  for (int round = 0; round < 2; round++) {
    fails<Way::Plain>("plain", kFirstLine);
    fails<Way::Inlined>("inlined", kInlinedLine);
    fails<Way::Divergent>("divergent", kFirstLine + 5);
    fails<Way::Header>("in a header", kFirstLine + 7);
    fails<Way::Store>("store", kFirstLine + 9);
  }
  return check::finish("fault_lines");
}
