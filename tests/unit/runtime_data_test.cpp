// Environment, profiles, host limits, device printf formats.
#include "runtime/Environment.h"
#include "runtime/HostMemory.h"
#include "runtime/PrintBuffer.h"
#include "runtime/Profile.h"
#include "support/Nearest.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <unistd.h>

using namespace helicon;

namespace {

std::map<std::string, std::string> gVariables;
const char *lookUp(const char *name) {
  auto it = gVariables.find(name);
  return it == gVariables.end() ? nullptr : it->second.c_str();
}
Environment read(std::map<std::string, std::string> variables) {
  gVariables = std::move(variables);
  return readEnvironment(lookUp);
}

TEST(Environment, Defaults) {
  Environment env = read({});
  EXPECT_TRUE(env.problems.empty());
  EXPECT_EQ(env.devices, "S5000");
  EXPECT_FALSE(env.executor || env.memory || env.threads || env.strict);
}

TEST(Environment, Values) {
  Environment env = read({{"HELICON_EXEC", "thread"},
                          {"HELICON_MEMORY", "3G"},
                          {"HELICON_STRICT", "1"},
                          {"HELICON_ISA", "avx2"},
                          {"HELICON_THREADS", "7"}});
  EXPECT_TRUE(env.problems.empty());
  EXPECT_EQ(env.executor, Executor::Thread);
  EXPECT_EQ(env.memory, uint64_t(3) << 30);
  EXPECT_EQ(env.isa, Isa::Avx2);
  EXPECT_EQ(env.threads, 7u);
  EXPECT_TRUE(env.strict);
}

TEST(Environment, ExecutionTimeout) {
  auto limit = [](const char *value) { return read({{"MUSA_EXECUTION_TIMEOUT", value}}); };
  EXPECT_EQ(limit("250").executionTimeout, 250u);
  EXPECT_EQ(limit("0").executionTimeout + limit("").executionTimeout, 0u);
  // More than a clock holds is as good as for ever.
  EXPECT_GT(limit("99999999999999999999999").executionTimeout, uint64_t(1) << 40);
  for (const char *bad : {"soon", "-1", "1.5", "10s", " 7"}) {
    Environment env = limit(bad);
    ASSERT_EQ(env.problems.size(), 1u) << bad;
    EXPECT_NE(env.problems[0].find("a number of milliseconds"), std::string::npos);
    EXPECT_EQ(env.executionTimeout, 0u);
  }
}

TEST(Environment, BadValuesNameTheValidOnes) {
  Environment env = read({{"HELICON_EXEC", "fast"},
                          {"HELICON_MEMORY", "lots"},
                          {"HELICON_STRICT", "yes"},
                          {"HELICON_ISA", "mmx"},
                          {"HELICON_THREADS", "0"}});
  ASSERT_EQ(env.problems.size(), 5u);
  std::string all;
  for (const std::string &p : env.problems)
    all += p + "\n";
  for (const char *part : {"HELICON_EXEC='fast'", "simd, thread", "HELICON_MEMORY='lots' is not valid",
                           "HELICON_THREADS='0' is not valid", "HELICON_STRICT='yes'", "0, 1", "avx512", "1 to 1024"})
    EXPECT_NE(all.find(part), std::string::npos) << part;
  EXPECT_EQ(read({{"HELICON_MEMORY", "99999999999T"}}).problems.size(), 1u);
}

TEST(Environment, MisspeltNames) {
  for (auto [wrong, meant] : {std::pair{"HELICON_EXCE", "HELICON_EXEC"},
                              {"HELICON_DEVICES", "HELICON_DEVICE"},
                              {"HELICON_TREADS", "HELICON_THREADS"},
                              {"HELICON_DBG", "HELICON_DEBUG"}})
    EXPECT_EQ(unknownVariable(wrong), std::string("the environment variable ") + wrong +
                                          " is not one of Helicon's; did you mean " + meant + "?");
  EXPECT_NE(unknownVariable("HELICON_COLOUR").find("which are HELICON_DEVICE, HELICON_MEMORY, "), std::string::npos);
}

TEST(Nearest, CountsEdits) {
  EXPECT_EQ(editDistance("", ""), 0u);
  EXPECT_EQ(editDistance("", "abc"), 3u);
  EXPECT_EQ(editDistance("simd", "smid"), 1u) << "neighbours swapped";
  EXPECT_EQ(editDistance("kitten", "sitting"), 3u);
  EXPECT_EQ(editDistance("thread", "threads"), 1u);
  constexpr std::string_view kNames[] = {"simd", "thread", "threads"};
  EXPECT_EQ(nearest("thraed", kNames, 2), "thread");
  EXPECT_EQ(nearest("threads", kNames, 2), "threads") << "itself before what is near";
  EXPECT_EQ(nearest("fast", kNames, 2), "");
}

TEST(Profile, BuiltinsAreCompleteAndMarked) {
  for (const std::string &name : builtinProfileNames()) {
    auto list = profilesFor(name);
    ASSERT_TRUE(list) << list.message();
    const Profile &p = list->front();
    EXPECT_EQ(p.name, name);
    EXPECT_EQ(p.marketing, (name == "SM80" ? "Helicon " : "MTT ") + name);
    EXPECT_GT(p.origins.size(), 30u);
    for (const auto &[key, origin] : p.origins)
      EXPECT_FALSE(origin.source.empty()) << key;
  }
  auto s5000 = profilesFor("S5000");
  EXPECT_EQ(s5000->front().maxBlockDim[2], 64u);
  EXPECT_EQ(s5000->front().warpSize, 32u);
  EXPECT_EQ(profilesFor("S4000")->front().warpSize, 128u);
  EXPECT_EQ(profilesFor("SM80")->front().major, 8u);
}

TEST(Profile, Lists) {
  auto list = profilesFor("S4000x2, S80");
  ASSERT_TRUE(list) << list.message();
  ASSERT_EQ(list->size(), 3u);
  EXPECT_EQ((*list)[1].name, "S4000");
  EXPECT_EQ((*list)[2].name, "S80");
  auto wrong = profilesFor("S4000,H100");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.message().find("'H100'"), std::string::npos);
  EXPECT_NE(wrong.message().find("S5000, S4000, S80, S3000, SM80"), std::string::npos);
  EXPECT_FALSE(profilesFor("S80x0"));
  EXPECT_NE(profilesFor("S80x1000").message().find("HELICON_DEVICE='S80x1000'"), std::string::npos);
  EXPECT_FALSE(profilesFor("S80,"));
  EXPECT_FALSE(profilesFor("./no/such.profile"));
}

