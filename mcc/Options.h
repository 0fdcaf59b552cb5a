// The command line of mcc, read by a table of the options that mean something to mcc or take an argument. Everything
// else is clang's: forwarded to each pass in its place, accepted or refused there.
#pragma once

#include "support/Result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace helicon::mcc {

/// Which clang calls an argument goes to.
enum Passes : unsigned {
  kHostPass = 1u << 0,
  kDevicePass = 1u << 1,
  kLinkPass = 1u << 2, ///< the last call: links, and compiles what is host code
  kCompilePasses = kHostPass | kDevicePass,
  kAllPasses = kHostPass | kDevicePass | kLinkPass,
};

struct ForwardedArgument {
  std::vector<std::string> text;
  unsigned passes;
  size_t beforeInput; ///< stands before this input (index): keeps the order of libraries and objects
};

enum class InputKind {
  Musa,
  HostSource,
  LinkerInput, ///< object, archive, shared library, linker script
};

struct Input {
  std::string path;
  InputKind kind;
  std::string language;   ///< what -x said, empty: by the file's name
  bool cudaNames = false; ///< a MUSA source that sees CUDA's spellings without including a header
};

enum class Mode { Link, Archive, Compile, Assembly, Preprocess, Dependencies, SyntaxOnly };
enum class Side { Both, DeviceOnly, HostOnly };

struct Options {
  std::string program;  ///< name mcc was called by, for messages
  bool asClang = false; ///< called as clang++: .c is C++ then
  Mode mode = Mode::Link;
  Side side = Side::Both;
  std::vector<Input> inputs;
  std::vector<ForwardedArgument> forwarded;
  std::vector<uint32_t> archs; ///< 310 for mp_31; never empty after parsing
  std::string output;
  std::string musaPath;
  std::string dependencyFile, dependencyTargetGiven;
  bool writesDependencies = false; ///< -MD, -MMD
  std::string dependencyFlag;      ///< which of them
  bool phonyDependencies = false;  ///< -MP
  bool relocatable = false;
  bool fastMath = false;
  bool emitLlvm = false;
  bool debug = false, lineInfo = false;
  bool deviceDebug = false; ///< of device code alone; outranks lineInfo there
  bool saveTemps = false, verbose = false, dryRun = false;
  bool runs = false; ///< the program, once it is linked
  std::vector<std::string> runArguments;
  bool linksMusart = false; ///< -lmusart or -lmusart_static was given, or the standard libraries are not wanted
  bool linksStaticMusart = false;
  bool namesRuntime = false;    ///< -lmusart, -lmusart_static or -lmusa
  std::string staticOption;     ///< -static or -static-pie as given, empty: neither
  bool perThreadStream = false; ///< -fgpu-default-stream=per-thread, or CUDA's macro for it
  bool perThreadMacro = false;  ///< the same by -DMUSA_API_PER_THREAD_DEFAULT_STREAM
  bool showHelp = false, showVersion = false;
  bool onlyAsks = false; ///< -print-*, -dumpversion ...: clang answers, no input needed
  bool colorChosen = false;
};

/// `arguments` without argv[0], response files expanded. Fails on what no pass could use.
Result<Options> parseOptions(const std::string &program, const std::vector<std::string> &arguments);

/// Replaces each @file by the words in it (GNU quoting), to any depth below 32.
Result<std::vector<std::string>> expandResponseFiles(const std::vector<std::string> &arguments);

bool isMusaSource(const Input &input);
/// "mp_31" for 310.
std::string archName(uint32_t arch);

} // namespace helicon::mcc
