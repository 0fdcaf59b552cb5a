// The registration ABI: clang emits CUDA's names, objects of the MUSA SDK import these. Needs no LLVM; the driver uses
// it for assembly text.
#include "mcc/pack/Pack.h"

#include <string_view>

namespace helicon::mcc {

std::string renamedSymbol(const std::string &name) {
  // An object made with -fgpu-rdc calls a function that a device linker would make, one per module. Here the runtime
  // links at the first launch, and one function registers them all.
  if (name.starts_with("__cudaRegisterLinkedBinary"))
    return "__heliconRegisterLinkedBinary";
  static constexpr std::string_view kNames[] = {"__cudaRegisterFatBinary",     "__cudaRegisterFatBinaryEnd",
                                                "__cudaUnregisterFatBinary",   "__cudaRegisterFunction",
                                                "__cudaRegisterVar",           "__cudaRegisterManagedVar",
                                                "__cudaRegisterSurface",       "__cudaRegisterTexture",
                                                "__cudaPushCallConfiguration", "__cudaPopCallConfiguration"};
  for (std::string_view known : kNames)
    if (name == known)
      return "__musa" + name.substr(sizeof "__cuda" - 1);
  if (name == "cudaLaunchKernel" || name == "cudaLaunchKernel_ptsz" || name == "cudaLaunchKernelExC")
    return "musa" + name.substr(sizeof "cuda" - 1);
  return {};
}

std::string symbolsAsText(const DeviceSymbols &symbols) {
  std::string text;
  auto quoted = [](const std::string &name) { return '"' + name + kDeviceSuffix + '"'; };
  for (const auto &[name, weak] : symbols.defined)
    text += (weak ? "\t.weak\t" : "\t.globl\t") + quoted(name) + "\n\t.hidden\t" + quoted(name) + "\n" + quoted(name) +
            " = " + std::to_string(symbols.value) + "\n";
  if (!symbols.needed.empty())
    text += std::string("\t.section\t") + kDeviceSection + ",\"\",@progbits\n";
  for (const std::string &name : symbols.needed)
    text += "\t.hidden\t" + quoted(name) + "\n\t.quad\t" + quoted(name) + "\n";
  if (!symbols.needed.empty())
    text += "\t.text\n";
  return text;
}

} // namespace helicon::mcc
