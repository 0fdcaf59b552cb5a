// The same kernels as OpenCL C, word for word where the languages allow.
__kernel void fill(__global float *x, ulong n, float step) {
  size_t i = get_global_id(0);
  if (i < n)
    x[i] = (float)(i % 1024) * step;
}

__kernel void fillBits(__global float *x, int n) {
  int i = get_global_id(0);
  if (i < n)
    x[i] = (float)(i & 1);
}

__kernel void vecAdd(__global const float *a, __global const float *b, __global float *c, int n) {
  int i = get_global_id(0);
  if (i < n)
    c[i] = a[i] + b[i];
}

__kernel void saxpy(int n, float a, __global const float *x, __global float *y) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    y[i] = a * x[i] + y[i];
}

__kernel void matMulNaive(__global const float *A, __global const float *B, __global float *C, int N) {
  int row = get_global_id(1), col = get_global_id(0);
  if (row < N && col < N) {
    float sum = 0.0f;
    for (int k = 0; k < N; k++)
      sum += A[row * N + k] * B[k * N + col];
    C[row * N + col] = sum;
  }
}

#define TILED(TILE)                                                                                                    \
  __kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void matMulTiled##TILE(                                \
      __global const float *A, __global const float *B, __global float *C, int N) {                                    \
    __local float tileA[TILE][TILE], tileB[TILE][TILE];                                                                \
    int tx = get_local_id(0), ty = get_local_id(1);                                                                    \
    int row = get_group_id(1) * TILE + ty, col = get_group_id(0) * TILE + tx;                                          \
    float sum = 0.0f;                                                                                                  \
    for (int t = 0; t < (N + TILE - 1) / TILE; t++) {                                                                  \
      int aCol = t * TILE + tx, bRow = t * TILE + ty;                                                                  \
      tileA[ty][tx] = (row < N && aCol < N) ? A[row * N + aCol] : 0.0f;                                                \
      tileB[ty][tx] = (bRow < N && col < N) ? B[bRow * N + col] : 0.0f;                                                \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                                    \
      for (int k = 0; k < TILE; k++)                                                                                   \
        sum += tileA[ty][k] * tileB[k][tx];                                                                            \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                                    \
    }                                                                                                                  \
    if (row < N && col < N)                                                                                            \
      C[row * N + col] = sum;                                                                                          \
  }
TILED(16)
TILED(32)

__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void reduce(__global const float *in, __global float *out,
                                                                      int n) {
  __local float partial[256];
  int t = get_local_id(0), i = get_group_id(0) * 256 + t;
  partial[t] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int stride = 128; stride > 0; stride >>= 1) {
    if (t < stride)
      partial[t] += partial[t + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0)
    out[get_group_id(0)] = partial[0];
}

__kernel void mandelbrot(__global int *image, int width, int height, int limit) {
  int px = get_global_id(0), py = get_global_id(1);
  if (px >= width || py >= height)
    return;
  float cx = -2.0f + px * (3.0f / width), cy = -1.5f + py * (3.0f / height), x = 0.0f, y = 0.0f;
  int i = 0;
  while (i < limit && x * x + y * y <= 4.0f) {
    float next = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = next;
    ++i;
  }
  image[py * width + px] = i;
}

__kernel void empty(void) {}
