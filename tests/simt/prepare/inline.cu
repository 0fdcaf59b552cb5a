// Everything is inlined, however deep and whatever the user wrote; private arrays indexed by unrolled loops vanish.
// RUN: %device %s | simt-opt - -kernel=sum -block=32 -passes=prepare | FileCheck %s
// CHECK-LABEL: define{{.*}}void @sum
// CHECK-NOT: call {{.*}}@_Z
// CHECK-NOT: alloca
// CHECK: ret void
// CHECK-NOT: define
struct Vector {
  float at[4];
  __device__ __attribute__((noinline)) Vector operator+(const Vector &o) const {
    Vector r;
    for (int i = 0; i < 4; ++i)
      r.at[i] = at[i] + o.at[i];
    return r;
  }
};
template <int depth> __device__ Vector add(const Vector *in) { return add<depth - 1>(in) + in[depth]; }
template <> __device__ Vector add<0>(const Vector *in) { return in[0]; }
extern "C" __global__ void sum(Vector *out, const Vector *in) { out[threadIdx.x] = add<3>(in + threadIdx.x); }
