// An object takes a device pass an arch and a host pass, all at once: the host pass gets a placeholder for the fat
// binary, which is put in afterwards. Assembly and IR text cannot be mended like that, so there the host pass waits.
// The flags of the device pass are the contract of kernel-ir/README.md: unoptimised, for the jit to optimise.
#include "mcc/CompileJob.h"

#include "mcc/AssemblyText.h"
#include "mcc/Dependencies.h"
#include "mcc/Files.h"
#include "mcc/Inputs.h"
#include "mcc/Version.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/ioctl.h>
#include <unistd.h>

namespace helicon::mcc {

namespace fs = std::filesystem;

namespace {

/// clang must be given some arch; what the program sees is __MUSA_ARCH__. The newest, so that every builtin is there.
constexpr char kClangArch[] = "--cuda-gpu-arch=sm_90";

uint64_t fnv(const std::string &text, uint64_t hash = 0xcbf29ce484222325) {
  for (char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

std::string hex(uint64_t value) {
  char buffer[17];
  snprintf(buffer, sizeof buffer, "%016llx", static_cast<unsigned long long>(value));
  return buffer;
}

void append(std::vector<std::string> &to, std::initializer_list<const char *> words) {
  to.insert(to.end(), words.begin(), words.end());
}

} // namespace

std::vector<std::string> clangArguments(const Options &options) {
  std::vector<std::string> arguments{options.program, "--driver-mode=g++"};
  // Passes write into a pipe, so what clang would ask the terminal is answered here.
  winsize size{};
  if (!options.colorChosen && isatty(STDERR_FILENO)) {
    arguments.push_back("-fcolor-diagnostics");
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
      arguments.push_back("-fmessage-length=" + std::to_string(size.ws_col));
  }
  if (options.verbose)
    arguments.push_back("-v");
  return arguments;
}

CompileJob::CompileJob(const Options &options, const Sdk &sdk, const Input &input, const std::string &folder,
                       size_t number, std::string output, bool launches)
    : options(options), sdk(sdk), input(input), folder(folder),
      name(std::to_string(number) + "-" + (input.path == "-" ? "stdin" : stemOf(input.path))),
      outputPath(std::move(output)), launches(launches) {
  if (outputPath.empty())
    outputPath = defaultOutput();
  plan();
}

std::string CompileJob::temporary(const std::string &extension) const { return folder + "/" + name + extension; }

std::string CompileJob::defaultOutput() const {
  std::string stem = stemOf(input.path);
  switch (options.mode) {
  case Mode::Preprocess:
  case Mode::Dependencies:
  case Mode::SyntaxOnly:
    return {}; // standard output, or none
  case Mode::Assembly:
    return stem + (options.emitLlvm || options.side == Side::DeviceOnly ? ".ll" : ".s");
  default:
    if (options.emitLlvm)
      return stem + ".bc";
    return stem + (options.side == Side::DeviceOnly ? ".mubin" : ".o");
  }
}

/// The same in every pass of one compilation, different for any two objects of a program.
std::string CompileJob::uniqueId() const {
  std::error_code ignored;
  uint64_t hash = fnv(fs::absolute(input.path, ignored).string());
  for (const ForwardedArgument &argument : options.forwarded)
    for (const std::string &word : argument.text)
      hash = fnv(word + '\0', hash);
  return hex(fnv(options.output, hash)); // not outputPath, which may be a temporary name
}

void CompileJob::plan() {
  if (options.mode == Mode::Preprocess || options.mode == Mode::Dependencies || options.mode == Mode::SyntaxOnly)
    return planSeparate();
  bool isText = options.mode == Mode::Assembly;
  if (options.side == Side::DeviceOnly && (isText || options.emitLlvm)) {
    for (uint32_t arch : options.archs) {
      bool oneEach = options.archs.size() > 1; // -o was refused
      first.push_back(devicePass(
          arch, oneEach
                    ? withExtension(outputPath, "-" + archName(arch) + (options.mode == Mode::Assembly ? ".ll" : ".bc"))
                    : outputPath));
    }
    return;
  }
  if (options.side != Side::HostOnly) {
    packs = true;
    fatBinary = options.side == Side::DeviceOnly ? outputPath : temporary(".mtfb");
    for (uint32_t arch : options.archs) {
      modules.push_back({temporary("-" + archName(arch) + ".bc"), arch});
      first.push_back(devicePass(arch, modules.back().path));
    }
    if (options.side == Side::DeviceOnly)
      return;
  }
  finishes = !isText;
  finishesText = isText;
  hostResult = temporary(isText ? ".s" : ".o");
  if (isText && packs) {
    later.push_back(hostPass(hostResult, fatBinary));
    return;
  }
  std::string placeholder;
  if (packs) {
    placeholder = temporary(".placeholder");
    std::ofstream(placeholder) << "placeholder for the fat binary";
  }
  first.push_back(hostPass(hostResult, placeholder));
}

/// Passes that do not depend on each other; what they print is put together at the end, the host's first, as clang does
/// it. Both sides matter: ccache, for one, takes the text of -E for all that an object depends on.
void CompileJob::planSeparate() {
  bool prints = options.mode != Mode::SyntaxOnly;
  auto next = [&](const std::string &name) { return prints ? texts.emplace_back(temporary(name)) : std::string(); };
  if (options.side != Side::DeviceOnly)
    first.push_back(hostPass(next("-host.txt"), ""));
  if (options.side != Side::HostOnly)
    for (uint32_t arch : options.archs)
      first.push_back(devicePass(arch, next("-" + archName(arch) + ".txt")));
}

Command CompileJob::base() const {
  Command command;
  command.executable = sdk.clang;
  command.arguments = clangArguments(options);
  command.captureErrors = true;
  if (input.path == "-")
    command.stdinFile = folder + "/stdin";
  addMacros(command.arguments);
  return command;
}

void CompileJob::addMacros(std::vector<std::string> &arguments) const {
  append(arguments, {"-D__MUSACC__=", "-D__MUSA__=1", "-D__MCC__=1", "-D__MUSACC_VER_MAJOR__=" MCC_MUSA_MAJOR,
                     "-D__MUSACC_VER_MINOR__=" MCC_MUSA_MINOR, "-D__MUSACC_VER_PATCHLEVEL__=" MCC_MUSA_PATCH});
  if (input.cudaNames)
    append(arguments, {"-D__HELICON_CUDA_NAMES__=1"});
  if (launches)
    append(arguments, {"-D__HELICON_DEVICE_LAUNCHES__=1", ("-fplugin=" + sdk.launchPlugin()).c_str()});
  if (options.relocatable)
    append(arguments, {"-D__MUSACC_RDC__=1", "-fgpu-rdc"});
  if (options.fastMath)
    append(arguments, {"-D__HELICON_FAST_MATH__=1"});
  if (options.perThreadStream && !options.perThreadMacro)
    append(arguments, {"-DMUSA_API_PER_THREAD_DEFAULT_STREAM=1"});
  if (options.perThreadStream || options.perThreadMacro) // clang defines a macro of CUDA's for it
    append(arguments, {"-UCUDA_API_PER_THREAD_DEFAULT_STREAM", "-Xclang", "-fgpu-default-stream=per-thread"});
  // Nothing of an installed CUDA may have a say, so clang is kept from looking for one and told what it would find out:
  // without a version it takes the SDK for an ancient one with another launch protocol, and knows few device builtins.
  arguments.push_back("--cuda-path=" + sdk.root);
  append(arguments, {"-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version", "-Wno-register", "-Xclang",
                     "-target-sdk-version=12.5", "-Xclang", "-fcuda-allow-variadic-functions", "-include",
                     "helicon/mcc_prologue.h"});
}

void CompileJob::addForwarded(std::vector<std::string> &arguments, Passes pass) const {
  for (const ForwardedArgument &argument : options.forwarded)
    if ((argument.passes & pass) && !(options.mode == Mode::Dependencies && argument.text[0].starts_with("-MF")))
      arguments.insert(arguments.end(), argument.text.begin(), argument.text.end());
  arguments.push_back("-isystem");
  arguments.push_back(sdk.includeDir());
}

void CompileJob::addOutputKind(std::vector<std::string> &arguments) const {
  switch (options.mode) {
  case Mode::Preprocess:
    arguments.push_back("-E");
    return;
  case Mode::Dependencies: // -M or -MM was forwarded
    return;
  case Mode::SyntaxOnly:
    arguments.push_back("-fsyntax-only");
    return;
  case Mode::Assembly:
    arguments.push_back("-S");
    break;
  default:
    arguments.push_back("-c");
  }
  if (options.emitLlvm)
    arguments.push_back("-emit-llvm");
}

void CompileJob::addSource(std::vector<std::string> &arguments) const {
  append(arguments, {"-x", "cuda"});
  arguments.push_back(input.path);
}

Command CompileJob::devicePass(uint32_t arch, const std::string &to) const {
  Command command = base();
  std::vector<std::string> &arguments = command.arguments;
  append(arguments, {"--cuda-device-only", kClangArch, "--cuda-feature=+ptx83", "-Qunused-arguments", "-O1", "-Xclang",
                     "-disable-llvm-passes", "-Xclang", "-disable-lifetime-markers", "-fno-strict-float-cast-overflow",
                     "-ffp-contract=fast"});
  // A full heap makes `new` null; a function that forgets its return ends all the same; -O1 alone forbids unrolling.
  append(arguments, {"-fcheck-new", "-fno-strict-return", "-funroll-loops"});
  arguments.push_back("-D__MUSA_ARCH__=" + std::to_string(arch));
  if (options.deviceDebug ||
      (options.debug && !options.lineInfo)) // with optimisation clang keeps lines only, unless told
    append(arguments, {"-g", "-Xclang", "-debug-info-kind=constructor"});
  else if (options.lineInfo) // without more than lines nothing would tell what was inlined where
    append(arguments, {"-gline-tables-only", "-Xclang", "-debug-info-kind=line-tables-only"});
  if (options.relocatable)
    arguments.push_back("-cuid=" + uniqueId());
  addForwarded(arguments, kDevicePass);
  append(arguments, {"-U_FORTIFY_SOURCE"}); // its wrappers are host functions
  if (writesDependencies() && options.side == Side::Both && !to.empty())
    append(arguments, {options.dependencyFlag.c_str(), "-MF", (to + ".d").c_str()});
  addOutputKind(arguments);
  bool makesCode = options.mode == Mode::Link || options.mode == Mode::Archive || options.mode == Mode::Compile ||
                   options.mode == Mode::Assembly;
  if (makesCode && !options.emitLlvm)
    arguments.push_back("-emit-llvm");
  if (!to.empty())
    append(arguments, {"-o", to.c_str()});
  addSource(arguments);
  return command;
}

Command CompileJob::hostPass(const std::string &to, const std::string &fatBinaryPath) const {
  Command command = base();
  std::vector<std::string> &arguments = command.arguments;
  append(arguments, {"--cuda-host-only"});
  if (options.saveTemps)
    append(arguments, {"-save-temps=cwd"});
  if (!fatBinaryPath.empty())
    append(arguments, {"-Xclang", "-fcuda-include-gpubinary", "-Xclang", fatBinaryPath.c_str()});
  if (options.relocatable)
    append(arguments, {"-Xclang", ("-cuid=" + uniqueId()).c_str()});
  if (options.lineInfo && !options.debug)
    append(arguments, {"-gline-tables-only"});
  addForwarded(arguments, kHostPass);
  addDependencies(arguments);
  addOutputKind(arguments);
  if (!to.empty())
    append(arguments, {"-o", to.c_str()});
  addSource(arguments);
  return command;
}

bool CompileJob::writesDependencies() const { return options.writesDependencies && options.mode != Mode::Dependencies; }

std::string CompileJob::dependencyTarget() const {
  return options.output.empty() ? stemOf(input.path) + ".o" : options.output;
}

std::string CompileJob::dependencyFile() const {
  return options.dependencyFile.empty() ? withExtension(dependencyTarget(), ".d") : options.dependencyFile;
}

/// The host pass writes to a temporary name, so clang cannot know the names that stand in the dependency file.
void CompileJob::addDependencies(std::vector<std::string> &arguments) const {
  if (!writesDependencies())
    return;
  if (options.dependencyFile.empty())
    append(arguments, {"-MF", dependencyFile().c_str()});
  if (options.dependencyTargetGiven.empty())
    append(arguments, {"-MQ", dependencyTarget().c_str()});
}

PackRequest CompileJob::packRequest() const {
  PackRequest request;
  request.modules = modules;
  if (options.relocatable) // else a module is never linked to another, and its bytes need not depend on its path
    request.unique = uniqueId();
  request.relocatable = options.relocatable;
  request.source = input.path;
  request.output = fatBinary;
  return request;
}

std::string CompileJob::pack(const PackInterface &library) {
  return packs ? library.pack(packRequest(), packed) : std::string();
}

/// Lines cost time and space, so code gets them only where the user wants them, or there is an error to place.
std::string CompileJob::refused(const PackInterface *library) const {
  if (packed.refused.empty() || packed.withoutLines >= modules.size())
    return packed.refused;
  const DeviceModule withLines{temporary("-lines.bc"), modules[packed.withoutLines].arch};
  Command command = devicePass(withLines.arch, withLines.path);
  append(command.arguments, {"-gline-tables-only"});
  if (runAll({&command, 1}, 1)[0].exitStatus != 0)
    return packed.refused;
  const std::string text = library->refused(withLines, packRequest());
  return text.empty() ? packed.refused : text;
}

/// Of -E and -M.
std::string CompileJob::printTexts() const {
  for (size_t i = 1; options.mode == Mode::Dependencies && i < texts.size(); ++i)
    mergeDependencies(texts[0], texts[i], options.phonyDependencies);
  std::string all;
  for (size_t i = 0; i < (options.mode == Mode::Dependencies ? 1 : texts.size()); ++i)
    all += readFile(texts[i]);
  std::string to = options.output;
  if (options.mode == Mode::Dependencies && !options.dependencyFile.empty())
    to = options.dependencyFile;
  return writeText(to.empty() ? "-" : to, all);
}

std::string CompileJob::finish(const PackInterface *library) const {
  if (writesDependencies() && options.side == Side::Both) {
    for (const DeviceModule &module : modules)
      mergeDependencies(dependencyFile(), module.path + ".d", options.phonyDependencies);
    for (size_t i = 1; i < texts.size(); ++i)
      mergeDependencies(dependencyFile(), texts[i] + ".d", options.phonyDependencies);
  }
  if (!texts.empty())
    return printTexts();
  if (options.saveTemps && packs) {
    std::error_code ignored;
    for (const DeviceModule &module : modules)
      fs::copy_file(module.path, stemOf(input.path) + "-musa-" + archName(module.arch) + ".bc",
                    fs::copy_options::overwrite_existing, ignored);
    if (fatBinary != outputPath)
      fs::copy_file(fatBinary, stemOf(input.path) + ".mtfb", fs::copy_options::overwrite_existing, ignored);
  }
  if (finishes)
    return library->finishObject({hostResult, fatBinary, outputPath, packed.symbols});
  if (finishesText)
    return writeText(outputPath, renamedText(readFile(hostResult)) + symbolsAsText(packed.symbols));
  return {};
}

} // namespace helicon::mcc
