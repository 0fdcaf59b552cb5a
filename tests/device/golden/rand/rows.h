// What each generator of curand_kernel.h answers, as rows of numbers: the program that recorded them on a card
// (record.cu) and the test that compares (../../rand_golden.mu) run the same kernels. Names are CUDA's.
// A row: a fresh state, then `count` numbers of one kind: u (32 bits), q (64 bits), f (float), d (double).
#pragma once

struct Case {
  unsigned long long seed, subsequence, offset;
};

const Case kCases[] = {
    {0, 0, 0},
    {1, 0, 0},
    {2, 0, 0},
    {1234, 0, 0},
    {1234, 1, 0},
    {1234, 2, 0},
    {1234, 0, 1},
    {1234, 0, 2},
    {1234, 0, 3},
    {1234, 0, 4},
    {1234, 0, 5},
    {1234, 7, 13},
    {42, 1000003, 100},
    {0x123456789abcdef0ull, 0, 0},
    {~0ull, 5, 7},
    {1ull << 32, 3, 0},
    {1234, (1ull << 40) + 3, (1ull << 35) + 9},
    {0xdeadbeefcafebabeull, 12345678901ull, 98765},
    // MRG32k3a has 2^51 subsequences only; beyond, the card answers otherwise or (the last case) did not end.
    {99, 1ull << 63, (1ull << 62) + 1},
    {1234, ~0ull, ~0ull}};
const int kCaseCount = sizeof(kCases) / sizeof(kCases[0]), kMrgCaseCount = kCaseCount - 2;

/// Dimensions and offsets at which the quasi-random generators are asked.
struct SobolCase {
  unsigned dimension;
  unsigned long long offset;
};
const SobolCase kSobolCases[] = {{0, 0},
                                 {0, 1},
                                 {1, 0},
                                 {2, 0},
                                 {3, 5},
                                 {4, 2},
                                 {5, 1000},
                                 {17, 3},
                                 {100, 12345},
                                 {999, 0},
                                 {1000, 7},
                                 {19999, 1u << 20},
                                 {2, (1ull << 33) + 5},
                                 {7, ~0ull}};
const int kSobolCaseCount = sizeof(kSobolCases) / sizeof(kSobolCases[0]);

/// Where a thread puts its numbers.
struct Out {
  unsigned long long *at;
  __device__ void u(unsigned x) { *at++ = x; }
  __device__ void q(unsigned long long x) { *at++ = x; }
  __device__ void f(float x) { *at++ = __float_as_uint(x); }
  __device__ void d(double x) { *at++ = (unsigned long long)__double_as_longlong(x); }
};
inline __device__ void put2(Out &o, float2 v) { o.f(v.x), o.f(v.y); }
inline __device__ void put2(Out &o, double2 v) { o.d(v.x), o.d(v.y); }
inline __device__ void put4(Out &o, float4 v) { o.f(v.x), o.f(v.y), o.f(v.z), o.f(v.w); }
inline __device__ void put4(Out &o, double4 v) { o.d(v.x), o.d(v.y), o.d(v.z), o.d(v.w); }
inline __device__ void put4(Out &o, uint4 v) { o.u(v.x), o.u(v.y), o.u(v.z), o.u(v.w); }

// Calls of long functions, kept apart so that the kernels stay small.
#define ROW_CALL(result, name, parameters, call)                                                                       \
  template <class State> __device__ __noinline__ result name parameters { return call; }
ROW_CALL(unsigned, rowPoisson, (State * s, double lambda), curand_poisson(s, lambda))
ROW_CALL(uint4, rowPoisson4, (State * s, double lambda), curand_poisson4(s, lambda))
ROW_CALL(void, rowSkip, (unsigned long long n, State *s), skipahead(n, s))
ROW_CALL(void, rowSkipSequence, (unsigned long long n, State *s), skipahead_sequence(n, s))
ROW_CALL(void, rowSkipSubsequence, (unsigned long long n, State *s), skipahead_subsequence(n, s))

