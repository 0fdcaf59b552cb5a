// The disk cache's promises: private folder, whole files, damage found, and nothing but a slower start on failure.
#include "jit/Cache.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace helicon {
namespace {

namespace fs = std::filesystem;

class CacheTest : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "helicon-cache-test-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    base = pattern;
  }
  void TearDown() override {
    fs::permissions(base, fs::perms::owner_all);
    fs::remove_all(base);
  }
  DiskCache::Complain collect() {
    return [this](const std::string &message) { complaints.push_back(message); };
  }
  static std::vector<char> bytes(std::string_view text) { return {text.begin(), text.end()}; }
  static std::string contents(const std::string &path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  fs::path base;
  std::vector<std::string> complaints;
  const Digest key{1, 2};
};

TEST_F(CacheTest, StoresAndFinds) {
  DiskCache cache(base / "a" / "b", collect());
  ASSERT_TRUE(cache.usable()) << cache.why();
  EXPECT_FALSE(cache.find(key));
  auto stored = cache.store(key, bytes("object"));
  ASSERT_TRUE(stored);
  auto found = cache.find(key);
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, *stored);
  EXPECT_EQ(contents(*found).substr(0, 6), "object");
  EXPECT_FALSE(cache.find(Digest{2, 1}));
  EXPECT_TRUE(complaints.empty());
  struct stat status;
  ASSERT_EQ(stat((base / "a" / "b").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
}

TEST_F(CacheTest, DamageAnywhereIsFoundAndRemoved) {
  DiskCache cache(base, collect());
  auto path = cache.store(key, bytes("some object of a kernel"));
  ASSERT_TRUE(path);
  const std::string good = contents(*path);
  for (size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] ^= 0x10;
    std::ofstream(*path, std::ios::binary) << bad;
    EXPECT_FALSE(cache.find(key)) << "byte " << i;
    EXPECT_FALSE(fs::exists(*path));
    ASSERT_TRUE(cache.store(key, bytes("some object of a kernel")));
  }
  for (size_t size : {size_t(0), size_t(10), good.size() - 1}) {
    std::ofstream(*path, std::ios::binary) << good.substr(0, size);
    EXPECT_FALSE(cache.find(key)) << "cut to " << size;
    ASSERT_TRUE(cache.store(key, bytes("some object of a kernel")));
  }
  EXPECT_TRUE(cache.find(key));
  EXPECT_EQ(complaints.size(), 1u) << "each kind of trouble is said once";
}

TEST_F(CacheTest, AnObjectUnderAnotherNameIsNotServed) {
  DiskCache cache(base, collect());
  auto path = cache.store(key, bytes("object"));
  ASSERT_TRUE(path);
  const Digest other{7, 7};
  fs::rename(*path, base / (other.hex() + ".so"));
  EXPECT_FALSE(cache.find(other));
}

TEST_F(CacheTest, FolderOpenToOthersIsNotUsed) {
  fs::permissions(base, fs::perms(0755));
  DiskCache cache(base, collect());
  EXPECT_FALSE(cache.usable());
  EXPECT_FALSE(cache.store(key, bytes("object")));
  EXPECT_FALSE(cache.find(key));
  ASSERT_EQ(complaints.size(), 1u);
  EXPECT_NE(complaints[0].find("open to other users"), std::string::npos) << complaints[0];
}

TEST_F(CacheTest, AFileInTheWayIsNotAFolder) {
  std::ofstream(base / "file") << "x";
  DiskCache cache(base / "file", collect());
  EXPECT_FALSE(cache.usable());
  EXPECT_EQ(complaints.size(), 1u);
}

TEST_F(CacheTest, UnwritableFolderStillWorksForReading) {
  if (geteuid() == 0)
    GTEST_SKIP() << "root may write everywhere";
  DiskCache cache(base, collect());
  ASSERT_TRUE(cache.store(key, bytes("object")));
  fs::permissions(base, fs::perms(0500));
  EXPECT_FALSE(cache.store(Digest{3, 4}, bytes("other")));
  EXPECT_TRUE(cache.find(key));
  EXPECT_EQ(complaints.size(), 1u);
}

