// __int128 in device code against the host: conversions to and from every float type, rounded once, and the operations.
#include "check.h"

#include <cstdint>

#include <musa_fp16.h>

using Int = __int128;
using Uint = unsigned __int128;
using Word = unsigned long long;

struct Results {
  Word signedDouble, unsignedDouble;
  unsigned signedFloat, unsignedFloat;
  unsigned short signedHalf, unsignedHalf;
};

template <class To, class From> __device__ To bitsAs(From value) {
  To bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

__global__ void toFloats(const Uint *xs, Results *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Uint x = xs[i];
  out[i].signedDouble = bitsAs<Word>((double)(Int)x);
  out[i].unsignedDouble = bitsAs<Word>((double)x);
  out[i].signedFloat = bitsAs<unsigned>((float)(Int)x);
  out[i].unsignedFloat = bitsAs<unsigned>((float)x);
  out[i].signedHalf = bitsAs<unsigned short>((_Float16)(Int)x);
  out[i].unsignedHalf = bitsAs<unsigned short>((_Float16)x);
}

__global__ void fromFloats(const double *ds, Int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const double d = ds[i];
  const float f = (float)d;
  const _Float16 h = (_Float16)d;
  out[6 * i] = (Int)d;
  out[6 * i + 1] = (Int)(Uint)d;
  out[6 * i + 2] = (Int)f;
  out[6 * i + 3] = (Int)(Uint)f;
  out[6 * i + 4] = (Int)h;
  out[6 * i + 5] = (Int)(Uint)h;
}

/// Shifts that the compiler knows to be far: only a few bits of the number are not zero.
__global__ void shifted(double *out) {
  Int a = (Int)(threadIdx.x + 1) << 70;
  out[threadIdx.x] = (double)a;
}
__global__ void parameter(double *out, Int a, char, Uint b) {
  out[0] = (double)a;
  out[1] = (double)b;
}

constexpr int kOps = 19;
template <class Store> __host__ __device__ void operations(Int x, Int y, Store store) {
  const unsigned by = (unsigned)y & 127;
  const Uint ux = (Uint)x, uy = (Uint)y;
  const bool divides = y != 0 && !(y == -1 && x == (Int)((Uint)1 << 127));
  Int r = 0;
  Uint u = 0;
  store(0, divides ? x / y : 0);
  store(1, divides ? x % y : 0);
  store(2, (Int)(y ? ux / uy : 0));
  store(3, (Int)(y ? ux % uy : 0));
  store(4, (Int)(ux << by));
  store(5, (Int)(ux >> by));
  store(6, x >> by);
  store(7, (x < y) + 2 * (ux < uy) + 4 * (x == y) + 8 * (x >= y) + 16 * (ux > uy));
  store(8, (Int)(ux * uy));
  bool o = __builtin_add_overflow(x, y, &r);
  store(9, r ^ o);
  o = __builtin_sub_overflow(x, y, &r);
  store(10, r ^ o);
  o = __builtin_add_overflow(ux, uy, &u);
  store(11, (Int)u ^ o);
  o = __builtin_sub_overflow(ux, uy, &u);
  store(12, (Int)u ^ o);
  o = __builtin_mul_overflow(ux, uy, &u);
  store(13, (Int)u ^ o);
  store(14, x < 0 ? (Int)-ux : x);
  store(15, x < y ? x : y);
  switch (x) {
  case 0:
  case 5: r = 17; break;
  case -1: r = y; break;
  case (Int)1 << 100: r = 3; break;
  default: r = x ^ y;
  }
  store(16, r);
  store(17, (Int)((ux << by) | (ux >> ((128 - by) & 127))));
  Uint sum = 0;
  for (Uint k = uy % 3; k < 5; ++k)
    sum = sum * 7 + (ux >> (unsigned)k);
  store(18, (Int)sum);
}
__global__ void compute(const Int *xs, const Int *ys, Int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  operations(xs[i], ys[i], [&](int k, Int v) { out[i * kOps + k] = v; });
}

void same(Int got, Int wanted, const std::string &name, long i) {
  check::equal((Word)got, (Word)wanted, name + ", low", i);
  check::equal((Word)((Uint)got >> 64), (Word)((Uint)wanted >> 64), name + ", high", i);
}

/// A number of every size; close to the middle between two floats of every kind.
Uint number(int i) {
  static Word state = 0x2545f4914f6cdd1d;
  auto next = [&] { return state = state * 6364136223846793005u + 1442695040888963407u, state ^ state >> 31; };
  Uint all = (Uint)next() << 64 | next();
  const unsigned length = next() % 128;
  switch (i % 6) {
  case 0: return all >> length;
  case 1: return (Uint)((Int)all >> length);
  case 2: { // a tie, and one beside it
    const unsigned bits[] = {11, 24, 53};
    Uint lead = ((Uint)next() | (Word)1 << 63) >> (64 - bits[next() % 3] - 1);
    unsigned up = next() % 70;
    return ((lead | 1) << up) + (Uint)(Int)(int)(next() % 3) - 1;
  }
  case 3: return (Uint)1 << length;
  case 4: return ((Uint)1 << length) - 1;
  default: return -(all >> length);
  }
}

/// Rounded once to `digits`, by comparing what is cut off with its half. No number here is subnormal.
double rounded(Uint x, int digits) {
  int length = 0;
  while (length < 128 && x >> length)
    ++length;
  int cut = length - digits;
  if (cut <= 0)
    return (double)(Word)x; // fits the digits
  Uint kept = x >> cut, rest = x - (kept << cut), half = (Uint)1 << (cut - 1);
  if (rest > half || (rest == half && kept & 1))
    ++kept;
  return std::ldexp((double)(Word)kept, cut);
}
double roundedSigned(Int x, int digits) { return x < 0 ? -rounded(-(Uint)x, digits) : rounded((Uint)x, digits); }
template <class T> T hostBits(double value) {
  T bits;
  if constexpr (sizeof(T) == 8) {
    memcpy(&bits, &value, sizeof bits);
  } else if constexpr (sizeof(T) == 4) {
    float f = (float)value; // exact, or infinite
    memcpy(&bits, &f, sizeof bits);
  } else {
    __half h = __double2half(value);
    memcpy(&bits, &h, sizeof bits);
  }
  return bits;
}

void testToFloats() {
  const int n = 1 << 14;
  check::Buffer<Uint> xs(n);
  check::Buffer<Results> out(n);
  for (int i = 0; i < n; ++i)
    xs[i] = number(i);
  xs[0] = 0, xs[1] = ~(Uint)0, xs[2] = (Uint)1 << 127, xs[3] = ~xs[2], xs[4] = 65519, xs[5] = 65520, xs[6] = -(Uint)65520;
  xs.upload();
  toFloats<<<n / 64, 64>>>(xs.device(), out.device());
  out.download();
  for (int i = 0; i < n; ++i) {
    const Uint x = xs[i];
    const Results &r = out[i];
    check::equal(r.signedDouble, hostBits<Word>(roundedSigned((Int)x, 53)), "signed to double", i);
    check::equal(r.unsignedDouble, hostBits<Word>(rounded(x, 53)), "unsigned to double", i);
    check::equal(r.signedFloat, hostBits<unsigned>(roundedSigned((Int)x, 24)), "signed to float", i);
    check::equal(r.unsignedFloat, hostBits<unsigned>(rounded(x, 24)), "unsigned to float", i);
    check::equal(r.signedHalf, hostBits<unsigned short>(roundedSigned((Int)x, 11)), "signed to half", i);
    check::equal(r.unsignedHalf, hostBits<unsigned short>(rounded(x, 11)), "unsigned to half", i);
  }
}

Int wholePart(double d, bool isSigned) {
  if (d != d)
    return (Int)((Uint)1 << 127);
  int exponent;
  double fraction = std::frexp(std::fabs(d), &exponent);
  const bool isNegative = d < 0;
  if (exponent > (isSigned ? 127 : 128) || std::isinf(d))
    return !isSigned ? (isNegative ? 0 : -1) : (Int)(((Uint)1 << 127) - !isNegative);
  Uint digits = (Uint)(Word)std::ldexp(fraction, 53);
  Uint size = exponent >= 53 ? digits << (exponent - 53) : exponent > 0 ? digits >> (53 - exponent) : 0;
  return isNegative ? (isSigned ? (Int)-size : 0) : (Int)size;
}

void testFromFloats() {
  const int n = 1 << 12;
  check::Buffer<double> ds(n);
  check::Buffer<Int> out(6 * n);
  for (int i = 0; i < n; ++i)
    ds[i] = std::ldexp((double)(long long)(Word)number(6 * i), (int)(Word)number(6 * i) % 70);
  const double some[] = {0.0, -0.0, 0.5, -0.99, 1.0, 1e25, -1e25, 1e38, 3e38, 4e38, -4e38, 1e300, -1e300, INFINITY, -INFINITY, NAN,
                         0x1p64, -0x1p64, 0x1p63, 0x1p127, -0x1p127, 0x1p128, 0x1.fffffffffffffp127, 0x1.fffffffffffffp63, 5e-324};
  std::copy(std::begin(some), std::end(some), ds.host.begin());
  ds.upload();
  fromFloats<<<n / 64, 64>>>(ds.device(), out.device());
  out.download();
  for (int i = 0; i < n; ++i) {
    const double d = ds[i], f = (double)(float)d, h = (double)__half2float(__double2half(d));
    same(out[6 * i], wholePart(d, true), "double to signed", i);
    same(out[6 * i + 1], wholePart(d, false), "double to unsigned", i);
    same(out[6 * i + 2], wholePart(f, true), "float to signed", i);
    same(out[6 * i + 3], wholePart(f, false), "float to unsigned", i);
    same(out[6 * i + 4], wholePart(h, true), "half to signed", i);
    same(out[6 * i + 5], wholePart(h, false), "half to unsigned", i);
  }
}

void testOperations() {
  const int n = 2048;
  check::Buffer<Int> xs(n), ys(n), out(n * kOps);
  const Int corners[] = {0, 1, -1, 5, (Int)1 << 100, (Int)((Uint)1 << 127), (Int)~((Uint)1 << 127), (Int)1 << 64};
  for (int i = 0; i < n; ++i)
    xs[i] = i < 64 ? corners[i / 8] : (Int)number(i), ys[i] = i < 64 ? corners[i % 8] : (Int)number(i / 7);
  xs.upload(), ys.upload();
  compute<<<n / 64, 64>>>(xs.device(), ys.device(), out.device());
  out.download();
  for (int i = 0; i < n; ++i)
    operations(xs[i], ys[i], [&](int k, Int v) { same(out[i * kOps + k], v, "operation " + std::to_string(k), i); });
}

void testSingle() {
  check::Buffer<double> out(32);
  shifted<<<1, 32>>>(out.device());
  out.download();
  for (int i = 0; i < 32; ++i)
    check::equal(out[i], std::ldexp(i + 1.0, 70), "shifted by a constant", i);
  parameter<<<1, 1>>>(out.device(), -((Int)5 << 70), 'x', ~(Uint)0);
  out.download();
  check::equal(out[0], std::ldexp(-5.0, 70), "parameter");
  check::equal(out[1], std::ldexp(1.0, 128), "second parameter");
}

int main() {
  testSingle();
  testToFloats();
  testFromFloats();
  testOperations();
  return check::finish("int128");
}