// ROW(name, kind, count of numbers, turns, statement of s, o and i)
#define COMMON_ROWS(ROW, kind, draw)                                                                                   \
  ROW(raw, kind, 16, 16, o.kind(draw))                                                                                 \
  ROW(uniform, f, 16, 16, o.f(curand_uniform(&s)))                                                                     \
  ROW(uniform_double, d, 8, 8, o.d(curand_uniform_double(&s)))                                                         \
  ROW(normal, f, 9, 9, o.f(curand_normal(&s)))                                                                         \
  ROW(normal_double, d, 9, 9, o.d(curand_normal_double(&s)))                                                           \
  ROW(log_normal, f, 5, 5, o.f(curand_log_normal(&s, 0.5f, 0.75f)))                                                    \
  ROW(log_normal_double, d, 5, 5, o.d(curand_log_normal_double(&s, 0.5, 0.75)))                                        \
  ROW(poisson_0_3, u, 8, 8, o.u(rowPoisson(&s, 0.3)))                                                                  \
  ROW(poisson_8, u, 8, 8, o.u(rowPoisson(&s, 8.0)))                                                                    \
  ROW(poisson_63_5, u, 4, 4, o.u(rowPoisson(&s, 63.5)))                                                                \
  ROW(poisson_64, u, 8, 8, o.u(rowPoisson(&s, 64.0)))                                                                  \
  ROW(poisson_500, u, 8, 8, o.u(rowPoisson(&s, 500.0)))                                                                \
  ROW(poisson_3999, u, 8, 8, o.u(rowPoisson(&s, 3999.0)))                                                              \
  ROW(poisson_5000, u, 8, 8, o.u(rowPoisson(&s, 5000.0)))                                                              \
  ROW(poisson_1e6, u, 5, 5, o.u(rowPoisson(&s, 1e6)))                                                                  \
  ROW(skip, kind, 7, 7, {                                                                                              \
    unsigned long long skips[] = {1, 2, 3, 4, 5, 1000003, (1ull << 33) + 7};                                           \
    rowSkip(skips[i], &s);                                                                                             \
    o.kind(draw);                                                                                                      \
  })

#define PSEUDO_ROWS(ROW)                                                                                               \
  COMMON_ROWS(ROW, u, curand(&s))                                                                                      \
  ROW(normal2, f, 8, 4, put2(o, curand_normal2(&s)))                                                                   \
  ROW(normal2_double, d, 8, 4, put2(o, curand_normal2_double(&s)))                                                     \
  ROW(log_normal2, f, 4, 2, put2(o, curand_log_normal2(&s, -1.0f, 2.0f)))                                              \
  ROW(log_normal2_double, d, 4, 2, put2(o, curand_log_normal2_double(&s, -1.0, 2.0)))                                  \
  ROW(mixed, f, 40, 4, {                                                                                               \
    o.f(curand_normal(&s));                                                                                            \
    o.f(curand_uniform(&s));                                                                                           \
    o.f((float)curand_normal_double(&s));                                                                              \
    o.f(curand_normal(&s));                                                                                            \
    o.f((float)curand_uniform_double(&s));                                                                             \
    o.f((float)curand_normal_double(&s));                                                                              \
    o.f(curand_normal(&s));                                                                                            \
    put2(o, curand_normal2(&s));                                                                                       \
    o.f((float)rowPoisson(&s, 3.0));                                                                                   \
  })                                                                                                                   \
  ROW(skip_sequence, u, 4, 4, {                                                                                        \
    unsigned long long skips[] = {1, 5, (1ull << 32) + 1, 1ull << 63};                                                 \
    rowSkipSequence(skips[i], &s);                                                                                     \
    o.u(curand(&s));                                                                                                   \
  })

#define PHILOX_ROWS(ROW)                                                                                               \
  PSEUDO_ROWS(ROW)                                                                                                     \
  ROW(raw4, u, 12, 3, put4(o, curand4(&s)))                                                                            \
  ROW(uniform4, f, 8, 2, put4(o, curand_uniform4(&s)))                                                                 \
  ROW(uniform2_double, d, 6, 3, put2(o, curand_uniform2_double(&s)))                                                   \
  ROW(uniform4_double, d, 8, 2, put4(o, curand_uniform4_double(&s)))                                                   \
  ROW(normal4, f, 8, 2, put4(o, curand_normal4(&s)))                                                                   \
  ROW(normal4_double, d, 8, 2, put4(o, curand_normal4_double(&s)))                                                     \
  ROW(log_normal4, f, 4, 1, put4(o, curand_log_normal4(&s, 0.25f, 0.5f)))                                              \
  ROW(log_normal4_double, d, 4, 1, put4(o, curand_log_normal4_double(&s, 0.25, 0.5)))                                  \
  ROW(poisson4_8, u, 8, 2, put4(o, rowPoisson4(&s, 8.0)))                                                              \
  ROW(poisson4_500, u, 8, 2, put4(o, rowPoisson4(&s, 500.0)))                                                          \
  ROW(poisson4_5000, u, 8, 2, put4(o, rowPoisson4(&s, 5000.0)))                                                        \
  ROW(mixed4, u, 24, 2, {                                                                                              \
    o.u(curand(&s));                                                                                                   \
    put4(o, curand4(&s));                                                                                              \
    o.u(curand(&s));                                                                                                   \
    o.u(curand(&s));                                                                                                   \
    rowSkip(1, &s);                                                                                                    \
    put4(o, curand4(&s));                                                                                              \
    o.u(0);                                                                                                            \
    rowSkip(3, &s);                                                                                                    \
  })

