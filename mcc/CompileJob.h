// One MUSA source: the clang calls it takes, and what is made of their results.
#pragma once

#include "mcc/Options.h"
#include "mcc/Process.h"
#include "mcc/Sdk.h"
#include "mcc/pack/Pack.h"

#include <string>
#include <vector>

namespace helicon::mcc {

/// Every call of clang begins with these.
std::vector<std::string> clangArguments(const Options &options);

class CompileJob {
public:
  /// `output`: where the result goes, empty for the name that clang would choose. `launches`: with the plugin that lets
  /// device code launch kernels.
  CompileJob(const Options &options, const Sdk &sdk, const Input &input, const std::string &folder, size_t number,
             std::string output, bool launches = false);

  /// Calls that may run side by side.
  const std::vector<Command> &firstCommands() const { return first; }
  /// A call that needs the fat binary (text output), or none.
  const std::vector<Command> &laterCommands() const { return later; }

  bool needsPack() const { return packs || finishes; }
  /// Call when every device pass is done: makes the fat binary. Empty, or what is wrong.
  std::string pack(const PackInterface &library);
  /// After pack(): device code that nothing here can run, as diagnostics; with lines, which may take another pass.
  std::string refused(const PackInterface *library) const;
  bool isRefused() const { return !packed.refused.empty(); }
  /// Call when all calls are done: makes the output of the host pass's. `library` may be null unless needsPack().
  std::string finish(const PackInterface *library) const;

  size_t devicePasses() const { return modules.size(); }
  /// By index in firstCommands.
  bool isDevicePass(size_t command) const { return command < modules.size(); }
  const std::string &output() const { return outputPath; }
  const std::string &source() const { return input.path; }
  bool seesCudaNames() const { return input.cudaNames; }

private:
  void plan();
  void planSeparate();
  std::string printTexts() const;
  PackRequest packRequest() const;
  Command devicePass(uint32_t arch, const std::string &to) const;
  Command hostPass(const std::string &to, const std::string &fatBinary) const;
  Command base() const;
  void addMacros(std::vector<std::string> &arguments) const;
  void addForwarded(std::vector<std::string> &arguments, Passes pass) const;
  void addOutputKind(std::vector<std::string> &arguments) const;
  void addDependencies(std::vector<std::string> &arguments) const;
  bool writesDependencies() const;
  std::string dependencyTarget() const;
  std::string dependencyFile() const;
  void addSource(std::vector<std::string> &arguments) const;
  std::string uniqueId() const;
  std::string temporary(const std::string &extension) const;
  std::string defaultOutput() const;

  const Options &options;
  const Sdk &sdk;
  const Input &input;
  std::string folder, name, outputPath;
  bool launches;
  std::vector<DeviceModule> modules; ///< one a device pass that is to be packed
  std::vector<std::string> texts;    ///< what -E and -M print, each pass's
  std::string fatBinary, hostResult;
  PackResult packed;
  bool packs = false, finishes = false, finishesText = false;
  std::vector<Command> first, later;
};

} // namespace helicon::mcc
