#!/bin/bash
# What mcc writes, where, and under which names: objects, assembly, IR, dependency files, device files, temporaries.
. "$(dirname "$0")/common.sh"
CLANG_BIN=$(dirname "$("$MCC" -print-prog-name=clang)")
nmOf() { "$CLANG_BIN/llvm-nm" "$1" >log 2>&1; }

accepts "-c" "$MCC" -c kernel.mu; exists "  names the object after the source" kernel.o
nmOf kernel.o
logs "  calls the SDK's registration" 'U __musaRegisterFatBinary$'; logs "  and launch" 'U musaLaunchKernel$'
lacks "  and nothing of CUDA's" 'U (__)?cuda'
"$CLANG_BIN/llvm-readelf" -SW kernel.o >log
logs "  section of the fat binary" '\.mt_fatbin'; logs "  and its segment of 24 bytes" '\.mtFatBinSegment +PROGBITS +[0-9a-f]+ [0-9a-f]+ 000018'
lacks "  no section of CUDA's" '\.nv'
accepts "-fPIC -O2 -g -c" "$MCC" -fPIC -O2 -g -c kernel.mu -o pic.o
nmOf pic.o; lacks "  renamed as well" 'U (__)?cuda'
accepts "-fgpu-rdc" "$MCC" -fgpu-rdc -c kernel.mu -o rdc.o
nmOf rdc.o; logs "  registers with the runtime's linker" 'U __heliconRegisterLinkedBinary$'; lacks "  and nothing of CUDA's" 'U (__)?cuda'
accepts "per-thread default stream" "$MCC" -fgpu-default-stream=per-thread -c kernel.mu -o ptds.o
nmOf ptds.o; logs "  launches on it" 'U musaLaunchKernel_ptsz$'

accepts "--cuda-device-only" "$MCC" --cuda-device-only --offload-arch=mp_21 --offload-arch=mp_31 kernel.mu
exists "  names the file .mubin" kernel.mubin
succeeds "  which stock tools can list" "$CLANG_BIN/clang-offload-bundler" -list -type=o -input=kernel.mubin
logs "  one entry an arch" 'musa-nvptx64-helicon--mp_21'; logs "  the other" 'musa-nvptx64-helicon--mp_31'
accepts "--cuda-device-only -S" "$MCC" --cuda-device-only -S kernel.mu; holds "  is LLVM IR" kernel.ll 'target triple = "nvptx64'
accepts "--cuda-device-only -emit-llvm -c" "$MCC" --cuda-device-only -emit-llvm -c kernel.mu; exists "  is bitcode" kernel.bc
accepts "--cuda-device-only -S, two archs" "$MCC" --cuda-device-only -S --offload-arch=mp_21 --offload-arch=mp_31 kernel.mu
exists "  one file each" kernel-mp_21.ll kernel-mp_31.ll
accepts "--cuda-host-only -c" "$MCC" --cuda-host-only -c kernel.mu -o host.o
accepts "-S" "$MCC" -S kernel.mu; holds "  has the SDK's names" kernel.s '__musaRegisterFatBinary'
misses "  and none of CUDA's" kernel.s '__cudaRegister|cudaLaunchKernel|\.nv_fatbin'
accepts "  and assembles" "$MCC" -c kernel.s -o from-s.o; "$CLANG_BIN/llvm-readelf" -SW from-s.o >log; logs "  to an object with the fat binary" '\.mt_fatbin'
accepts "-S -emit-llvm" "$MCC" -S -emit-llvm kernel.mu -o host.ll; holds "  has the SDK's names" host.ll '@__musaRegisterFatBinary'
accepts "-c -flto" "$MCC" -flto -c kernel.mu -o lto.o; nmOf lto.o; logs "  has them too" 'U __musaRegisterFatBinary$'; lacks "  and none of CUDA's" 'U (__)?cuda'
succeeds "-E" "$MCC" -E kernel.mu; logs "  prints the source" 'scale<<<1, 32>>>'; [ "$(grep -c 'scale<<<' log)" = 2 ]; report $? "  of both passes"
succeeds "-E --cuda-host-only" "$MCC" -E --cuda-host-only kernel.mu; [ "$(grep -c 'scale<<<' log)" = 1 ]; report $? "  of one"
accepts "-E -o" "$MCC" -E kernel.mu -o kernel.ii; exists "  writes it" kernel.ii
accepts "-fsyntax-only" "$MCC" -fsyntax-only kernel.mu -o nothing.o; [ ! -e nothing.o ]; report $? "  writes nothing"

