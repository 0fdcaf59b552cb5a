// A device profile: the numbers of one card, from a data file in runtime/profiles/ which marks each value as known or
// assumed and names the source. They decide what the properties say and which launches are refused.
#pragma once

#include "runtime/Export.h"
#include "support/Result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace helicon {

struct Profile {
  std::string name;      ///< "S5000", as in HELICON_DEVICE
  std::string marketing; ///< "MTT S5000", as in the properties
  uint32_t arch = 0;     ///< 310 for mp_31
  uint32_t major = 0, minor = 0;
  uint32_t pciDevice = 0; ///< PCI device id; the vendor is 0x1ed5
  uint32_t warpSize = 0;  ///< as reported to the host; execution always works on 32 lanes
  uint32_t multiprocessors = 0;
  uint32_t maxThreadsPerBlock = 0;
  uint32_t maxBlockDim[3] = {};
  uint32_t maxGridDim[3] = {};
  uint32_t maxThreadsPerMultiprocessor = 0;
  uint32_t maxBlocksPerMultiprocessor = 0;
  uint32_t lanesPerMultiprocessor = 0; ///< FP32
  uint64_t sharedPerBlock = 0;         ///< bytes, without opting in
  uint64_t sharedPerBlockOptin = 0;    ///< bytes, with musaFuncSetAttribute
  uint64_t sharedPerMultiprocessor = 0;
  uint64_t sharedReserved = 0; ///< bytes a block takes for the system
  uint32_t registersPerBlock = 0;
  uint32_t registersPerMultiprocessor = 0;
  uint64_t constantBytes = 0;
  uint64_t globalBytes = 0;
  uint64_t l2Bytes = 0;
  uint32_t clockKHz = 0;
  uint32_t memoryClockKHz = 0;
  uint32_t memoryBusBits = 0;
  uint32_t singleToDoubleRatio = 0;
  bool cooperativeLaunch = false;
  /// For each key of the file: "known" or "assumed", and the source in words.
  struct Origin {
    bool known;
    std::string source;
  };
  std::map<std::string, Origin, std::less<>> origins;
};

/// Reads a profile's text. `file` is for messages.
HELICON_EXPORT Result<Profile> parseProfile(std::string_view text, std::string_view file);

/// Names of the built-in profiles, in a fixed order.
HELICON_EXPORT std::vector<std::string> builtinProfileNames();

/// "S5000", "S4000x2,S80", or paths (with a '/') of profile files: one profile for each device.
HELICON_EXPORT Result<std::vector<Profile>> profilesFor(std::string_view list);

} // namespace helicon
