// Warp operations against a model on the host: every type of shuffle in every width, votes, match, reductions, lane
// masks; in blocks whose last warp is not full, and with masks inside divergent branches.
#include "check.h"

struct Operands {
  int lane, width;
  unsigned delta;
};

template <class T> __device__ __host__ T valueOf(unsigned thread) {
  return (T)(thread * 2654435761u % 10007u) * (T)(sizeof(T) == 8 ? 1000003 : 1) - (T)17;
}

template <class T> __global__ void shuffles(T *out, Operands o) {
  unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  T v = valueOf<T>(t);
  T *mine = out + t * 8;
  mine[0] = __shfl_sync(~0u, v, o.lane, o.width);
  mine[1] = __shfl_up_sync(~0u, v, o.delta, o.width);
  mine[2] = __shfl_down_sync(~0u, v, o.delta, o.width);
  mine[3] = __shfl_xor_sync(~0u, v, (int)o.delta, o.width);
  mine[4] = __shfl_sync(~0u, v, (int)(t * 7 + o.lane), o.width); // a lane of its own for each
  mine[5] = __shfl_down(v, o.delta, o.width);
  mine[6] = __shfl_up(v, o.delta, o.width);
  mine[7] = __shfl_xor(v, (int)o.delta) + __shfl(v, 0);
}

/// The lane that `lane` reads from.
int sourceOf(int operation, int lane, int b, int width) {
  int first = lane & ~(width - 1), last = first + width - 1;
  int source = operation == 0   ? first + (b & (width - 1))
               : operation == 1 ? lane - b
               : operation == 2 ? lane + b
                                : lane ^ b;
  if (operation == 1)
    return source >= first ? source : lane;
  if (operation == 2)
    return source <= last ? source : lane;
  return operation == 3 && source > last ? lane : source; // a lower segment may be read by xor
}

template <class T> void checkShuffles(const char *type) {
  for (dim3 shape : {dim3(32), dim3(64), dim3(48), dim3(7, 5), dim3(16, 16)})
    for (int width : {32, 16, 8, 4, 2, 1})
      for (Operands o :
           {Operands{0, width, 1}, Operands{5, width, 3}, Operands{31, width, 16}, Operands{-1, width, 7}}) {
        int n = (int)check::threads(shape);
        check::Buffer<T> out(n * 8);
        shuffles<T><<<1, shape>>>(out.device(), o);
        out.download();
        for (int t = 0; t < n; t++) {
          int lane = t & 31, warp = t & ~31, d = (int)o.delta;
          const int sources[] = {sourceOf(0, lane, o.lane, width),
                                 sourceOf(1, lane, d, width),
                                 sourceOf(2, lane, d, width),
                                 sourceOf(3, lane, d, width),
                                 sourceOf(0, lane, t * 7 + o.lane, width),
                                 sourceOf(2, lane, d, width),
                                 sourceOf(1, lane, d, width)};
          for (int k = 0; k < 7; k++)
            if (warp + sources[k] < n) // a lane that does not exist holds nothing defined
              check::equal(
                  out[t * 8 + k], valueOf<T>(warp + sources[k]),
                  std::string("shuffle ") + std::to_string(k) + " of " + type + " width " + std::to_string(width), t);
          if (warp + (lane ^ d) < n)
            check::equal(out[t * 8 + 7], (T)(valueOf<T>(warp + (lane ^ d)) + valueOf<T>(warp)), "shuffle without mask",
                         t);
        }
      }
}

enum {
  kAll,
  kAny,
  kUni,
  kBallot,
  kMatch,
  kMatch64,
  kMatchAll,
  kMatchNone,
  kFlags,
  kActive,
  kEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kLane,
  kOld,
  kRows
};

__global__ void votes(unsigned *out, int threshold) {
  int t = threadIdx.x;
  unsigned *mine = out + t * kRows;
  mine[kAll] = __all_sync(~0u, t < threshold);
  mine[kAny] = __any_sync(~0u, t == threshold);
  mine[kUni] = __uni_sync(~0u, t / 32 == threshold % 3);
  mine[kBallot] = __ballot_sync(~0u, t % 3 == threshold % 3);
  mine[kMatch] = __match_any_sync(~0u, t / 5);
  mine[kMatch64] = __match_any_sync(~0u, (long long)(t / 7) << 40);
  int p, q;
  mine[kMatchAll] = __match_all_sync(~0u, (unsigned)(t / 32), &p);
  mine[kMatchNone] = __match_all_sync(~0u, 1.5 * (t / 31), &q);
  mine[kFlags] = p * 2 + q;
  mine[kActive] = 0;
  if (t % 4 == threshold % 4)
    mine[kActive] = __activemask();
  mine[kEqual] = __get_lanemask_eq();
  mine[kLess] = __get_lanemask_lt();
  mine[kLessEqual] = __get_lanemask_le();
  mine[kGreater] = __get_lanemask_gt();
  mine[kGreaterEqual] = __get_lanemask_ge();
  mine[kLane] = __get_laneid();
  mine[kOld] = __all(t >= 0) + 2 * __any(t == threshold) + 4 * (__ballot(t & 1) == 0xaaaaaaaau);
}

