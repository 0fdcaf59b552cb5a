#!/bin/bash
# docs/mcc.md and the driver agree: every option on the page does what its section says, and every option that the
# driver knows is on the page.
folder=$(cd "$(dirname "$0")" && pwd)
. "$folder/common.sh"
page=$folder/../../docs/mcc.md
lists() { python3 -B "$folder/page.py" "$@"; }
mkdir tree && ln -s "$SDK/include" "$SDK/lib" "$SDK/bin" tree/
echo 'int main() {}' >host.cpp
# Sees options of code generation.
cat >sensitive.mu <<'EOF'
__global__ void k(float *p, double *q, int n) {
  for (int i = 0; i < n; i++) p[i] = p[i] * p[i + 1] + sinf(p[i + 2]) / p[i + 3];
  q[0] = q[1] * q[2] + q[3] / q[4];
}
EOF

lists missing "$page" "$folder/../../mcc/OptionTable.cpp" >log; [ ! -s log ]; report $? "every option of the driver is on the page"
lists nvcc "$page" "$folder/../../mcc/NvccTable.cpp" >log; [ ! -s log ]; report $? "every option of nvcc that is known is on the page"
# What public build files give to the SDK's compiler.
for option in -mtgpu --offload-arch= --cuda-gpu-arch= "--cuda-gpu-arch " --cuda-device-only --musa-device-only -c -S -E -dM -fPIC -g \
              -lineinfo -O -Ofast -Od3 -std= -fgpu-rdc -fno-gpu-rdc -dc -ffast-math -fmusa-flush-denormals-to-zero -fno-strict-aliasing \
              -fsigned-char -march= -m64 -MD -MF -W --musa-path= --cuda-path= -pthread -mathx-disable-fp64 -fplugin= -cuda_wrapper \
              -lcuda2musa "-mllvm -mtgpu-" "-mllvm -enable-ldma-index" "-mllvm -opaque-pointers" "-x musa" -use_fast_math -fmad= -L -l \
              -ccbin -fmusa-rdc --extended-lambda --expt-relaxed-constexpr -arch= -v -### -save-temps --version --help -M; do
  grep -qF -- "\`$option" "$page"; report $? "the page has $option"
done

dry() { "$MCC" -### "$@" 2>&1 | sed "s|$TMPDIR/mcc-[A-Za-z0-9]*||g"; }
# What the option needs beside it to show an effect, and what it changes.
declare -A beside=(
  [-fno-gpu-rdc]=-fgpu-rdc [-rdc=false]=-fgpu-rdc ["-rdc false"]=-dc [--relocatable-device-code=false]=-fgpu-rdc
  ["--relocatable-device-code false"]=-rdc=true [--cuda-compile-host-device]=--cuda-device-only [--offload-host-device]=--cuda-device-only
  [--no-offload-arch=mp_22]=--offload-arch=mp_22,mp_31 [--no-cuda-gpu-arch=mp_22]=--offload-arch=mp_22,mp_31 [-emit-llvm]=-c
  [-lm]=-nostdlib [--run-args=now]=--run)
declare -A input=([-mtgpu]=host.cpp ["-x musa"]=host.cpp [--language=musa]=host.cpp
                  [-static]=host.cpp [--static]=host.cpp [-static-pie]=host.cpp)
effect() {
  local file=${input[$1]:-kernel.mu} before
  read -r -a before <<<"${beside[$1]:-}"; read -r -a words <<<"$1"
  dry "${before[@]}" "$file" >without; dry "${before[@]}" "${words[@]}" "$file" >log
  ! cmp -s without log && ! grep -q 'error:' log; report $? "$1 has an effect"
}
answers() { read -r -a words <<<"$1"; "$MCC" "${words[@]}" >log 2>&1 && [ -s log ]; report $? "$1 answers"; }
same() {
  read -r -a words <<<"$1"
  accepts "$1 is accepted" "$MCC" "${words[@]}" -c sensitive.mu -o with.o
  cmp plain.o with.o >log 2>&1; report $? "  and changes nothing"
}
# What it means gives the same calls.
means() { # means OPTION MEANING
  read -r -a words <<<"$1"; read -r -a plain <<<"$2"
  dry "${words[@]}" kernel.mu >with; dry "${plain[@]}" kernel.mu >log
  cmp -s with log && ! grep -q 'error:' log; report $? "$1 means $2"
}
nothing() {
  read -r -a words <<<"$1"
  dry kernel.mu >without; dry "${words[@]}" kernel.mu >log
  cmp -s without log && ! grep -q 'error:' log; report $? "$1 changes no call"
}
echo -DQ >named.x # options
goes() { # goes PASS OPTION
  read -r -a words <<<"$2"
  "$MCC" -### "${words[@]}" -c kernel.mu -o named.o >log 2>&1
  grep -e --cuda-host-only log | grep -qF -- "${words[0]}"; report $? "$2 goes to the host pass"
  if [ "$1" = all ]; then
    grep -e --cuda-device-only log | grep -qF -- "${words[0]}"; report $? "  and to the device pass"
  elif [ "$1" = host ] && [[ $2 != -O* ]]; then
    ! grep -e --cuda-device-only log | grep -qE -- "(^| )'?${words[0]}"; report $? "  alone"
  fi
}

"$MCC" -c sensitive.mu -o plain.o
count=0
while IFS=$'\t' read -r section option meaning; do
  count=$((count + 1))
  case $section/$option in
    "Accepted without effect"/*-mtgpu-m) same "${option/-mtgpu-m/-mtgpu-opt-level=2}" ;;
    "Accepted without effect"/*) same "$option" ;;
    "nvcc's options"/*) means "$option" "$meaning" ;;
    "nvcc's options without effect"/*) nothing "$option" ;;
    "mcc itself"/--version|"mcc itself"/--help|"mcc itself"/-help|"mcc itself"/-dump*|"mcc itself"/--help-hidden) answers "$option" ;;
    "mcc itself"/-print-x|"mcc itself"/--print-x) answers "${option/-x/-search-dirs}" ;;
    "mcc itself"/--autocomplete=x) answers --autocomplete=-fs ;;
    "mcc itself"/-###|"mcc itself"/@*|"mcc itself"/[A-Z]*) ;;
    pass*) goes "${section#pass }" "$option" ;;
    "What to make"/*|"The device"/*|"The link"/*|"mcc itself"/*) effect "$option" ;;
    *) report 1 "section '$section' of $option is not known to this test" ;;
  esac
done < <(lists options "$page")
[ $count -gt 300 ]; report $? "$count options were looked at"

refuses "-fmusa-rdc" "unknown argument" "$MCC" -fmusa-rdc -c kernel.mu
sed -n "/^## nvcc's options that are refused/,/^\`-fmusa-rdc/p" "$page" | sed '$d; s/ \(is\|are\) `[^`]*`//g' | grep -o '`-[^`]*`' | tr -d '`' >refused
while read -r refused; do
  refuses "$refused" "error: '$refused.*' is an option of nvcc: " "$MCC" "$refused" value -c kernel.mu
done <refused
[ "$(wc -l <refused)" -gt 25 ]; report $? "$(wc -l <refused) options of nvcc were looked at"
nothingLeft
finish
