#!/bin/bash
# Warnings and errors appear once, whichever passes see them, in clang's words; bad input is named; exit statuses.
. "$(dirname "$0")/common.sh"
times() { local n; n=$(grep -cE -- "$3" log); [ "$n" = "$2" ]; report $? "$1 ($n)"; }

cat >w.mu <<'EOF'
__global__ void k(int *p) { int unused; *p = 1; }
int f() { int alsoUnused = 3; return 0; }
#ifdef __MUSA_ARCH__
#warning device side
#else
#warning host side
#endif
EOF
succeeds "warnings" "$MCC" -Wall -c w.mu --offload-arch=mp_21 --offload-arch=mp_31
times "a warning of all passes is there once" 1 "w.mu:1:33: warning: unused variable 'unused'"
times "one of host code too" 1 "w.mu:2:15: warning: unused variable 'alsoUnused'"
times "one of the device pass alone is there" 1 'w.mu:4:2: warning: device side'
times "one of the host pass alone is there" 1 'w.mu:6:2: warning: host side'
times "the count is right" 1 '^4 warnings generated\.$'
times "with its source line" 1 '^ +1 \| __global__ void k'

printf 'int x = y;\n__global__ void k() { foo(); }\n' >e.mu
refuses "errors" "e.mu:1:9: error: use of undeclared identifier 'y'" "$MCC" -c e.mu
times "each once" 1 "e.mu:2:23: error: use of undeclared identifier 'foo'"; times "counted" 1 '^2 errors generated\.$'
printf 'void host();\n__global__ void k() { host(); }\n' >d.mu
refuses "a host function called in a kernel" "d.mu:2:23: error: no matching function for call to 'host'" "$MCC" -c d.mu
times "once" 1 'error: no matching function'
printf '#ifdef __MUSA_ARCH__\n#error only here\n#endif\n' >donly.mu
refuses "an error of the device pass alone" 'donly.mu:2:2: error: only here' "$MCC" -c donly.mu
printf '#ifndef __MUSA_ARCH__\n#error only there\n#endif\n' >honly.mu
refuses "an error of the host pass alone" 'honly.mu:2:2: error: only there' "$MCC" -c honly.mu
refuses "-Werror" 'error: unused variable' "$MCC" -Wall -Werror -c w.mu
printf '#include "inc.h"\n__global__ void k() {}\n' >i.mu; echo 'int g() { int q; return 0; }' >inc.h
succeeds "a warning in a header" "$MCC" -Wall -c i.mu; times "keeps its include stack" 1 'In file included from i.mu:1:'
succeeds "in colour" "$MCC" -fcolor-diagnostics -Wall -c w.mu; times "once too" 1 "unused variable 'unused'"

refuses "no input" 'mcc: error: no input files' "$MCC"
refuses "missing source" "mcc: error: no such file or directory: 'missing.mu'" "$MCC" -c missing.mu
refuses "missing source among others" "no such file or directory: 'missing.mu'" "$MCC" kernel.mu missing.mu -o both
times "  said once" 1 error; [ ! -e both ]; report $? "  links nothing"
refuses "missing input of another kind" "mcc: error: no such file or directory: 'all-warnings'" "$MCC" -c kernel.mu all-warnings -o out.o
refuses "missing host source" "no such file or directory: 'missing.cpp'" "$MCC" -c missing.cpp
mkdir folder.cpp folder.rsp
refuses "a folder as host source" "error: .*folder.cpp.*: Is a directory" "$MCC" -c folder.cpp
refuses "a folder as response file" "folder.rsp': Is a directory" "$MCC" @folder.rsp
mkdir folder.mu; refuses "a folder as source" "error: .*folder.mu" "$MCC" -c folder.mu
if [ "$(id -u)" != 0 ]; then
  cp w.mu secret.mu; chmod 0 secret.mu; refuses "unreadable source" "secret.mu.*[Pp]ermission denied" "$MCC" -c secret.mu
