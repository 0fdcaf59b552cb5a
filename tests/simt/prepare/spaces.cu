// Address spaces: parameters and pointers inside by-value parameters are global, shared variables shared; each access
// says that the two never overlap. A parameter that is written becomes a private copy, one that is only read does not.
// RUN: %device %s > %t.ll
// RUN: simt-opt %t.ll -kernel=spaces -block=32 -passes=prepare | FileCheck %s
// RUN: simt-opt %t.ll -kernel=written -block=32 -passes=prepare | FileCheck %s --check-prefix=WRITTEN
// RUN: simt-opt %t.ll -kernel=wrapping -block=32 -passes=prepare | FileCheck %s --check-prefix=WRAP
struct Arguments {
  int *data;
  int numbers[8];
};
// CHECK-LABEL: @spaces
// CHECK-NOT: alloca
// CHECK: load i32, ptr addrspace(1) %{{.*}}, !alias.scope ![[GLOBAL:[0-9]+]], !noalias ![[SHARED:[0-9]+]]
// CHECK: store i32 %{{.*}}, ptr addrspace(3) %{{.*}}, !alias.scope ![[SHARED]], !noalias ![[GLOBAL]]
// CHECK: call void @helicon.barrier()
// CHECK: load i32, ptr %{{.*}}, !invariant.load
// CHECK: store i32 %{{.*}}, ptr addrspace(1)
extern "C" __global__ void spaces(int *in, Arguments a) {
  __shared__ int tile[32];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  a.data[threadIdx.x] = tile[31 - threadIdx.x] + a.numbers[threadIdx.x & 7];
}
// WRITTEN-LABEL: @written
// WRITTEN: alloca
extern "C" __global__ void written(Arguments a, int n) {
  a.numbers[threadIdx.x & 7] = n;
  a.data[0] = a.numbers[n & 7];
}
// WRAP-LABEL: @wrapping
// An index of 32 bits wraps in shared memory and not in global memory.
// WRAP: xor i32 %{{.*}}, -1
// WRAP-DAG: zext {{.*}}i32 %{{.*}} to i64
// WRAP-DAG: sext i32 %{{.*}} to i64
extern "C" __global__ void wrapping(int *out, const int *in, unsigned i) {
  __shared__ int tile[32];
  tile[threadIdx.x] = in[~i];
  __syncthreads();
  out[threadIdx.x] = (tile + 32)[~i];
}
