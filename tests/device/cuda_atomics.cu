// cuda::atomic and cuda::atomic_ref of every size and scope, on the device and on the host. Operations commute, so what
// they come to is computed on the host thread by thread; what they return must be a chain without gaps.
#include "check.h"

#include <cuda/atomic>
#include <cuda/std/atomic>

#include <algorithm>

constexpr int kBlocks = 6, kThreads = 96, kAll = kBlocks * kThreads;

template <class T> struct Cells {
  cuda::atomic<T, cuda::thread_scope_device> sum, difference, least, greatest;
  T plain;
};

template <class T> __host__ __device__ T valueOf(int i) { return (T)(i * 37 % 101 - 20); }

template <class T> __global__ void numbers(Cells<T> *cells, T *before) {
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  before[i] = cells->sum.fetch_add((T)1, cuda::memory_order_relaxed);
  cells->difference -= valueOf<T>(i);
  cells->least.fetch_min(valueOf<T>(i));
  cells->greatest.fetch_max(valueOf<T>(i), cuda::std::memory_order_acq_rel);
  cuda::atomic_ref<T, cuda::thread_scope_device>(cells->plain).fetch_add((T)2);
}

template <class T> void checkNumbers(const char *name) {
  const int all = sizeof(T) == 1 ? 96 : kAll; // so that each sum is a number of its own
  std::vector<char> bytes(sizeof(Cells<T>));
  auto *cells = new (bytes.data()) Cells<T>;
  cells->sum = (T)0, cells->difference = (T)0, cells->least = (T)100, cells->greatest = (T)-1, cells->plain = (T)1;
  Cells<T> *device = nullptr;
  CHECK_API(musaMalloc(&device, bytes.size()));
  CHECK_API(musaMemcpy(device, bytes.data(), bytes.size(), musaMemcpyHostToDevice));
  check::Buffer<T> before(all);
  numbers<<<all / kThreads, kThreads>>>(device, before.device());
  before.download();
  CHECK_API(musaMemcpy(bytes.data(), device, bytes.size(), musaMemcpyDeviceToHost));
  CHECK_API(musaFree(device));
  T difference = 0, least = (T)100, greatest = (T)-1, plain = 1;
  for (int i = 0; i < all; i++) {
    difference = (T)(difference - valueOf<T>(i));
    least = std::min(least, valueOf<T>(i));
    greatest = std::max(greatest, valueOf<T>(i));
    plain = (T)(plain + 2);
  }
  auto same = [&](T got, T wanted, const char *what) { check::equal(got, wanted, std::string(name) + what); };
  same(cells->sum.load(), (T)all, " sum");
  same(cells->difference.load(), difference, " difference");
  same(cells->least.load(), least, " least");
  same(cells->greatest.load(), greatest, " greatest");
  same(cells->plain, plain, " through a reference");
  std::sort(before.host.begin(), before.host.end());
  for (int i = 0; i < all; i++)
    check::equal(before[i], (T)i, std::string(name) + " what fetch_add returns", i);
}

template <class T> struct Bits {
  cuda::atomic<T> all, some, odd, last, marks;
};

template <class T> __global__ void bits(Bits<T> *cells) {
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), width = (int)sizeof(T) * 8;
  cells->all &= (T) ~((T)1 << i % width);
  cells->some |= (T)((T)1 << i % width);
  cells->odd.fetch_xor((T)i);
  cells->last.exchange((T)(i % 100));
  T old = cells->marks.load(cuda::memory_order_acquire);
  while (!cells->marks.compare_exchange_weak(old, (T)(old * 3 + 1), cuda::memory_order_release)) {
  }
}

template <class T> void checkBits(const char *name) {
  using Shared = Bits<T>;
  std::vector<char> bytes(sizeof(Shared));
  auto *cells = new (bytes.data()) Shared;
  cells->all = (T)-1, cells->some = (T)0, cells->odd = (T)0, cells->last = (T)127, cells->marks = (T)1;
  Shared *device = nullptr;
  CHECK_API(musaMalloc(&device, bytes.size()));
  CHECK_API(musaMemcpy(device, bytes.data(), bytes.size(), musaMemcpyHostToDevice));
  bits<<<kBlocks, kThreads>>>(device);
  CHECK_API(musaDeviceSynchronize());
  CHECK_API(musaMemcpy(bytes.data(), device, bytes.size(), musaMemcpyDeviceToHost));
  CHECK_API(musaFree(device));
  T odd = 0, marks = 1;
  for (int i = 0; i < kAll; i++) {
    odd = (T)(odd ^ (T)i);
    marks = (T)(marks * 3 + 1);
  }
  auto same = [&](T got, T wanted, const char *what) { check::equal(got, wanted, std::string(name) + what); };
  same(cells->all, (T)0, " and");
  same(cells->some, (T)-1, " or");
  same(cells->odd, odd, " xor");
  check::that(cells->last.load() < 100, std::string(name) + " exchange");
  same(cells->marks, marks, " compare and exchange");
}

