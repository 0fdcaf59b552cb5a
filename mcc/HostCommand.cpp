// Keeps the order in which the user gave inputs and libraries: linkers care.
#include "mcc/HostCommand.h"

#include "mcc/CompileJob.h"
#include "mcc/Inputs.h"

namespace helicon::mcc {

namespace {

const char *modeFlag(Mode mode) {
  switch (mode) {
  case Mode::Compile:
    return "-c";
  case Mode::Assembly:
    return "-S";
  case Mode::Preprocess:
    return "-E";
  case Mode::SyntaxOnly:
    return "-fsyntax-only";
  case Mode::Link:
  case Mode::Archive:      // its host sources are compiled one by one
  case Mode::Dependencies: // -M was forwarded
    break;
  }
  return nullptr;
}

class Builder {
public:
  Builder(const Options &options, std::vector<std::string> &arguments) : options(options), arguments(arguments) {}

  void forwardedBefore(size_t input) {
    for (; next < options.forwarded.size() && options.forwarded[next].beforeInput <= input; ++next)
      if (options.forwarded[next].passes & kLinkPass)
        arguments.insert(arguments.end(), options.forwarded[next].text.begin(), options.forwarded[next].text.end());
  }
  void file(const std::string &path, const std::string &language) {
    if (language != current) {
      arguments.push_back("-x");
      arguments.push_back(language.empty() ? "none" : language);
      current = language;
    }
    arguments.push_back(path);
  }

private:
  const Options &options;
  std::vector<std::string> &arguments;
  size_t next = 0;
  std::string current;
};

/// The runtime, only where something needs it: mcc links plain C++ programs as well.
void addRuntime(const Options &options, const Sdk &sdk, std::vector<std::string> &arguments) {
  arguments.push_back("-L" + sdk.libraryDir());
  arguments.push_back("-Wl,-rpath," + sdk.libraryDir());
  if (options.linksStaticMusart) // the archive leans on the driver library, which linkers want named after it
    arguments.push_back("-lmusa");
  // A program without MUSA code may be static; what has some was refused, or will lack these names.
  if (!options.linksMusart && options.staticOption.empty())
    for (const char *word : {"-Wl,--push-state,--as-needed,-Bdynamic", "-lmusart", "-Wl,--pop-state"})
      arguments.push_back(word);
}

} // namespace

Command hostCommand(const Options &options, const Sdk &sdk, const std::vector<std::string> &objects) {
  Command command;
  command.executable = sdk.clang;
  command.arguments = clangArguments(options);
  std::vector<std::string> &arguments = command.arguments;
  if (const char *flag = modeFlag(options.mode))
    arguments.push_back(flag);
  if (options.emitLlvm)
    arguments.push_back("-emit-llvm");
  if (options.saveTemps)
    arguments.push_back("-save-temps");
  Builder builder(options, arguments);
  bool hasIncludes = false, hasMusaSource = false;
  for (size_t i = 0; i < options.inputs.size(); ++i) {
    const Input &input = options.inputs[i];
    builder.forwardedBefore(i);
    hasIncludes |= input.kind == InputKind::HostSource && mayInclude(input);
    hasMusaSource |= isMusaSource(input);
    if (isMusaSource(input)) {
      if (!objects[i].empty())
        builder.file(objects[i], "");
    } else {
      builder.file(input.path, input.kind == InputKind::HostSource ? hostLanguage(input, options.asClang) : "");
    }
  }
  builder.forwardedBefore(options.inputs.size());
  if (hasIncludes)
    arguments.insert(arguments.end(), {"-isystem", sdk.includeDir()});
  if (hasMusaSource) // compile options were used, by the passes
    arguments.push_back("-Qunused-arguments");
  if (options.mode == Mode::Link)
    addRuntime(options, sdk, arguments);
  if (!options.output.empty())
    arguments.insert(arguments.end(), {"-o", options.output});
  return command;
}

} // namespace helicon::mcc
