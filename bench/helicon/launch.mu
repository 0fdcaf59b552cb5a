// What a launch costs: an empty kernel, waited for each time, and many in a row.
#include "Device.h"

__global__ void empty() {}

int main() {
  bench::measure("launch_sync", "us", 200, [] {
    for (int i = 0; i < 200; ++i) {
      empty<<<1, 32>>>();
      CHECK(musaDeviceSynchronize());
    }
  });
  bench::measure("launch_many", "us", 500, [] {
    for (int i = 0; i < 500; ++i)
      empty<<<64, 256>>>();
    finish();
  });
}
