#!/bin/bash
# Every public header compiles alone: in a .cu source with C++17 and a .mu source with C++20, for host and device; those for C as C too.
. "$(dirname "$0")/common.sh"

headers=$(cd "$SDK/include" && find -L . -path ./helicon -prune -o -path ./cuda_spelling -prune -o -type f -print |
  sed 's|^\./||' | grep -vE '\.(def|txt)$' | sort)
[ "$(echo "$headers" | wc -l)" -gt 60 ]; report $? "there are headers"
for header in $headers; do
  printf '#include <%s>\nint main() {}\n' "$header" >alone.cu
  cp alone.cu alone.mu
  accepts "$header in .cu, C++17" "$MCC" -std=c++17 -Wall -fsyntax-only alone.cu
  accepts "$header in .mu, C++20" "$MCC" -std=c++20 -Wall -fsyntax-only alone.mu
done

# What a C program includes.
for header in musa.h musa_runtime_api.h musa_runtime.h driver_types.h vector_types.h host_defines.h library_types.h cuda.h \
  cuda_runtime_api.h cuda_runtime.h musa_fp16.h musa_bf16.h musa_fp8.h cuda_fp16.h cuda_bf16.h cuda_fp8.h \
  muComplex.h cuComplex.h channel_descriptor.h math_constants.h mupti.h mupti_target.h generated_musa_meta.h \
  generated_musa_runtime_api_meta.h cupti.h cupti_target.h generated_cuda_meta.h; do
  printf '#include <%s>\nint main(void) { return 0; }\n' "$header" >alone.c
  accepts "$header in C" cc -std=c11 -Wall -Werror -I"$SDK/include" -fsyntax-only alone.c
done

# CUDA's names of 16-bit types, with whichever header a program has.
cat >raw.cu <<'END'
#include <cuda_fp8.h>
__global__ void k(unsigned short *o) {
  __nv_bfloat16_raw r;
  r.x = 0x3f80;
  __nv_bfloat162_raw q = __halves2bfloat162(__nv_bfloat16(r), __nv_bfloat16(r));
  __half_raw h = __half(1.f);
  __half2_raw p = __halves2half2(h, h);
  *o = q.y + p.x;
}
END
accepts "raw 16-bit types" "$MCC" -c raw.cu
nothingLeft
finish
