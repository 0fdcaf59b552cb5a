// Names are replaced as whole words outside of quotes; inside, only where the quotes hold a section's name and no more.
#include "mcc/AssemblyText.h"

#include "mcc/pack/Pack.h"

#include <algorithm>

namespace helicon::mcc {

namespace {

bool isWordChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$';
}

std::string renamedSection(const std::string &word) {
  for (auto [from, to] : kSectionNames)
    if (word == from)
      return to;
  return {};
}

} // namespace

std::string renamedText(const std::string &text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    size_t end = i + 1;
    if (text[i] == '"') {
      while (end < text.size() && text[end] != '"')
        end += text[end] == '\\' ? 2 : 1;
      end = std::min(end + 1, text.size());
      std::string section = renamedSection(text.substr(i + 1, end - i - 2));
      out += section.empty() ? text.substr(i, end - i) : '"' + section + '"';
    } else if (isWordChar(text[i])) {
      while (end < text.size() && isWordChar(text[end]))
        ++end;
      std::string word = text.substr(i, end - i), other = renamedSymbol(word);
      if (word == ".globl" && text.compare(end, sizeof kWrapperPrefix, std::string("\t") + kWrapperPrefix) == 0)
        other = ".local";
      if (other.empty())
        other = renamedSection(word);
      out += other.empty() ? word : other;
    } else {
      out += text[i];
    }
    i = end;
  }
  return out;
}

} // namespace helicon::mcc
