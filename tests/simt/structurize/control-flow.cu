// Divergent control flow of every kind the language has goes through prepare and structurize; simt-opt fails, and
// says "declined", where an invariant does not hold.
// RUN: %device %s > %t.ll
// RUN: simt-opt %t.ll -kernel=nested -block=64 -passes=prepare,structurize | FileCheck %s
// RUN: simt-opt %t.ll -kernel=earlyReturn -block=64 -passes=prepare,structurize | FileCheck %s
// RUN: simt-opt %t.ll -kernel=jumps -block=64 -passes=prepare,structurize | FileCheck %s
// RUN: simt-opt %t.ll -kernel=cases -block=64 -passes=prepare,structurize | FileCheck %s
// RUN: simt-opt %t.ll -kernel=twoEntries -block=64 -passes=prepare,structurize | FileCheck %s
// RUN: simt-opt %t.ll -kernel=atLeastOnce -block=64 -passes=prepare,structurize | FileCheck %s
// RUN: simt-opt %t.ll -kernel=shortCircuit -block=64 -passes=prepare,structurize | FileCheck %s
// RUN: simt-opt %t.ll -kernel=trap -block=64 -passes=prepare,structurize | FileCheck %s
// RUN: simt-opt %t.ll -kernel=endless -block=64 -passes=prepare,structurize | FileCheck %s --check-prefixes=CHECK,ENDLESS
// RUN: simt-opt %t.ll -kernel=endlessForSome -block=64 -passes=prepare,structurize | FileCheck %s --check-prefixes=CHECK,ENDLESS
// RUN: simt-opt %t.ll -kernel=barriers -block=64 -passes=prepare,structurize | FileCheck %s
// RUN: simt-opt %t.ll -kernel=calls -block=64 -passes=prepare,structurize | FileCheck %s
// CHECK: define{{.*}}void @
// CHECK-NOT: switch
// ENDLESS: call i1 @helicon.lanes.gone
// CHECK: ret void
// CHECK-NOT: ret void

extern "C" __global__ void nested(int *out, const int *in, int n) {
  int sum = 0;
  for (int i = threadIdx.x; i < n; ++i) {
    for (int j = in[i]; j > 0; --j) {
      if (in[j] == i)
        continue;
      if (in[j] == 7)
        break;
      for (int k = 0; k < in[j]; ++k) {
        if (in[k] == sum)
          goto next;
        sum += k ^ j;
      }
    }
    if (sum > 1000)
      break;
  next:
    sum += i;
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void earlyReturn(int *out, const int *in, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < in[i + threadIdx.x]; ++j) {
      if (in[j] == threadIdx.x)
        return;
      out[j] += in[j];
    }
  out[threadIdx.x] = 1;
}

extern "C" __global__ void jumps(int *out, const int *in) {
  int x = in[threadIdx.x];
  if (x > 3)
    goto second;
first:
  x += 5;
  out[x] = x;
  if (x > 100)
    goto end;
second:
  x *= 3;
  if (x & 8)
    goto first;
  if (x & 16) {
    out[0] = x;
    goto first;
  }
end:
  out[threadIdx.x] = x;
}

extern "C" __global__ void cases(int *out, const int *in) {
  int x = in[threadIdx.x], y = 0;
  for (int i = 0; i < x; ++i)
    switch (in[i] & 7) {
    case 0:
      y += 1;
    case 1:
      y *= 3;
      break;
    case 2:
      continue;
    case 5:
      if (y > 9)
        return;
    default:
      y -= 2;
    case 6:
      y ^= 5;
    }
  out[threadIdx.x] = y;
}

extern "C" __global__ void twoEntries(int *out, const int *in) {
  int x = in[threadIdx.x], i = 0;
  if (x & 1)
    goto middle;
  do {
    out[i] = x;
    ++i;
  middle:
    x -= in[i];
    if (x == 77)
      out[3] = x;
  } while (x > 0);
  out[threadIdx.x] = i;
}

extern "C" __global__ void atLeastOnce(int *out, const int *in) {
  int x = in[threadIdx.x];
  do {
    x = in[x];
    if (x < 0)
      continue;
    do
      x = in[x + 1];
    while (x > 10);
  } while (x != 5);
  out[threadIdx.x] = x;
}

extern "C" __global__ void shortCircuit(int *out, const int *in, int n) {
  int x = threadIdx.x;
  while (x < n && in[x] > 0 && (in[in[x]] < 5 || in[x + 1] == 3) && !(out[x] && in[x + 2]))
    x += in[x];
  out[threadIdx.x] = x;
}

extern "C" __global__ void trap(int *out, const int *in) {
  int x = in[threadIdx.x];
  for (int i = 0; i < x; ++i) {
    if (in[i] < 0)
      __builtin_trap();
    out[i] = in[i];
  }
  if (x > 99)
    __builtin_trap();
  out[threadIdx.x] = x;
}

extern "C" __global__ void endless(volatile int *out) {
  for (;;)
    out[threadIdx.x] = out[0];
}

extern "C" __global__ void endlessForSome(volatile int *out, const int *in) {
  if (in[threadIdx.x] == 3)
    for (;;) {
      out[0] = 1;
      if (out[1])
        out[2] = 5;
    }
  out[threadIdx.x] = 2;
}

extern "C" __global__ void barriers(int *out, const int *in, int n) {
  __shared__ int tile[64];
  int x = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    tile[x] = in[x + i];
    __syncthreads();
    if (tile[63 - x] > 3)
      for (int j = 0; j < tile[j & 63]; ++j)
        out[j] += j;
    __syncthreads();
    if (n > 17)
      __syncthreads();
  }
}

__device__ int search(const int *in, int x) {
  for (int i = 0; i < 100; ++i) {
    if (in[i] == x)
      return i;
    if (in[i] > x && i > 7)
      return -i;
  }
  return 100;
}
extern "C" __global__ void calls(int *out, const int *in) {
  int x = in[threadIdx.x];
  if (search(in, x) > 5 || search(in, x + 1) < 3)
    out[search(in, search(in, x))] = 1;
}
