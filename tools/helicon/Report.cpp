// Text is what scripts parse: the name at the start of the line, a colon, blanks, the value.
#include "tools/helicon/Report.h"

#include <fmt/format.h>

#include <algorithm>

namespace helicon::tools {
namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += '\\', out += c;
    else if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out + '"';
}

struct ToText {
  std::string operator()(const std::string &v) const { return v; }
  std::string operator()(int64_t v) const { return fmt::format("{}", v); }
  std::string operator()(double v) const { return fmt::format("{:.2f}", v); }
  std::string operator()(bool v) const { return v ? "1" : "0"; }
};

struct ToJson {
  std::string operator()(const std::string &v) const { return quoted(v); }
  std::string operator()(int64_t v) const { return fmt::format("{}", v); }
  std::string operator()(double v) const { return fmt::format("{}", v); }
  std::string operator()(bool v) const { return v ? "true" : "false"; }
};

std::string objectOf(const Section &section, std::string_view indent) {
  std::string out = "{\n";
  for (size_t i = 0; i < section.fields.size(); ++i)
    out += fmt::format("{}  {}: {}{}\n", indent, quoted(section.fields[i].first),
                       std::visit(ToJson{}, section.fields[i].second), i + 1 < section.fields.size() ? "," : "");
  return out + std::string(indent) + "}";
}

} // namespace

std::string asText(const std::vector<Section> &sections) {
  std::string out;
  for (const Section &section : sections) {
    out += fmt::format("{:-<80}\n{}\n", "", section.title);
    for (const auto &[name, value] : section.fields)
      out += fmt::format("{:<40} {}\n", name + ":", std::visit(ToText{}, value));
  }
  return out;
}

std::string asJson(const std::vector<Section> &sections) {
  std::string out = "{\n";
  for (size_t i = 0; i < sections.size();) {
    const std::string &key = sections[i].key;
    const auto end = std::find_if(sections.begin() + static_cast<std::ptrdiff_t>(i), sections.end(),
                                  [&](const Section &section) { return section.key != key; });
    const size_t next = static_cast<size_t>(end - sections.begin());
    if (key.back() != 's') { // one of its kind
      out += fmt::format("  {}: {}", quoted(key), objectOf(sections[i], "  "));
    } else {
      out += fmt::format("  {}: [", quoted(key));
      for (size_t k = i; k < next; ++k)
        out += fmt::format("{}\n    {}", k == i ? "" : ",", objectOf(sections[k], "    "));
      out += "\n  ]";
    }
    out += next < sections.size() ? ",\n" : "\n";
    i = next;
  }
  return out + "}\n";
}

} // namespace helicon::tools
