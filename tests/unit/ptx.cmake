helicon_unit_test(ptx_test ptx_test.cpp LIBRARIES helicon-simt)
helicon_uses_llvm(ptx_test)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME unit.ptx_page COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/ptx-table.py --check)
