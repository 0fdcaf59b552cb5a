#include "runtime/Findings.h"

#include <algorithm>
#include <cstdio>

namespace helicon {

static const char *nameOf(WarpOp op) {
  switch (op) {
  case WarpOp::Sync:
    return "__syncwarp";
  case WarpOp::ShflIdx:
    return "__shfl_sync";
  case WarpOp::ShflUp:
    return "__shfl_up_sync";
  case WarpOp::ShflDown:
    return "__shfl_down_sync";
  case WarpOp::ShflBfly:
    return "__shfl_xor_sync";
  case WarpOp::Ballot:
    return "a vote (__ballot_sync, __any_sync, __all_sync)";
  case WarpOp::MatchAny:
    return "__match_any_sync";
  case WarpOp::MatchAll:
    return "__match_all_sync";
  case WarpOp::ReduceAdd:
    return "__reduce_add_sync";
  case WarpOp::ReduceMinS:
  case WarpOp::ReduceMinU:
    return "__reduce_min_sync";
  case WarpOp::ReduceMaxS:
  case WarpOp::ReduceMaxU:
    return "__reduce_max_sync";
  case WarpOp::ReduceAnd:
    return "__reduce_and_sync";
  case WarpOp::ReduceOr:
    return "__reduce_or_sync";
  case WarpOp::ReduceXor:
    return "__reduce_xor_sync";
  case WarpOp::ActiveMask:
    break;
  }
  return "a warp operation";
}

static std::string hexadecimal(const char *format, unsigned long long value) {
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// "lane 3", "lanes 0 to 15, 20"
static std::string lanesText(uint32_t lanes) {
  std::string text = lanes & (lanes - 1) ? "lanes " : "lane ";
  for (bool first = true; lanes; first = false) {
    const auto low = uint32_t(__builtin_ctz(lanes));
    const uint32_t rest = ~(lanes >> low);
    const uint32_t end = rest ? std::min(low + uint32_t(__builtin_ctz(rest)), kWarpLanes) : kWarpLanes;
    text += (first ? "" : ", ") + std::to_string(low) + (end > low + 1 ? " to " + std::to_string(end - 1) : "");
    lanes = end == kWarpLanes ? 0 : lanes >> end << end;
  }
  return text;
}

uint32_t lanesOfWarp(uint32_t thread, const KernelImage &image) {
  const uint32_t threads = image.block[0] * image.block[1] * image.block[2];
  const uint32_t left = threads - thread / kWarpLanes * kWarpLanes;
  return left >= kWarpLanes ? ~0u : (1u << left) - 1;
}

std::string describeMask(WarpOp op, uint32_t mask, uint32_t lane, uint32_t exist, uint32_t present,
                         const char *absent) {
  const std::string text = std::string(nameOf(op)) + " with the mask " + hexadecimal("0x%08llx", mask) + ", which ";
  if (!(mask >> lane & 1))
    return text + "leaves out the calling lane " + std::to_string(lane);
  if (mask & ~exist)
    return text + "names " + lanesText(mask & ~exist) + ": the block has no such threads";
  if (mask & ~present)
    return text + "names " + lanesText(mask & ~present) + ": " + absent;
  return text + "is not the one that the other lanes it names give";
}

std::string describeMisaligned(uint64_t address, uint64_t bytes) {
  return "misaligned address " + hexadecimal("0x%llx", address) + " of an access of " + std::to_string(bytes) +
         " bytes";
}

std::string describeFinding(Finding finding, uint64_t a, uint64_t b, uint32_t thread, const KernelImage &image) {
  if (finding == Finding::Misaligned)
    return describeMisaligned(a, b);
  return describeMask(WarpOp(a >> 32), uint32_t(a), thread % kWarpLanes, lanesOfWarp(thread, image), uint32_t(b),
                      "they have ended or gone another way");
}

} // namespace helicon
