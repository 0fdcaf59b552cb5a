// libmtrtc: programs in memory become modules that launch; errors as in NVRTC. Under both spellings.
#include "Check.h"

#include "mtrtc.h"
#include "nvrtc.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace {

#define EXPECT_RTC(code, call)                                                                                         \
  EXPECT_STREQ(mtrtcGetErrorString(code), mtrtcGetErrorString(call)) << #call << logOf(program)
#define ASSERT_RTC(code, call)                                                                                         \
  ASSERT_STREQ(mtrtcGetErrorString(code), mtrtcGetErrorString(call)) << #call << logOf(program)

std::string logOf(mtrtcProgram program) {
  size_t size = 0;
  if (mtrtcGetProgramLogSize(program, &size) != MTRTC_SUCCESS)
    return {};
  std::string log(size, '?');
  EXPECT_EQ(MTRTC_SUCCESS, mtrtcGetProgramLog(program, log.data()));
  EXPECT_EQ('\0', log.back());
  log.pop_back();
  return log;
}

class RunTimeCompilation : public DriverTest {
protected:
  void TearDown() override {
    if (program) {
      EXPECT_RTC(MTRTC_SUCCESS, mtrtcDestroyProgram(&program));
    }
    DriverTest::TearDown();
  }
  void create(const char *source, const char *name = nullptr) {
    ASSERT_RTC(MTRTC_SUCCESS, mtrtcCreateProgram(&program, source, name, 0, nullptr, nullptr));
  }
  mtrtcResult compile(std::vector<const char *> options = {}) {
    return mtrtcCompileProgram(program, static_cast<int>(options.size()), options.data());
  }
  std::vector<char> binary() {
    size_t size = 0;
    EXPECT_RTC(MTRTC_SUCCESS, mtrtcGetMUSASize(program, &size));
    std::vector<char> bytes(size);
    EXPECT_RTC(MTRTC_SUCCESS, mtrtcGetMUSA(program, bytes.data()));
    return bytes;
  }
  /// What a kernel of one thread writes that gets the address of an int.
  int resultOf(const char *kernel) {
    MUmodule module = nullptr;
    MUfunction function = nullptr;
    MUdeviceptr p = 0;
    int result = -1;
    EXPECT_MU_OK(muModuleLoadData(&module, binary().data()));
    EXPECT_MU_OK(muModuleGetFunction(&function, module, kernel));
    EXPECT_MU_OK(muMemAlloc(&p, sizeof result));
    void *parameters[] = {&p};
    EXPECT_MU_OK(muLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, nullptr));
    EXPECT_MU_OK(muMemcpyDtoH(&result, p, sizeof result));
    EXPECT_MU_OK(muMemFree(p));
    EXPECT_MU_OK(muModuleUnload(module));
    return result;
  }
  mtrtcProgram program = nullptr;
};

TEST_F(RunTimeCompilation, HeadersFromMemory) {
  const char *headers[] = {"#pragma once\n#define VALUE 40\n",
                           "#include \"value.h\"\n__device__ int two() { return 2; }\n"};
  const char *names[] = {"value.h", "deep/inside.h"};
  ASSERT_RTC(MTRTC_SUCCESS,
             mtrtcCreateProgram(&program,
                                "#include \"value.h\"\n#include \"deep/inside.h\"\n"
                                "extern \"C\" __global__ void kernel(int *p) { *p = VALUE + two() + EXTRA; }",
                                "app.mu", 2, headers, names));
  ASSERT_RTC(MTRTC_SUCCESS, compile({"-DEXTRA=100", "--std=c++20"}));
  EXPECT_EQ("", logOf(program));
  EXPECT_EQ(142, resultOf("kernel"));
  ASSERT_RTC(MTRTC_SUCCESS, compile({"-DEXTRA=200"})) << "a program may be compiled again";
  EXPECT_EQ(242, resultOf("kernel"));
  size_t size = 0;
  EXPECT_RTC(MTRTC_SUCCESS, mtrtcGetFatBinSize(program, &size));
  std::vector<char> fat(size);
  EXPECT_RTC(MTRTC_SUCCESS, mtrtcGetFatBin(program, fat.data()));
  EXPECT_EQ(binary(), fat);
}

