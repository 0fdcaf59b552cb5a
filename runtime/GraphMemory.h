// Memory that nodes of graphs allocate. Its address is taken from the device's range when the node is added and stays
// the node's; "allocated" and "freed" are states of it. Two of them: as the program asked so far (`owed`: a launch has
// allocated it and nothing that was asked for frees it), by which launches are refused, and as the device has come
// (`live`), by which use is counted. It goes when neither a graph, an executable graph nor the program has it.
#pragma once

#include "runtime/Export.h"
#include "runtime/Status.h"

#include <cstdint>
#include <memory>

namespace helicon {

class Context;
class Device;
class GraphMemory;
using GraphMemoryRef = std::shared_ptr<GraphMemory>;

/// musaGraphMemAttributeType
enum class GraphMemoryCount : int { UsedNow = 0, UsedMost = 1, ReservedNow = 2, ReservedMost = 3 };

class HELICON_EXPORT GraphMemory : public std::enable_shared_from_this<GraphMemory> {
public:
  static Status create(Context &, uint64_t bytes, GraphMemoryRef &out);
  GraphMemory(Context &context, void *base, uint64_t bytes, uint64_t id);
  ~GraphMemory();
  /// What starts at `pointer`, if it is of a graph.
  static GraphMemoryRef find(const void *pointer);

  void *address() const { return base; }
  uint64_t bytes() const { return size; }
  Context &context() const { return owner; }

  /// The node that allocates, and one that frees, has run.
  Status begin();
  Status end();
  /// What the program has asked for: InvalidValue where that is not possible now. `again`: it may be owed.
  Status owe(bool again);
  Status settle();
  bool isOwed() const;
  /// musaFree: after the work that may use it.
  Status freeNow();

  static uint64_t count(const Device &, GraphMemoryCount which);
  static void resetMost(const Device &, GraphMemoryCount which);
  /// Gives memory of allocations that are free now back to the system.
  static void trim(const Device &);

private:
  struct Ledger;
  static Ledger &ledger();
  Context &owner;
  void *const base;
  const uint64_t size, id;
  bool owed = false, live = false, reserved = false;
  GraphMemoryRef kept; ///< itself, while the program has it
};

} // namespace helicon
