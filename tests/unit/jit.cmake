helicon_unit_test(jit-cache-test jit_cache_test.cpp LIBRARIES helicon-jit-cache)
