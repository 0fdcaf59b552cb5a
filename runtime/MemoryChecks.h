// Checked mode (HELICON_STRICT): whenever the program has waited for the device, what lies around its allocations is
// looked at (ArenaGuards.h), if a kernel ran since the last time, and what was found is said together with the kernels
// that may have done it.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace helicon {

class Command;
class Context;

class MemoryChecks {
public:
  /// `kernel`: its mangled name.
  void launched(const std::string &kernel, const std::shared_ptr<Command> &);
  /// Fails the context with IllegalAddress where something was written.
  void look(Context &);

private:
  std::string suspectsLocked() const;

  std::mutex mutex;
  /// Kernels since the last time, and their launches that may still run.
  std::map<std::string, std::vector<std::weak_ptr<Command>>> since;
};

} // namespace helicon
