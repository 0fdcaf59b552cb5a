// Reads the arguments once, left to right; what depends on all of them (which sources are MUSA, the default arch) is
// settled at the end. Unknown options are forwarded, so that clang words the refusal.
#include "mcc/Options.h"

#include "mcc/Inputs.h"
#include "mcc/NvccOptions.h"
#include "mcc/OptionTable.h"

#include <algorithm>
#include <array>

namespace helicon::mcc {

namespace {

constexpr uint32_t kDefaultArch = 310;
constexpr char kPerThreadMacro[] = "MUSA_API_PER_THREAD_DEFAULT_STREAM";
constexpr char kCudasPerThreadMacro[] = "CUDA_API_PER_THREAD_DEFAULT_STREAM";
constexpr std::array<uint32_t, 5> kArchs{100, 210, 220, 310, 320};

std::string listOfArchs() {
  std::string list;
  for (uint32_t arch : kArchs)
    list += (list.empty() ? "" : ", ") + archName(arch);
  return list;
}

/// CUDA's compiler macros are clang's to define and the first header's to hide, so who asks for one gets it from there.
std::string ownMacro(const std::string &definition) {
  std::string name = definition.substr(0, definition.find('='));
  if (name == "__CUDACC__" || name == "__CUDA_ARCH__")
    return "__HELICON_" + definition.substr(2);
  return definition;
}

/// Options of the host compiler that clang would take for device code as well, where nvcc has its own.
bool setsArithmetic(std::string_view option) {
  return option.starts_with("-ffp-") || option.starts_with("-fexcess-precision") || option.ends_with("-math") ||
         option.ends_with("-math-optimizations") || option.ends_with("-math-only") || option.ends_with("-zeros") ||
         option.ends_with("-math-errno");
}

class Parser {
public:
  Parser(Options &options, std::vector<std::string> arguments) : options(options), arguments(std::move(arguments)) {}
  Result<bool> run();

private:
  Result<bool> parseOne();
  bool takeNvccOption();
  Result<bool> act(const OptionRow &row, const std::string &spelled, const std::string &value);
  bool actOnMode(Role role);
  bool actOnBehaviour(Role role, const std::string &spelled);
  Result<bool> addArchs(const std::string &list, bool remove);
  void addLibrary(std::string name);
  void addMacro(const std::string &definition);
  void addInput(const std::string &path);
  void forward(std::vector<std::string> text, unsigned passes) {
    options.forwarded.push_back({std::move(text), passes, options.inputs.size()});
  }
  void settle();

