// Profile files: "key = value ; known|assumed ; source", one a line, '#' starts a comment. Every key must be there
// exactly once, so that a value is never made up in code.
#include "runtime/Profile.h"

#include "runtime/BuiltinProfiles.h"

#include <charconv>
#include <fstream>
#include <sstream>

namespace helicon {

namespace {
struct NumberField {
  std::string_view key;
  uint32_t Profile::*narrow;
  uint64_t Profile::*wide;
};

constexpr NumberField kNumbers[] = {
    {"arch", &Profile::arch, nullptr},
    {"major", &Profile::major, nullptr},
    {"minor", &Profile::minor, nullptr},
    {"pciDevice", &Profile::pciDevice, nullptr},
    {"warpSize", &Profile::warpSize, nullptr},
    {"multiprocessors", &Profile::multiprocessors, nullptr},
    {"maxThreadsPerBlock", &Profile::maxThreadsPerBlock, nullptr},
    {"maxThreadsPerMultiprocessor", &Profile::maxThreadsPerMultiprocessor, nullptr},
    {"maxBlocksPerMultiprocessor", &Profile::maxBlocksPerMultiprocessor, nullptr},
    {"lanesPerMultiprocessor", &Profile::lanesPerMultiprocessor, nullptr},
    {"sharedPerBlock", nullptr, &Profile::sharedPerBlock},
    {"sharedPerBlockOptin", nullptr, &Profile::sharedPerBlockOptin},
    {"sharedPerMultiprocessor", nullptr, &Profile::sharedPerMultiprocessor},
    {"sharedReserved", nullptr, &Profile::sharedReserved},
    {"registersPerBlock", &Profile::registersPerBlock, nullptr},
    {"registersPerMultiprocessor", &Profile::registersPerMultiprocessor, nullptr},
    {"constantBytes", nullptr, &Profile::constantBytes},
    {"globalBytes", nullptr, &Profile::globalBytes},
    {"l2Bytes", nullptr, &Profile::l2Bytes},
    {"clockKHz", &Profile::clockKHz, nullptr},
    {"memoryClockKHz", &Profile::memoryClockKHz, nullptr},
    {"memoryBusBits", &Profile::memoryBusBits, nullptr},
    {"singleToDoubleRatio", &Profile::singleToDoubleRatio, nullptr},
};

constexpr std::string_view kDimensions[] = {"maxBlockDimX", "maxBlockDimY", "maxBlockDimZ",
                                            "maxGridDimX",  "maxGridDimY",  "maxGridDimZ"};

std::string_view trimmed(std::string_view text) {
  size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

bool parseNumber(std::string_view text, uint64_t &out) {
  int base = 10;
  if (text.starts_with("0x")) {
    base = 16;
    text.remove_prefix(2);
  }
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out, base);
  return error == std::errc() && end == text.data() + text.size();
}

/// False when the key is unknown or the value does not fit.
bool setValue(Profile &profile, std::string_view key, std::string_view value) {
  if (key == "name" || key == "marketing") {
    (key == "name" ? profile.name : profile.marketing) = value;
    return !value.empty() && value.size() < 256;
  }
  uint64_t number = 0;
  if (!parseNumber(value, number))
    return false;
  if (key == "cooperativeLaunch") {
    profile.cooperativeLaunch = number != 0;
    return number <= 1;
  }
  for (unsigned d = 0; d < 6; d++) {
    if (key == kDimensions[d]) {
      (d < 3 ? profile.maxBlockDim : profile.maxGridDim)[d % 3] = uint32_t(number);
      return number >= 1 && number <= 0x7fffffff;
    }
  }
  for (const NumberField &field : kNumbers) {
    if (key != field.key)
      continue;
    if (field.wide) {
      profile.*field.wide = number;
      return true;
    }
    profile.*field.narrow = uint32_t(number);
    return number <= 0xffffffff;
  }
  return false;
}

std::string missingKey(const Profile &profile) {
  auto missing = [&](std::string_view key) { return profile.origins.find(key) == profile.origins.end(); };
  for (std::string_view key :
       {std::string_view("name"), std::string_view("marketing"), std::string_view("cooperativeLaunch")})
    if (missing(key))
      return std::string(key);
  for (const NumberField &field : kNumbers)
    if (missing(field.key))
      return std::string(field.key);
  for (std::string_view key : kDimensions)
    if (missing(key))
      return std::string(key);
  return {};
}

Failure badLine(std::string_view file, int line, const std::string &what) {
  return {std::string(file) + ":" + std::to_string(line) + ": " + what};
}
} // namespace

Result<Profile> parseProfile(std::string_view text, std::string_view file) {
  Profile profile;
  int lineNumber = 0;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    lineNumber++;
    line = trimmed(line.substr(0, line.find('#')));
    if (line.empty())
      continue;
    size_t equals = line.find('='), first = line.find(';');
    size_t second = first == std::string_view::npos ? first : line.find(';', first + 1);
    if (equals == std::string_view::npos || second == std::string_view::npos || equals > first)
      return badLine(file, lineNumber, "expected 'key = value ; known or assumed ; source'");
    std::string key(trimmed(line.substr(0, equals)));
    std::string_view value = trimmed(line.substr(equals + 1, first - equals - 1));
    std::string_view mark = trimmed(line.substr(first + 1, second - first - 1));
    if (mark != "known" && mark != "assumed")
      return badLine(file, lineNumber, "'" + std::string(mark) + "' is neither 'known' nor 'assumed'");
    if (profile.origins.contains(key))
      return badLine(file, lineNumber, "'" + key + "' is given twice");
    if (!setValue(profile, key, value))
      return badLine(file, lineNumber, "unknown key or bad value: " + key + " = " + std::string(value));
    profile.origins[key] = {mark == "known", std::string(trimmed(line.substr(second + 1)))};
  }
  if (std::string key = missingKey(profile); !key.empty())
    return Failure{std::string(file) + ": '" + key + "' is missing"};
  if (profile.multiprocessors == 0 || profile.maxThreadsPerBlock == 0 || profile.maxThreadsPerBlock > 1024 ||
      profile.warpSize == 0 || profile.maxBlocksPerMultiprocessor == 0 ||
      profile.maxThreadsPerMultiprocessor < profile.maxThreadsPerBlock ||
      profile.sharedPerBlockOptin < profile.sharedPerBlock)
    return Failure{std::string(file) + ": the numbers contradict each other (threads 1 to 1024 a block, at least one "
                                       "block on a multiprocessor, opt-in shared memory not below the default)"};
  return profile;
}

