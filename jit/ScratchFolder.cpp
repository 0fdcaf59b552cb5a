#include "jit/ScratchFolder.h"

#include "support/Transfer.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace helicon::jit {

namespace {

Error systemError(const char *what, StringRef path) {
  return createStringError(Twine("cannot ") + what + " the linker's working file '" + path +
                           "': " + std::strerror(errno));
}

} // namespace

std::vector<std::string> ScratchFolder::parents() {
  std::vector<std::string> all{"/dev/shm", "/tmp", "/var/tmp"};
  if (const char *preferred = std::getenv("TMPDIR"); preferred && *preferred)
    all.insert(all.begin(), preferred);
  return all;
}

Expected<ScratchFolder> ScratchFolder::createIn(const std::string &parent, unsigned count, uint64_t bytes) {
  std::string name = parent + "/helicon-XXXXXX";
  if (!::mkdtemp(name.data()))
    return createStringError(Twine("cannot make a working folder in '") + parent + "': " + std::strerror(errno));
  ScratchFolder folder(std::move(name));
  if (int why = folder.lackOf(count, bytes))
    return createStringError("no room for " + Twine(count) + " files of " + Twine(bytes) + " bytes in '" + parent +
                             "': " + std::strerror(why) + (why == EFBIG ? " (see ulimit -f)" : ""));
  return folder;
}

/// Why they do not fit, all at once, as errno has it; 0 when they do.
int ScratchFolder::lackOf(unsigned count, uint64_t bytes) {
  int why = 0;
  unsigned made = 0;
  auto path = [&](unsigned number) { return folder + "/room" + std::to_string(number); };
  for (; made < count && !why; ++made) {
    int fd = ::open(path(made).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) {
      why = errno;
      break;
    }
    why = ::posix_fallocate(fd, 0, static_cast<off_t>(bytes));
    ::close(fd);
  }
  while (made > 0)
    ::unlink(path(--made).c_str());
  return why;
}

ScratchFolder::~ScratchFolder() {
  if (folder.empty())
    return;
  for (const std::string &path : files)
    ::unlink(path.c_str());
  ::rmdir(folder.c_str());
}

std::string ScratchFolder::file(StringRef name) {
  files.push_back(folder + "/" + name.str());
  return files.back();
}

Expected<std::string> ScratchFolder::write(StringRef name, ArrayRef<char> bytes) {
  std::string path = file(name);
  int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0)
    return systemError("create", path);
  bool ok = transferAll(bytes.size(), [&](size_t done, size_t left) { return ::write(fd, bytes.data() + done, left); });
  Error error = ok ? Error::success() : systemError("write", path);
  ::close(fd);
  if (error)
    return std::move(error);
  return path;
}

Expected<std::vector<char>> ScratchFolder::read(const std::string &path) const {
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (fd < 0 || ::fstat(fd, &status) != 0)
    return systemError("open", path);
  std::vector<char> bytes(status.st_size);
  bool ok =
      transferAll(bytes.size(), [&](size_t done, size_t left) { return ::pread(fd, bytes.data() + done, left, done); });
  Error error = ok ? Error::success() : systemError("read", path);
  ::close(fd);
  if (error)
    return std::move(error);
  return bytes;
}

} // namespace helicon::jit