TEST_F(RunTimeCompilation, NameExpressions) {
  create("struct Pair { int a, b; };\n"
         "template <class T, int N> __global__ void fill(T *p, Pair, Pair) { *p = N; }\n"
         "namespace space {\n"
         "__device__ int value = 7;\n"
         "__constant__ float table[3] = {1, 2, 3};\n"
         "__global__ void plain(int *p) { *p = value; }\n"
         "__global__ void over(int *p) { *p = 1; }\n"
         "__global__ void over(int *p, int) { *p = 2; }\n"
         "}\n"
         "extern \"C\" __global__ void plainC(int *p) { *p = 9; }\n");
  const char *expressions[] = {"fill<int, 21>",
                               "&space::value",
                               "space::table",
                               "space::plain",
                               "&space::plain",
                               " plainC",
                               "fill<unsigned long long, 3>"};
  for (const char *expression : expressions)
    EXPECT_RTC(MTRTC_SUCCESS, mtrtcAddNameExpression(program, expression));
  const char *name = nullptr;
  EXPECT_RTC(MTRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION, mtrtcGetLoweredName(program, expressions[0], &name));
  ASSERT_RTC(MTRTC_SUCCESS, compile());
  const char *lowered[] = {"_Z4fillIiLi21EEvPT_4PairS2_", "_ZN5space5valueE",   "_ZN5space5tableE",
                           "_ZN5space5plainEPi",          "_ZN5space5plainEPi", "plainC",
                           "_Z4fillIyLi3EEvPT_4PairS2_"};
  for (size_t i = 0; i < std::size(expressions); ++i) {
    ASSERT_RTC(MTRTC_SUCCESS, mtrtcGetLoweredName(program, expressions[i], &name)) << expressions[i];
    EXPECT_STREQ(lowered[i], name);
  }
  EXPECT_EQ(7, resultOf("_ZN5space5plainEPi"));
  EXPECT_RTC(MTRTC_ERROR_NAME_EXPRESSION_NOT_VALID, mtrtcGetLoweredName(program, "fill<char, 1>", &name));
  EXPECT_RTC(MTRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION, mtrtcAddNameExpression(program, "plainC"));
}

TEST_F(RunTimeCompilation, NamesThatAreNone) {
  create("__device__ int helper(int x) { return x; }\n__global__ void kernel(int *p) { *p = helper(1); }");
  EXPECT_RTC(MTRTC_SUCCESS, mtrtcAddNameExpression(program, "noSuchKernel<int>"));
  EXPECT_RTC(MTRTC_ERROR_COMPILATION, compile());
  EXPECT_NE(std::string::npos, logOf(program).find("noSuchKernel")) << logOf(program);
  EXPECT_RTC(MTRTC_SUCCESS, mtrtcDestroyProgram(&program));
  create("__device__ int helper(int x) { return x; }\n__global__ void kernel(int *p) { *p = helper(1); }");
  EXPECT_RTC(MTRTC_SUCCESS, mtrtcAddNameExpression(program, "helper"));
  EXPECT_RTC(MTRTC_ERROR_NAME_EXPRESSION_NOT_VALID, compile());
  EXPECT_NE(std::string::npos, logOf(program).find("'helper'")) << logOf(program);
}

TEST_F(RunTimeCompilation, AssertWithoutAHeader) {
  const char *source = "extern \"C\" __global__ void kernel(int *p) { assert(*p = 5, *p > 5); *p += 1; }";
  create(source, "held.mu");
  ASSERT_RTC(MTRTC_SUCCESS, compile({"-DNDEBUG"}));
  EXPECT_EQ("", logOf(program));
  ASSERT_RTC(MTRTC_SUCCESS, compile());
  EXPECT_EQ("", logOf(program));
  testing::internal::CaptureStderr();
  MUmodule module = nullptr;
  MUfunction function = nullptr;
  MUdeviceptr p = 0;
  EXPECT_MU_OK(muModuleLoadData(&module, binary().data()));
  EXPECT_MU_OK(muModuleGetFunction(&function, module, "kernel"));
  EXPECT_MU_OK(muMemAlloc(&p, sizeof(int)));
  void *parameters[] = {&p};
  EXPECT_MU_OK(muLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, nullptr));
  EXPECT_CODE(MUSA_ERROR_ASSERT, muCtxSynchronize());
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(std::string::npos, text.find("held.mu:1")) << text;
  EXPECT_NE(std::string::npos, text.find("*p = 5, *p > 5")) << text;
}

