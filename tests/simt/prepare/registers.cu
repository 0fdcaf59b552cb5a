// The built-in variables are read as a whole, by reference, through a pointer and in called functions; what is left is
// the registers, and what the block's shape says.
// RUN: %device %s | simt-opt - -kernel=all -block=32,2 -passes=prepare | FileCheck %s
// RUN: %device %s | simt-opt - -kernel=all -block=32,2 -passes=prepare.registers | FileCheck %s --check-prefix=STEP
struct Copy {
  uint3 at;
};
__device__ unsigned second(const uint3 &v) { return v.y; }
__device__ const uint3 *choose(bool thread) { return thread ? &threadIdx : &blockIdx; }
__device__ const uint3 &reference() { return gridDim; }

// STEP-NOT: @threadIdx
// STEP-NOT: @blockIdx
// STEP-NOT: @blockDim
// STEP-NOT: @gridDim
// STEP: call i32 @llvm.nvvm.read.ptx.sreg.tid.x

// CHECK-LABEL: define{{.*}}void @all
// CHECK-NOT: alloca
// CHECK-DAG: call{{.*}} i32 @helicon.tid.y
// CHECK-DAG: call{{.*}} i32 @helicon.ctaid.z
// CHECK-DAG: call{{.*}} i32 @helicon.nctaid.x
// CHECK-DAG: store i32 32,
// CHECK-NOT: load i32
extern "C" __global__ void all(unsigned *p) {
  uint3 braces{threadIdx};
  auto mine = blockIdx;
  mine.x = 7;
  Copy copy{blockDim};
  p[0] = braces.z + mine.x + second(threadIdx);
  p[1] = copy.at.x;
  p[2] = choose(true)->x + choose(false)->z;
  p[3] = reference().x;
}
