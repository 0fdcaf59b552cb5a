// cuda::barrier and cuda::pipeline: rounds, split arrival, threads and lanes that drop out, ways to one barrier,
// completion functions, roles by warps and by lanes of one warp, stages in flight; copies tied to them; CUDA 11's
// primitives. Expected values are computed on the host from thread and round numbers.
#include "check.h"

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_awbarrier.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;
using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

/// Rounds in which everyone reads a neighbour's number; work goes on between arrival and wait.
__global__ void rounds(int *out, int count) {
  __shared__ BlockBarrier written, read;
  __shared__ int cells[1024];
  int n = (int)blockDim.x, t = (int)threadIdx.x, mine = t, extra = 0;
  if (t == 0) {
    init(&written, n);
    init(&read, n);
  }
  __syncthreads();
  for (int i = 0; i < count; i++) {
    cells[t] = mine;
    BlockBarrier::arrival_token token = written.arrive();
    extra += i * t;
    written.wait(std::move(token));
    mine = cells[(t + 37) % n] + 1;
    read.arrive_and_wait();
  }
  out[blockIdx.x * n + t] = mine + extra;
}

void checkRounds(int threads) {
  const int blocks = 3, count = 9;
  check::Buffer<int> out(blocks * threads);
  rounds<<<blocks, threads>>>(out.device(), count);
  out.download();
  for (int i = 0; i < blocks * threads; i++) {
    int t = i % threads;
    check::equal(out[i], (t + 37 * count) % threads + count + t * (count * (count - 1) / 2),
                 "rounds of " + std::to_string(threads), i);
  }
}

/// Each round the last warp that is left drops out; the others count how many came.
__global__ void dropOut(int *out) {
  __shared__ BlockBarrier bar;
  __shared__ int came[8];
  int warps = (int)blockDim.x / 32, warp = (int)threadIdx.x / 32;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  if (threadIdx.x < 8)
    came[threadIdx.x] = 0;
  __syncthreads();
  for (int round = 0; round < warps; round++) {
    atomicAdd(&came[round], 1);
    if (warp == warps - 1 - round) {
      bar.arrive_and_drop();
      return;
    }
    bar.arrive_and_wait();
    if (threadIdx.x == 0)
      out[round] = came[round];
  }
}

void checkDropOut() {
  check::Buffer<int> out(8, -1);
  dropOut<<<1, 256>>>(out.device());
  out.download();
  for (int round = 0; round < 8; round++)
    check::equal(out[round], round == 7 ? -1 : 256 - 32 * round, "dropping out", round);
}

/// The same by lanes of one warp, eight of which leave the loop in each round while the others wait in it.
__global__ void dropLanes(int *out) {
  __shared__ BlockBarrier bar;
  int t = (int)threadIdx.x, round = 0;
  if (t == 0)
    init(&bar, 32);
  __syncthreads();
  for (; round < 4; round++) {
    if (t / 8 == 3 - round) {
      bar.arrive_and_drop();
      break;
    }
    (void)bar.arrive();
    bar.wait_parity(round & 1);
  }
  out[t] = round;
}

/// Lanes of one warp come to the barrier by four ways: two that wait, one that drops out, one that goes on.
__global__ void sides(int *out) {
  __shared__ BlockBarrier bar;
  __shared__ int cells[64];
  int t = (int)threadIdx.x;
  if (t == 0)
    init(&bar, 64);
  __syncthreads();
  cells[t] = t * 3;
  if (t % 4 == 0) {
    BlockBarrier::arrival_token token = bar.arrive();
    int work = t;
    for (int i = 0; i < t; i++)
      work = work * 5 + i;
    bar.wait(std::move(token));
    out[t] = cells[63 - t] + (work == -1);
  } else if (t % 4 == 1) {
    bar.arrive_and_wait();
    out[t] = cells[(t + 5) & 63];
  } else if (t % 4 == 2) {
    bar.arrive_and_drop();
    out[t] = -1;
  } else {
    (void)bar.arrive();
    out[t] = -2;
  }
}

