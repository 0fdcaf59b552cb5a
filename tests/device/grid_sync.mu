// Barriers of the whole grid: what one block wrote every other reads after grid.sync(), in loops, beside block
// barriers, grid-stride loops, shared memory and divergent threads, from one block up to as many as a card holds; and
// the ways to get it wrong. Expected values are computed on the host step by step.
#include "check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

template <class... Parameters, class... Arguments>
musaError_t launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, size_t shared, Arguments... arguments) {
  void *pointers[] = {static_cast<void *>(&arguments)...};
  return musaLaunchCooperativeKernel(reinterpret_cast<void *>(kernel), grid, block, pointers, shared, nullptr);
}

/// Each step every cell becomes the sum of itself and the cell a step's distance on: all blocks depend on all others.
__global__ void spread(unsigned *a, unsigned *b, unsigned n, int steps) {
  cg::grid_group grid = cg::this_grid();
  for (int s = 0; s < steps; s++) {
    for (unsigned i = (unsigned)grid.thread_rank(); i < n; i += (unsigned)grid.size())
      b[i] = a[i] + a[(i + (1u << s)) % n];
    cg::sync(grid);
    unsigned *t = a;
    a = b;
    b = t;
  }
}

void checkSpread(dim3 grid, dim3 block, unsigned n, int steps) {
  std::vector<unsigned> wanted(n), next(n);
  for (unsigned i = 0; i < n; i++)
    wanted[i] = i * 2654435761u;
  check::Buffer<unsigned> a(wanted), b(n);
  for (int s = 0; s < steps; s++) {
    for (unsigned i = 0; i < n; i++)
      next[i] = wanted[i] + wanted[(i + (1u << s)) % n];
    wanted.swap(next);
  }
  CHECK_API(launch(spread, grid, block, 0, a.device(), b.device(), n, steps));
  check::Buffer<unsigned> &result = steps % 2 ? b : a;
  result.download();
  for (unsigned i = 0; i < n; i++)
    check::equal(result[i], wanted[i], "spread over " + std::to_string(check::threads(grid)) + " blocks", i);
}

/// Block barriers, dynamic shared memory, values that live across the grid's barrier, threads that have left.
__global__ void sums(const int *in, int *partial, int *out, int perThread) {
  extern __shared__ int cells[];
  cg::grid_group grid = cg::this_grid();
  cg::thread_block block = cg::this_thread_block();
  unsigned t = block.thread_rank(), threads = block.size();
  if (t + 1 == threads && threads > 1) // the last thread takes no part
    return;
  int mine = 0;
  for (int k = 0; k < perThread; k++)
    mine += in[(grid.block_rank() * threads + t) * perThread + k];
  cells[t] = mine;
  block.sync();
  if (t == 0) {
    int sum = 0;
    for (unsigned i = 0; i + (threads > 1) < threads; i++)
      sum += cells[i];
    partial[grid.block_rank()] = sum;
  }
  grid.sync();
  int total = 0;
  for (unsigned long long b = 0; b < grid.num_blocks(); b++)
    total += partial[b] * (int)(b + 1);
  auto token = grid.barrier_arrive();
  mine += total;
  grid.barrier_wait(std::move(token));
  if (t == 0)
    partial[grid.block_rank()] = -1; // nobody reads them any more
  out[grid.thread_rank()] = mine + cells[t];
}

void checkSums(dim3 grid, dim3 block) {
  const int blocks = (int)check::threads(grid), threads = (int)check::threads(block), perThread = 3;
  std::vector<int> in((size_t)blocks * threads * perThread);
  for (size_t i = 0; i < in.size(); i++)
    in[i] = (int)(i * 7919 % 1009) - 500;
  check::Buffer<int> input(in), partial(blocks), out((size_t)blocks * threads, -7);
  CHECK_API(launch(sums, grid, block, threads * sizeof(int), (const int *)input.device(), partial.device(),
                   out.device(), perThread));
  out.download();
  std::vector<int> mine((size_t)blocks * threads);
  int total = 0;
  for (int b = 0; b < blocks; b++)
    for (int t = 0; t < threads; t++) {
      size_t g = (size_t)b * threads + t;
      for (int k = 0; k < perThread; k++)
        mine[g] += in[g * perThread + k];
      if (threads == 1 || t + 1 < threads)
        total += mine[g] * (b + 1);
    }
  for (int b = 0; b < blocks; b++)
    for (int t = 0; t < threads; t++) {
      size_t g = (size_t)b * threads + t;
      int wanted = threads > 1 && t + 1 == threads ? -7 : 2 * mine[g] + total;
      check::equal(out[g], wanted, "sums of " + std::to_string(blocks) + " x " + std::to_string(threads), (long)g);
    }
}

__global__ void facts(unsigned long long *out, int *valid) {
  cg::grid_group grid = cg::this_grid();
  unsigned long long *r = out + grid.thread_rank() * 5;
  r[0] = grid.size() * 1000000 + grid.num_threads();
  r[1] = grid.block_rank();
  r[2] = grid.num_blocks();
  r[3] = grid.block_index().x + 10 * grid.block_index().y + 100 * grid.block_index().z;
  r[4] = grid.dim_blocks().x + 10 * grid.dim_blocks().y + 100 * grid.group_dim().z;
  if (grid.thread_rank() == 0)
    *valid = cg::is_valid(grid);
}

