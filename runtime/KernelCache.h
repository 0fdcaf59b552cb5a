// Native code of kernels: in memory by (kernel, block shape, index width), behind that whatever the provider does,
// which is the disk cache and the jit. Tests put their own provider in.
#pragma once

#include "jit/Jit.h"
#include "kernel-ir/Abi.h"
#include "runtime/Export.h"
#include "runtime/Module.h"
#include "runtime/Status.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace helicon {

struct KernelObject {
  const KernelImage *image = nullptr;
  void *library = nullptr; ///< for dlclose; null: not ours
};

class HELICON_EXPORT KernelProvider {
public:
  virtual ~KernelProvider() = default;
  /// Native code for a launch shape. Anything but Success comes with a message.
  virtual Status provide(const Module &, const CompileRequest &, KernelObject &out, std::string &message) = 0;
  /// The source line of an instruction of what provide() gave; `address` as the object's file counts. Empty: not known.
  virtual std::string lineOf(const Module &, const CompileRequest &, uint64_t /*address*/) { return {}; }
};

/// Replaces the provider (null: the default one again). For tests, before the first launch.
HELICON_EXPORT void setKernelProvider(KernelProvider *);

/// One compiled form of a kernel.
struct KernelVariant {
  ~KernelVariant();
  LaunchShape shape;
  Status status = Status::Success; ///< why there is no code; said when it was found out
  KernelObject object;
  uintptr_t codeLow = 0, codeHigh = 0; ///< its code, where the kernel may be stopped; nowhere if not ours
  std::vector<void *> variables;       ///< addresses, as KernelImage::variables names them
  /// Running mean of the time of a block, for deciding how many workers to wake; 0: unknown.
  mutable std::atomic<uint32_t> nanosecondsPerBlock{0};
  mutable std::atomic<uint32_t> launches{0}; ///< which launches are measured
};

/// The variant for `shape` if it was asked for before; no compiling.
bool knownVariant(Kernel &, const LaunchShape &shape, const KernelVariant *&out);

/// The source line of an instruction of the variant's code, for messages; empty where it is not known. Slow.
std::string lineOf(const Kernel &, const KernelVariant &, uintptr_t instruction);

/// The variant for `shape`, compiled if need be. Says on stderr why not.
Status findVariant(Kernel &, const LaunchShape &shape, const KernelVariant *&out);

} // namespace helicon
