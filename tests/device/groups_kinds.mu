// Kinds of cooperative groups: thread_group for any of them, pieces of pieces, tiles of several warps that meet while
// other warps are elsewhere, split barriers, copies by groups. Expected values come from thread numbers alone.
#include "check.h"

#include <algorithm>

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

// ---- thread_group -------------------------------------------------------------------------------------------------

/// The guide's sum over a group of any kind, through memory.
__device__ int sumOf(const cg::thread_group &g, int *cells, int value) {
  int rank = (int)g.thread_rank();
  for (int i = (int)g.size() / 2; i > 0; i /= 2) {
    cells[rank] = value;
    g.sync();
    if (rank < i)
      value += cells[rank + i];
    g.sync();
  }
  return value; // of rank 0
}

__global__ void anyKind(int *out) {
  __shared__ int cells[256];
  cg::thread_block block = cg::this_thread_block();
  int t = (int)block.thread_rank();
  int *r = out + t * 12;
  r[0] = sumOf(block, cells, t);
  block.sync();
  cg::thread_group tile = cg::tiled_partition(block, 16);
  r[1] = sumOf(tile, cells + t / 16 * 16, t);
  r[2] = (int)(tile.thread_rank() * 1000 + tile.num_threads());
  cg::sync(block);
  cg::thread_group four = cg::tiled_partition(tile, 4);
  r[3] = sumOf(four, cells + t / 4 * 4, t);
  r[4] = (int)(cg::thread_rank(four) * 1000 + cg::group_size(four));
  block.sync();
  cg::thread_group fixed = cg::tiled_partition<8>(block);
  r[5] = sumOf(fixed, cells + t / 8 * 8, t);
  cg::thread_group any = block;
  cg::thread_group eight = cg::tiled_partition(any, 8);
  r[6] = (int)(eight.thread_rank() * 1000 + eight.size());
  block.sync();
  if (t % 4 == 1) {
    cg::thread_group here = cg::coalesced_threads();
    r[7] = sumOf(here, cells + t / 32 * 32, t);
    r[8] = (int)(here.thread_rank() * 1000 + here.size());
    auto pairs = cg::tiled_partition<2>(cg::coalesced_threads());
    r[9] = (int)(pairs.thread_rank() * 1000 + pairs.meta_group_rank() * 100 + pairs.meta_group_size());
  }
  cg::thread_group grid = cg::this_grid();
  r[10] = (int)(grid.thread_rank() * 1000 + grid.size()) + (grid.is_valid() ? 1000000 : 0);
  auto alone = cg::this_thread();
  r[11] = (int)(alone.thread_rank() * 1000 + alone.size() * 100 + alone.shfl(t, 0));
}

void checkAnyKind(dim3 shape) {
  const int n = (int)check::threads(shape); // a multiple of 32
  check::Buffer<int> out(n * 12, -1);
  anyKind<<<1, shape>>>(out.device());
  out.download();
  auto range = [](int first, int count, int step) { return count * first + step * count * (count - 1) / 2; };
  for (int t = 0; t < n; t++) {
    auto same = [&](int row, int wanted) {
      check::equal(out[t * 12 + row], wanted, "any kind, row " + std::to_string(row), t);
    };
    if (t == 0 && (n & (n - 1)) == 0)
      same(0, range(0, n, 1));
    if (t % 16 == 0)
      same(1, range(t, 16, 1));
    same(2, t % 16 * 1000 + 16);
    if (t % 4 == 0)
      same(3, range(t, 4, 1));
    same(4, t % 4 * 1000 + 4);
    if (t % 8 == 0)
      same(5, range(t, 8, 1));
    same(6, t % 8 * 1000 + 8);
    if (t % 32 == 1)
      same(7, range(t, 8, 4));
    if (t % 4 == 1) {
      same(8, t % 32 / 4 * 1000 + 8);
      same(9, t % 32 / 4 % 2 * 1000 + t % 32 / 8 * 100 + 4);
    } else {
      same(8, -1);
    }
    same(10, t * 1000 + n);
    same(11, 100 + t);
  }
}

/// The last pieces of a block that does not fill them.
__global__ void ends(int *out) {
  auto piece = cg::tiled_partition(cg::this_thread_block(), 32);
  out[threadIdx.x] = (int)(piece.thread_rank() * 1000 + piece.size());
}

void checkEnds() {
  check::Buffer<int> out(77);
  ends<<<1, 77>>>(out.device());
  out.download();
  for (int t = 0; t < 77; t++)
    check::equal(out[t], t % 32 * 1000 + (t < 64 ? 32 : 13), "the end of a block", t);
}

// ---- Tiles of several warps -----------------------------------------------------------------------------------------

