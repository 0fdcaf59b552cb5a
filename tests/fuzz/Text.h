// The program's text with the extent of every statement, so that statements can be left out afterwards without
// changing any choice made after them: reducing is cutting text, never generating again with other random numbers.
#pragma once

#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace helicon::fuzz {

class Text {
public:
  explicit Text(std::set<unsigned> dropped = {}) : dropped(std::move(dropped)) {}

  /// Begins a statement that may be left out; ends with close(). They nest.
  void open() {
    const unsigned number = count++;
    enclosing.push_back(hidden);
    hidden = hidden || dropped.contains(number);
  }
  void close() {
    hidden = enclosing.back();
    enclosing.pop_back();
  }

  template <class... Parts> void line(const Parts &...parts) {
    if (hidden)
      return;
    for (unsigned i = 0; i < depth; ++i)
      out << "  ";
    (out << ... << parts) << '\n';
  }
  void indent() { ++depth; }
  void outdent() { --depth; }
  unsigned statements() const { return count; }
  std::string str() const { return out.str(); }

private:
  std::set<unsigned> dropped;
  std::ostringstream out;
  std::vector<bool> enclosing;
  unsigned count = 0;
  unsigned depth = 0;
  bool hidden = false;
};

/// Joins parts into a string: expressions are built from the inside.
template <class... Parts> std::string cat(const Parts &...parts) {
  std::ostringstream out;
  (out << ... << parts);
  return out.str();
}

} // namespace helicon::fuzz
