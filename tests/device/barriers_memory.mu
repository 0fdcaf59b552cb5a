// Barriers in shared memory (mbarrier): the functions of the header and the PTX, phases, tokens, parities, arrivals that
// drop out, pending counts, producers and consumers, and copies that arrive.
#include "check.h"

#include <cuda_awbarrier_primitives.h>
#include <musa_awbarrier_primitives.h>

__device__ unsigned sharedAddress(const void *p) { return unsigned(__cvta_generic_to_shared(p)); }

/// All threads arrive and wait; what was written before is seen after. One warp may be phases ahead of another's wait.
__global__ void tokens(int *out, int rounds) {
  __shared__ __mbarrier_t bar;
  __shared__ int cell[256];
  if (threadIdx.x == 0)
    __mbarrier_init(&bar, blockDim.x);
  __syncthreads();
  int value = int(threadIdx.x);
  for (int r = 0; r < rounds; r++) {
    cell[threadIdx.x] = value;
    __mbarrier_token_t token = __mbarrier_arrive(&bar);
    while (!__mbarrier_test_wait(&bar, token)) {
    }
    value += cell[(threadIdx.x + 1 + r) % blockDim.x];
    token = __mbarrier_arrive(&bar);
    while (!__mbarrier_try_wait(&bar, token, 100)) {
    }
  }
  out[threadIdx.x] = value;
}

static void checkTokens() {
  for (unsigned threads : {32u, 48u, 256u}) {
    check::Buffer<int> out(threads);
    tokens<<<1, threads>>>(out.device(), 5);
    out.download();
    std::vector<int> value(threads), before;
    for (unsigned t = 0; t < threads; t++)
      value[t] = int(t);
    for (int r = 0; r < 5; r++) {
      before = value;
      for (unsigned t = 0; t < threads; t++)
        value[t] = before[t] + before[(t + 1 + r) % threads];
    }
    for (unsigned t = 0; t < threads; t++)
      check::equal(out[t], value[t], "tokens", t);
  }
}

/// The states that PTX gives: one lane does all, so that every value is known.
__global__ void states(unsigned *out) {
  __shared__ __mbarrier_t bar;
  if (threadIdx.x != 0)
    return;
  unsigned *o = out;
  __mbarrier_init(&bar, 3);
  __mbarrier_token_t first = __mbarrier_arrive(&bar);
  *o++ = __mbarrier_token_pending_count(first); // before the arrival
  *o++ = __mbarrier_test_wait(&bar, first);
  *o++ = __mbarrier_test_wait_parity(&bar, false);
  *o++ = __mbarrier_test_wait_parity(&bar, true); // the phase before the first
  __mbarrier_token_t second = __mbarrier_arrive_and_drop(&bar);
  *o++ = __mbarrier_token_pending_count(second);
  __mbarrier_arrive(&bar);
  *o++ = __mbarrier_test_wait(&bar, first);
  *o++ = __mbarrier_test_wait(&bar, second);
  *o++ = __mbarrier_test_wait_parity(&bar, false);
  *o++ = __mbarrier_test_wait_parity(&bar, true);
  // Two are expected from now on.
  __mbarrier_token_t third = __mbarrier_arrive(&bar);
  *o++ = __mbarrier_token_pending_count(third);
  *o++ = __mbarrier_test_wait(&bar, third);
  unsigned long long state;
  asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 0;" : "=l"(state) : "r"(sharedAddress(&bar)) : "memory");
  *o++ = __mbarrier_token_pending_count(state);
  __mbarrier_arrive(&bar);
  *o++ = __mbarrier_test_wait(&bar, third);
  *o++ = __mbarrier_test_wait_parity(&bar, true);
  *o++ = __mbarrier_maximum_count();
  __mbarrier_inval(&bar);
  __mbarrier_init(&bar, 7);
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1], 6;" : "=l"(state) : "r"(sharedAddress(&bar)) : "memory");
  *o++ = __mbarrier_token_pending_count(state);
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sharedAddress(&bar)) : "memory");
  *o++ = __mbarrier_test_wait(&bar, state);
}

static void checkStates() {
  const unsigned wanted[] = {3, 0, 0, 1, 2, 1, 1, 1, 0, 2, 0, 1, 1, 1, (1u << 20) - 1, 7, 1};
  check::Buffer<unsigned> out(sizeof wanted / sizeof *wanted);
  states<<<1, 32>>>(out.device());
  out.download();
  for (size_t i = 0; i < out.size(); i++)
    check::equal(out[i], wanted[i], "states", long(i));
}

/// Each lane's arrival meets the state that the one before left, in some order.
__global__ void oneByOne(unsigned *out) {
  __shared__ __mbarrier_t bar;
  if (threadIdx.x == 0)
    __mbarrier_init(&bar, 10);
  __syncthreads();
  out[threadIdx.x] = __mbarrier_token_pending_count(__mbarrier_arrive(&bar));
}

static void checkOneByOne() {
  check::Buffer<unsigned> out(64);
  oneByOne<<<1, 64>>>(out.device());
  out.download();
  unsigned seen[11] = {};
  for (unsigned v : out.host)
    seen[v <= 10 ? v : 0]++;
  for (unsigned n = 1; n <= 10; n++)
    check::equal(seen[n], n >= 7 ? 7u : 6u, "one by one", n); // 64 arrivals: six whole phases and four of the seventh
}

