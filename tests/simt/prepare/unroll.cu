// Loop pragmas are followed: `unroll 1` keeps a loop that would be unrolled, `unroll N` makes N copies of the body,
// `unroll` all of them, also where their number is beyond what is unrolled unasked; and a number on a loop whose trips
// are known only at run time leaves a second loop for the rest.
// RUN: %device %s -o %t.ll
// RUN: simt-opt %t.ll -kernel=unasked -block=32 -passes=prepare | FileCheck %s --check-prefixes=NONE,UNASKED
// RUN: simt-opt %t.ll -kernel=one -block=32 -passes=prepare | FileCheck %s --check-prefixes=ONE
// RUN: simt-opt %t.ll -kernel=forbidden -block=32 -passes=prepare | FileCheck %s --check-prefixes=ONE
// RUN: simt-opt %t.ll -kernel=two -block=32 -passes=prepare | FileCheck %s --check-prefixes=TWO
// RUN: simt-opt %t.ll -kernel=all -block=32 -passes=prepare | FileCheck %s --check-prefixes=NONE,ALL
// RUN: simt-opt %t.ll -kernel=long_unasked -block=32 -passes=prepare | FileCheck %s --check-prefixes=ONE
// RUN: simt-opt %t.ll -kernel=runtime -block=32 -passes=prepare | FileCheck %s --check-prefixes=RUNTIME
// RUN: simt-opt %t.ll -kernel=runtime_unasked -block=32 -passes=prepare | FileCheck %s --check-prefixes=ONE
// RUN: simt-opt %t.ll -kernel=runtime_all -block=32 -passes=prepare | FileCheck %s --check-prefixes=ONE
// RUN: simt-opt %t.ll -kernel=uncountable -block=32 -passes=prepare | FileCheck %s --check-prefixes=ONE
#define SUM(NAME, PRAGMA, TRIPS)                                                                                       \
  extern "C" __global__ void NAME(float *p, int n) {                                                                   \
    float s = 0;                                                                                                       \
    _Pragma(PRAGMA) for (int i = 0; i < TRIPS; i++) s += p[i * i];                                                     \
    p[0] = s;                                                                                                          \
  }
SUM(unasked, "", 8)
SUM(one, "unroll 1", 8)
SUM(forbidden, "nounroll", 8)
SUM(two, "unroll 2", 8)
SUM(all, "unroll", 100)
SUM(long_unasked, "", 100)
SUM(runtime, "unroll 4", n)
SUM(runtime_unasked, "", n)
SUM(runtime_all, "unroll", n)

extern "C" __global__ void uncountable(float *p, int n) {
  float s = 0;
  int i = 0;
#pragma unroll 4
  do {
    s += p[i];
    i = (int)p[i + n];
  } while (i);
  p[0] = s;
}
// NONE-NOT: br i1
// UNASKED-COUNT-8: fadd float
// ALL-COUNT-100: fadd float
// ONE-COUNT-1: fadd float
// ONE-NOT: fadd float
// ONE: br i1
// ONE-NOT: fadd float
// TWO-COUNT-2: fadd float
// TWO-NOT: fadd float
// TWO: br i1
// TWO-NOT: fadd float
// RUNTIME-COUNT-5: fadd float
// RUNTIME-NOT: fadd float
