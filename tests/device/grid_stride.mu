// Grid-stride loops: groups and neighbouring blocks take turns in them, and run a copy without masks while all threads
// go on. Whatever the order, each element is done once by its own thread, and what a loop carries stays each thread's.
#include "check.h"

#include <algorithm>

__global__ void visit(int *visits, unsigned *last, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    visits[i]++;
    last[i] = blockIdx.x * 65536u + threadIdx.x;
  }
}

__global__ void visitWide(int *visits, unsigned *last, size_t n) {
  const size_t step = (size_t)blockDim.x * gridDim.x;
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  while (i < n) {
    visits[i] += 1;
    last[i] = blockIdx.x * 65536u + threadIdx.x;
    i += step;
  }
}

__global__ void visitDown(int *visits, unsigned *last, int n) {
  for (int i = n - 1 - (int)(blockIdx.x * blockDim.x + threadIdx.x); i >= 0; i -= (int)(blockDim.x * gridDim.x)) {
    visits[i]++;
    last[i] = blockIdx.x * 65536u + threadIdx.x;
  }
}

/// A thread leaves for good at its first marked element; others of its warp go on.
__global__ void visitUntil(int *visits, unsigned *last, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    if (i % 37 == 5)
      return;
    visits[i]++;
    last[i] = blockIdx.x * 65536u + threadIdx.x;
  }
}

/// Sums in registers over the loop, then over the block: turns first, barriers behind.
__global__ void sum(const int *in, int *out, int *seen, int n) {
  __shared__ int part[256];
  int total = 0, steps = 0, odd = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x, steps++) {
    total += in[i];
    if (in[i] & 1)
      odd++;
  }
  part[threadIdx.x] = total * 3 + odd;
  seen[blockIdx.x * blockDim.x + threadIdx.x] = steps;
  __syncthreads();
  if (threadIdx.x == 0) {
    int all = 0;
    for (unsigned t = 0; t < blockDim.x; t++)
      all += part[t];
    out[blockIdx.x] = all;
  }
}

/// One block traps, the others would go on for ever: their steps are none.
__global__ void endless(volatile int *out, unsigned n, unsigned steps, unsigned trapping) {
  if (blockIdx.x == trapping)
    __trap();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x * steps)
    out[i] = i;
}

/// Rows by blocks, columns by threads, and an inner loop of another length in each row.
__global__ void rows(const int *in, int *out, int height, int width) {
  for (int y = blockIdx.x; y < height; y += gridDim.x)
    for (int x = threadIdx.x; x < width; x += blockDim.x) {
      int value = 0;
      for (int k = 0; k <= y % 5; k++)
        value = value * 3 + in[y * width + (x + k) % width];
      out[y * width + x] = value;
    }
}

/// Atomics on shared memory in the loop: other groups of the block change it between two steps. The only access to
/// shared memory there, so that nothing but the turn keeps it out of a register.
__global__ void smallest(const int *in, int *out, int n) {
  __shared__ int least;
  if (threadIdx.x == 0)
    least = 1 << 30;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicMin(&least, in[i]);
  __syncthreads();
  if (threadIdx.x == 0)
    atomicMin(&out[0], least);
}

__global__ void count(const int *in, int *out, int n) {
  __shared__ int odd;
  if (threadIdx.x == 0)
    odd = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&odd, in[i] & 1);
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(&out[1], odd);
}

/// What one thread leaves the next one takes, of whatever group: each value is taken once, and the last one stays.
__global__ void handOn(const int *in, int *out, int n) {
  __shared__ int left;
  if (threadIdx.x == 0)
    left = 0;
  __syncthreads();
  int taken = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    taken ^= atomicExch(&left, in[i] * 1021 + i);
  atomicXor(&out[2], taken);
  __syncthreads();
  if (threadIdx.x == 0)
    atomicXor(&out[2], left);
}

/// A sum by compare-and-swap: a value that another group has changed since the step before is read anew.
__global__ void addByExchange(const int *in, int *out, int n) {
  __shared__ int changes;
  if (threadIdx.x == 0)
    changes = 0;
  __syncthreads();
  int seen = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    int old = atomicAdd(&changes, 0);
    while (true) {
      int found = atomicCAS(&changes, old, old + in[i] % 3);
      if (found == old)
        break;
      old = found;
    }
    seen += in[i] % 3;
  }
  atomicAdd(&out[3], seen);
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(&out[4], changes);
}

struct Launch {
  unsigned grid, block;
};
static const Launch kLaunches[] = {{1, 32}, {1, 256}, {3, 33}, {7, 256}, {40, 64}, {300, 128}, {2, 1024}, {5, 1}};

