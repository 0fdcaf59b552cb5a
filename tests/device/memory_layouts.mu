// Where data lies: two bytes across a word in packed structs, and tables that hold addresses of device variables (the
// compiler's own, a variable's, one in another, with members beside the address). Found by random kernels.
#include "check.h"

struct __attribute__((packed)) Packed {
  unsigned char byte;
  unsigned word;
  float real;
  short narrow;
  long long wide;
  unsigned short last;
};

__global__ void packed(long long *out, const Packed *global, int n) {
  __shared__ Packed shared[64];
  const int t = threadIdx.x;
  Packed local[5] = {};
  for (int i = 0; i < 5; ++i)
    local[(i + t) % 5] = global[(i * n + t) % 64];
  shared[t] = global[t];
  __syncthreads();
  const Packed &a = local[(t + n) % 5], &b = shared[(t * 7) % 64], &c = global[(t * 5 + n) % 64];
  out[t * 3] = a.narrow * 3ll + a.last + a.wide + a.word + a.byte + (int)a.real;
  out[t * 3 + 1] = b.narrow * 3ll + b.last + b.wide + b.word + b.byte + (int)b.real;
  out[t * 3 + 2] = c.narrow * 3ll + c.last + c.wide + c.word + c.byte + (int)c.real;
}

void checkPacked() {
  check::Buffer<Packed> in(64);
  check::Buffer<long long> out(64 * 3);
  for (int i = 0; i < 64; ++i)
    in[i] = Packed{(unsigned char)(i * 3),    0x12345u * i,       i * 2.0f,
                   (short)(i * 1021 - 20000), i * 0x123456789all, (unsigned short)(i * 1000)};
  in.upload();
  auto sum = [&](int i) {
    const Packed &p = in[i];
    return p.narrow * 3ll + p.last + p.wide + p.word + p.byte + (int)p.real;
  };
  for (int n : {1, 3, 4}) {
    packed<<<1, 64>>>(out.device(), in.device(), n);
    out.download();
    for (int t = 0; t < 64; ++t) {
      check::equal(out[t * 3], sum((n * n + t) % 64), "packed in private memory", t); // i = n
      check::equal(out[t * 3 + 1], sum(t * 7 % 64), "packed in shared memory", t);
      check::equal(out[t * 3 + 2], sum((t * 5 + n) % 64), "packed in global memory", t);
    }
  }
}

__device__ int a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8}, c[4] = {9, 10, 11, 12};
__device__ int *held[2] = {a, b + 1};
__constant__ int *constantHeld[3] = {c, b, a + 2};
struct Row {
  const char *name;
  int *p;
  int n;
};
__device__ Row rows[2] = {{"x", c, 3}, {"y", a + 1, 2}};

__device__ int sumOf(int depth, int t) { // calls itself, so it stays a function with tables of its own
  static const Row many[3] = {{"p", b, 1}, {"q", c + 1, 2}, {"r", a, 4}};
  const Row &row = many[(t + depth) % 3];
  return row.p[1] * 16 + row.n + (depth > 0 ? sumOf(depth - 1, t) : 0);
}

__global__ void tables(int *out, int n) {
  const int t = threadIdx.x;
  int *const local[3] = {b, c, a};
  static const Row *const table[2] = {&rows[0], &rows[1]};
  static int *const *const outer[2] = {held, held + 1};
  int *p;
  switch (n + t % 5) {
  case 0:
    p = a;
    break;
  case 1:
    p = b;
    break;
  case 2:
    p = c;
    break;
  case 3:
    p = a + 1;
    break;
  default:
    p = b + 2;
  }
  const int values[7] = {held[t & 1][1],
                         constantHeld[t % 3][1],
                         local[t % 3][1],
                         table[t & 1]->p[1] * 16 + table[t & 1]->n,
                         p[1],
                         sumOf(2, t),
                         outer[t & 1][0][1] + "abc"[t % 3]};
  for (int i = 0; i < 7; ++i)
    out[t * 7 + i] = values[i];
}

void checkTables() {
  check::Buffer<int> out(64 * 7);
  tables<<<1, 64>>>(out.device(), 0);
  out.download();
  const int ofHeld[] = {2, 7}, ofConstant[] = {10, 6, 4}, ofLocal[] = {6, 10, 2}, ofRows[] = {10 * 16 + 3, 3 * 16 + 2};
  const int ofSwitch[] = {2, 6, 10, 3, 8}, all = 6 * 16 + 1 + 11 * 16 + 2 + 2 * 16 + 4;
  for (int t = 0; t < 64; ++t) {
    const int wanted[] = {ofHeld[t & 1], ofConstant[t % 3],           ofLocal[t % 3], ofRows[t & 1], ofSwitch[t % 5],
                          all,           ofHeld[t & 1] + "abc"[t % 3]};
    for (int i = 0; i < 7; ++i)
      check::equal(out[t * 7 + i], wanted[i], "table of addresses " + std::to_string(i), t);
  }
}

int main() {
  checkPacked();
  checkTables();
  return check::finish("memory_layouts");
}
