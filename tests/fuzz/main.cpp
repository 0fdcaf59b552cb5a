// helicon-fuzz-gen: writes one program of random kernels. The same arguments give the same text.
#include "Module.h"

#include <charconv>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string_view>

namespace {

using helicon::fuzz::Features;
using helicon::fuzz::Request;

constexpr char kUsage[] =
    "usage: helicon-fuzz-gen --seed S [--kernels N] [--shapes N] [--size N] [--without PART,...] [--always "
    "SUBJECT,...]\n"
    "                        [--only KERNEL [--drop N,N-M,...]] [--count] -o FILE\n"
    "  --without  parts to leave out: floats doubles math warp barriers atomics gotos match ended\n"
    "             oneplace sizes streams leavers halves (see Features in Body.h), and the subjects of Subjects.h:\n"
    "             calls memory named groups matrix textures launches together waiting intrinsics ptx\n"
    "  --always   subjects of every kernel, of which few have each otherwise\n"
    "  --only     writes this kernel alone; --drop leaves out statements of it (for reducing)\n"
    "  --count    prints the number of statements of the kernel named by --only\n";

bool parseNumber(std::string_view text, uint64_t &value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

bool setSubject(helicon::fuzz::Subjects &subjects, std::string_view name, bool value) {
  for (const helicon::fuzz::SubjectName &subject : helicon::fuzz::kSubjects)
    if (subject.name == name)
      return subjects.*subject.flag = value, true;
  return false;
}

bool disable(Features &features, std::string_view part) {
  const std::pair<std::string_view, bool *> parts[] = {
      {"floats", &features.floats},   {"doubles", &features.doubles},   {"math", &features.math},
      {"warp", &features.warp},       {"barriers", &features.barriers}, {"atomics", &features.atomics},
      {"gotos", &features.gotos},     {"match", &features.match},       {"ended", &features.ended},
      {"sizes", &features.sizes},     {"oneplace", &features.oneplace}, {"streams", &features.streams},
      {"leavers", &features.leavers}, {"halves", &features.halves},
  };
  for (const auto &[name, flag] : parts)
    if (name == part)
      return *flag = false, true;
  return setSubject(features.subjects, part, false);
}

/// Calls `each` with every piece between commas; false as soon as one is refused.
template <class F> bool split(std::string_view list, F each) {
  while (!list.empty()) {
    const size_t comma = list.find(',');
    if (!each(list.substr(0, comma)))
      return false;
    list = comma == std::string_view::npos ? "" : list.substr(comma + 1);
  }
  return true;
}

bool addRange(std::set<unsigned> &dropped, std::string_view piece) {
  uint64_t first, last;
  const size_t dash = piece.find('-');
  if (!parseNumber(piece.substr(0, dash), first))
    return false;
  last = first;
  if (dash != std::string_view::npos && !parseNumber(piece.substr(dash + 1), last))
    return false;
  for (uint64_t i = first; i <= last && i - first < 1000000; ++i)
    dropped.insert(static_cast<unsigned>(i));
  return true;
}

struct Options {
  Request request;
  std::string output;
  bool count = false;
};

bool parseValue(Options &options, std::string_view name, std::string_view value) {
  Request &request = options.request;
  uint64_t number = 0;
  if (name == "-o")
    return options.output = value, true;
  if (name == "--without")
    return split(value, [&](std::string_view part) { return disable(request.features, part); });
  if (name == "--always")
    return split(value, [&](std::string_view part) { return setSubject(request.features.always, part, true); });
  if (name == "--drop")
    return split(value, [&](std::string_view piece) { return addRange(request.dropped, piece); });
  if (!parseNumber(value, number))
    return false;
  if (name == "--seed")
    return request.seed = number, true;
  if (number > 100000)
    return false;
  if (name == "--kernels")
    request.kernels = static_cast<unsigned>(number);
  else if (name == "--shapes")
    request.shapes = static_cast<unsigned>(number);
  else if (name == "--size")
    request.size = static_cast<unsigned>(number);
  else if (name == "--only")
    request.only = static_cast<int>(number);
  else
    return false;
  return true;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    if (!std::strcmp(argv[i], "--count")) {
      options.count = true;
    } else if (i + 1 >= argc || !parseValue(options, argv[i], argv[i + 1])) {
      std::fprintf(stderr, "helicon-fuzz-gen: '%s%s%s' is not understood\n%s", argv[i], i + 1 < argc ? " " : "",
                   i + 1 < argc ? argv[i + 1] : "", kUsage);
      return 2;
    } else {
      ++i;
    }
  }
  Features &features = options.request.features;
  features.halves = features.halves && features.floats;
  features.subjects.matrix = features.subjects.matrix && features.halves;
  features.subjects.textures = features.subjects.textures && features.floats;
  if (options.output.empty())
    return std::fprintf(stderr, "helicon-fuzz-gen: no output file, give one with -o\n%s", kUsage), 2;
  const helicon::fuzz::Program program = helicon::fuzz::generate(options.request);
  std::ofstream file(options.output, std::ios::binary);
  file << program.text;
  if (!file.flush())
    return std::fprintf(stderr, "helicon-fuzz-gen: cannot write %s\n", options.output.c_str()), 1;
  if (options.count)
    std::printf("%u\n", program.statements);
  return 0;
}
