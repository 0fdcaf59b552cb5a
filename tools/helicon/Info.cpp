// Device fields come from the public API, so that they are what a program would read; names that scripts look for
// (multiProcessorCount, compute capability, warpSize, ...) are those of the SDK's musaInfo.
#include "tools/helicon/Info.h"

#include "include/musa_runtime_api.h"
#include "jit/Cache.h"
#include "runtime/Device.h"
#include "runtime/Environment.h"
#include "tools/helicon/Report.h"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <thread>

namespace helicon::tools {
namespace {

std::string versionText(int version) {
  return fmt::format("{}.{}.{}", version / 10000, version / 100 % 100, version % 100);
}

std::string cpuName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0)
      return line.substr(line.find(':') + 2);
  return "unknown";
}

struct IsaText {
  const char *name;
  int bits;
};

IsaText isaText(Isa isa) {
  switch (isa) {
  case Isa::Avx512:
    return {"avx512", 512};
  case Isa::Avx2:
    return {"avx2", 256};
  case Isa::Sse42:
    return {"sse42", 128};
  case Isa::Auto:
    break;
  }
  return {"unknown", 0};
}

Section toolkitSection(int devices) {
  Section out{"toolkit", "Helicon " HELICON_VERSION, {}};
  int driver = 0, runtime = 0;
  musaDriverGetVersion(&driver);
  musaRuntimeGetVersion(&runtime);
  out.add("driver version", versionText(driver));
  out.add("runtime version", versionText(runtime));
  out.add("device count", static_cast<int64_t>(devices));
  return out;
}

Section hostSection() {
  Section out{"host", "Host", {}};
  const Isa forced = environment().isa;
  const IsaText isa = isaText(forced == Isa::Auto ? detectIsa() : forced);
  out.add("CPU", cpuName());
  out.add("CPU threads", static_cast<int64_t>(std::thread::hardware_concurrency()));
  out.add("vector instruction set", std::string(isa.name));
  out.add("vector width (bits)", static_cast<int64_t>(isa.bits));
  out.add("vector width (floats)", static_cast<int64_t>(isa.bits / 32));
  const auto cache = DiskCache::fromEnvironment({});
  out.add("kernel cache", cache->folder().empty() ? std::string("none") : cache->folder());
  if (!cache->usable())
    out.add("kernel cache is not used", cache->why().empty() ? std::string("switched off") : cache->why());
  return out;
}

std::string threeOf(const int (&v)[3]) { return fmt::format("{} x {} x {}", v[0], v[1], v[2]); }

constexpr double kMebi = 1024.0 * 1024, kGibi = kMebi * 1024;

void addLimits(Section &out, const musaDeviceProp &p) {
  out.add("maxThreadsPerBlock", static_cast<int64_t>(p.maxThreadsPerBlock));
  out.add("maxThreadsDim", threeOf(p.maxThreadsDim));
  out.add("maxGridSize", threeOf(p.maxGridSize));
  out.add("maxThreadsPerMultiProcessor", static_cast<int64_t>(p.maxThreadsPerMultiProcessor));
  out.add("maxBlocksPerMultiProcessor", static_cast<int64_t>(p.maxBlocksPerMultiProcessor));
  out.add("sharedMemPerBlock (bytes)", static_cast<int64_t>(p.sharedMemPerBlock));
  out.add("sharedMemPerBlockOptin (bytes)", static_cast<int64_t>(p.sharedMemPerBlockOptin));
  out.add("sharedMemPerMultiprocessor (bytes)", static_cast<int64_t>(p.sharedMemPerMultiprocessor));
  out.add("regsPerBlock", static_cast<int64_t>(p.regsPerBlock));
  out.add("regsPerMultiprocessor", static_cast<int64_t>(p.regsPerMultiprocessor));
  out.add("totalConstMem (bytes)", static_cast<int64_t>(p.totalConstMem));
}

Section deviceSection(int ordinal, const musaDeviceProp &p) {
  Section out{"devices", fmt::format("device# {}", ordinal), {}};
  const Profile &profile = device(ordinal)->profile();
  char pci[32] = "";
  musaDeviceGetPCIBusId(pci, sizeof pci, ordinal);
  out.add("Name", std::string(p.name));
  out.add("profile", profile.name);
  out.add("arch", fmt::format("mp_{}{}", p.major, p.minor));
  out.add("compute capability (major.minor)", fmt::format("{}.{}", p.major, p.minor));
  out.add("multiProcessorCount", static_cast<int64_t>(p.multiProcessorCount));
  out.add("warpSize", static_cast<int64_t>(p.warpSize));
  out.add("clockRate (MHz)", p.clockRate / 1000.0);
  out.add("memoryClockRate (MHz)", p.memoryClockRate / 1000.0);
  out.add("memoryBusWidth (bits)", static_cast<int64_t>(p.memoryBusWidth));
  out.add("totalGlobalMem (GB)", static_cast<double>(p.totalGlobalMem) / kGibi);
  out.add("l2CacheSize (MB)", p.l2CacheSize / kMebi);
  addLimits(out, p);
  out.add("concurrentKernels", p.concurrentKernels != 0);
  out.add("cooperativeLaunch", p.cooperativeLaunch != 0);
  out.add("managedMemory", p.managedMemory != 0);
  out.add("canMapHostMemory", p.canMapHostMemory != 0);
  out.add("integrated", p.integrated != 0);
  out.add("pciBusId", std::string(pci));
  std::string assumed;
  for (const auto &[key, origin] : profile.origins)
    if (!origin.known)
      assumed += (assumed.empty() ? "" : ", ") + key;
  out.add("assumed values", assumed.empty() ? std::string("none") : assumed);
  return out;
}

} // namespace

int info(bool json) {
  int count = 0;
  if (const musaError_t status = musaGetDeviceCount(&count); status != musaSuccess) {
    fmt::print(stderr, "helicon: no device can be used: {} ({})\n", musaGetErrorString(status),
               musaGetErrorName(status));
    return 1;
  }
  std::vector<Section> sections{toolkitSection(count), hostSection()};
  for (int i = 0; i < count; ++i) {
    musaDeviceProp properties;
    if (musaGetDeviceProperties(&properties, i) == musaSuccess)
      sections.push_back(deviceSection(i, properties));
  }
  const std::string text = json ? asJson(sections) : asText(sections);
  // A full disk or a closed pipe must not pass for success.
  return std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0 ? 1 : 0;
}

} // namespace helicon::tools
