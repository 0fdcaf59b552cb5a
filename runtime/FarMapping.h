// Memory that kernels index with numbers of their own (stacks with local arrays, shared memory, frames), mapped where
// nothing else of the process lies: between the program's data and the libraries, terabytes from both. An index of 32
// bits that leaves an array ends in addresses that belong to nobody there, or at worst in another block's memory. Costs
// no address space: the guard is the distance, not a reservation. Where the system gives another place (some
// sanitizers, limits of address space), a reservation on both sides takes its part.
#pragma once

#include <cstdint>

namespace helicon {

class FarMapping {
public:
  FarMapping() = default;
  ~FarMapping();
  FarMapping(const FarMapping &) = delete;

  /// Addresses, instead of those it had; `spacing`: bytes to the next mapping, where there is room. False when the
  /// system refuses.
  bool reserve(uint64_t bytes, uint64_t spacing);
  /// Makes the last `bytes` readable and writable; touched as they are needed.
  bool open(uint64_t bytes);
  char *data() const { return start; }
  uint64_t bytes() const { return length; }
  bool holds(uintptr_t address) const { return address - uintptr_t(start) < length; }

  /// A place for `bytes`, to ask the system for; nothing is mapped.
  static void *place(uint64_t bytes, uint64_t spacing);
  /// Whether an address lies so that only an index out of such memory leads there.
  static bool isFar(uintptr_t address);

private:
  bool reserveWithGuards(uint64_t bytes);
  void drop();

  char *start = nullptr, *whole = nullptr;
  uint64_t length = 0, wholeLength = 0;
};

/// There is a limit of address space (ulimit -v): what is only reserved costs, too.
bool isAddressSpaceLimited();

} // namespace helicon