TEST_F(RunTimeCompilation, AssertOfTheProgram) {
  create("#include <assert.h>\nextern \"C\" __global__ void kernel(int *p) { assert(p); *p = 1; }");
  ASSERT_RTC(MTRTC_SUCCESS, compile());
  EXPECT_EQ("", logOf(program));
  EXPECT_EQ(1, resultOf("kernel"));
}

TEST_F(RunTimeCompilation, ErrorsOfTheSource) {
  create("__global__ void kernel(int *p) {\n  *p = undeclared;\n}", "kernels/broken.mu");
  EXPECT_RTC(MTRTC_ERROR_COMPILATION, compile());
  EXPECT_EQ(0u, logOf(program).find("kernels/broken.mu:2:8: error: use of undeclared identifier 'undeclared'"))
      << logOf(program);
  size_t size = 0;
  EXPECT_RTC(MTRTC_ERROR_INVALID_PROGRAM, mtrtcGetMUSASize(program, &size));
  EXPECT_RTC(MTRTC_ERROR_INVALID_PROGRAM, mtrtcGetFatBinSize(program, &size));
}

TEST_F(RunTimeCompilation, Warnings) {
  create("__global__ void kernel(int *p) { int unused = 1; *p = 5; }");
  EXPECT_RTC(MTRTC_SUCCESS, compile({"-Wunused-variable"}));
  EXPECT_NE(std::string::npos, logOf(program).find("default_program:1:38: warning: unused variable"));
  EXPECT_EQ(5, resultOf("_Z6kernelPi"));
}

TEST_F(RunTimeCompilation, Options) {
  create("int plain(int x) { return x + 1; }\n"
         "#ifndef __MUSACC_RTC__\n#error no macro\n#endif\n"
         "extern \"C\" __global__ void kernel(int *p) { *p = plain(1); }");
  EXPECT_RTC(MTRTC_ERROR_COMPILATION, compile()) << "a host function";
  EXPECT_RTC(MTRTC_SUCCESS, compile({"--device-as-default-execution-space"}));
  EXPECT_EQ(2, resultOf("kernel"));
  EXPECT_RTC(MTRTC_SUCCESS,
             compile({"-default-device", "-arch=sm_80", "--gpu-architecture=compute_75", "--use_fast_math", "-lineinfo",
                      "--fmad=false", "--maxrregcount=32", "-w", "--restrict"}));
  EXPECT_EQ(2, resultOf("kernel"));
  EXPECT_RTC(MTRTC_SUCCESS, compile({"-default-device", "--gpu-architecture", "compute_80", "-G"}));
  EXPECT_RTC(MTRTC_ERROR_INVALID_OPTION, compile({"--no-such-option"}));
  EXPECT_NE(std::string::npos, logOf(program).find("--no-such-option")) << logOf(program);
  EXPECT_RTC(MTRTC_ERROR_INVALID_OPTION, compile({"-std=c++99"}));
  const char *null = nullptr;
  EXPECT_RTC(MTRTC_ERROR_INVALID_INPUT, mtrtcCompileProgram(program, 1, &null));
  EXPECT_RTC(MTRTC_ERROR_INVALID_INPUT, mtrtcCompileProgram(program, 1, nullptr));
  EXPECT_RTC(MTRTC_ERROR_INVALID_INPUT, mtrtcCompileProgram(program, -1, nullptr));
}

TEST_F(RunTimeCompilation, FoldersOfTheCaller) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "helicon-rtc-include";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "from_disk.h") << "#define FROM_DISK 11\n";
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.parent_path());
  create("#include <from_disk.h>\nextern \"C\" __global__ void kernel(int *p) { *p = FROM_DISK; }");
  EXPECT_RTC(MTRTC_ERROR_COMPILATION, compile());
  EXPECT_RTC(MTRTC_SUCCESS, compile({"-Ihelicon-rtc-include"}));
  EXPECT_EQ(11, resultOf("kernel"));
  EXPECT_RTC(MTRTC_SUCCESS, compile({"-I", "helicon-rtc-include"}));
  EXPECT_RTC(MTRTC_SUCCESS, compile({"--include-path=helicon-rtc-include"}));
  std::filesystem::current_path(before);
  std::filesystem::remove_all(folder);
}

