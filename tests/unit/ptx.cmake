helicon_unit_test(ptx_test ptx_test.cpp LIBRARIES helicon-simt)
helicon_uses_llvm(ptx_test)
