// Insertions into hash tables by compare-and-swap, in the forms that programs have: open addressing with many
// collisions and a table that becomes full, slots that hold a key and a value, lists with a lock a bucket, slots that
// are freed again while other lanes of the warp wait for one, and roles of whole warps that wait for each other.
#include "check.h"

#include <algorithm>
#include <map>

constexpr unsigned kEmpty = ~0u;
constexpr int kThreads = 4096;

__device__ unsigned hashOf(unsigned key, unsigned n) { return key * 2654435761u % n; }

/// Walks on until it finds a free slot or its key.
__global__ void insert(unsigned *keys, unsigned *counts, const unsigned *in, unsigned n) {
  const unsigned key = in[blockIdx.x * blockDim.x + threadIdx.x];
  unsigned h = hashOf(key, n);
  while (true) {
    unsigned old = atomicCAS(&keys[h], kEmpty, key);
    if (old == kEmpty || old == key) {
      atomicAdd(&counts[h], 1u);
      break;
    }
    h = (h + 1) % n;
  }
}

/// Gives up where the table is full.
__global__ void insertOrCount(unsigned *keys, unsigned *counts, const unsigned *in, unsigned n, unsigned *lost) {
  const unsigned key = in[blockIdx.x * blockDim.x + threadIdx.x];
  unsigned h = hashOf(key, n), probes = 0;
  for (; probes < n; probes++) {
    unsigned old = atomicCAS(&keys[h], kEmpty, key);
    if (old == kEmpty || old == key)
      break;
    h = h + 1 == n ? 0 : h + 1;
  }
  if (probes == n)
    atomicAdd(lost, 1u);
  else
    atomicAdd(&counts[h], 1u);
}

/// Key and count in one word of 64 bits; who finds another's key walks on, who finds its own tries again.
__global__ void insertPairs(unsigned long long *slots, const unsigned *in, unsigned n) {
  const unsigned key = in[blockIdx.x * blockDim.x + threadIdx.x];
  unsigned h = hashOf(key, n);
  unsigned long long seen = ~0ull;
  while (true) {
    const unsigned long long mine = seen == ~0ull ? (unsigned long long)key << 32 | 1 : seen + 1;
    const unsigned long long old = atomicCAS(&slots[h], seen, mine);
    if (old == seen)
      break;
    if (old >> 32 == key) {
      seen = old;
    } else if (old != ~0ull) {
      seen = ~0ull;
      h = (h + 1) % n;
    }
  }
}

struct Node {
  unsigned key, count;
  int next;
};
/// A lock a bucket, held over a walk along its list.
__global__ void insertLists(int *locks, int *heads, Node *nodes, int *used, const unsigned *in, unsigned buckets) {
  const unsigned key = in[blockIdx.x * blockDim.x + threadIdx.x], b = hashOf(key, buckets);
  while (atomicCAS(&locks[b], 0, 1) != 0) {
  }
  __threadfence();
  volatile int *head = &heads[b];
  int at = *head;
  while (at >= 0 && ((volatile Node *)nodes)[at].key != key)
    at = ((volatile Node *)nodes)[at].next;
  if (at < 0) {
    at = atomicAdd(used, 1);
    ((volatile Node *)nodes)[at].key = key;
    ((volatile Node *)nodes)[at].count = 0;
    ((volatile Node *)nodes)[at].next = *head;
    *head = at;
  }
  ((volatile Node *)nodes)[at].count = ((volatile Node *)nodes)[at].count + 1;
  __threadfence();
  atomicExch(&locks[b], 0);
}

/// Fewer slots than lanes: each takes one, works in it and gives it back.
__global__ void slots(int *taken, unsigned *sums, unsigned n) {
  const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned h = me % n;
  while (atomicCAS(&taken[h], 0, 1) != 0)
    h = (h + 1) % n;
  __threadfence();
  *(volatile unsigned *)&sums[h] = *(volatile unsigned *)&sums[h] + me;
  __threadfence();
  atomicExch(&taken[h], 0);
}

