// Understands GNU ld and lld. Both print a device symbol `_Z5twicei.device` as `twice(int) [clone .device]`, and names
// that are not mangled as they are.
#include "mcc/LinkErrors.h"

#include "mcc/pack/Pack.h"

#include <set>
#include <sstream>

namespace helicon::mcc {

namespace {

constexpr char kOffer[] =
    "', which no object offers; link the file that defines it, compiled with -dc or -fgpu-rdc too";

/// The device symbol between quotes or behind `: `, as a reader knows it; empty if the line names none.
std::string deviceName(const std::string &line) {
  const std::string clone = std::string(" [clone ") + kDeviceSuffix + "]", plain = kDeviceSuffix;
  size_t end = line.find(clone);
  if (end == std::string::npos) {
    end = line.find(plain);
    while (end != std::string::npos && end > 0 && end + plain.size() < line.size() &&
           (isalnum(static_cast<unsigned char>(line[end + plain.size()])) || line.compare(end - 8, 8, ".helicon") == 0))
      end = line.find(plain, end + 1);
    if (end == std::string::npos)
      return {};
  }
  size_t begin = line.find_last_of("`'", end);
  if (size_t colon = line.rfind("symbol: ", end); colon != std::string::npos) // lld
    begin = colon + 7;
  if (begin == std::string::npos)
    return {};
  return line.substr(begin + 1, end - begin - 1);
}

/// "main.o" of "/usr/bin/ld: main.o:(.helicon.device+0x0): ...".
std::string objectOf(const std::string &line) {
  size_t end = line.find(std::string(":(") + kDeviceSection);
  if (end == std::string::npos)
    return {};
  size_t begin = line.find_last_of(" \t", end);
  return line.substr(begin == std::string::npos ? 0 : begin + 1, end - (begin == std::string::npos ? 0 : begin + 1));
}

} // namespace

std::string deviceLinkErrors(const std::string &program, const std::string &linkerOutput) {
  std::istringstream lines(linkerOutput);
  std::set<std::string> said;
  std::string all, line, wanted;
  auto say = [&](const std::string &what) {
    if (said.insert(what).second)
      all += program + ": error: " + what + "\n";
  };
  auto sayMissing = [&](const std::string &object, const std::string &name) {
    std::string what = "the device code of ";
    what.append(object).append(" needs '").append(name).append(kOffer);
    say(what);
  };
  while (std::getline(lines, line)) {
    auto has = [&](const char *words) { return line.find(words) != std::string::npos; };
    std::string name = deviceName(line), object = objectOf(line);
    bool undefined = has("undefined") || has("isn't defined");
    if (!name.empty() && !undefined && (has("multiple definition") || has("duplicate symbol")))
      say("device code defines '" + name + "' more than once");
    else if (!name.empty() && undefined && !object.empty())
      sayMissing(object, name);
    else if (!name.empty() && undefined)
      wanted = name; // lld names the object in a line after it
    else if (!object.empty() && !wanted.empty())
      sayMissing(object, wanted);
  }
  return all;
}

std::set<std::string> undefinedNames(const std::string &linkerOutput) {
  std::istringstream lines(linkerOutput);
  std::set<std::string> names;
  std::string line;
  while (std::getline(lines, line)) {
    if (!deviceName(line).empty())
      continue;
    constexpr std::string_view kGnu = "undefined reference to `", kLld = "undefined symbol: ";
    if (size_t at = line.find(kGnu); at != std::string::npos)
      names.insert(line.substr(at + kGnu.size(), line.rfind('\'') - at - kGnu.size()));
    else if (at = line.find(kLld); at != std::string::npos)
      names.insert(line.substr(at + kLld.size()));
  }
  return names;
}

std::string withName(std::string text, const std::string &from, const std::string &to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

} // namespace helicon::mcc
