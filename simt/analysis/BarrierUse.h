// Whether the threads of a group come to the kernel's barriers together. A group waits as a
// whole; where its threads may wait at different barriers, or come to one that counts threads without the rest of their
// warp, it would pair them otherwise than a card does. Groups of one warp often help (the branch asks for the warp);
// where they don't, the kernel needs the thread executor. Cost: shapes once or twice a kernel with barriers, one
// dataflow over the blocks.
#pragma once

#include "simt/Simt.h"

namespace helicon::simt {

struct BarrierUse {
  bool oneWarp = false; ///< groups must be single warps
  std::string apart;    ///< why even these will not do, or empty
};

/// Of a prepared kernel, before it is structured; switches become branches, and the kernel gets the attribute below.
BarrierUse barrierUse(llvm::Function &kernel, const LaunchShape &shape, const Target &target);

/// On kernels whose groups must be single warps because of their barriers.
inline constexpr char kOneWarpAttribute[] = "helicon.one-warp";

} // namespace helicon::simt
