// Products of matrix fragments: random numbers within a bound, whole ones exactly, in the ways that programs write
// them: a warp a tile, tiles in shared memory with several fragments a warp, fragments in arrays, elements changed in
// between, warps that go different ways, wmma and inline PTX on the same registers.
#include "check.h"

#include <mma.h>

using namespace mtmusa;

namespace {

unsigned seed = 1;
float uniform() {
  seed = seed * 1664525 + 1013904223;
  return float(seed >> 8) / 8388608.0f - 1.0f;
}

template <class T> double numberOf(T v) { return double(float(v)); }
double numberOf(double v) { return v; }

/// D = A * B + C for one tile a warp; the matrices are wider than their tiles.
template <int M, int N, int K, class T, class S, class C, class D>
__global__ void oneTile(const S *a, const S *b, const C *c, D *d, unsigned lda, unsigned ldb, unsigned ldc) {
  wmma::fragment<wmma::matrix_a, M, N, K, T, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, M, N, K, T, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, M, N, K, C> fc;
  wmma::fragment<wmma::accumulator, M, N, K, D> fd;
  unsigned warp = threadIdx.x / 32;
  wmma::load_matrix_sync(fa, a + warp * M * lda, lda);
  wmma::load_matrix_sync(fb, b + warp * N * ldb, ldb);
  wmma::load_matrix_sync(fc, c + warp * M * ldc, ldc, wmma::mem_row_major);
  wmma::mma_sync(fd, fa, fb, fc);
  wmma::store_matrix_sync(d + warp * M * ldc, fd, ldc, wmma::mem_row_major);
}

template <int M, int N, int K, class T, class S, class C, class D>
void randomTiles(const char *name, double resolution, double places) {
  constexpr unsigned kWarps = 4, lda = 48, ldb = 32, ldc = 40;
  check::Buffer<S> a(kWarps * M * lda), b(kWarps * N * ldb);
  check::Buffer<C> c(kWarps * M * ldc);
  check::Buffer<D> d(kWarps * M * ldc);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = S(uniform());
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = S(uniform());
  for (size_t i = 0; i < c.size(); ++i)
    c[i] = C(uniform());
  a.upload(), b.upload(), c.upload();
  oneTile<M, N, K, T, S, C, D><<<1, 32 * kWarps>>>(a.device(), b.device(), c.device(), d.device(), lda, ldb, ldc);
  d.download();
  double worst = 0;
  for (unsigned row = 0; row < kWarps * M; ++row)
    for (unsigned column = 0; column < N; ++column) {
      double sum = numberOf(c[row * ldc + column]), size = fabs(sum);
      for (unsigned k = 0; k < K; ++k) {
        double product = numberOf(a[row * lda + k]) * numberOf(b[(row / M * N + column) * ldb + k]);
        sum += product;
        size += fabs(product);
      }
      double got = numberOf(d[row * ldc + column]);
      // What cutting the inputs loses, a rounding for each sum, one of the result.
      double bound = size * (resolution + K * places) + fabs(sum) * (sizeof(D) == 2 ? 0x1p-11 : 0);
      worst = fmax(worst, fabs(got - sum) / bound);
    }
  check::that(worst <= 1, name, "error of " + check::text(worst) + " bounds");
  check::that(worst > 0 || places < 0x1p-40, name, "exact by chance?"); // doubles are: the inputs are floats
}

/// Whole numbers through shared memory: four warps, 2 x 2 fragments each, the second half scaled in between.
__global__ void blocked(const __half *a, const __half *b, float *c, int n) {
  __shared__ __align__(32) __half sa[64][40], sb[32][72];
  int warp = threadIdx.x / 32, rows = warp / 2 * 32, columns = warp % 2 * 32;
  int row = blockIdx.y * 64, column = blockIdx.x * 64;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc[2][2];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      wmma::fill_fragment(fc[i][j], 0.0f);
  for (int k = 0; k < n; k += 32) {
    for (int i = threadIdx.x; i < 256; i += 128) {
      *(int4 *)&sa[i / 4][i % 4 * 8] = *(const int4 *)&a[(row + i / 4) * n + k + i % 4 * 8];
      *(int4 *)&sb[i / 8][i % 8 * 8] = *(const int4 *)&b[(k + i / 8) * n + column + i % 8 * 8];
    }
    __syncthreads();
    for (int step = 0; step < 32; step += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
      for (int i = 0; i < 2; ++i)
        wmma::load_matrix_sync(fa[i], &sa[rows + i * 16][step], 40);
      for (int j = 0; j < 2; ++j) {
        wmma::load_matrix_sync(fb, &sb[step][columns + j * 16], 72);
        for (int i = 0; i < 2; ++i)
          wmma::mma_sync(fc[i][j], fa[i], fb, fc[i][j]);
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      for (int e = 0; e < fc[i][j].num_elements; ++e)
        fc[i][j].x[e] = 2 * fc[i][j].x[e] + 1;
      wmma::store_matrix_sync(c + (row + rows + i * 16) * n + column + columns + j * 16, fc[i][j], n,
                              wmma::mem_row_major);
    }
}

void wholeNumbers() {
  const int n = 128;
  check::Buffer<__half> a(n * n), b(n * n);
  check::Buffer<float> c(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = __half(float(int(seed = seed * 1664525 + 1013904223) >> 29));
    b[i] = __half(float(i * 7 % 11 - 5));
  }
  a.upload(), b.upload();
  blocked<<<dim3(n / 64, n / 64), 128>>>(a.device(), b.device(), c.device(), n);
  c.download();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int k = 0; k < n; ++k)
        sum += float(a[i * n + k]) * float(b[k * n + j]);
      check::equal(c[i * n + j], 2 * sum + 1, "whole numbers", i * n + j);
    }
}

/// Fragments of which the compiler cannot tell at each place which one it is.
__global__ void chosen(const __half *a, float *c, const int *which) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[3];
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  for (int i = 0; i < 3; ++i)
    wmma::fill_fragment(fa[i], __half(float(i + 1)));
  wmma::load_matrix_sync(fb, a, 16);
  wmma::fill_fragment(fc, 0.0f);
  int warp = threadIdx.x / 32;
  if (warp != 1) // warps of one group go different ways
    for (int i = 0; i < which[warp]; ++i)
      wmma::mma_sync(fc, fa[which[i]], fb, fc);
  wmma::store_matrix_sync(c + warp * 256, fc, 16, wmma::mem_col_major);
}