void checkLanes() {
  check::Buffer<int> rounds(32), out(64);
  dropLanes<<<1, 32>>>(rounds.device());
  rounds.download();
  for (int t = 0; t < 32; t++)
    check::equal(rounds[t], 3 - t / 8, "dropping out, lane", t);
  sides<<<1, 64>>>(out.device());
  out.download();
  for (int t = 0; t < 64; t++) {
    const int ways[] = {(63 - t) * 3, ((t + 5) & 63) * 3, -1, -2};
    check::equal(out[t], ways[t % 4], "ways to a barrier", t);
  }
}

struct Count {
  int *cell;
  __device__ void operator()() { ++*cell; }
};

/// The completion function runs once a phase, after all arrivals and before all departures.
__global__ void completion(int *out) {
  __shared__ unsigned long long memory[8];
  __shared__ int phases;
  using Counting = cuda::barrier<cuda::thread_scope_block, Count>;
  auto *bar = reinterpret_cast<Counting *>(memory);
  if (threadIdx.x == 0) {
    phases = 0;
    init(bar, blockDim.x, Count{&phases});
  }
  __syncthreads();
  int seen = 0;
  for (int i = 0; i < 5; i++) {
    bar->arrive_and_wait();
    seen = seen * 10 + phases;
    bar->arrive_and_wait();
  }
  out[threadIdx.x] = seen;
}

void checkCompletion() {
  check::Buffer<int> out(80);
  completion<<<1, 80>>>(out.device());
  out.download();
  for (int t = 0; t < 80; t++)
    check::equal(out[t], 13579, "completion function", t);
}

/// Some threads fill two buffers by turns, the others add them up. `split`: threads that produce.
__global__ void producers(const int *in, int *out, int count, int split) {
  constexpr int kCells = 64;
  __shared__ BlockBarrier ready[2], filled[2];
  __shared__ int buffer[2][kCells];
  int n = (int)blockDim.x, t = (int)threadIdx.x;
  if (t < 2) {
    init(&ready[t], n);
    init(&filled[t], n);
  }
  __syncthreads();
  if (t < split) {
    for (int i = 0; i < count; i++) {
      ready[i % 2].arrive_and_wait();
      for (int k = t; k < kCells; k += split)
        buffer[i % 2][k] = in[i * kCells + k];
      (void)filled[i % 2].arrive();
    }
  } else {
    int sum = 0;
    (void)ready[0].arrive();
    (void)ready[1].arrive();
    for (int i = 0; i < count; i++) {
      filled[i % 2].arrive_and_wait();
      for (int k = t - split; k < kCells; k += n - split)
        sum = sum * 3 + buffer[i % 2][k];
      (void)ready[i % 2].arrive();
    }
    out[t] = sum;
  }
}

void checkProducers(int threads, int split) {
  const int count = 10;
  check::Buffer<int> in(count * 64), out(threads, -1);
  for (int i = 0; i < count * 64; i++)
    in[i] = i * i % 1013;
  in.upload();
  producers<<<1, threads>>>(in.device(), out.device(), count, split);
  out.download();
  for (int t = 0; t < threads; t++) {
    unsigned sum = 0;
    for (int i = 0; i < count; i++)
      for (int k = t - split; k < 64 && t >= split; k += threads - split)
        sum = sum * 3 + (unsigned)in[i * 64 + k];
    check::equal(out[t], t < split ? -1 : (int)sum, std::to_string(split) + " producers of " + std::to_string(threads),
                 t);
  }
}

/// A barrier for each eight threads, and waits by parity.
__global__ void manyBarriers(int *out) {
  __shared__ BlockBarrier bars[16];
  __shared__ int cells[128];
  int t = (int)threadIdx.x;
  if (t < 16)
    init(&bars[t], 8);
  __syncthreads();
  int mine = t;
  for (int i = 0; i < 4; i++) {
    cells[t] = mine;
    (void)bars[t / 8].arrive();
    bars[t / 8].wait_parity(false);
    mine = cells[t / 8 * 8 + (t + 1) % 8] + 100;
    (void)bars[t / 8].arrive();
    while (!bars[t / 8].try_wait_parity(true)) {
    }
  }
  out[t] = mine;
}

void checkMany() {
  check::Buffer<int> out(128);
  manyBarriers<<<1, 128>>>(out.device());
  out.download();
  for (int t = 0; t < 128; t++)
    check::equal(out[t], t / 8 * 8 + (t + 4) % 8 + 400, "many barriers", t);
}

