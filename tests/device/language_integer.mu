// Integer intrinsics against plain loops and 128-bit arithmetic on the host.
#include "check.h"

#include <random>

enum {
  kPopc,
  kPopcll,
  kClz,
  kClzll,
  kFfs,
  kFfsll,
  kBrev,
  kBytePerm,
  kMulhi,
  kUmulhi,
  kMul24,
  kUmul24,
  kHadd,
  kUhadd,
  kRhadd,
  kUrhadd,
  kSad,
  kUsad,
  kShiftL,
  kShiftLc,
  kShiftR,
  kShiftRc,
  kDp4a,
  kUdp4a,
  kDp2aLo,
  kDp2aHi,
  kFns,
  kBfe,
  kBrevLow,
  kBrevHigh,
  kUmul64Low,
  kUmul64High,
  kMul64Low,
  kMul64High,
  kRows
};

__global__ void compute(const unsigned *xs, const unsigned *ys, const unsigned *zs, unsigned *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = xs[i], y = ys[i], z = zs[i];
  unsigned long long wide = (unsigned long long)y << 32 | x, other = (unsigned long long)x << 32 | z;
  unsigned *r = out + i * kRows;
  r[kPopc] = __popc(x);
  r[kPopcll] = __popcll(wide);
  r[kClz] = __clz((int)x);
  r[kClzll] = __clzll((long long)wide);
  r[kFfs] = __ffs((int)x);
  r[kFfsll] = __ffsll((long long)wide);
  r[kBrev] = __brev(x);
  r[kBytePerm] = __byte_perm(x, y, z);
  r[kMulhi] = (unsigned)__mulhi((int)x, (int)y);
  r[kUmulhi] = __umulhi(x, y);
  r[kMul24] = (unsigned)__mul24((int)x, (int)y);
  r[kUmul24] = __umul24(x, y);
  r[kHadd] = (unsigned)__hadd((int)x, (int)y);
  r[kUhadd] = __uhadd(x, y);
  r[kRhadd] = (unsigned)__rhadd((int)x, (int)y);
  r[kUrhadd] = __urhadd(x, y);
  r[kSad] = __sad((int)x, (int)y, z);
  r[kUsad] = __usad(x, y, z);
  r[kShiftL] = __funnelshift_l(x, y, z);
  r[kShiftLc] = __funnelshift_lc(x, y, z);
  r[kShiftR] = __funnelshift_r(x, y, z);
  r[kShiftRc] = __funnelshift_rc(x, y, z);
  r[kDp4a] = (unsigned)__dp4a((int)x, (int)y, (int)z);
  r[kUdp4a] = __dp4a(x, y, z);
  r[kDp2aLo] = (unsigned)__dp2a_lo((int)x, (int)y, (int)z);
  r[kDp2aHi] = __dp2a_hi(x, y, z);
  r[kFns] = __fns(x, y & 31, (int)(z % 9) - 4);
  r[kBfe] = __bfe_u32(x, y & 63, z & 63);
  unsigned long long w = __brevll(wide), u = __umul64hi(wide, other);
  long long s = __mul64hi((long long)wide, (long long)other);
  r[kBrevLow] = (unsigned)w;
  r[kBrevHigh] = (unsigned)(w >> 32);
  r[kUmul64Low] = (unsigned)u;
  r[kUmul64High] = (unsigned)(u >> 32);
  r[kMul64Low] = (unsigned)s;
  r[kMul64High] = (unsigned)((unsigned long long)s >> 32);
}

int bits(unsigned long long v) {
  int n = 0;
  for (; v; v &= v - 1)
    n++;
  return n;
}
int leading(unsigned long long v, int width) {
  int n = 0;
  while (n < width && !(v >> (width - 1 - n) & 1))
    n++;
  return n;
}
int firstSet(unsigned long long v, int width) {
  for (int i = 0; i < width; i++)
    if (v >> i & 1)
      return i + 1;
  return 0;
}
unsigned long long reversed(unsigned long long v, int width) {
  unsigned long long r = 0;
  for (int i = 0; i < width; i++)
    r |= (v >> i & 1) << (width - 1 - i);
  return r;
}
unsigned nthSet(unsigned mask, int base, int offset) {
  if (offset == 0)
    return mask >> base & 1 ? base : ~0u;
  int step = offset > 0 ? 1 : -1, left = std::abs(offset);
  for (int b = base; b >= 0 && b < 32; b += step)
    if (mask >> b & 1 && --left == 0)
      return b;
  return ~0u;
}

