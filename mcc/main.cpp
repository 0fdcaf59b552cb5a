// mcc, and the same program as clang++: a compiler driver for MUSA over stock clang 19.
#include "mcc/Driver.h"
#include "mcc/Help.h"
#include "mcc/Options.h"
#include "mcc/Sdk.h"

#include <cstdio>
#include <exception>
#include <iostream>
#include <unistd.h>

using namespace helicon;
using namespace helicon::mcc;

namespace {

int fail(const std::string &program, const std::string &message) {
  std::cerr << program << ": error: " << message << std::endl;
  return 1;
}

/// clang answers by itself; nothing is compiled.
int askClang(const Options &options, const std::vector<std::string> &arguments) {
  Result<Sdk> sdk = findSdk(options.musaPath);
  if (!sdk)
    return fail(options.program, sdk.message());
  std::vector<char *> argv{const_cast<char *>(options.program.c_str()), const_cast<char *>("--driver-mode=g++")};
  for (const std::string &argument : arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);
  execv(sdk->clang.c_str(), argv.data());
  return fail(options.program, "cannot run '" + sdk->clang + "'");
}

std::string programName(const char *argv0) {
  std::string name = argv0 && *argv0 ? argv0 : "mcc";
  return name.substr(name.rfind('/') + 1); // npos + 1 is 0
}

int run(const std::string &program, int argc, char **argv) {
  Result<std::vector<std::string>> arguments = expandResponseFiles({argv + std::min(argc, 1), argv + argc});
  if (!arguments)
    return fail(program, arguments.message());
  Result<Options> options = parseOptions(program, *arguments);
  if (!options)
    return fail(program, options.message());
  if (options->showHelp) {
    std::cout << helpText(program);
    return 0;
  }
  if (options->showVersion || (options->verbose && options->inputs.empty())) {
    std::ostream &out = options->showVersion ? std::cout : std::cerr;
    out << versionText();
    return 0;
  }
  if (options->onlyAsks)
    return askClang(*options, *arguments);
  return drive(*options);
}

} // namespace

int main(int argc, char **argv) {
  const char *name = argc > 0 ? argv[0] : nullptr;
  try {
    return run(programName(name), argc, argv);
  } catch (const std::exception &failure) { // no memory, say
    std::fprintf(stderr, "mcc: error: %s\n", failure.what());
    return 1;
  }
}
