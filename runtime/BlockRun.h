// A block in execution: its context, shared memory, and what lets it be put aside and gone on with: the frames of its
// groups (simd) or the fibers of its threads (thread). Reused from block to block; memory grows and stays.
#pragma once

#include "kernel-ir/Abi.h"
#include "runtime/BlockMemory.h"
#include "runtime/Command.h"
#include "runtime/executors/BarrierState.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace helicon {

class DeviceLaunches;
class FiberBlock;
class KernelCommand;
struct Worker;

enum class GroupState : uint8_t { Ready, AtBarrier, Ended };

struct BlockRun {
  BlockRun();
  ~BlockRun();
  BlockRun(const BlockRun &) = delete;

  BlockContext context{};
  KernelCommand *command = nullptr; ///< what context is filled for
  CommandRef commandRef;            ///< while suspended
  Worker *worker = nullptr;         ///< who runs it now
  uint32_t current = 0;             ///< group or thread that runs, for messages
  uint32_t trapThread = 0;          ///< who trapped
  uint32_t trapSite = 0;            ///< where, as KernelImage::sites counts; 0: not known
  Finding finding{};                ///< of checked code
  bool progress = false;            ///< of the last resumption: something other than polling happened

  BlockMemory sharedMemory, frameMemory;
  char *shared = nullptr, *frames = nullptr; ///< in them
  std::vector<GroupState> groups;
  uint32_t live = 0, waiting = 0;
  bool combines = false;  ///< a group that waits has something to combine with the others' (BarrierOp)
  bool meetsGrid = false; ///< a group waits for the grid's other blocks
  bool atGrid = false;    ///< the block has arrived there (KernelCommand::passGrid)
  uint32_t gridRound = 0; ///< at which barrier of the grid
  bool counted = false;   ///< groups came to counted barriers, whose states follow
  BarrierState barriers[kBlockBarriers];
  uint32_t waitingCounted = 0; ///< groups at them
  std::unique_ptr<FiberBlock> fibers;
  std::unique_ptr<DeviceLaunches> launches; ///< null unless the block's code used the device runtime

  /// False when the memory can't be had.
  bool reserveShared(uint64_t bytes) { return sharedMemory.reserve(bytes, shared); }
  bool reserveFrames(uint64_t bytes) { return frameMemory.reserve(bytes, frames); }
  /// The block is over: what was its own goes.
  void endBlock() {
    if (launches) [[unlikely]]
      dropLaunches();
  }

private:
  void dropLaunches();
};

/// Runs a suspended block on; true when it ended (or its launch failed).
bool resumeBlock(Worker &, BlockRun *);

/// simd executor: runs the block from its start (`fresh`) or from where it stopped; true when it ended.
bool runGroups(BlockRun &, bool fresh);
/// The same in steps, for kernels whose groups take turns: begin once, then step until it returns true (ended). A step
/// runs every group that is not at a barrier until it suspends.
void beginGroups(BlockRun &);
bool stepGroups(BlockRun &);
/// A group comes to a counted barrier and goes on.
void arriveAsGroup(BlockRun &, uint32_t group, uint32_t word);
/// thread executor, the same.
bool runThreads(BlockRun &, bool fresh);

} // namespace helicon
