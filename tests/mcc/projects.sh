#!/bin/bash
# Programs of several files, archives and shared libraries; each is linked with no flag beside its files, and run.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/mcc/common.sh"

for page in README.md README.zh-CN.md; do
  sed -n '/^```cpp$/,/^```$/p' "$root/$page" | grep -v '^```' >sample.mu
  accepts "the program of $page" "$MCC" -Wall sample.mu -o sample; succeeds "  runs" ./sample; logs "  with the right result" '^10 20 30$'
  sed -i 's/<<<1, 32>>>/<<<1, 3200>>>/' sample.mu; "$MCC" sample.mu -o sample
  HELICON_VERBOSE=1 ./sample >log 2>&1; [ $? = 1 ]; report $? "  fails when its launch is refused"; logs "  and says so" "^invalid configuration argument$"
  logs "  and why, with HELICON_VERBOSE" "kernel scale.*a block of 3200 threads, S5000 allows 1024"
done
accepts "one source" "$MCC" kernel.mu -o one; succeeds "  runs" ./one; logs "  with the right result" '^right$'
(mkdir -p out && cd out && "$MCC" ../kernel.mu) >log 2>&1 && out/a.out >log 2>&1; report $? "without -o: a.out"
accepts "-lmusart said" "$MCC" kernel.mu -lmusart -o two; succeeds "  runs" ./two
succeeds "-v shows the link" "$MCC" -v kernel.mu -o three; logs "  with a run path" "-rpath.? ?\"?,?.*lib"

cat >lib.h <<'EOF'
__device__ int twice(int);
int *make(int n);
void run(int *p, int n);
EOF
printf '#include "lib.h"\n__device__ int twice(int x) { return 2 * x; }\nint *make(int n) { int *p; musaMallocManaged(&p, n * 4); for (int i = 0; i < n; i++) p[i] = i; return p; }\n' >lib.mu
printf '#include "lib.h"\n__global__ void k(int *p) { p[threadIdx.x] = twice(p[threadIdx.x]); }\nvoid run(int *p, int n) { k<<<1, n>>>(p); musaDeviceSynchronize(); }\n' >run.mu
printf 'int *make(int); void run(int *, int);\n#include <cstdio>\nint main() { int *p = make(64); run(p, 64); for (int i = 0; i < 64; i++) if (p[i] != 2 * i) return 1; puts("right"); }\n' >main.cpp
accepts "device functions across files (-fgpu-rdc), host main" "$MCC" -fgpu-rdc lib.mu run.mu main.cpp -o rdc
succeeds "  runs" ./rdc; logs "  right" right
accepts "in nvcc's words" "$MCC" -rdc=true -c lib.mu -o lib-nvcc.o; accepts "  and others" "$MCC" --relocatable-device-code true --device-c run.mu -o run-nvcc.o
accepts "  linked" "$MCC" lib-nvcc.o run-nvcc.o main.cpp -o rdc-nvcc; succeeds "  runs" ./rdc-nvcc
accepts "-dc" "$MCC" -dc lib.mu run.mu; accepts "  host object" "$MCC" -c main.cpp
accepts "  linked" "$MCC" lib.o run.o main.o -o rdc2; succeeds "  runs" ./rdc2
ar rcs libparts.a lib.o run.o
accepts "archive" "$MCC" main.o libparts.a -o rdc3; succeeds "  runs" ./rdc3
accepts "archive by -l" "$MCC" main.cpp -L. -lparts -o rdc4; succeeds "  runs" ./rdc4
accepts "shared library" "$MCC" -fPIC -shared -fgpu-rdc lib.mu run.mu -o libshared.so
accepts "  linked against" "$MCC" main.cpp libshared.so -Wl,-rpath,"$PWD" -o rdc5; succeeds "  runs" ./rdc5

# The same static names in two files, without -fgpu-rdc.
for n in 1 2; do
  printf 'static __device__ int v = %d;\nstatic __global__ void k(int *p) { *p = v; }\nint get%d() { int *p; musaMallocManaged(&p, 4); k<<<1, 1>>>(p); musaDeviceSynchronize(); return *p; }\n' $n $n >part$n.mu
done
printf 'int get1(), get2(); int main() { return get1() * 10 + get2() - 12; }\n' >both.cc
accepts "static names twice" "$MCC" part1.mu part2.mu both.cc -o both; succeeds "  keep apart" ./both
accepts "with -fgpu-rdc as well" "$MCC" -fgpu-rdc part1.mu part2.mu both.cc -o both2; succeeds "  keep apart" ./both2
printf 'int main(void) { int class = 0; return class; }\n' >plain.c
accepts "a C file is C" "$MCC" plain.c -o plain; succeeds "  runs" ./plain
ldd plain >log 2>&1; lacks "  and needs no runtime" 'musart'
accepts "linked with another compiler's driver" c++ main.o lib.o run.o -L"$SDK/lib" -Wl,-rpath,"$SDK/lib" -lmusart -lmusa -o gcc; succeeds "  runs" ./gcc
accepts "libmusart_static" "$MCC" kernel.mu -lmusart_static -o static; succeeds "  runs" ./static
ldd ./static >log 2>&1; lacks "  without libmusart.so" musart
for option in -static --static -static-pie; do
  refuses "$option of a MUSA source" "cannot be linked with '$option'.*-lmusart_static" "$MCC" $option kernel.mu -o never
