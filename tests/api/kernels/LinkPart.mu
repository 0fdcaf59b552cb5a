// The other part.
__device__ int offset = 100;
__device__ int scaled(int x) { return 3 * x; }
extern "C" __global__ void partKernel(int *p) { *p = scaled(7); }
