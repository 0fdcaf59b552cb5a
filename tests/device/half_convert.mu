// Conversions to 16-bit floats: from float in the four directions, from double, from integers of all widths in the four
// directions. Arguments are every value of the type, every tie between two, their neighbours, and random bits.
#include "narrow.h"

struct Row {
  unsigned short fromFloat[4], plain, fromDouble, constructed[2];
  unsigned short fromIntegers[24], constructedIntegers[6];
};
struct Arguments {
  float single;
  double wide;
  long long integer;
};

template <class T> struct Names;
#define ALL_MODES(WORD, NAME, TYPE)                                                                                    \
  row.fromIntegers[n++] = narrow::bitsOf(__##WORD##2##NAME##_rn((TYPE)a.integer));                                     \
  row.fromIntegers[n++] = narrow::bitsOf(__##WORD##2##NAME##_rd((TYPE)a.integer));                                     \
  row.fromIntegers[n++] = narrow::bitsOf(__##WORD##2##NAME##_ru((TYPE)a.integer));                                     \
  row.fromIntegers[n++] = narrow::bitsOf(__##WORD##2##NAME##_rz((TYPE)a.integer));                                     \
  row.constructedIntegers[n / 4 - 1] = narrow::bitsOf(CLASS((TYPE)a.integer));
#define NAMES(CLASS_, NAME)                                                                                            \
  template <> struct Names<CLASS_> {                                                                                   \
    typedef CLASS_ CLASS;                                                                                              \
    static __host__ __device__ void fill(Row &row, const Arguments &a) {                                               \
      row.fromFloat[0] = narrow::bitsOf(__float2##NAME##_rn(a.single));                                                \
      row.fromFloat[1] = narrow::bitsOf(__float2##NAME##_rd(a.single));                                                \
      row.fromFloat[2] = narrow::bitsOf(__float2##NAME##_ru(a.single));                                                \
      row.fromFloat[3] = narrow::bitsOf(__float2##NAME##_rz(a.single));                                                \
      row.plain = narrow::bitsOf(__float2##NAME(a.single));                                                            \
      row.fromDouble = narrow::bitsOf(__double2##NAME(a.wide));                                                        \
      row.constructed[0] = narrow::bitsOf(CLASS(a.single));                                                            \
      row.constructed[1] = narrow::bitsOf(CLASS(a.wide));                                                              \
      int n = 0;                                                                                                       \
      ALL_MODES(short, NAME, short)                                                                                    \
      ALL_MODES(ushort, NAME, unsigned short)                                                                          \
      ALL_MODES(int, NAME, int)                                                                                        \
      ALL_MODES(uint, NAME, unsigned int)                                                                              \
      ALL_MODES(ll, NAME, long long)                                                                                   \
      ALL_MODES(ull, NAME, unsigned long long)                                                                         \
    }                                                                                                                  \
  };
NAMES(__half, half)
NAMES(__mt_bfloat16, bfloat16)

template <class T> __global__ void compute(const Arguments *in, Row *out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    Names<T>::fill(out[i], in[i]);
}

template <class T> void verify(const Row &row, const Arguments &a, const std::string &side) {
  const narrow::Mode modes[] = {narrow::Nearest, narrow::Down, narrow::Up, narrow::Zero};
  std::string single = side + check::text(a.single), wide = side + check::text(a.wide);
  // A NaN too has one form here: it is a conversion's.
  auto exactly = [](unsigned got, unsigned wanted, const std::string &what) {
    check::equal<unsigned>(got, wanted, narrow::nameOf<T>() + (" " + what));
  };
  for (int m = 0; m < 4; m++)
    exactly(row.fromFloat[m], narrow::rounded<T>(a.single, modes[m]), single);
  for (unsigned bits : {row.plain, row.constructed[0]})
    exactly(bits, narrow::rounded<T>(a.single), single);
  for (unsigned bits : {row.fromDouble, row.constructed[1]})
    exactly(bits, narrow::rounded<T>(a.wide), wide);
  const long double integers[] = {(long double)(short)a.integer,     (long double)(unsigned short)a.integer,
                                  (long double)(int)a.integer,       (long double)(unsigned int)a.integer,
                                  (long double)(long long)a.integer, (long double)(unsigned long long)a.integer};
  for (int n = 0; n < 24; n++)
    exactly(row.fromIntegers[n], narrow::rounded<T>(integers[n / 4], modes[n % 4]),
            side + "integer " + std::to_string(n) + " of " + check::text(a.integer));
  for (int n = 0; n < 6; n++)
    exactly(row.constructedIntegers[n], narrow::rounded<T>(integers[n]),
            side + "constructed of " + check::text(a.integer));
}

template <class T> std::vector<Arguments> arguments() {
  std::mt19937_64 random(3);
  std::vector<Arguments> all;
  auto add = [&](double x) {
    for (int away : {-1, 0, 1}) {
      Arguments a;
      a.single = away ? std::nextafter((float)x, away * INFINITY) : (float)x;
      a.wide = away ? std::nextafter(x, away * INFINITY) : x;
      unsigned long long bits = random();
      a.integer = std::fabs(x) < 0x1p62 && std::fabs(x) >= 1 ? (long long)x + away : (long long)(bits >> bits % 64);
      all.push_back(a);
    }
  };
  for (unsigned bits = 0; bits < 65536; bits += bits % 0x800 < 8 || bits % 0x800 > 0x7f0 ? 1 : 29) {
    double v = narrow::valueOf<T>(bits), next = narrow::valueOf<T>(bits + 1);
    add(v);
    if (std::isfinite(v) && std::isfinite(next))
      add((v + next) / 2);
    else if (std::isfinite(v)) // the tie with what would come after the largest
      add(v + (v - narrow::valueOf<T>(bits - 1)) / 2);
  }
  for (int i = 0; i < 8000; i++) {
    unsigned long long bits = random();
    Arguments a;
    unsigned low = (unsigned)bits;
    memcpy(&a.single, &low, 4);
    memcpy(&a.wide, &bits, 8);
    if (i % 2)
      a.wide = std::ldexp(1 + (bits >> 12) * 0x1p-52, (int)(bits % 60) - 30);
    a.integer = (long long)bits >> (i % 64);
    // Ties of long integers that one low bit decides.
    if (i % 4 == 0)
      a.integer = (long long)((bits % 512 * 2 + 1) << (i % 52)) + (i / 64 % 3) - 1;
    all.push_back(a);
  }
  return all;
}

template <class T> void run() {
  check::Buffer<Arguments> in(arguments<T>());
  int count = (int)in.size();
  check::Buffer<Row> out(count);
  compute<T><<<(count + 127) / 128, 128>>>(in.device(), out.device(), count);
  out.download();
  for (int i = 0; i < count; i++) {
    Row host = {};
    Names<T>::fill(host, in[i]);
    verify<T>(out[i], in[i], "device ");
    verify<T>(host, in[i], "host ");
  }
}

// From one 16-bit format to the other, all of them.
__global__ void cross(unsigned short *toBfloat, unsigned short *toHalf) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  toBfloat[i] = narrow::bitsOf(__mt_bfloat16(narrow::make<__half>(i)));
  toHalf[i] = narrow::bitsOf(__half(narrow::make<__mt_bfloat16>(i)));
}

int main() {
  run<__half>();
  run<__mt_bfloat16>();
  check::Buffer<unsigned short> toBfloat(65536), toHalf(65536);
  cross<<<256, 256>>>(toBfloat.device(), toHalf.device());
  toBfloat.download();
  toHalf.download();
  for (unsigned i = 0; i < 65536; i++) {
    narrow::equal<__mt_bfloat16>(toBfloat[i], narrow::rounded<__mt_bfloat16>(narrow::valueOf<__half>(i)), "of half");
    narrow::equal<__half>(toHalf[i], narrow::rounded<__half>(narrow::valueOf<__mt_bfloat16>(i)), "of bfloat16");
    narrow::equal<__half>(toHalf[i], narrow::bitsOf(__half(narrow::make<__mt_bfloat16>(i))), "of bfloat16, host");
  }
  return check::finish("half_convert");
}
