// Cooperative groups within a block: ranks, sizes, exchanges and votes of tiles of every size, coalesced groups in
// divergent code, reductions, structures as exchanged values; in blocks of several shapes.
#include "check.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

struct Pair {
  double first;
  int second;
  char third;
};

enum { kRank, kSize, kMeta, kMetaSize, kShfl, kUp, kDown, kXor, kAny, kAll, kBallot, kMatch, kSum, kMax, kPair, kRows };
enum { kInner, kInnerSize, kPassed, kPassedSize, kThird, kThirdSize, kPlaces };

__device__ int placeOf(cg::thread_block_tile<4> tile) {
  return (int)(tile.meta_group_rank() * 100 + tile.meta_group_size());
}

/// Tiles cut from tiles, named by their parents, and passed on as tiles of any parent.
__global__ void tilesOfTiles(int *out) {
  auto block = cg::this_thread_block();
  int *r = out + block.thread_rank() * kPlaces;
  auto wide = cg::tiled_partition<16>(block);
  auto inner = cg::tiled_partition<4>(wide);
  r[kInner] = (int)inner.meta_group_rank();
  r[kInnerSize] = (int)inner.meta_group_size();
  r[kPassed] = placeOf(inner);
  r[kPassedSize] = placeOf(cg::tiled_partition<4>(block));
  cg::thread_block_tile<4> any = inner;
  auto third = cg::tiled_partition<2>(any);
  r[kThird] = (int)third.meta_group_rank();
  r[kThirdSize] = (int)third.meta_group_size();
}

void checkTilesOfTiles() {
  constexpr int kThreads = 96;
  check::Buffer<int> out(kThreads * kPlaces);
  tilesOfTiles<<<1, dim3(12, 8)>>>(out.device());
  out.download();
  for (int t = 0; t < kThreads; t++) {
    const int wanted[kPlaces] = {t % 16 / 4, 4, t % 16 / 4 * 100 + 4, t / 4 * 100 + kThreads / 4, t % 4 / 2, 2};
    for (int k = 0; k < kPlaces; k++)
      check::equal(out[t * kPlaces + k], wanted[k], "tile of a tile, row " + std::to_string(k), t);
  }
}

template <unsigned Size> __global__ void tiles(int *out) {
  auto block = cg::this_thread_block();
  cg::thread_block_tile<Size> tile = cg::tiled_partition<Size>(block);
  int t = (int)block.thread_rank(), *r = out + t * kRows;
  r[kRank] = (int)tile.thread_rank();
  r[kSize] = (int)tile.size();
  r[kMeta] = (int)tile.meta_group_rank();
  r[kMetaSize] = (int)tile.meta_group_size();
  r[kShfl] = tile.shfl(t, 1);
  r[kUp] = tile.shfl_up(t, 1);
  r[kDown] = tile.shfl_down(t, 1);
  r[kXor] = tile.shfl_xor(t, Size > 1 ? 1 : 0); // outside the tile nothing is defined
  r[kAny] = tile.any(t % 16 == 3);
  r[kAll] = tile.all(t % 16 < 8);
  r[kBallot] = (int)tile.ballot(t % 3 == 0);
  r[kMatch] = (int)tile.match_any(t / 3);
  r[kSum] = cg::reduce(tile, t, cg::plus<int>());
  r[kMax] = cg::reduce(tile, (t * 37) % 101, cg::greater<int>());
  Pair p = tile.shfl_xor(Pair{t * 0.5, t, (char)t}, Size / 2);
  r[kPair] = p.second + (p.first == p.second * 0.5) * 1000 + (p.third == (char)p.second) * 10000;
  block.sync();
}

template <unsigned Size> void checkTiles(dim3 shape) {
  int n = (int)check::threads(shape), size = (int)Size; // a multiple of 32: every tile is full
  check::Buffer<int> out(n * kRows);
  tiles<Size><<<1, shape>>>(out.device());
  out.download();
  for (int t = 0; t < n; t++) {
    int rank = t % size, first = t - rank;
    int w[kRows] = {rank, size, t / size, n / size, first + 1 % size, rank ? t - 1 : t, rank + 1 < size ? t + 1 : t};
    w[kXor] = size > 1 ? first + (rank ^ 1) : t;
    w[kAll] = 1;
    for (int k = 0; k < size; k++) {
      int o = first + k;
      w[kAny] |= o % 16 == 3;
      w[kAll] &= o % 16 < 8;
      w[kBallot] |= (int)((unsigned)(o % 3 == 0) << k);
      w[kMatch] |= (int)((unsigned)(o / 3 == t / 3) << k);
      w[kSum] += o;
      w[kMax] = std::max(w[kMax], (o * 37) % 101);
    }
    w[kPair] = first + (rank ^ (size / 2)) + 11000;
    for (int k = 0; k < kRows; k++)
      check::equal(out[t * kRows + k], w[k], "tile of " + std::to_string(size) + ", row " + std::to_string(k), t);
  }
}

__global__ void coalesced(int *out) {
  int t = threadIdx.x, *r = out + t * 8;
  for (int k = 0; k < 8; k++)
    r[k] = -1;
  if (t % 3 == 1) {
    auto here = cg::coalesced_threads();
    r[0] = (int)here.size();
    r[1] = (int)here.thread_rank();
    r[2] = here.shfl(t, 2);
    r[3] = here.shfl_down(t, 1);
    r[4] = here.shfl_up(t, 2);
    r[5] = (int)here.ballot(t % 2);
    r[6] = cg::reduce(here, t, cg::plus<int>());
    here.sync();
    r[7] = here.any(t == 31) + 2 * here.all(t % 3 == 1);
  }
}

void checkCoalesced() {
  check::Buffer<int> out(96 * 8);
  coalesced<<<1, 96>>>(out.device());
  out.download();
  for (int t = 0; t < 96; t++) {
    std::vector<int> members;
    for (int o = t & ~31; o < (t & ~31) + 32; o++)
      if (o % 3 == 1)
        members.push_back(o);
    int w[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
    if (t % 3 == 1) {
      int size = (int)members.size(), rank = 0, odd = 0, sum = 0, any = 0;
      for (int k = 0; k < size; k++) {
        rank += members[k] < t;
        odd |= members[k] % 2 << k;
        sum += members[k];
        any |= members[k] == 31;
      }
      const int wanted[8] = {
          size, rank, members[2], rank + 1 < size ? members[rank + 1] : t, rank >= 2 ? members[rank - 2] : t,
          odd,  sum,  any + 2};
      memcpy(w, wanted, sizeof w);
    }
    for (int k = 0; k < 8; k++)
      check::equal(out[t * 8 + k], w[k], "coalesced group, row " + std::to_string(k), t);
  }
}

int main() {
  for (dim3 shape : {dim3(32), dim3(64), dim3(16, 16), dim3(8, 4, 3)}) {
    checkTiles<1>(shape);
    checkTiles<2>(shape);
    checkTiles<4>(shape);
    checkTiles<8>(shape);
    checkTiles<16>(shape);
    checkTiles<32>(shape);
  }
  checkTilesOfTiles();
  checkCoalesced();
  return check::finish("language_groups");
}
