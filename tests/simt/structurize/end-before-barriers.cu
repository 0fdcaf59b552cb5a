// A thread that ends does what it has left to do before the others' next barrier, which waits for it: its side of the
// branch is the one that runs first.
// RUN: %device %s > %t.ll
// RUN: simt-opt %t.ll -kernel=leave -block=64 -passes=prepare,structurize | FileCheck %s
// RUN: simt-opt %t.ll -kernel=stay -block=64 -passes=prepare,structurize | FileCheck %s
// CHECK: define{{.*}}void @
// CHECK: br i1 %{{.*}}, label %[[ENDS:.*]], label %Flow
// CHECK: {{^}}[[ENDS]]:
// CHECK-NEXT: atomicrmw add
// CHECK-NEXT: br label %Flow

extern "C" __global__ void leave(int *out, const int *in) {
  if (in[threadIdx.x] == 5) {
    __nvvm_atom_add_gen_i(out, 7);
    return;
  }
  __syncthreads();
  out[threadIdx.x + 1] = out[0];
}

extern "C" __global__ void stay(int *out, const int *in) {
  if (in[threadIdx.x] != 5) {
    __syncthreads();
    out[threadIdx.x + 1] = out[0];
  } else {
    __nvvm_atom_add_gen_i(out, 7);
  }
}