/// All blocks of a grid meet at a barrier in global memory.
__global__ void acrossBlocks(cuda::barrier<cuda::thread_scope_device> *bar, int *cells, int *out) {
  if (threadIdx.x == 0) {
    cells[blockIdx.x] = (int)blockIdx.x * 3;
    bar->arrive_and_wait();
    int sum = 0;
    for (unsigned i = 0; i < gridDim.x; i++)
      sum += cells[i];
    out[blockIdx.x] = sum;
  }
}

__global__ void start(cuda::barrier<cuda::thread_scope_device> *bar, int count) { init(bar, count); }

void checkAcross() {
  using Bar = cuda::barrier<cuda::thread_scope_device>;
  check::Buffer<unsigned long long> word(1);
  check::Buffer<int> cells(30), out(30);
  start<<<1, 1>>>((Bar *)word.device(), 30);
  acrossBlocks<<<30, 64>>>((Bar *)word.device(), cells.device(), out.device());
  out.download();
  for (int i = 0; i < 30; i++)
    check::equal(out[i], 3 * 30 * 29 / 2, "across blocks", i);
}

// ---- Copies and pipelines
// --------------------------------------------------------------------------------------------

__global__ void copyWithBarrier(const int *in, int *out, int n) {
  __shared__ BlockBarrier bar;
  __shared__ int cells[512];
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&bar, block.size());
  block.sync();
  cuda::memcpy_async(block, cells, in, sizeof(int) * n, bar);
  if (threadIdx.x < 4)
    cuda::memcpy_async(cells + n + threadIdx.x, in + threadIdx.x, cuda::aligned_size_t<4>(sizeof(int)), bar);
  bar.arrive_and_wait();
  for (int i = (int)threadIdx.x; i < n + 4; i += (int)blockDim.x)
    out[i] = cells[n + 3 - i];
}

/// Stages of a pipeline of one thread: the copies of the next while the last is used.
__global__ void ownPipeline(const int4 *in, int *out, int count) {
  __shared__ int4 stages[2][64];
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  int t = (int)threadIdx.x, sum = 0;
  for (int i = 0; i < count + 1; i++) {
    pipe.producer_acquire();
    if (i < count)
      cuda::memcpy_async(&stages[i % 2][t], &in[i * 64 + t], cuda::aligned_size_t<16>(sizeof(int4)), pipe);
    pipe.producer_commit();
    if (i == 0)
      continue;
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    __syncthreads();
    sum = sum * 5 + stages[(i - 1) % 2][63 - t].y;
    pipe.consumer_release();
    __syncthreads();
  }
  out[t] = sum;
}

/// All threads produce and consume, three stages.
__global__ void unified(const int *in, int *out, int count) {
  constexpr int kStages = 3;
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  __shared__ int cells[kStages][96];
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int n = (int)block.size(), t = (int)block.thread_rank(), sum = 0;
  for (int done = 0, next = 0; done < count; done++) {
    for (; next < count && next < done + kStages; next++) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, cells[next % kStages], in + next * n, sizeof(int) * n, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum = sum * 7 + cells[done % kStages][n - 1 - t];
    pipe.consumer_release();
  }
  out[t] = sum;
}

/// Warps (or lanes) below `split` produce, the others consume; roles given one by one, or by number.
template <bool byRole> __global__ void roles(const int *in, int *out, int count, int split) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int cells[2][64];
  auto block = cg::this_thread_block();
  int n = (int)block.size(), t = (int)block.thread_rank();
  auto role = t < split ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipe = [&] {
    if constexpr (byRole)
      return cuda::make_pipeline(block, &state, role);
    else
      return cuda::make_pipeline(block, &state, (size_t)split);
  }();
  int sum = 0;
  if (role == cuda::pipeline_role::producer) {
    for (int i = 0; i < count; i++) {
      pipe.producer_acquire();
      for (int k = t; k < 64; k += split)
        cuda::memcpy_async(&cells[i % 2][k], &in[i * 64 + k], sizeof(int), pipe);
      pipe.producer_commit();
    }
  } else {
    for (int i = 0; i < count; i++) {
      pipe.consumer_wait();
      for (int k = t - split; k < 64; k += n - split)
        sum = sum * 3 + cells[i % 2][k];
      pipe.consumer_release();
    }
  }
  pipe.quit();
  out[t] = sum;
}