TEST(Profile, BadFilesNameTheLine) {
  EXPECT_NE(parseProfile("arch = 1 ; sure ; x", "f").message().find("f:1: 'sure'"), std::string::npos);
  EXPECT_NE(parseProfile("\nspeed = 1 ; known ; x", "f").message().find("f:2: unknown key"), std::string::npos);
  EXPECT_NE(parseProfile("arch = 1", "f").message().find("f:1: expected"), std::string::npos);
  EXPECT_NE(parseProfile("arch = 1 ; known ; x\narch = 1 ; known ; x", "f").message().find("twice"), std::string::npos);
  EXPECT_NE(parseProfile("arch = 310 ; known ; x", "f").message().find("missing"), std::string::npos);
}

class FakeRoot {
public:
  FakeRoot() : root(std::filesystem::temp_directory_path() / ("helicon-root-" + std::to_string(getpid()))) {}
  ~FakeRoot() { std::filesystem::remove_all(root); }
  void write(const std::string &path, const std::string &text) {
    std::filesystem::create_directories((root / path).parent_path());
    std::ofstream(root / path) << text;
  }
  std::string path() const { return root.string(); }

private:
  std::filesystem::path root;
};

TEST(HostLimits, TheSmallestOfMachineAndCgroups) {
  FakeRoot root;
  root.write("proc/meminfo",
             "MemTotal: 100 kB\nMemAvailable:  1000000 kB\nCommitLimit: 900000 kB\nCommitted_AS: 500000 kB\n");
  EXPECT_EQ(hostLimits(root.path()).physical, 1000000u << 10);
  root.write("proc/self/cgroup", "0::/a/b\n");
  root.write("sys/fs/cgroup/a/b/memory.max", "max\n");
  root.write("sys/fs/cgroup/a/b/memory.current", "5\n");
  root.write("sys/fs/cgroup/a/memory.max", "600000000\n");
  root.write("sys/fs/cgroup/a/memory.current", "200000000\n");
  root.write("sys/fs/cgroup/a/memory.stat", "anon 5\ninactive_file 50000000\n");
  EXPECT_EQ(hostLimits(root.path()).physical, 450000000u);
  root.write("proc/self/cgroup", "4:memory:/x\n");
  root.write("sys/fs/cgroup/memory/x/memory.limit_in_bytes", "300000000\n");
  root.write("sys/fs/cgroup/memory/x/memory.usage_in_bytes", "100000000\n");
  EXPECT_EQ(hostLimits(root.path()).physical, 200000000u);
  root.write("proc/self/cgroup", "");
  root.write("proc/sys/vm/overcommit_memory", "2\n");
  EXPECT_TRUE(hostLimits(root.path()).strictCommit);
  EXPECT_EQ(hostLimits(root.path()).physical, 400000u << 10);
}

