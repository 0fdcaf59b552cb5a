// Reading and writing whole blocks of bytes through calls that may move only a part of them, or be interrupted.
#pragma once

#include <sys/types.h>

#include <cerrno>
#include <cstddef>

namespace helicon {

/// Calls `move(done, left)`, which does what read(2) and write(2) do, until all `size` bytes went through. False, with
/// errno, when that fails, and at the end of a file (errno 0).
template <class Move> bool transferAll(size_t size, Move move) {
  for (size_t done = 0; done < size;) {
    errno = 0;
    ssize_t n = move(done, size - done);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    done += static_cast<size_t>(n);
  }
  return true;
}

} // namespace helicon
