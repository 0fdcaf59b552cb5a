// Memory files (memfd) that hold what several processes share. They have no name in any file system: the memory lives
// as long as a process maps it or holds a descriptor, so nothing is left when processes die. A random number in the
// file's name tells whether a descriptor, here or in /proc of another process, is still the file that was meant.
#pragma once

#include "runtime/Status.h"

#include <cstdint>
#include <sys/types.h>

namespace helicon {

struct SharedFile {
  int fd = -1;
  uint64_t key[2] = {0, 0};

  /// `bytes` long and sparse, can't be shortened by whoever opens it. `use`: a word for its name.
  static Status create(const char *use, uint64_t bytes, SharedFile &out);
  /// The program's descriptor, duplicated. Unknown when it is none, InvalidValue when it is something else.
  static Status adopt(int fd, const char *use, SharedFile &out);
  /// Descriptor `number` of another process. NotFound when that is gone, or is not `key`.
  static Status openOf(pid_t process, int number, const uint64_t (&key)[2], const char *use, SharedFile &out);
  /// 0 when it can't be asked.
  uint64_t bytes() const;
  void close();
};

} // namespace helicon
