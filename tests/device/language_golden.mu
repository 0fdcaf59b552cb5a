// Edge cases of warp operations, integer and float intrinsics, halves, conversions, compared with what hardware
// answered (golden/README.md): every recorded row, each computed by one warp. `fmax_zero` alone may differ, by the sign
// of a zero that C leaves open and that would cost instructions to order. The first argument is the folder of this
// file.
#include "check.h"

#include <musa_fp16.h>

#include <fstream>
#include <sstream>

// ROW(name, type, printf format, expression of lane and t)
#define ROWS                                                                                                           \
  ROW(uni_half, unsigned, "%08x",                                                                                      \
      (lane < 16 ? __ballot_sync(0xffffu, lane % 3 == 0) : __ballot_sync(0xffff0000u, lane % 5 == 0)))                 \
  ROW(rint_half, float, "%g", rintf((t - 16) * 0.5f))                                                                  \
  ROW(round_half, float, "%g", roundf((t - 16) * 0.5f))                                                                \
  ROW(shfl_out_of_range, int, "%d", __shfl_sync(~0u, lane * 10, lane + 20))                                            \
  ROW(shfl_negative, int, "%d", __shfl_sync(~0u, lane * 10, -3))                                                       \
  ROW(shfl_w8, int, "%d", __shfl_sync(~0u, lane * 10, lane * 3, 8))                                                    \
  ROW(shfl_w4_neg, int, "%d", __shfl_sync(~0u, lane * 10, -1, 4))                                                      \
  ROW(up_5, int, "%d", __shfl_up_sync(~0u, lane * 10, 5))                                                              \
  ROW(up_w8_3, int, "%d", __shfl_up_sync(~0u, lane * 10, 3, 8))                                                        \
  ROW(up_40, int, "%d", __shfl_up_sync(~0u, lane * 10, 40))                                                            \
  ROW(down_5, int, "%d", __shfl_down_sync(~0u, lane * 10, 5))                                                          \
  ROW(down_w16_9, int, "%d", __shfl_down_sync(~0u, lane * 10, 9, 16))                                                  \
  ROW(down_33, int, "%d", __shfl_down_sync(~0u, lane * 10, 33))                                                        \
  ROW(xor_7, int, "%d", __shfl_xor_sync(~0u, lane * 10, 7))                                                            \
  ROW(xor_16_w8, int, "%d", __shfl_xor_sync(~0u, lane * 10, 16, 8))                                                    \
  ROW(xor_12_w8, int, "%d", __shfl_xor_sync(~0u, lane * 10, 12, 8))                                                    \
  ROW(xor_33, int, "%d", __shfl_xor_sync(~0u, lane * 10, 33))                                                          \
  ROW(shfl_varlane, int, "%d", __shfl_sync(~0u, lane * 10, (lane * 7 + 3) % 32))                                       \
  ROW(shfl_double, double, "%g", __shfl_xor_sync(~0u, lane * 1.5, 9))                                                  \
  ROW(shfl_ll, long long, "%lld", __shfl_down_sync(~0u, (long long)lane << 33, 4))                                     \
  ROW(ballot_odd, unsigned, "%08x", __ballot_sync(~0u, lane & 1))                                                      \
  ROW(all, int, "%d", __all_sync(~0u, lane < 40))                                                                      \
  ROW(any, int, "%d", __any_sync(~0u, lane == 31))                                                                     \
  ROW(match_any, unsigned, "%08x", __match_any_sync(~0u, lane / 6))                                                    \
  ROW(match_all_p, int, "%d", [&] {                                                                                    \
    int p;                                                                                                             \
    unsigned m = __match_all_sync(~0u, lane < 32 ? 7 : 0, &p);                                                         \
    return (int)(m != 0) * 10 + p;                                                                                     \
  }())                                                                                                                 \
  ROW(match_all_no, int, "%d", [&] {                                                                                   \
    int p;                                                                                                             \
    unsigned m = __match_all_sync(~0u, lane / 31, &p);                                                                 \
    return (int)(m != 0) * 10 + p;                                                                                     \
  }())                                                                                                                 \
  ROW(red_add, unsigned, "%u", __reduce_add_sync(~0u, (unsigned)lane))                                                 \
  ROW(red_min, int, "%d", __reduce_min_sync(~0u, 5 - lane))                                                            \
  ROW(red_max, int, "%d", __reduce_max_sync(~0u, 5 - lane))                                                            \
  ROW(red_and, unsigned, "%08x", __reduce_and_sync(~0u, ~(1u << lane)))                                                \
  ROW(red_xor, unsigned, "%08x", __reduce_xor_sync(~0u, 1u << (lane / 2)))                                             \
  ROW(red_or_sub, unsigned, "%08x",                                                                                    \
      (lane % 2 ? __reduce_or_sync(0xaaaaaaaau, 1u << lane) : __reduce_or_sync(0x55555555u, 1u << lane)))              \
  ROW(activemask_div, unsigned, "%08x", (lane % 3 == 0 ? __activemask() : lane % 3 == 1 ? __activemask() : 0u))        \
  ROW(lanemask_lt, unsigned, "%08x", __get_lanemask_lt())                                                              \
  ROW(clz, int, "%d", __clz(t *t *t - 8))                                                                              \
  ROW(ffs, int, "%d", __ffs(t *t *t - 8))                                                                              \
  ROW(popc, int, "%d", __popc(t * 2654435761u))                                                                        \
  ROW(brev, unsigned, "%08x", __brev(t * 2654435761u))                                                                 \
  ROW(clzll, int, "%d", __clzll((long long)t << 35))                                                                   \
  ROW(byte_perm, unsigned, "%08x", __byte_perm(0x33221100u, 0x77665544u, t * 0x1357))                                  \
  ROW(byte_perm_sgn, unsigned, "%08x", __byte_perm(0x83221180u, 0xf7665544u, 0x8f80u + t))                             \
  ROW(fshl, unsigned, "%08x", __funnelshift_l(0x12345678u, 0x9abcdef0u, t))                                            \
  ROW(fshrc, unsigned, "%08x", __funnelshift_rc(0x12345678u, 0x9abcdef0u, t * 2))                                      \
  ROW(mulhi, int, "%d", __mulhi(t * 0x1234567 - 5, 0x7654321))                                                         \
  ROW(umul24, unsigned, "%u", __umul24(t * 0x1234567u, 0xabcdefu))                                                     \
  ROW(mul24, int, "%d", __mul24(t * 0x1234567, -0x1bcdef))                                                             \
  ROW(sad, unsigned, "%u", __sad(t - 16, 7, 3u))                                                                       \
  ROW(usad, unsigned, "%u", __usad(t * 3u, 50u, 3u))                                                                   \
  ROW(rhadd, int, "%d", __rhadd(t - 16, -3))                                                                           \
  ROW(hadd, int, "%d", __hadd(t - 16, -4))                                                                             \
  ROW(dp4a, int, "%d", __dp4a(0x01ff7f80 + t, 0x7f80ff02, t))                                                          \
  ROW(vadd2, unsigned, "%08x", __vadd2(0x7fff8000u + t, 0x0001ffffu))                                                  \
  ROW(vaddss2, unsigned, "%08x", __vaddss2(0x7fff8000u + t, 0x0001ffffu))                                              \
  ROW(vabsdiffu4, unsigned, "%08x", __vabsdiffu4(0x10ff8000u + t, 0x20017f80u))                                        \
  ROW(vcmpgts4, unsigned, "%08x", __vcmpgts4(0x10ff8000u + t, 0x20017f80u))                                            \
  ROW(shl_big, unsigned, "%08x", (1u + t) << (t * 2))                                                                  \
  ROW(shr_big, int, "%d", (-1000 - t) >> (t * 2))                                                                      \
  ROW(div0, int, "%d", (t + 5) / (t - 7 == 0 ? t - 7 : t - 7))                                                         \
  ROW(rem_neg, int, "%d", (-37) % (t - 40))                                                                            \
  ROW(f2i_rz, int, "%d", __float2int_rz((t - 16) * 1.0e8f))                                                            \
  ROW(f2i_sat, int, "%d", (int)((t - 16) * 3.0e8f))                                                                    \
  ROW(f2u_neg, unsigned, "%u", (unsigned)((t - 16) * 3.0e8f))                                                          \
  ROW(f2i_nan, int, "%d", (int)(t & 1 ? NAN : INFINITY))                                                               \
  ROW(f2ll, long long, "%lld", (long long)((t - 16) * 1e18f))                                                          \
  ROW(d2i_rn, int, "%d", __double2int_rn((t - 16) * 0.5))                                                              \
  ROW(f2i_rn, int, "%d", __float2int_rn((t - 16) * 0.5f))                                                              \
  ROW(f2i_ru, int, "%d", __float2int_ru((t - 16) * 0.3f))                                                              \
  ROW(f2uc, int, "%d", (unsigned char)((t - 16) * 40.0f))                                                              \
  ROW(i2f_rz, float, "%.9g", __int2float_rz(16777217 + t * 3))                                                         \
  ROW(ll2f, float, "%.9g", (float)(9007199791611905LL * (t + 1)))                                                      \
  ROW(d2f_rd, float, "%.9g", __double2float_rd(1.0 / (t + 3)))                                                         \
  ROW(f2h, unsigned, "%04x", __half_as_ushort(__float2half((t - 16) * 5003.7f)))                                       \
  ROW(f2h_den, unsigned, "%04x", __half_as_ushort(__float2half(t * 1.3e-7f)))                                          \
  ROW(h2f, float, "%.9g", __half2float(__ushort_as_half(t * 2053)))                                                    \
  ROW(hfma, unsigned, "%04x",                                                                                          \
      __half_as_ushort(__hfma(__float2half(t * 0.37f), __float2half(1.7f), __float2half(-3.3f))))                      \
  ROW(hdiv, unsigned, "%04x", __half_as_ushort(__hdiv(__float2half(t + 1.0f), __float2half(3.0f))))                    \
  ROW(hmin_nan, unsigned, "%04x", __half_as_ushort(__hmin(__float2half(t), __float2half(NAN))))                        \
  ROW(fmax_zero, float, "%g", 1.0f / fmaxf(-0.0f, t ? 0.0f : -0.0f))                                                   \
  ROW(fminf_nan, float, "%g", fminf(t, NAN))                                                                           \
  ROW(saturate, float, "%.9g", __saturatef((t - 16) * 0.1f))                                                           \
  ROW(fdividef, float, "%.9g", __fdividef(t, 3.0e38f * (1 + (t > 16))))                                                \
  ROW(add_rz, float, "%.9g", __fadd_rz(1.0f, t * 1e-8f))                                                               \
  ROW(mul_ru, float, "%.9g", __fmul_ru(1.1f, t * 0.3f))                                                                \
  ROW(fma_rd, float, "%.9g", __fmaf_rd(1.1f, t * 0.3f, -0.7f))                                                         \
  ROW(div_rn, float, "%.9g", __fdiv_rn(t + 1, 7.0f))                                                                   \
  ROW(sqrt_rz, float, "%.9g", __fsqrt_rz(t + 0.3f))                                                                    \
  ROW(rcp_rn, float, "%.9g", __frcp_rn(t + 0.3f))                                                                      \
  ROW(denorm_mul, float, "%.9g", 1e-30f * (t * 1e-12f))                                                                \
  ROW(fmod, float, "%.9g", fmodf((t - 16) * 1.7f, 0.6f))                                                               \
  ROW(remainder, float, "%.9g", remainderf((t - 16) * 1.7f, 0.6f))                                                     \
  ROW(ldexp, float, "%.9g", ldexpf(1.3f, t * 12 - 190))                                                                \
  ROW(frexp, float, "%.9g", [&] {                                                                                      \
    int e;                                                                                                             \
    float m = frexpf(t * 1e-3f, &e);                                                                                   \
    return m + e * 100;                                                                                                \
  }())                                                                                                                 \
  ROW(pow_edge, float, "%.9g", powf((t - 16) * 0.5f, (t % 5) - 2.0f))                                                  \
  ROW(nextafter, float, "%.9g", nextafterf(t * 0.1f, 100.f))                                                           \
  ROW(ilogb, int, "%d", ilogbf(t * 1e-3f))                                                                             \
  ROW(isnan_, int, "%d", isnan(t % 3 ? 0.f / (t - 1) : 1.f) + 2 * isinf(1.f / (t - 3)))

