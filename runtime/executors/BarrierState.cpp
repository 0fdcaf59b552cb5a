#include "runtime/executors/BarrierState.h"

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

std::string describeThreads(uint32_t first, uint32_t last) {
  if (first == last)
    return "thread " + std::to_string(first);
  return "threads " + std::to_string(first) + " to " + std::to_string(last);
}

} // namespace helicon