/// Each round every thread passes its number on; tiles go through numbers of rounds of their own.
template <unsigned Size> __global__ void rounds(int *out, int *order) {
  __shared__ int cells[1024];
  __shared__ cg::block_tile_memory<1024> memory;
  auto block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<Size>(block);
  int t = (int)block.thread_rank(), mine = t;
  int count = 5 + 11 * (int)tile.meta_group_rank();
  for (int i = 0; i < count; i++) {
    for (int wait = 0; wait < (int)(tile.thread_rank() / 32) * 20; wait++) // warps come late
      mine = mine * 1664525 + 1013904223;
    for (int wait = 0; wait < (int)(tile.thread_rank() / 32) * 20; wait++)
      mine = (mine - 1013904223) * -18851643; // and undo what they did (the inverse of the factor above)
    cells[t] = mine;
    tile.sync();
    mine = cells[t / Size * Size + (t + 33) % Size];
    tile.sync();
  }
  out[t] = mine;
  auto inner = cg::tiled_partition<Size / 2>(tile);
  auto warp = cg::tiled_partition<32>(inner);
  order[t] =
      (int)(tile.meta_group_rank() * 1000000 + tile.meta_group_size() * 100000 + inner.meta_group_rank() * 10000 +
            inner.meta_group_size() * 1000 + warp.meta_group_rank() * 100 + warp.thread_rank());
  order[t] += (inner.shfl(t, Size / 2 - 1) == (t | (int)(Size / 2 - 1))) ? 0 : 10000000;
}

template <unsigned Size> void checkRounds(dim3 shape) {
  const int n = (int)check::threads(shape), size = (int)Size;
  check::Buffer<int> out(n), order(n);
  rounds<Size><<<1, shape>>>(out.device(), order.device());
  out.download();
  order.download();
  for (int t = 0; t < n; t++) {
    int tile = t / size, in = t % size;
    int wanted = tile * size + (int)((in + 33ll * (5 + 11 * tile)) % size);
    check::equal(out[t], wanted, "rounds of tiles of " + std::to_string(size), t);
    int place =
        tile * 1000000 + n / size * 100000 + in / (size / 2) * 10000 + 2000 + in % (size / 2) / 32 * 100 + t % 32;
    check::equal(order[t], place, "tiles in tiles of " + std::to_string(size), t);
  }
}

// ---- Split barriers and copies
// ---------------------------------------------------------------------------------------

__global__ void split(int *out) {
  __shared__ int cells[256];
  auto block = cg::this_thread_block();
  unsigned t = block.thread_rank();
  cells[t] = (int)t;
  cg::thread_block::arrival_token token = block.barrier_arrive();
  int mine = (int)t * 3;
  block.barrier_wait(std::move(token));
  out[t] = mine + cells[block.size() - 1 - t];
}

void checkSplit() {
  check::Buffer<int> out(200);
  split<<<1, 200>>>(out.device());
  out.download();
  for (int t = 0; t < 200; t++)
    check::equal(out[t], t * 3 + 199 - t, "split barrier", t);
}

struct Triple {
  char bytes[3];
};

template <class T, class Group> __device__ void copyAndRead(const Group &g, T *cells, const T *in, T *out, int n) {
  cg::memcpy_async(g, cells, in, sizeof(T) * n);
  cg::wait(g);
  for (int i = (int)g.thread_rank(); i < n; i += (int)g.size())
    out[i] = cells[n - 1 - i];
  g.sync();
}

template <class T> __global__ void copies(const T *in, T *out, int n) {
  __shared__ T cells[512];
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  copyAndRead(block, cells, in, out, n);
  if (warp.meta_group_rank() == 0)
    copyAndRead(warp, cells, in, out + n, n);
  block.sync();
  // Two stages under way, each as wide as its layout says.
  cg::memcpy_async(block, cells, n / 2, in, n);
  cg::memcpy_async(block, cells + n / 2, n, in, n - n / 2);
  cg::wait_prior<1>(block);
  for (int i = (int)block.thread_rank(); i < n / 2; i += (int)block.size())
    out[2 * n + i] = cells[i];
  cg::wait(block);
  for (int i = (int)block.thread_rank(); i < n - n / 2; i += (int)block.size())
    out[2 * n + n / 2 + i] = cells[n / 2 + i];
}

template <class T> void checkCopies(const char *name, int n) {
  std::vector<char> bytes(n * sizeof(T));
  for (size_t i = 0; i < bytes.size(); i++)
    bytes[i] = (char)(i * 37 + i / 256);
  std::vector<T> in(n);
  memcpy(in.data(), bytes.data(), bytes.size());
  check::Buffer<T> input(in), out(3 * n);
  copies<<<1, 96>>>((const T *)input.device(), out.device(), n);
  out.download();
  for (int i = 0; i < n; i++) {
    const T *wanted[] = {&in[n - 1 - i], &in[n - 1 - i], &in[i < n / 2 ? i : i - n / 2]};
    for (int k = 0; k < 3; k++)
      check::that(memcmp(&out[k * n + i], wanted[k], sizeof(T)) == 0, std::string("copies of ") + name,
                  "way " + std::to_string(k) + " [" + std::to_string(i) + "]");
  }
}