#define ROW(name, Type, format, expression)                                                                            \
  __global__ void row_##name(Type *out) {                                                                              \
    int lane = threadIdx.x & 31, t = threadIdx.x;                                                                      \
    (void)t;                                                                                                           \
    (void)lane;                                                                                                        \
    out[threadIdx.x] = (Type)(expression);                                                                             \
  }
ROWS
#undef ROW

    template <class T>
    void compare(const std::vector<std::string> &lines, const char *name, const char *format, void (*kernel)(T *)) {
  check::Buffer<T> out(32);
  kernel<<<1, 32>>>(out.device());
  out.download();
  std::string prefix = std::string(name) + " ", line;
  for (const std::string &candidate : lines)
    if (candidate.compare(0, prefix.size(), prefix) == 0)
      line = candidate.substr(prefix.size());
  check::that(!line.empty(), name, "has no recorded row");
  std::istringstream words(line);
  for (int i = 0; i < 32; i++) {
    std::string wanted;
    words >> wanted;
    char got[64];
    snprintf(got, sizeof got, format, out[i]);
    const bool openSign = !strcmp(name, "fmax_zero") && (!strcmp(got, "inf") || !strcmp(got, "-inf"));
    bool bothNan = wanted.find("nan") != std::string::npos && strstr(got, "nan");
    check::that(bothNan || openSign || wanted == got, name,
                "lane " + std::to_string(i) + ": got " + got + ", hardware " + wanted);
  }
}

int main(int argc, char **argv) {
  std::ifstream file(std::string(argc > 1 ? argv[1] : ".") + "/golden/warp_and_intrinsics_h200.txt");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);)
    lines.push_back(line);
  check::that(!lines.empty(), "golden data", "not found: give the folder of this test as the first argument");
  size_t compared = 0;
#define ROW(name, Type, format, expression) compare<Type>(lines, #name, format, row_##name), compared++;
  ROWS
#undef ROW
      check::that(compared == lines.size(), "golden data", "has rows that are not compared");
  return check::finish("language_golden");
}
