// See SharedFile.h. A file that grows beyond RLIMIT_FSIZE would be a signal, so the limit is asked first.
#include "runtime/SharedFile.h"

#include "runtime/Log.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace helicon {

static std::string nameFor(const char *use, const uint64_t (&key)[2]) {
  char text[96];
  std::snprintf(text, sizeof text, "helicon-%s-%016llx%016llx", use, (unsigned long long)key[0],
                (unsigned long long)key[1]);
  return text;
}

/// What the kernel calls the file behind a link of /proc; empty: unknown.
static std::string linkText(const std::string &path) {
  char text[160];
  const ssize_t length = readlink(path.c_str(), text, sizeof text);
  return length > 0 ? std::string(text, size_t(length)) : std::string();
}

static bool readKey(const std::string &link, const char *use, uint64_t (&key)[2]) {
  const std::string start = std::string("/memfd:helicon-") + use + "-";
  unsigned long long first = 0, second = 0;
  if (link.rfind(start, 0) != 0 || std::sscanf(link.c_str() + start.size(), "%16llx%16llx", &first, &second) != 2)
    return false;
  key[0] = first;
  key[1] = second;
  return true;
}

Status SharedFile::create(const char *use, uint64_t bytes, SharedFile &out) {
  rlimit limit{};
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < bytes) {
    logWarning("memory that other processes may open is a file, and ulimit -f allows none of " + std::to_string(bytes) +
               " bytes");
    return Status::OutOfMemory;
  }
  if (getrandom(out.key, sizeof out.key, 0) != ssize_t(sizeof out.key))
    return Status::OperatingSystem;
  out.fd = memfd_create(nameFor(use, out.key).c_str(), MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (out.fd >= 0 && ftruncate(out.fd, off_t(bytes)) == 0 &&
      fcntl(out.fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) == 0)
    return Status::Success;
  logWarning(std::string("the system refuses memory that other processes may open: ") + std::strerror(errno));
  const bool isFull = errno == EMFILE || errno == ENFILE || errno == ENOMEM;
  out.close();
  return isFull ? Status::OutOfMemory : Status::OperatingSystem;
}

Status SharedFile::adopt(int fd, const char *use, SharedFile &out) {
  if (fcntl(fd, F_GETFD) < 0)
    return Status::Unknown;
  if (!readKey(linkText("/proc/self/fd/" + std::to_string(fd)), use, out.key))
    return Status::InvalidValue;
  out.fd = fcntl(fd, F_DUPFD_CLOEXEC, 3);
  return out.fd >= 0 ? Status::Success : Status::OutOfMemory;
}

Status SharedFile::openOf(pid_t process, int number, const uint64_t (&key)[2], const char *use, SharedFile &out) {
  const std::string path = "/proc/" + std::to_string(process) + "/fd/" + std::to_string(number);
  // The link of the opened descriptor counts: the other process may close and open meanwhile.
  out.fd = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (out.fd < 0)
    return errno == EMFILE || errno == ENFILE ? Status::OutOfMemory : Status::NotFound;
  if (readKey(linkText("/proc/self/fd/" + std::to_string(out.fd)), use, out.key) && out.key[0] == key[0] &&
      out.key[1] == key[1])
    return Status::Success;
  out.close();
  return Status::NotFound;
}

uint64_t SharedFile::bytes() const {
  struct stat about{};
  return fstat(fd, &about) == 0 ? uint64_t(about.st_size) : 0;
}

void SharedFile::close() {
  if (fd >= 0)
    ::close(fd);
  fd = -1;
}

} // namespace helicon
