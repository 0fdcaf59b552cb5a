// Another version of clang may write bitcode that LLVM 19 cannot read or reads otherwise, and gcc's refusal of clang's
// options tells a user nothing, so the version is asked for first.
#include "mcc/ClangVersion.h"

#include "mcc/Process.h"

#include <cctype>
#include <cstdlib>

namespace helicon::mcc {

namespace {

constexpr std::string_view kMajor = "19";
constexpr std::string_view kVersion = "clang version ";

std::string firstLine(const std::string &text) { return text.substr(0, text.find('\n')); }

} // namespace

std::string whyNotClang(const Sdk &sdk) {
  if (!sdk.clangChosen)
    return {};
  Command command;
  command.executable = sdk.clang;
  command.arguments = {sdk.clang, "--version"};
  command.captureErrors = command.captureOutput = true;
  const Outcome outcome = runAll({&command, 1}, 1)[0];
  if (outcome.signal != 0 || interrupted()) // the passes will say so
    return {};
  const std::string line = firstLine(outcome.errors);
  const size_t at = line.find(kVersion);
  std::string is = "which is ";
  if (outcome.exitStatus != 0 || line.empty()) {
    is = "which does not answer '--version' as a compiler does";
  } else if (line.find("Helicon mcc") != std::string::npos) {
    is += "mcc itself";
  } else if (at == std::string::npos) {
    is += "'" + line + "'";
  } else {
    size_t end = at + kVersion.size();
    while (end < line.size() && std::isdigit(static_cast<unsigned char>(line[end])))
      ++end;
    const std::string major = line.substr(at + kVersion.size(), end - at - kVersion.size());
    if (major == kMajor)
      return {};
    is += "clang " + major;
  }
  const char *chosen = std::getenv("HELICON_CLANG");
  return std::string("HELICON_CLANG is '") + (chosen ? chosen : "") + "', " + is +
         "; mcc needs clang 19, such as /usr/bin/clang++-19 of the package clang-19";
}

} // namespace helicon::mcc
