// Collectives of cooperative groups (reduce, scans, their forms that end in memory, votes, shuffles, calls by one
// thread) over tiles of every size, coalesced groups, and partitions by predicate, label and number. One device
// function exercises any group; the host lists a group's members and computes from the list alone.
#include "check.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>

namespace cg = cooperative_groups;

/// x -> a*x + b. Composition is associative and not commutative, so that scans must keep the order.
struct Affine {
  unsigned a, b;
};
struct Compose {
  __host__ __device__ Affine operator()(Affine first, Affine second) const {
    return {first.a * second.a, first.b * second.a + second.b};
  }
};
/// The greatest key and who has it: a user's operator over a structure of three words.
struct Best {
  int key;
  double owner;
};
struct Better {
  __host__ __device__ Best operator()(Best x, Best y) const {
    return x.key > y.key || (x.key == y.key && x.owner < y.owner) ? x : y;
  }
};

struct Row {
  unsigned rank, size, fromSecond, any, all, callers, told;
  int sum, least, greatest;
  unsigned bitAnd, bitOr, bitXor, lowest, highest, total;
  long long wide;
  double real;
  float low;
  Best best;
  int inclusive, exclusive, running, before;
  Affine composed, prefix;
  int reserved, counted, stored;
};

__host__ __device__ inline int valueOf(int t) { return t * 7919 % 1009 - 400; }
__host__ __device__ inline unsigned bitsOf(int t) { return 0xf0f00000u | (unsigned)t * 2654435761u >> 7; }
__host__ __device__ inline Affine affineOf(int t) { return {(unsigned)t * 2 + 3, (unsigned)t * t + 1}; }
__host__ __device__ inline Best bestOf(int t) { return {t * 13 % 17, t * 0.5}; }

struct Counters {
  cuda::atomic<int, cuda::thread_scope_device> sum, reserved, highest;
  unsigned callers[1024];
  int stored[1024];
};

template <class Group> __device__ void exercise(const Group &g, int t, int first, Row *rows, Counters *counters) {
  Row &r = rows[t];
  r.rank = (unsigned)g.thread_rank();
  r.size = (unsigned)g.size();
  r.fromSecond = g.shfl((unsigned)t, 1 % (int)g.size());
  r.any = g.any(t % 16 == 3);
  r.all = g.all(t % 64 < 40);
  cg::invoke_one(g, [&](int by) { atomicAdd(&counters->callers[first], (unsigned)by); }, 5);
  int v = valueOf(t);
  r.sum = cg::reduce(g, v, cg::plus<int>());
  r.least = cg::reduce(g, v, cg::less<int>());
  r.greatest = cg::reduce(g, v, cg::greater<int>());
  r.bitAnd = cg::reduce(g, bitsOf(t), cg::bit_and<unsigned>());
  r.bitOr = cg::reduce(g, bitsOf(t), cg::bit_or<unsigned>());
  r.bitXor = cg::reduce(g, bitsOf(t), cg::bit_xor<unsigned>());
  r.lowest = cg::reduce(g, bitsOf(t), cg::less<unsigned>());
  r.highest = cg::reduce(g, bitsOf(t), cg::greater<unsigned>());
  r.total = cg::reduce(g, bitsOf(t), cg::plus<unsigned>());
  r.wide = cg::reduce(g, (long long)v << 33, cg::plus<long long>());
  r.real = cg::reduce(g, v * 0.25, cg::plus<double>());
  r.low = cg::reduce(g, v * 0.5f, cg::less<float>());
  r.best = cg::reduce(g, bestOf(t), Better());
  r.inclusive = cg::inclusive_scan(g, v);
  r.exclusive = cg::exclusive_scan(g, v);
  r.running = cg::inclusive_scan(g, v, cg::greater<int>());
  r.before = cg::exclusive_scan(g, v, cg::greater<int>());
  r.composed = cg::inclusive_scan(g, affineOf(t), Compose());
  r.prefix = cg::exclusive_scan(g, affineOf(t), Compose());
  cg::reduce_update_async(g, counters->sum, v, cg::plus<int>());
  cg::reduce_update_async(g, counters->highest, v, cg::greater<int>());
  cg::reduce_store_async(g, &counters->stored[first], v, cg::plus<int>());
  g.sync();
  r.stored = counters->stored[first];
  r.reserved = cg::exclusive_scan_update(g, counters->reserved, 2 + t % 3, cg::plus<int>());
  r.counted = cg::inclusive_scan_update(g, counters->reserved, 1);
}