fi
: >empty.mu; accepts "an empty source compiles" "$MCC" -c empty.mu
for arch in mp_99 sm_70 gfx900 ''; do
  refuses "arch '$arch'" "unsupported MUSA gpu architecture: $arch \(known: mp_10, mp_21" "$MCC" --offload-arch="$arch" -c kernel.mu
done
refuses "unknown option" "error: unknown argument: '-no-such-option'" "$MCC" -no-such-option -c kernel.mu
times "said once" 1 'unknown argument'

# nvcc's options: by name, with what to write in their place.
nvcc() { # nvcc ADVICE OPTION...
  local advice=$1; shift
  refuses "nvcc's $*" "^mcc: error: '$*' is an option of nvcc: .*$advice" "$MCC" "$@" -c kernel.mu
  times "  in one line" 1 .
}
atHand="leave it out, device code is compiled for the processor at hand"
nvcc "$atHand" -arch=sm_80; nvcc "$atHand" -arch sm_80; nvcc "$atHand" -arch=native; nvcc "$atHand" --gpu-architecture=compute_90
nvcc "$atHand" -gencode arch=compute_80,code=sm_80; nvcc "$atHand" -gencode=arch=compute_80,code=sm_80; nvcc "$atHand" -code=sm_80
nvcc "clang 19" -ccbin gcc; nvcc "clang 19" -ccbin=gcc-12
nvcc "--cuda-device-only" -ptx; nvcc "--cuda-device-only" -cubin
refuses "-rdc=maybe" "invalid value 'maybe' in '-rdc=maybe'; use true or false" "$MCC" -rdc=maybe -c kernel.mu
nvcc "the runtime links" -dlink; nvcc "working folder" --keep-dir=x; nvcc "use clang's '-Werror=<name>'" --diag-error=20012
nvcc "'-o'" -odir out; nvcc "leave it out; '-v' shows" --time=x
bad() { # bad CHOICES OPTION...
  local choices=$1; shift
  local all="$*"
  refuses "$all" "^mcc: error: invalid value '${all##*[= ]}' in '$all'; use $choices$" "$MCC" "$@" -c kernel.mu
}
bad "legacy, null or per-thread" --default-stream=maybe; bad "shared, static or none" -cudart maybe; bad "true or false" --ftz=1
bad "64" -m 32; bad "64" --machine=32; bad "0, 1, 2 or 3" --optimize=9; bad "on" --dopt=off
refuses "several of nvcc's options" "'-arch=sm_80' is an option" "$MCC" -arch=sm_80 -Xcompiler -Wall -ccbin g++ -dlink kernel.mu -o never
times "  a line each" 3 "^mcc: error: .* is an option of nvcc"; times "  and nothing else" 3 .
for option in -Xcompiler --threads -std -Xlinker --output-file -maxrregcount; do
  refuses "$option without a value" "argument to '$option' is missing" "$MCC" kernel.mu $option
