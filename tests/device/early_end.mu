// Threads that end early: a barrier waits for all that have not ended, so what a thread does before its return is seen
// by the others behind their next barrier. And one that brings what others of its warp poll for comes first.
#include "check.h"

/// Who leaves counts itself and goes; the others read the count behind a barrier.
__global__ void leaveIf(const int *leaves, int *seen) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  if (leaves[threadIdx.x]) {
    atomicAdd(&count, 1);
    return;
  }
  __syncthreads();
  seen[threadIdx.x] = count;
}

__global__ void stayIf(const int *leaves, int *seen) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  if (leaves[threadIdx.x] == 0) {
    const int others = __syncthreads_count(1);
    seen[threadIdx.x] = count * 10000 + others;
    __syncthreads();
    seen[threadIdx.x] += count;
  } else {
    atomicAdd(&count, 1);
  }
}

/// Threads leave in the steps of a loop, each in its own, and by two ways.
__global__ void leaveLoop(const int *leaves, int *seen, int steps) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  for (int i = 0; i < steps; i++) {
    if (leaves[threadIdx.x] == i + 1) {
      atomicAdd(&count, 1);
      return;
    }
    if (leaves[threadIdx.x] * 3 == i + 2) {
      for (int k = 0; k < i; k++)
        atomicAdd(&count, 100);
      return;
    }
    seen[threadIdx.x] = -i;
  }
  __syncthreads();
  atomicAdd(&count, 10000);
  __syncthreads();
  seen[threadIdx.x] = count;
}

/// Threads leave a loop in which the others wait for each other; what they leave behind shows at the next barrier.
/// `seen` [steps][threads]: the count at each step.
__global__ void leaveSteps(const int *leaves, int *seen, int steps) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  for (int i = 0; i < steps; i++) {
    if (leaves[threadIdx.x] == i + 1) {
      atomicAdd(&count, 1);
      return;
    }
    __syncthreads();
    seen[i * blockDim.x + threadIdx.x] = count;
    __syncthreads();
  }
}

/// The same by `break`, out of a loop in the loop or from behind it, to what all do at the end.
__global__ void breakSteps(const int *leaves, int *seen, int steps) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  int weight = 0, i = 0;
  for (; i < steps; i++) {
    for (int k = 0; k < 3; k++) {
      weight += k;
      if (leaves[threadIdx.x] == i + 1 && threadIdx.x % 3 == k)
        goto out;
    }
    if (threadIdx.x % 5 == 7 && leaves[threadIdx.x])
      break;
    __syncthreads();
    seen[i * blockDim.x + threadIdx.x] = count;
    __syncthreads();
  }
out:
  for (int k = 0; k < weight; k++)
    if (k % 2)
      atomicAdd(&count, 3);
  if (i < steps)
    atomicAdd(&count, 1);
}

/// The same by a flag that is asked behind each of two loops, and adds at the end what it left.
template <int kUnrolled> __global__ void flagSteps(const int *leaves, int *seen, int steps) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  bool gone = false;
  __syncthreads();
#pragma unroll kUnrolled
  for (int outer = 0; outer < 4; outer++) {
#pragma unroll kUnrolled
    for (int inner = 0; inner < 2; inner++) {
      const int i = outer * 2 + inner;
      if (leaves[threadIdx.x] == i + 1) {
        gone = true;
        break;
      }
      __syncthreads();
      if (i < steps)
        seen[i * blockDim.x + threadIdx.x] = count;
      __syncthreads();
    }
    if (gone)
      break;
  }
  if (gone)
    atomicAdd(&count, 1);
}

/// A flag ends the loop where it is asked for the next step.
__global__ void whileSteps(const int *leaves, int *seen, int steps) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  bool done = false;
  __syncthreads();
  for (int i = 0; i < steps && !done; i++)
    if (leaves[threadIdx.x] == i + 1) {
      done = true;
    } else {
      __syncthreads();
      seen[i * blockDim.x + threadIdx.x] = count;
      __syncthreads();
    }
  if (done)
    atomicAdd(&count, 1);
}

/// Whole warps leave and reduce what they have among themselves. `seen` [steps]: the sum so far.
__global__ void leaveInWarps(const int *leaves, int *seen, int steps) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  int i = 0;
  for (; i < steps; i++) {
    if (leaves[threadIdx.x / 32] == i + 1)
      break;
    __syncthreads();
    if (leaves[threadIdx.x / 32] == 0)
      seen[i] = count;
    __syncthreads();
  }
  int sum = i;
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_xor_sync(~0u, sum, distance);
  if (threadIdx.x % 32 == 0)
    atomicAdd(&count, sum);
}

__global__ void bring(volatile int *flag, int *seen) {
  if (threadIdx.x == 5) {
    *flag = 7;
    return;
  }
  while (*flag == 0) {
  }
  seen[threadIdx.x] = *flag;
}

__global__ void bringElse(volatile int *flag, int *seen) {
  if (threadIdx.x != 5) {
    while (*flag == 0) {
    }
    seen[threadIdx.x] = *flag;
  } else {
    *flag = 7;
  }
}

