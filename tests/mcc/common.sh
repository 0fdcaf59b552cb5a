# Sourced by the tests of mcc: SDK tree as first argument, a scratch folder as the working directory, and checks.
# A check prints one line; the last line of every test says how many there were, and a failed one fails the test.
set -u
SDK=$(cd "${1:?usage: $0 SDK_TREE}" && pwd)
MCC=$SDK/bin/mcc
scratch=$(mktemp -d "${TMPDIR:-/tmp}/mcc-test.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
mkdir tmp
export TMPDIR=$scratch/tmp
unset MUSA_HOME MUSA_PATH HELICON_CLANG CPLUS_INCLUDE_PATH
checks=0 failures=0

report() { # report STATUS WHAT
  checks=$((checks + 1))
  if [ "$1" = 0 ]; then echo "ok   $2"; else
    failures=$((failures + 1))
    echo "FAIL $2"
    sed 's/^/     | /' log | head -20
  fi
}
# accepts WHAT COMMAND...: the command succeeds and prints nothing.
accepts() {
  local what=$1; shift
  "$@" >log 2>&1 && [ ! -s log ]
  report $? "$what"
}
# succeeds WHAT COMMAND...: it succeeds; output is in `log`.
succeeds() {
  local what=$1; shift
  "$@" >log 2>&1
  report $? "$what"
}
# refuses WHAT PATTERN COMMAND...: exit status 1, and a line that matches.
refuses() {
  local what=$1 pattern=$2; shift 2
  "$@" >log 2>&1
  local status=$?
  [ $status = 1 ] && grep -qE -- "$pattern" log
  report $? "$what (status $status)"
}
# logs WHAT PATTERN, lacks WHAT PATTERN: what the last command printed.
logs() { grep -qE -- "$2" log; report $? "$1"; }
lacks() { ! grep -qE -- "$2" log; report $? "$1"; }
# holds WHAT FILE PATTERN, misses WHAT FILE PATTERN
holds() { grep -qE -- "$3" "$2" 2>log; report $? "$1"; }
misses() { ! grep -qE -- "$3" "$2" 2>log; report $? "$1"; }
exists() { local what=$1; shift; ls -- "$@" >log 2>&1; report $? "$what"; }
nothingLeft() { [ -z "$(ls -A "$TMPDIR")" ]; report $? "no temporary files are left"; }
finish() { echo "$checks checks, $failures failed"; [ $failures = 0 ] && [ $checks -gt 0 ]; exit; }

cat >kernel.mu <<'EOF'
#include <cstdio>
__device__ int factor = 3;
__global__ void scale(int *data) { data[threadIdx.x] *= factor; }
int main() {
  int *data;
  if (musaMallocManaged(&data, 32 * sizeof(int)) != musaSuccess) return 2;
  for (int i = 0; i < 32; i++) data[i] = i;
  scale<<<1, 32>>>(data);
  if (musaDeviceSynchronize() != musaSuccess) return 3;
  for (int i = 0; i < 32; i++) if (data[i] != 3 * i) return 4;
  printf("right\n");
}
EOF
