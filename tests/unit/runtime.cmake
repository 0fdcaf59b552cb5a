helicon_unit_test(runtime_test runtime_launch_test.cpp runtime_thread_test.cpp runtime_memory_test.cpp runtime_data_test.cpp
  runtime_guards_test.cpp runtime_operand_test.cpp runtime_process_test.cpp
  LIBRARIES helicon-runtime)
