#!/bin/bash
# The SDK's CMake modules, and mcc as CMAKE_CXX_COMPILER; both generators; rebuilds see changed headers.
. "$(dirname "$0")/common.sh"
mkdir device include
cat >device/scale.muh <<'EOF'
#pragma once
template <int N> __global__ void scale(float *p) { p[threadIdx.x] *= N; }
EOF
for name in two three; do
  n=2; [ $name = three ] && n=3
  cat >device/$name.src <<EOF
#include "scale.muh"
float by_$name(float x) {
  float *p; musaMallocManaged(&p, sizeof(float)); *p = x;
  scale<$n * FACTOR><<<1, 1>>>(p); musaDeviceSynchronize(); x = *p; musaFree(p); return x;
}
EOF
done
mv device/two.src device/two.mu; mv device/three.src device/three.cpp
printf 'float by_two(float); float by_three(float);\n' >include/device.h
printf '#include <musa_runtime.h>\nint hostHelper() { int n = 0; musaGetDeviceCount(&n); return n; }\n' >device/host.cpp
printf '#include "device.h"\n#include <cstdio>\nint main() { std::printf("%%g %%g\\n", by_two(1), by_three(1)); }\n' >main.cpp
cp kernel.mu alone.mu
cat >ported.cu <<'EOF'
__global__ void one(int *p) { *p = 1; }
int main() {
  int *device, host = 0;
  cudaMalloc(&device, sizeof host);
  one<<<1, 1>>>(device);
  cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost);
  return host == 1 ? 0 : 1;
}
EOF
cat >CMakeLists.txt <<EOF
cmake_minimum_required(VERSION 3.10)
project(uses_musa LANGUAGES CXX)
list(APPEND CMAKE_MODULE_PATH $SDK/cmake)
find_package(MUSA 5.0 REQUIRED)
if(NOT MUSA_VERSION STREQUAL "5.2.0" OR NOT MUSA_LIBRARIES MATCHES "libmusart.so")
  message(FATAL_ERROR "MUSA_VERSION \${MUSA_VERSION}, MUSA_LIBRARIES \${MUSA_LIBRARIES}")
endif()
set(MUSA_VERBOSE_BUILD ON)
set(MUSA_MCC_FLAGS --offload-arch=mp_22 -Werror)
musa_include_directories(device)
set_source_files_properties(device/three.cpp PROPERTIES MUSA_SOURCE_PROPERTY_FORMAT OBJ)
musa_add_library(device SHARED device/two.mu device/three.cpp device/host.cpp OPTIONS -DFACTOR=1 RELEASE -DRELEASED)
musa_add_library(device_static STATIC device/two.mu device/three.cpp OPTIONS -DFACTOR=10)
add_executable(main main.cpp)
target_include_directories(main PRIVATE include)
target_link_libraries(main device)
add_executable(main_static main.cpp)
target_include_directories(main_static PRIVATE include)
target_link_libraries(main_static device_static)
musa_add_executable(alone alone.mu)
musa_add_executable(ported ported.cu)
set(CMAKE_CXX_STANDARD 20)
musa_compile(objects alone.mu OPTIONS -DUNUSED=1)
add_executable(alone2 \${objects})
set_target_properties(alone2 PROPERTIES LINKER_LANGUAGE CXX)
target_link_libraries(alone2 \${MUSA_LIBRARIES})
EOF
for generator in Ninja "Unix Makefiles"; do
  rm -rf build
  succeeds "FindMUSA: configure ($generator)" cmake -G "$generator" -B build
  lacks "  without warnings" '[Ww]arning'
  succeeds "  build" cmake --build build
  logs "  verbose as asked" 'mcc .*--offload-arch=mp_22 -Werror'
  succeeds "  run" build/main; logs "  right" '^2 3$'
  succeeds "  run with a static library" build/main_static; logs "  with its own options" '^20 30$'
  succeeds "  run one with the names of CUDA" build/ported
  succeeds "  run a MUSA executable" build/alone; succeeds "  and one from musa_compile" build/alone2
  sed -i 's/\*= N/*= 2 * N/' device/scale.muh
  succeeds "  rebuild after a header changed" cmake --build build
  succeeds "  run" build/main; logs "  with the change" '^4 6$'
  sed -i 's/\*= 2 \* N/*= N/' device/scale.muh
done

