#!/bin/bash
# Every option of the SDK's compiler does what it says, or is accepted where it only steers a chip.
. "$(dirname "$0")/common.sh"

# One arch a pass, each with its own __MUSA_ARCH__.
cat >arch.mu <<'EOF'
__global__ void k() {}
#ifdef __MUSA_ARCH__
#define NAME_(n) arch_##n
#define NAME(n) NAME_(n)
__device__ int NAME(__MUSA_ARCH__);
#endif
EOF
for spelled in --offload-arch=mp_10 --cuda-gpu-arch=mp_21 "--cuda-gpu-arch mp_22" "--offload-arch mp_31"; do
  # shellcheck disable=SC2086
  accepts "$spelled" "$MCC" $spelled --cuda-device-only -S arch.mu -o arch.ll
  holds "  compiles for it" arch.ll "@arch_${spelled##*_}0 "
done
accepts "no arch means mp_31" "$MCC" --cuda-device-only -S arch.mu -o arch.ll
holds "  compiles for it" arch.ll "@arch_310 "
accepts "several archs" "$MCC" --offload-arch=mp_22 --offload-arch=mp_31,mp_10 --cuda-device-only arch.mu -o arch.mubin
for chip in 10 22 31; do holds "  one image each: mp_$chip" arch.mubin "musa-nvptx64-helicon--mp_$chip"; done
misses "  and no other" arch.mubin "mp_21"
accepts "an arch said twice counts once" "$MCC" --offload-arch=mp_22 --cuda-gpu-arch=mp_22 --cuda-device-only arch.mu -o twice.mubin

# Accepted without a word; in groups, since each call compiles.
while read -r flags; do
  # shellcheck disable=SC2086
  accepts "$flags" "$MCC" $flags -c arch.mu -o arch.o
done <<'EOF'
-mtgpu -Od3 -mathx-disable-fp64 -cuda_wrapper -lcuda2musa -fplugin=/no/such/libMusaMapping.so --cuda-path=/no/such/folder
-mllvm -mtgpu-tiny-offset-hint=1 -mllvm -mtgpu-opt-level=3 -mllvm -enable-ldma-index -mllvm -opaque-pointers
-O0 -std=c++14 -fgpu-rdc -fno-gpu-rdc -fmad=true -g -fsigned-char -fno-strict-aliasing
-O1 -std=c++17 -dc -fmad=false -lineinfo -fmusa-flush-denormals-to-zero -Wall -Wno-unused -Werror
-O2 -std=c++20 -fgpu-rdc -use_fast_math -ffast-math -fPIC -fvisibility=hidden -include cstdint -I /tmp -isystem /tmp
-O3 -U__CUDA__ -m64 -pthread -march=native -DX=1 -D X -U X -Xarch_host -mavx2 -Xclang -fno-common
-Ofast -fno-fast-math
-Os -fopenmp -fcf-protection -fstack-protector-strong -D_FORTIFY_SOURCE=2 -fgpu-default-stream=per-thread
-fsanitize=address,undefined -fprofile-instr-generate -fcoverage-mapping -L/tmp -lm -Wl,-z,now -Xlinker --as-needed
EOF

cat >math.mu <<'EOF'
#ifdef __HELICON_FAST_MATH__
__device__ int fast;
#endif
__global__ void k(float *p) {
  p[0] = p[1] * p[2] + p[3] / p[4];
  for (int i = 5; i < 8; i++) p[i] = 0;
}
EOF
ir() { "$MCC" "$@" --cuda-device-only -S math.mu -o math.ll >log 2>&1; report $? "device IR with $*"; }
ir; holds "  contracts" math.ll 'fmul contract'; misses "  no estimates" math.ll 'afn|@fast'
ir -fmad=false; misses "  does not contract" math.ll 'fmul contract'
ir -use_fast_math
holds "  estimates" math.ll 'fdiv .*arcp .*afn|fdiv .*afn .*arcp'; holds "  flushes denormals" math.ll 'nvvm-reflect-ftz", i32 1'
holds "  defines the headers' switch" math.ll '@fast'; misses "  keeps NaN and infinity" math.ll 'fdiv.* (nnan|ninf|fast) '
ir -ffast-math; holds "  is clang's" math.ll 'fdiv fast'; holds "  defines the headers' switch" math.ll '@fast'
ir -fmusa-flush-denormals-to-zero; holds "  flushes denormals" math.ll 'nvvm-reflect-ftz", i32 1'
ir -O3; holds "  stays unoptimised" math.ll 'alloca'; misses "  without lifetime markers" math.ll 'llvm.lifetime'
ir; misses "  lets loops be unrolled" math.ll 'unroll.disable'
ir -fno-unroll-loops; misses "  is for the host" math.ll 'unroll.disable'
ir -O0; misses "  is not marked optnone" math.ll 'optnone'
ir -lineinfo; holds "  has lines" math.ll 'DILocation'; misses "  and no variables" math.ll 'DILocalVariable'
ir -g; holds "  has variables" math.ll 'DILocalVariable'
ir; misses "  has no debug information" math.ll 'DILocation'

