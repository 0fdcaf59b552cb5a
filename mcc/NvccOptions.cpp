// Lists are split as nvcc splits them: at commas, but not inside quotes nor behind a backslash. What is for the host
// compiler is split at spaces too, because build files write -Xcompiler "-Wall -O2".
#include "mcc/NvccOptions.h"

#include "mcc/NvccTable.h"
#include "mcc/Options.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace helicon::mcc {

namespace {

bool isNumber(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool namesCudaArch(std::string_view word) {
  for (std::string_view prefix : {"sm_", "compute_", "lto_"})
    if (word.starts_with(prefix))
      return true;
  return word == "native" || word == "all" || word == "all-major";
}

std::vector<std::string> splitList(std::string_view list, bool atSpaces) {
  std::vector<std::string> items;
  std::string item;
  char quote = 0;
  auto end = [&] {
    if (!item.empty()) // ",-fPIC" is what some build files write
      items.push_back(std::move(item));
    item.clear();
  };
  for (size_t i = 0; i < list.size(); ++i) {
    const char c = list[i];
    if (c == '\\' && i + 1 < list.size() && (list[i + 1] == ',' || list[i + 1] == '"' || list[i + 1] == '\''))
      item += list[++i];
    else if (quote ? c == quote : c == '"' || c == '\'')
      quote = quote ? 0 : c;
    else if (!quote && (c == ',' || (atSpaces && (c == ' ' || c == '\t'))))
      end();
    else
      item += c;
  }
  end();
  return items;
}

std::string filled(std::string_view text, std::string_view value) {
  std::string all(text);
  if (size_t at = all.find('%'); at != std::string::npos)
    all.replace(at, 1, value);
  return all;
}

/// The words of `text` with the value in its place, which may hold spaces.
void appendWords(std::vector<std::string> &to, std::string_view text, std::string_view value) {
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    to.push_back(filled(text.substr(0, end), value));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

struct Choices {
  std::optional<std::string_view> words; ///< of the value looked for
  std::string all;                       ///< "a, b or c"
};

/// Reads "value>words|value>words".
Choices choose(std::string_view text, std::string_view value) {
  Choices choices;
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find('|'));
    text.remove_prefix(std::min(one.size() + 1, text.size()));
    const std::string_view name = one.substr(0, one.find('>'));
    if (!choices.all.empty())
      choices.all += text.empty() ? " or " : ", ";
    choices.all += name;
    if (name == value)
      choices.words = one.substr(name.size() + 1);
  }
  return choices;
}

/// The value of an option whose name was found, as far as it has one.
struct Reading {
  const NvccRow *row = nullptr; ///< null: not nvcc's
  std::string value;
  size_t words = 1;
  bool missing = false;
};

bool takesNext(const NvccRow &row, std::string_view word) {
  switch (row.value) {
  case NvccValue::None:
    return false;
  case NvccValue::Given:
    return true;
  case NvccValue::Number:
  case NvccValue::Joined:
    return isNumber(word);
  case NvccValue::Cudas:
    return namesCudaArch(word);
  case NvccValue::Chosen:
    return choose(row.text, word).words.has_value();
  }
  return false;
}

Reading read(const std::vector<std::string> &arguments, size_t at) {
  std::string_view word = arguments[at];
  word.remove_prefix(1);
  const bool twoDashes = word.starts_with('-');
  const std::string_view dashed = word.substr(0, word.find('='));
  const std::string_view name = dashed.substr(twoDashes ? 1 : 0);
  Reading reading;
  for (const NvccRow &row : nvccRows()) {
    const bool isJoined = row.value == NvccValue::Joined && name.starts_with(row.name) &&
                          isNumber(name.substr(row.name.size())) && dashed.size() == word.size();
    if (isJoined) {
      reading.row = &row;
      reading.value = name.substr(row.name.size());
      return reading;
    }
    if (row.name != name && (!twoDashes || row.name != dashed))
      continue;
    const bool hasEquals = dashed.size() < word.size();
    if (hasEquals && row.value == NvccValue::None)
      return reading;
    if (hasEquals) {
      reading.value = word.substr(dashed.size() + 1);
    } else if (row.value != NvccValue::None) {
      const bool isLast = at + 1 == arguments.size();
      if (row.value != NvccValue::Given && (isLast || !takesNext(row, arguments[at + 1])))
        return reading;
      reading.missing = isLast;
      reading.words = isLast ? 1 : 2;
      reading.value = isLast ? "" : arguments[at + 1];
    }
    reading.row = &row;
    return reading;
  }
  return reading;
}

/// An option and its value may be spread over several: -Xcompiler -include -Xcompiler config.h.
void gatherHostWords(NvccOption &option, const std::vector<std::string> &arguments, size_t at, std::string_view name) {
  for (;;) {
    if (at + option.words >= arguments.size() || !arguments[at + option.words].starts_with('-'))
      return;
    const Reading more = read(arguments, at + option.words);
    if (!more.row || more.row->action != NvccAction::Host || more.row->name != name || more.missing)
      return;
    for (std::string &word : splitList(more.value, true))
      option.means.push_back(std::move(word));
    option.words += more.words;
  }
}

void readFiles(NvccOption &option, const std::string &list) {
  option.again = true;
  for (const std::string &file : splitList(list, false)) {
    Result<std::vector<std::string>> words = expandResponseFiles({"@" + file});
    if (!words || (words->size() == 1 && words->front() == "@" + file)) {
      option.refusal = words ? "cannot read the options in '" + file + "'" : words.message();
      return;
    }
    option.means.insert(option.means.end(), words->begin(), words->end());
  }
}

} // namespace

NvccOption readNvccOption(const std::vector<std::string> &arguments, size_t at) {
  const Reading reading = read(arguments, at);
  NvccOption option;
  if (!reading.row)
    return option;
  const NvccRow &row = *reading.row;
  option.words = reading.words;
  std::string shown = arguments[at];
  if (reading.words == 2)
    shown += " " + reading.value;
  if (row.action == NvccAction::Refused) {
    option.refusal = "'" + shown + "' is an option of nvcc: " + filled(row.text, reading.value);
    return option;
  }
  if (reading.missing) {
    option.refusal = "argument to '" + shown + "' is missing (expected 1 value)";
    return option;
  }
  switch (row.action) {
  case NvccAction::Means:
    appendWords(option.means, row.text, reading.value);
    break;
  case NvccAction::Each:
    for (const std::string &item : splitList(reading.value, false))
      appendWords(option.means, row.text, item);
    break;
  case NvccAction::Chooses: {
    const Choices choices = choose(row.text, reading.value);
    if (choices.words)
      appendWords(option.means, *choices.words, "");
    else
      option.refusal = "invalid value '" + reading.value + "' in '" + shown + "'; use " + choices.all;
    break;
  }
  case NvccAction::Host:
    option.forHost = true;
    option.means = splitList(reading.value, true);
    gatherHostWords(option, arguments, at, row.name);
    break;
  case NvccAction::File:
    readFiles(option, reading.value);
    break;
  case NvccAction::Nothing:
  case NvccAction::Refused:
    break;
  }
  return option;
}

} // namespace helicon::mcc
