// Fat binaries made by hand, to see what becomes of those that are not ours.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// An offload bundle with one entry.
inline std::vector<char> bundleWith(const std::string &id, const std::string &content) {
  std::vector<char> out;
  auto text = [&](const std::string &s) { out.insert(out.end(), s.begin(), s.end()); };
  auto number = [&](uint64_t v) {
    out.insert(out.end(), reinterpret_cast<char *>(&v), reinterpret_cast<char *>(&v) + 8);
  };
  text("__CLANG_OFFLOAD_BUNDLE__");
  number(1);
  number(24 + 8 + 24 + id.size());
  number(content.size());
  number(id.size());
  text(id);
  text(content);
  out.resize(out.size() + 64); // loaders may look past the end of what they were not given the size of
  return out;
}
