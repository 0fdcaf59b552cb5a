#!/bin/sh
# Every function of functions.txt: what is done compiles, has its type and runs under both executors; what is refused is
# refused with its message; the page in docs/ is the list's. Arguments: mcc, its folder of libraries, the root, a folder for output.
set -eu
mcc=$1 libraries=$2 root=$3 out=$4/math_api
here=$root/tests/device/math_api
mkdir -p "$out"
python3 "$here/generate.py" source >"$out/functions.mu"
python3 "$here/generate.py" refused >"$out/refused.mu"
python3 "$here/generate.py" page | diff - "$root/docs/math-api.md" || {
  echo "docs/math-api.md is not what generate.py makes: generate.py page >docs/math-api.md"
  exit 1
}
"$mcc" -std=c++17 -O2 -w "$out/functions.mu" -o "$out/functions" -L"$libraries" -lmusart
for executor in simd thread; do
  HELICON_EXEC=$executor LD_LIBRARY_PATH=$libraries "$out/functions"
done
if "$mcc" -std=c++17 -w -ferror-limit=0 -c "$out/refused.mu" -o "$out/refused.o" 2>"$out/refused.log"; then
  echo "the refused functions compile"
  exit 1
fi
python3 "$here/generate.py" check "$out/refused.log"
