// Both files are clang's own, so only its form of make's syntax is read: one rule first, words separated by blanks,
// lines continued by a backslash, blanks in names escaped by one. Words are kept as they are spelled.
#include "mcc/Dependencies.h"

#include "mcc/Files.h"

#include <fstream>
#include <set>
#include <vector>

namespace helicon::mcc {

namespace {

struct Rule {
  std::vector<std::string> prerequisites;
  size_t end = 0; ///< where the rule's last line ends, without its newline
};

Rule readRule(const std::string &text) {
  Rule rule;
  std::string word;
  bool pastColon = false;
  size_t i = 0;
  auto endWord = [&] {
    if (!word.empty() && pastColon)
      rule.prerequisites.push_back(word);
    pastColon |= word.ends_with(':');
    word.clear();
  };
  for (; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      if (text[i + 1] == '\n')
        endWord();
      else
        word += text.substr(i, 2);
      ++i;
    } else if (text[i] == ' ') {
      endWord();
    } else {
      word += text[i];
    }
  }
  endWord();
  rule.end = i;
  return rule;
}

} // namespace

void mergeDependencies(const std::string &file, const std::string &more, bool phony) {
  std::string text = readFile(file);
  if (text.empty())
    return;
  Rule rule = readRule(text);
  std::set<std::string> known(rule.prerequisites.begin(), rule.prerequisites.end());
  std::string added, rules;
  for (const std::string &name : readRule(readFile(more)).prerequisites)
    if (known.insert(name).second) {
      added += " \\\n  " + name;
      if (phony)
        rules += name + ":\n";
    }
  if (added.empty())
    return;
  text.insert(rule.end, added);
  std::ofstream(file, std::ios::binary | std::ios::trunc) << text << rules;
}

} // namespace helicon::mcc
