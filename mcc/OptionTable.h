// The options that mcc must know: those it acts on, those that take an argument (so that the argument is not taken for
// an input), and those that one of clang's passes must not see.
#pragma once

#include <string_view>

namespace helicon::mcc {

enum class Style {
  Flag,            // -c
  Joined,          // -std=c++20
  Separate,        // -Xclang X
  JoinedOrSeparate // -I dir, -Idir
};

enum class Role {
  // forwarded
  All,
  Compile,
  HostOnly,
  Link,
  XarchHost,
  XarchDevice,
  HostUnlessOptimize, // -O*
  // mcc's own
  Ignore,
  IgnoreIfChip, // -mllvm -mtgpu-*
  Device,       // ignored, but makes sources MUSA
  Arch,
  NoArch,
  Output,
  Language,
  ModeCompile,
  ModeArchive,
  ModeAssembly,
  ModePreprocess,
  ModeDependencies,
  ModeSyntaxOnly,
  DeviceOnly,
  HostSideOnly,
  BothSides,
  Rdc,
  NoRdc,
  RdcIf, // nvcc's, with true or false
  RdcCompile,
  UseFastMath,
  FastMath,
  Fmad,
  FlushDenormals,
  LineInfo,
  Debug,
  DeviceDebug,
  EmitLlvm,
  MusaPath,
  WritesDependencies,
  PhonyDependencies,
  DependencyFile,
  DependencyTarget,
  Preprocessor, // -Wp,
  Library,
  Static,
  NoLibraries,
  NoRuntime,
  SaveTemps,
  Verbose,
  DryRun,
  RunProgram,
  RunArgument,
  Help,
  Version,
  Asks,
  Color,
  DefaultStream,
  Define,
  Undefine,
  Plugin,
  CudaWrapper,
};

struct OptionRow {
  std::string_view spelling;
  Style style;
  Role role;
};

/// The row with the longest spelling that fits `argument`, or null: clang's business, one word, every pass.
const OptionRow *findOption(std::string_view argument);

} // namespace helicon::mcc