TEST_F(CacheTest, AFullDiskLeavesNothingBehind) {
  DiskCache cache(base, collect());
  // A file size limit makes write() fail as a full disk does, and has the kernel send a signal that nobody waits for.
  auto child = [&] {
    std::signal(SIGXFSZ, SIG_DFL); // some parents have it ignored
    rlimit limit{16, 16};
    setrlimit(RLIMIT_FSIZE, &limit);
    bool stored = cache.store(key, bytes(std::string(1000, 'x'))).has_value();
    sigset_t pending, blocked;
    sigpending(&pending);
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    bool quiet = !sigismember(&pending, SIGXFSZ) && !sigismember(&blocked, SIGXFSZ);
    _exit(stored ? 1 : !fs::is_empty(base) ? 2 : !quiet ? 3 : 0);
  };
  pid_t pid = fork();
  if (pid == 0)
    child();
  int status = 0;
  waitpid(pid, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(CacheTest, ManyWritersAndReaders) {
  constexpr int kThreads = 4, kRounds = 50;
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&] {
      DiskCache cache(base, [&](const std::string &) { ++wrong; });
      for (int round = 0; round < kRounds; ++round) {
        Digest shared{uint64_t(round % 5), 9};
        if (!cache.store(shared, bytes(std::string(2000, char('a' + round % 5)))) || !cache.find(shared))
          ++wrong;
      }
    });
  for (auto &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(std::distance(fs::directory_iterator(base), {}), 5);
}

TEST_F(CacheTest, TrimRemovesTheOldestFirst) {
  DiskCache cache(base, collect());
  for (uint64_t i = 0; i < 4; ++i) {
    auto path = cache.store(Digest{i, 0}, bytes(std::string(1000, 'x')));
    ASSERT_TRUE(path);
    fs::last_write_time(*path, fs::file_time_type::clock::now() - std::chrono::hours(10 - i));
  }
  std::ofstream(base / ".tmp-1-1-1") << "left by a killed process";
  fs::last_write_time(base / ".tmp-1-1-1", fs::file_time_type::clock::now() - std::chrono::hours(3));
  cache.trim(2500);
  EXPECT_FALSE(cache.find(Digest{0, 0}));
  EXPECT_FALSE(cache.find(Digest{1, 0}));
  EXPECT_TRUE(cache.find(Digest{2, 0}));
  EXPECT_TRUE(cache.find(Digest{3, 0}));
  EXPECT_FALSE(fs::exists(base / ".tmp-1-1-1"));
}

TEST(CacheKey, EveryPartCounts) {
  Digest modules[] = {{1, 1}, {2, 2}};
  LaunchShape shape{{32, 4, 1}, true}, turned{{4, 32, 1}, true}, wide{{32, 4, 1}, false};
  auto key = [&](size_t n, const char *kernel, const LaunchShape &s, Executor e, bool debug, const char *identity,
                 bool checked = false) { return cacheKey({modules, n}, kernel, s, e, debug, checked, identity); };
  Digest all[] = {key(2, "k", shape, Executor::Simd, false, "x"),      key(1, "k", shape, Executor::Simd, false, "x"),
                  key(2, "kx", shape, Executor::Simd, false, ""),      key(2, "k", turned, Executor::Simd, false, "x"),
                  key(2, "k", wide, Executor::Simd, false, "x"),       key(2, "k", shape, Executor::Thread, false, "x"),
                  key(2, "k", shape, Executor::Simd, true, "x"),       key(2, "k", shape, Executor::Simd, false, "y"),
                  key(2, "k", shape, Executor::Simd, false, "x", true)};
  for (size_t i = 0; i < std::size(all); ++i)
    for (size_t j = 0; j < i; ++j)
      EXPECT_FALSE(all[i] == all[j]) << i << " " << j;
  EXPECT_EQ(all[0], key(2, "k", shape, Executor::Simd, false, "x"));
}

TEST(CacheEnvironment, FollowsTheVariables) {
  std::string pattern = (fs::temp_directory_path() / "helicon-cache-env-XXXXXX").string();
  ASSERT_NE(mkdtemp(pattern.data()), nullptr);
  setenv("HOME", pattern.c_str(), 1);
  unsetenv("XDG_CACHE_HOME");
  unsetenv("HELICON_CACHE");
  EXPECT_EQ(DiskCache::fromEnvironment({})->folder(), pattern + "/.cache/helicon");
  setenv("XDG_CACHE_HOME", (pattern + "/xdg").c_str(), 1);
  EXPECT_EQ(DiskCache::fromEnvironment({})->folder(), pattern + "/xdg/helicon");
  setenv("HELICON_CACHE", (pattern + "/own").c_str(), 1);
  EXPECT_EQ(DiskCache::fromEnvironment({})->folder(), pattern + "/own");
  setenv("HELICON_CACHE", "off", 1);
  auto off = DiskCache::fromEnvironment({});
  EXPECT_FALSE(off->usable());
  EXPECT_EQ(off->folder(), "");
  fs::remove_all(pattern);
}

TEST(Cpu, IdentityNamesTheInstructionSet) {
  EXPECT_NE(detectIsa(), Isa::Auto);
  EXPECT_EQ(targetIdentity(Isa::Auto), targetIdentity(detectIsa()));
  EXPECT_NE(targetIdentity(Isa::Sse42), targetIdentity(Isa::Avx2));
}

TEST(Digest, NoCollisionInSmallChanges) {
  std::string text(67, '\0');
  Digest zero = digestOf(text);
  for (size_t i = 0; i < text.size() * 8; ++i) {
    std::string changed = text;
    changed[i / 8] ^= char(1 << i % 8);
    Digest d = digestOf(changed);
    EXPECT_NE(d.low, zero.low);
    EXPECT_NE(d.high, zero.high);
  }
  EXPECT_NE(digestOf(text).low, digestOf(std::span(text).subspan(1)).low);
  EXPECT_NE(digestOf(text, 1).low, zero.low);
}

} // namespace
} // namespace helicon
