// __grid_constant__ parameters: __isGridConstant() tells pointers to them from all others, also through functions and
// casts; they have one value for all threads and are read where they are.
#include "check.h"

struct Table {
  int numbers[16];
  float scale;
};

__device__ unsigned asked(const void *p) { return __isGridConstant(p); }
__device__ int third(const int *numbers) { return numbers[3] + 100 * int(__isGridConstant(numbers)); }

__constant__ int inConstant[4];

__global__ void ask(const __grid_constant__ Table table, const __grid_constant__ int number, Table copied, int plain,
                    int *global, int *out) {
  __shared__ int shared[32];
  const int t = threadIdx.x;
  int local[4] = {t, t + 1, t + 2, t + 3};
  shared[t] = t;
  copied.numbers[t % 16] += t;
  int *to = out + 16 * t;
  to[0] = int(__isGridConstant(&table));
  to[1] = int(asked(&table.numbers[t % 16]));
  to[2] = int(__isGridConstant(&number));
  to[3] = int(__isGridConstant(&copied));
  to[4] = int(asked(&plain));
  to[5] = int(asked(global));
  to[6] = int(asked(shared + t));
  to[7] = int(asked(local + t % 4));
  to[8] = int(asked(inConstant));
  to[9] = third(table.numbers) + third(copied.numbers);
  const size_t address = __cvta_generic_to_grid_constant(&table.scale);
  to[10] = int(*(const float *)__cvta_grid_constant_to_generic(address));
  to[11] = number + plain + copied.numbers[t % 16];
  to[12] = int(asked(t % 2 ? &table.numbers[1] : &table.numbers[2]));
}

int main() {
  Table table{}, copied{};
  for (int i = 0; i < 16; i++) {
    table.numbers[i] = i * 10;
    copied.numbers[i] = i * 1000;
  }
  table.scale = 7.5f;
  check::Buffer<int> global(4), out(16 * 32);
  ask<<<1, 32>>>(table, 5, copied, 6, global.device(), out.device());
  out.download();
  for (int t = 0; t < 32; t++) {
    const int wanted[] = {1, 1, 1, 0, 0, 0, 0, 0, 0, 130 + 3000 + (t % 16 == 3 ? t : 0), 7, 11 + t % 16 * 1000 + t, 1};
    for (int k = 0; k < 13; k++)
      check::equal(out[16 * t + k], wanted[k], "question " + std::to_string(k), t);
  }
  return check::finish("grid_constant");
}