/// The count that leaveLoop comes to, thread by thread.
int countLoop(const std::vector<int> &leaves, int steps, std::vector<bool> &stays) {
  int count = 0;
  for (size_t t = 0; t < leaves.size(); t++) {
    int i = 0;
    while (i < steps && leaves[t] != i + 1 && leaves[t] * 3 != i + 2)
      i++;
    stays[t] = i == steps;
    count += stays[t] ? 10000 : leaves[t] == i + 1 ? 1 : i * 100;
  }
  return count;
}

void checkBlock(unsigned threads, int often) {
  check::Buffer<int> leaves(threads), seen(threads);
  int gone = 0;
  for (unsigned t = 0; t < threads; t++)
    gone += (leaves[t] = t % often == 1u ? int(t % 5 + 1) : 0) != 0;
  leaves.upload();
  const std::string where = std::to_string(threads) + " threads, thread ";
  auto compare = [&](const char *name, const std::vector<bool> &stays, int wanted) {
    seen.download();
    for (unsigned t = 0; t < threads; t++)
      if (stays[t])
        check::that(seen[t] == wanted, name + (" of " + where) + std::to_string(t), std::to_string(seen[t]));
  };
  std::vector<bool> stays(threads);
  for (unsigned t = 0; t < threads; t++)
    stays[t] = leaves[t] == 0;
  leaveIf<<<1, threads>>>(leaves.device(), seen.device());
  compare("leaveIf", stays, gone);
  stayIf<<<1, threads>>>(leaves.device(), seen.device());
  compare("stayIf", stays, gone * 10000 + int(threads) - gone + gone);
  for (int steps : {0, 3, 9}) {
    const int wanted = countLoop(leaves.host, steps, stays);
    leaveLoop<<<1, threads>>>(leaves.device(), seen.device(), steps);
    compare("leaveLoop", stays, wanted);
  }
}

/// What breakSteps adds for a thread that leaves at step i.
int breakWeight(int thread, int i) {
  int weight = 3 * i;
  for (int k = 0; k <= thread % 3; k++)
    weight += k;
  return weight / 2 * 3 + 1;
}

void checkSteps(const char *name, void (*kernel)(const int *, int *, int), int (*adds)(int, int), unsigned threads) {
  const int steps = 7;
  check::Buffer<int> leaves(threads), seen(steps * threads);
  for (unsigned t = 0; t < threads; t++)
    leaves[t] = t % 4 == 1 ? int(t % 6) : 0;
  leaves.upload();
  kernel<<<1, threads>>>(leaves.device(), seen.device(), steps);
  seen.download();
  int count = 0;
  for (int i = 0; i < steps; i++) {
    for (unsigned t = 0; t < threads; t++)
      count += leaves[t] == i + 1 ? adds(int(t), i) : 0;
    for (unsigned t = 0; t < threads; t++)
      if (leaves[t] == 0 || leaves[t] > i + 1)
        check::that(seen[i * threads + t] == count,
                    name + (" step " + std::to_string(i)) + " thread " + std::to_string(t) + " of " +
                        std::to_string(threads),
                    std::to_string(seen[i * threads + t]) + " for " + std::to_string(count));
  }
}

void checkWarps(unsigned warps) {
  const int steps = 7;
  check::Buffer<int> leaves(warps), seen(steps);
  for (unsigned w = 0; w < warps; w++)
    leaves[w] = w % 5 ? int(w % 7) + 1 : 0;
  leaves.upload();
  leaveInWarps<<<1, 32 * warps>>>(leaves.device(), seen.device(), steps);
  seen.download();
  int count = 0;
  for (int i = 0; i < steps; i++) {
    for (unsigned w = 0; w < warps; w++)
      count += leaves[w] == i + 1 ? 32 * i : 0;
    check::that(seen[i] == count, "leaveInWarps step " + std::to_string(i) + " of " + std::to_string(warps) + " warps",
                std::to_string(seen[i]) + " for " + std::to_string(count));
  }
}

void checkPolls(const char *name, void (*kernel)(volatile int *, int *)) {
  for (unsigned threads : {6u, 32u, 200u}) {
    check::Buffer<int> flag(1), seen(threads);
    kernel<<<1, threads>>>(flag.device(), seen.device());
    seen.download();
    for (unsigned t = 0; t < threads; t++)
      check::that(seen[t] == (t == 5 ? 0 : 7), name + (" of thread " + std::to_string(t)), std::to_string(threads));
  }
}

int main() {
  for (unsigned threads : {2u, 33u, 64u, 256u, 1000u})
    for (int often : {2, 7})
      checkBlock(threads, often);
  for (unsigned threads : {2u, 33u, 64u, 256u, 1000u}) {
    checkSteps("leaveSteps", leaveSteps, [](int, int) { return 1; }, threads);
    checkSteps("breakSteps", breakSteps, breakWeight, threads);
    checkSteps("flagSteps", flagSteps<1>, [](int, int) { return 1; }, threads);
    checkSteps("flagSteps, unrolled", flagSteps<8>, [](int, int) { return 1; }, threads);
    checkSteps("whileSteps", whileSteps, [](int, int) { return 1; }, threads);
  }
  for (unsigned warps : {1u, 2u, 8u, 9u})
    checkWarps(warps);
  checkPolls("bring", bring);
  checkPolls("bringElse", bringElse);
  return check::finish("early_end");
}
