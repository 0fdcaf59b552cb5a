// Parsing of the HELICON_* variables. A bad value leaves the default and adds a problem; initialise() reports them all.
#include "runtime/Environment.h"

#include "support/Nearest.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

extern char **environ;

namespace helicon {

static std::string wrongValue(const char *name, std::string_view value, std::string_view valid,
                              std::string_view verdict = "not known") {
  std::string text = name;
  text += "='";
  text += value;
  text += "' is ";
  text += verdict;
  text += "; valid: ";
  text += valid;
  return text;
}

constexpr std::string_view kNotValid = "not valid"; // of numbers

/// Decimal digits alone; a number too large for the type is the largest.
static std::optional<uint64_t> parseNumber(std::string_view text) {
  uint64_t value = 0;
  for (char digit : text) {
    if (digit < '0' || digit > '9')
      return std::nullopt;
    if (__builtin_mul_overflow(value, uint64_t(10), &value) ||
        __builtin_add_overflow(value, uint64_t(digit - '0'), &value))
      value = UINT64_MAX;
  }
  return value;
}

static std::optional<uint64_t> parseBytes(std::string_view text) {
  uint64_t value = 0;
  size_t at = 0;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; at++) {
    if (__builtin_mul_overflow(value, uint64_t(10), &value) ||
        __builtin_add_overflow(value, uint64_t(text[at] - '0'), &value))
      return std::nullopt;
  }
  if (at == 0)
    return std::nullopt;
  std::string_view rest = text.substr(at);
  if (rest.size() > 1 && (rest.substr(1) == "B" || rest.substr(1) == "iB" || rest.substr(1) == "b"))
    rest = rest.substr(0, 1);
  unsigned shift = 0;
  if (rest == "K" || rest == "k")
    shift = 10;
  else if (rest == "M" || rest == "m")
    shift = 20;
  else if (rest == "G" || rest == "g")
    shift = 30;
  else if (rest == "T" || rest == "t")
    shift = 40;
  else if (!rest.empty())
    return std::nullopt;
  if (shift && value >> (64 - shift))
    return std::nullopt;
  return value << shift;
}

namespace {
class Reader {
public:
  Reader(const char *(*get)(const char *), Environment &into) : get(get), env(into) {}

  std::string_view text(const char *name) const {
    const char *value = get(name);
    return value ? value : "";
  }
  void flag(const char *name, bool &out) {
    std::string_view value = text(name);
    if (value.empty() || value == "0")
      return;
    if (value == "1")
      out = true;
    else
      problem(wrongValue(name, value, "0, 1"));
  }
  void problem(std::string message) { env.problems.push_back(std::move(message)); }

private:
  const char *(*get)(const char *);
  Environment &env;
};
} // namespace

static void readExecution(Reader &reader, Environment &env) {
  std::string_view value = reader.text("HELICON_EXEC");
  if (value == "simd")
    env.executor = Executor::Simd;
  else if (value == "thread")
    env.executor = Executor::Thread;
  else if (!value.empty())
    reader.problem(wrongValue("HELICON_EXEC", value, "simd, thread"));

  value = reader.text("HELICON_ISA");
  if (value == "sse42" || value == "sse4.2")
    env.isa = Isa::Sse42;
  else if (value == "avx2")
    env.isa = Isa::Avx2;
  else if (value == "avx512")
    env.isa = Isa::Avx512;
  else if (!value.empty() && value != "auto")
    reader.problem(wrongValue("HELICON_ISA", value, "auto, sse42, avx2, avx512"));
}

static void readNumbers(Reader &reader, Environment &env) {
  std::string_view value = reader.text("HELICON_MEMORY");
  if (!value.empty()) {
    env.memory = parseBytes(value);
    if (!env.memory || *env.memory < (uint64_t(1) << 20)) {
      env.memory.reset();
      reader.problem(wrongValue("HELICON_MEMORY", value, "a size of at least 1M, such as 512M, 8G or a number of bytes",
                                kNotValid));
    }
  }
  value = reader.text("HELICON_THREADS");
  if (!value.empty()) {
    auto count = parseBytes(value);
    if (count && *count >= 1 && *count <= 1024)
      env.threads = uint32_t(*count);
    else
      reader.problem(wrongValue("HELICON_THREADS", value, "1 to 1024", kNotValid));
  }
  value = reader.text("MUSA_EXECUTION_TIMEOUT");
  if (!value.empty()) {
    constexpr uint64_t kMost = UINT64_MAX / 2000000; // 146 years; sums of nanoseconds stay in 64 bits
    auto milliseconds = parseNumber(value);
    if (!milliseconds)
      reader.problem(wrongValue("MUSA_EXECUTION_TIMEOUT", value, "a number of milliseconds; 0: no limit", kNotValid));
    else
      env.executionTimeout = std::min(*milliseconds, kMost);
  }
}

Environment readEnvironment(const char *(*get)(const char *)) {
  Environment env;
  Reader reader(get, env);
  if (!reader.text("HELICON_DEVICE").empty())
    env.devices = reader.text("HELICON_DEVICE");
  readExecution(reader, env);
  readNumbers(reader, env);
  reader.flag("HELICON_STRICT", env.strict);
  reader.flag("HELICON_DEBUG", env.debug);
  reader.flag("HELICON_VERBOSE", env.verbose);
  reader.flag("MUSA_LAUNCH_BLOCKING", env.launchBlocking);
  env.jitLibrary = reader.text("HELICON_JIT");
  env.injection = reader.text("MUSA_INJECTION64_PATH");
  if (env.injection == "none")
    env.injection.clear();
  env.visibleDevices = reader.text("MUSA_VISIBLE_DEVICES");
  env.visibleDevicesSet = get("MUSA_VISIBLE_DEVICES") != nullptr;
  return env;
}

static constexpr std::string_view kKnown[] = {"HELICON_DEVICE",  "HELICON_MEMORY", "HELICON_EXEC",  "HELICON_ISA",
                                              "HELICON_THREADS", "HELICON_STRICT", "HELICON_DEBUG", "HELICON_VERBOSE",
                                              "HELICON_CACHE",   "HELICON_JIT",    "HELICON_DUMP",  "HELICON_CLANG"};

std::string unknownVariable(std::string_view name) {
  std::string text = "the environment variable ";
  text += name;
  text += " is not one of Helicon's";
  constexpr size_t kMostEdits = 2;
  if (std::string_view meant = nearest(name, kKnown, kMostEdits); !meant.empty()) {
    text += "; did you mean ";
    text += meant;
    return text + "?";
  }
  const char *between = ", which are ";
  for (std::string_view known : kKnown) {
    text += between;
    text += known;
    between = ", ";
  }
  return text;
}

/// A misspelt variable would be passed over in silence.
static void findUnknownNames(Environment &env) {
  for (char **entry = environ; entry && *entry; entry++) {
    std::string_view name = *entry;
    name = name.substr(0, name.find('='));
    if (!name.starts_with("HELICON_"))
      continue;
    bool known = false;
    for (std::string_view k : kKnown)
      known |= k == name;
    if (!known)
      env.unknownNames.emplace_back(name);
  }
}

static const char *processVariable(const char *name) { return std::getenv(name); }

const Environment &environment() {
  // Leaked on purpose: worker threads may read it while the process ends.
  static const Environment *const kEnvironment = [] {
    auto *env = new Environment(readEnvironment(processVariable));
    findUnknownNames(*env);
    return env;
  }();
  return *kEnvironment;
}

} // namespace helicon
