// Child processes of the driver, the temporary files they share, and what a signal does to both: children are ended,
// files go, and mcc dies of the same signal, so that make and shells see it.
#pragma once

#include "support/Result.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace helicon::mcc {

struct Command {
  std::string executable;
  std::vector<std::string> arguments; ///< with argv[0]
  std::string stdinFile;              ///< empty: mcc's own
  std::string stdoutFile;             ///< empty: mcc's own
  bool captureErrors = false;         ///< collect stderr instead of passing it on
  bool captureOutput = false;         ///< stdout as well, into the same text
};

struct Outcome {
  int exitStatus = 0; ///< 128 + signal when it died of one
  int signal = 0;
  std::string errors;
};

/// Call once, before the first child: from here on signals are taken between the steps of the driver.
void takeSignals();
/// True, and mcc must clean up, once a signal came.
bool interrupted();
/// Ends mcc by the signal that came; call last.
[[noreturn]] void dieOfSignal();

/// Runs all, at most `limit` side by side, and calls `done` (in this thread) as each ends. Stops early when
/// interrupted.
std::vector<Outcome> runAll(std::span<const Command> commands, unsigned limit,
                            const std::function<void(size_t, const Outcome &)> &done = {});

/// One directory for a run of mcc; removed with all in it by the destructor.
class TemporaryFolder {
public:
  TemporaryFolder() = default;
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  ~TemporaryFolder();
  Result<bool> create();
  const std::string &path() const { return folder; }

private:
  std::string folder;
};

/// As a shell would read it, for -### and -v.
std::string quoted(const Command &command);

} // namespace helicon::mcc