/// For groups inside a warp alone.
template <class Group> __device__ void callOnce(const Group &g, int t, Row *rows) {
  rows[t].told = cg::invoke_one_broadcast(g, [t] { return (unsigned)t * 3; });
}

using Members = std::function<std::vector<int>(int thread)>; ///< of the thread's group, in order; empty: in none

void checkScansInMemory(check::Buffer<Row> &rows, int threads, const Members &members, int start,
                        const std::string &name) {
  // Each group holds a range of its own, and together they fill what was reserved.
  std::set<int> taken;
  int total = 0;
  for (int t = 0; t < threads; t++) {
    std::vector<int> group = members(t);
    if (group.empty())
      continue;
    for (int k = 0; k < 2 + t % 3; k++)
      check::that(taken.insert(rows[t].reserved + k).second, name + " reserved", std::to_string(t));
    check::that(taken.insert(rows[t].counted - 1).second, name + " counted", std::to_string(t));
    total += 3 + t % 3;
    const Row &first = rows[group[0]];
    int offset = 0;
    for (int o : group) {
      if (o == t)
        break;
      offset += 2 + o % 3;
    }
    check::equal(rows[t].reserved - first.reserved, offset, name + " reserved", t);
    check::equal(rows[t].counted - first.counted, (int)rows[t].rank, name + " counted", t);
  }
  check::that(!taken.empty() && *taken.begin() == start && *taken.rbegin() == start + total - 1,
              name + " all reserved");
}

void checkRow(const Row &r, int t, const std::vector<int> &group, unsigned size, bool insideWarp,
              const std::string &name) {
  unsigned any = 0, all = 1, a = ~0u, o = 0, x = 0, lowest = ~0u, highest = 0, total = 0, rank = 0;
  int sum = 0, least = INT32_MAX, greatest = INT32_MIN, inclusive = 0, exclusive = 0, running = 0, before = 0;
  Affine composed{}, prefix{};
  Best best = bestOf(group[0]);
  for (size_t k = 0; k < group.size(); k++) {
    int m = group[k], v = valueOf(m);
    if (m == t) {
      rank = (unsigned)k;
      exclusive = sum;
      before = k ? greatest : 0;
      if (k)
        prefix = composed;
    }
    any |= m % 16 == 3;
    all &= m % 64 < 40;
    sum += v;
    least = std::min(least, v);
    greatest = std::max(greatest, v);
    a &= bitsOf(m), o |= bitsOf(m), x ^= bitsOf(m), total += bitsOf(m);
    lowest = std::min(lowest, bitsOf(m)), highest = std::max(highest, bitsOf(m));
    if (bestOf(m).key > best.key)
      best = bestOf(m);
    if (m <= t) {
      composed = k ? Compose()(composed, affineOf(m)) : affineOf(m);
      inclusive = sum;
      running = greatest;
    }
  }
  auto same = [&](auto got, auto wanted, const char *what) { check::equal(got, wanted, name + " " + what, t); };
  same(r.rank, rank, "rank");
  same(r.size, size ? size : (unsigned)group.size(), "size");
  same(r.fromSecond, (unsigned)group[1 % group.size()], "shfl");
  same(r.any != 0, any != 0, "any");
  same(r.all != 0, all != 0, "all");
  same(r.callers, 5u, "invoke_one");
  if (insideWarp)
    same(r.told, (unsigned)group[0] * 3, "invoke_one_broadcast");
  same(r.sum, sum, "sum");
  same(r.stored, sum, "reduce_store");
  same(r.least, least, "less");
  same(r.greatest, greatest, "greater");
  same(r.bitAnd, a, "bit_and"), same(r.bitOr, o, "bit_or"), same(r.bitXor, x, "bit_xor");
  same(r.lowest, lowest, "less of unsigned"), same(r.highest, highest, "greater of unsigned");
  same(r.total, total, "sum of unsigned");
  same(r.wide, (long long)sum * (1ll << 33), "sum of long long");
  same(r.real, sum * 0.25, "sum of double");
  same(r.low, least * 0.5f, "less of float");
  same(r.best.key, best.key, "user's operator"), same(r.best.owner, best.owner, "user's operator");
  same(r.inclusive, inclusive, "inclusive_scan");
  same(r.exclusive, exclusive, "exclusive_scan");
  same(r.running, running, "inclusive_scan of greater");
  same(r.before, before, "exclusive_scan of greater");
  same(r.composed.a, composed.a, "scan in order"), same(r.composed.b, composed.b, "scan in order");
  same(r.prefix.a, prefix.a, "exclusive scan in order"), same(r.prefix.b, prefix.b, "exclusive scan in order");
}

