// Waits for and writes of words in memory, in the order of a stream. A wait that is not over holds no thread: the
// scheduler asks it among the blocks that poll. Values may come from the host, from kernels and from other streams.
#pragma once

#include "runtime/Command.h"
#include "runtime/Export.h"
#include "runtime/Status.h"

#include <cstdint>
#include <vector>

namespace helicon {

class Stream;

struct MemoryOperation {
  enum class Kind : uint8_t {
    WaitGreater, ///< the signed difference to `value` is not negative
    WaitEqual,
    WaitAnd, ///< a bit of `value` is set
    WaitNor, ///< a bit is neither set nor in `value`
    Write
  };
  Kind kind = Kind::Write;
  bool isWide = false;     ///< 64 bits, else 32
  void *address = nullptr; ///< aligned; of memory that stays until the operation is done
  uint64_t value = 0;
};

/// One after the other, each when the one before is done. A word that can't be read or written fails the context (700).
HELICON_EXPORT Status enqueueMemoryOperations(Stream &, std::vector<MemoryOperation>);

} // namespace helicon