void checkVotes() {
  for (int threshold : {0, 1, 31, 32, 50, 95, 96}) {
    check::Buffer<unsigned> out(96 * kRows);
    votes<<<1, 96>>>(out.device(), threshold);
    out.download();
    for (int t = 0; t < 96; t++) {
      unsigned wanted[kRows] = {}, lane = t & 31;
      int warp = t & ~31;
      bool all = true, any = false;
      for (int k = 0; k < 32; k++) {
        int o = warp + k;
        all = all && o < threshold;
        any = any || o == threshold;
        wanted[kBallot] |= (unsigned)(o % 3 == threshold % 3) << k;
        wanted[kMatch] |= (unsigned)(o / 5 == t / 5) << k;
        wanted[kMatch64] |= (unsigned)(o / 7 == t / 7) << k;
        wanted[kActive] |= (unsigned)(o % 4 == threshold % 4) << k;
      }
      if (t % 4 != threshold % 4)
        wanted[kActive] = 0;
      wanted[kAll] = all;
      wanted[kAny] = any;
      wanted[kUni] = 1;
      wanted[kMatchAll] = ~0u;
      bool together = warp / 31 == (warp + 31) / 31;
      wanted[kMatchNone] = together ? ~0u : 0u;
      wanted[kFlags] = 2 + together;
      wanted[kEqual] = 1u << lane;
      wanted[kLess] = (1u << lane) - 1;
      wanted[kLessEqual] = wanted[kLess] | wanted[kEqual];
      wanted[kGreater] = ~wanted[kLessEqual];
      wanted[kGreaterEqual] = ~wanted[kLess];
      wanted[kLane] = lane;
      wanted[kOld] = 5 + 2 * any;
      for (int k = 0; k < kRows; k++)
        check::equal(out[t * kRows + k], wanted[k], "vote " + std::to_string(k), t);
    }
  }
}

__global__ void reductions(int *out) {
  int t = threadIdx.x, v = (t * 37) % 101 - 50;
  int *mine = out + t * 10;
  mine[0] = __reduce_add_sync(~0u, v);
  mine[1] = __reduce_min_sync(~0u, v);
  mine[2] = __reduce_max_sync(~0u, v);
  mine[3] = (int)__reduce_min_sync(~0u, (unsigned)v);
  mine[4] = (int)__reduce_max_sync(~0u, (unsigned)v);
  mine[5] = (int)__reduce_and_sync(~0u, (unsigned)v | 0x100u);
  mine[6] = (int)__reduce_or_sync(~0u, (unsigned)v & 0xf0u);
  mine[7] = (int)__reduce_xor_sync(~0u, (unsigned)v);
  // Two halves of the warp, each with its own mask, in a divergent branch.
  if (t & 1)
    mine[8] = __reduce_add_sync(0xaaaaaaaau, v);
  else
    mine[8] = (int)__reduce_max_sync(0x55555555u, (unsigned)v);
  mine[9] = (t & 31) < 10 ? __shfl_xor_sync(0x3ffu, v, 1) : __popc(__ballot_sync(~0x3ffu, v > 0));
}

void checkReductions() {
  check::Buffer<int> out(64 * 10);
  reductions<<<1, 64>>>(out.device());
  out.download();
  auto value = [](int t) { return (t * 37) % 101 - 50; };
  for (int t = 0; t < 64; t++) {
    int warp = t & ~31;
    int w[10] = {0, 1 << 30, -(1 << 30), -1, 0, -1, 0, 0, 0, 0};
    for (int k = 0; k < 32; k++) {
      int v = value(warp + k);
      w[0] += v;
      w[1] = std::min(w[1], v);
      w[2] = std::max(w[2], v);
      w[3] = (int)std::min((unsigned)w[3], (unsigned)v);
      w[4] = (int)std::max((unsigned)w[4], (unsigned)v);
      w[5] &= v | 0x100;
      w[6] |= v & 0xf0;
      w[7] ^= v;
      if ((k & 1) == (t & 1))
        w[8] = t & 1 ? w[8] + v : (int)std::max((unsigned)w[8], (unsigned)v);
      if ((t & 31) >= 10 && k >= 10)
        w[9] += v > 0;
    }
    if ((t & 31) < 10)
      w[9] = value(t ^ 1);
    for (int k = 0; k < 10; k++)
      check::equal(out[t * 10 + k], w[k], "reduction " + std::to_string(k), t);
  }
}

int main() {
  checkShuffles<int>("int");
  checkShuffles<unsigned>("unsigned");
  checkShuffles<long>("long");
  checkShuffles<unsigned long>("unsigned long");
  checkShuffles<long long>("long long");
  checkShuffles<unsigned long long>("unsigned long long");
  checkShuffles<float>("float");
  checkShuffles<double>("double");
  checkVotes();
  checkReductions();
  return check::finish("language_warp");
}
