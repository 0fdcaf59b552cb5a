// "Did you mean": the known name that a misspelt one is closest to. Counts letters added, left out, changed and swapped
// with their neighbour; names far from all known ones have no nearest. Costs the product of the lengths for each name.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace helicon {

/// Edits between the two, upper and lower case apart.
inline size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1); // of the rows i - 2, i - 1 and i
  for (size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

/// Empty when every name is more than `most` edits away; of equally near ones the first.
inline std::string_view nearest(std::string_view word, std::span<const std::string_view> names, size_t most) {
  std::string_view best;
  for (std::string_view name : names)
    if (size_t distance = editDistance(word, name); distance <= most) {
      best = name;
      most = distance == 0 ? 0 : distance - 1;
    }
  return best;
}

} // namespace helicon
