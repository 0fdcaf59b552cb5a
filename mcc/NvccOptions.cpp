// One row an option, by its name without dashes. No row may be a word that clang 19 takes on Linux.
#include "mcc/NvccOptions.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace helicon::mcc {

namespace {

enum class Value {
  None,
  Given,       ///< after '=', or the next word
  Architecture ///< the same; the next word only where it names one of CUDA's: clang has an -arch as well
};

struct NvccRow {
  std::string_view name;
  Value value;
  std::string_view advice; ///< % stands for the value
};

constexpr std::string_view kAtHand = "leave it out, device code is compiled for the processor at hand";
constexpr std::string_view kAllowed = "leave it out, mcc allows it without an option";
constexpr std::string_view kHostCompiler =
    "leave it out, mcc compiles host code with clang 19 (HELICON_CLANG names another)";
constexpr std::string_view kPlainly = "give '%' itself, mcc takes the host compiler's options";
constexpr std::string_view kNoTool = "leave it out, that tool of CUDA takes no part";
constexpr std::string_view kNoPtx =
    "mcc makes no code for NVIDIA's cards; '--cuda-device-only' makes a file for muModuleLoad, and "
    "with '-S' LLVM IR";
constexpr std::string_view kRegisters = "leave it out, a CPU's registers are not shared out among threads";
constexpr std::string_view kStream = "use '-fgpu-default-stream=%'";
constexpr std::string_view kNoDeviceLink = "leave the step out, the runtime links device code when the program starts";
constexpr std::string_view kPrecision =
    "leave it out; '-use_fast_math' and '-fmusa-flush-denormals-to-zero' trade precision";
constexpr std::string_view kRuntime = "use '-lmusart' or '-lmusart_static'";
constexpr std::string_view kKeep = "use '-save-temps'";
constexpr std::string_view kSpeed = "leave it out, mcc runs its passes side by side";
constexpr std::string_view kWarnings = "leave it out; clang's '-Wno-<name>' turns a warning off";

constexpr NvccRow kRows[] = {
    // the target
    {"arch", Value::Architecture, kAtHand},
    {"gpu-architecture", Value::Given, kAtHand},
    {"code", Value::Given, kAtHand},
    {"gpu-code", Value::Given, kAtHand},
    {"gencode", Value::Given, kAtHand},
    {"generate-code", Value::Given, kAtHand},
    {"maxrregcount", Value::Given, kRegisters},
    {"ptx", Value::None, kNoPtx},
    {"cubin", Value::None, kNoPtx},
    {"fatbin", Value::None, kNoPtx},
    {"ftz", Value::Given, kPrecision},
    {"prec-div", Value::Given, kPrecision},
    {"prec-sqrt", Value::Given, kPrecision},
    {"G", Value::None, "use '-g'; docs/debugging.md tells how kernels are debugged"},
    {"device-debug", Value::None, "use '-g'; docs/debugging.md tells how kernels are debugged"},

    // the language
    {"extended-lambda", Value::None, kAllowed},
    {"expt-extended-lambda", Value::None, kAllowed},
    {"expt-relaxed-constexpr", Value::None, kAllowed},
    {"default-stream", Value::Given, kStream},
    {"dlink", Value::None, kNoDeviceLink},
    {"device-link", Value::None, kNoDeviceLink},

    // other programs
    {"ccbin", Value::Given, kHostCompiler},
    {"compiler-bindir", Value::Given, kHostCompiler},
    {"allow-unsupported-compiler", Value::None, kHostCompiler},
    {"forward-unknown-to-host-compiler", Value::None, "leave it out, mcc takes the host compiler's options"},
    {"Xcompiler", Value::Given, kPlainly},
    {"compiler-options", Value::Given, kPlainly},
    {"linker-options", Value::Given, "use '-Wl,%'"},
    {"Xptxas", Value::Given, kNoTool},
    {"ptxas-options", Value::Given, kNoTool},
    {"Xnvlink", Value::Given, kNoTool},
    {"nvlink-options", Value::Given, kNoTool},
    {"Xcudafe", Value::Given, kWarnings},
    {"diag-suppress", Value::Given, kWarnings},
    {"res-usage", Value::None, kNoTool},
    {"resource-usage", Value::None, kNoTool},
    {"cudart", Value::Given, kRuntime},
    {"keep", Value::None, kKeep},
    {"keep-dir", Value::Given, kKeep},
    {"threads", Value::Given, kSpeed},
};

bool namesCudaArch(std::string_view word) {
  for (std::string_view prefix : {"sm_", "compute_", "lto_"})
    if (word.starts_with(prefix))
      return true;
  return word == "native" || word == "all" || word == "all-major";
}

std::string filled(std::string_view advice, std::string_view value) {
  std::string text(advice);
  if (size_t at = text.find('%'); at != std::string::npos)
    text.replace(at, 1, value.empty() ? "<value>" : value);
  return text;
}

} // namespace

NvccRefusal refuseNvccOption(const std::vector<std::string> &arguments, size_t at) {
  std::string_view word = arguments[at];
  word.remove_prefix(word.starts_with("--") ? 2 : 1);
  const size_t equals = word.find('=');
  const std::string_view name = word.substr(0, equals);
  const auto *row = std::find_if(std::begin(kRows), std::end(kRows), [&](const NvccRow &r) { return r.name == name; });
  if (row == std::end(kRows) || (row->value == Value::None && equals != std::string_view::npos))
    return {};
  std::string shown = arguments[at];
  std::string value;
  size_t words = 1;
  if (equals != std::string_view::npos) {
    value = word.substr(equals + 1);
  } else if (row->value != Value::None) {
    if (at + 1 < arguments.size())
      value = arguments[at + 1];
    if (row->value == Value::Architecture && !namesCudaArch(value))
      return {};
    if (!value.empty()) {
      shown += " " + value;
      words = 2;
    }
  }
  return {"'" + shown + "' is an option of nvcc: " + filled(row->advice, value), words};
}

} // namespace helicon::mcc
