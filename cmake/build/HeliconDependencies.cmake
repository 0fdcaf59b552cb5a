# What Debian 12 provides; nothing is downloaded.
find_package(LLVM 19.1 REQUIRED CONFIG HINTS /usr/lib/llvm-19)
separate_arguments(HELICON_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
find_package(Threads REQUIRED)

find_library(HELICON_SLEEF NAMES sleef REQUIRED)
find_library(HELICON_BOOST_CONTEXT NAMES boost_context REQUIRED)
find_program(HELICON_CLANG NAMES clang++-19 HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED)
find_program(HELICON_FILECHECK NAMES FileCheck HINTS ${LLVM_TOOLS_BINARY_DIR})
find_program(HELICON_LIT NAMES lit lit.py llvm-lit HINTS ${LLVM_TOOLS_BINARY_DIR} /usr/lib/llvm-19/build/utils/lit)
