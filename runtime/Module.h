// A loaded program image: kernels by name and device variables with their storage. One image of a plain fat binary, or
// all images of an -fgpu-rdc program, whose names refer to each other.
#pragma once

#include "jit/Digest.h"
#include "kernel-ir/Abi.h"
#include "kernel-ir/Image.h"
#include "runtime/Export.h"
#include "runtime/LaunchSetup.h"
#include "runtime/Status.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace helicon {

/// Writes a variable's initial bytes, and zeros behind them.
void initialise(void *storage, const VariableInfo &info);

class Context;
class Module;
struct KernelVariant;

struct Variable {
  const VariableInfo *info = nullptr;
  void *address = nullptr;
  bool ownsStorage = true; ///< false: it is the host shadow of a managed variable, or lies in the constant memory
};

/// A kernel of a module; MUfunction is its address.
class HELICON_EXPORT Kernel {
public:
  Kernel(Module &module, const KernelInfo &info);
  ~Kernel();
  Kernel(const Kernel &) = delete;
  const KernelInfo &info() const { return description; }
  Module &module() const { return owner; }
  /// Dynamic shared bytes that launches may ask for: the profile's limit without opting in, until set.
  uint64_t maxDynamicShared() const { return dynamicShared.load(std::memory_order_relaxed); }
  /// InvalidValue above the profile's opt-in limit less the static part.
  Status setMaxDynamicShared(int64_t bytes);
  int32_t sharedCarveout() const { return carveout.load(std::memory_order_relaxed); }
  Status setSharedCarveout(int32_t percent);
  /// Blocks that one multiprocessor holds; InvalidValue for blockSize <= 0, 0 blocks where it can't be launched.
  Status occupancy(int blockSize, uint64_t dynamicShared, int &blocks) const;
  /// Made at the first call.
  LaunchSetup &launchSetup();
  /// Largest threads a block may have: the profile's and the launch bounds'.
  uint32_t maxThreadsPerBlock() const;

private:
  friend class KernelCache;
  Module &owner;
  const KernelInfo &description;
  std::atomic<uint64_t> dynamicShared;
  std::atomic<int32_t> carveout{-1};
  std::once_flag setupMade;
  std::unique_ptr<LaunchSetup> setup;
  std::atomic<const KernelVariant *> recent{nullptr};   ///< the variant used last; checked before any lock
  std::vector<std::unique_ptr<KernelVariant>> variants; ///< under the module's mutex
};

/// What the API keeps with a module; it goes when the module is unloaded.
class HELICON_EXPORT ModuleCompanion {
public:
  virtual ~ModuleCompanion();
  /// Called before a launch of one of the module's kernels by the host, when needsRefresh() was called since.
  virtual Status refresh() = 0;
};

class HELICON_EXPORT Module : public std::enable_shared_from_this<Module> {
public:
  /// `shadow` gives the storage of a managed variable, or null for the module's own.
  using ShadowHook = void *(*)(void *user, std::string_view name, uint64_t bytes);
  static Status create(Context &, std::vector<Image> images, std::vector<std::vector<char>> ownedBytes,
                       ShadowHook shadow, void *user, std::shared_ptr<Module> &out);
  ~Module();
  Module(const Module &) = delete;

  Context &context() const { return owner; }
  uint32_t id() const { return serial; } ///< of this process, never used again
  Kernel *kernel(std::string_view name);
  /// By the number that device code has for it (kernel-ir/FunctionId.h), or null.
  Kernel *kernelById(uint64_t id);
  /// Names of the kernels in the order of the images.
  std::vector<std::string> kernelNames() const;
  const Variable *variable(std::string_view name);
  /// Of a name in KernelImage::variables; false if there is none.
  bool addressOf(std::string_view name, void *&address);
  std::span<const Image> images() const { return parts; }
  std::mutex &variantMutex() { return mutex; }
  /// Of the images' code, in order: what names it in cache keys. Computed at the first call (8 GB/s).
  std::span<const Digest> digests() const;
  /// The one companion, made by `make` at the first call; null once the module is unloaded.
  std::shared_ptr<ModuleCompanion> companion(std::shared_ptr<ModuleCompanion> (*make)(Module &));
  void needsRefresh() { stale.store(true, std::memory_order_release); }
  Status beforeLaunch() { return stale.load(std::memory_order_acquire) ? refreshCompanion() : Status::Success; }
  /// The module is unloaded: its handles go, its variables' memory is given back. Nothing of it runs any more.
  void retire();

private:
  explicit Module(Context &);
  Status build(ShadowHook, void *user);
  Status placeConstants();
  Status allocateVariable(Variable &, ShadowHook, void *user);
  Status relocate(const Variable &);
  Status refreshCompanion();

  Context &owner;
  const uint32_t serial;
  std::vector<Image> parts;
  std::vector<std::vector<char>> bytes;
  mutable std::vector<Digest> codeDigests;
  mutable std::once_flag digested;
  std::unordered_map<std::string_view, std::unique_ptr<Kernel>> kernels;
  std::unordered_map<std::string_view, Variable> variables;
  char *constants = nullptr; ///< all `__constant__` variables lie here, so that a kernel can tell their addresses
  uint64_t constantBytes = 0;
  std::unordered_map<uint64_t, Kernel *> byId; ///< made at the first use
  std::once_flag idsMade;
  std::mutex mutex;
  std::mutex companionMutex;
  std::shared_ptr<ModuleCompanion> follower;
  bool retired = false; ///< under companionMutex
  std::atomic<bool> stale{false};
};

/// Null unless `handle` is a kernel of a live module.
HELICON_EXPORT Kernel *findKernel(const void *handle);

} // namespace helicon
