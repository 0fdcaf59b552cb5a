// A launched kernel as a command: one item is one block.
#pragma once

#include "runtime/Command.h"
#include "runtime/KernelCache.h"
#include "runtime/Module.h"

#include <cstdint>
#include <memory>

namespace helicon {

struct BlockRun;

class KernelCommand final : public Command {
public:
  KernelCommand(Context &, std::shared_ptr<Module> keep, const Kernel &, const KernelVariant &,
                const uint32_t (&gridSize)[3], uint32_t dynamicShared);
  ~KernelCommand() override;
  /// The argument buffer, 16-byte aligned, `info().argumentBytes` long; null when there was no memory for it.
  char *arguments() { return argumentMemory; }

  uint64_t runItems(Worker &, uint64_t first, uint64_t count) override;
  bool resume(Worker &, BlockRun &);

  const Kernel &kernel;
  const KernelVariant &variant;
  const KernelImage &image;
  const uint64_t recursionBytes; ///< stack for calls without a known depth, by the limit at the launch

private:
  bool prepare(Worker &);
  bool fit(BlockRun &, Worker &);
  void runSideBySide(Worker &, uint64_t first, uint64_t count);
  void runBlocks(Worker &, uint64_t first, uint64_t count);
  void failed(Worker &, BlockRun &, int why);

  std::shared_ptr<Module> module;
  uint32_t grid[3];
  uint32_t dynamicShared;
  char *argumentMemory;
  alignas(16) char inlineArguments[256];
};

} // namespace helicon
