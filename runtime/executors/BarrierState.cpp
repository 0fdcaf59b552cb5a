#include "runtime/executors/BarrierState.h"

#include <algorithm>
#include <cstring>

namespace helicon {

std::string describeBarrier(uint32_t id, uint32_t come, uint32_t wanted) {
  std::string name = id == 0 ? "the block's barrier" : "barrier " + std::to_string(id);
  return name + ", to which " + std::to_string(come) + " of " + std::to_string(wanted) + " threads have come";
}

std::string describeSite(const KernelImage &image, uint32_t site) {
  if (site == 0 || site > image.siteCount || !image.sites || !*image.sites[site - 1])
    return {};
  return std::string(" at ") + image.sites[site - 1];
}

static std::string describeThreads(uint32_t first, uint32_t last) {
  if (first == last)
    return "thread " + std::to_string(first);
  return "threads " + std::to_string(first) + " to " + std::to_string(last);
}

std::string describeWaits(uint32_t units, uint32_t threadsPerUnit, uint32_t threads,
                          const std::function<std::string(uint32_t)> &waitOf) {
  constexpr int kMost = 8;
  std::string text = "threads wait for each other: ";
  int shown = 0;
  for (uint32_t unit = 0, end; unit < units; unit = end) {
    const std::string wait = waitOf(unit);
    end = unit + 1;
    if (wait.empty())
      continue;
    while (end < units && waitOf(end) == wait)
      end++;
    if (shown++ == kMost)
      return text + "; and others";
    text += (shown > 1 ? "; " : "") +
            describeThreads(unit * threadsPerUnit, std::min(threads, end * threadsPerUnit) - 1) + " for " + wait;
  }
  return text;
}

void StillState::add(const void *data, size_t bytes) {
  const auto *at = static_cast<const char *>(data);
  for (; bytes >= sizeof(uint64_t); at += sizeof(uint64_t), bytes -= sizeof(uint64_t)) {
    uint64_t word;
    std::memcpy(&word, at, sizeof word);
    add(word);
  }
  uint64_t rest = 0;
  std::memcpy(&rest, at, bytes);
  add(rest);
}

} // namespace helicon
