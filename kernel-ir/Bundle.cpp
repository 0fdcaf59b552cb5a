// The clang offload bundle: magic, a table of (offset, size, id), then the entries. Written as clang-offload-bundler
// reads it and read as it writes it. Nothing is copied on reading; every offset is checked against the bytes given.
#include "kernel-ir/Image.h"
#include "support/ByteStream.h"

#include <algorithm>

namespace helicon {

namespace {

constexpr std::string_view kBundleMagic = "__CLANG_OFFLOAD_BUNDLE__";
constexpr std::string_view kCompressedMagic = "CCOB";
constexpr std::string_view kOurEntries = "musa-nvptx64-helicon--mp_";
constexpr size_t kEntryAlign = 16;
constexpr size_t kTableRowBytes = 24; // without the id

bool startsWith(std::span<const char> bytes, std::string_view magic) {
  return bytes.size() >= magic.size() && std::equal(magic.begin(), magic.end(), bytes.begin());
}

Failure broken(const std::string &what) { return {"corrupt fat binary: " + what}; }

/// Equal first, then from the highest below `arch` downwards, then from the lowest above upwards.
bool isBetter(uint32_t a, uint32_t b, uint32_t arch) {
  bool aRuns = a <= arch, bRuns = b <= arch;
  if (aRuns != bRuns)
    return aRuns;
  return aRuns ? a > b : a < b;
}

} // namespace

std::string bundleIdFor(uint32_t arch) { return std::string(kOurEntries) + std::to_string(arch / 10); }

std::vector<char> writeBundle(std::span<const BundleEntry> entries) {
  uint64_t offset = kBundleMagic.size() + sizeof(uint64_t);
  for (const BundleEntry &entry : entries)
    offset += kTableRowBytes + entry.id.size();

  ByteWriter out;
  out.raw(kBundleMagic);
  out.number<uint64_t>(entries.size());
  for (const BundleEntry &entry : entries) {
    offset = (offset + kEntryAlign - 1) / kEntryAlign * kEntryAlign;
    out.number<uint64_t>(offset);
    out.number<uint64_t>(entry.bytes.size());
    out.number<uint64_t>(entry.id.size());
    out.raw(entry.id);
    offset += entry.bytes.size();
  }
  for (const BundleEntry &entry : entries) {
    out.padTo(kEntryAlign);
    out.raw(entry.bytes);
  }
  return out.take();
}

Result<std::vector<BundleEntry>> readBundle(std::span<const char> bytes) {
  if (startsWith(bytes, kCompressedMagic))
    return Failure{"fat binary is a compressed offload bundle; build it without compression"};
  if (!startsWith(bytes, kBundleMagic))
    return Failure{bytes.size() < kBundleMagic.size() ? "not a fat binary: too short"
                                                      : "not a fat binary: no offload bundle"};
  ByteReader in(bytes);
  in.raw(kBundleMagic.size());
  auto count = in.number<uint64_t>();
  if (!in.ok() || count > in.left() / kTableRowBytes)
    return broken("its table ends early");
  std::vector<BundleEntry> entries;
  for (uint64_t i = 0; i < count; ++i) {
    auto offset = in.number<uint64_t>(), size = in.number<uint64_t>();
    std::span<const char> id = in.raw(in.number<uint64_t>());
    if (!in.ok())
      return broken("its table ends early");
    if (offset > bytes.size() || size > bytes.size() - offset)
      return broken("entry " + std::to_string(i) + " lies outside of it");
    entries.push_back({std::string(id.begin(), id.end()), bytes.subspan(offset, size)});
  }
  return entries;
}

Result<std::vector<Image>> readImages(std::span<const char> bundle, uint32_t arch) {
  Result<std::vector<BundleEntry>> entries = readBundle(bundle);
  if (!entries)
    return Failure{entries.message()};
  std::vector<Image> images;
  for (const BundleEntry &entry : *entries) {
    if (!entry.id.starts_with(kOurEntries))
      continue;
    Result<Image> image = readImage(entry.bytes);
    if (!image)
      return Failure{image.message() + " (entry " + entry.id + ")"};
    if (bundleIdFor(image->arch) != entry.id)
      return broken("entry " + entry.id + " holds code for " + bundleIdFor(image->arch));
    images.push_back(std::move(*image));
  }
  std::sort(images.begin(), images.end(),
            [arch](const Image &a, const Image &b) { return isBetter(a.arch, b.arch, arch); });
  return images;
}

} // namespace helicon
