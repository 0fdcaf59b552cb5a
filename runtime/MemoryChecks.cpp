#include "runtime/MemoryChecks.h"

#include "runtime/ArenaGuards.h"
#include "runtime/Command.h"
#include "runtime/Context.h"
#include "runtime/Device.h"
#include "runtime/Log.h"
#include "runtime/Process.h"

#include <cstdio>

namespace helicon {

static bool isOver(const std::weak_ptr<Command> &launch) {
  const auto command = launch.lock();
  return !command || command->done();
}

void MemoryChecks::launched(const std::string &kernel, const std::shared_ptr<Command> &command) {
  constexpr size_t kMany = 16;
  std::lock_guard lock(mutex);
  auto &launches = since[kernel];
  if (launches.size() >= kMany)
    std::erase_if(launches, isOver);
  launches.push_back(command);
}

std::string MemoryChecks::suspectsLocked() const {
  constexpr size_t kMost = 4;
  if (since.empty())
    return "no kernel ran since the last check, so the program itself";
  if (since.size() == 1)
    return "kernel " + demangled(since.begin()->first.c_str());
  std::string text = "one of the kernels since the last check (";
  size_t shown = 0;
  for (const auto &[name, launches] : since) {
    if (shown == kMost)
      return text + ", and " + std::to_string(since.size() - shown) + " more)";
    text += (shown++ ? ", " : "") + demangled(name.c_str());
  }
  return text + ")";
}

static std::string describe(const Overrun &overrun) {
  char text[160];
  std::snprintf(text, sizeof text, " wrote %llu bytes %s the allocation of %llu bytes at %p%s",
                (unsigned long long)overrun.bytes, overrun.beforeStart ? "before the start of" : "past the end of",
                (unsigned long long)overrun.allocation.bytes, overrun.allocation.base,
                overrun.isAllocation ? "" : ", as was found when it was freed");
  return text;
}

void MemoryChecks::look(Context &context) {
  constexpr size_t kMost = 8;
  std::vector<Overrun> found;
  std::string suspects;
  bool living = false;
  {
    std::lock_guard lock(mutex);
    living = !since.empty();
    suspects = suspectsLocked();
    for (auto it = since.begin(); it != since.end();) {
      std::erase_if(it->second, isOver); // before looking: what ends meanwhile is looked after the next time
      it = it->second.empty() ? since.erase(it) : std::next(it);
    }
  }
  context.device().memory().checkGuards(living, found);
  process::pinnedArena().checkGuards(living, found);
  if (found.empty())
    return;
  for (size_t i = 0; i < found.size() && i < kMost; i++)
    logError("HELICON_STRICT: " + suspects + describe(found[i]));
  if (found.size() > kMost)
    logError("HELICON_STRICT: " + std::to_string(found.size() - kMost) + " more such places");
  context.fail(Status::IllegalAddress);
}

} // namespace helicon