void checkPipelines() {
  const int count = 12;
  check::Buffer<int> in(count * 64 * 4), out(600);
  for (size_t i = 0; i < in.size(); i++)
    in[i] = (int)(i * i % 1009);
  in.upload();
  copyWithBarrier<<<1, 96>>>(in.device(), out.device(), 301);
  out.download();
  for (int i = 0; i < 305; i++)
    check::equal(out[i], in[304 - i < 301 ? 304 - i : 3 - i], "copy with a barrier", i);
  ownPipeline<<<1, 64>>>((const int4 *)in.device(), out.device(), count);
  out.download();
  for (int t = 0; t < 64; t++) {
    unsigned sum = 0;
    for (int i = 0; i < count; i++)
      sum = sum * 5 + (unsigned)in[(i * 64 + 63 - t) * 4 + 1];
    check::equal(out[t], (int)sum, "a pipeline of its own", t);
  }
  for (int n : {32, 96, 40}) {
    unified<<<1, n>>>(in.device(), out.device(), count);
    out.download();
    for (int t = 0; t < n; t++) {
      unsigned sum = 0;
      for (int i = 0; i < count; i++)
        sum = sum * 7 + (unsigned)in[i * n + n - 1 - t];
      check::equal(out[t], (int)sum, "unified pipeline of " + std::to_string(n), t);
    }
  }
  for (int split : {32, 64, 8})
    for (auto kernel : {roles<true>, roles<false>}) {
      const int n = 96;
      kernel<<<1, n>>>(in.device(), out.device(), count, split);
      out.download();
      for (int t = 0; t < n; t++) {
        unsigned sum = 0;
        for (int i = 0; i < count && t >= split; i++)
          for (int k = t - split; k < 64; k += n - split)
            sum = sum * 3 + (unsigned)in[i * 64 + k];
        check::equal(out[t], (int)sum, "roles, " + std::to_string(split) + " producers", t);
      }
    }
}

// ---- Primitives ----------------------------------------------------------------------------------------------------

__global__ void primitives(const float4 *in, float *out) {
  __shared__ float4 wide[32];
  __shared__ float2 half[32];
  __shared__ float single[32];
  __shared__ __mbarrier_t bar;
  __shared__ nvcuda::experimental::awbarrier old;
  int t = (int)threadIdx.x;
  if (t == 0) {
    __mbarrier_init(&bar, 32);
    init(&old, 32);
  }
  __syncthreads();
  __pipeline_memcpy_async(&wide[t], &in[t], sizeof(float4));
  __pipeline_commit();
  __pipeline_memcpy_async(&half[t], &in[t].z, sizeof(float2), 4);
  __pipeline_memcpy_async(&single[t], &in[t].y, sizeof(float));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __pipeline_arrive_on(&bar);
  __mbarrier_token_t token = __mbarrier_arrive(&bar);
  while (!__mbarrier_test_wait(&bar, token)) {
  }
  float4 w = wide[31 - t];
  float2 h = half[(t + 1) % 32];
  old.arrive_and_wait();
  out[t] = w.x + w.w * 1000 + h.x * 1e6f + h.y * 1e9f + single[t ^ 1] * 0.001f;
}

void checkPrimitives() {
  check::Buffer<float> in(128), out(32);
  for (int i = 0; i < 128; i++)
    in[i] = (float)(i % 50);
  in.upload();
  primitives<<<1, 32>>>((const float4 *)in.device(), out.device());
  out.download();
  for (int t = 0; t < 32; t++) {
    const float *w = &in[(31 - t) * 4], *h = &in[(t + 1) % 32 * 4 + 2], s = in[(t ^ 1) * 4 + 1];
    float wanted = w[0] + w[3] * 1000 + h[0] * 1e6f + 0 * 1e9f + s * 0.001f;
    check::that(std::fabs(out[t] - wanted) <= 4e-7f * wanted, "primitives", std::to_string(out[t]));
  }
}

int main() {
  for (int threads : {32, 64, 100, 256, 1024})
    checkRounds(threads);
  checkDropOut();
  checkLanes();
  checkCompletion();
  checkProducers(64, 32);
  checkProducers(256, 64);
  checkProducers(32, 8); // inside one warp
  checkMany();
  checkAcross();
  checkPipelines();
  checkPrimitives();
  return check::finish("cuda_barriers");
}
