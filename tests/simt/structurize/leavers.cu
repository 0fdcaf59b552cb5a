// What threads do after they have left a loop with barriers, one before the other, stands in that loop, in front of
// the others' next barrier; and each way past a barrier to a common end has an end of its own.
// RUN: %device %s > %t.ll
// RUN: simt-opt %t.ll -kernel=byReturn -block=64 -passes=prepare,structurize | FileCheck %s --check-prefix=LOOP
// RUN: simt-opt %t.ll -kernel=together -block=64 -passes=prepare,structurize | FileCheck %s --check-prefix=TOGETHER
// RUN: simt-opt %t.ll -kernel=silent -block=64 -passes=prepare,structurize | FileCheck %s --check-prefix=SILENT
// RUN: simt-opt %t.ll -kernel=ways -block=64 -passes=prepare,structurize | FileCheck %s --check-prefix=WAYS
// RUN: simt-opt %t.ll -kernel=apart -block=64 -passes=prepare,structurize | FileCheck %s --check-prefix=APART

// LOOP-LABEL: define{{.*}}void @byReturn
// LOOP: br i1 %{{.*}}, label %[[LEAVE:.*]], label %[[FLOW:Flow.*]]
// LOOP: call void @helicon.barrier
// LOOP: {{^}}[[LEAVE]]:
// LOOP-NEXT: atomicrmw add
// LOOP-NEXT: br label %[[LEFT:.*]]
// LOOP: {{^}}[[FLOW]]: ; preds = %[[LEFT]], %
// LOOP: {{^}}[[LEFT]]:
// LOOP-NEXT: call i1 @helicon.loop.left
// LOOP-NEXT: br label %[[FLOW]]
extern "C" __global__ void byReturn(int *out, const int *in, int n) {
  for (int i = 0; i < n; i++) {
    if (in[threadIdx.x] == i) {
      __nvvm_atom_add_gen_i(out, 7);
      return;
    }
    __syncthreads();
    out[threadIdx.x + 1] = out[0];
    __syncthreads();
  }
}

// All threads leave at once: the loop keeps its exit.
// TOGETHER-LABEL: define{{.*}}void @together
// TOGETHER-NOT: helicon.loop.left
// TOGETHER: call void @helicon.barrier
// TOGETHER: atomicrmw add
// TOGETHER-NOT: atomicrmw
extern "C" __global__ void together(int *out, const int *in, int n) {
  for (int i = 0; i < n; i++) {
    if (in[threadIdx.x] == i)
      out[threadIdx.x + 1] = 5;
    if (in[i] == 5)
      break;
    __syncthreads();
  }
  __nvvm_atom_add_gen_i(out, 7);
}

// Nobody sees what a thread does in its registers.
// SILENT-LABEL: define{{.*}}void @silent
// SILENT-NOT: helicon.loop.left
extern "C" __global__ void silent(int *out, const int *in, int n) {
  for (int i = 0; i < n; i++) {
    if (in[threadIdx.x] == i)
      return;
    __syncthreads();
    out[threadIdx.x + 1] = out[0];
    __syncthreads();
  }
}

// WAYS-LABEL: define{{.*}}void @ways
// WAYS: br i1 %{{.*}}, label %[[FIRST:.*]], label %[[FLOW:Flow.*]]
// WAYS: call void @helicon.barrier
// WAYS: call void @helicon.barrier
// WAYS: br i1 %{{.*}}, label %[[SECOND:.*]], label %[[FLOW2:Flow.*]]
// WAYS: {{^}}[[SECOND]]:
// WAYS-NEXT: atomicrmw add
// WAYS-NEXT: br label %[[FLOW2]]
// WAYS: {{^}}[[FIRST]]:
// WAYS-NEXT: atomicrmw add
extern "C" __global__ void ways(int *out, const int *in) {
  if (in[threadIdx.x] == 1)
    goto end;
  __syncthreads();
  out[threadIdx.x + 1] = out[0];
  __syncthreads();
  if (in[threadIdx.x] == 2)
    goto end;
  __syncthreads();
  out[threadIdx.x + 100] = out[0];
  return;
end:
  __nvvm_atom_add_gen_i(out, 7);
}

// The second condition holds for all, but not all come to it.
// APART-LABEL: define{{.*}}void @apart
// APART: br i1 %{{.*}}, label %{{.*}}, label %Flow
// APART: br i1 %{{.*}}, label %[[FIRST:.*]], label %[[FLOW:Flow.*]]
// APART: call void @helicon.barrier
// APART: call void @helicon.barrier
// APART: br i1 %{{.*}}, label %[[SECOND:.*]], label %[[FLOW2:Flow.*]]
// APART: {{^}}[[SECOND]]:
// APART-NEXT: atomicrmw add
// APART-NEXT: br label %[[FLOW2]]
// APART: {{^}}[[FIRST]]:
// APART-NEXT: atomicrmw add
extern "C" __global__ void apart(int *out, const int *in, int n) {
  if (in[threadIdx.x] == 1) {
    out[threadIdx.x + 50] = 3;
    if (n == 5)
      goto end;
  }
  __syncthreads();
  out[threadIdx.x + 1] = out[0];
  __syncthreads();
  if (in[threadIdx.x] == 2)
    goto end;
  __syncthreads();
  out[threadIdx.x + 100] = out[0];
  return;
end:
  __nvvm_atom_add_gen_i(out, 7);
}
