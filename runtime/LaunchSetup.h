// What the driver API's older calls set up with a kernel before they launch it: block, shared memory, argument bytes.
#pragma once

#include <cstdint>
#include <mutex>

namespace helicon {

struct LaunchSetup {
  static constexpr uint32_t kMostArguments = 4096; ///< bytes
  std::mutex mutex;
  uint32_t block[3] = {1, 1, 1};
  uint64_t dynamicShared = 0;
  uint32_t argumentBytes = 0;
  alignas(16) char arguments[kMostArguments] = {};
};

} // namespace helicon
