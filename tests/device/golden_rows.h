// Rows of text against those that were recorded: "name: value" a line.
#pragma once

#include "check.h"

#include <fstream>
#include <map>

namespace golden {

inline std::map<std::string, std::string> recorded;
inline size_t compared = 0;

inline void read(const std::string &path) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    recorded[line.substr(0, line.find(':'))] = line.substr(line.find(':'));
}

inline void compare(const std::string &row) {
  size_t colon = row.find(':');
  auto known = recorded.find(row.substr(0, colon));
  ++compared;
  if (known == recorded.end())
    return check::that(false, row.substr(0, colon), "was not recorded");
  size_t at = 0;
  while (at < known->second.size() && known->second[at] == row[colon + at])
    ++at;
  check::that(known->second == row.substr(colon), row.substr(0, colon),
              "differs from digit " + std::to_string(at) + " on: ..." + row.substr(colon + at, 24));
}

/// All rows were there, and no others.
inline int finish(const char *name, size_t atLeast) {
  check::that(compared == recorded.size() && compared >= atLeast, "rows",
              std::to_string(compared) + " compared, " + std::to_string(recorded.size()) + " recorded");
  return check::finish(name);
}

} // namespace golden

#define ROW(TEXT) golden::compare(TEXT)
