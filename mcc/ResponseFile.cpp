// @file on the command line: words separated by white space, quoted as by GNU tools. A file that cannot be read stays
// as it is, as gcc and clang do it, and is then reported as a missing input.
#include "mcc/Options.h"

#include <fstream>
#include <iterator>

namespace helicon::mcc {

namespace {

constexpr int kMaxDepth = 32;

std::vector<std::string> splitWords(const std::string &text) {
  std::vector<std::string> words;
  std::string word;
  bool inWord = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    bool escapes = c == '\\' && quote != '\'' && i + 1 < text.size();
    if (escapes) {
      word += text[++i];
      inWord = true;
    } else if (quote) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      inWord = true;
    } else if (c == ' ' || (c >= '\t' && c <= '\r')) {
      if (inWord)
        words.push_back(std::move(word));
      word.clear();
      inWord = false;
    } else {
      word += c;
      inWord = true;
    }
  }
  if (inWord)
    words.push_back(std::move(word));
  return words;
}

bool expandInto(std::vector<std::string> &out, const std::vector<std::string> &arguments, int depth) {
  if (depth > kMaxDepth)
    return false;
  for (const std::string &argument : arguments) {
    std::ifstream file;
    if (argument.size() > 1 && argument[0] == '@')
      file.open(argument.substr(1));
    if (file.is_open())
      file.peek(); // a folder can be opened
    if (!file.is_open() || file.bad()) {
      out.push_back(argument);
      continue;
    }
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!expandInto(out, splitWords(text), depth + 1))
      return false;
  }
  return true;
}

} // namespace

Result<std::vector<std::string>> expandResponseFiles(const std::vector<std::string> &arguments) {
  std::vector<std::string> out;
  if (!expandInto(out, arguments, 0))
    return Failure{"response files include each other more than " + std::to_string(kMaxDepth) + " deep"};
  return out;
}

} // namespace helicon::mcc
