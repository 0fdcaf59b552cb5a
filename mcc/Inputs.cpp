// Names decide, contents only in one case: build files that put -x musa into the flags of the link as well must not
// have their objects compiled as source.
#include "mcc/Inputs.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>

namespace helicon::mcc {

namespace {

std::string_view extensionOf(std::string_view path) {
  size_t slash = path.rfind('/');
  std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
}

bool oneOf(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool holdsObjectCode(const std::string &path) {
  std::array<char, 8> magic{};
  std::ifstream file(path, std::ios::binary);
  file.read(magic.data(), magic.size());
  std::string_view head(magic.data(), static_cast<size_t>(file.gcount()));
  return head.starts_with("\x7f"
                          "ELF") ||
         head.starts_with("!<arch>") || head.starts_with("!<thin>") || head.starts_with("BC\xc0\xde");
}

bool isPlainSource(std::string_view extension) {
  return oneOf(extension, {"c", "cc", "cpp", "cxx", "c++", "C", "CPP", "CC", "cp"});
}

bool isOtherSource(std::string_view extension) {
  return oneOf(extension,
               {"i", "ii", "s", "S", "sx", "m", "mm", "h", "hpp", "hh", "hxx", "f", "f90", "ll", "bc", "cppm"});
}

} // namespace

InputKind classify(const Input &input, bool deviceOption) {
  if (input.language == "musa" || input.language == "cuda")
    return holdsObjectCode(input.path) ? InputKind::LinkerInput : InputKind::Musa;
  std::string_view extension = extensionOf(input.path);
  const bool isMusaName = extension == "mu" || extension == "cu";
  // CMake says -x c++ to a .mu file whose LANGUAGE is CXX; nobody keeps host code under that name.
  if (isMusaName && (input.language.empty() || input.language == "c++"))
    return InputKind::Musa;
  if (input.language == "c++" && deviceOption)
    return InputKind::Musa;
  if (!input.language.empty())
    return InputKind::HostSource;
  if (isPlainSource(extension))
    return deviceOption ? InputKind::Musa : InputKind::HostSource;
  return isOtherSource(extension) || input.path == "-" ? InputKind::HostSource : InputKind::LinkerInput;
}

bool seesCudaNames(const Input &input, bool cudaWrapper) {
  if (!isMusaSource(input))
    return false;
  return cudaWrapper || input.language == "cuda" || (input.language != "musa" && extensionOf(input.path) == "cu");
}

bool isMusaSource(const Input &input) { return input.kind == InputKind::Musa; }

bool mayInclude(const Input &input) {
  if (!input.language.empty())
    return !oneOf(input.language, {"assembler", "cpp-output", "c++-cpp-output", "ir"});
  return !oneOf(extensionOf(input.path), {"i", "ii", "s", "ll", "bc"});
}

std::string stemOf(const std::string &path) {
  size_t slash = path.rfind('/');
  std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  if (name == "-")
    return name;
  size_t dot = name.rfind('.');
  return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

std::string withExtension(const std::string &path, const std::string &extension) {
  size_t slash = path.rfind('/'), dot = path.rfind('.');
  bool hasExtension = dot != std::string::npos && (slash == std::string::npos || dot > slash + 1) && dot != 0;
  return (hasExtension ? path.substr(0, dot) : path) + extension;
}

std::string hostLanguage(const Input &input, bool asClang) {
  if (!input.language.empty())
    return input.language;
  // The last call runs clang as a C++ driver, so that programs get the C++ library; mcc itself tells C by the name.
  return !asClang && extensionOf(input.path) == "c" ? "c" : "";
}

} // namespace helicon::mcc
