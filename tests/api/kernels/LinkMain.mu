// One of two parts of a program that is linked at run time.
extern __device__ int scaled(int x);
extern __device__ int offset;

extern "C" __global__ void linkedKernel(int *p) { p[threadIdx.x] = scaled(static_cast<int>(threadIdx.x)) + offset; }
