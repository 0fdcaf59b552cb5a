// Compiled only, as plain C++ by a host compiler: the API and a header shared with device code.
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/std/atomic>

#include <musa_bf16.h>
#include <musa_fp16.h>
#include <musa_fp8.h>
#include <musa_runtime.h>

#include <memory>
#include <vector>

struct Point {
  float3 position;
  __host__ __device__ float sum() const { return position.x + position.y + position.z; }
};
static __forceinline__ __host__ __device__ int twice(int x) { return 2 * x; }
__noinline__ int kept(int x) { return twice(x); }

int main() {
  dim3 grid(4, 2), none;
  float4 *device = nullptr;
  std::vector<float4> host(8, make_float4(1, 2, 3, 4));
  static_assert(sizeof(float3) == 12 && alignof(float4) == 16 && alignof(double2) == 16 && alignof(char2) == 2,
                "layout");
  Point p{make_float3(1, 2, 3)};
  if (musaMalloc(&device, sizeof(float4) * grid.x) != musaSuccess)
    return 1;
  half h = 1.5f, sum = h + half(2);
  __mt_bfloat16 b(sum);
  if (!(b > __float2bfloat16(1.0f)) || __half2int_rn(__high2half(__halves2half2(h, sum))) != 4)
    return 2;
  return kept((int)p.sum()) - 12 + (int)none.z - 1;
}

int hostAtomics() {
  cuda::atomic<float> sum(1.5f);
  short plain = 4;
  cuda::atomic_ref<short>(plain) += 3;
  cuda::barrier<cuda::thread_scope_system> alone(1);
  alone.arrive_and_wait();
  return (int)(sum.fetch_add(2) + plain);
}
