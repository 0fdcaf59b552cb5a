#!/bin/bash
# The kernel cache in every bad state: the program runs and gives right results, and says something only where
# something was lost. And the scarce rest: address space, files, folders for the compiler's work.
. "$(dirname "$0")/common.sh"
"$MCC" kernel.mu -o program || exit 1
unset XDG_CACHE_HOME
export HELICON_CACHE=$PWD/cache
run=(./program)
right() { # right WHAT [PATTERN OF THE WARNING]: without a pattern nothing may be said
  timeout 120 "${run[@]}" >out 2>log
  local status=$?
  [ $status = 0 ] && [ "$(cat out)" = right ] && if [ $# = 2 ]; then grep -qE -- "$2" log; else [ ! -s log ]; fi
  report $? "$1 (status $status)"
}
fresh() { chmod -R u+rwX cache 2>/dev/null; rm -rf cache; mkdir -m 700 cache; }
damage() { python3 -c 'import sys; f, at = sys.argv[1], int(sys.argv[2]); b = bytearray(open(f, "rb").read()); b[at] ^= 1; open(f, "wb").write(b)' "$1" "$2"; }

right "an empty cache"
[ "$(stat -c %a cache)" = 700 ]; report $? "  makes a private folder"
right "a warm one"
object=$(echo cache/*.so); size=$(stat -c %s "$object")
for at in 0 100 1000 $((size - 60)) $((size - 1)); do
  damage "$object" "$at"; right "bit $at flipped" 'is damaged; removed, the kernel is compiled again'; right "  once"
done
for cut in 0 1 1000 $((size - 1)); do
  truncate -s "$cut" "$object"; right "cut to $cut bytes" 'is damaged; removed'; right "  once"
done
printf x >>"$object"; right "a byte too many" 'is damaged; removed'
rm "$object"; mkfifo "$object"; right "a pipe in the object's place"
rm "$object"; ln -s /etc/passwd "$object"; right "a symbolic link in the object's place"
[ ! -L "$object" ]; report $? "  is replaced"
rm "$object"; mkdir "$object"; right "a folder in the object's place" "cannot write to '.*cache': .*; going on without"
fresh; chmod 755 cache; right "open to others" "open to other users \(chmod 700 makes it private\); set HELICON_CACHE"
fresh; chmod 1777 cache; right "open to all" "open to other users"
fresh; rm -r cache; ln -s elsewhere cache; right "a dangling link as the folder" "cannot open folder '.*cache': No such file"
mkdir -m 700 elsewhere; right "a link to a folder of one's own"; ls elsewhere/*.so >log 2>&1; report $? "  is used"
rm cache; echo text >cache; right "a file as the folder" "cannot open folder '.*cache': Not a directory"; rm cache
for folder in /dev/null /proc/none "$PWD/$(printf 'x%.0s' {1..300})"; do
  HELICON_CACHE=$folder right "folder ${folder:0:40}" 'kernel cache not used: cannot (make|open) folder'
done
HELICON_CACHE=off right "off"
HELICON_CACHE=a/relative/one right "a relative name"; ls a/relative/one/*.so >log 2>&1; report $? "  is used"
run=(env -u HELICON_CACHE -u HOME ./program); right "no HOME"
run=(./program)
if [ "$(id -u)" != 0 ]; then
  fresh; chmod 500 cache; right "a folder that can't be written" "cannot write to '.*cache': Permission denied"
  chmod 700 cache; right "writable again"; chmod 500 cache; right "warm and not writable"
  chmod 0 cache; right "a folder that can't be opened" "cannot open folder '.*cache': Permission denied"
  fresh; right "cold"; chmod 0 cache/*.so; right "an object that can't be read"
  HELICON_CACHE=/root/cache right "another's folder" "cannot (open|make) folder"
fi
if [ -k /tmp ] && [ "$(stat -c %u /)" != "$(id -u)" ]; then
  HELICON_CACHE=/usr right "a folder of another user" "belongs to another user"
fi

# Several at once, in an empty cache.
fresh
for i in 1 2 3 4 5 6; do ./program >out$i 2>&1 & done; wait
[ "$(cat out? | sort | uniq -c | tr -s ' ')" = " 6 right" ]; report $? "six processes at once"
[ -z "$(find cache -name '.tmp*')" ]; report $? "  leave nothing half-written"

# Where the compiler keeps its work for a moment.
export HELICON_CACHE=off
TMPDIR=/no/such right "TMPDIR to nowhere"
TMPDIR=/proc right "TMPDIR that can't be written"

# Little address space: a warm kernel runs, a cold one runs or says what is missing.
export HELICON_CACHE=$PWD/cache
run=(sh -c 'ulimit -v 300000; exec ./program')
for i in 1 2 3 4 5; do right "ulimit -v 300000, warm, time $i"; done # which threads allocate when differs
run=(sh -c 'ulimit -v 1000000; HELICON_CACHE=off exec ./program'); right "ulimit -v 1000000, cold"
cat >cold.mu <<'EOF'
#include <cstdio>
__global__ void k(int *p) { *p = 1; }
int main() {
  int *p;
  musaError_t m = musaMalloc(&p, 4);
  k<<<1, 1>>>(p);
  printf("%s %s\n", musaGetErrorName(m), musaGetErrorName(musaGetLastError()));
}
EOF
"$MCC" cold.mu -o cold
(ulimit -v 200000; HELICON_CACHE=off ./cold) >log 2>&1
logs "ulimit -v 200000, cold: the launch fails" '^musaSuccess musaErrorJitCompilerNotFound$'
logs "  and the reason is said" "kernel compiler can't be loaded: .*ulimit -v"

# Little room in a file (bash counts in KB): nothing ends by SIGXFSZ. (Some parents have their children ignore it.)
fresh
limited=(env --default-signal=XFSZ bash -c 'ulimit -f "$1"; shift; exec "$@"' -)
run=("${limited[@]}" 64 ./program); right "ulimit -f 64, cold"
timeout 120 "${limited[@]}" 0 ./program 2>&1 | cat >log; logs "ulimit -f 0, warm" '^right$'
for limit in 0 1 16; do
  HELICON_CACHE=$PWD/none timeout 120 "${limited[@]}" $limit ./cold 2>&1 | cat >log
  logs "ulimit -f $limit, cold: the launch fails" '^musaSuccess musaErrorInvalidPtx$'
  logs "  and the reason is said" "no room for .* bytes in .*: File too large \(see ulimit -f\)"
done
finish
