#!/bin/sh
# Builds and runs the programs beside it with NVIDIA's compiler, $JOBS at a time, writes what the card computed to
# recorded.txt, and says what differs from expected.txt, which is what Helicon computed. $NVCC, $ARCH and $FLAGS may be set.
cd "$(dirname "$0")" || exit 2
NVCC=${NVCC:-nvcc} ARCH=${ARCH:-native} JOBS=${JOBS:-$(nproc)} FLAGS=${FLAGS:--O3}
OUT=${1:-.}
export NVCC ARCH FLAGS OUT
ls fuzz*.cu | sed 's/^fuzz//; s/\.cu$//' | sort -n >"$OUT/seeds"
xargs -P "$JOBS" -I@ sh -c '"$NVCC" -std=c++20 $FLAGS -fmad=false -w -arch="$ARCH" -I. fuzz@.cu -o "$OUT/fuzz@" ||
  echo "seed @ does not build"' <"$OUT/seeds"
{
  sed -n '/^#/p' expected.txt
  echo "# $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -1), $("$NVCC" --version | grep -o 'V[0-9][0-9.]*'), $FLAGS"
  while read -r seed; do
    echo "seed $seed"
    "$OUT/fuzz$seed" --limit 60
  done <"$OUT/seeds"
} >"$OUT/recorded.txt"
(cd "$OUT" && rm -f seeds fuzz[0-9]*[0-9] fuzz[0-9])
sed '/^#/d' expected.txt >"$OUT/ours" && sed '/^#/d' "$OUT/recorded.txt" >"$OUT/card"
diff "$OUT/ours" "$OUT/card" >"$OUT/differences.txt"
echo "$(grep -c '^k' "$OUT/card") launches, $(grep -c '^> k' "$OUT/differences.txt") differ from Helicon's; see $OUT/differences.txt"
rm -f "$OUT/ours" "$OUT/card"
