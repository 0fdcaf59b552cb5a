#!/bin/bash
# package.sh SDK BUILD_TREE: the .deb holds the SDK's tree, names what it needs, and works where it is unpacked.
build=$(cd "${2:?usage: $0 SDK_TREE BUILD_TREE}" && pwd) || exit 1
. "$(dirname "$0")/common.sh"

succeeds "cpack makes a package" cpack --config "$build/CPackConfig.cmake" -B "$PWD/pack"
deb=$(ls pack/helicon_*.deb 2>/dev/null)
dpkg-deb -f "$deb" Depends >log 2>&1
for package in clang-19 libllvm19 libsleef3 'libstdc\+\+-12-dev' binutils libc6; do
  grep -qE "(^|, )$package([ ,]|\$)" log; report $? "depends on $package"
done
succeeds "unpack" dpkg-deb -x "$deb" root
tree=root/opt/helicon
for file in bin/mcc bin/clang++ bin/helicon include/musa.h include/musa_runtime.h include/cuda_spelling/runtime.h lib/libmusart.so lib/libmusart_static.a \
  lib/libmusa.so lib/stubs/libmusa.so lib/helicon/libhelicon-jit.so lib/helicon/libhelicon-pack.so cmake/FindMUSA.cmake \
  cmake/FindMUSAToolkit.cmake version.json LICENSE docs/environment.md docs/profiles/S5000.profile \
  examples/vecadd.mu; do
  exists "holds $file" "$tree/$file"
done
for page in "$tree"/docs/*.md; do
  grep -oE '\]\([^)#[:space:]]+' "$page" | cut -c3- | grep -vE '^[a-z]+:' |
    while read -r link; do [ -e "$tree/docs/$link" ] || echo "$link"; done >log
  [ ! -s log ]; report $? "no dead link in $(basename "$page")"
done
cmp -s "$SDK/version.json" "$tree/version.json"; report $? "version.json is the build's"
accepts "its mcc compiles and links" "$tree/bin/mcc" kernel.mu -o kernel; succeeds "  the program runs" ./kernel
succeeds "  with the package's libraries" ldd kernel; logs "  found by the run path" "$tree/lib/libmusart"
real=$(cd "$tree" && pwd)
succeeds "its examples build where they lie" make -s -C "$tree/examples" OUT="$PWD/made" "$PWD/made/vecadd" "$PWD/made/module_load" "$PWD/made/scale.mubin"
ldd made/vecadd made/module_load >log; logs "  with this SDK" "$real/lib/libmusart"; succeeds "  run" made/vecadd
for variable in MUSA_HOME MUSA_PATH; do
  make -n -C "$tree/examples" OUT="$PWD/other" $variable=/named >log; logs "  unless $variable names another" "^/named/bin/mcc"
done
succeeds "  with CMake too" cmake -S "$tree/examples" -B cmaked; grep MUSA_MCC_EXECUTABLE: cmaked/CMakeCache.txt >log; logs "  and this SDK" "=$real/bin/mcc"
rm -rf made "$tree/examples/build"
grep -rIlE "$build|${SDK%/sdk}" "$tree" >log 2>&1; [ ! -s log ]; report $? "no text file names the build tree"
for script in postinst prerm; do dpkg-deb --ctrl-tarfile "$deb" | tar -xO ./$script | sh -n >log 2>&1; report $? "$script is sound shell"; done
nothingLeft
finish
