// What this process can really have: memory of the machine, the cgroup (v1 and v2) and the address space limit; CPUs.
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

/// CPUs that the process's cgroups let it use, rounded up; UINT32_MAX: no limit.
uint32_t cgroupProcessors(const std::string &root = {});

} // namespace helicon
