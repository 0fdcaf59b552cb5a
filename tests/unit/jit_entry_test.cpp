// libhelicon-jit as the runtime sees it: opened with dlopen, asked for kernels good and bad. Whatever happens inside,
// the program goes on and hears why.
#include "jit/Jit.h"

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <sys/resource.h>

#include <csignal>
#include <string>
#include <thread>

namespace helicon {
namespace {

// `bad` holds an instruction that no level of x86-64 has: the code generator calls that a fatal error.
constexpr char kCode[] = R"(
  target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
  target triple = "nvptx64-nvidia-cuda"
  declare i32 @llvm.x86.rdpid()
  declare void @nobody()
  define void @bad(ptr %out) {
    %v = call i32 @llvm.x86.rdpid()
    store i32 %v, ptr %out
    ret void
  }
  define void @good(ptr %out) {
    store i32 1, ptr %out
    ret void
  }
  define void @open(ptr %out) {
    call void @nobody()
    ret void
  }
  !nvvm.annotations = !{!0, !1, !2}
  !0 = !{ptr @bad, !"kernel", i32 1}
  !1 = !{ptr @good, !"kernel", i32 1}
  !2 = !{ptr @open, !"kernel", i32 1}
)";

class JitEntry : public testing::Test {
protected:
  static void SetUpTestSuite() {
    void *library = dlopen(HELICON_JIT_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    entry = reinterpret_cast<JitCompileFunction>(dlsym(library, kJitEntrySymbol));
    ASSERT_NE(entry, nullptr);
  }
  static CompileResult compile(std::string_view code, std::string_view kernel, Executor executor = Executor::Simd) {
    CompileRequest request;
    request.bitcode.push_back({code.data(), code.size()});
    request.kernel = kernel;
    request.shape.block[0] = 64;
    request.executor = executor;
    CompileResult result;
    entry(request, result);
    return result;
  }
  static inline JitCompileFunction entry = nullptr;
};

TEST_F(JitEntry, CompilesForBothExecutors) {
  for (Executor executor : {Executor::Simd, Executor::Thread}) {
    CompileResult result = compile(kCode, "good", executor);
    EXPECT_TRUE(result.ok) << result.message;
    EXPECT_EQ(result.executor, executor);
    EXPECT_EQ(std::string(result.object.data(), 4), "\177ELF");
  }
}

TEST_F(JitEntry, AFatalErrorOfLlvmIsAMessage) {
  for (int round = 0; round < 3; ++round) {
    CompileResult result = compile(kCode, "bad");
    EXPECT_FALSE(result.ok);
    EXPECT_TRUE(result.object.empty());
    EXPECT_NE(result.message.find("rdpid"), std::string::npos) << result.message;
    EXPECT_TRUE(compile(kCode, "good").ok) << "the next kernel is compiled as if nothing had been";
  }
}

// lld would end the process when its output does not fit.
TEST_F(JitEntry, AFullDiskIsAMessage) {
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 16 << 10;
  auto *handler = std::signal(SIGXFSZ, SIG_DFL); // some parents have it ignored
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  CompileResult result = compile(kCode, "good");
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_FALSE(result.ok);
  EXPECT_NE(result.message.find("no room for"), std::string::npos) << result.message;
  EXPECT_TRUE(compile(kCode, "good").ok);
}

TEST_F(JitEntry, BadRequestsAreNamed) {
  EXPECT_NE(compile(kCode, "missing").message.find("missing"), std::string::npos);
  EXPECT_NE(compile(kCode, "open").message.find("nobody"), std::string::npos);
  for (std::string_view code :
       {std::string_view("no bitcode at all"), std::string_view("BC\xc0\xde rubbish"), std::string_view("")}) {
    CompileResult result = compile(code, "good");
    EXPECT_FALSE(result.ok);
    EXPECT_FALSE(result.message.empty());
  }
}

TEST_F(JitEntry, ManyThreadsAtOnce) {
  std::vector<std::thread> threads;
  std::vector<int> failures(4);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&failures, t] {
      for (int round = 0; round < 5; ++round)
        failures[t] += !compile(kCode, "good", round % 2 ? Executor::Thread : Executor::Simd).ok;
    });
  for (std::thread &thread : threads)
    thread.join();
  for (int count : failures)
    EXPECT_EQ(count, 0);
}

} // namespace
} // namespace helicon
