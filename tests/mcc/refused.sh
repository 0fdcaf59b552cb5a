#!/bin/bash
# Device code that no kernel compiler here can do is an error of mcc, with file and line, whether or not lines were asked
# for; what the optimiser drops is none.
. "$(dirname "$0")/common.sh"

cat >asm.mu <<'EOT'
#include "inside.h"
__global__ void k(int *p) {
  asm("mov.u32 %0, 1;\n wgmma.fence.sync.aligned;" : "=r"(*p));
}
__global__ void other(int *p) { *p = helper(*p); }
__global__ void third(int *p) { *p += helper(*p + 1); }
int main() { k<<<1, 1>>>(nullptr); }
EOT
cat >inside.h <<'EOT'
__device__ inline int helper(int x) {
  int y;
  asm volatile("frobnicate.b32 %0, %1;" : "=r"(y) : "r"(x));
  return y;
}
EOT
for options in -c "-c -g" "-c -lineinfo" "-c -O0" "" "-dc" "--cuda-device-only" "-S" "-c --offload-arch=mp_22,mp_31"; do
  refuses "refused PTX, options '$options'" "^asm.mu:3: error: inline PTX, line 2, column 2 of its text: 'wgmma.fence.sync.aligned' is not supported: .*\(kernel k\(int\*\)\)" \
    "$MCC" $options asm.mu -o never
  logs "  in a header" "inside.h:3: error: inline PTX, line 1, column 1 of its text: the instruction 'frobnicate.b32' is not known"
  lacks "  nothing else" "warning|CUDA|tmp/"
  [ "$(grep -c 'error:' log)" -le 3 ]; report $? "  and each place once a kernel at most"
  [ ! -e never ]; report $? "  and there is no output"
done
nothingLeft

# What the headers and the packer refuse.
cat >clusters.cu <<'EOT'
#include <cuda/barrier>
__global__ void __cluster_dims__(2, 1, 1) k(int *p) { *p = 1; }
EOT
refuses "clusters" "^clusters.cu:2:17: error: thread block clusters are not supported" "$MCC" -c clusters.cu
cat >transactions.cu <<'EOT'
#include <cuda/barrier>
__global__ void k() {
  __shared__ cuda::barrier<cuda::thread_scope_block> b;
  auto token = cuda::device::barrier_arrive_tx(b, 1, 16);
}
EOT
refuses "barriers that count bytes" "^transactions.cu:4:.*barriers that count bytes are not offered" "$MCC" -c transactions.cu
cat >large.mu <<'EOT'
__global__ void large(int *p) {
  __shared__ int all[BYTES / 4];
  all[threadIdx.x] = p[0];
  __syncthreads();
  p[threadIdx.x] = all[31 - threadIdx.x];
}
int main() {
  large<<<1, 32>>>(nullptr);
  return musaGetLastError() == musaErrorInvalidValue ? 0 : 1;
}
EOT
refuses "shared memory above every limit" "kernel large\(int\*\) has 245760 bytes of static shared memory; no device offers more than 196608" \
  "$MCC" -c -DBYTES=245760 large.mu
accepts "  at the limit" "$MCC" -DBYTES=196608 large.mu -o large
succeeds "  another device refuses the launch" env HELICON_DEVICE=S80 ./large
logs "  with its reason" "error: kernel large\(int\*\): .*196608 of static shared memory, S80 allows 28672 a block"
rm -f clusters.* transactions.* large*

# Parts of C++ that device code does not have.
cat >parts.mu <<'EOT'
#include <alloca.h>
#include <coroutine>
#if PART == 1
struct Task {
  struct promise_type {
    __device__ Task get_return_object() { return {}; }
    __device__ std::suspend_never initial_suspend() { return {}; }
    __device__ std::suspend_never final_suspend() noexcept { return {}; }
    __device__ void return_void() {}
    __device__ void unhandled_exception() {}
  };
};
__device__ Task task(int *p) { co_await std::suspend_always{}; *p = 2; }
__global__ void k(int *p) { task(p); }
#elif PART == 2
__global__ void k(int *p) { static thread_local int own; *p = ++own; }
#elif PART == 3
__global__ void k(int *p) {
  void *labels[] = {&&a, &&b};
  goto *labels[*p & 1];
a:
  *p = 1;
b:
  *p += 2;
}
#elif PART == 4
struct A { __device__ virtual ~A() {} };
struct B : A {};
__global__ void k(A *a, int *p) { *p = dynamic_cast<B *>(a) != nullptr; }
#elif PART == 5
__global__ void k(int *p, int n) {
  int *own = (int *)alloca(n * sizeof(int));
  for (int i = 0; i < n; i++)
    own[i] = i * i;
  *p = own[*p % n];
}
#endif
EOT
number=0
for message in "13: error: coroutines are not supported in device code" " error: thread_local variables are not supported in device code" \
  "[0-9]*:? error: a goto to the address of a label is not supported" "29: error: dynamic_cast is not supported" \
  "32: error: local memory whose size is known only at run time is not supported"; do
  number=$((number + 1))
  for options in -c "-c -g"; do
    refuses "part $number of C++, options '$options'" "^parts.mu:$message" "$MCC" -std=c++20 $options -DPART=$number parts.mu
  done
done
rm -f parts.*

cat >dead.mu <<'EOT'
#include <cstdio>
__device__ int missing(int);
template <bool fast> __device__ int choose(int x) {
  if (fast)
    asm("frobnicate.b32 %0, %0;" : "+r"(x));
  return x + 1;
}
static __device__ int unused(int x) { return missing(x); }
__device__ int alsoUnused(int x) { asm("frobnicate.b32 %0, %0;" : "+r"(x)); return x; }
__global__ void k(int *p) {
  int x = choose<false>(*p), y = x * 0;
  if (x * 2 % 2 == 1)
    asm volatile("frobnicate.b32 %0, %0;" : "+r"(x));
  if (y)
    x += missing(x);
  asm("frobnicate.b32 %0, %1;" : "=r"(y) : "r"(x)); // nobody reads it
  *p = x;
}
int main() {
  int *p;
  musaMallocManaged(&p, 4);
  *p = 1;
  k<<<1, 1>>>(p);
  printf("%d %d\n", int(musaDeviceSynchronize()), *p);
}
EOT
accepts "dead code does not matter" "$MCC" dead.mu -o dead; succeeds "  runs" ./dead; logs "  right" '^0 2$'

cat >missing.mu <<'EOT'
__device__ int missing(int);
__device__ float other(float x);
extern __device__ int nowhere[4];
__device__ int through(int x) {
  return x + missing(x);
}
__global__ void k(int *p, float *f) {
  p[0] = through(p[0]);
  f[0] = other(f[0]);
  p[1] = nowhere[p[2]];
}
EOT
refuses "undefined functions" "^missing.mu:5: error: the device function missing\(int\) is called but not defined here; with -fgpu-rdc \(or -dc\)" "$MCC" -c missing.mu
logs "  all of them" "^missing.mu:9: error: the device function other\(float\) is called"
logs "  variables too" "^missing.mu:10: error: the device variable nowhere is used but not defined here"
accepts "with -dc they are the linker's" "$MCC" -dc missing.mu
refuses "  which names them" "missing\(int\)" "$MCC" -fgpu-rdc missing.mu -shared -fPIC -o never.so
accepts "the headers' own are there" "$MCC" -std=c++17 -c kernel.mu

finish
