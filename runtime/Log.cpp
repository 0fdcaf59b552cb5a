// One write() a message: lines of several threads never mix, and nothing is left in a buffer when the process dies.
#include "runtime/Log.h"

#include <cstdlib>
#include <cxxabi.h>
#include <string>
#include <unistd.h>

namespace helicon {

static void writeLine(const char *label, std::string_view message) {
  std::string line = "helicon: ";
  line += label;
  line += message;
  line += '\n';
  size_t done = 0;
  while (done < line.size()) {
    ssize_t n = ::write(STDERR_FILENO, line.data() + done, line.size() - done);
    if (n <= 0)
      return;
    done += size_t(n);
  }
}

void logError(std::string_view message) { writeLine("error: ", message); }
void logWarning(std::string_view message) { writeLine("warning: ", message); }
void logNote(std::string_view message) { writeLine("", message); }

std::string demangled(const char *name) {
  int status = 0;
  char *text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string result = status == 0 && text ? text : name;
  std::free(text);
  return result;
}

} // namespace helicon
