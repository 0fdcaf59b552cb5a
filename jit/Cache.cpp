#include "jit/Cache.h"

#include "support/FileSizeSignal.h"
#include "support/Transfer.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <utility>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace helicon {

namespace {

// Stands behind the ELF file, where no loader looks.
struct Trailer {
  char magic[8];
  uint64_t objectBytes;
  Digest key;
  Digest content;
};
constexpr char kMagic[8] = {'H', 'L', 'K', 'C', 'A', 'C', 'H', '1'};
constexpr char kSuffix[] = ".so";
constexpr char kTemporary[] = ".tmp-";
constexpr time_t kDay = 24 * 3600;

std::string fileName(const Digest &key) { return key.hex() + kSuffix; }

std::string systemMessage() { return std::strerror(errno); }

// Closes at the end of a scope.
struct File {
  int fd;
  explicit File(int fd) : fd(fd) {}
  ~File() {
    if (fd >= 0)
      ::close(fd);
  }
  File(const File &) = delete;
  File &operator=(const File &) = delete;
};

bool readAll(int fd, std::vector<char> &bytes) {
  return transferAll(bytes.size(), [&](size_t done, size_t left) { return ::read(fd, bytes.data() + done, left); });
}

bool writeAll(int fd, const void *data, size_t size) {
  const auto *bytes = static_cast<const char *>(data);
  return transferAll(size, [&](size_t done, size_t left) { return ::write(fd, bytes + done, left); });
}

/// Differs between processes, even those that see the same process number in containers of their own.
std::string temporaryName() {
  static std::atomic<uint64_t> serial{0};
  timespec now;
  ::clock_gettime(CLOCK_REALTIME, &now);
  return kTemporary + std::to_string(::getpid()) + "-" + std::to_string(serial++) + "-" + std::to_string(now.tv_sec) +
         "." + std::to_string(now.tv_nsec);
}

Digest contentDigest(std::span<const char> object, const Digest &key) { return digestOf(object, key.low ^ key.high); }

// Whole, of this key, and undamaged?
bool intact(const std::vector<char> &bytes, const Digest &key) {
  Trailer trailer;
  if (bytes.size() < sizeof trailer)
    return false;
  size_t objectBytes = bytes.size() - sizeof trailer;
  std::memcpy(&trailer, bytes.data() + objectBytes, sizeof trailer);
  return std::memcmp(trailer.magic, kMagic, sizeof kMagic) == 0 && trailer.objectBytes == objectBytes &&
         trailer.key == key && trailer.content == contentDigest({bytes.data(), objectBytes}, key);
}

std::string folderFromEnvironment() {
  auto value = [](const char *name) {
    const char *v = std::getenv(name);
    return std::string(v ? v : "");
  };
  if (std::getenv("HELICON_CACHE")) {
    std::string folder = value("HELICON_CACHE");
    return folder == "off" ? "" : folder;
  }
  if (std::string base = value("XDG_CACHE_HOME"); !base.empty() && base[0] == '/')
    return base + "/helicon";
  if (std::string home = value("HOME"); !home.empty())
    return home + "/.cache/helicon";
  return "";
}

} // namespace

Digest cacheKey(std::span<const Digest> modules, std::string_view kernel, const LaunchShape &shape, Executor executor,
                bool debug, bool checked, std::string_view identity) {
  KeyBuilder key;
  key.add(static_cast<uint64_t>(modules.size()));
  for (const Digest &module : modules)
    key.add(module);
  key.add(kernel);
  for (uint32_t extent : shape.block)
    key.add(static_cast<uint64_t>(extent));
  key.add(static_cast<uint64_t>(shape.indexFits31)).add(static_cast<uint64_t>(executor));
  key.add(static_cast<uint64_t>(debug)).add(static_cast<uint64_t>(checked)).add(identity);
  return key.finish();
}

std::unique_ptr<DiskCache> DiskCache::fromEnvironment(Complain complain) {
  return std::make_unique<DiskCache>(folderFromEnvironment(), std::move(complain));
}

DiskCache::DiskCache(std::string folder, Complain complain) : path(std::move(folder)), complain(std::move(complain)) {
  if (path.empty()) {
    reason = "switched off, or neither HELICON_CACHE, XDG_CACHE_HOME nor HOME names a folder";
    return;
  }
  std::error_code error;
  if (auto absolute = std::filesystem::absolute(path, error); !error)
    path = absolute.string();
  open();
  if (!usable())
    complainOnce(saidUnusable, "kernel cache not used: " + reason +
                                   "; set HELICON_CACHE to a folder of your own, or to "
                                   "'off'");
}

DiskCache::~DiskCache() {
  if (directory >= 0)
    ::close(directory);
}