TEST(HostLimits, ProcessorsOfCgroups) {
  FakeRoot root;
  EXPECT_EQ(cgroupProcessors(root.path()), UINT32_MAX);
  root.write("proc/self/cgroup", "0::/a/b\n");
  root.write("sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
  EXPECT_EQ(cgroupProcessors(root.path()), UINT32_MAX);
  root.write("sys/fs/cgroup/a/cpu.max", "250000 100000\n");
  EXPECT_EQ(cgroupProcessors(root.path()), 3u);
  root.write("proc/self/cgroup", "4:cpu,cpuacct:/x\n");
  root.write("sys/fs/cgroup/cpu/x/cpu.cfs_quota_us", "-1\n");
  root.write("sys/fs/cgroup/cpu/x/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(cgroupProcessors(root.path()), UINT32_MAX);
  root.write("sys/fs/cgroup/cpu/x/cpu.cfs_quota_us", "200000\n");
  EXPECT_EQ(cgroupProcessors(root.path()), 2u);
}

std::string format(const char *text, const void *fields, int expected) {
  std::string out;
  EXPECT_EQ(formatDevicePrint(out, text, fields), expected);
  return out;
}

TEST(Print, Formats) {
  struct {
    int i;
    unsigned char pad[4];
    double d;
    long long l;
    const char *s;
    const void *p;
    int c;
  } f = {-5, {}, 1.5, 1ll << 40, "abc", reinterpret_cast<void *>(uintptr_t(0x10)), 'x'};
  EXPECT_EQ(format("%d|%f|%lld|%s|%p|%c", &f, 6), "-5|1.500000|1099511627776|abc|0x10|x");
  EXPECT_EQ(format("plain %% text", nullptr, 0), "plain % text");
  struct {
    int width, precision;
    double d;
  } g = {8, 2, 3.14159};
  EXPECT_EQ(format("[%*.*f]", &g, 3), "[    3.14]");
  unsigned u = 0xff;
  EXPECT_EQ(format("%#x", &u, 1), "0xff");
  EXPECT_EQ(format("%-6u|", &u, 1), "255   |");
  int byte = 0x1234;
  EXPECT_EQ(format("%hhx", &byte, 1), "34");
  EXPECT_EQ(format("%hd", &byte, 1), "4660");
  EXPECT_EQ(format("[%2000000d]", &byte, 1), "[]");
  std::string longText(1000, 'y');
  const char *s = longText.c_str();
  EXPECT_EQ(format("%s", &s, 1), longText);
  int many[40];
  std::string all, printed;
  for (int i = 0; i < 40; i++) {
    many[i] = i * i;
    all += "%d ";
    printed += i < 32 ? std::to_string(i * i) + " " : "%d ";
  }
  EXPECT_EQ(format(all.c_str(), many, 32), printed);
  EXPECT_EQ(format((all.substr(0, 31 * 3) + "%-*d|%%").c_str(), many, 32),
            printed.substr(0, printed.find("961")) + "%-*d|%");
  std::string out;
  EXPECT_EQ(formatDevicePrint(out, nullptr, &u), -1);
  EXPECT_EQ(formatDevicePrint(out, "%y", &u), -1);
  EXPECT_EQ(formatDevicePrint(out, "%", &u), -1);
}

} // namespace
