// Blocks narrower than the registers: lanes that stand for no thread have no addresses either, and a gather of them
// must still be an instruction that the processor takes.
#include "check.h"

struct Base {
  unsigned state;
  __device__ explicit Base(unsigned state) : state(state) {}
  __device__ virtual unsigned step(unsigned x) { return state + x; }
};
struct Left : Base {
  unsigned long long extra;
  __device__ Left(unsigned state, unsigned long long extra) : Base(state), extra(extra) {}
  __device__ unsigned step(unsigned x) override { return state += (unsigned)extra * x; }
};
struct Right : Base {
  __device__ explicit Right(unsigned state) : Base(state) {}
  __device__ unsigned step(unsigned x) override { return state ^= x * 7; }
};

__global__ void chosen(const unsigned *in, unsigned *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
  Base plain(v);
  Left left(v * 3, v + 5ull);
  Right right(i);
  Base *objects[3] = {&plain, &right, &left}, *object = objects[(v | in[(v + 1) % 64]) % 3];
  v = object->step(36);
  out[i] = v + plain.state + left.state * 3 + right.state * 5 + (unsigned)left.extra;
}

unsigned wanted(const std::vector<unsigned> &in, unsigned i) {
  unsigned v = in[i], plain = v, left = v * 3, extra = v + 5, right = i, result = 0;
  switch ((v | in[(v + 1) % 64]) % 3) {
  case 0:
    result = plain + 36;
    break;
  case 1:
    result = right ^= 36 * 7;
    break;
  default:
    result = left += extra * 36;
  }
  return result + plain + left * 3 + right * 5 + extra;
}

int main() {
  check::Buffer<unsigned> in(64), out(64);
  for (unsigned i = 0; i < 64; i++)
    in[i] = i * 2654435761u >> 7;
  in.upload();
  for (unsigned width : {1u, 2u, 3u, 5u, 8u, 9u, 16u, 21u}) {
    const unsigned blocks = 64 / width;
    chosen<<<blocks, width>>>(in.device(), out.device());
    out.download();
    for (unsigned i = 0; i < blocks * width; i++)
      check::equal(out[i], wanted(in.host, i), "blocks of " + std::to_string(width), i);
  }
  return check::finish("narrow_blocks");
}
