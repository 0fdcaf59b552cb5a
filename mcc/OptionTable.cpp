// One row an option. Order does not matter: the longest spelling that fits wins.
#include "mcc/OptionTable.h"

namespace helicon::mcc {

namespace {

using enum Style;

constexpr OptionRow kRows[] = {
    // what to make
    {"-c", Flag, Role::ModeCompile},
    {"--compile", Flag, Role::ModeCompile},
    {"-dc", Flag, Role::RdcCompile},
    {"--device-c", Flag, Role::RdcCompile},
    {"-S", Flag, Role::ModeAssembly},
    {"--assemble", Flag, Role::ModeAssembly},
    {"-E", Flag, Role::ModePreprocess},
    {"--preprocess", Flag, Role::ModePreprocess},
    {"-M", Flag, Role::ModeDependencies},
    {"-MM", Flag, Role::ModeDependencies},
    {"-fsyntax-only", Flag, Role::ModeSyntaxOnly},
    {"-emit-llvm", Flag, Role::EmitLlvm},
    {"--lib", Flag, Role::ModeArchive},
    {"--run", Flag, Role::RunProgram},
    {"--run-args=", Joined, Role::RunArgument},
    {"-o", JoinedOrSeparate, Role::Output},
    {"--output", Separate, Role::Output},
    {"--output=", Joined, Role::Output},
    {"-x", JoinedOrSeparate, Role::Language},
    {"--language=", Joined, Role::Language},
    {"--cuda-device-only", Flag, Role::DeviceOnly},
    {"--musa-device-only", Flag, Role::DeviceOnly},
    {"--offload-device-only", Flag, Role::DeviceOnly},
    {"--cuda-host-only", Flag, Role::HostSideOnly},
    {"--musa-host-only", Flag, Role::HostSideOnly},
    {"--offload-host-only", Flag, Role::HostSideOnly},
    {"--cuda-compile-host-device", Flag, Role::BothSides},
    {"--offload-host-device", Flag, Role::BothSides},

    // the device
    {"--offload-arch=", Joined, Role::Arch},
    {"--offload-arch", Separate, Role::Arch},
    {"--cuda-gpu-arch=", Joined, Role::Arch},
    {"--cuda-gpu-arch", Separate, Role::Arch},
    {"--musa-gpu-arch=", Joined, Role::Arch},
    {"--no-offload-arch=", Joined, Role::NoArch},
    {"--no-cuda-gpu-arch=", Joined, Role::NoArch},
    {"-mtgpu", Flag, Role::Device},
    {"-use_fast_math", Flag, Role::UseFastMath},
    {"--use_fast_math", Flag, Role::UseFastMath},
    {"-ffast-math", Flag, Role::FastMath},
    {"-Ofast", Flag, Role::FastMath},
    {"-fmad=", Joined, Role::Fmad},
    {"--fmad=", Joined, Role::Fmad},
    {"-fmusa-flush-denormals-to-zero", Flag, Role::FlushDenormals},
    {"-lineinfo", Flag, Role::LineInfo},
    {"--generate-line-info", Flag, Role::LineInfo},
    {"-fgpu-rdc", Flag, Role::Rdc},
    {"-fno-gpu-rdc", Flag, Role::NoRdc},
    {"-rdc=", Joined, Role::RdcIf},
    {"-rdc", Separate, Role::RdcIf},
    {"--relocatable-device-code=", Joined, Role::RdcIf},
    {"--relocatable-device-code", Separate, Role::RdcIf},
    {"-fgpu-default-stream=", Joined, Role::DefaultStream},
    {"--musa-path=", Joined, Role::MusaPath},
    {"--musa-path", Separate, Role::MusaPath},
    {"-Xarch_host", Separate, Role::XarchHost},
    {"-Xarch_device", Separate, Role::XarchDevice},

    // steer the chip, the SDK's own CUDA mapping, or CUDA's tools: nothing to do here
    {"-Od3", Flag, Role::Ignore},
    {"-mathx-disable-fp64", Flag, Role::Ignore},
    {"-cuda_wrapper", Flag, Role::CudaWrapper},
    {"-lcuda2musa", Flag, Role::Ignore},
    {"-fplugin=", Joined, Role::Plugin},
    {"-mllvm", Separate, Role::IgnoreIfChip},
    {"-mllvm=", Joined, Role::IgnoreIfChip},
    {"--cuda-path=", Joined, Role::Ignore},
    {"--cuda-path", Separate, Role::Ignore},
    {"-Xcuda-ptxas", Separate, Role::Ignore},
    {"-Xcuda-fatbinary", Separate, Role::Ignore},
    {"-nocudainc", Flag, Role::Ignore},
    {"-nocudalib", Flag, Role::Ignore},
    {"-nogpuinc", Flag, Role::Ignore},
    {"-nogpulib", Flag, Role::Ignore},

    // dependencies
    {"-MD", Flag, Role::WritesDependencies},
    {"-MMD", Flag, Role::WritesDependencies},
    {"--write-dependencies", Flag, Role::WritesDependencies},
    {"--write-user-dependencies", Flag, Role::WritesDependencies},
    {"-MF", JoinedOrSeparate, Role::DependencyFile},
    {"-MT", JoinedOrSeparate, Role::DependencyTarget},
    {"-MQ", JoinedOrSeparate, Role::DependencyTarget},
    {"-MJ", JoinedOrSeparate, Role::HostOnly},
    {"-MP", Flag, Role::PhonyDependencies},
    {"-MG", Flag, Role::HostOnly},
    {"-MV", Flag, Role::HostOnly},
    {"-Wp,", Joined, Role::Preprocessor},

    // the host pass alone
    {"-Wa,", Joined, Role::HostOnly},
    {"-Xassembler", Separate, Role::HostOnly},
    {"-fcf-protection", Flag, Role::HostOnly},
    {"-fcf-protection=", Joined, Role::HostOnly},
    {"-fsanitize", Joined, Role::HostOnly},
    {"-fno-sanitize", Joined, Role::HostOnly},
    {"-shared-libsan", Flag, Role::HostOnly},
    {"-static-libsan", Flag, Role::HostOnly},
    {"-fprofile", Joined, Role::HostOnly},
    {"-fno-profile", Joined, Role::HostOnly},
    {"-fcoverage", Joined, Role::HostOnly},
    {"-fcs-profile", Joined, Role::HostOnly},
    {"--coverage", Flag, Role::HostOnly},
    {"-coverage", Flag, Role::HostOnly},
    {"-fstack-", Joined, Role::HostOnly},
    {"-finstrument-", Joined, Role::HostOnly},
    {"-fxray-", Joined, Role::HostOnly},
    {"-fpatchable-", Joined, Role::HostOnly},
    {"-flto", Flag, Role::HostOnly},
    {"-flto=", Joined, Role::HostOnly},
    {"-fthinlto-index=", Joined, Role::HostOnly},
    {"-fwhole-program-vtables", Flag, Role::HostOnly},
    {"-ftime-", Joined, Role::HostOnly},
    {"-fpass-plugin=", Joined, Role::HostOnly},
    {"-gsplit-dwarf", Flag, Role::HostOnly},
    {"-gsplit-dwarf=", Joined, Role::HostOnly},
    {"-pg", Flag, Role::HostOnly},
    {"-Rpass", Joined, Role::HostOnly},
    {"-fsave-optimization-record", Flag, Role::HostOnly},
    {"-fsave-optimization-record=", Joined, Role::HostOnly},
    {"--serialize-diagnostics", Separate, Role::HostOnly},
    {"-serialize-diagnostics", Separate, Role::HostOnly},
    {"-O", Joined, Role::HostUnlessOptimize},
    {"-O", Flag, Role::HostUnlessOptimize},
    {"-funroll-loops", Flag, Role::HostUnlessOptimize},
    {"-fno-unroll-loops", Flag, Role::HostUnlessOptimize},
    {"-G", Flag, Role::DeviceDebug},
    {"-g", Flag, Role::Debug},
    {"-g", Joined, Role::Debug},

    // an argument of their own, every pass
    {"-D", JoinedOrSeparate, Role::Define},
    {"--define-macro", Separate, Role::Define},
    {"--define-macro=", Joined, Role::Define},
    {"-U", JoinedOrSeparate, Role::Undefine},
    {"--undefine-macro", Separate, Role::Undefine},
    {"--undefine-macro=", Joined, Role::Undefine},
    {"-I", JoinedOrSeparate, Role::Compile},
    {"--include-directory", Separate, Role::Compile},
    {"-F", JoinedOrSeparate, Role::All},
    {"-B", JoinedOrSeparate, Role::All},
    {"-include", Separate, Role::Compile},
    {"--include", Separate, Role::Compile},
    {"-imacros", Separate, Role::Compile},
    {"-include-pch", Separate, Role::Compile},
    {"-isystem", JoinedOrSeparate, Role::Compile},
    {"-isystem-after", JoinedOrSeparate, Role::Compile},
    {"-cxx-isystem", JoinedOrSeparate, Role::Compile},
    {"-iquote", JoinedOrSeparate, Role::Compile},
    {"-idirafter", JoinedOrSeparate, Role::Compile},
    {"-iprefix", JoinedOrSeparate, Role::Compile},
    {"-iwithprefix", JoinedOrSeparate, Role::Compile},
    {"-iwithprefixbefore", JoinedOrSeparate, Role::Compile},
    {"-isysroot", JoinedOrSeparate, Role::All},
    {"--sysroot", Separate, Role::All},
    {"-ivfsoverlay", Separate, Role::Compile},
    {"-dumpdir", Separate, Role::HostOnly},
    {"-working-directory", Separate, Role::All},
    {"-Xclang", Separate, Role::Compile},
    {"-Xpreprocessor", Separate, Role::Compile},
    {"--param", Separate, Role::All},
    {"-target", Separate, Role::All},
    {"--config", Separate, Role::All},
    {"-arch", Separate, Role::All},

    // the link
    {"-l", JoinedOrSeparate, Role::Library},
    {"-L", JoinedOrSeparate, Role::Link},
    {"--library-directory", Separate, Role::Link},
    {"-Wl,", Joined, Role::Link},
    {"-Xlinker", Separate, Role::Link},
    {"--for-linker=", Joined, Role::Link},
    {"-shared", Flag, Role::Link},
    {"--shared", Flag, Role::Link},
    {"-static", Flag, Role::Static},
    {"--static", Flag, Role::Static},
    {"-static-pie", Flag, Role::Static},
    {"-static-libgcc", Flag, Role::Link},
    {"-static-libstdc++", Flag, Role::Link},
    {"-rdynamic", Flag, Role::Link},
    {"-pie", Flag, Role::Link},
    {"-no-pie", Flag, Role::Link},
    {"-s", Flag, Role::Link},
    {"-r", Flag, Role::NoLibraries},
    {"-nostdlib", Flag, Role::NoLibraries},
    {"-nodefaultlibs", Flag, Role::NoLibraries},
    {"--cudart=none", Flag, Role::NoRuntime},
    {"-nolibc", Flag, Role::Link},
    {"-nostartfiles", Flag, Role::Link},
    {"-fuse-ld=", Joined, Role::Link},
    {"--ld-path=", Joined, Role::Link},
    {"-rpath", Separate, Role::Link},
    {"-T", JoinedOrSeparate, Role::Link},
    {"-u", JoinedOrSeparate, Role::Link},
    {"-z", Separate, Role::Link},
    {"-e", Separate, Role::Link},

    // how mcc itself behaves
    {"-save-temps", Flag, Role::SaveTemps},
    {"-save-temps=", Joined, Role::SaveTemps},
    {"--save-temps", Flag, Role::SaveTemps},
    {"--save-temps=", Joined, Role::SaveTemps},
    {"-v", Flag, Role::Verbose},
    {"--verbose", Flag, Role::Verbose},
    {"-###", Flag, Role::DryRun},
    {"--help", Flag, Role::Help},
    {"-help", Flag, Role::Help},
    {"--version", Flag, Role::Version},
    {"-fcolor-diagnostics", Flag, Role::Color},
    {"-fno-color-diagnostics", Flag, Role::Color},
    {"-fdiagnostics-color", Flag, Role::Color},
    {"-fno-diagnostics-color", Flag, Role::Color},
    {"-fdiagnostics-color=", Joined, Role::Color},

    // questions that clang answers
    {"-dumpversion", Flag, Role::Asks},
    {"-dumpmachine", Flag, Role::Asks},
    {"-print-", Joined, Role::Asks},
    {"--print-", Joined, Role::Asks},
    {"--help-hidden", Flag, Role::Asks},
    {"--autocomplete=", Joined, Role::Asks},
};

bool fits(const OptionRow &row, std::string_view argument) {
  switch (row.style) {
  case Flag:
  case Separate:
    return argument == row.spelling;
  case Joined:
    return argument.starts_with(row.spelling) && (argument.size() > row.spelling.size() || argument.ends_with('='));
  case JoinedOrSeparate:
    return argument.starts_with(row.spelling);
  }
  return false;
}

} // namespace

const OptionRow *findOption(std::string_view argument) {
  const OptionRow *best = nullptr;
  for (const OptionRow &row : kRows)
    if (fits(row, argument) && (!best || row.spelling.size() > best->spelling.size()))
      best = &row;
  return best;
}

} // namespace helicon::mcc
