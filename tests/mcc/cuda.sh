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
printf '#include <cuda.h>\nint main() { return cuGreenCtxCreate(0); }\n' >refused.cu
refuses "a call that is not offered" "'cuGreenCtxCreate' is unavailable: Helicon does not offer this call yet" "$MCC" -c refused.cu
echo 'int main() { return cudaGLSetGLDevice(0); }' >refused.cu
refuses "a graphics call" "'cudaGLSetGLDevice' is unavailable: Helicon has no graphics device" "$MCC" -c refused.cu
echo 'int main() { return cudaNoSuchCall(0); }' >refused.cu
refuses "a call that nobody has" "undeclared identifier 'cudaNoSuchCall'" "$MCC" -c refused.cu

# Every call that a header declares means the same symbol under both names, on either default stream.
for header in musa_runtime_api musa; do
  prefix=$([ $header = musa ] && echo mu || echo musa)
  sed -n "s/.*\(MUSARTAPI\|MUSAAPI\) \($prefix[A-Z][A-Za-z0-9]*\)(.*/\2/p" "$INCLUDE/$header.h" | sort -u |
    grep -vE '^mu(sa)?((Driver|Runtime)GetVersion|Get(ErrorName|ErrorString|ProcAddress|DriverEntryPoint(ByVersion)?))$' >calls # symbols of their own
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

# The folder in the shape of a CUDA toolkit: for linkers, for CMake's module, and for programs that open the libraries.
CUDA=$SDK/cuda
accepts "g++ -lcudart -lcuda" g++ -I"$CUDA/include" host.cpp -L"$CUDA/lib64" -lcudart -lcuda -Wl,-rpath,"$CUDA/lib64" -o linked
accepts "  runs" ./linked
succeeds "a program with kernels" "$MCC" -c kernel.mu -o kernel.o
accepts "  linked there" g++ kernel.o -L"$CUDA/lib64" -lcudart -lcuda -Wl,-rpath,"$CUDA/lib64" -o kernels
succeeds "  finds the kernel compiler" env HELICON_CACHE=off ./kernels; logs "  and runs" '^right$'
for linker in bfd lld; do
  accepts "libcudart_static.a ($linker)" g++ -fuse-ld=$linker -I"$CUDA/include" host.cpp "$CUDA/lib64/libcudart_static.a" \
    -Wl,-rpath,"$CUDA/lib64" -pthread -ldl -o static
  accepts "  runs" ./static
done
mkdir project
cat >project/tool.c <<'END'
#include <cupti.h>
#include <cuda_runtime_api.h>
static void seen(void *calls, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void *data) {
  *(int *)calls += domain == CUPTI_CB_DOMAIN_RUNTIME_API && id == CUPTI_RUNTIME_TRACE_CBID_cudaGetDevice_v3020 && data;
}
int main(void) {
  CUpti_SubscriberHandle tool;
  int calls = 0, device = 0;
  if (cuptiSubscribe(&tool, seen, &calls) != CUPTI_SUCCESS) return 1;
  cuptiEnableDomain(1, tool, CUPTI_CB_DOMAIN_RUNTIME_API);
  return cudaGetDevice(&device) != cudaSuccess || calls != 2;
}
END
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(uses_toolkit C CXX)
find_package(CUDAToolkit 12 REQUIRED)
add_executable(tool tool.c)
target_link_libraries(tool CUDA::cudart CUDA::cupti)
foreach(kind cudart cudart_static)
  add_executable(${kind} ../host.cpp)
  target_link_libraries(${kind} CUDA::${kind} CUDA::cuda_driver)
endforeach()
END
succeeds "find_package(CUDAToolkit)" cmake -S project -B project/build -DCUDAToolkit_ROOT="$CUDA"
succeeds "  builds" cmake --build project/build
accepts "  CUDA::cudart runs" project/build/cudart
accepts "  CUDA::cupti hears calls" project/build/tool
accepts "  CUDA::cudart_static runs" project/build/cudart_static
cat >open.c <<'END'
#include <dlfcn.h>
#include <string.h>
int main(void) {
  void *runtime = dlopen("libcudart.so.11.0", RTLD_NOW), *driver = dlopen("libcuda.so.1", RTLD_NOW);
  if (!runtime || !driver) return 1;
  int (*allocate)(void **, unsigned long) = (int (*)(void **, unsigned long))dlsym(runtime, "cudaMalloc");
  const char *(*name)(int) = (const char *(*)(int))dlsym(runtime, "cudaGetErrorName");
  const char *(*text)(int) = (const char *(*)(int))dlsym(runtime, "cudaGetErrorString");
  int (*version)(int *) = (int (*)(int *))dlsym(runtime, "cudaRuntimeGetVersion");
  int (*find)(const char *, void **, int, unsigned long) =
      (int (*)(const char *, void **, int, unsigned long))dlsym(driver, "cuGetProcAddress");
  int (*driverName)(int, const char **) = (int (*)(int, const char **))dlsym(driver, "cuGetErrorName");
  if (!allocate || !name || !text || !version || !find || !driverName) return 2;
  void *memory = 0, *entry = 0;
  const char *word = 0;
  int number = 0;
  if (allocate(&memory, 100) || !memory) return 3;
  if (strcmp(name(1), "cudaErrorInvalidValue") || strcmp(name(4), "cudaErrorCudartUnloading")) return 4;
  if (!strstr(text(35), "CUDA driver") || strcmp(name(77777), "unrecognized error code")) return 5;
  if (version(&number) || number != 11080 || version(0) != 1) return 6;
  if (find("cuMemAlloc", &entry, 11080, 0) || entry != dlsym(driver, "cuMemAlloc_v2")) return 7;
  if (find("muMemAlloc", &entry, 11080, 0) != 500 || find("cuNoSuchCall", &entry, 11080, 0) != 500) return 8;
  if (driverName(2, &word) || strcmp(word, "CUDA_ERROR_OUT_OF_MEMORY") || driverName(77777, &word) != 1 || word) return 9;
  return 0;
}
END
accepts "a program that opens the libraries" gcc -Wall -Werror open.c -ldl -o open
accepts "  finds CUDA's names" env LD_LIBRARY_PATH="$CUDA/lib64" ./open
cat >capability.cu <<'END'
#include <cstring>
__global__ void k(int *p) { *p += 1; }
int main() {
  cudaDeviceProp p;
  if (cudaGetDeviceProperties(&p, 0) != cudaSuccess || p.major != 8 || p.minor != 0 || p.warpSize != 32) return 1;
  if (p.sharedMemPerBlock != 49152 || p.sharedMemPerBlockOptin != 166912 || p.maxGridSize[1] != 65535) return 2;
  int *n;
  if (cudaMallocManaged(&n, 4) != cudaSuccess) return 3;
  k<<<1, 1>>>(n);
  if (cudaDeviceSynchronize() != cudaSuccess || *n != 1) return 4;
  k<<<dim3(1, 65536), 1>>>(n);
  if (cudaGetLastError() != cudaErrorInvalidConfiguration && cudaGetLastError() != cudaErrorInvalidValue) return 5;
  return strcmp(cudaGetErrorName(cudaErrorInvalidConfiguration), "cudaErrorInvalidConfiguration") ? 6 : 0;
}
END
accepts "a program that wants compute capability 8.0" "$MCC" capability.cu -o capability
accepts "  has it with HELICON_DEVICE=SM80" env HELICON_DEVICE=SM80 ./capability

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
