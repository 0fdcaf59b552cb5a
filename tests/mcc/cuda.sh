#!/bin/bash
# CUDA spellings: what .cu files see, what stays hidden, what is refused, and that every name means MUSA's.
. "$(dirname "$0")/common.sh"
INCLUDE=$SDK/include

# Which files see the names without a header.
cat >names.cu <<'END'
cudaError_t f() { return cudaDeviceSynchronize(); }
int main() {}
END
cp names.cu names.mu; cp names.cu names.cpp
accepts ".cu sees CUDA's names" "$MCC" -c names.cu
refuses ".mu does not" "unknown type name 'cudaError_t'" "$MCC" -c names.mu
refuses ".cu with -x musa does not" "unknown type name 'cudaError_t'" "$MCC" -x musa -c names.cu
accepts ".mu with -x cuda does" "$MCC" -x cuda -c names.mu
accepts ".mu with -cuda_wrapper does" "$MCC" -cuda_wrapper -c names.mu
accepts ".cu with -x c++, as CMake says it, does" "$MCC" -x c++ -c names.cu
accepts "a header brings them to any file" "$MCC" -include cuda_runtime.h -c names.mu
accepts "  and to host files" "$MCC" -include cuda_runtime_api.h -c names.cpp

cat >guards.cu <<'END'
#include <cuda.h>
#if !defined(__CUDA_RUNTIME_H__) || !defined(__CUDA_RUNTIME_API_H__) || !defined(__DRIVER_TYPES_H__) || !defined(__cuda_cuda_h__)
#error
#endif
END
accepts "programs' headers find the guards of CUDA's" "$MCC" -c guards.cu

# Compiler macros: none of CUDA's but those asked for.
echo '__global__ void k() {}' >m.cu
for pass in host device; do
  succeeds "-dM -E ($pass)" "$MCC" -dM -E --cuda-$pass-only m.cu; cp log $pass
  misses "no compiler macro of CUDA's in .cu ($pass)" $pass '^#define (__CUDA__|__CUDACC|__CUDA_ARCH|__NVCC__|__NVPTX__) '
  holds "CUDART_VERSION counts as CUDA does ($pass)" $pass '^#define CUDART_VERSION __HELICON_CUDA_VERSION$'
  holds "  12.5 ($pass)" $pass '^#define __HELICON_CUDA_VERSION 12050$'
  succeeds "-D__CUDACC__ -D__CUDA_ARCH__=800 ($pass)" "$MCC" -D__CUDACC__ -D__CUDA_ARCH__=800 -dM -E --cuda-$pass-only m.cu
  cp log $pass
  holds "  gives __CUDACC__ ($pass)" $pass '^#define __CUDACC__ '
done
holds "  and __CUDA_ARCH__ in the device pass" device '^#define __CUDA_ARCH__ '
misses "  alone" host '__CUDA_ARCH__'
succeeds "-Xarch_device -D__CUDA_ARCH__=750" "$MCC" -Xarch_device -D__CUDA_ARCH__=750 -dM -E --cuda-device-only m.cu
logs "  too" '^#define __HELICON_CUDA_ARCH__ 750$'
cat >guard.cu <<'END'
#ifdef __CUDACC__
#define HD __host__ __device__
#else
#define HD
#endif
HD int two() { return 2; }
__global__ void k(int *p) { *p = two(); }
END
refuses "a function that only nvcc makes __device__" "call to __host__ function" "$MCC" -c guard.cu
logs "  tells of the macro" "pass -D__CUDACC__"
accepts "  which helps" "$MCC" -D__CUDACC__ -c guard.cu

# Refusals.
echo 'int main() { cudaGraph_t g; return cudaGraphCreate(&g, 0); }' >refused.cu
refuses "a call that is not offered" "'cudaGraphCreate' is unavailable: Helicon does not offer this call yet" "$MCC" -c refused.cu
echo 'int main() { return cudaGLSetGLDevice(0); }' >refused.cu
refuses "a graphics call" "'cudaGLSetGLDevice' is unavailable: Helicon has no graphics device" "$MCC" -c refused.cu
echo 'int main() { return cudaNoSuchCall(0); }' >refused.cu
refuses "a call that nobody has" "undeclared identifier 'cudaNoSuchCall'" "$MCC" -c refused.cu

