// A kernel to be loaded at run time (see module_load.cpp).      mcc --cuda-device-only scale.mu -o scale.mubin
// extern "C": a program that asks for it by name should not need to know how C++ spells names in objects.
__constant__ float factor = 2.0f;

extern "C" __global__ void scale(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= factor;
}
