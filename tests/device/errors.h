// For tests of what a failing launch says: stderr as text, and the checks on it. Host code only.
#pragma once

#include "check.h"

#include <unistd.h>

namespace check {

/// What `run` writes to stderr.
template <class Run> std::string stderrOf(Run run) {
  char name[] = "/tmp/device-test.XXXXXX";
  int file = mkstemp(name), before = dup(2);
  unlink(name);
  dup2(file, 2);
  run();
  dup2(before, 2);
  close(before);
  std::string text(size_t(lseek(file, 0, SEEK_END)), 0);
  that(pread(file, &text[0], text.size(), 0) == ssize_t(text.size()), "stderr is read");
  close(file);
  return text;
}

inline void says(const std::string &text, const std::string &part, const std::string &name) {
  that(text.find(part) != std::string::npos, name, "lacks '" + part + "':\n" + text);
}

/// Runs the program again, in checked mode, unless it is that already.
inline void becomeChecked(char **arguments) {
  if (const char *strict = getenv("HELICON_STRICT"); strict && strcmp(strict, "1") == 0)
    return;
  setenv("HELICON_STRICT", "1", 1);
  execv("/proc/self/exe", arguments);
  that(false, "the program runs itself again");
}

} // namespace check
