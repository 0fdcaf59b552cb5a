// Which memory an address is in: variables by name, by an index, through pointers that the compiler knows nothing of,
// and by inline PTX. What an H200 answered.
#include "check.h"

__constant__ int numbers[4] = {1, 2, 3, 4};
__constant__ int alone = 5;
__device__ int inGlobal[4];

/// Constant 1, global 2, shared 4, local 8.
__device__ int spaceOf(const void *p) {
  return (__isConstant(p) ? 1 : 0) + (__isGlobal(p) ? 2 : 0) + (__isShared(p) ? 4 : 0) + (__isLocal(p) ? 8 : 0);
}

__device__ int ptxSpaceOf(const void *p) {
  int bits;
  asm("{ .reg .pred c, g, s; .reg .b32 x, y; isspacep.const c, %1; isspacep.global g, %1; isspacep.shared s, %1;\n"
      "selp.b32 %0, 1, 0, c; selp.b32 x, 2, 0, g; selp.b32 y, 4, 0, s; or.b32 %0, %0, x; or.b32 %0, %0, y; }"
      : "=r"(bits)
      : "l"(p));
  return bits;
}

template <class T> __device__ T *hidden(T *p) {
  asm volatile("" : "+l"(p));
  return p;
}

constexpr int kAnswers = 16;
__global__ void ask(const int *global, const int *constant, int *out) {
  __shared__ int shared[32];
  const int t = threadIdx.x;
  int local = t;
  shared[t] = t;
  int *to = out + kAnswers * t;
  to[0] = spaceOf(numbers);
  to[1] = spaceOf(&numbers[t % 4]);
  to[2] = spaceOf(&alone);
  to[3] = spaceOf(hidden(&numbers[t % 4]));
  to[4] = spaceOf(hidden(&inGlobal[t % 4]));
  to[5] = spaceOf(hidden(&shared[t]));
  to[6] = spaceOf(global + t % 4);
  to[7] = spaceOf(constant + t % 4); // an address that the host asked for
  to[8] = spaceOf(&local);
  const int *mixed = t % 4 == 0 ? &numbers[1] : t % 4 == 1 ? &inGlobal[1] : t % 4 == 2 ? &shared[1] : &alone;
  to[9] = spaceOf(mixed);
  to[10] = ptxSpaceOf(hidden(mixed));
  const size_t address = __cvta_generic_to_constant(&numbers[t % 4]);
  to[11] = spaceOf(__cvta_constant_to_generic(address)) + 10 * *(const int *)__cvta_constant_to_generic(address);
  int loaded;
  asm("ld.const.u32 %0, [%1];" : "=r"(loaded) : "l"(address));
  to[12] = loaded;
  to[13] = spaceOf(constant + 1000000); // beyond constant memory
  to[14] = ptxSpaceOf(&inGlobal[t % 4]);
  to[15] = *hidden(&alone);
}

int main() {
  int two[2] = {30, 40};
  CHECK_API(musaMemcpyToSymbol(numbers, two, sizeof two, 8));
  void *address = nullptr;
  CHECK_API(musaGetSymbolAddress(&address, numbers));
  check::Buffer<int> global(4), out(kAnswers * 32);
  ask<<<1, 32>>>(global.device(), static_cast<const int *>(address), out.device());
  out.download();
  for (int t = 0; t < 32; t++) {
    const int mixed[] = {1, 2, 4, 1}, values[] = {1, 2, 30, 40};
    const int wanted[kAnswers] = {
        1, 1, 1, 1, 2, 4, 2, 1, 8, mixed[t % 4], mixed[t % 4], 1 + 10 * values[t % 4], values[t % 4], 2, 2, 5};
    for (int k = 0; k < kAnswers; k++)
      check::equal(out[kAnswers * t + k], wanted[k], "question " + std::to_string(k), t);
  }
  return check::finish("address_spaces");
}
