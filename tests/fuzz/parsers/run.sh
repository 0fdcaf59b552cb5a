#!/bin/bash
# run.sh FUZZER SDK RUNS: a fixed number of inputs from a fixed seed, grown from what mcc itself makes.
set -euo pipefail
fuzzer=$1 sdk=$2 runs=$3
corpus=$(mktemp -d)
trap 'rm -rf "$corpus"' EXIT
printf '__device__ int a[3] = {1, 2, 3}; __device__ int *p = &a[1];\n__global__ void k(int *q, float f) { *q = *p + f; }\n' >"$corpus/seed.mu"
(cd "$corpus" && "$sdk/bin/mcc" --cuda-device-only --offload-arch=mp_22 --offload-arch=mp_31 seed.mu -o seed.bundle &&
  printf -- '-c\0-o\0x.o\0-x\0musa\0--offload-arch=mp_22\0a.mu\0-MD\0-Wl,-z\0' >seed.arguments &&
  { "$sdk/bin/mcc" -Wall -c -DX= -Wno-such -x musa /dev/null -o x.o 2>seed.text || true; })
# A bundle is long: small inputs find more in the same time, and the seed stays in the corpus.
(cd "$corpus" && "$fuzzer" -seed=1 -runs="$runs" -max_len=65536 -rss_limit_mb=1024 -malloc_limit_mb=256 -timeout=10 \
  -verbosity=0 -print_final_stats=1 . 2>&1 | tail -25)
echo "no crash, no leak, no allocation above 256 MB"
