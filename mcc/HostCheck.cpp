// Two steps, the second one rare. A scan of the text finds the words. Only if there are any, each is replaced by a
// marker and the preprocessor decides: a marker that survives stands in code that counts.
#include "mcc/HostCheck.h"

#include "mcc/CompileJob.h"
#include "mcc/Files.h"
#include "mcc/Inputs.h"

#include <filesystem>
#include <fstream>

namespace helicon::mcc {

namespace {

constexpr std::string_view kMarker = "__helicon_device_word_";

struct Word {
  size_t at, line, column;
  std::string_view text;
};

/// Enough of C++'s lexing to tell code from comments and literals.
class Scanner {
public:
  explicit Scanner(const std::string &text) : text(text) {}

  std::vector<Word> run() {
    while (at < text.size())
      step();
    return std::move(words);
  }

private:
  bool looking(std::string_view what) const { return text.compare(at, what.size(), what) == 0; }
  void advance(size_t n) {
    for (; n > 0 && at < text.size(); --n, ++at)
      if (text[at] == '\n') {
        ++line;
        lineStart = at + 1;
      }
  }
  void skipTo(std::string_view end) {
    size_t found = text.find(end, at);
    advance((found == std::string::npos ? text.size() : found + end.size()) - at);
  }
  void skipQuoted(char quote) {
    advance(1);
    while (at < text.size() && text[at] != quote && text[at] != '\n')
      advance(text[at] == '\\' ? 2 : 1);
    advance(1);
  }
  void skipRaw() { // R"delimiter( ... )delimiter"
    size_t open = text.find('(', at);
    if (open == std::string::npos)
      return advance(1);
    std::string end = ")" + text.substr(at + 1, open - at - 1) + "\"";
    skipTo(end);
  }
  void found(std::string_view what) {
    words.push_back({at, line, at - lineStart + 1, what});
    advance(what.size());
  }
  void step();
  void word();

  const std::string &text;
  std::vector<Word> words;
  std::string_view previous; ///< word before, for `operator<<<T>`
  size_t at = 0, line = 1, lineStart = 0;
};

void Scanner::word() {
  size_t end = at;
  while (end < text.size() && (isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
    ++end;
  std::string_view name(text.data() + at, end - at);
  previous = name;
  if (name == "__global__")
    return found("__global__");
  advance(name.size());
  if (at < text.size() && text[at] == '"' && name.ends_with('R') && name.size() <= 3)
    skipRaw();
}

void Scanner::step() {
  char c = text[at];
  if (looking("//"))
    return skipTo("\n");
  if (looking("/*")) {
    advance(2);
    return skipTo("*/");
  }
  if (isalpha(static_cast<unsigned char>(c)) || c == '_')
    return word();
  if (isdigit(static_cast<unsigned char>(c))) { // 1'000'000
    while (at < text.size() && (isalnum(static_cast<unsigned char>(text[at])) || text[at] == '\'' || text[at] == '.'))
      advance(1);
    previous = {};
    return;
  }
  if (c == '"' || c == '\'')
    return skipQuoted(c);
  if (looking("<<<") && previous != "operator") {
    previous = {};
    return found("<<<");
  }
  if (!isspace(static_cast<unsigned char>(c)) && c != '<')
    previous = {};
  advance(looking("<<<") ? 3 : 1);
}

/// The number behind the first marker in the preprocessor's output, or npos.
size_t firstSurvivor(const std::string &output) {
  size_t found = output.find(kMarker);
  return found == std::string::npos ? found : std::stoul(output.substr(found + kMarker.size()));
}

std::string lineOf(const std::string &text, const Word &word) {
  size_t begin = word.at - (word.column - 1);
  return text.substr(begin, text.find('\n', begin) - begin);
}

} // namespace

std::string findKernels(const Options &options, const Sdk &sdk, const Input &input, const std::string &folder) {
  if (input.path == "-")
    return {};
  std::string text = readFile(input.path);
  std::vector<Word> words = Scanner(text).run();
  if (words.empty())
    return {};

  std::string marked;
  size_t copied = 0;
  for (size_t i = 0; i < words.size(); ++i) {
    marked += text.substr(copied, words[i].at - copied) + " " + std::string(kMarker) + std::to_string(i) + " ";
    copied = words[i].at + words[i].text.size();
  }
  marked += text.substr(copied);
  Command command;
  command.executable = sdk.clang;
  command.arguments = clangArguments(options);
  command.captureErrors = true;
  command.stdinFile = folder + "/marked";
  command.stdoutFile = folder + "/marked.i";
  std::ofstream(command.stdinFile, std::ios::binary) << marked;
  for (const ForwardedArgument &argument : options.forwarded)
    if ((argument.passes & kHostPass) && (argument.passes & kDevicePass)) // no -MD and the like
      command.arguments.insert(command.arguments.end(), argument.text.begin(), argument.text.end());
  std::string besides = std::filesystem::path(input.path).parent_path().string();
  std::string language = hostLanguage(input, options.asClang);
  for (const std::string &word :
       {std::string("-isystem"), sdk.includeDir(), std::string("-iquote"), besides.empty() ? std::string(".") : besides,
        std::string("-Qunused-arguments"), std::string("-E"), std::string("-P"), std::string("-x"),
        language.empty() ? std::string("c++") : language, std::string("-")})
    command.arguments.push_back(word);
  if (runAll({&command, 1}, 1)[0].exitStatus != 0)
    return {}; // a missing header, say: clang will tell
  size_t survivor = firstSurvivor(readFile(command.stdoutFile));
  if (survivor >= words.size())
    return {};
  const Word &word = words[survivor];
  std::string what = word.text == "<<<" ? "kernel launch '<<<'" : "'__global__'";
  return input.path + ":" + std::to_string(word.line) + ":" + std::to_string(word.column) + ": error: " + what +
         " in a file that is compiled as host code; name it .mu, or pass '-x musa' or a device option such as "
         "'--offload-arch=mp_31'\n" +
         lineOf(text, word) + "\n" + std::string(word.column - 1, ' ') + "^\n1 error generated.\n";
}

} // namespace helicon::mcc
