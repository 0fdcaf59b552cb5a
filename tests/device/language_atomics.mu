// Atomics on global and shared memory: totals where the order does not matter, the set of old values where every one
// must be seen once, compare-and-swap loops, the wrapping counters.
#include "check.h"

#include <algorithm>
#include <climits>

constexpr int kBlocks = 5, kThreads = 96, kAll = kBlocks * kThreads;

template <class T> struct Cells {
  T add, sub, low, high, andBits, orBits, xorBits, swapped, counted;
};

/// The same operations on global cells by all threads, on shared cells by each block.
template <class T> __device__ void operate(Cells<T> &c, unsigned i) {
  atomicAdd(&c.add, (T)(i % 13));
  atomicSub(&c.sub, (T)(i % 7));
  atomicMin(&c.low, (T)((T)1000 - (T)i));
  atomicMax(&c.high, (T)((T)i * 3));
  atomicAnd(&c.andBits, ~((T)1 << (i % 20)));
  atomicOr(&c.orBits, (T)1 << (i % 25));
  atomicXor(&c.xorBits, (T)(i * 2654435761u >> 3));
  // An addition made of compare-and-swap.
  T old = c.swapped, seen;
  do {
    seen = old;
    old = atomicCAS(&c.swapped, seen, (T)(seen + (T)i));
  } while (old != seen);
  atomicAdd_block(&c.counted, (T)1);
  atomicAdd_system(&c.counted, (T)1);
}

template <class T> __host__ __device__ Cells<T> initial() {
  return {0, 0, (T)(sizeof(T) == 8 ? LLONG_MAX : INT_MAX), 0, (T)-1, 0, 0, 0, 0};
}

template <class T> __global__ void cells(Cells<T> *global, Cells<T> *perBlock) {
  __shared__ Cells<T> shared;
  if (threadIdx.x == 0)
    shared = initial<T>();
  __syncthreads();
  operate(*global, blockIdx.x * blockDim.x + threadIdx.x);
  operate(shared, threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0)
    perBlock[blockIdx.x] = shared;
}

template <class T> Cells<T> modelOf(int count) {
  Cells<T> c = initial<T>();
  for (unsigned i = 0; i < (unsigned)count; i++) {
    c.add += (T)(i % 13);
    c.sub -= (T)(i % 7);
    c.low = std::min(c.low, (T)((T)1000 - (T)i));
    c.high = std::max(c.high, (T)((T)i * 3));
    c.andBits &= ~((T)1 << (i % 20));
    c.orBits |= (T)1 << (i % 25);
    c.xorBits ^= (T)(i * 2654435761u >> 3);
    c.swapped += (T)i;
    c.counted += 2;
  }
  return c;
}

template <class T> void compare(const Cells<T> &got, const Cells<T> &wanted, const std::string &name) {
  const T *g = &got.add, *w = &wanted.add;
  for (int k = 0; k < (int)(sizeof got / sizeof(T)); k++)
    check::equal(g[k], w[k], name, k);
}

template <class T> void checkCells(const char *type) {
  check::Buffer<Cells<T>> global(std::vector<Cells<T>>{initial<T>()}), blocks(kBlocks);
  cells<T><<<kBlocks, kThreads>>>(global.device(), blocks.device());
  global.download();
  blocks.download();
  compare(global[0], modelOf<T>(kAll), std::string("global atomics of ") + type);
  for (int b = 0; b < kBlocks; b++)
    compare(blocks[b], modelOf<T>(kThreads), std::string("shared atomics of ") + type);
}

struct Tickets {
  unsigned next, wrapUp, wrapDown, exchange;
  float sum, held;
  double wide;
  unsigned short half[2];
};

__global__ void tickets(Tickets *t, unsigned *taken, unsigned *chain) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  taken[i] = atomicAdd(&t->next, 1u);
  atomicInc(&t->wrapUp, 9u);
  atomicDec(&t->wrapDown, 9u);
  chain[i] = atomicExch(&t->exchange, i);
  atomicAdd(&t->sum, 0.5f); // exact in every order
  atomicAdd(&t->wide, 0.25);
  atomicExch(&t->held, 2.5f);
  unsigned short seen, old = t->half[1];
  do {
    seen = old;
    old = atomicCAS(&t->half[1], seen, (unsigned short)(seen + 1));
  } while (old != seen);
}

void checkTickets() {
  check::Buffer<Tickets> state(1);
  state[0] = {0, 0, 9, 77777, 0, 1, 0, {3, 0}};
  state.upload();
  check::Buffer<unsigned> taken(kAll), chain(kAll);
  tickets<<<kBlocks, kThreads>>>(state.device(), taken.device(), chain.device());
  state.download();
  taken.download();
  chain.download();
  std::sort(taken.host.begin(), taken.host.end());
  for (unsigned i = 0; i < kAll; i++)
    check::equal(taken[i], i, "every ticket once", i);
  // Each exchanged value is seen once: the first value, and all but the one left in the cell.
  chain.host.push_back(state[0].exchange);
  std::sort(chain.host.begin(), chain.host.end());
  for (unsigned i = 0; i < kAll; i++)
    check::equal(chain[i], i, "every exchanged value once", i);
  check::equal(chain[kAll], 77777u, "first exchanged value");
  check::equal(state[0].wrapUp, kAll % 10u, "atomicInc");
  unsigned down = 9;
  for (int i = 0; i < kAll; i++)
    down = down == 0 || down > 9 ? 9 : down - 1;
  check::equal(state[0].wrapDown, down, "atomicDec");
  check::equal(state[0].sum, 0.5f * kAll, "atomicAdd of float");
  check::equal(state[0].wide, 0.25 * kAll, "atomicAdd of double");
  check::equal(state[0].held, 2.5f, "atomicExch of float");
  check::equal((int)state[0].half[1], kAll, "atomicCAS of unsigned short");
  check::equal((int)state[0].half[0], 3, "its neighbour");
}

int main() {
  checkCells<int>("int");
  checkCells<unsigned>("unsigned");
  checkCells<long long>("long long");
  checkCells<unsigned long long>("unsigned long long");
  checkTickets();
  return check::finish("language_atomics");
}