/// A ring of four stages between one producer warp and three consumer warps, with try_wait loops in PTX.
__global__ void pipeline(const int *in, int *out, int rounds) {
  constexpr int kStages = 4;
  __shared__ __mbarrier_t full[kStages], empty[kStages];
  __shared__ int stage[kStages][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x < kStages) {
    __mbarrier_init(&full[threadIdx.x], 32);
    __mbarrier_init(&empty[threadIdx.x], 96);
  }
  __syncthreads();
  auto wait = [](__mbarrier_t *bar, unsigned parity) {
    asm volatile("{\n"
                 " .reg .pred done;\n"
                 "again:\n"
                 " mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
                 " @done bra out;\n"
                 " bra again;\n"
                 "out:\n"
                 "}" ::"r"(sharedAddress(bar)),
                 "r"(parity)
                 : "memory");
  };
  int sum = 0;
  for (int r = 0; r < rounds; r++) {
    int s = r % kStages, turn = r / kStages;
    if (warp == 0) {
      wait(&empty[s], (turn & 1) ^ 1); // the first time round nobody has to have emptied it
      unsigned to = sharedAddress(&stage[s][lane]);
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + r * 32 + lane) : "memory");
      asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(sharedAddress(&full[s])) : "memory");
    } else {
      wait(&full[s], turn & 1);
      sum += stage[s][(lane + warp * 5) % 32] * (r + 1);
      asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" ::"r"(sharedAddress(&empty[s])) : "memory");
    }
  }
  if (warp != 0)
    out[threadIdx.x - 32] = sum;
}

static void checkPipeline() {
  for (int rounds : {1, 4, 5, 37}) {
    check::Buffer<int> in(rounds * 32), out(96);
    for (int i = 0; i < rounds * 32; i++)
      in[i] = i * i % 977;
    in.upload();
    pipeline<<<1, 128>>>(in.device(), out.device(), rounds);
    out.download();
    for (int t = 0; t < 96; t++) {
      int wanted = 0;
      for (int r = 0; r < rounds; r++)
        wanted += in[r * 32 + (t % 32 + (t / 32 + 1) * 5) % 32] * (r + 1);
      check::equal(out[t], wanted, "pipeline", t);
    }
  }
}

/// Without .noinc a copy's arrival was counted before: it changes nothing. Sizes, and bytes that are not there.
__global__ void copies(const char *in, char *out, unsigned *counts) {
  __shared__ __align__(16) char place[64];
  __shared__ __mbarrier_t bar;
  if (threadIdx.x == 0)
    __mbarrier_init(&bar, 2);
  if (threadIdx.x < 64)
    place[threadIdx.x] = 'x';
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned to = sharedAddress(place), address = sharedAddress(&bar);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in) : "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, 5;" ::"r"(to + 8), "l"(in + 8) : "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to + 16), "l"(in + 16) : "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to + 32), "l"(in + 32), "r"(0) : "memory");
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(address) : "memory");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    counts[0] = __mbarrier_token_pending_count(__mbarrier_arrive(&bar));
    asm volatile("cp.async.mbarrier.arrive.noinc.b64 [%0];" ::"l"(&bar) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    counts[1] = __mbarrier_test_wait_parity(&bar, false);
  }
  __syncthreads();
  out[threadIdx.x] = place[threadIdx.x];
}

static void checkCopies() {
  check::Buffer<char> in(64), out(64);
  check::Buffer<unsigned> counts(2);
  for (int i = 0; i < 64; i++)
    in[i] = char('A' + i % 26);
  in.upload();
  copies<<<1, 64>>>(in.device(), out.device(), counts.device());
  out.download();
  counts.download();
  check::equal(counts[0], 2u, "a copy's arrival that was counted");
  check::equal(counts[1], 1u, "a copy's arrival");
  for (int i = 0; i < 64; i++) {
    bool copied = i < 4 || (i >= 8 && i < 13) || (i >= 16 && i < 32), zero = (i >= 13 && i < 16) || (i >= 32 && i < 48);
    check::equal(out[i], copied ? in[i] : zero ? char(0) : 'x', "copies", i);
  }
}

/// Lanes of one warp wait for each other on both sides of a branch, turn by turn.
__global__ void withinWarp(int *out, int rounds) {
  __shared__ __mbarrier_t ping, pong;
  __shared__ int ball;
  if (threadIdx.x == 0) {
    __mbarrier_init(&ping, 1);
    __mbarrier_init(&pong, blockDim.x - 1);
    ball = 0;
  }
  __syncthreads();
  for (int r = 0; r < rounds; r++) {
    if (threadIdx.x == 0) {
      ball = ball * 3 + r;
      __mbarrier_arrive(&ping);
      while (!__mbarrier_test_wait_parity(&pong, r & 1)) {
      }
    } else {
      while (!__mbarrier_test_wait_parity(&ping, r & 1)) {
      }
      out[threadIdx.x] += ball;
      __mbarrier_arrive(&pong);
    }
  }
}

static void checkWithinWarp() {
  check::Buffer<int> out(40);
  withinWarp<<<1, 40>>>(out.device(), 6);
  out.download();
  int ball = 0, sum = 0;
  for (int r = 0; r < 6; r++)
    sum += ball = ball * 3 + r;
  for (int t = 0; t < 40; t++)
    check::equal(out[t], t ? sum : 0, "within a warp", t);
}

int main() {
  checkWithinWarp();
  checkTokens();
  checkStates();
  checkOneByOne();
  checkPipeline();
  checkCopies();
  return check::finish("barriers_memory");
}
