// What has no meaning yet is refused with its name and, where the code has lines, its place.
// RUN: %device %s -g > %t.ll
// RUN: not simt-opt %t.ll -kernel=inside -passes=prepare 2>&1 | FileCheck %s --check-prefix=INSIDE
// RUN: not simt-opt %t.ll -kernel=assembly -passes=prepare 2>&1 | FileCheck %s --check-prefix=ASSEMBLY
// RUN: not simt-opt %t.ll -kernel=operand -passes=prepare 2>&1 | FileCheck %s --check-prefix=OPERAND
// RUN: not simt-opt %t.ll -kernel=constraint -passes=prepare 2>&1 | FileCheck %s --check-prefix=CONSTRAINT
// RUN: simt-opt %t.ll -kernel=removed -passes=prepare | FileCheck %s --check-prefix=REMOVED
// RUN: not simt-opt %t.ll -kernel=missing -passes=prepare 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not simt-opt %t.ll -kernel=absent -passes=prepare 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: not simt-opt %t.ll -kernel=sized -passes=prepare 2>&1 | FileCheck %s --check-prefix=SIZED
// RUN: simt-opt %t.ll -kernel=folded -passes=prepare | FileCheck %s --check-prefix=FOLDED

__device__ int twice(int n) { return 2 * n; }

// The function is named that holds it.
// INSIDE: error: {{.*}}refuse.cu:[[@LINE+4]]: inline PTX, {{.*}}'wgmma.fence.sync.aligned' is not supported: {{.*}}(function down(int))
__device__ int down(int n) {
  int lane = 0;
  if (n == 5)
    asm("mov.u32 %0, %%laneid; wgmma.fence.sync.aligned;" : "=r"(lane));
  return n < 2 ? lane : n * down(n - 1);
}
extern "C" __global__ void inside(int *p) { *p = down(*p); }

// ASSEMBLY: error: {{.*}}refuse.cu:[[@LINE+1]]: inline PTX, line 2, column 2 of its text: 'setmaxnreg.inc.sync.aligned.u32' is not supported: {{.*}} (kernel assembly)
extern "C" __global__ void assembly(int *p) { asm("mov.u32 %0, 1;\n setmaxnreg.inc.sync.aligned.u32 40;" : "=r"(*p) : "r"(*p)); }

// OPERAND: error: {{.*}}refuse.cu:[[@LINE+1]]: inline PTX, line 1, column 13 of its text: an operand of 64 bits stands where 'add.u32' has one of 32 (kernel operand)
extern "C" __global__ void operand(int *p) { asm("add.u32 %0, %1, 1;" : "=r"(*p) : "l"(p)); }

// CONSTRAINT: error: {{.*}}refuse.cu:[[@LINE+1]]: inline PTX, line 1, column 1 of its text: operands in memory are not supported (kernel constraint)
extern "C" __global__ void constraint(int *p) { asm("mov.u32 %0, 1;" : "=m"(*p)); }

// An instruction that the launch shape removes does not count.
// REMOVED: define{{.*}}void @removed
extern "C" __global__ void removed(int *p) { if (*p != *p) asm("wgmma.fence.sync.aligned;"); }

__device__ int elsewhere(int);
// MISSING: error: {{.*}}refuse.cu:[[@LINE+1]]: the device function elsewhere(int) is called but defined nowhere; link the object that defines it (-dc where device functions cross files) (kernel missing)
extern "C" __global__ void missing(int *p) { *p = elsewhere(*p); }

// ABSENT: error: the device code has no kernel named absent

// SIZED: error: {{.*}}refuse.cu:[[@LINE+2]]: local memory whose size is known only at run time
extern "C" __global__ void sized(int *p, int n) {
  int *q = (int *)__builtin_alloca(n);
  for (int i = 0; i < n / 4; ++i)
    q[i] = p[n - i];
  *p = q[p[1]];
}

// A pointer that becomes known on the way is no indirect call.
// FOLDED: define{{.*}}void @folded
// FOLDED: shl {{.*}}i32
__device__ int apply(int (*f)(int), int x) { return f(x); }
extern "C" __global__ void folded(int *p) { *p = apply(twice, *p); }
