// What calls itself stays a function, the rest is inlined into it; a call through a pointer is a switch over the ids of
// the functions that it may mean, whose bodies are inlined; addresses are ids everywhere.
// RUN: %device %s > %t.ll
// RUN: simt-opt %t.ll -kernel=recursive -block=32 -passes=prepare | FileCheck %s --check-prefix=RECURSIVE
// RUN: simt-opt %t.ll -kernel=circle -block=32 -passes=prepare | FileCheck %s --check-prefix=CIRCLE
// RUN: simt-opt %t.ll -kernel=pointer -block=32 -passes=prepare | FileCheck %s --check-prefix=POINTER
// RUN: simt-opt %t.ll -kernel=local -block=32 -passes=prepare | FileCheck %s --check-prefix=LOCAL
// RUN: simt-opt %t.ll -kernel=virtual_ -block=32 -passes=prepare | FileCheck %s --check-prefix=VIRTUAL
// RUN: simt-opt %t.ll -kernel=tree -block=32 -passes=prepare | FileCheck %s --check-prefix=TREE

inline __device__ void *operator new(__SIZE_TYPE__, void *place) { return place; }

// Special registers, shared memory and structs in a function that stays.
struct Three {
  int a, b, c;
};
__device__ Three fall(Three t, int n) {
  __shared__ int places[4];
  if (n == 0)
    return t;
  places[n & 3] = threadIdx.x;
  Three next = fall(Three{t.b, t.c, t.a + places[t.a & 3]}, n - 1);
  next.a += t.c;
  return next;
}
// RECURSIVE-LABEL: define{{.*}}void @recursive
// RECURSIVE: call void @_Z4fall5Threei(ptr {{[^,]*}}, ptr {{[^,]*}}, i32
// RECURSIVE: define internal{{.*}}void @_Z4fall5Threei(ptr %{{[^,]*}}, ptr %{{[^,]*}}, i32
// RECURSIVE-NOT: byval
// RECURSIVE: @helicon.shared
// RECURSIVE: call void @_Z4fall5Threei(
// RECURSIVE: ret void
// RECURSIVE-NOT: define
extern "C" __global__ void recursive(int *p) { p[threadIdx.x] = fall(Three{1, 2, 3}, p[threadIdx.x]).a; }

__device__ int odd(int n);
__device__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__device__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }
// One of the two is enough.
// CIRCLE: define internal {{.*}}i32 @_Z4eveni
// CIRCLE: call {{.*}}i32 @_Z4eveni
// CIRCLE-NOT: define internal
// CIRCLE: define{{.*}}void @circle
// CIRCLE: call {{.*}}i32 @_Z4eveni
// CIRCLE-NOT: define
extern "C" __global__ void circle(int *p) { p[threadIdx.x] = even(p[threadIdx.x]); }

__device__ int twice(int n) { return 2 * n; }
__device__ int square(int n) { return n * n; }
__device__ float third(float x) { return x / 3; }
__device__ int (*operation)(int) = twice;
__device__ float (*floats)(float) = third;
// The host may have put any function of the type there: square is one, though this kernel does not name it.
__device__ int (*other)(int) = square;
// POINTER-LABEL: define{{.*}}void @pointer
// POINTER: switch i64 %{{.*}}, label %[[BAD:.*]] [
// POINTER-NEXT: i64 [[#]], label
// POINTER-NEXT: i64 [[#]], label
// POINTER-NEXT: ]
// POINTER: [[BAD]]:
// POINTER-NEXT: call void @helicon.trap(i32 3)
// POINTER-NOT: call i32
// POINTER-NOT: define
extern "C" __global__ void pointer(int *p) { p[threadIdx.x] = operation(p[threadIdx.x]); }

// LOCAL-LABEL: define{{.*}}void @local
// LOCAL: switch i64 %{{.*}}, label %{{.*}} [
// LOCAL-NEXT: i64 [[#]], label
// LOCAL-NEXT: i64 [[#]], label
// LOCAL-NEXT: ]
extern "C" __global__ void local(int *p) {
  int (*const table[])(int) = {twice, square};
  p[threadIdx.x] = table[p[threadIdx.x] & 1](3);
}

struct Base {
  __device__ virtual int first(int x) { return x; }
  __device__ virtual int second(int x) { return x + 1; }
};
struct Derived : Base {
  __device__ int second(int x) override { return x - 1; }
};
__device__ Base *object;
extern "C" __global__ void makes() { new (object) Derived; }
// Two of the three functions of this type stand at the table's second place.
// VIRTUAL-LABEL: define{{.*}}void @virtual_
// VIRTUAL: switch i64
// VIRTUAL-NEXT: i64 [[#]], label
// VIRTUAL-NEXT: i64 [[#]], label
// VIRTUAL-NEXT: ]
extern "C" __global__ void virtual_(int *p) { p[threadIdx.x] = object->second(3); }

struct Node {
  Node *next;
  __device__ virtual int sum() { return 1; }
};
struct Inner : Node {
  __device__ int sum() override { return 2 + next->sum(); }
};
__device__ Node *root;
extern "C" __global__ void plants() { new (root) Inner; }
// Recursion through a virtual call: the function that calls itself stays, the leaf is inlined.
// TREE-LABEL: define{{.*}}void @tree
// TREE: define internal {{.*}}i32 @_ZN5Inner3sumEv
// TREE: call {{.*}}i32 @_ZN5Inner3sumEv
// TREE-NOT: define
extern "C" __global__ void tree(int *p) { p[threadIdx.x] = root->sum(); }
