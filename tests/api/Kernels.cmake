# The tests that launch: their kernels are compiled by the build tree's mcc, as a host object and as a module.
set(kernel_source ${CMAKE_CURRENT_SOURCE_DIR}/kernels/Kernels.mu)
set(kernel_object ${CMAKE_CURRENT_BINARY_DIR}/Kernels.o)
set(kernel_module ${CMAKE_CURRENT_BINARY_DIR}/Kernels.mubin)
set(mcc_flags -O2 -std=c++17)
add_custom_command(OUTPUT ${kernel_object}
  COMMAND $<TARGET_FILE:mcc> ${mcc_flags} -c ${kernel_source} -o ${kernel_object}
  DEPENDS mcc helicon-pack ${kernel_source} kernels/Kernels.h VERBATIM)
add_custom_command(OUTPUT ${kernel_module}
  COMMAND $<TARGET_FILE:mcc> ${mcc_flags} --cuda-device-only ${kernel_source} -o ${kernel_module}
  DEPENDS mcc helicon-pack ${kernel_source} kernels/Kernels.h VERBATIM)

foreach(part LinkMain LinkPart)
  add_custom_command(OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${part}.mubin
    COMMAND $<TARGET_FILE:mcc> ${mcc_flags} -fgpu-rdc --cuda-device-only ${CMAKE_CURRENT_SOURCE_DIR}/kernels/${part}.mu
            -o ${CMAKE_CURRENT_BINARY_DIR}/${part}.mubin
    DEPENDS mcc helicon-pack kernels/${part}.mu VERBATIM)
  list(APPEND kernel_parts ${CMAKE_CURRENT_BINARY_DIR}/${part}.mubin)
endforeach()

add_executable(api-kernel-tests DriverGraphs.cpp DriverLaunch.cpp DriverLaunchSetup.cpp DriverLink.cpp DriverReferences.cpp DriverStreamKernels.cpp KernelGraphs.cpp KernelTests.cpp LaunchAttributes.cpp Libraries.cpp
  ${kernel_object} ${kernel_module} ${kernel_parts})
helicon_options(api-kernel-tests)
helicon_takes_any_enum(api-kernel-tests)
target_include_directories(api-kernel-tests PRIVATE ${PROJECT_SOURCE_DIR}/include)
target_compile_definitions(api-kernel-tests PRIVATE KERNEL_MODULE="${kernel_module}" LINK_PARTS="${CMAKE_CURRENT_BINARY_DIR}")
target_link_libraries(api-kernel-tests PRIVATE musart musa GTest::gtest_main)
add_dependencies(api-kernel-tests helicon-jit)
set_target_properties(api-kernel-tests PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
foreach(executor simd thread)
  gtest_discover_tests(api-kernel-tests TEST_PREFIX api.${executor}. TEST_LIST kernel-tests-${executor}
    DISCOVERY_TIMEOUT 60 PROPERTIES ENVIRONMENT "HELICON_EXEC=${executor}" TIMEOUT 120)
  add_test(NAME api.${executor}.one-worker COMMAND api-kernel-tests --gtest_filter=DriverStreamKernels.*)
  set_tests_properties(api.${executor}.one-worker PROPERTIES
    ENVIRONMENT "HELICON_EXEC=${executor};HELICON_THREADS=1" TIMEOUT 120)
endforeach()

# What a GPU answers to misuse: the program that was run there, under MUSA's names, and its output.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_FOUND)
  set(golden ${CMAKE_CURRENT_SOURCE_DIR}/golden)
  set(golden_program ${CMAKE_CURRENT_BINARY_DIR}/error-codes)
  add_custom_command(OUTPUT ${golden_program}
    COMMAND ${Python3_EXECUTABLE} ${golden}/rename.py ${golden}/error_codes.cu ${golden_program}.mu
    COMMAND $<TARGET_FILE:mcc> ${mcc_flags} ${golden_program}.mu -o ${golden_program}
            -L$<TARGET_FILE_DIR:musart> -lmusart
    DEPENDS mcc musart ${golden}/rename.py ${golden}/error_codes.cu VERBATIM)
  add_custom_target(api-golden ALL DEPENDS ${golden_program})
  if(NOT HELICON_SANITIZE)
    add_test(NAME api.golden.error-codes
      COMMAND ${Python3_EXECUTABLE} ${golden}/compare.py ${golden_program} ${golden}/cuda13_error_codes.txt)
    set_tests_properties(api.golden.error-codes PROPERTIES TIMEOUT 120 ENVIRONMENT "HELICON_DEVICE=S5000")
  endif()
endif()

# Run-time compilation: it runs the build tree's mcc.
add_executable(api-rtc-tests RunTimeCompilation.cpp)
helicon_options(api-rtc-tests)
helicon_takes_any_enum(api-rtc-tests)
target_include_directories(api-rtc-tests PRIVATE ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(api-rtc-tests PRIVATE mtrtc musart musa GTest::gtest_main)
add_dependencies(api-rtc-tests helicon-jit helicon-pack helicon-launches mcc)
set_target_properties(api-rtc-tests PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
gtest_discover_tests(api-rtc-tests TEST_PREFIX api. DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 120)