void DiskCache::open() {
  // Parents as XDG wants them: made when missing, for the user alone. Errors show when the folder is opened.
  for (size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1))
    ::mkdir(path.substr(0, slash).c_str(), 0700);
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
    reason = "cannot make folder '" + path + "': " + systemMessage();
    return;
  }
  File opened(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct stat status;
  if (opened.fd < 0 || ::fstat(opened.fd, &status) != 0) {
    reason = "cannot open folder '" + path + "': " + systemMessage();
    return;
  }
  if (status.st_uid != ::geteuid()) {
    reason = "folder '" + path + "' belongs to another user";
    return;
  }
  if (status.st_mode & 077) {
    reason = "folder '" + path + "' is open to other users (chmod 700 makes it private)";
    return;
  }
  struct statvfs system;
  if (::fstatvfs(opened.fd, &system) == 0 && (system.f_flag & ST_NOEXEC)) {
    reason = "folder '" + path + "' is on a file system mounted noexec, from which no code may be loaded";
    return;
  }
  std::swap(directory, opened.fd);
}

std::optional<std::string> DiskCache::find(const Digest &key) {
  if (!usable())
    return std::nullopt;
  std::string name = fileName(key);
  File file(::openat(directory, name.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)); // no waiting at a pipe
  struct stat status;
  if (file.fd < 0 || ::fstat(file.fd, &status) != 0 || !S_ISREG(status.st_mode))
    return std::nullopt;
  std::vector<char> bytes(status.st_size);
  if (!readAll(file.fd, bytes) || !intact(bytes, key)) {
    ::unlinkat(directory, name.c_str(), 0);
    complainOnce(saidDamage,
                 "kernel cache: '" + path + "/" + name + "' is damaged; removed, the kernel is compiled again");
    return std::nullopt;
  }
  // The time of last use, kept a day coarse: trim() goes by it.
  if (status.st_mtime + kDay < std::time(nullptr))
    ::futimens(file.fd, nullptr);
  return path + "/" + name;
}

bool DiskCache::writeFile(const std::string &name, std::span<const char> object, const Digest &key) {
  FileSizeSignal withoutSignal;
  File file(::openat(directory, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (file.fd < 0)
    return false;
  Trailer trailer{};
  std::memcpy(trailer.magic, kMagic, sizeof kMagic);
  trailer.objectBytes = object.size();
  trailer.key = key;
  trailer.content = contentDigest(object, key);
  bool written = writeAll(file.fd, object.data(), object.size()) && writeAll(file.fd, &trailer, sizeof trailer) &&
                 ::close(std::exchange(file.fd, -1)) == 0; // a full disk or quota may only show here
  if (!written) {
    int why = errno;
    ::unlinkat(directory, name.c_str(), 0);
    errno = why;
  }
  return written;
}

std::optional<std::string> DiskCache::store(const Digest &key, std::span<const char> object) {
  if (!usable())
    return std::nullopt;
  if (!trimmed.exchange(true))
    trim(kMaxBytes);
  std::string temporary = temporaryName(), name = fileName(key);
  bool written = writeFile(temporary, object, key);
  if (!written || ::renameat(directory, temporary.c_str(), directory, name.c_str()) != 0) {
    std::string why = systemMessage();
    if (written)
      ::unlinkat(directory, temporary.c_str(), 0);
    complainOnce(saidWrite, "kernel cache: cannot write to '" + path + "': " + why + "; going on without");
    return std::nullopt;
  }
  return path + "/" + name;
}

void DiskCache::trim(uint64_t bytes) {
  if (!usable())
    return;
  File copy(::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  DIR *entries = copy.fd < 0 ? nullptr : ::fdopendir(copy.fd);
  if (!entries)
    return;
  copy.fd = -1; // now owned by `entries`
  struct Entry {
    std::string name;
    time_t used;
    uint64_t size;
  };
  std::vector<Entry> objects;
  uint64_t total = 0;
  time_t now = std::time(nullptr);
  while (dirent *entry = ::readdir(entries)) {
    std::string_view name = entry->d_name;
    struct stat status;
    if (::fstatat(directory, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode))
      continue;
    if (name.starts_with(kTemporary)) {
      // An hour: no live process takes that long between writing and renaming.
      if (status.st_mtime + 3600 < now)
        ::unlinkat(directory, entry->d_name, 0);
    } else if (name.ends_with(kSuffix)) {
      objects.push_back({std::string(name), status.st_mtime, static_cast<uint64_t>(status.st_size)});
      total += status.st_size;
    }
  }
  ::closedir(entries);
  std::sort(objects.begin(), objects.end(), [](const Entry &a, const Entry &b) { return a.used < b.used; });
  for (const Entry &object : objects) {
    if (total <= bytes)
      break;
    if (::unlinkat(directory, object.name.c_str(), 0) == 0)
      total -= object.size;
  }
}

void DiskCache::complainOnce(std::atomic<bool> &said, const std::string &message) {
  if (!said.exchange(true) && complain)
    complain(message);
}

} // namespace helicon
