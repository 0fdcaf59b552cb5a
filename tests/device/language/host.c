/* Compiled only, as C: the API header. */
#include <musa_bf16.h>
#include <musa_fp8.h>
#include <musa_fp16.h>
#include <musa_runtime_api.h>
#include <vector_functions.h>

int main(void) {
  struct dim3 grid;
  float4 v = make_float4(1, 2, 3, 4);
  void *p = 0;
  __half2_raw h = {0x3c00, 0};
  grid.x = 1;
  return musaMalloc(&p, grid.x * sizeof v + sizeof(__mt_bfloat16_raw) + h.y) == musaSuccess ? 0 : 1;
}