void model(unsigned x, unsigned y, unsigned z, unsigned *r) {
  unsigned long long wide = (unsigned long long)y << 32 | x, other = (unsigned long long)x << 32 | z;
  long long sx = (int)x, sy = (int)y;
  unsigned char bytes[8];
  memcpy(bytes, &wide, 8);
  r[kPopc] = bits(x);
  r[kPopcll] = bits(wide);
  r[kClz] = leading(x, 32);
  r[kClzll] = leading(wide, 64);
  r[kFfs] = firstSet(x, 32);
  r[kFfsll] = firstSet(wide, 64);
  r[kBrev] = (unsigned)reversed(x, 32);
  r[kBytePerm] = 0;
  for (int i = 0; i < 4; i++)
    r[kBytePerm] |= (unsigned)bytes[z >> (4 * i) & 7] << (8 * i);
  r[kMulhi] = (unsigned)(sx * sy >> 32);
  r[kUmulhi] = (unsigned)((unsigned long long)x * y >> 32);
  r[kMul24] = (unsigned)((long long)((int)(x << 8) >> 8) * ((int)(y << 8) >> 8));
  r[kUmul24] = (x & 0xffffff) * (y & 0xffffff);
  r[kHadd] = (unsigned)((sx + sy) >> 1);
  r[kUhadd] = (unsigned)(((unsigned long long)x + y) >> 1);
  r[kRhadd] = (unsigned)((sx + sy + 1) >> 1);
  r[kUrhadd] = (unsigned)(((unsigned long long)x + y + 1) >> 1);
  r[kSad] = (unsigned)std::llabs(sx - sy) + z;
  r[kUsad] = (x > y ? x - y : y - x) + z;
  unsigned s = z & 31, c = std::min(z, 32u);
  r[kShiftL] = (unsigned)(wide << s >> 32);
  r[kShiftLc] = c == 32 ? x : (unsigned)(wide << c >> 32);
  r[kShiftR] = (unsigned)(wide >> s);
  r[kShiftRc] = (unsigned)(wide >> c);
  int dot = (int)z;
  unsigned udot = z, lo = z, hi = z;
  for (int i = 0; i < 4; i++) {
    dot = (int)((unsigned)dot + (unsigned)((signed char)bytes[i] * (signed char)bytes[i + 4]));
    udot += bytes[i] * bytes[i + 4];
  }
  lo += (unsigned)((short)x * (signed char)bytes[4]) + (unsigned)((short)(x >> 16) * (signed char)bytes[5]);
  hi += (x & 0xffff) * bytes[6] + (x >> 16) * bytes[7];
  r[kDp4a] = (unsigned)dot;
  r[kUdp4a] = udot;
  r[kDp2aLo] = lo;
  r[kDp2aHi] = hi;
  r[kFns] = nthSet(x, y & 31, (int)(z % 9) - 4);
  unsigned long long field = x;
  field = (y & 63) < 32 ? field >> (y & 63) : 0;
  r[kBfe] = (unsigned)((z & 63) < 32 ? field & ((1ull << (z & 63)) - 1) : field);
  unsigned long long w = reversed(wide, 64), u = (unsigned long long)((unsigned __int128)wide * other >> 64);
  unsigned long long v = (unsigned long long)((__int128)(long long)wide * (long long)other >> 64);
  r[kBrevLow] = (unsigned)w;
  r[kBrevHigh] = (unsigned)(w >> 32);
  r[kUmul64Low] = (unsigned)u;
  r[kUmul64High] = (unsigned)(u >> 32);
  r[kMul64Low] = (unsigned)v;
  r[kMul64High] = (unsigned)(v >> 32);
}

int main() {
  const int n = 64 * 96;
  std::mt19937 random(1);
  const unsigned special[] = {0, 1, 2, 31, 32, 33, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0xff, 0x8080};
  auto draw = [&] { return random() % 3 ? (unsigned)random() : special[random() % 12]; };
  check::Buffer<unsigned> x(n), y(n), z(n), out(n * kRows);
  for (int i = 0; i < n; i++)
    x[i] = draw(), y[i] = draw(), z[i] = draw();
  x.upload();
  y.upload();
  z.upload();
  compute<<<64, 96>>>(x.device(), y.device(), z.device(), out.device());
  out.download();
  for (int i = 0; i < n; i++) {
    unsigned wanted[kRows];
    model(x[i], y[i], z[i], wanted);
    for (int k = 0; k < kRows; k++)
      check::equal(out[i * kRows + k], wanted[k], "integer intrinsic " + std::to_string(k), i);
  }
  return check::finish("language_integer");
}