done
refuses "-fmad=maybe" "invalid value 'maybe' in '-fmad=maybe'; use true or false" "$MCC" -fmad=maybe -c kernel.mu
refuses "-o without a name" "argument to '-o' is missing" "$MCC" -c kernel.mu -o
refuses "-o for two objects" "cannot specify -o when generating multiple output files" "$MCC" -c kernel.mu w.mu -o one.o
refuses "-emit-llvm and a link" "-emit-llvm cannot be used when linking" "$MCC" -emit-llvm kernel.mu
refuses "-o in a missing folder" "no/such/folder" "$MCC" -c kernel.mu -o no/such/folder/x.o
refuses "--musa-path= to nowhere" "cannot find Helicon's headers in '/no/such'" "$MCC" --musa-path=/no/such -c kernel.mu
refuses "HELICON_CLANG to nowhere" "HELICON_CLANG is '/no/such'" env HELICON_CLANG=/no/such "$MCC" -c kernel.mu
refuses "HELICON_CLANG=g++" "^mcc: error: HELICON_CLANG is 'g\+\+', which is 'g\+\+ .*'; mcc needs clang 19" env HELICON_CLANG=g++ "$MCC" -c kernel.mu
times "  in one line" 1 .
printf '#!/bin/sh\necho "Debian clang version 18.1.8 (9)"\n' >older; chmod +x older
refuses "HELICON_CLANG to another version" "which is clang 18; mcc needs clang 19" env HELICON_CLANG=./older "$MCC" -c kernel.mu
refuses "HELICON_CLANG to mcc" "which is mcc itself" env HELICON_CLANG="$MCC" "$MCC" -c kernel.mu
refuses "HELICON_CLANG to no compiler" "which does not answer '--version'" env HELICON_CLANG=false "$MCC" -c kernel.mu
accepts "HELICON_CLANG to a name in PATH" env HELICON_CLANG=clang++-19 "$MCC" -c kernel.mu
refuses "TMPDIR to nowhere" "cannot make a temporary folder.*set TMPDIR" env TMPDIR=/no/such "$MCC" -c kernel.mu
refuses "a full disk" "kernel.mu: error: cannot write '/dev/full': 'No space left on device'" "$MCC" -c kernel.mu -o /dev/full
refuses "  also for text" "cannot write to standard output" sh -c "'$MCC' -E kernel.mu >/dev/full"
"$MCC" -c kernel.mu -o kernel.o
for signal in SEGV KILL; do # clang itself says nothing then
  printf '#!/bin/sh\nkill -%s $$\n' $signal >dying; chmod +x dying
  refuses "clang ended by SIG$signal" "dying' was ended by signal" env HELICON_CLANG="$PWD/dying" "$MCC" -c kernel.mu
  succeeds "  in a link" sh -c "! HELICON_CLANG='$PWD/dying' '$MCC' kernel.o -o never"; logs "  is said too" 'ended by signal'
done
for standard in c++11 c++14 c++17 c++20 c++23; do accepts "-std=$standard" "$MCC" -std=$standard -Wall -Wextra -c kernel.mu; done
printf 'struct S { char c[5000]; };\n__global__ void k(S s) {}\n' >wide.mu
refuses "more than 4 KB of arguments" "wide.mu: error: kernel 'k\(S\)' takes more than 4096 bytes" "$MCC" -c wide.mu
echo '__global__ void k(long double d) {}' >ld.mu
refuses "a long double argument" "ld.mu: error: kernel 'k\(long double\)' takes a 'long double'" "$MCC" -c ld.mu

# Device code in host files.
cat >fine.cpp <<'EOF'
// __global__ and <<< in comments
const char *text = "k<<<1, 1>>> __global__", *raw = R"x(__global__ <<<)x"; /* <<< */
struct S {}; template <class T> int operator<<(S, T); template int operator<<<int>(S, int);
#ifdef __MUSACC__
__global__ void k() {}
#endif
int n = 1'000'000; char q = '"'; int main() { return 0; }
EOF
sed -i 's/template int operator<<<int>/template <> inline int operator<<<int>/; s/(S, int);/(S, int) { return 0; }/' fine.cpp
accepts "a host file that only mentions them" "$MCC" -c fine.cpp
printf 'int a;\n  __global__ void k() {}\n' >bad.cpp
refuses "__global__ in a host file" "bad.cpp:2:3: error: '__global__' in a file that is compiled as host code; name it .mu, or pass '-x musa'" "$MCC" -c bad.cpp
printf 'void f() { k<<<1, 1>>>(); }\n' >bad.c
refuses "<<< in a host file" "bad.c:1:13: error: kernel launch '<<<'" "$MCC" -c bad.c
refuses "and with -x c++ said" "bad.cpp:2:3: error: '__global__'" "$MCC" -x c++ -c bad.cpp
accepts "but not with -x musa" "$MCC" -x musa -c bad.cpp
accepts "nor with a device option" "$MCC" -mtgpu -c bad.cpp
printf '#define KERNEL __global__\nKERNEL void k() {}\n' >macro.cpp
refuses "through a macro" "macro.cpp:1:16: error: '__global__'" "$MCC" -c macro.cpp
nothingLeft
finish