# Every call that a header declares means the same symbol under both names, on either default stream.
for header in musa_runtime_api musa; do
  prefix=$([ $header = musa ] && echo mu || echo musa)
  sed -n "s/.*\(MUSARTAPI\|MUSAAPI\) \($prefix[A-Z][A-Za-z0-9]*\)(.*/\2/p" "$INCLUDE/$header.h" | sort -u |
    grep -vE '^mu(sa)?(Driver|Runtime)GetVersion$' >calls
  for macro in "" -DMUSA_API_PER_THREAD_DEFAULT_STREAM -DCUDA_API_PER_THREAD_DEFAULT_STREAM; do
    for spelling in musa cuda; do
      other=$([ $spelling = cuda ] && echo "s/musa/cuda/;s/^mu/cu/" || echo p)
      { sed "$([ $spelling = cuda ] && echo "s/musa/cuda/" || echo "")" <<<"#include <$header.h>"
        echo "const void *all[] = {"; sed "$other" calls | sort -u | sed 's/.*/(const void *)&,/'; echo "};"; } >$spelling.c
      succeeds "$header.h as $spelling $macro" gcc "$([ $spelling = cuda ] && echo "${macro:--g0}" || echo "${macro/CUDA/MUSA}" | sed 's/^$/-g0/')" -I"$INCLUDE" -c $spelling.c -o $spelling.o
      nm -u $spelling.o | awk '{print $2}' | sort -u >$spelling.symbols
    done
    diff musa.symbols cuda.symbols >log; report $? "  the same $(wc -l <cuda.symbols) symbols"
    [ "$(wc -l <cuda.symbols)" -gt 90 ]; report $? "  and many of them"
  done
done

# Host compilers.
cat >host.c <<'END'
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>
#include <cuComplex.h>
struct cudaDeviceProp properties;
int main(void) {
  enum cudaMemcpyKind kind = cudaMemcpyHostToDevice;
  int version = 0;
  CUdevice device = 0;
  cuComplex z = cuCmulf(make_cuComplex(1, 2), make_cuComplex(3, 4));
  if (cuInit(0) != CUDA_SUCCESS || cuDeviceGet(&device, 0) != CUDA_SUCCESS) return 1;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess || cudaRuntimeGetVersion(&version) != cudaSuccess) return 2;
  if (version != CUDART_VERSION || version != CUDA_VERSION || kind != 1) return 3;
  return z.x == -5 && z.y == 10 ? 0 : 4;
}
END
sed '1i #include <cuda_runtime.h>' host.c >host.cpp
for standard in c99 c11; do
  accepts "gcc $standard" gcc -std=$standard -pedantic -Wall -Wextra -Werror -I"$INCLUDE" -c host.c
  accepts "clang $standard" clang-19 -std=$standard -pedantic -Wall -Wextra -Werror -I"$INCLUDE" -c host.c
done
for standard in 11 20; do
  accepts "g++ $standard" g++ -std=c++$standard -Wall -Wextra -Werror -I"$INCLUDE" -c host.cpp
  accepts "clang++ $standard" clang++-19 -std=c++$standard -Wall -Wextra -Werror -I"$INCLUDE" -c host.cpp
done
accepts "-lcudart and -lcuda are the libraries of MUSA" "$MCC" host.o -lcudart -lcuda -lcudadevrt -o host
accepts "  and it runs" ./host
accepts "-lcudart_static" "$MCC" host.cpp -lcudart_static -lcuda -o host
accepts "  runs" ./host
readelf -d host >log; lacks "  without the shared runtime" 'NEEDED.*musart'

# Names that CUDA programs take for themselves where __CUDACC__ is not defined.
cat >own.cu <<'END'
#ifndef __CUDACC__
inline int max(int a, int b) { return a > b ? a : b; }
inline int min(int a, int b) { return a < b ? a : b; }
inline float fminf(float a, float b) { return a < b ? a : b; }
inline float rsqrtf(float x) { return 1 / sqrtf(x); }
inline double rsqrt(double x) { return 1 / sqrt(x); }
#endif
#define cudaMalloc(pointer, bytes) counted((void **)(pointer), bytes)
static int count;
cudaError_t counted(void **pointer, size_t bytes) { ++count; return (cudaMalloc)(pointer, bytes); }
int main() {
  void *p;
  if (cudaMalloc(&p, 8) != cudaSuccess) return 1;
  return count == 1 && max(2, 3) + min(2, 3) == 5 && rsqrtf(4.0f) == 0.5f && max(2.5, 1.f) == 2.5 ? 0 : 2;
}
END
accepts "a program's own min, max, rsqrt and cudaMalloc" "$MCC" -Wall -Wextra own.cu -o own
accepts "  are used" ./own
accepts "-DCUDA_API_PER_THREAD_DEFAULT_STREAM" "$MCC" -x cuda -DCUDA_API_PER_THREAD_DEFAULT_STREAM -c kernel.mu -o stream.o
nm stream.o >log; logs "  launches per thread" 'U musaLaunchKernel_ptsz$'; lacks "  alone" 'U musaLaunchKernel$'
nothingLeft
finish