# nvcc's options; that each means what docs/mcc.md says is page.sh's business.
plainly() { "$MCC" -### "$@" -c kernel.mu 2>&1 | tr -d '"' >log; }
given() { # given WORDS OPTION...: the host pass and the device pass get the words
  local words=$1; shift
  plainly "$@"
  [ "$(grep -cF -- " $words " log)" = 2 ]; report $? "$*"
}
given "-Wall -Wextra" -Xcompiler -Wall,-Wextra; given "-Wall -Wextra" -Xcompiler=-Wall -Xcompiler=-Wextra
given "-Wall -Wextra" -Xcompiler "-Wall -Wextra"; given "-Wall -fPIC" -Xcompiler ',"-Wall","-fPIC"'
given "-include cstdint" -Xcompiler -include -Xcompiler cstdint; given "-DX=1,2" -Xcompiler '-DX=1\,2'
given "-I a -I b" --include-path=a,b
plainly -Xcompiler -ffast-math,-ffp-contract=off,-g,-O3
for option in -ffast-math -ffp-contract=off -g -O3; do
  grep -e --cuda-host-only log | grep -qF -- " $option "; report $? "-Xcompiler $option is for the host"
  ! grep -e --cuda-device-only log | grep -qF -- " $option "; report $? "  alone"
done
accepts "-Xlinker with a list" "$MCC" kernel.mu -Xlinker -z,now -Xlinker=--as-needed -o linked
ir -G; holds "  has variables" math.ll 'DILocalVariable'; plainly -G
lacks "  and the host none" '--cuda-host-only.* -g '
ir -G -lineinfo; holds "  also beside -lineinfo" math.ll 'DILocalVariable'
for option in -dryrun --dryrun; do
  succeeds "$option" "$MCC" $option kernel.mu -o never; logs "  shows the calls" '--cuda-host-only'; [ ! -e never ]; report $? "  and runs nothing"
done
printf -- '--extended-lambda -std c++17\n' >inner.rsp; printf -- '--options-file inner.rsp -maxrregcount 64\n' >outer.rsp
accepts "options from files" "$MCC" --options-file outer.rsp -c kernel.mu
refuses "  that are not there" "cannot read the options in 'none.rsp'" "$MCC" -optf none.rsp -c kernel.mu
echo '--options-file self.rsp' >self.rsp
refuses "  that name themselves" "names more than 1000 files of options" "$MCC" --options-file self.rsp -c kernel.mu
plainly -t; logs "-t without a number is the linker's" ' -t '

echo 'int helper() { return 4; }' >helper.cpp; "$MCC" -c helper.cpp -o given.o
printf '#include <cstdio>\nint main(int n, char **words) { for (int i = 1; i < n; i++) puts(words[i]); return n + 4; }\n' >words.mu
"$MCC" words.mu -o words -run -run-args one,two --run-args="three 4" >log 2>&1; [ $? = 8 ]; report $? "-run gives the program's status"
logs "  and its words" '^three 4$'
refuses "--run without a link" "'--run' runs the program that is linked" "$MCC" --run -c kernel.mu
sed 's/int main/int part/; s/^}$/return 0; }/' kernel.mu >part.mu; echo 'int part(); int helper(); int main() { return part() + helper(); }' >whole.cpp
accepts "--lib" "$MCC" --lib part.mu helper.cpp -o libparts.a; ar t libparts.a >log; logs "  holds both" part.o; logs "  by name" helper.o
accepts "  links" "$MCC" whole.cpp libparts.a -o whole; ./whole >log; [ $? = 4 ]; report $? "  and runs"
accepts "-lib with an object" "$MCC" -lib part.mu given.o -O2 -lm -o libparts.a; ar t libparts.a >log; logs "  adds it" given.o; logs "  to the others" helper.o
refuses "--lib and one name twice" "two inputs would be the member 'helper.o'" "$MCC" --lib helper.cpp "$PWD/helper.cpp"
refuses "--lib of an archive" "'libparts.a' is no source and no object" "$MCC" --lib helper.cpp libparts.a
refuses "--lib of what is not there" "no such file or directory: 'none.o'" "$MCC" --lib helper.cpp none.o
refuses "--lib with an error" "error: expected" sh -c "echo 'int x = ;' >wrong.cpp; '$MCC' --lib wrong.cpp -o libwrong.a"; [ ! -e libwrong.a ]; report $? "  makes none"

succeeds "--version" "$MCC" --version
logs "  its first line is in clang's form" '^clang version [0-9]+\.[0-9]+\.[0-9]+ \(Helicon mcc '
succeeds "--help" "$MCC" --help
logs "  names the device options" '--offload-arch='
succeeds "-###" "$MCC" -### kernel.mu -o kernel
logs "  shows both passes" '--cuda-device-only'; logs "  and the host's" '--cuda-host-only'
[ ! -e kernel ]; report $? "  and runs nothing"
succeeds "-v" "$MCC" -v -c kernel.mu
logs "  shows the passes" '--cuda-device-only'
succeeds "-dumpmachine is answered by clang" "$MCC" -dumpmachine; logs "  with the target" '^x86_64'
printf -- '-c "kernel.mu" -o\n%s\n' "'with space.o'" >args.rsp
accepts "response file" "$MCC" @args.rsp; exists "  quoting as in a shell" "with space.o"
accepts "--musa-path=" "$MCC" --musa-path="$SDK" -c kernel.mu
accepts "standard input" sh -c "'$MCC' -x musa -c - -o stdin.o <kernel.mu"
nothingLeft
finish
