#!/bin/sh
# gdb stops one thread of a kernel at a line, prints its arguments, locals, shared and device variables and indices, and
# steps it over a barrier and into a function. Twice: compiled, and from the cache. Exit status 77 (skipped) without gdb.
# Arguments: mcc, its folder of libraries, the folder of this file, a folder for output.
set -eu
mcc=$1 libraries=$2 here=$3 out=$4/debugger
command -v gdb >/dev/null || { echo "skipped: gdb is not installed"; exit 77; }
rm -rf "$out"
mkdir -p "$out"
"$mcc" -g "$here/scale.mu" -o "$out/scale" -L"$libraries" -lmusart
line() { grep -n "// line of $1" "$here/scale.mu" | cut -d: -f1; }
cat >"$out/commands" <<EOT
set pagination off
break scale.mu:$(line scale) -force-condition if threadIdx.x == 5 && blockIdx.x == 1
run
echo at the breakpoint\n
print factor
print index
print scaled
print threadIdx
print blockIdx
print blockDim.x + gridDim.x
backtrace 1
delete
next
next
echo behind the barrier\n
print threadIdx.x
print tile
step
echo in the function\n
print value
print threadIdx.x
next
next
print pair
print result
print limit
print least
continue
EOT
for run in compiled cached; do
  HELICON_EXEC=thread HELICON_CACHE=$out/cache LD_LIBRARY_PATH=$libraries \
    gdb -q -nx -batch -x "$out/commands" "$out/scale" >"$out/$run.log" 2>&1 || true
  if grep -q "ptrace: Operation not permitted" "$out/$run.log"; then
    echo "skipped: processes may not be traced here"
    exit 77
  fi
  grep -E '^(\$[0-9]|at the|behind|in the|#0|[0-9]+\s|answers)' "$out/$run.log" |
    sed -E 's/0x[0-9a-f]+/ADDRESS/; s/ at .*scale.mu/ at scale.mu/' >"$out/$run.seen"
  diff "$here/expected.txt" "$out/$run.seen" || { echo "$run: not what was expected"; tail -40 "$out/$run.log"; exit 1; }
done
echo "gdb stops, prints and steps"