void checkFacts(bool cooperative) {
  const dim3 grid(3, 2, 2), block(5, 3);
  check::Buffer<unsigned long long> out(12 * 15 * 5);
  check::Buffer<int> valid(1, -1);
  if (cooperative)
    CHECK_API(launch(facts, grid, block, 0, out.device(), valid.device()));
  else
    facts<<<grid, block>>>(out.device(), valid.device());
  out.download();
  valid.download();
  check::equal(valid[0], (int)cooperative, "is_valid");
  for (unsigned b = 0; b < 12; b++)
    for (unsigned t = 0; t < 15; t++) {
      unsigned x = b % 3, y = b / 3 % 2, z = b / 6;
      const unsigned long long wanted[] = {180000180, b, 12, x + 10 * y + 100 * z, 3 + 20 + 200};
      for (unsigned k = 0; k < 5; k++)
        check::equal(out[(b * 15 + t) * 5 + k], wanted[k], "grid fact " + std::to_string(k), b * 15 + t);
    }
}

/// A barrier of the grid and, beside it, a wait for another block in a loop.
__global__ void barrierAndFlag(int *flag, int *out) {
  cg::grid_group grid = cg::this_grid();
  if (blockIdx.x == 0 && threadIdx.x == 0)
    while (*(volatile int *)flag == 0) {
    }
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 40)
    atomicExch(flag, 7);
  grid.sync();
  out[grid.thread_rank()] = *flag;
}

void checkFlag() {
  check::Buffer<int> flag(1), out(20 * 64);
  CHECK_API(launch(barrierAndFlag, 20, 64, 0, flag.device(), out.device()));
  out.download();
  for (int i = 0; i < 20 * 64; i++)
    check::equal(out[i], 7, "barrier and flag", i);
}

/// Two launches at once, on streams of their own: the blocks of neither wait for a place that the other holds.
void checkTwoStreams() {
  const unsigned n = 5000;
  const int steps = 200;
  std::vector<unsigned> start(n, 1);
  check::Buffer<unsigned> a(start), b(n), c(start), d(n);
  musaStream_t streams[2];
  for (musaStream_t &stream : streams)
    CHECK_API(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking));
  unsigned *first[] = {a.device(), c.device()}, *second[] = {b.device(), d.device()};
  for (int s = 0; s < 2; s++) {
    unsigned count = n;
    int rounds = steps;
    void *arguments[] = {&first[s], &second[s], &count, &rounds};
    CHECK_API(musaLaunchCooperativeKernel(reinterpret_cast<void *>(spread), 16, 64, arguments, 0, streams[s]));
  }
  a.download();
  c.download();
  // All cells stay equal, and 32 doublings make 0.
  for (unsigned i = 0; i < n; i++)
    check::that(a[i] == 0 && c[i] == 0, "two streams", std::to_string(i));
  for (musaStream_t stream : streams)
    CHECK_API(musaStreamDestroy(stream));
}

__global__ void someLeave(int *out) {
  if (blockIdx.x == 2)
    return;
  cg::this_grid().sync();
  out[blockIdx.x] = 1;
}

__global__ void meet(int *out) {
  cg::this_grid().sync();
  out[blockIdx.x] = 1;
}

/// Occupancy and the limit of cooperative launches are one.
void checkLimit() {
  int perMultiprocessor = 0, multiprocessors = 0;
  CHECK_API(musaOccupancyMaxActiveBlocksPerMultiprocessor(&perMultiprocessor, meet, 256, 0));
  CHECK_API(musaDeviceGetAttribute(&multiprocessors, musaDevAttrMultiProcessorCount, 0));
  const int most = perMultiprocessor * multiprocessors;
  check::Buffer<int> out(most);
  CHECK_API(launch(meet, most, 256, 0, out.device()));
  out.download();
  for (int i = 0; i < most; i++)
    check::equal(out[i], 1, "as many blocks as are resident", i);
  check::equal((int)launch(meet, most + 1, 256, 0, out.device()), (int)musaErrorCooperativeLaunchTooLarge,
               "one block too many");
  check::equal((int)musaGetLastError(), (int)musaErrorCooperativeLaunchTooLarge, "the last error");
}

/// Each ends the context, so it is reset.
template <class Launch> void checkFault(const char *name, Launch wrong) {
  wrong();
  check::equal((int)musaDeviceSynchronize(), (int)musaErrorLaunchFailure, name);
  CHECK_API(musaDeviceReset());
}

int main() {
  for (dim3 block : {dim3(32), dim3(100), dim3(16, 16), dim3(1024)})
    for (dim3 grid : {dim3(1), dim3(2), dim3(3, 2, 2), dim3(56)})
      checkSpread(grid, block, 3001, 7);
  checkSpread(dim3(40), dim3(256), 200000, 3);
  for (dim3 block : {dim3(1), dim3(33), dim3(8, 8), dim3(512)})
    for (dim3 grid : {dim3(1), dim3(5), dim3(4, 3), dim3(70)})
      checkSums(grid, block);
  checkFacts(true);
  checkFacts(false);
  checkFlag();
  checkTwoStreams();
  checkLimit();
  checkFault("a block that has ended", [] {
    static check::Buffer<int> out(4);
    launch(someLeave, 4, 64, 0, out.device());
  });
  checkFault("not a cooperative launch", [] {
    int *out = nullptr;
    musaMalloc(&out, 64);
    meet<<<2, 64>>>(out);
  });
  return check::finish("grid_sync");
}