/// Eight bytes that change as one.
struct Pair {
  int count;
  float weight;
};

__global__ void pairs(cuda::atomic<Pair, cuda::thread_scope_device> *pair, int **place, int *cells) {
  Pair old = pair->load();
  while (!pair->compare_exchange_strong(old, Pair{old.count + 1, old.weight + 0.5f})) {
  }
  cuda::atomic_ref<int *> next(*place);
  int *mine = next.fetch_add(2);
  *mine = (int)(mine - cells);
}

void checkPairs() {
  check::Buffer<Pair> pair(1, Pair{0, 1.0f});
  check::Buffer<int> cells(2 * kAll, -1);
  check::Buffer<int *> place(1, cells.device());
  pairs<<<kBlocks, kThreads>>>((cuda::atomic<Pair, cuda::thread_scope_device> *)pair.device(), place.device(),
                               cells.device());
  pair.download();
  cells.download();
  check::equal(pair[0].count, kAll, "a pair's count");
  check::equal(pair[0].weight, 1.0f + kAll * 0.5f, "a pair's weight");
  for (int i = 0; i < 2 * kAll; i++)
    check::equal(cells[i], i % 2 ? -1 : i, "places", i);
}

/// Messages between blocks: what was written before a release is there after the acquire; wait() and the flag.
__global__ void messages(int *data, cuda::atomic<int, cuda::thread_scope_device> *turn, int *out) {
  if (threadIdx.x == 0) {
    int mine = (int)blockIdx.x, now;
    while ((now = turn->load(cuda::memory_order_acquire)) != mine)
      turn->wait(now);
    out[mine] = *data;
    *data = *data * 2 + mine;
    turn->store(mine + 1, cuda::memory_order_release);
    turn->notify_all();
  }
}

void checkMessages() {
  check::Buffer<int> data(1, 1), turn(1), out(20);
  messages<<<20, 64>>>(data.device(), (cuda::atomic<int, cuda::thread_scope_device> *)turn.device(), out.device());
  out.download();
  int wanted = 1;
  for (int i = 0; i < 20; i++) {
    check::equal(out[i], wanted, "messages", i);
    wanted = wanted * 2 + i;
  }
}

/// In shared memory, without a constructor; counts by block, found by a flag who is first.
__global__ void inShared(int *out) {
  __shared__ cuda::atomic<unsigned, cuda::thread_scope_block> count;
  __shared__ cuda::atomic_flag taken;
  if (threadIdx.x == 0) {
    count.store(0, cuda::memory_order_relaxed);
    taken.clear();
  }
  __syncthreads();
  unsigned mine = count++;
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_block);
  if (!taken.test_and_set(cuda::memory_order_acquire))
    atomicAdd(&out[blockIdx.x], 1000);
  __syncthreads();
  if (mine + 1 == blockDim.x)
    atomicAdd(&out[blockIdx.x], (int)count.load());
}

void checkShared() {
  check::Buffer<int> out(kBlocks);
  inShared<<<kBlocks, 100>>>(out.device());
  out.download();
  for (int i = 0; i < kBlocks; i++)
    check::equal(out[i], 1100, "in shared memory", i);
}

void checkHost() {
  cuda::atomic<int> value(5);
  cuda::std::atomic<float> real(0.5f);
  check::equal(value++, 5, "host ++");
  check::equal(--value, 5, "host --");
  check::equal(value.fetch_max(9), 5, "host fetch_max");
  check::equal((int)(value ^= 3), 10, "host ^=");
  int expected = 11;
  check::that(!value.compare_exchange_strong(expected, 1) && expected == 10, "host compare and exchange");
  check::equal(real += 0.25f, 0.75f, "host +=");
  cuda::std::atomic_thread_fence(cuda::std::memory_order_seq_cst);
  static_assert(sizeof(cuda::atomic<char>) == 1 && sizeof(cuda::atomic<double>) == 8 &&
                    cuda::atomic<int>::is_always_lock_free,
                "atomics are as large as their values");
}

int main() {
  checkNumbers<int>("int"), checkNumbers<unsigned>("unsigned"), checkNumbers<long long>("long long");
  checkNumbers<unsigned long>("unsigned long"), checkNumbers<float>("float"), checkNumbers<double>("double");
  checkNumbers<short>("short"), checkNumbers<signed char>("signed char");
  checkBits<int>("int"), checkBits<unsigned long long>("unsigned long long");
  checkBits<unsigned short>("unsigned short"), checkBits<unsigned char>("unsigned char");
  checkPairs();
  checkMessages();
  checkShared();
  checkHost();
  return check::finish("cuda_atomics");
}
