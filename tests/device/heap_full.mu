// The device heap at its end: malloc() and every form of new give null then, constructors do not run on it, and what is
// freed can be had again.
#include "check.h"

#include <new>

constexpr size_t kHeap = 1 << 20;

struct Node {
  Node *next;
  int value[61];
  __device__ Node() : next(nullptr) { value[60] = 7; }
};
struct alignas(128) Line {
  char bytes[128];
};

__global__ void fill(int *out) {
  for (int round = 0; round < 2; round++) {
    Node *list = nullptr;
    int count = 0;
    for (;;) {
      Node *node = count % 2 ? new Node : new (std::nothrow_t{}) Node;
      if (!node)
        break;
      node->next = list;
      list = node;
      count++;
    }
    out[round] = count;
    while (list) {
      Node *next = list->next;
      out[2] += list->value[60] == 7;
      delete list;
      list = next;
    }
  }
  char *array = new char[2 * kHeap];
  out[3] = array == nullptr;
  delete[] array;
  void *memory = malloc(2 * kHeap);
  out[4] = memory == nullptr;
  free(memory);
}

__global__ void aligned(int *out) {
  Line *one = new Line, *many = new Line[3];
  out[0] = one && many && (((size_t)one | (size_t)many) & 127) == 0;
  delete one;
  delete[] many;
  out[1] = new Line[kHeap] == nullptr;
}

int main() {
  CHECK_API(musaDeviceSetLimit(musaLimitMallocHeapSize, kHeap));
  check::Buffer<int> out(8, 0);
  fill<<<1, 1>>>(out.device());
  out.download();
  check::that(out[0] > 1000 && (size_t)out[0] <= kHeap / sizeof(Node), "nodes", std::to_string(out[0]));
  check::equal(out[1], out[0], "nodes again");
  check::equal(out[2], out[0] + out[1], "constructed");
  check::equal(out[3], 1, "new[] of more than there is");
  check::equal(out[4], 1, "malloc of more than there is");
  aligned<<<1, 1>>>(out.device());
  out.download();
  check::equal(out[0], 1, "aligned new");
  check::equal(out[1], 1, "aligned new of more than there is");
  return check::finish("heap_full");
}
