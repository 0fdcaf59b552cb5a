// Reads /proc/meminfo, the cgroup of the process and all its ancestors, and RLIMIT_AS. Unreadable files mean no limit.
// Page cache of a cgroup counts as free: the kernel takes it back before it kills.
#include "runtime/HostMemory.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

namespace helicon {

static bool readNumber(const std::string &path, uint64_t &out) {
  std::ifstream file(path);
  std::string word;
  if (!(file >> word) || word.empty() || word[0] < '0' || word[0] > '9')
    return false; // "max", or no such file
  out = std::strtoull(word.c_str(), nullptr, 10);
  return true;
}

/// The number after `key` in a file of "key value" lines.
static bool readField(const std::string &path, const std::string &key, uint64_t &out) {
  std::ifstream file(path);
  std::string word;
  while (file >> word)
    if (word == key && file >> out)
      return true;
  return false;
}

static uint64_t roomIn(const std::string &folder, const char *limitFile, const char *usageFile, const char *cacheKey) {
  uint64_t limit = 0, usage = 0, cache = 0;
  if (!readNumber(folder + limitFile, limit) || !readNumber(folder + usageFile, usage))
    return UINT64_MAX;
  readField(folder + "/memory.stat", cacheKey, cache);
  usage -= std::min(usage, cache);
  return limit > usage ? limit - usage : 0;
}

/// The smallest answer of `look` for the folder of `path` under `mount` and for all those above it.
template <class F> static uint64_t smallestUpwards(const std::string &mount, std::string path, F look) {
  uint64_t smallest = UINT64_MAX;
  for (;;) {
    smallest = std::min(smallest, look(mount + (path == "/" ? "" : path)));
    size_t slash = path.rfind('/');
    if (path.size() <= 1 || slash == std::string::npos)
      return smallest;
    path.resize(std::max<size_t>(slash, 1));
  }
}

/// The smallest answer over the process's cgroups: `v2` for the unified hierarchy, `v1` for that of `controller`.
template <class F, class G>
static uint64_t smallestInCgroups(const std::string &root, const std::string &controller, F v2, G v1) {
  std::ifstream file(root + "/proc/self/cgroup");
  const std::string wanted = "," + controller + ",", mount = root + "/sys/fs/cgroup/" + controller;
  uint64_t smallest = UINT64_MAX;
  std::string line;
  while (std::getline(file, line)) {
    size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos)
      continue;
    std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",", path = line.substr(second + 1);
    if (controllers == ",,")
      for (const char *unified : {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"})
        smallest = std::min(smallest, smallestUpwards(root + unified, path, v2));
    else if (controllers.find(wanted) != std::string::npos)
      smallest = std::min(smallest, smallestUpwards(mount, path, v1));
  }
  return smallest;
}

static uint64_t cgroupRoom(const std::string &root) {
  return smallestInCgroups(
      root, "memory",
      [](const std::string &folder) { return roomIn(folder, "/memory.max", "/memory.current", "inactive_file"); },
      [](const std::string &folder) {
        return roomIn(folder, "/memory.limit_in_bytes", "/memory.usage_in_bytes", "total_inactive_file");
      });
}

static uint64_t roundedShare(uint64_t quota, uint64_t period) {
  return quota && period ? (quota + period - 1) / period : UINT64_MAX;
}

uint32_t cgroupProcessors(const std::string &root) {
  uint64_t count = smallestInCgroups(
      root, "cpu",
      [](const std::string &folder) {
        std::ifstream file(folder + "/cpu.max"); // "max 100000" or "quota period"
        uint64_t quota = 0, period = 0;
        return file >> quota >> period ? roundedShare(quota, period) : UINT64_MAX;
      },
      [](const std::string &folder) {
        uint64_t quota = 0, period = 0; // no limit is -1, which is no number here
        return readNumber(folder + "/cpu.cfs_quota_us", quota) && readNumber(folder + "/cpu.cfs_period_us", period)
                   ? roundedShare(quota, period)
                   : UINT64_MAX;
      });
  return uint32_t(std::min<uint64_t>(count, UINT32_MAX));
}

static uint64_t addressSpaceLeft() {
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return UINT64_MAX;
  uint64_t pages = 0;
  readNumber("/proc/self/statm", pages);
  uint64_t used = pages * uint64_t(sysconf(_SC_PAGESIZE));
  return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

HostLimits hostLimits(const std::string &root) {
  HostLimits limits;
  uint64_t kib = 0, value = 0;
  if (readField(root + "/proc/meminfo", "MemAvailable:", kib))
    limits.physical = kib << 10;
  else
    limits.physical = uint64_t(sysconf(_SC_AVPHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE));
  limits.physical = std::min(limits.physical, cgroupRoom(root));
  limits.strictCommit = readNumber(root + "/proc/sys/vm/overcommit_memory", value) && value == 2;
  uint64_t commitLimit = 0, committed = 0;
  if (limits.strictCommit && readField(root + "/proc/meminfo", "CommitLimit:", commitLimit) &&
      readField(root + "/proc/meminfo", "Committed_AS:", committed))
    limits.physical = std::min(limits.physical, commitLimit > committed ? (commitLimit - committed) << 10 : 0);
  limits.addressSpace = addressSpaceLeft();
  return limits;
}

HostLimits hostLimits() { return hostLimits(""); }

} // namespace helicon
