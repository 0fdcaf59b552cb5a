// What mcc stores for the device, read without LLVM: the offload bundle, and in it our image = manifest + bitcode.
// Reading never trusts the bytes: every offset and count is checked, and a bad one gives a message that names it.
#pragma once

#include "support/Result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace helicon {

struct ParameterInfo {
  uint32_t offset; ///< in the argument buffer, bytes
  uint32_t size;   ///< bytes as the host stores it (bool: 1)
  uint32_t align;
  bool isPointer;
};

struct KernelInfo {
  std::string name; ///< mangled
  std::vector<ParameterInfo> parameters;
  uint32_t argumentBytes = 0;
  uint32_t staticSharedBytes = 0;
  uint32_t maxThreads = 0; ///< from __launch_bounds__, 0: none given
  uint32_t minBlocks = 0;
  uint32_t localBytes = 0; ///< private memory per thread, estimate
};

/// At `offset` of a variable's initial bytes stands the address of `symbol` plus `addend`.
struct VariableRelocation {
  uint32_t offset;
  std::string symbol;
  int64_t addend;
};

struct VariableInfo {
  std::string name;
  uint64_t size = 0;
  uint32_t align = 1;
  bool isConstant = false;   ///< __constant__
  bool isManaged = false;    ///< __managed__
  bool isTexture = false;    ///< a texture reference: the handle of an object
  bool isSurface = false;    ///< likewise
  std::vector<char> initial; ///< empty: zero
  std::vector<VariableRelocation> relocations;
};

struct Manifest {
  std::vector<KernelInfo> kernels;
  std::vector<VariableInfo> variables;
};

/// One device image: `manifest` and `bitcode` of one architecture pass. `bitcode` points into the bundle.
struct Image {
  uint32_t arch = 0;        ///< 310 for mp_31
  bool relocatable = false; ///< made with -fgpu-rdc: names may be defined in another image of the program
  Manifest manifest;
  std::span<const char> bitcode;
};

/// Serialises manifest and bitcode into the bytes of one bundle entry.
std::vector<char> writeImage(const Image &);
Result<Image> readImage(std::span<const char> entry);

struct BundleEntry {
  std::string id; ///< e.g. musa-nvptx64-helicon--mp_31
  std::span<const char> bytes;
};

std::vector<char> writeBundle(std::span<const BundleEntry> entries);
/// `bytes` may extend past the bundle's end; entries are checked against its size.
Result<std::vector<BundleEntry>> readBundle(std::span<const char> bytes);

/// The bundle's images that are ours, best match for `arch` first (equal, else the highest below, else the lowest).
/// Empty when the bundle holds only host or chip code: the caller's error 209.
Result<std::vector<Image>> readImages(std::span<const char> bundle, uint32_t arch);

std::string bundleIdFor(uint32_t arch);

} // namespace helicon
