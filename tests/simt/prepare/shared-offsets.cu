// Addresses of shared memory that inline PTX takes as numbers of 32 bits are offsets, and lanes that lie side by side
// stay so: no address, no wrap at 32 bits is left of them.
// RUN: %device %s > %t.ll
// RUN: simt-opt %t.ll -kernel=copies -block=256,1,1 -passes=prepare | FileCheck %s
// RUN: simt-opt %t.ll -kernel=copies -block=256,1,1 -passes=prepare,structurize,plan,vectorize 2>/dev/null | FileCheck %s --check-prefix=VECTOR
// RUN: simt-opt %t.ll -kernel=roundTrip -block=32,1,1 -passes=prepare | FileCheck %s --check-prefix=TRIP

// CHECK-LABEL: define{{.*}}void @copies
// CHECK-NOT: ptrtoint
// CHECK: %[[OFFSET:.*]] = or disjoint i32
// CHECK: zext nneg i32 %[[OFFSET]] to i64
// CHECK-NOT: ptrtoint
// CHECK: getelementptr i8, ptr addrspace(3) @helicon.shared, i64 %
// VECTOR: store <16 x i32> {{.*}}, ptr addrspace(3)
// VECTOR-NOT: masked.scatter
extern "C" __global__ void copies(const float *in, float *out, int n) {
  __shared__ float tile[2][256];
  unsigned a;
  asm volatile("{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }" : "=r"(a) : "l"(&tile[0][0]));
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(a + (i & 1) * 1024 + threadIdx.x * 4), "l"(in + threadIdx.x + i * 256));
    asm volatile("cp.async.wait_all; bar.sync 0;");
    sum += tile[i & 1][255 - threadIdx.x];
  }
  out[threadIdx.x + blockIdx.x * 256] = sum;
}

// A number made in C++ is the same offset, and back again.
// TRIP-LABEL: define{{.*}}void @roundTrip
// TRIP: store i32 7, ptr addrspace(3) {{.*}}@helicon.shared, i64 sub (i64 add (i64 ptrtoint (ptr addrspace(3) @helicon.shared to i64), i64 12), i64 ptrtoint (ptr addrspace(3) @helicon.shared to i64))
extern "C" __global__ void roundTrip(unsigned *out) {
  __shared__ unsigned first[2], second[2];
  first[0] = second[0] = 0;
  typedef __attribute__((address_space(3))) unsigned Shared;
  unsigned long a = (unsigned long)(Shared *)(second + 1), b = (unsigned long)(Shared *)(first);
  *(Shared *)a = 7;
  *out = (unsigned)(a - b) + (second[1] == 7 ? 0 : 100) + (first[0] ? 100 : 0);
}
