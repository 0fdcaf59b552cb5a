// A memory pool of a device: allocation and release in stream order. A freed allocation stays with the pool until the
// stream has come to its release; it may be handed out again at once in that stream, and in another one when that one
// waits for it, or when it has happened. So neither call waits, and a pair of them in one stream costs two short locks.
// Belongs to no context. docs/design/042-memory-kinds.md says which rules are whose.
#pragma once

#include "runtime/Export.h"
#include "runtime/Status.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace helicon {

class Arena;
class Command;
struct PointerInfo;
class Device;
class MemoryPool;
class Stream;
using PoolRef = std::shared_ptr<MemoryPool>;

class HELICON_EXPORT MemoryPool : public std::enable_shared_from_this<MemoryPool> {
public:
  /// Numbers as in the API.
  enum class Attribute : int32_t {
    FollowEvents = 1,
    Opportunistic = 2,
    InternalDependencies = 3,
    ReleaseThreshold = 4,
    ReservedCurrent = 5,
    ReservedHigh = 6,
    UsedCurrent = 7,
    UsedHigh = 8
  };

  /// `mostBytes` 0: what the device has. `shareable`: other processes may open it, by a file descriptor.
  static Status create(Device &, uint64_t mostBytes, bool shareable, PoolRef &out);
  /// A pool of another process: memory is found in it by importPointer(), and none can be allocated.
  static Status import(Device &, int fd, PoolRef &out);
  static PoolRef find(const void *handle);
  static PoolRef defaultOf(Device &);
  static PoolRef currentOf(Device &);
  /// InvalidValue unless the pool is one of the device.
  static Status setCurrent(Device &, const PoolRef &);
  /// The pool that graphs' allocations come from; its attributes are those of musaGraphMemAttr*. Not to be destroyed.
  static PoolRef forGraphs(Device &);
  /// The handle is gone; what the program holds lives on until it is freed. InvalidValue for a device's own pool.
  static Status destroy(const PoolRef &);

  /// Frees device memory when `stream` comes there, whichever pool or call it is from. InvalidValue unless a live
  /// allocation starts at `pointer`; NotSupported for managed memory.
  static Status freeInOrder(void *pointer, Stream &stream);
  /// The program has waited for something: what became free is free for all, and what is above the threshold goes.
  static void afterWait() {
    if (unsettled.load(std::memory_order_relaxed)) [[unlikely]]
      settleAll();
  }
  /// Gives back what pools of the device keep for later; false when there was nothing.
  static bool reclaim(Device &);
  /// All memory of all pools of the device is gone, and so are the pools that the program made.
  static void resetDevice(Device &);

  /// How another process finds an allocation; travels as bytes.
  struct Pointer {
    uint64_t magic, key[2], offset, bytes;
  };

  MemoryPool(Device &, uint64_t mostBytes);
  ~MemoryPool();
  MemoryPool(const MemoryPool &) = delete;

  Device &device() const { return owner; }
  /// Memory that work put into `stream` from now on may use; of all streams when it is null. `bytes` 0: a null pointer.
  Status allocate(uint64_t bytes, Stream *stream, void **out);
  /// Nothing uses it any more.
  Status freeNow(void *pointer);
  Status attribute(Attribute, uint64_t &value) const;
  /// The high-water marks can only be set to 0, the current figures not at all.
  Status setAttribute(Attribute, uint64_t value);
  /// Gives back what nobody uses, but keeps `keep` bytes.
  void trim(uint64_t keep);

  bool isShareable() const { return own != nullptr; }
  bool isImported() const { return imported != nullptr; }
  /// A descriptor that is the program's to close.
  Status exportFile(int &fd) const;
  static Status exportPointer(const void *pointer, Pointer &out);
  Status importPointer(const Pointer &, void **out);

  /// Whether a device may use the pool's memory, as the program said; the pool's own always may. (There is one address
  /// space: nothing holds a kernel up that was not told.)
  uint32_t access(int device) const;
  void setAccess(int device, uint32_t flags);

private:
  struct Block {
    void *base = nullptr;
    std::shared_ptr<Command> until; ///< null, or done: it is free
  };
  /// The free blocks of one size.
  struct Shelf {
    std::vector<Block> settled;                               ///< for any stream
    std::unordered_map<uint64_t, std::deque<Block>> byStream; ///< freed in the stream with this id, oldest first
  };
  struct Registry;
  class Own;
  class Imported;

  Arena &arena() const;
  Status obtain(uint64_t capacity, uint32_t flags, void **out);
  Status giveUp(void *base, uint64_t capacity);
  static Registry &registry();
  static void keep(const PoolRef &);
  static void settleAll();
  Status attempt(uint64_t bytes, uint64_t capacity, Stream *stream, bool forced, void **out);
  bool takeLocked(uint64_t capacity, Stream *stream, Block &out);
  bool takeFromOthersLocked(Shelf &, Stream &, Block &out) const;
  bool takeForcedLocked(uint64_t capacity, Stream &, Block &out);
  static Status freeInOrder(const PointerInfo &, Stream &stream);
  Status freeBehind(void *pointer, Stream *stream);
  Status releaseImported(void *pointer);
  void shelveLocked(Block, uint64_t capacity, Stream *stream);
  void markUnsettledLocked(bool value);
  void settle();
  bool moveDoneLocked();
  bool trimLocked(uint64_t keep, bool toOrBelow);
  bool waitForFrees();
  void dropEverything();
  void forgetRange();
  bool isEmpty() const;

  Device &owner;
  const uint64_t mostBytes;
  const bool caches; ///< else a block goes back to the arena: checked mode, where freed memory must not be touched
  mutable std::mutex mutex;
  std::map<uint64_t, Shelf> shelves; ///< by the size that their blocks have
  bool followEvents = true, opportunistic = true, internalDependencies = true;
  uint64_t threshold = 0;
  uint64_t reserved = 0, reservedHigh = 0, used = 0, usedHigh = 0;
  std::map<int, uint32_t> accessOf;
  std::shared_ptr<Own> own;           ///< the memory of a pool that can be shared
  std::shared_ptr<Imported> imported; ///< that of another process's
  bool isUnsettled = false;
  static inline std::atomic<uint32_t> unsettled{0}; ///< pools that have something to do after a wait
};

} // namespace helicon