done
"$MCC" -c kernel.mu -o kernel.o
refuses "-static with -lmusart_static" 'libmusa.so is always a shared library' "$MCC" kernel.o -static -lmusart_static -o never
echo 'int main() {}' >main0.cpp
refuses "-static of a MUSA object" "note: a program with MUSA code cannot be linked with '-static'" "$MCC" -static kernel.o -o never
accepts "-static of a host program" "$MCC" -static main0.cpp -o static0; succeeds "  runs" ./static0
! ldd ./static0 >log 2>&1; report $? "  and is static"
accepts "-static -c" "$MCC" -static -c kernel.mu
accepts "the rest of the libraries static" "$MCC" kernel.mu -lmusart_static -static-libstdc++ -static-libgcc -o mostly; succeeds "  runs" ./mostly
readelf -d ./mostly | grep NEEDED >log; lacks "  needs neither of them" 'stdc|gcc|musart'; logs "  needs the driver" 'libmusa.so'
accepts "-x musa among the flags of a link" "$MCC" -x musa lib.o run.o main.o -o xlink; succeeds "  runs" ./xlink
accepts "several archs" "$MCC" --offload-arch=mp_10 --offload-arch=mp_21 kernel.mu -o archs; succeeds "  run" ./archs
# ccache takes the text of -E for all that an object depends on.
if command -v ccache >/dev/null; then
  export CCACHE_DIR=$PWD/ccache; unset CCACHE_DISABLE
  printf '#ifdef __MUSA_ARCH__\n#define RESULT 1\n#else\n#define RESULT 0\n#endif\n#include <cstdio>\n__global__ void k(int *p) { *p = RESULT; }\nint main() { int *p; musaMallocManaged(&p, 4); k<<<1, 1>>>(p); musaDeviceSynchronize(); printf("%%d\\n", *p); }\n' >cached.cu
  succeeds "through ccache" ccache "$MCC" -c cached.cu -o cached.o; sed -i 's/RESULT 1/RESULT 7/' cached.cu
  succeeds "  again, device code changed" ccache "$MCC" -c cached.cu -o cached.o
  accepts "  link" "$MCC" cached.o -o cached; succeeds "  run" ./cached; logs "  is not a stale object" '^7$'
fi

# A device file for the driver API.
printf 'extern "C" __device__ int base;\n__device__ int base = 40;\nextern "C" __global__ void add(int *p, int n) { *p = base + n; }\n' >module.mu
cat >load.cpp <<'EOF'
#include <musa.h>
#include <cstdio>
#define CHECK(call) if (int e = (call)) { std::printf("%s: %d\n", #call, e); return 1; }
int main(int, char **argv) {
  MUdevice device; MUcontext context; MUmodule module; MUfunction function; MUdeviceptr p; int n = 2, result = 0;
  CHECK(muInit(0)) CHECK(muDeviceGet(&device, 0)) CHECK(muCtxCreate(&context, 0, device))
  CHECK(muModuleLoad(&module, argv[1])) CHECK(muModuleGetFunction(&function, module, "add")) CHECK(muMemAlloc(&p, 4))
  void *args[] = {&p, &n};
  CHECK(muLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr)) CHECK(muMemcpyDtoH(&result, p, 4))
  std::printf("%d\n", result);
}
EOF
accepts "--cuda-device-only" "$MCC" --cuda-device-only --offload-arch=mp_22 --offload-arch=mp_31 module.mu -o module.fatbin
accepts "  and a program for the driver API" "$MCC" load.cpp -lmusa -o load
succeeds "  muModuleLoad takes it" ./load module.fatbin; logs "  and it runs" '^42$'
head -c 300 module.fatbin >cut.fatbin; ./load cut.fatbin >log 2>&1; [ $? = 1 ] && grep -q muModuleLoad log
report $? "  a truncated one is an error"

# The tree works wherever it is, through links, and for a binary that left it.
mkdir elsewhere; cp -rL "$SDK/bin" "$SDK/lib" "$SDK/include" elsewhere/; ln -s elsewhere/bin/mcc mcc-link
accepts "a moved tree" elsewhere/bin/mcc kernel.mu -o moved; succeeds "  runs" ./moved
succeeds "  with its own libraries" ldd moved; logs "  found by the run path" "elsewhere/lib/libmusart"
accepts "a link to mcc" ./mcc-link kernel.mu -o linked; succeeds "  runs" ./linked
cp elsewhere/bin/mcc lonely; refuses "mcc outside of a tree" "set MUSA_HOME to the installed tree" ./lonely -c kernel.mu
for name in MUSA_HOME MUSA_PATH; do
  accepts "mcc outside of a tree, $name set" env $name="$PWD/elsewhere" ./lonely kernel.mu -o lone; succeeds "  runs" ./lone
done
: >empty.mu; refuses "a program without main" 'undefined (reference|symbol).*main' "$MCC" empty.mu -o empty
nothingLeft
finish