echo '#pragma once' >mine.h; printf '#include "mine.h"\n__global__ void k() {}\n' >dep.mu
succeeds "-M" "$MCC" -M dep.mu; logs "  names the object" '^dep\.o:'; logs "  and the headers" 'mine\.h'
succeeds "-MM" "$MCC" -MM dep.mu; lacks "  without system headers" 'musa_runtime'
mkdir sub
accepts "-MD -c -o" "$MCC" -MD -c dep.mu -o sub/x.o; holds "  writes beside the object" sub/x.d '^sub/x\.o:.*dep\.mu'
accepts "-MMD -MF -MT -MP" "$MCC" -MMD -MP -MF own.d -MT target -c dep.mu; holds "  as told" own.d '^target: dep\.mu'; holds "  with targets for headers" own.d '^mine\.h:'
accepts "-MD -c" "$MCC" -MD -c dep.mu; holds "  writes in the working folder" dep.d '^dep\.o:'
misses "  names no temporary file" dep.d 'mcc-'
accepts "-Wp,-MD" "$MCC" -Wp,-MD,wp.d -c dep.mu; holds "  once" wp.d 'mine\.h'

printf '#ifdef __MUSA_ARCH__\n#include "device only.h"\n#else\n#include "mine.h"\n#endif\n__global__ void k() {}\n' >sides.mu; : >"device only.h"
accepts "-MMD -MP, a header of the device pass alone" "$MCC" -MMD -MP --offload-arch=mp_21 --offload-arch=mp_31 -c sides.mu
holds "  is in the rule" sides.d '^  device\\ only\.h$'; holds "  and has its own" sides.d '^device\\ only\.h:$'
[ "$(grep -c 'device..only' sides.d)" = 2 ]; report $? "  once"
printf 'all: sides.o\ninclude sides.d\nsides.o:\n\t@echo rebuilt\n' >Makefile; touch -d '+1 hour' "device only.h"
succeeds "  make understands it" make; logs "  and rebuilds" rebuilt
succeeds "-MM of it" "$MCC" -MM sides.mu; logs "  knows both sides" 'mine\.h'; logs "  the device's too" 'device..only\.h'
accepts "-M -MF" "$MCC" -M -MF dash-m.d sides.mu; holds "  writes there" dash-m.d '^sides\.o: sides\.mu'
accepts "-E -MD -o" "$MCC" -E -MD sides.mu -o pre.ii; holds "  writes beside" pre.d '^pre\.ii:.*sides\.mu'; holds "  of both sides" pre.d 'device'

mkdir temps; (cd temps && "$MCC" -save-temps -c ../kernel.mu) >log 2>&1; report $? "-save-temps"
exists "  keeps bitcode, fat binary and the host's steps" temps/kernel-musa-mp_31.bc temps/kernel.mtfb temps/kernel-host-*.s
echo untouched >old.o; printf 'int x = ;\n' >broken.mu
"$MCC" -c broken.mu -o old.o >log 2>&1; holds "a failed compilation leaves the old object" old.o untouched
cp kernel.o a.o; "$MCC" -c kernel.mu -o b.o; "$MCC" -c kernel.mu -o b2.o && cmp -s b.o b2.o
report $? "the same call gives the same bytes" 
nothingLeft
finish
