// Works on text, because that is what every diagnostic option of clang ends in. A block is a warning or error with its
// include stack before it and its source lines and notes behind it; equal text means the same diagnostic.
#include "mcc/Diagnostics.h"

#include <set>
#include <string_view>
#include <vector>

namespace helicon::mcc {

namespace {

enum class LineKind { Warning, Error, IncludeStack, Count, Other };

/// Without colour escapes.
std::string plain(std::string_view line) {
  std::string text;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\x1b' && i + 1 < line.size() && line[i + 1] == '[') {
      while (i < line.size() && line[i] != 'm' && line[i] != 'K')
        ++i;
      continue;
    }
    text += line[i];
  }
  return text;
}

/// "3 warnings and 1 error generated when compiling for sm_90."
bool isCount(const std::string &text) {
  size_t digits = text.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string::npos)
    return false;
  std::string_view rest = std::string_view(text).substr(digits);
  return (rest.starts_with(" warning") || rest.starts_with(" error")) && rest.find(" generated") != std::string::npos;
}

LineKind classify(const std::string &text) {
  if (text.starts_with("In file included from ") || text.starts_with("In module "))
    return LineKind::IncludeStack;
  if (isCount(text))
    return LineKind::Count;
  // "file:1:2: error: text", "mcc: warning: text", "error: text"; source lines are indented or start with a number.
  if (text.empty() || text[0] == ' ')
    return LineKind::Other;
  auto has = [&](std::string_view mark) {
    size_t at = text.find(mark);
    return at == 0 || (at != std::string::npos && at >= 2 && text.compare(at - 2, 2, ": ") == 0);
  };
  if (has("error: ") || has("fatal error: "))
    return LineKind::Error;
  return has("warning: ") || has("remark: ") ? LineKind::Warning : LineKind::Other;
}

struct Block {
  std::string text;
  LineKind kind = LineKind::Other;
};

std::vector<Block> split(const std::string &pass) {
  std::vector<Block> blocks;
  std::string stack; // include lines that belong to what comes next
  auto current = [&]() -> Block & {
    if (blocks.empty())
      blocks.emplace_back();
    return blocks.back();
  };
  for (size_t at = 0; at < pass.size();) {
    size_t end = pass.find('\n', at);
    end = end == std::string::npos ? pass.size() : end + 1;
    std::string line = pass.substr(at, end - at);
    at = end;
    switch (LineKind kind = classify(plain(line))) {
    case LineKind::Count:
      break;
    case LineKind::IncludeStack:
      stack += line;
      break;
    case LineKind::Warning:
    case LineKind::Error:
      blocks.push_back({stack + line, kind});
      stack.clear();
      break;
    case LineKind::Other: // a note has its own include stack
      current().text += stack + line;
      stack.clear();
      break;
    }
  }
  if (!stack.empty())
    current().text += stack;
  return blocks;
}

std::string counted(size_t n, const char *what) { return std::to_string(n) + " " + what + (n == 1 ? "" : "s"); }

} // namespace

std::string mergeDiagnostics(std::span<const std::string> passes) {
  std::string out;
  std::set<std::string> printed;
  size_t warnings = 0, errors = 0;
  for (const std::string &pass : passes) {
    std::set<std::string> here; // one pass may say the same thing twice, and then it stays twice
    for (const Block &block : split(pass)) {
      if (block.text.empty() || printed.contains(block.text))
        continue;
      out += block.text;
      if (block.text.back() != '\n')
        out += '\n';
      here.insert(block.text);
      // Lines of the driver itself ("mcc: warning: ...") are not in clang's counts.
      if (plain(block.text).starts_with("mcc: ") || plain(block.text).starts_with("clang"))
        continue;
      warnings += block.kind == LineKind::Warning;
      errors += block.kind == LineKind::Error;
    }
    printed.merge(here);
  }
  if (warnings + errors > 0) {
    std::string count = warnings > 0 ? counted(warnings, "warning") : "";
    if (errors > 0)
      count += (count.empty() ? "" : " and ") + counted(errors, "error");
    out += count + " generated.\n";
  }
  return out;
}

bool needsLaunchPlugin(const std::string &diagnostics) {
  // "reference to __global__ function", "candidate function not viable: call to __global__ function"
  if (diagnostics.find("to __global__ function") != std::string::npos)
    return true;
  // The line that is quoted below an error.
  return diagnostics.find("error: expected expression") != std::string::npos &&
         (diagnostics.find("<< <") != std::string::npos || diagnostics.find(">> >") != std::string::npos);
}

bool callsHostFromDevice(const std::string &diagnostics) {
  return diagnostics.find("call to __host__ function from __") != std::string::npos ||
         diagnostics.find("reference to __host__ function") != std::string::npos;
}

} // namespace helicon::mcc
