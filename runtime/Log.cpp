// One write() a message: lines of several threads never mix, and nothing is left in a buffer when the process dies.
#include "runtime/Log.h"

#include "support/Transfer.h"

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
  transferAll(line.size(), [&](size_t done, size_t left) { return ::write(STDERR_FILENO, line.data() + done, left); });
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
