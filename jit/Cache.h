// The disk cache: kernels' shared objects, one file each, named by everything the code depends on. Needs no LLVM.
// The folder must be private to the user, else it is not used. Files appear whole (written aside, then renamed) and
// carry a hash that is checked before a path is handed out; damaged ones are removed. Any failure only means that
// the kernel is compiled again: the program runs without the cache as well.
// Cost of a hit: open, read, hash, close: about 10 us for a small kernel.
#pragma once

#include "jit/Digest.h"
#include "jit/Jit.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace helicon {

/// Key of a compile. `modules` are the digests of the bitcode modules in order (digestOf, taken once a module);
/// `identity` is targetIdentity(isa) of the resolved instruction set.
Digest cacheKey(std::span<const Digest> modules, std::string_view kernel, const LaunchShape &shape, Executor executor,
                bool debug, bool checked, std::string_view identity);

class DiskCache {
public:
  /// Told at most once about each kind of trouble: what, where, what to do. May be empty.
  using Complain = std::function<void(const std::string &)>;

  /// The user's cache: HELICON_CACHE (a folder, or `off`), else $XDG_CACHE_HOME/helicon, else ~/.cache/helicon.
  static std::unique_ptr<DiskCache> fromEnvironment(Complain complain);
  /// A given folder, made when missing; an empty name means no cache.
  DiskCache(std::string folder, Complain complain);
  ~DiskCache();
  DiskCache(const DiskCache &) = delete;
  DiskCache &operator=(const DiskCache &) = delete;

  bool usable() const { return directory >= 0; }
  /// Absolute; empty when there is none. What `helicon info` shows, also when it isn't usable.
  const std::string &folder() const { return path; }
  /// Why it is not used, empty when it is.
  const std::string &why() const { return reason; }

  /// Path of a shared object that was checked just now, ready for dlopen.
  std::optional<std::string> find(const Digest &key);
  /// Keeps an object; its path, or nothing when that failed.
  std::optional<std::string> store(const Digest &key, std::span<const char> object);

  /// Removes the least recently used files until the cache holds at most `bytes`, and what a killed process left.
  void trim(uint64_t bytes);

  static constexpr uint64_t kMaxBytes = uint64_t(1) << 30;

private:
  void open();
  bool writeFile(const std::string &name, std::span<const char> object, const Digest &key);
  void complainOnce(std::atomic<bool> &said, const std::string &message);

  std::string path;
  std::string reason;
  Complain complain;
  int directory = -1; ///< open folder: all access is relative to what was checked
  std::atomic<bool> saidUnusable{false}, saidWrite{false}, saidDamage{false}, trimmed{false};
};

} // namespace helicon