__global__ void alignedCopy(const int4 *in, int4 *out, int n) {
  extern __shared__ int4 vectors[];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, vectors, in, cuda::aligned_size_t<16>(n * sizeof(int4)));
  cg::wait(block);
  if ((int)threadIdx.x < n)
    out[threadIdx.x] = vectors[n - 1 - threadIdx.x];
}

void checkAligned() {
  const int n = 50;
  check::Buffer<int> in(n * 4), out(n * 4);
  for (int i = 0; i < n * 4; i++)
    in[i] = i * i;
  in.upload();
  alignedCopy<<<1, 64, n * 16>>>((const int4 *)in.device(), (int4 *)out.device(), n);
  out.download();
  for (int i = 0; i < n * 4; i++)
    check::equal(out[i], in[(n - 1 - i / 4) * 4 + i % 4], "aligned copy", i);
}

__global__ void wrongSize(int *out) { *out = (int)cg::tiled_partition(cg::this_thread_block(), (unsigned)*out).size(); }

void checkWrongSize() {
  check::Buffer<int> out(1, 12);
  wrongSize<<<1, 32>>>(out.device());
  check::that(musaDeviceSynchronize() != musaSuccess, "a tile of 12");
  CHECK_API(musaDeviceReset());
}

/// Numbers of the groups that a cut makes: by a label in the order of the lowest lanes, by a predicate (a label of type
/// bool is one) no before yes. What an H200 answered.
__global__ void number(int *out) {
  const int t = threadIdx.x;
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto tile = cg::tiled_partition<16>(warp);
  auto labeled = cg::labeled_partition(warp, t * 7 % 5);
  auto truth = cg::labeled_partition(tile, t % 3 == 1);
  auto halves = cg::binary_partition(labeled, t & 1);
  int *to = out + 4 * t;
  to[0] = (int)(labeled.meta_group_size() * 100 + labeled.meta_group_rank());
  to[1] = (int)(truth.meta_group_size() * 100 + truth.meta_group_rank());
  to[2] = (int)(halves.meta_group_size() * 100 + halves.meta_group_rank());
  to[3] = 0;
  if (t % 4 != 0) {
    auto some = cg::labeled_partition(cg::coalesced_threads(), 3 - t / 2 % 3);
    to[3] = (int)(some.meta_group_size() * 100 + some.meta_group_rank());
  }
}

void checkNumbers() {
  check::Buffer<int> out(4 * 64);
  number<<<1, 64>>>(out.device());
  out.download();
  for (int t = 0; t < 64; t++) {
    std::vector<int> seen, here; // labels in the order of their first threads
    for (int k = t / 32 * 32; k < t / 32 * 32 + 32; k++) {
      if (std::find(seen.begin(), seen.end(), k * 7 % 5) == seen.end())
        seen.push_back(k * 7 % 5);
      if (k % 4 != 0 && std::find(here.begin(), here.end(), k / 2 % 3) == here.end())
        here.push_back(k / 2 % 3);
    }
    auto place = [](const std::vector<int> &list, int label) {
      return (int)(std::find(list.begin(), list.end(), label) - list.begin());
    };
    check::equal(out[4 * t], 500 + place(seen, t * 7 % 5), "number by label", t);
    check::equal(out[4 * t + 1], 200 + (t % 3 == 1 ? 1 : 0), "number by truth", t);
    check::equal(out[4 * t + 2], 200 + (t & 1), "number by predicate", t);
    check::equal(out[4 * t + 3], t % 4 ? 300 + place(here, t / 2 % 3) : 0, "number of some", t);
  }
}

int main() {
  for (dim3 shape : {dim3(32), dim3(256), dim3(8, 4, 3)})
    checkAnyKind(shape);
  checkEnds();
  for (dim3 shape : {dim3(128), dim3(32, 32), dim3(4, 8, 16)})
    checkRounds<64>(shape), checkRounds<128>(shape);
  checkRounds<256>(dim3(1024)), checkRounds<512>(dim3(512)), checkRounds<1024>(dim3(1024));
  checkSplit();
  checkNumbers();
  checkCopies<int>("int", 300);
  checkCopies<char>("char", 301);
  checkCopies<Triple>("three bytes", 99);
  checkCopies<double>("double", 77);
  checkAligned();
  checkWrongSize();
  return check::finish("groups_kinds");
}