TEST_F(RunTimeCompilation, NamesOfFilesStayInside) {
  const char *headers[] = {"#define INSIDE 3\n"};
  const char *names[] = {"../../outside.h"};
  ASSERT_RTC(MTRTC_SUCCESS, mtrtcCreateProgram(&program, "extern \"C\" __global__ void kernel(int *p) { *p = 1; }",
                                               "../../../up.mu", 1, headers, names));
  EXPECT_RTC(MTRTC_SUCCESS, compile());
  EXPECT_EQ(1, resultOf("kernel"));
}

TEST_F(RunTimeCompilation, BadArguments) {
  EXPECT_RTC(MTRTC_ERROR_INVALID_INPUT, mtrtcCreateProgram(nullptr, "", "x", 0, nullptr, nullptr));
  EXPECT_RTC(MTRTC_ERROR_INVALID_INPUT, mtrtcCreateProgram(&program, nullptr, "x", 0, nullptr, nullptr));
  EXPECT_RTC(MTRTC_ERROR_INVALID_INPUT, mtrtcCreateProgram(&program, "", "x", 1, nullptr, nullptr));
  EXPECT_RTC(MTRTC_ERROR_INVALID_INPUT, mtrtcCreateProgram(&program, "", "x", -1, nullptr, nullptr));
  EXPECT_EQ(nullptr, program);
  std::vector<void *> strange = strangeHandles();
  strange.push_back(nullptr);
  for (void *handle : strange) {
    auto *other = static_cast<mtrtcProgram>(handle);
    size_t size = 0;
    char byte = 0;
    const char *name = nullptr;
    EXPECT_RTC(MTRTC_ERROR_INVALID_PROGRAM, mtrtcCompileProgram(other, 0, nullptr));
    EXPECT_RTC(MTRTC_ERROR_INVALID_PROGRAM, mtrtcAddNameExpression(other, "x"));
    EXPECT_RTC(MTRTC_ERROR_INVALID_PROGRAM, mtrtcGetProgramLogSize(other, &size));
    EXPECT_RTC(MTRTC_ERROR_INVALID_PROGRAM, mtrtcGetProgramLog(other, &byte));
    EXPECT_RTC(MTRTC_ERROR_INVALID_PROGRAM, mtrtcGetMUSA(other, &byte));
    EXPECT_RTC(MTRTC_ERROR_INVALID_PROGRAM, mtrtcGetFatBin(other, &byte));
    EXPECT_RTC(MTRTC_ERROR_INVALID_PROGRAM, mtrtcGetLoweredName(other, "x", &name));
    EXPECT_RTC(MTRTC_ERROR_INVALID_PROGRAM, mtrtcDestroyProgram(&other));
  }
  create("");
  EXPECT_RTC(MTRTC_ERROR_INVALID_INPUT, mtrtcAddNameExpression(program, nullptr));
  EXPECT_RTC(MTRTC_ERROR_INVALID_INPUT, mtrtcGetProgramLogSize(program, nullptr));
  EXPECT_RTC(MTRTC_ERROR_INVALID_INPUT, mtrtcGetProgramLog(program, nullptr));
  EXPECT_RTC(MTRTC_ERROR_INVALID_PROGRAM, mtrtcDestroyProgram(nullptr));
  int number = 0;
  EXPECT_RTC(MTRTC_ERROR_INVALID_INPUT, mtrtcVersion(&number, nullptr));
  EXPECT_RTC(MTRTC_ERROR_INVALID_INPUT, mtrtcGetNumSupportedArchs(nullptr));
  EXPECT_RTC(MTRTC_ERROR_INVALID_INPUT, mtrtcGetSupportedArchs(nullptr));
  EXPECT_STREQ("MTRTC_ERROR unknown", mtrtcGetErrorString(noSuch<mtrtcResult>()));
}

