// wmma.load, wmma.mma and wmma.store of inline PTX against the functions of mma.h, register for register and element
// for element: every shape, both layouts of each matrix, from global and shared memory. Small whole numbers, so that
// sums are exact; the functions themselves are compared with a card's answers in matrix_golden.cu.
#include "check.h"

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

template <bool ByRows> struct LayoutOf {
  typedef wmma::row_major type;
};
template <> struct LayoutOf<false> {
  typedef wmma::col_major type;
};

/// The eight registers of a fragment of halves or floats, and what a statement made of them.
struct Registers {
  unsigned r[8];
};
template <class F> __device__ bool equals(const F &fragment, const Registers &registers, int count) {
  const unsigned *words = (const unsigned *)fragment.x;
  bool same = true;
  for (int i = 0; i < count; ++i)
    same &= words[i] == registers.r[i];
  return same;
}

#define EIGHT "{%0, %1, %2, %3, %4, %5, %6, %7}"
#define OUT8(v)                                                                                                        \
  "=r"(v.r[0]), "=r"(v.r[1]), "=r"(v.r[2]), "=r"(v.r[3]), "=r"(v.r[4]), "=r"(v.r[5]), "=r"(v.r[6]), "=r"(v.r[7])
#define IN8(v) "r"(v.r[0]), "r"(v.r[1]), "r"(v.r[2]), "r"(v.r[3]), "r"(v.r[4]), "r"(v.r[5]), "r"(v.r[6]), "r"(v.r[7])

#define TEST_SHAPE(NAME, M, N, SHAPE, A, B, ROWA, ROWB)                                                                \
  __global__ void NAME(const __half *pa, const __half *pb, const float *pc, float *out, float *wanted, int *bad) {     \
    __shared__ __half tile[32 * 24];                                                                                   \
    const int lda = ROWA ? 24 : M, ldb = ROWB ? N : 24, lanes = threadIdx.x;                                           \
    for (int i = lanes; i < 32 * 24; i += 32)                                                                          \
      tile[i] = pb[i];                                                                                                 \
    __syncwarp();                                                                                                      \
    wmma::fragment<wmma::matrix_a, M, N, 16, __half, LayoutOf<ROWA>::type> a;                                          \
    wmma::fragment<wmma::matrix_b, M, N, 16, __half, LayoutOf<ROWB>::type> b;                                          \
    wmma::fragment<wmma::accumulator, M, N, 16, float> c, d;                                                           \
    wmma::load_matrix_sync(a, pa, lda);                                                                                \
    wmma::load_matrix_sync(b, pb, ldb);                                                                                \
    wmma::load_matrix_sync(c, pc, N + 8, wmma::mem_row_major);                                                         \
    wmma::mma_sync(d, a, b, c);                                                                                        \
    wmma::store_matrix_sync(wanted, d, M + 8, wmma::mem_col_major);                                                    \
    Registers ra, rb, rc, rd;                                                                                          \
    asm volatile("wmma.load.a.sync.aligned." A "." SHAPE ".global.f16 " EIGHT ", [%8], %9;"                            \
                 : OUT8(ra)                                                                                            \
                 : "l"(pa), "r"(lda)                                                                                   \
                 : "memory");                                                                                          \
    asm volatile("wmma.load.b.sync.aligned." B "." SHAPE ".shared.f16 " EIGHT ", [%8], %9;"                            \
                 : OUT8(rb)                                                                                            \
                 : "r"((unsigned)__cvta_generic_to_shared(tile)), "r"(ldb)                                             \
                 : "memory");                                                                                          \
    asm volatile("wmma.load.c.sync.aligned.row." SHAPE ".f32 " EIGHT ", [%8], %9;"                                     \
                 : OUT8(rc)                                                                                            \
                 : "l"(pc), "r"(N + 8)                                                                                 \
                 : "memory");                                                                                          \
    asm volatile("wmma.mma.sync.aligned." A "." B "." SHAPE ".f32.f32 " EIGHT ", "                                     \
                 "{%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, "                  \
                 "{%24, %25, %26, %27, %28, %29, %30, %31};"                                                           \
                 : OUT8(rd)                                                                                            \
                 : IN8(ra), IN8(rb), IN8(rc));                                                                         \
    asm volatile("wmma.store.d.sync.aligned.col." SHAPE ".f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" ::IN8(rd),  \
                 "l"(out), "r"(M + 8)                                                                                  \
                 : "memory");                                                                                          \
    if (!equals(a, ra, 8) || !equals(b, rb, 8) || !equals(c, rc, 8) || !equals(d, rd, 8))                              \
      atomicAdd(bad, 1);                                                                                               \
  }