using Kernel = void (*)(Row *, Counters *);

/// `size`: of tiles, whose size is in their type even where the block ends before them; 0: as many as there are.
void checkGroups(const std::string &what, Kernel kernel, dim3 shape, unsigned size, bool insideWarp,
                 const Members &members) {
  const int threads = (int)check::threads(shape), start = 10;
  check::Buffer<Row> rows(threads, Row{});
  static Counters *counters = nullptr;
  if (!counters)
    CHECK_API(musaMalloc(&counters, sizeof *counters));
  std::vector<char> zero(sizeof *counters);
  const int initial[3] = {100, start, -100000};
  memcpy(zero.data(), initial, sizeof initial);
  CHECK_API(musaMemcpy(counters, zero.data(), zero.size(), musaMemcpyHostToDevice));
  kernel<<<1, shape>>>(rows.device(), counters);
  rows.download();
  std::vector<char> after(sizeof *counters);
  CHECK_API(musaMemcpy(after.data(), counters, after.size(), musaMemcpyDeviceToHost));
  std::string name = what + " in a block of " + std::to_string(threads);
  int sum = 100, highest = -100000, got[3];
  for (int t = 0; t < threads; t++) {
    std::vector<int> group = members(t);
    if (group.empty())
      continue;
    memcpy(&rows[t].callers, after.data() + offsetof(Counters, callers) + 4 * group[0], 4);
    checkRow(rows[t], t, group, size, insideWarp, name);
    sum += valueOf(t);
    highest = std::max(highest, valueOf(t));
  }
  memcpy(got, after.data(), sizeof got);
  check::equal(got[0], sum, name + " reduce_update of plus");
  check::equal(got[2], highest, name + " reduce_update of greater");
  checkScansInMemory(rows, threads, members, start, name);
}

__device__ int me() { return (int)cg::this_thread_block().thread_rank(); }

template <unsigned Size> __global__ void tiles(Row *rows, Counters *counters) {
  auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  exercise(tile, me(), me() / (int)Size * (int)Size, rows, counters);
  if constexpr (Size <= 32)
    callOnce(tile, me(), rows);
}

template <unsigned Size> void checkTiles(dim3 shape) {
  const int threads = (int)check::threads(shape), size = (int)Size;
  checkGroups("tile of " + std::to_string(Size), tiles<Size>, shape, Size, Size <= 32, [=](int t) {
    std::vector<int> group;
    for (int o = t / size * size; o < t / size * size + size && o < threads; o++)
      group.push_back(o);
    return group;
  });
}

/// Lanes of the thread's warp for which `belongs` holds.
template <class Belongs> std::vector<int> inWarp(int t, int threads, Belongs belongs) {
  std::vector<int> group;
  for (int o = t & ~31; o < (t & ~31) + 32 && o < threads; o++)
    if (belongs(o))
      group.push_back(o);
  return group;
}