#define MRG_ROWS(ROW)                                                                                                  \
  PSEUDO_ROWS(ROW)                                                                                                     \
  ROW(skip_subsequence, u, 3, 3, {                                                                                     \
    unsigned long long skips[] = {1, 5, (1ull << 32) + 1};                                                             \
    rowSkipSubsequence(skips[i], &s);                                                                                  \
    o.u(curand(&s));                                                                                                   \
  })

#define SOBOL_ROWS(ROW) COMMON_ROWS(ROW, u, curand(&s))
#define SOBOL64_ROWS(ROW) COMMON_ROWS(ROW, q, curand(&s))

/// The sum of the counts of a generator's rows.
#define ROW_COUNT(name, kind, count, turns, ...) +count
const int kXorwowWords = 0 PSEUDO_ROWS(ROW_COUNT), kPhiloxWords = 0 PHILOX_ROWS(ROW_COUNT);
const int kMrgWords = 0 MRG_ROWS(ROW_COUNT), kSobolWords = 0 SOBOL_ROWS(ROW_COUNT);
const int kSobol64Words = 0 SOBOL64_ROWS(ROW_COUNT);

#define RUN_ROW(name, kind, count, turns, ...)                                                                         \
  {                                                                                                                    \
    auto s = start;                                                                                                    \
    _Pragma("unroll 1") for (int i = 0; i < turns; i++) __VA_ARGS__;                                                   \
  }
#define PSEUDO_KERNEL(NAME, STATE, ROWS, WORDS)                                                                        \
  __global__ void NAME(const Case *cases, int count, unsigned long long *out) {                                        \
    int k = blockIdx.x * blockDim.x + threadIdx.x;                                                                     \
    if (k >= count)                                                                                                    \
      return;                                                                                                          \
    STATE start;                                                                                                       \
    curand_init(cases[k].seed, cases[k].subsequence, cases[k].offset, &start);                                         \
    Out o{out + k * (long long)WORDS};                                                                                 \
    ROWS(RUN_ROW)                                                                                                      \
  }
PSEUDO_KERNEL(xorwow, curandStateXORWOW_t, PSEUDO_ROWS, kXorwowWords)
PSEUDO_KERNEL(philox, curandStatePhilox4_32_10_t, PHILOX_ROWS, kPhiloxWords)
PSEUDO_KERNEL(mrg32k3a, curandStateMRG32k3a_t, MRG_ROWS, kMrgWords)

// `vectors` holds the direction vectors of one case after the other, `constants` its scrambling constant.
#define SOBOL_KERNEL(NAME, STATE, VECTORS, WORD, ROWS, WORDS, ...)                                                     \
  __global__ void NAME(const SobolCase *cases, int count, VECTORS *vectors, const WORD *constants,                     \
                       unsigned long long *out) {                                                                      \
    int k = blockIdx.x * blockDim.x + threadIdx.x;                                                                     \
    if (k >= count)                                                                                                    \
      return;                                                                                                          \
    (void)constants;                                                                                                   \
    STATE start;                                                                                                       \
    curand_init(vectors[k], __VA_ARGS__ cases[k].offset, &start);                                                      \
    Out o{out + k * (long long)WORDS};                                                                                 \
    ROWS(RUN_ROW)                                                                                                      \
  }
SOBOL_KERNEL(sobol32, curandStateSobol32_t, curandDirectionVectors32_t, unsigned, SOBOL_ROWS, kSobolWords, )
SOBOL_KERNEL(scrambled_sobol32, curandStateScrambledSobol32_t, curandDirectionVectors32_t, unsigned, SOBOL_ROWS,
             kSobolWords, constants[k], )
SOBOL_KERNEL(sobol64, curandStateSobol64_t, curandDirectionVectors64_t, unsigned long long, SOBOL64_ROWS,
             kSobol64Words, )
SOBOL_KERNEL(scrambled_sobol64, curandStateScrambledSobol64_t, curandDirectionVectors64_t, unsigned long long,
             SOBOL64_ROWS, kSobol64Words, constants[k], )
