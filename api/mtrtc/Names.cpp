// Lowered names. Behind the source stands, for each expression, a kernel whose parameter type has the expression as a
// template argument: that instantiates what it names, and puts it into the kernel's own mangled name. Mangled names
// abbreviate what they said before, so the inner name can't be cut out; but demangled, it reads as the demangled name
// of the kernel or variable itself.
#include "api/mtrtc/Program.h"
#include "kernel-ir/Image.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace helicon::mtrtc {

namespace {

constexpr std::string_view kProbe = "__helicon_name_";

std::string demangled(const std::string &name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                         std::free);
  return text ? text.get() : name;
}

/// "A" of "__helicon_name_0(__helicon_named<&(A)>*)" or "...<&A>*)"; empty for another form.
std::string_view namedBy(std::string_view probe) {
  const size_t open = probe.find("__helicon_named<"), close = probe.rfind('>');
  if (open == std::string_view::npos || close == std::string_view::npos)
    return {};
  std::string_view inner = probe.substr(open + std::string_view("__helicon_named<").size());
  inner = inner.substr(0, inner.rfind('>'));
  if (inner.starts_with('&'))
    inner.remove_prefix(1);
  if (inner.starts_with('(') && inner.ends_with(')'))
    inner = inner.substr(1, inner.size() - 2);
  return inner;
}

/// The name among `candidates` that a probe shows. Of a kernel that is no template the probe shows no parameters, so
/// overloads are told apart by the probe's mangled name, which has theirs where nothing in it is abbreviated.
std::string meant(std::string_view shown, const std::string &probe, const std::vector<std::string> &candidates) {
  std::vector<std::string> likely;
  for (const std::string &mangled : candidates) {
    const std::string text = demangled(mangled);
    if (text == shown)
      return mangled;
    if (text.starts_with(std::string(shown) + "("))
      likely.push_back(mangled);
  }
  for (const std::string &mangled : likely)
    if (likely.size() > 1 && probe.find("L" + mangled + "E") != std::string::npos)
      return mangled;
  return likely.size() == 1 ? likely[0] : std::string();
}

} // namespace

std::string nameProbes(const std::vector<NameExpression> &names) {
  if (names.empty())
    return {};
  std::string out = "\ntemplate <auto *> struct __helicon_named;\n";
  for (size_t i = 0; i < names.size(); ++i) {
    std::string text = names[i].text;
    const size_t first = text.find_first_not_of(" \t\n");
    const bool isAddress = first != std::string::npos && text[first] == '&';
    out += "#line 1 \"name expression " + std::to_string(i) + "\"\n";
    out += "__global__ void " + std::string(kProbe) + std::to_string(i) + "(__helicon_named<" +
           (isAddress ? text : "&" + text) + "> *) {}\n";
  }
  return out;
}

mtrtcResult lowerNames(Program &program) {
  if (program.names.empty())
    return MTRTC_SUCCESS;
  auto images = readImages({program.binary.data(), program.binary.size()}, 0);
  if (!images || images->empty())
    return MTRTC_ERROR_INTERNAL_ERROR;
  const Manifest &manifest = images->front().manifest;
  std::vector<std::string> candidates, probes(program.names.size());
  for (const KernelInfo &kernel : manifest.kernels) {
    const std::string text = demangled(kernel.name);
    if (!text.starts_with(kProbe)) {
      candidates.push_back(kernel.name);
      continue;
    }
    const size_t i = std::strtoull(text.c_str() + kProbe.size(), nullptr, 10);
    if (i < probes.size())
      probes[i] = kernel.name;
  }
  for (const VariableInfo &variable : manifest.variables)
    candidates.push_back(variable.name);
  for (size_t i = 0; i < probes.size(); ++i) {
    std::string &lowered = program.names[i].lowered;
    const std::string text = demangled(probes[i]);
    lowered = meant(namedBy(text), probes[i], candidates);
    if (lowered.empty()) {
      program.log += "error: the name expression '" + program.names[i].text +
                     "' names no kernel and no __device__ or __constant__ variable of the program\n";
      return MTRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
    }
  }
  return MTRTC_SUCCESS;
}

} // namespace helicon::mtrtc