# Device code in two files.
mkdir separate; cat >separate/CMakeLists.txt <<EOF
cmake_minimum_required(VERSION 3.18)
project(separate LANGUAGES CXX)
list(APPEND CMAKE_MODULE_PATH $SDK/cmake)
find_package(MUSA REQUIRED)
musa_add_executable(separate main.mu part.mu)
EOF
echo '__device__ int offset = 3; __device__ int shifted(int x) { return x + offset; }' >separate/part.mu
cat >separate/main.mu <<'EOF'
__device__ int shifted(int);
__global__ void k(int *p) { *p = shifted(*p); }
int main() {
  int *p;
  if (musaMallocManaged(&p, sizeof *p) != musaSuccess) return 1;
  *p = 4;
  k<<<1, 1>>>(p);
  return musaDeviceSynchronize() == musaSuccess && *p == 7 ? 0 : 2;
}
EOF
succeeds "MUSA_SEPARABLE_COMPILATION: configure" cmake -G Ninja -S separate -B separate/build -DMUSA_SEPARABLE_COMPILATION=ON
succeeds "  build" cmake --build separate/build; succeeds "  run" separate/build/separate
cmake -S separate -B separate/build -DMUSA_SEPARABLE_COMPILATION=OFF >log 2>&1; cmake --build separate/build >log 2>&1
[ $? != 0 ]; report $? "  without it the build fails"; logs "  and says why" "device function shifted\(int\) is called but not defined here; with -fgpu-rdc"

mkdir toolkit; cat >toolkit/CMakeLists.txt <<EOF
cmake_minimum_required(VERSION 3.18)
project(uses_toolkit LANGUAGES CXX)
list(APPEND CMAKE_MODULE_PATH $SDK/cmake)
find_package(MUSAToolkit 5.2 REQUIRED COMPONENTS musart musa_driver)
find_package(MUSAToolkit QUIET COMPONENTS no_such_part)
if(MUSAToolkit_FOUND)
  message(FATAL_ERROR "a part that does not exist was found")
endif()
foreach(kind musart musart_static)
  add_executable(\${kind} ../device/host.cpp count.cpp)
  target_link_libraries(\${kind} PRIVATE MUSA::\${kind})
endforeach()
add_executable(driver driver.cpp)
target_link_libraries(driver PRIVATE MUSA::musa_driver)
EOF
printf 'int hostHelper(); int main() { return hostHelper() > 0 ? 0 : 1; }\n' >toolkit/count.cpp
printf '#include <musa.h>\nint main() { int n = 0; return muInit(0) || muDeviceGetCount(&n) || n < 1; }\n' >toolkit/driver.cpp
succeeds "FindMUSAToolkit: configure" cmake -G Ninja -S toolkit -B toolkit/build
succeeds "  build" cmake --build toolkit/build
for program in musart musart_static driver; do succeeds "  run $program" toolkit/build/$program; done

mkdir native; cat >native/CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.18)
project(native LANGUAGES C CXX)
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "compiler is ${CMAKE_CXX_COMPILER_ID}")
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_EXTENSIONS OFF)
include_directories(../device)
add_definitions(-DFACTOR=1)
set_source_files_properties(../device/two.mu PROPERTIES LANGUAGE CXX)
set_source_files_properties(../device/two.mu ../device/three.cpp PROPERTIES
  COMPILE_OPTIONS "-x;musa;-mtgpu;--cuda-gpu-arch=mp_21;--cuda-gpu-arch=mp_22")
add_library(part SHARED ../device/two.mu ../device/three.cpp)
add_executable(main ../main.cpp)
target_include_directories(main PRIVATE ../include)
target_link_libraries(main PRIVATE part)
EOF
for compiler in mcc clang++; do
  rm -rf native/build
  succeeds "$compiler as CMAKE_CXX_COMPILER: configure" cmake -G Ninja -S native -B native/build -DCMAKE_CXX_COMPILER="$SDK/bin/$compiler" -DCMAKE_C_COMPILER="$SDK/bin/mcc" -DCMAKE_BUILD_TYPE=Release
  succeeds "  build" cmake --build native/build; succeeds "  run" native/build/main; logs "  right" '^2 3$'
done

# A policy of newer projects: CMake itself says -x c++ to a .mu file of language CXX.
mkdir plain; cat >plain/CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.25)
project(plain LANGUAGES CXX)
set_source_files_properties(kernel.mu PROPERTIES LANGUAGE CXX)
add_executable(plain kernel.mu)
EOF
cat >plain/kernel.mu <<'EOF'
#include <cstdio>
__global__ void answer(int *out) { *out = 42; }
int main() {
  int *device, host = 0;
  musaMalloc(&device, sizeof host);
  answer<<<1, 1>>>(device);
  musaMemcpy(&host, device, sizeof host, musaMemcpyDeviceToHost);
  printf("%d\n", host);
}
EOF
succeeds "language CXX without -x musa: configure" cmake -G Ninja -S plain -B plain/build -DCMAKE_CXX_COMPILER="$SDK/bin/mcc"
succeeds "  build" cmake --build plain/build; succeeds "  run" plain/build/plain; logs "  right" '^42$'
nothingLeft
finish
