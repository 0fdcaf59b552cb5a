#!/bin/sh
# Every function of a list: what is done compiles, has its type and runs under both executors; what is refused is refused
# with its message; the page in docs/ is the list's. Arguments: the list, its page, mcc, its folder of libraries, the root,
# a folder for output.
set -eu
list=$1 page=$2 mcc=$3 libraries=$4 root=$5 out=$6/$1_functions
generate() { python3 "$root/tests/device/function_lists/generate.py" "$list" "$@"; }
mkdir -p "$out"
generate source >"$out/functions.mu"
generate refused >"$out/refused.mu"
generate page | diff - "$root/docs/$page" || {
  echo "docs/$page is not what generate.py makes: generate.py $list page >docs/$page"
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
generate check "$out/refused.log"