/// The largest of what all bring, by the value that the last exchange returned.
__global__ void largest(unsigned *most, const unsigned *in) {
  const unsigned value = in[blockIdx.x * blockDim.x + threadIdx.x];
  unsigned seen = *(volatile unsigned *)most;
  while (seen < value) {
    unsigned old = atomicCAS(most, seen, value);
    if (old == seen)
      break;
    seen = old;
  }
}

/// A producing warp, one that passes on, and one that consumes.
__global__ void roles(int *out, int rounds) {
  __shared__ volatile int full[2], item[2];
  if (threadIdx.x < 2)
    full[threadIdx.x] = 0;
  __syncthreads();
  const unsigned lane = threadIdx.x % 32;
  int sum = 0;
  if (threadIdx.x < 32) {
    for (int r = 0; r < rounds; r++) {
      while (full[0]) {
      }
      __syncwarp();
      if (lane == 0) {
        item[0] = r * r + int(blockIdx.x);
        __threadfence_block();
        full[0] = 1;
      }
      __syncwarp();
    }
  } else if (threadIdx.x / 32 == 1) {
    for (int r = 0; r < rounds; r++) {
      while (!full[0] || full[1]) {
      }
      __syncwarp();
      if (lane == 0) {
        item[1] = item[0] * 2;
        full[0] = 0;
        __threadfence_block();
        full[1] = 1;
      }
      __syncwarp();
    }
  } else {
    for (int r = 0; r < rounds; r++) {
      while (!full[1]) {
      }
      sum += item[1] + int(lane);
      __syncwarp();
      if (lane == 0)
        full[1] = 0;
      __syncwarp();
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// ---- The host -----------------------------------------------------------------------------------------------------

static std::map<unsigned, unsigned> countsOf(const check::Buffer<unsigned> &in) {
  std::map<unsigned, unsigned> counts;
  for (unsigned key : in.host)
    counts[key]++;
  return counts;
}

/// Keys of which there are `kinds`; many begin at the same slot.
static void fillKeys(check::Buffer<unsigned> &in, unsigned kinds) {
  unsigned state = 12345;
  for (int i = 0; i < kThreads; i++) {
    state = state * 1664525u + 1013904223u;
    in[i] = (state >> 8) % kinds * 7 + 3;
  }
  in.upload();
}

static void checkTable(check::Buffer<unsigned> &keys, check::Buffer<unsigned> &counts,
                       std::map<unsigned, unsigned> wanted, const std::string &name) {
  for (size_t h = 0; h < keys.size(); h++) {
    if (keys[h] == kEmpty)
      continue;
    check::equal(counts[h], wanted[keys[h]], name, long(h));
    wanted.erase(keys[h]);
  }
  check::equal(wanted.size(), size_t(0), name + ": keys that are missing");
}

static void openAddressing(unsigned kinds, unsigned n) {
  const std::string name = "open addressing, " + std::to_string(kinds) + " keys in " + std::to_string(n);
  check::Buffer<unsigned> in(kThreads), keys(n), counts(n), lost(1);
  fillKeys(in, kinds);
  CHECK_API(musaMemset(keys.device(), 255, n * sizeof(unsigned)));
  CHECK_API(musaMemset(counts.device(), 0, n * sizeof(unsigned)));
  insert<<<kThreads / 128, 128>>>(keys.device(), counts.device(), in.device(), n);
  keys.download();
  counts.download();
  checkTable(keys, counts, countsOf(in), name);
  CHECK_API(musaMemset(keys.device(), 255, n * sizeof(unsigned)));
  CHECK_API(musaMemset(counts.device(), 0, n * sizeof(unsigned)));
  CHECK_API(musaMemset(lost.device(), 0, sizeof(unsigned)));
  insertOrCount<<<kThreads / 128, 128>>>(keys.device(), counts.device(), in.device(), n, lost.device());
  keys.download();
  counts.download();
  lost.download();
  checkTable(keys, counts, countsOf(in), name + ", counted");
  check::equal(lost[0], 0u, name + ": none is lost");
}

static void full() {
  const unsigned n = 61;
  check::Buffer<unsigned> in(kThreads), keys(n), counts(n), lost(1);
  fillKeys(in, 500);
  CHECK_API(musaMemset(keys.device(), 255, n * sizeof(unsigned)));
  CHECK_API(musaMemset(counts.device(), 0, n * sizeof(unsigned)));
  CHECK_API(musaMemset(lost.device(), 0, sizeof(unsigned)));
  insertOrCount<<<kThreads / 128, 128>>>(keys.device(), counts.device(), in.device(), n, lost.device());
  keys.download();
  counts.download();
  lost.download();
  auto wanted = countsOf(in);
  unsigned sum = 0;
  for (unsigned h = 0; h < n; h++) {
    check::that(keys[h] != kEmpty, "a full table");
    check::equal(counts[h], wanted[keys[h]], "a full table", h);
    sum += counts[h];
  }
  check::equal(sum + lost[0], unsigned(kThreads), "a full table: those who found no place");
}

static void pairs(unsigned kinds, unsigned n) {
  check::Buffer<unsigned> in(kThreads);
  fillKeys(in, kinds);
  check::Buffer<unsigned long long> table(n);
  CHECK_API(musaMemset(table.device(), 255, n * sizeof(unsigned long long)));
  insertPairs<<<kThreads / 256, 256>>>(table.device(), in.device(), n);
  table.download();
  auto wanted = countsOf(in);
  for (unsigned h = 0; h < n; h++)
    if (table[h] != ~0ull) {
      check::equal(unsigned(table[h]), wanted[unsigned(table[h] >> 32)], "pairs", h);
      wanted.erase(unsigned(table[h] >> 32));
    }
  check::equal(wanted.size(), size_t(0), "pairs: keys that are missing");
}

static void lists(unsigned kinds, unsigned buckets) {
  check::Buffer<unsigned> in(kThreads);
  fillKeys(in, kinds);
  check::Buffer<int> locks(buckets), heads(buckets), used(1);
  check::Buffer<Node> nodes(kThreads);
  CHECK_API(musaMemset(locks.device(), 0, buckets * sizeof(int)));
  CHECK_API(musaMemset(heads.device(), 255, buckets * sizeof(int)));
  CHECK_API(musaMemset(used.device(), 0, sizeof(int)));
  insertLists<<<kThreads / 128, 128>>>(locks.device(), heads.device(), nodes.device(), used.device(), in.device(),
                                       buckets);
  nodes.download();
  used.download();
  auto wanted = countsOf(in);
  check::equal(size_t(used[0]), wanted.size(), "lists: nodes");
  for (int k = 0; k < used[0]; k++)
    check::equal(nodes[k].count, wanted[nodes[k].key], "lists", k);
}

static void checkSlots(unsigned n) {
  check::Buffer<int> taken(n);
  check::Buffer<unsigned> sums(n);
  CHECK_API(musaMemset(taken.device(), 0, n * sizeof(int)));
  CHECK_API(musaMemset(sums.device(), 0, n * sizeof(unsigned)));
  slots<<<16, 64>>>(taken.device(), sums.device(), n);
  sums.download();
  unsigned sum = 0;
  for (unsigned s : sums.host)
    sum += s;
  check::equal(sum, 1023u * 1024 / 2, "slots", n);
}

static void checkLargest() {
  check::Buffer<unsigned> in(kThreads), most(1);
  fillKeys(in, 100000);
  CHECK_API(musaMemset(most.device(), 0, sizeof(unsigned)));
  largest<<<kThreads / 128, 128>>>(most.device(), in.device());
  most.download();
  check::equal(most[0], *std::max_element(in.host.begin(), in.host.end()), "the largest");
}

static void checkRoles() {
  const int rounds = 50;
  check::Buffer<int> out(4 * 96);
  roles<<<4, 96>>>(out.device(), rounds);
  out.download();
  for (int t = 0; t < 4 * 96; t++) {
    int sum = 0;
    for (int r = 0; r < rounds; r++)
      sum += (r * r + t / 96) * 2 + t % 32;
    check::equal(out[t], t % 96 < 64 ? 0 : sum, "roles", t);
  }
}

int main() {
  openAddressing(300, 1024);
  openAddressing(3, 64);
  openAddressing(509, 509); // full at the end
  full();
  pairs(300, 1024);
  pairs(5, 7);
  lists(300, 64);
  lists(40, 1);
  checkSlots(5);
  checkSlots(1);
  checkLargest();
  checkRoles();
  return check::finish("hash_tables");
}
