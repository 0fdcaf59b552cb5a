// One row a name. docs/mcc.md lists them all, and tests/mcc/page.sh holds the page and this table against each other.
// Options that touch the speed or the look of code for NVIDIA's chips alone are taken without effect, so that build
// files need no edit; those that would change a program's meaning, or its output files, are done or refused.
#include "mcc/NvccTable.h"

namespace helicon::mcc {

namespace {

using enum NvccValue;
using enum NvccAction;

constexpr std::string_view kAtHand = "leave it out, device code is compiled for the processor at hand";
constexpr std::string_view kHostCompiler =
    "leave it out, mcc compiles host code with clang 19 (HELICON_CLANG names another)";
constexpr std::string_view kNoPtx =
    "mcc makes no code for NVIDIA's cards; '--cuda-device-only' makes a file for muModuleLoad, and "
    "with '-S' LLVM IR";
constexpr std::string_view kNoDeviceLink = "leave the step out, the runtime links device code when the program starts";
constexpr std::string_view kNoWhole = "use '-c', or '-dc' where device code refers to other files";
constexpr std::string_view kKeepHere = "leave it out; '-keep' and '-save-temps' write into the working folder";
constexpr std::string_view kObjects = "leave it out, and name the output with '-o'";
constexpr std::string_view kArchiver = "leave it out, '--lib' runs the 'ar' that PATH finds";
constexpr std::string_view kWarnings = "use clang's '-Werror=<name>'; numbers are those of another compiler";
constexpr std::string_view kArchs = "mcc's architectures are those that '--help' lists for '--offload-arch='";
constexpr std::string_view kTimes = "leave it out; '-v' shows the calls of clang";
constexpr std::string_view kStub = "leave it out, mcc writes one object a source";
constexpr std::string_view kNoScript = "leave it out, mcc's objects need no linker script";

constexpr std::string_view kFlush =
    "true>-fmusa-flush-denormals-to-zero|false>-Xarch_device -fno-gpu-flush-denormals-to-zero";
constexpr std::string_view kRuntime = "shared>|static>-lmusart_static|none>--cudart=none";
constexpr std::string_view kStreams =
    "legacy>-fgpu-default-stream=legacy|null>-fgpu-default-stream=legacy|per-thread>-fgpu-default-stream=per-thread";
constexpr std::string_view kErrors =
    "all-warnings>-Werror|reorder>-Werror=reorder|deprecated-declarations>-Werror=deprecated-declarations|"
    "cross-execution-space-call>|default-stream-launch>|missing-launch-bounds>|ext-lambda-captures-this>";
constexpr std::string_view kLevels = "0>-O0|1>-O1|2>-O2|3>-O3";
constexpr std::string_view kBool = "true>|false>";

constexpr NvccRow kRows[] = {
    // files and folders
    {"output-file", Given, Means, "-o %"},
    {"pre-include", Given, Each, "-include %"},
    {"library", Given, Each, "-l%"},
    {"include-path", Given, Each, "-I %"},
    {"system-include", Given, Each, "-isystem %"},
    {"library-path", Given, Each, "-L %"},
    {"output-directory", Given, Refused, kObjects},
    {"odir", Given, Refused, kObjects},
    {"objdir-as-tempdir", None, Nothing, ""},
    {"objtemp", None, Nothing, ""},
    {"dependency-output", Given, Means, "-MF %"},
    {"dependency-target-name", Given, Means, "-MT %"},
    {"generate-dependency-targets", None, Means, "-MP"},
    {"compiler-bindir", Given, Refused, kHostCompiler},
    {"ccbin", Given, Refused, kHostCompiler},
    {"allow-unsupported-compiler", None, Nothing, ""},
    {"archiver-binary", Given, Refused, kArchiver},
    {"arbin", Given, Refused, kArchiver},
    {"cudart", Given, Chooses, kRuntime},
    {"cudadevrt", Given, Chooses, "static>|none>"},
    {"libdevice-directory", Given, Nothing, ""},
    {"ldir", Given, Nothing, ""},
    {"target-directory", Given, Refused, kHostCompiler},
    {"target-dir", Given, Refused, kHostCompiler},
    {"options-file", Given, File, ""},
    {"optf", Given, File, ""},

    // what to make
    {"link", None, Nothing, ""},
    {"lib", None, Means, "--lib"},
    {"run", None, Means, "--run"},
    {"run-args", Given, Each, "--run-args=%"},
    {"device-link", None, Refused, kNoDeviceLink},
    {"dlink", None, Refused, kNoDeviceLink},
    {"no-device-link", None, Nothing, ""},
    {"nodlink", None, Nothing, ""},
    {"device-w", None, Refused, kNoWhole},
    {"dw", None, Refused, kNoWhole},
    {"extensible-whole-program", None, Refused, kNoWhole},
    {"ewp", None, Refused, kNoWhole},
    {"cuda", None, Refused, kNoPtx},
    {"ptx", None, Refused, kNoPtx},
    {"cubin", None, Refused, kNoPtx},
    {"fatbin", None, Refused, kNoPtx},
    {"optix-ir", None, Refused, kNoPtx},
    {"ltoir", None, Refused, kNoPtx},
    {"generate-dependencies", None, Means, "-M"},
    {"generate-nonsystem-dependencies", None, Means, "-MM"},
    {"generate-dependencies-with-compile", None, Means, "-MD"},
    {"generate-nonsystem-dependencies-with-compile", None, Means, "-MMD"},
    {"fdevice-syntax-only", None, Means, "-fsyntax-only"},

    // the language
    {"std", Given, Means, "-std=%"},
    {"x", Chosen, Chooses, "cu>-x cuda|c>-x c|c++>-x c++"},
    {"optimize", Number, Chooses, kLevels},
    {"O", Number, Chooses, kLevels},
    {"debug", None, Means, "-g"},
    {"profile", None, Means, "-pg"},
    {"no-exceptions", None, Means, "-fno-exceptions"},
    {"noeh", None, Means, "-fno-exceptions"},
    {"ftemplate-depth", Given, Means, "-ftemplate-depth=%"},
    {"ftemplate-backtrace-limit", Given, Means, "-ftemplate-backtrace-limit=%"},
    {"machine", Given, Chooses, "64>-m64"},
    {"m", Given, Chooses, "64>-m64"},
    {"m64", None, Means, "-m64"},
    {"no-host-device-initializer-list", None, Nothing, ""},
    {"extended-lambda", None, Nothing, ""},
    {"expt-extended-lambda", None, Nothing, ""},
    {"expt-relaxed-constexpr", None, Nothing, ""},
    {"default-stream", Given, Chooses, kStreams},

    // device code
    {"gpu-architecture", Given, Refused, kAtHand},
    {"arch", Cudas, Refused, kAtHand},
    {"gpu-code", Given, Refused, kAtHand},
    {"code", Given, Refused, kAtHand},
    {"generate-code", Given, Refused, kAtHand},
    {"gencode", Given, Refused, kAtHand},
    {"list-gpu-arch", None, Refused, kArchs},
    {"arch-ls", None, Refused, kArchs},
    {"list-gpu-code", None, Refused, kArchs},
    {"code-ls", None, Refused, kArchs},
    {"device-debug", None, Means, "-G"},
    {"G", None, Means, "-G"},
    {"entries", Given, Nothing, ""},
    {"fmad", Given, Means, "-fmad=%"},
    {"ftz", Given, Chooses, kFlush},
    {"prec-div", Given, Chooses, kBool},
    {"prec-sqrt", Given, Chooses, kBool},
    {"maxrregcount", Given, Nothing, ""},
    {"restrict", None, Nothing, ""},
    {"source-in-ptx", None, Nothing, ""},
    {"src-in-ptx", None, Nothing, ""},
    {"extra-device-vectorization", None, Nothing, ""},
    {"keep-device-functions", None, Nothing, ""},
    {"device-entity-has-hidden-visibility", Given, Chooses, kBool},
    {"static-global-template-stub", Given, Chooses, kBool},
    {"device-stack-protector", Given, Chooses, kBool},
    {"dopt", Given, Chooses, "on>"},
    {"dlink-time-opt", None, Nothing, ""},
    {"dlto", None, Nothing, ""},
    {"gen-opt-lto", None, Nothing, ""},
    {"lto", None, Refused, kNoPtx},
    {"no-compress", None, Nothing, ""},
    {"compress-mode", Given, Nothing, ""},
    {"frandom-seed", Given, Nothing, ""},
    {"compile-as-tools-patch", None, Refused, kStub},

    // other programs
    {"compiler-options", Given, Host, ""},
    {"Xcompiler", Given, Host, ""},
    {"linker-options", Given, Each, "-Xlinker %"},
    {"Xlinker", Given, Each, "-Xlinker %"},
    {"archive-options", Given, Refused, kArchiver},
    {"Xarchive", Given, Refused, kArchiver},
    {"ptxas-options", Given, Nothing, ""},
    {"Xptxas", Given, Nothing, ""},
    {"nvlink-options", Given, Nothing, ""},
    {"Xnvlink", Given, Nothing, ""},
    {"cudafe-options", Given, Nothing, ""},
    {"Xcudafe", Given, Nothing, ""},
    {"fatbin-options", Given, Nothing, ""},
    {"Xfatbin", Given, Nothing, ""},
    {"forward-unknown-to-host-compiler", None, Nothing, ""},
    {"forward-unknown-to-host-linker", None, Nothing, ""},
    {"forward-unknown-opts", None, Nothing, ""},
    {"host-linker-script", Given, Refused, kNoScript},
    {"hls", Given, Refused, kNoScript},
    {"augment-host-linker-script", None, Refused, kNoScript},
    {"aug-hls", None, Refused, kNoScript},
    {"host-relocatable-link", None, Means, "-r"},

    // the compiler itself
    {"dryrun", None, Means, "-###"},
    {"keep", None, Means, "-save-temps"},
    {"keep-dir", Given, Refused, kKeepHere},
    {"clean-targets", None, Refused, "remove the files that the build made"},
    {"clean", None, Refused, "remove the files that the build made"},
    {"threads", Given, Nothing, ""},
    {"t", Joined, Nothing, ""},
    {"split-compile", Given, Nothing, ""},
    {"split-compile-extended", Given, Nothing, ""},
    {"jobserver", None, Nothing, ""},
    {"use-local-env", None, Nothing, ""},
    {"-time", Given, Refused, kTimes},
    {"device-time-trace", Given, Refused, kTimes},
    {"dont-use-profile", None, Nothing, ""},
    {"noprof", None, Nothing, ""},
    {"h", None, Means, "--help"},
    {"V", None, Means, "--version"},

    // warnings
    {"disable-warnings", None, Means, "-w"},
    {"Werror", Chosen, Chooses, kErrors},
    {"Wno-deprecated-gpu-targets", None, Nothing, ""},
    {"Wdefault-stream-launch", None, Nothing, ""},
    {"Wmissing-launch-bounds", None, Nothing, ""},
    {"Wext-lambda-captures-this", None, Nothing, ""},
    {"resource-usage", None, Nothing, ""},
    {"res-usage", None, Nothing, ""},
    {"optimization-info", Given, Nothing, ""},
    {"opt-info", Given, Nothing, ""},
    {"display-error-number", None, Nothing, ""},
    {"no-display-error-number", None, Nothing, ""},
    {"err-no", None, Nothing, ""},
    {"brief-diagnostics", Given, Chooses, kBool},
    {"brief-diag", Given, Chooses, kBool},
    {"diag-suppress", Given, Nothing, ""},
    {"diag-warn", Given, Nothing, ""},
    {"diag-error", Given, Refused, kWarnings},
};

} // namespace

std::span<const NvccRow> nvccRows() { return kRows; }

} // namespace helicon::mcc