template <class Kernel, class N> void checkVisits(const char *name, Kernel kernel, N, int n, bool down, bool until) {
  for (Launch l : kLaunches) {
    check::Buffer<int> visits(n + 1);
    check::Buffer<unsigned> last(n + 1);
    kernel<<<l.grid, l.block>>>(visits.device(), last.device(), (N)n);
    CHECK_API(musaDeviceSynchronize());
    visits.download();
    last.download();
    const int threads = l.grid * l.block;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
      int thread = (down ? n - 1 - i : i) % threads;
      bool left = false;
      for (int k = i; until && k >= 0 && !left; k -= threads)
        left = k % 37 == 5;
      unsigned owner = left ? 0 : thread / l.block * 65536u + thread % l.block;
      wrong += visits[i] != !left || last[i] != owner;
    }
    wrong += visits[n] != 0;
    check::that(wrong == 0,
                std::string(name) + ", grid " + std::to_string(l.grid) + " block " + std::to_string(l.block),
                std::to_string(wrong) + " wrong elements of " + std::to_string(n));
  }
}

void checkSums(int n) {
  check::Buffer<int> in(n + 1);
  for (int i = 0; i < n; i++)
    in[i] = i * 7 % 101;
  in.upload();
  for (Launch l : kLaunches) {
    if (l.block > 256)
      continue;
    const int threads = l.grid * l.block;
    check::Buffer<int> out(l.grid), seen(threads);
    sum<<<l.grid, l.block>>>(in.device(), out.device(), seen.device(), n);
    out.download();
    seen.download();
    std::vector<int> wanted(l.grid), steps(threads);
    for (int i = 0; i < n; i++) {
      wanted[i % threads / l.block] += in[i] * 3 + (in[i] & 1);
      steps[i % threads]++;
    }
    for (unsigned b = 0; b < l.grid; b++)
      check::that(out[b] == wanted[b], "sum of block " + std::to_string(b), std::to_string(l.grid));
    for (int t = 0; t < threads; t++)
      check::that(seen[t] == steps[t], "steps of thread " + std::to_string(t), std::to_string(l.grid));
  }
}

void checkShared(int n) {
  check::Buffer<int> in(n + 1);
  int least = 1 << 30, odd = 0, left = 0, sum = 0;
  for (int i = 0; i < n; i++) {
    in[i] = (i * 7919 + 13) % 100003 + 1;
    least = std::min(least, in[i]);
    odd += in[i] & 1;
    left ^= in[i] * 1021 + i;
    sum += in[i] % 3;
  }
  in.upload();
  for (Launch l : kLaunches) {
    check::Buffer<int> out(5);
    out[0] = 1 << 30;
    out.upload();
    for (auto *kernel : {smallest, count, handOn, addByExchange})
      kernel<<<l.grid, l.block>>>(in.device(), out.device(), n);
    out.download();
    const std::string where = " with " + std::to_string(l.grid) + " blocks of " + std::to_string(l.block);
    check::equal(out[0], least, "smallest" + where);
    check::equal(out[1], odd, "count" + where);
    check::equal(out[2], left, "handed on" + where);
    check::equal(out[3], sum, "added by threads" + where);
    check::equal(out[4], sum, "added by exchange" + where);
  }
}

void checkRows() {
  const int height = 37, width = 150;
  check::Buffer<int> in(height * width), out(height * width);
  for (int i = 0; i < height * width; i++)
    in[i] = i * 13 % 17;
  in.upload();
  rows<<<4, 96>>>(in.device(), out.device(), height, width);
  out.download();
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      int value = 0;
      for (int k = 0; k <= y % 5; k++)
        value = value * 3 + in[y * width + (x + k) % width];
      check::that(out[y * width + x] == value, "row " + std::to_string(y), std::to_string(x));
    }
}

void checkTrap() {
  const char *executor = std::getenv("HELICON_EXEC");
  if (executor && std::string(executor) == "thread")
    return; // takes no turns: a thread without end holds its worker
  const unsigned blocks = 64;
  for (unsigned trapping : {0u, blocks / 2 + 8, blocks - 1}) {
    check::Buffer<int> out(blocks * 64);
    endless<<<blocks, 64>>>(out.device(), blocks * 64, 0, trapping);
    check::that(musaDeviceSynchronize() == musaErrorLaunchFailure, "a trap beside endless blocks", "error");
    musaDeviceReset();
  }
}

int main() {
  for (int n : {0, 1, 31, 1000, 8192, 20011}) {
    checkVisits("visit", visit, int(), n, false, false);
    checkVisits("visitWide", visitWide, size_t(), n, false, false);
    checkVisits("visitDown", visitDown, int(), n, true, false);
    checkVisits("visitUntil", visitUntil, int(), n, false, true);
    checkSums(n);
    checkShared(n);
  }
  checkRows();
  checkTrap();
  return check::finish("grid_stride");
}
