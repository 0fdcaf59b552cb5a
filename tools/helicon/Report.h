// A report: sections of named values, written as text for people and scripts, or as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace helicon::tools {

using Value = std::variant<std::string, int64_t, double, bool>;

struct Section {
  std::string key;   ///< in JSON; sections with the same key become an array
  std::string title; ///< in text
  std::vector<std::pair<std::string, Value>> fields;

  void add(std::string name, Value value) { fields.emplace_back(std::move(name), std::move(value)); }
};

/// "name:        value" a line, a rule and the title before each section.
std::string asText(const std::vector<Section> &sections);
std::string asJson(const std::vector<Section> &sections);

} // namespace helicon::tools