void choices() {
  check::Buffer<__half> a(256, __half(1.0f));
  check::Buffer<float> c(4 * 256);
  check::Buffer<int> which(std::vector<int>{2, 1, 0, 1});
  chosen<<<1, 128>>>(a.device(), c.device(), which.device());
  c.download();
  // Rounds: which[warp]; each adds 16 times the fragment's number.
  const float want[] = {16.0f * (3 + 2), 0, 0, 16.0f * 3};
  for (int i = 0; i < 4 * 256; ++i)
    check::equal(c[i], want[i / 256], "chosen fragments", i);
}

/// The registers of wmma are those of mma.sync: the left half of the product by one, the right half by the other.
__global__ void mixed(const __half *a, const __half *b, float *c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> whole, part;
  wmma::load_matrix_sync(fa, a, 16);
  wmma::load_matrix_sync(fb, b, 16);
  wmma::fill_fragment(whole, 1.0f);
  wmma::fill_fragment(part, 1.0f);
  wmma::mma_sync(whole, fa, fb, whole);
  const unsigned *ra = (const unsigned *)fa.x, *rb = (const unsigned *)fb.x;
  for (int half = 0; half < 2; ++half) {
    float *d = part.x + 4 * half;
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                 "{%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[2 * half]), "r"(rb[2 * half + 1]));
  }
  wmma::store_matrix_sync(c, whole, 16, wmma::mem_row_major);
  wmma::store_matrix_sync(c + 256, part, 16, wmma::mem_row_major);
}

void mixing() {
  check::Buffer<__half> a(256), b(256);
  check::Buffer<float> c(512);
  for (int i = 0; i < 256; ++i) {
    a[i] = __half(uniform());
    b[i] = __half(uniform());
  }
  a.upload(), b.upload();
  mixed<<<1, 32>>>(a.device(), b.device(), c.device());
  c.download();
  for (int i = 0; i < 256; ++i)
    check::equal(c[256 + i], c[i], "wmma and mma.sync", i);
}

