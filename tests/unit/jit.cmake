helicon_unit_test(jit-cache-test jit_cache_test.cpp LIBRARIES helicon-jit-cache)
helicon_unit_test(jit-thread-test jit_thread_test.cpp LIBRARIES helicon-jit-core)
helicon_uses_llvm(jit-thread-test)
