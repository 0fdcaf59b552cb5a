// What mcc needs LLVM for, in a library of its own that is opened while the clang passes run: so its load time costs
// nothing, and calls that only compile host code never pay it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace helicon::mcc {

struct DeviceModule {
  std::string path; ///< of the device pass's bitcode
  uint32_t arch;
};

struct PackRequest {
  std::vector<DeviceModule> modules;
  std::string unique; ///< made part of the names of internal variables, empty: leave them
  bool relocatable = false;
  std::string source; ///< its name, for diagnostics
  std::string output; ///< the bundle
};

/// Of relocatable device code, for the host's linker.
struct DeviceSymbols {
  std::map<std::string, bool> defined; ///< true: may be there more than once
  std::vector<std::string> needed;
  uint32_t value = 0; ///< of the defined ones: differs between objects, else linkers take two of a name for one
  bool empty() const { return defined.empty() && needed.empty(); }
};
/// Stands behind a device symbol's name in the host's symbol tables.
inline constexpr char kDeviceSuffix[] = ".device";
/// Where an object refers to the device symbols that it needs; not loaded.
inline constexpr char kDeviceSection[] = ".helicon.device";

struct PackResult {
  DeviceSymbols symbols;
  /// Device code that nothing here can run, as diagnostics, a line each; empty: none.
  std::string refused;
  /// The module of which that was said, if its code has no lines: PackInterface::refused may say more of the same
  /// source compiled with lines.
  size_t withoutLines = SIZE_MAX;
};

struct FinishRequest {
  std::string object;    ///< of the host pass: ELF or bitcode
  std::string fatBinary; ///< the bundle's path; empty: leave what the host pass put there
  std::string output;
  DeviceSymbols symbols;
};

/// They return an empty string, or what is wrong.
struct PackInterface {
  std::string (*pack)(const PackRequest &, PackResult &);
  /// Gives PackResult::refused for the module alone.
  std::string (*refused)(const DeviceModule &, const PackRequest &);
  /// Puts the fat binary into a host object and gives its registration the SDK's names.
  std::string (*finishObject)(const FinishRequest &);
  /// Demangled names of the device variables that the object at this path keeps to itself; after a link that failed.
  std::vector<std::string> (*ownVariables)(const std::string &);
};
inline constexpr char kPackEntrySymbol[] = "heliconPackInterface"; ///< const PackInterface *(*)()

/// Assembly that defines `symbols` in a host object.
std::string symbolsAsText(const DeviceSymbols &symbols);

/// The name that clang's registration symbol `name` has in the SDK's ABI, or empty.
std::string renamedSymbol(const std::string &name);
/// clang's handle for a device linker, which there is none of. Its name follows from the source's as given, so files of
/// one name in two folders would clash: made local.
inline constexpr char kWrapperPrefix[] = "__fatbinwrap";
/// Where an object has its bundle.
inline constexpr char kFatBinarySection[] = ".mt_fatbin";
/// Pairs of section names: clang's, the SDK's.
inline constexpr const char *kSectionNames[][2] = {
    {".nv_fatbin", ".mt_fatbin"}, {"__nv_relfatbin", ".mt_fatbin"}, {".nvFatBinSegment", ".mtFatBinSegment"}};

} // namespace helicon::mcc
