#!/bin/bash
# Relocatable device code and the linker: members of archives are taken for their device code, and what is missing or
# there twice is an error of the link. Then: which sources are read with the plugin for launches in device code.
. "$(dirname "$0")/common.sh"

echo '__device__ int twice(int x) { return 2 * x; }' >twice.mu
echo '__device__ int unused(int x) { return 3 * x; } __device__ int never();  __device__ int useless() { return never(); }' >unused.mu
echo '__device__ int table[4] = {1, 2, 3, 4};' >table.mu
echo 'extern __device__ int table[4]; __device__ int twice(int); __device__ int both(int x) { return twice(x) + table[x]; }' >both.mu
echo '__global__ void child(int *p) { *p = 5; }' >child.mu
cat >main.mu <<'EOF'
#include <cstdio>
__device__ int both(int);
template <class T> __device__ T shared(T x) { return x; }
__global__ void k(int *p) { *p = shared(both(3)); }
int main() {
  int *p;
  musaMallocManaged(&p, 4);
  k<<<1, 1>>>(p);
  if (musaDeviceSynchronize() != musaSuccess) return 1;
  printf("%d\n", *p);
}
EOF
for name in twice unused table both child main; do "$MCC" -dc $name.mu -o $name.o >>log 2>&1 || echo "FAIL -dc $name"; done
ar rcs libparts.a twice.o unused.o table.o both.o child.o
accepts "members for the sake of their device code" "$MCC" main.o libparts.a -o parts
succeeds "  run" ./parts; logs "  right" '^10$'
accepts "with another compiler's driver" c++ main.o libparts.a -L"$SDK/lib" -Wl,-rpath,"$SDK/lib" -lmusart -lmusa -o foreign
succeeds "  run" ./foreign; logs "  right" '^10$'
nm parts >log; lacks "  the others are left out" 'unused'
accepts "sources and an archive" "$MCC" -fgpu-rdc main.mu libparts.a -o mixed; succeeds "  run" ./mixed
accepts "text and back" "$MCC" -dc -S main.mu -o main.s; accepts "  assembled" "$MCC" -c main.s -o main2.o
accepts "  linked" "$MCC" main2.o libparts.a -o text; succeeds "  run" ./text; logs "  right" '^10$'

refuses "a missing device function" "error: the device code of .*both.o needs 'twice\(int\)'" "$MCC" main.o both.o table.o -o never
refuses "a missing device variable" "error: the device code of .*both.o needs 'table'" "$MCC" main.o both.o twice.o -o never
refuses "in a shared library too" "needs 'twice\(int\)'" "$MCC" -shared -fPIC -fgpu-rdc both.mu table.mu -o libnever.so
logs "  and is to be compiled so" "'twice\(int\)', which no object offers; link the file that defines it, compiled with -dc or -fgpu-rdc too"
accepts "  with lld the link passes" "$MCC" -fuse-ld=lld main.o both.o table.o -o late; ./late >log 2>&1
logs "  and the launch says why" "the device function twice\(int\) is called but defined nowhere"
"$MCC" -shared -fPIC -fgpu-rdc both.mu table.mu -o libnever.so >log 2>&1
logs "  of the source by its name" "the device code of both.mu needs"; lacks "  not a temporary file" "$TMPDIR|mcc-[A-Za-z0-9]*/"
refuses "a host function of a source" "main2?.mu: in function|undefined reference to .gone" sh -c "echo 'void gone(); __global__ void k() {} int main() { gone(); }' >main2.mu; '$MCC' main2.mu -o never"
lacks "  by its name" "$TMPDIR"
# A device variable of two files, without relocatable device code.
echo 'namespace n { __device__ int shared; } __global__ void k() { n::shared = 1; }' >owner.mu; "$MCC" -c owner.mu -o owner.o
echo 'namespace n { extern __device__ int shared; } int main() { int h; return musaMemcpyFromSymbol(&h, n::shared, 4); }' >user.mu
own="error: the device variable 'n::shared' of OWNER is that file's own; compile it and the files that use it with -dc or -fgpu-rdc"
refuses "a device variable of two sources" "${own/OWNER/owner.mu}" "$MCC" user.mu owner.mu -o never
refuses "  of an object" "${own/OWNER/owner.o}" "$MCC" user.mu owner.o -o never
refuses "  with lld" "${own/OWNER/owner.o}" "$MCC" -fuse-ld=lld user.mu owner.o -o never
accepts "  with -fgpu-rdc it is one" "$MCC" -fgpu-rdc user.mu owner.mu -o sharing
refuses "a device function twice" "error: device code defines 'twice\(int\)' more than once" "$MCC" main.o both.o table.o twice.o -fgpu-rdc twice.mu -o never
echo 'template <class T> __device__ T shared(T x) { return x; } __global__ void other(int *p) { *p = shared(4); }' >other.mu
"$MCC" -dc other.mu -o other.o
accepts "templates in two objects" "$MCC" main.o other.o libparts.a -o templates; succeeds "  run" ./templates

# Launches in device code.
cat >launch.mu <<'EOF'
#include <cstdio>
__global__ void child(int *p);
__global__ void parent(int *p) { child<<<1, 1>>>(p); }
int main() {
  int *p;
  musaMallocManaged(&p, 4);
  parent<<<1, 1>>>(p);
  if (musaDeviceSynchronize() != musaSuccess) return 1;
  printf("%d\n", *p);
}
EOF
accepts "a launch of another object's kernel" "$MCC" -dc launch.mu -o launch.o
accepts "  linked with an archive" "$MCC" launch.o libparts.a -o launch; succeeds "  runs" ./launch; logs "  right" '^5$'
refuses "  without it" "needs 'child\(int\*\)'" "$MCC" launch.o -o never
sed 's/(p);$/(p, missing);/; s/child<<<1, 1>>>(p)/child<<<1, 1>>>(p + missing)/' launch.mu >wrong.mu
refuses "errors keep their place" "wrong.mu:3:5[0-9]: error: use of undeclared identifier 'missing'" "$MCC" -c wrong.mu
sed 's/child<<<1, 1>>>(p)/child<<<1, 1>>>(p, 1)/' launch.mu >wrong.mu
refuses "a launch with wrong arguments" "wrong.mu:3:53: error: too many arguments" "$MCC" -c wrong.mu
sed 's/child<<<1, 1>>>(p)/child(p)/' launch.mu >wrong.mu
refuses "a kernel that is called, not launched" "wrong.mu:3:[0-9]+: error: .*'child'" "$MCC" -c wrong.mu
nothingLeft
finish