TEST_F(RunTimeCompilation, CudaSpelling) {
  ASSERT_RTC(NVRTC_SUCCESS,
             nvrtcCreateProgram(&program,
                                "#if !defined(__CUDACC_RTC__)\n#error no macro\n#endif\n"
                                "template <class T> __global__ void kernel(T *p) { *p = cudaErrorInvalidValue + 1; }",
                                "app.cu", 0, nullptr, nullptr));
  EXPECT_RTC(NVRTC_SUCCESS, nvrtcAddNameExpression(program, "kernel<int>"));
  const char *options[] = {"--gpu-architecture=sm_80"};
  ASSERT_RTC(NVRTC_SUCCESS, nvrtcCompileProgram(program, 1, options));
  size_t ptx = 0, cubin = 0, log = 0;
  EXPECT_RTC(NVRTC_SUCCESS, nvrtcGetPTXSize(program, &ptx));
  EXPECT_RTC(NVRTC_SUCCESS, nvrtcGetCUBINSize(program, &cubin));
  EXPECT_RTC(NVRTC_SUCCESS, nvrtcGetProgramLogSize(program, &log));
  EXPECT_EQ(1u, log);
  EXPECT_EQ(ptx, cubin);
  std::vector<char> first(ptx), second(cubin);
  EXPECT_RTC(NVRTC_SUCCESS, nvrtcGetPTX(program, first.data()));
  EXPECT_RTC(NVRTC_SUCCESS, nvrtcGetCUBIN(program, second.data()));
  EXPECT_EQ(first, second);
  const char *name = nullptr;
  ASSERT_RTC(NVRTC_SUCCESS, nvrtcGetLoweredName(program, "kernel<int>", &name));
  EXPECT_EQ(2, resultOf(name));
  int major = 0, minor = 0, count = 0;
  EXPECT_RTC(NVRTC_SUCCESS, nvrtcVersion(&major, &minor));
  EXPECT_EQ(11, major);
  EXPECT_RTC(NVRTC_SUCCESS, nvrtcGetNumSupportedArchs(&count));
  std::vector<int> archs(static_cast<size_t>(count));
  EXPECT_RTC(NVRTC_SUCCESS, nvrtcGetSupportedArchs(archs.data()));
  EXPECT_EQ(80, archs.back());
  EXPECT_STREQ("NVRTC_ERROR_COMPILATION", nvrtcGetErrorString(NVRTC_ERROR_COMPILATION));
  EXPECT_RTC(NVRTC_SUCCESS, nvrtcDestroyProgram(&program));
  EXPECT_EQ(nullptr, program);
  EXPECT_RTC(MTRTC_SUCCESS, mtrtcVersion(&major, &minor));
  EXPECT_EQ(5, major);
  EXPECT_RTC(MTRTC_SUCCESS, mtrtcGetNumSupportedArchs(&count));
  archs.resize(static_cast<size_t>(count));
  EXPECT_RTC(MTRTC_SUCCESS, mtrtcGetSupportedArchs(archs.data()));
  EXPECT_EQ(31, archs.back());
}

TEST_F(RunTimeCompilation, NoPlaceForFiles) {
  create("__global__ void kernel() {}");
  const char *old = std::getenv("TMPDIR");
  const std::string saved = old ? old : "";
  setenv("TMPDIR", "/nonexistent", 1);
  EXPECT_RTC(MTRTC_ERROR_INTERNAL_ERROR, compile());
  EXPECT_NE(std::string::npos, logOf(program).find("TMPDIR")) << logOf(program);
  old ? setenv("TMPDIR", saved.c_str(), 1) : unsetenv("TMPDIR");
  EXPECT_RTC(MTRTC_SUCCESS, compile());
}

TEST(RunTimeCompilationThreads, SeveralAtOnce) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([i] {
      mtrtcProgram program = nullptr;
      const std::string source = "extern \"C\" __global__ void k" + std::to_string(i) + "(int *p) { *p = 1; }";
      EXPECT_RTC(MTRTC_SUCCESS, mtrtcCreateProgram(&program, source.c_str(), nullptr, 0, nullptr, nullptr));
      EXPECT_RTC(MTRTC_SUCCESS, mtrtcCompileProgram(program, 0, nullptr));
      EXPECT_RTC(MTRTC_SUCCESS, mtrtcDestroyProgram(&program));
    });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace
