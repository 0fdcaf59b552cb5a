// How much memory this process can really have: the machine's, the cgroup's (v1 and v2), the address space limit's.
#pragma once

#include <cstdint>
#include <string>

namespace helicon {

struct HostLimits {
  uint64_t physical = 0;     ///< bytes that can still be touched without the out-of-memory killer
  uint64_t addressSpace = 0; ///< bytes of address space left under RLIMIT_AS; UINT64_MAX: no limit
  bool strictCommit = false; ///< overcommit is off: committed memory counts as touched
};

HostLimits hostLimits();

/// The same from another root of /proc and /sys, for tests.
HostLimits hostLimits(const std::string &root);

} // namespace helicon