#define TEST_LAYOUTS(NAME, M, N, SHAPE)                                                                                \
  TEST_SHAPE(NAME##RowRow, M, N, SHAPE, "row", "row", true, true)                                                      \
  TEST_SHAPE(NAME##RowCol, M, N, SHAPE, "row", "col", true, false)                                                     \
  TEST_SHAPE(NAME##ColRow, M, N, SHAPE, "col", "row", false, true)                                                     \
  TEST_SHAPE(NAME##ColCol, M, N, SHAPE, "col", "col", false, false)
TEST_LAYOUTS(square, 16, 16, "m16n16k16")
TEST_LAYOUTS(tall, 32, 8, "m32n8k16")
TEST_LAYOUTS(wide, 8, 32, "m8n32k16")

typedef void (*Kernel)(const __half *, const __half *, const float *, float *, float *, int *);
void compare(const char *name, Kernel kernel) {
  std::vector<__half> x(32 * 24), y(32 * 24);
  std::vector<float> z(40 * 40);
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = __float2half((float)((int)(i * 7 % 23) - 11));
    y[i] = __float2half((float)((int)(i * 5 % 19) - 9));
  }
  for (size_t i = 0; i < z.size(); ++i)
    z[i] = (float)((int)(i * 3 % 101) - 50);
  check::Buffer<__half> a(x), b(y);
  check::Buffer<float> c(z), out(40 * 40), wanted(40 * 40);
  check::Buffer<int> bad(1);
  kernel<<<1, 32>>>(a.device(), b.device(), c.device(), out.device(), wanted.device(), bad.device());
  bad.download();
  out.download();
  wanted.download();
  check::equal(bad[0], 0, std::string(name) + ": registers differ");
  float sum = 0;
  for (size_t i = 0; i < out.size(); ++i) {
    check::equal(out[i], wanted[i], std::string(name) + ": stored", (long)i);
    sum += std::fabs(out[i]);
  }
  check::that(sum > 100, std::string(name) + ": nothing was stored");
}

// Halves as sums, and bytes with saturation.
__global__ void others(const __half *pa, const __half *pb, const signed char *qa, __half *out, __half *wanted,
                       int *sums, int *wantedSums) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, __half> c;
  wmma::fill_fragment(c, __float2half(2.5f));
  wmma::load_matrix_sync(a, pa, 16);
  wmma::load_matrix_sync(b, pb, 16);
  wmma::mma_sync(c, a, b, c);
  wmma::store_matrix_sync(wanted, c, 16, wmma::mem_row_major);
  Registers ra, rb;
  asm volatile("wmma.load.a.sync.aligned.row.m16n16k16.f16 " EIGHT ", [%8];" : OUT8(ra) : "l"(pa) : "memory");
  asm volatile("wmma.load.b.sync.aligned.col.m16n16k16.f16 " EIGHT ", [%8];" : OUT8(rb) : "l"(pb) : "memory");
  unsigned h[4] = {0x41004100, 0x41004100, 0x41004100, 0x41004100};
  asm volatile("wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, "
               "{%12, %13, %14, %15, %16, %17, %18, %19}, {%0, %1, %2, %3};"
               : "+r"(h[0]), "+r"(h[1]), "+r"(h[2]), "+r"(h[3])
               : IN8(ra), IN8(rb));
  asm volatile("wmma.store.d.sync.aligned.row.m16n16k16.f16 [%0], {%1, %2, %3, %4};" ::"l"(out), "r"(h[0]), "r"(h[1]),
               "r"(h[2]), "r"(h[3])
               : "memory");

  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::col_major> p;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major> q;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> s;
  wmma::fill_fragment(s, 0x7fffff00);
  wmma::load_matrix_sync(p, qa, 16);
  wmma::load_matrix_sync(q, qa, 16);
  wmma::mma_sync(s, p, q, s, true);
  wmma::store_matrix_sync(wantedSums, s, 16, wmma::mem_row_major);
  unsigned pr[2], qr[2];
  Registers sr;
  for (unsigned &r : sr.r)
    r = 0x7fffff00;
  asm volatile("wmma.load.a.sync.aligned.col.m16n16k16.s8 {%0, %1}, [%2], 16;"
               : "=r"(pr[0]), "=r"(pr[1])
               : "l"(qa)
               : "memory");
  asm volatile("wmma.load.b.sync.aligned.row.m16n16k16.s8 {%0, %1}, [%2], 16;"
               : "=r"(qr[0]), "=r"(qr[1])
               : "l"(qa)
               : "memory");
  asm volatile("wmma.mma.sync.aligned.col.row.m16n16k16.s32.s8.s8.s32.satfinite " EIGHT ", {%8, %9}, {%10, %11}, "
               "{%12, %13, %14, %15, %16, %17, %18, %19};"
               : OUT8(sr)
               : "r"(pr[0]), "r"(pr[1]), "r"(qr[0]), "r"(qr[1]), IN8(sr));
  asm volatile("wmma.store.d.sync.aligned.row.m16n16k16.s32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7};" ::IN8(sr),
               "l"(sums)
               : "memory");
}
void compareOthers() {
  std::vector<__half> x(256), y(256);
  std::vector<signed char> z(256);
  for (int i = 0; i < 256; ++i) {
    x[i] = __float2half((float)(i * 7 % 13 - 6));
    y[i] = __float2half((float)(i * 5 % 11 - 5));
    z[i] = (signed char)(i * 37 % 251 - 125);
  }
  check::Buffer<__half> a(x), b(y), out(256), wanted(256);
  check::Buffer<signed char> bytes(z);
  check::Buffer<int> sums(256), wantedSums(256);
  others<<<1, 32>>>(a.device(), b.device(), bytes.device(), out.device(), wanted.device(), sums.device(),
                    wantedSums.device());
  out.download(), wanted.download(), sums.download(), wantedSums.download();
  int cut = 0;
  for (int row = 0; row < 16; ++row)
    for (int column = 0; column < 16; ++column) {
      const int i = row * 16 + column;
      float sum = 2.5f;
      long whole = 0x7fffff00;
      for (int k = 0; k < 16; ++k) {
        sum += __half2float(x[row * 16 + k]) * __half2float(y[column * 16 + k]);
        whole += z[k * 16 + row] * z[k * 16 + column];
      }
      check::equal(__half2float(out[i]), sum, "sums in half", i);
      check::equal(__half2float(wanted[i]), sum, "sums in half, by functions", i);
      whole = whole > 0x7fffffff ? 0x7fffffff : whole;
      cut += whole == 0x7fffffff;
      check::equal(sums[i], (int)whole, "bytes", i);
      check::equal(wantedSums[i], (int)whole, "bytes, by functions", i);
    }
  check::that(cut > 0 && cut < 256, "some sums are cut");
}

int main() {
  compare("16x16 row row", squareRowRow), compare("16x16 row col", squareRowCol);
  compare("16x16 col row", squareColRow), compare("16x16 col col", squareColCol);
  compare("32x8 row row", tallRowRow), compare("32x8 row col", tallRowCol);
  compare("32x8 col row", tallColRow), compare("32x8 col col", tallColCol);
  compare("8x32 row row", wideRowRow), compare("8x32 row col", wideRowCol);
  compare("8x32 col row", wideColRow), compare("8x32 col col", wideColCol);
  compareOthers();
  return check::finish("wmma_ptx");
}
