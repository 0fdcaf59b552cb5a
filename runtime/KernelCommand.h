// A launched kernel as a command: one item is one block.
#pragma once

#include "runtime/Command.h"
#include "runtime/KernelCache.h"
#include "runtime/Module.h"

#include <atomic>
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

  /// Before it runs once more, as part of a graph.
  void rewind();
  uint32_t dynamicSharedBytes() const { return dynamicShared; }
  const uint32_t (&gridSize() const)[3] { return grid; }

  uint64_t runItems(Worker &, uint64_t first, uint64_t count) override;
  bool resume(Worker &, BlockRun &);
  /// It ran longer than MUSA_EXECUTION_TIMEOUT allows: fails the launch; the blocks are stopped by the caller.
  void outOfTime();
  /// Device code of `grid` launched this.
  void setParent(const KernelCommand &grid) { nesting = grid.nesting + 1; }
  /// 0 for what the host launched.
  uint32_t depth() const { return nesting; }
  void childEnded() override;

  /// The block has come to a barrier of the whole grid: true when it may go on, which it asks again and again. Does not
  /// return where the blocks can never meet.
  bool passGrid(BlockRun &);
  /// A block whose threads have all ended; the others may be waiting for it.
  void blockEnded(BlockRun &run) {
    if (cooperative && (image.flags & kKernelMeetsGrid))
      leaveGrid(run);
  }

  const Kernel &kernel;
  const KernelVariant &variant;
  const KernelImage &image;
  const uint64_t recursionBytes;  ///< stack for calls without a known depth, by the limit at the launch
  const uint64_t groupStackBytes; ///< of a worker's kernel stack
  bool runsApart() const { return groupStackBytes != 0; }
  bool cooperative = false; ///< all blocks are resident

  /// Blocks meet at barriers of the grid, so each worker holds a share of them and runs them side by side. Not where
  /// they may wait in loops as well, which only the scheduler sees an end of.
  bool meetsInShares() const {
    constexpr uint32_t kWanted = kKernelMeetsGrid, kNot = kKernelPolls;
    return cooperative && image.executor == Executor::Simd && (image.flags & (kWanted | kNot)) == kWanted;
  }
  uint64_t timeLimit = 0; ///< when it must be done, once it has begun under a limit

private:
  bool prepare(Worker &);
  bool fit(BlockRun &, Worker &);
  void runSideBySide(Worker &, uint64_t first, uint64_t count);
  void putAside(Worker &, BlockRun &);
  void putNeighboursAside(Worker &, uint64_t count);
  void leaveGrid(BlockRun &);
  void runBlocks(Worker &, uint64_t first, uint64_t count);
  void failed(Worker &, BlockRun &, int why);

  std::shared_ptr<Module> module;
  uint32_t grid[3];
  uint32_t dynamicShared;
  std::atomic<uint32_t> gridRound{0};  ///< barriers of the grid that have opened
  std::atomic<uint64_t> gridBlocks{0}; ///< low half: blocks at the next one, high half: blocks that have ended
  uint32_t nesting = 0;
  char *argumentMemory;
  alignas(16) char inlineArguments[256];
};

} // namespace helicon