std::vector<std::string> builtinProfileNames() {
  std::vector<std::string> names;
  for (const BuiltinProfile &p : kBuiltinProfiles)
    names.emplace_back(p.name);
  return names;
}

static Result<Profile> loadProfile(const std::string &name) {
  if (name.find('/') != std::string::npos) {
    std::ifstream file(name);
    std::stringstream text;
    text << file.rdbuf();
    if (!file || !text)
      return Failure{"cannot read the device profile '" + name + "'"};
    return parseProfile(text.str(), name);
  }
  std::string valid;
  for (const BuiltinProfile &p : kBuiltinProfiles) {
    if (name == p.name)
      return parseProfile(p.text, std::string(p.name) + ".profile");
    valid += valid.empty() ? "" : ", ";
    valid += p.name;
  }
  return Failure{"HELICON_DEVICE: there is no device '" + name + "'; valid: " + valid +
                 ", each with a count as in S4000x2, several with commas, or the path of a profile file"};
}

Result<std::vector<Profile>> profilesFor(std::string_view list) {
  constexpr size_t kMaxDevices = 64;
  const std::string whole(list);
  std::vector<Profile> profiles;
  while (true) {
    std::string_view item = trimmed(list.substr(0, list.find(',')));
    uint64_t count = 1;
    size_t cross = item.rfind('x');
    if (cross != std::string_view::npos && cross + 1 < item.size() && parseNumber(item.substr(cross + 1), count))
      item = item.substr(0, cross);
    auto profile = loadProfile(std::string(item));
    if (!profile)
      return Failure{profile.message()};
    if (count == 0 || count > kMaxDevices || profiles.size() + count > kMaxDevices)
      return Failure{"HELICON_DEVICE='" + whole + "': 1 to 64 devices can be asked for"};
    profiles.insert(profiles.end(), count, *profile);
    size_t comma = list.find(',');
    if (comma == std::string_view::npos)
      return profiles;
    list.remove_prefix(comma + 1);
  }
}

} // namespace helicon