  Options &options;
  std::vector<std::string> arguments;
  size_t next = 0;
  size_t plainUntil = 0;          ///< words before this one are not nvcc's: they say what one of its options means
  size_t hostUntil = 0;           ///< words before this one are for the host compiler
  bool forHost = false;           ///< the option at hand is one of them
  unsigned filesOfOptions = 0;    ///< that nvcc's --options-file named
  std::vector<std::string> whole; ///< the words of the option at hand
  std::string language;
  bool deviceOption = false;
  bool cudaWrapper = false;
  bool onlyInputs = false; ///< after --
  std::string refused;     ///< nvcc's options, one line each: a build file has several
};

Result<bool> Parser::run() {
  while (next < arguments.size()) {
    Result<bool> one = parseOne();
    if (!one)
      return one;
  }
  if (!refused.empty())
    return Failure{refused};
  settle();
  return true;
}

Result<bool> Parser::parseOne() {
  const std::string argument = arguments[next++];
  if (onlyInputs || argument.empty() || argument[0] != '-' || argument == "-") {
    addInput(argument);
    return true;
  }
  if (argument == "--") {
    onlyInputs = true;
    return true;
  }
  if (next > plainUntil && takeNvccOption())
    return true;
  forHost = next <= hostUntil;
  const OptionRow *row = findOption(argument);
  if (!row) {
    forward({argument}, forHost && setsArithmetic(argument) ? kHostPass | kLinkPass : kAllPasses);
    return true;
  }
  whole = {argument};
  std::string value = argument.substr(row->spelling.size());
  bool takesNext = row->style == Style::Separate || (row->style == Style::JoinedOrSeparate && value.empty());
  if (takesNext) {
    if (next == arguments.size())
      return Failure{"argument to '" + argument + "' is missing (expected 1 value)"};
    value = arguments[next++];
    whole.push_back(value);
  }
  return act(*row, argument, value);
}

/// Puts what it means in its place, to be read next.
bool Parser::takeNvccOption() {
  const size_t at = next - 1;
  NvccOption option = readNvccOption(arguments, at);
  if (option.words == 0)
    return false;
  constexpr unsigned kMostFiles = 1000; // one may name itself
  if (option.again && ++filesOfOptions > kMostFiles && option.refusal.empty())
    option.refusal = "'" + arguments[at] + "' names more than " + std::to_string(kMostFiles) + " files of options";
  if (!option.refusal.empty()) {
    refused += (refused.empty() ? "" : "\n" + options.program + ": error: ") + option.refusal;
    option.means.clear();
  }
  const auto begin = arguments.begin() + static_cast<ptrdiff_t>(at);
  arguments.erase(begin, begin + static_cast<ptrdiff_t>(option.words));
  arguments.insert(arguments.begin() + static_cast<ptrdiff_t>(at), option.means.begin(), option.means.end());
  next = at;
  if (!option.again)
    plainUntil = at + option.means.size();
  if (option.forHost)
    hostUntil = at + option.means.size();
  return true;
}

bool Parser::actOnMode(Role role) {
  switch (role) {
  case Role::RdcCompile:
    options.relocatable = true;
    options.mode = Mode::Compile;
    return true;
  case Role::ModeCompile:
    // -S, -E and the like outrank -c, wherever they stand.
    if (options.mode == Mode::Link || options.mode == Mode::Archive)
      options.mode = Mode::Compile;
    return true;
  case Role::ModeArchive:
    if (options.mode == Mode::Link)
      options.mode = Mode::Archive;
    return true;
  case Role::ModeAssembly:
    if (options.mode == Mode::Link || options.mode == Mode::Archive || options.mode == Mode::Compile)
      options.mode = Mode::Assembly;
    return true;
  case Role::ModePreprocess:
    if (options.mode != Mode::Dependencies)
      options.mode = Mode::Preprocess;
    return true;
  case Role::ModeDependencies:
    options.mode = Mode::Dependencies;
    forward(whole, kHostPass | kDevicePass | kLinkPass);
    return true;
  case Role::ModeSyntaxOnly:
    options.mode = Mode::SyntaxOnly;
    return true;
  case Role::DeviceOnly:
    options.side = Side::DeviceOnly;
    return true;
  case Role::HostSideOnly:
    options.side = Side::HostOnly;
    return true;
  case Role::BothSides:
    options.side = Side::Both;
    return true;
  default:
    return false;
  }
}

bool Parser::actOnBehaviour(Role role, const std::string &spelled) {
  switch (role) {
  case Role::SaveTemps:
    options.saveTemps = true;
    return true;
  case Role::Verbose:
    options.verbose = true;
    return true;
  case Role::DryRun:
    options.dryRun = true;
    return true;
  case Role::RunProgram:
    options.runs = true;
    return true;
  case Role::Help:
    options.showHelp = true;
    return true;
  case Role::Version:
    options.showVersion = true;
    return true;
  case Role::Asks:
    options.onlyAsks = true;
    forward(whole, kAllPasses);
    return true;
  case Role::Color:
    options.colorChosen = true;
    forward(whole, kAllPasses);
    return true;
  case Role::EmitLlvm:
    options.emitLlvm = true;
    return true;
  case Role::Rdc:
    options.relocatable = true;
    return true;
  case Role::NoRdc:
    options.relocatable = false;
    return true;
  case Role::LineInfo:
    options.lineInfo = true;
    return true;
  case Role::DeviceDebug:
    options.deviceDebug = true;
    return true;
  case Role::Debug:
    if (forHost) { // device code has its own
      forward(whole, kHostPass | kLinkPass);
      return true;
    }
    options.debug = spelled != "-g0";
    options.lineInfo = spelled == "-g1" || spelled == "-gline-tables-only";
    forward(whole, kHostPass | kLinkPass);
    return true;
  default:
    return false;
  }
}

Result<bool> Parser::act(const OptionRow &row, const std::string &spelled, const std::string &value) {
  if (actOnMode(row.role) || actOnBehaviour(row.role, spelled))
    return true;
  switch (row.role) {
  case Role::All:
  case Role::Compile: // the last call compiles host sources
    forward(whole, kAllPasses);
    break;
  case Role::HostOnly:
  case Role::HostUnlessOptimize: // the device pass has its own level
    forward(whole, kHostPass | kLinkPass);
    break;
  case Role::Link:
    forward(whole, kLinkPass);
    break;
  case Role::Library:
    addLibrary(value);
    break;
  case Role::Static:
    options.staticOption = spelled;
    forward(whole, kLinkPass);
    break;
  case Role::NoLibraries:
    options.linksMusart = true;
    forward(whole, kLinkPass);
    break;
  case Role::NoRuntime:
    options.linksMusart = true;
    break;
  case Role::RunArgument:
    options.runArguments.push_back(value);
    break;
  case Role::XarchHost:
    forward({value}, kHostPass | kLinkPass);
    break;
  case Role::XarchDevice:
    forward({value.starts_with("-D") ? "-D" + ownMacro(value.substr(2)) : value}, kDevicePass);
    break;
  case Role::Device:
    deviceOption = true;
    break;
  case Role::Arch:
    deviceOption = true;
    return addArchs(value, false);
  case Role::NoArch:
    return addArchs(value, true);
  case Role::UseFastMath:
    deviceOption = true;
    options.fastMath = true;
    // nvcc's meaning: estimates and flushed denormals, but NaN and infinity stay what they are.
    for (const char *flag : {"-fapprox-func", "-freciprocal-math", "-fgpu-flush-denormals-to-zero"})
      forward({flag}, kDevicePass);
    break;
  case Role::FastMath:
    if (!forHost) {
      options.fastMath = true;
      forward({"-ffast-math"}, kDevicePass);
    }
    if (spelled == "-Ofast") // clang 19 warns of this spelling
      forward({"-O3", "-ffast-math"}, kHostPass | kLinkPass);
    else
      forward(whole, kHostPass | kLinkPass);
    break;
  case Role::Fmad:
    if (value != "true" && value != "false")
      return Failure{"invalid value '" + value + "' in '" + spelled + "'; use true or false"};
    forward({value == "true" ? "-ffp-contract=fast" : "-ffp-contract=off"}, kDevicePass);
    break;
  case Role::RdcIf:
    if (value != "true" && value != "false")
      return Failure{"invalid value '" + value + "' in '" + spelled + "'; use true or false"};
    options.relocatable = value == "true";
    break;
  case Role::FlushDenormals:
    forward({"-fgpu-flush-denormals-to-zero"}, kDevicePass);
    break;
  case Role::DefaultStream:
    if (value != "legacy" && value != "per-thread")
      return Failure{"invalid value '" + value + "' in '" + spelled + "'; use legacy or per-thread"};
    options.perThreadStream = value == "per-thread";
    break;
  case Role::Output:
    options.output = value;
    break;
  case Role::Language:
    language = value == "none" ? "" : value;
    break;
  case Role::MusaPath:
    options.musaPath = value;
    break;
  case Role::WritesDependencies:
    options.writesDependencies = true;
    options.dependencyFlag = spelled;
    forward(whole, kHostPass | kLinkPass);
    break;
  case Role::PhonyDependencies:
    options.phonyDependencies = true;
    forward(whole, kHostPass | kLinkPass);
    break;
  case Role::DependencyFile:
    options.dependencyFile = value;
    forward(whole, kHostPass | kLinkPass);
    break;
  case Role::DependencyTarget:
    options.dependencyTargetGiven = value;
    forward(whole, kHostPass | kLinkPass);
    break;
  case Role::Preprocessor: // -Wp,-MD,file must not be written twice
    forward(whole, value.starts_with("-M") ? kHostPass | kLinkPass : kAllPasses);
    break;
  case Role::Define:
    addMacro(value);
    break;
  case Role::CudaWrapper:
    cudaWrapper = true;
    break;
  case Role::Undefine:
    if (value == kPerThreadMacro)
      options.perThreadMacro = false;
    // these three are hidden anyway, and our first header needs them
    if (value != "__CUDA__" && value != "__CUDA_ARCH__" && value != "__CUDACC__")
      forward(whole, kAllPasses);
    break;
  case Role::Plugin:
    if (!value.ends_with("libMusaMapping.so")) // CUDA spellings work without it
      forward(whole, kHostPass | kLinkPass);
    break;
  case Role::IgnoreIfChip:
    if (!value.starts_with("-mtgpu-") && value != "-enable-ldma-index" && value != "-opaque-pointers" &&
        !value.starts_with("-opaque-pointers="))
      forward(whole, kAllPasses);
    break;
  case Role::Ignore:
  default:
    break;
  }
  return true;
}

Result<bool> Parser::addArchs(const std::string &list, bool remove) {
  for (size_t at = 0; at <= list.size();) {
    size_t end = std::min(list.find(',', at), list.size());
    std::string name = list.substr(at, end - at);
    at = end + 1;
    if (remove && name == "all") {
      options.archs.clear();
      continue;
    }
    auto known = std::find_if(kArchs.begin(), kArchs.end(), [&](uint32_t arch) { return archName(arch) == name; });
    if (known == kArchs.end())
      return Failure{"unsupported MUSA gpu architecture: " + name + " (known: " + listOfArchs() + ")"};
    auto given = std::find(options.archs.begin(), options.archs.end(), *known);
    if (remove && given != options.archs.end())
      options.archs.erase(given);
    else if (!remove && given == options.archs.end())
      options.archs.push_back(*known);
  }
  return true;
}

void Parser::addLibrary(std::string name) {
  if (name == "cudadevrt") // what it holds is in the runtime
    return;
  const bool isCudas = name == "cudart" || name == "cudart_static" || name == "cuda";
  if (isCudas)
    name = "mus" + name.substr(name.find('a'));
  options.linksMusart |= name == "musart" || name == "musart_static";
  options.linksStaticMusart |= name == "musart_static";
  options.namesRuntime |= name == "musart" || name == "musart_static" || name == "musa";
  forward(isCudas ? std::vector{"-l" + name} : whole, kLinkPass);
}

void Parser::addMacro(const std::string &definition) {
  std::string name = definition.substr(0, definition.find('='));
  options.perThreadMacro |= name == kPerThreadMacro;
  options.perThreadStream |= name == kCudasPerThreadMacro;
  std::string own = ownMacro(definition);
  if (own == definition) {
    forward(whole, kAllPasses);
    return;
  }
  forward({"-D" + own}, name == "__CUDA_ARCH__" ? kDevicePass : kCompilePasses);
  forward(whole, kLinkPass); // host sources
}

void Parser::addInput(const std::string &path) { options.inputs.push_back({path, InputKind::LinkerInput, language}); }

void Parser::settle() {
  for (Input &input : options.inputs) {
    input.kind = classify(input, deviceOption);
    input.cudaNames = seesCudaNames(input, cudaWrapper);
  }
  if (options.archs.empty())
    options.archs.push_back(kDefaultArch);
  std::sort(options.archs.begin(), options.archs.end());
}

} // namespace

std::string archName(uint32_t arch) { return "mp_" + std::to_string(arch / 10); }

Result<Options> parseOptions(const std::string &program, const std::vector<std::string> &arguments) {
  Options options;
  options.program = program;
  options.asClang = program.starts_with("clang");
  Result<bool> parsed = Parser(options, arguments).run();
  if (!parsed)
    return Failure{parsed.message()};
  return options;
}

} // namespace helicon::mcc