__global__ void coalesced(Row *rows, Counters *counters) {
  int t = me();
  if (t % 3 == 1) {
    auto here = cg::coalesced_threads();
    exercise(here, t, here.shfl(t, 0), rows, counters);
    callOnce(here, t, rows);
  }
}

__host__ __device__ inline int labelOf(int t) { return t * 5 % 7 / 2; }

__global__ void byPredicate(Row *rows, Counters *counters) {
  auto part = cg::binary_partition(cg::tiled_partition<32>(cg::this_thread_block()), valueOf(me()) > 0);
  exercise(part, me(), part.shfl(me(), 0), rows, counters);
  callOnce(part, me(), rows);
}

__global__ void byLabel(Row *rows, Counters *counters) {
  auto part = cg::labeled_partition(cg::tiled_partition<16>(cg::this_thread_block()), labelOf(me()));
  exercise(part, me(), part.shfl(me(), 0), rows, counters);
  callOnce(part, me(), rows);
}

/// Divergent code, cut by a wide label, then by a predicate.
__global__ void cutTwice(Row *rows, Counters *counters) {
  int t = me();
  if (t % 8 < 6) {
    auto labeled = cg::labeled_partition(cg::coalesced_threads(), (long long)labelOf(t) << 40);
    auto part = cg::binary_partition(labeled, t % 2 == 0);
    exercise(part, t, part.shfl(t, 0), rows, counters);
    callOnce(part, t, rows);
  }
}

__global__ void cutByNumber(Row *rows, Counters *counters) {
  int t = me();
  if (t % 5 != 2) {
    auto part = cg::tiled_partition(cg::coalesced_threads(), 8);
    exercise(part, t, part.shfl(t, 0), rows, counters);
    callOnce(part, t, rows);
  }
}

int main() {
  for (dim3 shape : {dim3(64), dim3(8, 4, 3)}) {
    checkTiles<1>(shape), checkTiles<2>(shape), checkTiles<4>(shape);
    checkTiles<8>(shape), checkTiles<16>(shape), checkTiles<32>(shape);
  }
  for (dim3 shape : {dim3(256), dim3(100), dim3(32, 32), dim3(24)})
    checkTiles<64>(shape), checkTiles<1024>(shape);
  checkTiles<128>(dim3(192)), checkTiles<256>(dim3(32, 32)), checkTiles<512>(dim3(600));
  for (dim3 shape : {dim3(32), dim3(8, 12), dim3(50)}) {
    const int n = (int)check::threads(shape);
    checkGroups("coalesced", coalesced, shape, 0, true, [=](int t) {
      return t % 3 == 1 ? inWarp(t, n, [](int o) { return o % 3 == 1; }) : std::vector<int>();
    });
    checkGroups("by predicate", byPredicate, shape, 0, true,
                [=](int t) { return inWarp(t, n, [=](int o) { return (valueOf(o) > 0) == (valueOf(t) > 0); }); });
    checkGroups("by label", byLabel, shape, 0, true, [=](int t) {
      return inWarp(t, n, [=](int o) { return o / 16 == t / 16 && labelOf(o) == labelOf(t); });
    });
    checkGroups("cut twice", cutTwice, shape, 0, true, [=](int t) {
      return t % 8 >= 6 ? std::vector<int>()
                        : inWarp(t, n, [=](int o) { return o % 8 < 6 && labelOf(o) == labelOf(t) && o % 2 == t % 2; });
    });
    checkGroups("cut by number", cutByNumber, shape, 0, true, [=](int t) {
      std::vector<int> all = inWarp(t, n, [](int o) { return o % 5 != 2; }), group;
      for (size_t k = 0; k < all.size() && t % 5 != 2; k++)
        if (size_t mine = (size_t)(std::find(all.begin(), all.end(), t) - all.begin()); k / 8 == mine / 8)
          group.push_back(all[k]);
      return group;
    });
  }
  return check::finish("groups_collectives");
}
