#!/bin/bash
# Predefined macros of each pass; no macro of CUDA in either.
. "$(dirname "$0")/common.sh"
echo '__global__ void k() {}' >m.mu

succeeds "-dM -E --cuda-host-only" "$MCC" -dM -E --cuda-host-only m.mu; cp log host
succeeds "-dM -E --cuda-device-only" "$MCC" -dM -E --cuda-device-only --offload-arch=mp_22 m.mu; cp log device
for pass in host device; do
  holds "__MUSACC__ is empty ($pass)" $pass '^#define __MUSACC__ *$'
  holds "__MUSA__ is 1 ($pass)" $pass '^#define __MUSA__ 1$'
  holds "__MCC__ ($pass)" $pass '^#define __MCC__ '
  holds "__MUSACC_VER_MAJOR__ ($pass)" $pass '^#define __MUSACC_VER_MAJOR__ 5$'
  holds "__MUSACC_VER_MINOR__ ($pass)" $pass '^#define __MUSACC_VER_MINOR__ 2$'
  holds "__MUSACC_VER_PATCHLEVEL__ ($pass)" $pass '^#define __MUSACC_VER_PATCHLEVEL__ 0$'
  holds "MUSART_VERSION ($pass)" $pass '^#define MUSART_VERSION 50200$'
  misses "__MUSACC_RDC__ only with -fgpu-rdc ($pass)" $pass '__MUSACC_RDC__'
  misses "no CUDA macro ($pass)" $pass '^#define (__CUDA__|__CUDACC__|__CUDA_ARCH|__NVPTX__|__PTX__|__CLANG_RDC__)'
done
succeeds "-dM -E" "$MCC" -dM -E --offload-arch=mp_21 --offload-arch=mp_22 m.mu
logs "  shows the device's macros too, of each arch" '__MUSA_ARCH__ 210'; logs "  and the other" '__MUSA_ARCH__ 220'
lacks "  and none of CUDA's" '^#define (__CUDA__|__CUDACC__|__CUDA_ARCH|__NVPTX__)'
holds "__MUSA_ARCH__ in the device pass" device '^#define __MUSA_ARCH__ 220$'
misses "not in the host pass" host '__MUSA_ARCH__'
succeeds "-fgpu-rdc" "$MCC" -dM -E -fgpu-rdc m.mu; logs "  defines __MUSACC_RDC__" '__MUSACC_RDC__'
succeeds "-dc" "$MCC" -dc -dM -E m.mu; logs "  defines __MUSACC_RDC__" '__MUSACC_RDC__'
succeeds "-fgpu-default-stream=per-thread" "$MCC" -dM -E -fgpu-default-stream=per-thread m.mu
logs "  defines MUSA_API_PER_THREAD_DEFAULT_STREAM" 'MUSA_API_PER_THREAD_DEFAULT_STREAM 1'
lacks "  and nothing of CUDA's" CUDA_API
# The macro of the headers means the same for <<<>>>, however it is spelled.
MACRO=MUSA_API_PER_THREAD_DEFAULT_STREAM
for option in -D$MACRO -D$MACRO=1 -D$MACRO= "-D $MACRO" "--define-macro $MACRO" --define-macro=$MACRO \
              -fgpu-default-stream=per-thread "-fgpu-default-stream=per-thread -D$MACRO=2" "-fgpu-rdc -D$MACRO"; do
  # shellcheck disable=SC2086
  accepts "$option" "$MCC" -Wall -Werror $option -c kernel.mu -o stream.o
  nm stream.o >log; logs "  launches per thread" 'U musaLaunchKernel_ptsz$'; lacks "  and nothing else" 'U musaLaunchKernel$'
  lacks "  nor by CUDA's names" cuda[LM]
done
for option in "" -D${MACRO}_X "-D$MACRO -U$MACRO" "-fgpu-default-stream=per-thread -fgpu-default-stream=legacy"; do
  # shellcheck disable=SC2086
  accepts "legacy: '$option'" "$MCC" $option -c kernel.mu -o stream.o
  nm stream.o >log; logs "  launches on the legacy stream" 'U musaLaunchKernel$'; lacks "  alone" '_ptsz'
done

echo 'int main() {}' | tee m.cpp >h.cpp
succeeds "a host file" "$MCC" -dM -E h.cpp
lacks "  has none of them" '__MUSACC__|__MUSA__|__MCC__|__MUSA_ARCH__'
for option in "-x musa" --offload-arch=mp_22 --cuda-gpu-arch=mp_22 -use_fast_math -mtgpu; do
  # shellcheck disable=SC2086
  succeeds "$option makes a .cpp MUSA" "$MCC" $option -dM -E h.cpp; logs "  with its macros" '__MUSACC__'
done

# Sizes and types come by -D: the headers lean on no name of that kind.
cat >all.mu <<'END'
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <musa.h>
#include <musa_bf16.h>
#include <musa_fp16.h>
#include <murand_kernel.h>
#include <musa_awbarrier_primitives.h>
__global__ void k(int *p) { *p = min(1, 2); }
int main() { k<<<1, 1>>>(nullptr); }
END
names=$(printf -- '-D%s=7 ' {A..Z} SIZE WIDTH HEIGHT BLOCK_SIZE TILE TYPE REAL DEBUG COUNT LENGTH THREADS BLOCKS VALUE NAME MAX MIN)
# shellcheck disable=SC2086
accepts "macros of capital letters disturb no header" "$MCC" $names -c all.mu
# shellcheck disable=SC2086
accepts "  nor in host code" "$MCC" $names -include musa_runtime.h -include musa.h -c m.cpp

# What nvcc includes by itself is there.
cat >bare.mu <<'EOF'
__global__ void k(float *p) { p[0] = sinf(p[1]); memset(p, 0, 4); }
int main() { k<<<1, 1>>>(nullptr); char *s = (char *)malloc(8); strcpy(s, "x"); free(s); return (int)sqrt(0.0); }
EOF
accepts "stdlib, string, math and the runtime need no #include" "$MCC" -c bare.mu
cat >version.mu <<'EOF'
#include <musa.h>
static_assert(MUSA_VERSION == 50200 && MUSART_VERSION == 50200);
EOF
accepts "MUSA_VERSION is 50200" "$MCC" -c version.mu
nothingLeft
finish
