helicon_unit_test(interleave-test interleave_test.cpp LIBRARIES helicon-simt)
helicon_uses_llvm(interleave-test)
