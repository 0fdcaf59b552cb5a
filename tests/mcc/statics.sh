#!/bin/bash
# Internal variables and kernels of one name in two files are two: whatever the files are called, however they are
# compiled and linked, host code and kernels of each file reach that file's own.
. "$(dirname "$0")/common.sh"
cat >part.mu <<'EOF'
#include <cstdio>
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
static __device__ int counter = PART;
static __constant__ int fixed = 10 * PART;
namespace {
__device__ int hidden = 100 * PART;
__constant__ int table[4] = {PART, PART, PART, PART};
__global__ void read(int *out) { out[0] = counter++; out[1] = fixed; out[2] = hidden; out[3] = table[PART]; }
}
template <class Int> static __global__ void bump(Int by) { counter += by; }
int JOIN(get, PART)(int *to, int add) {
  int *device, now;
  if (musaMalloc(&device, 16)) return 1;
  bump<<<1, 1>>>(add);
  read<<<1, 1>>>(device);
  if (musaMemcpy(to, device, 16, musaMemcpyDeviceToHost)) return 2;
  if (musaMemcpyFromSymbol(&now, counter, sizeof now)) return 3;
  return now == to[0] + 1 ? 0 : 4;
}
int JOIN(set, PART)(int v) {
  int t[4] = {v, v, v, v}, f = v + 1, h = v + 2, c = v + 3;
  void *p, *q;
  size_t bytes;
  if (musaGetSymbolAddress(&p, counter) || musaGetSymbolAddress(&q, hidden) || p == q) return 1;
  if (musaGetSymbolSize(&bytes, table) || bytes != 16) return 2;
  return musaMemcpyToSymbol(table, t, sizeof t) || musaMemcpyToSymbol(fixed, &f, 4) ||
         musaMemcpyToSymbol(hidden, &h, 4) || musaMemcpyToSymbol(counter, &c, 4);
}
EOF
cat >main.cpp <<'EOF'
#include <cstdio>
int get1(int *, int), set1(int), get2(int *, int), set2(int);
static int bad = 0;
static void expect(int part, const int *got, int a, int b, int c, int d) {
  const int wanted[] = {a, b, c, d};
  for (int i = 0; i < 4; i++)
    if (got[i] != wanted[i]) printf("part %d [%d]: %d, wanted %d\n", part, i, got[i], wanted[i]), bad = 1;
}
int main() {
  int r[4], e;
  if ((e = get1(r, 0))) return printf("get1: %d\n", e), 1;
  expect(1, r, 1, 10, 100, 1);
  if ((e = get2(r, 5))) return printf("get2: %d\n", e), 1;
  expect(2, r, 7, 20, 200, 2);
  if (set1(1000) || set2(2000)) return printf("set\n"), 1;
  if (get2(r, 0)) return 1;
  expect(2, r, 2003, 2001, 2002, 2000);
  if (get1(r, 3)) return 1;
  expect(1, r, 1006, 1001, 1002, 1000);
  return bad;
}
EOF
for n in 1 2; do
  mkdir folder$n
  printf '#define PART %d\n#include "../part.mu"\n' $n >folder$n/same.mu
  printf '#define PART %d\n#include "part.mu"\n' $n >part$n.mu
done
"$MCC" -c main.cpp
linked() { # linked WHAT ARGUMENTS OF THE LINK...
  local what=$1; shift
  accepts "$what" "$MCC" main.o "$@" -o program
  accepts "  each part reaches its own" ./program
  accepts "  by the other executor" env HELICON_EXEC=thread ./program
}

linked "in one command" part1.mu part2.mu
linked "in one command, relocatable" -fgpu-rdc part1.mu part2.mu
"$MCC" -c part1.mu && "$MCC" -dc part2.mu
linked "one relocatable, one not" part1.o part2.o
for options in -c -dc "-dc -g" "-dc -flto -fuse-ld=lld -Qunused-arguments"; do
  read -r -a words <<<"$options"
  for n in 1 2; do (cd folder$n && "$MCC" "${words[@]}" same.mu); done
  linked "files of one name in two folders, $options" "${words[@]:1}" folder1/same.o folder2/same.o
  for n in 1 2; do "$MCC" "${words[@]}" -DPART=$n part.mu -o twice$n.o; done
  linked "one file compiled twice, $options" "${words[@]:1}" twice1.o twice2.o
done
for n in 1 2; do (cd folder$n && "$MCC" -S -fgpu-rdc same.mu && "$MCC" -c same.s); done
linked "by way of assembly" folder1/same.o folder2/same.o
"$MCC" -dc -fPIC part1.mu part2.mu && ar rcs lib.a part1.o part2.o
linked "in an archive" lib.a
"$MCC" -shared part1.o part2.o -o libboth.so
linked "in a shared library" ./libboth.so
for n in 1 2; do "$MCC" -shared part$n.o -o libpart$n.so; done
linked "in two shared libraries" ./libpart1.so ./libpart2.so
nothingLeft
finish
