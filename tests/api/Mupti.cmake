# muPTI: its callbacks, under both spellings, with the shared runtime and with the archive, and tools put into a program.
set(made_headers ${PROJECT_BINARY_DIR}/include/cuda)
foreach(runtime musart musart_static)
  set(program api-mupti-tests)
  if(runtime STREQUAL musart_static)
    set(program api-mupti-static-tests)
  endif()
  add_executable(${program} MuptiCallbacks.cpp MuptiObjects.cpp ${kernel_object} ${kernel_module})
  helicon_options(${program})
  helicon_takes_any_enum(${program})
  target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR}/include ${made_headers})
  target_compile_definitions(${program} PRIVATE KERNEL_MODULE="${kernel_module}"
    NAMES_REFUSED="${CMAKE_CURRENT_SOURCE_DIR}/names/refused.txt")
  target_link_libraries(${program} PRIVATE mupti ${runtime} musa ${CMAKE_DL_LIBS} GTest::gtest_main)
  add_dependencies(${program} cuda-spelling helicon-jit)
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} ENABLE_EXPORTS ON)
endforeach()
gtest_discover_tests(api-mupti-tests TEST_PREFIX api. DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 120 LABELS sanitizer)
# dlsym finds no calls of an archive that the program does not use.
add_test(NAME api.mupti-static COMMAND api-mupti-static-tests --gtest_filter=-Mupti.RefusedCallsAreHeard)
set_tests_properties(api.mupti-static PROPERTIES TIMEOUT 120)

# The headers in C, and CUPTI's names.
add_executable(api-cupti-test CuptiNames.c)
helicon_options(api-cupti-test)
target_include_directories(api-cupti-test PRIVATE ${PROJECT_SOURCE_DIR}/include ${made_headers})
target_link_libraries(api-cupti-test PRIVATE mupti musart musa)
add_dependencies(api-cupti-test cuda-spelling)
set_target_properties(api-cupti-test PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
add_test(NAME api.cupti COMMAND api-cupti-test)

add_library(api-injected-tool MODULE InjectedTool.cpp)
helicon_options(api-injected-tool)
target_include_directories(api-injected-tool PRIVATE ${PROJECT_SOURCE_DIR}/include ${made_headers})
target_link_libraries(api-injected-tool PRIVATE mupti musa)
add_dependencies(api-injected-tool cuda-spelling)
set_target_properties(api-injected-tool PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}
  CXX_VISIBILITY_PRESET default)
add_executable(api-injected Injected.cpp)
helicon_options(api-injected)
target_include_directories(api-injected PRIVATE ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(api-injected PRIVATE musart musa ${CMAKE_DL_LIBS})
set_target_properties(api-injected PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})

# helicon_injection_test(name path message arguments...): the program's output with that in MUSA_INJECTION64_PATH
function(helicon_injection_test name path message)
  add_test(NAME api.injected.${name} COMMAND api-injected ${ARGN})
  set_tests_properties(api.injected.${name} PROPERTIES ENVIRONMENT "MUSA_INJECTION64_PATH=${path}"
    PASS_REGULAR_EXPRESSION "${message}" TIMEOUT 60)
endfunction()
set(tool $<TARGET_FILE:api-injected-tool>)
helicon_injection_test(tool ${tool} "heard 3" ${tool})
helicon_injection_test(no-file /nonexistent/tool.so
  "MUSA_INJECTION64_PATH: the tool cannot be loaded[^\n]*/nonexistent/tool.so[^\n]*\n.*ran")
helicon_injection_test(no-function $<TARGET_FILE:mupti> "has no function InitializeInjection[^\n]*\n.*ran")
helicon_injection_test(none none "^ran")