/// Sums at the ends of their range, and elements below a byte.
__global__ void ends(int *saturated, float *finite, const unsigned *bits, int *counts, int *nibbles) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> c;
  wmma::fill_fragment(a, (signed char)127);
  wmma::fill_fragment(b, (signed char)100);
  wmma::fill_fragment(c, 0x7fffff00);
  wmma::mma_sync(c, a, b, c, true);
  wmma::store_matrix_sync(saturated, c, 16, wmma::mem_row_major);

  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> ha;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> hb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, __half> hc;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> hd;
  wmma::fill_fragment(ha, __half(300.0f));
  wmma::fill_fragment(hb, __half(300.0f));
  wmma::fill_fragment(hc, __half(-1.0f));
  wmma::mma_sync(hd, ha, hb, hc); // from half to float
  wmma::store_matrix_sync(finite, hd, 16, wmma::mem_row_major);
  wmma::mma_sync(hc, ha, hb, hd, true); // from float to half: the largest, not infinity
  for (int i = 0; i < hc.num_elements; ++i)
    hd.x[i] = __half2float(hc.x[i]);
  wmma::store_matrix_sync(finite + 256, hd, 16, wmma::mem_row_major);

  namespace experimental = wmma::experimental;
  wmma::fragment<wmma::matrix_a, 8, 8, 128, experimental::precision::b1, wmma::row_major> ba;
  wmma::fragment<wmma::matrix_b, 8, 8, 128, experimental::precision::b1, wmma::col_major> bb;
  wmma::fragment<wmma::accumulator, 8, 8, 128, int> bc;
  wmma::load_matrix_sync(ba, bits, 128);
  wmma::load_matrix_sync(bb, bits + 32, 128);
  wmma::fill_fragment(bc, 5);
  wmma::bmma_sync(bc, ba, bb, bc);
  wmma::store_matrix_sync(counts, bc, 8, wmma::mem_row_major);
  wmma::fill_fragment(bc, 0);
  wmma::bmma_sync(bc, ba, bb, bc, experimental::bmmaBitOpAND, experimental::bmmaAccumulateOpPOPC);
  wmma::store_matrix_sync(counts + 64, bc, 8, wmma::mem_row_major);

  wmma::fragment<wmma::matrix_a, 8, 8, 32, experimental::precision::s4, wmma::row_major> na;
  wmma::fragment<wmma::matrix_b, 8, 8, 32, experimental::precision::s4, wmma::col_major> nb;
  wmma::fragment<wmma::accumulator, 8, 8, 32, int> nc;
  wmma::load_matrix_sync(na, bits, 32);
  wmma::load_matrix_sync(nb, bits + 32, 32);
  wmma::fill_fragment(nc, -3);
  wmma::mma_sync(nc, na, nb, nc);
  wmma::store_matrix_sync(nibbles, nc, 8, wmma::mem_row_major);
}

int nibble(unsigned word, int i) { return int(word << (28 - 4 * i)) >> 28; }

void edges() {
  check::Buffer<int> saturated(256), counts(128), nibbles(64);
  check::Buffer<float> finite(512);
  check::Buffer<unsigned> bits(64);
  for (size_t i = 0; i < bits.size(); ++i)
    bits[i] = seed = seed * 1664525 + 1013904223;
  bits.upload();
  ends<<<1, 32>>>(saturated.device(), finite.device(), bits.device(), counts.device(), nibbles.device());
  saturated.download(), finite.download(), counts.download(), nibbles.download();
  for (int i = 0; i < 256; ++i) {
    check::equal(saturated[i], 0x7fffffff, "saturated", i);
    check::equal(finite[i], 16 * 90000.0f - 1, "from half to float", i);
    check::equal(finite[256 + i], 65504.0f, "finite", i);
  }
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 8; ++column) {
      int differ = 5, both = 0, sum = -3;
      for (int w = 0; w < 4; ++w) {
        unsigned x = bits[row * 4 + w], y = bits[32 + column * 4 + w];
        differ += __builtin_popcount(x ^ y);
        both += __builtin_popcount(x & y);
        for (int e = 0; e < 8; ++e)
          sum += nibble(x, e) * nibble(y, e);
      }
      check::equal(counts[row * 8 + column], differ, "bits that differ", row * 8 + column);
      check::equal(counts[64 + row * 8 + column], both, "bits of both", row * 8 + column);
      check::equal(nibbles[row * 8 + column], sum, "nibbles", row * 8 + column);
    }
}

} // namespace

int main() {
  using wmma::precision::tf32;
  randomTiles<16, 16, 16, __half, __half, float, float>("half", 0, 0x1p-24);
  randomTiles<32, 8, 16, __half, __half, __half, __half>("half, half sums", 0, 0x1p-24);
  randomTiles<8, 32, 16, __half, __half, float, __half>("half, float to half", 0, 0x1p-24);
  randomTiles<16, 16, 16, __mt_bfloat16, __mt_bfloat16, float, float>("bfloat", 0, 0x1p-24);
  randomTiles<16, 16, 8, tf32, float, float, float>("tf32", 0x1p-9, 0x1p-24);
  randomTiles<8, 8, 4, double, double, double, double>("double", 0, 0x1p-53);
  wholeNumbers();
  choices();
  mixing();
  edges();
  return check::finish("matrix");
}
