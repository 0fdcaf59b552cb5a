// Offload bundles: what we write is read back and by the stock tool, what others write is read, damage is named.
#include "kernel-ir/Image.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace helicon;

namespace {

std::span<const char> spanOf(const std::string &text) { return {text.data(), text.size()}; }

std::vector<char> imageFor(uint32_t arch, const std::string &bitcode) {
  Image image;
  image.arch = arch;
  image.bitcode = spanOf(bitcode);
  return writeImage(image);
}

/// A bundle of images of the given chips, as mcc makes it, between the host's empty entry and a chip's.
std::vector<char> bundleOf(std::initializer_list<uint32_t> archs) {
  std::vector<std::vector<char>> images;
  for (uint32_t arch : archs)
    images.push_back(imageFor(arch, "bitcode of " + std::to_string(arch)));
  std::vector<BundleEntry> entries{{"host-x86_64-unknown-linux", {}}};
  size_t i = 0;
  for (uint32_t arch : archs)
    entries.push_back({bundleIdFor(arch), images[i++]});
  static const std::string chipCode = "\x7f"
                                      "ELF of a chip";
  entries.push_back({"musa-mtgpu-mt-musa--mp_31", spanOf(chipCode)});
  return writeBundle(entries);
}

std::vector<uint32_t> order(const std::vector<char> &bundle, uint32_t arch) {
  Result<std::vector<Image>> images = readImages(bundle, arch);
  EXPECT_TRUE(images) << images.message();
  std::vector<uint32_t> result;
  for (const Image &image : *images)
    result.push_back(image.arch);
  return result;
}

} // namespace

TEST(Bundle, IdsNameTheChip) {
  EXPECT_EQ(bundleIdFor(310), "musa-nvptx64-helicon--mp_31");
  EXPECT_EQ(bundleIdFor(100), "musa-nvptx64-helicon--mp_10");
}

TEST(Bundle, RoundTrip) {
  std::string a = "first", b(1000, 'x');
  std::vector<BundleEntry> entries{{"host-x86_64-unknown-linux", {}}, {"one", spanOf(a)}, {"two", spanOf(b)}};
  std::vector<char> bytes = writeBundle(entries);
  Result<std::vector<BundleEntry>> read = readBundle(bytes);
  ASSERT_TRUE(read) << read.message();
  ASSERT_EQ(read->size(), 3u);
  EXPECT_EQ((*read)[1].id, "one");
  EXPECT_EQ(std::string((*read)[1].bytes.begin(), (*read)[1].bytes.end()), a);
  EXPECT_EQ((*read)[2].bytes.size(), b.size());
  EXPECT_EQ(static_cast<size_t>((*read)[2].bytes.data() - bytes.data()) % 16, 0u);
}

TEST(Bundle, MayBeFollowedByOtherBytes) {
  std::vector<char> bytes = bundleOf({310});
  bytes.resize(bytes.size() + 4096, '\xcc');
  EXPECT_EQ(order(bytes, 310), std::vector<uint32_t>{310});
}

TEST(Bundle, BestMatchFirst) {
  std::vector<char> bundle = bundleOf({310, 100, 220, 210});
  EXPECT_EQ(order(bundle, 220), (std::vector<uint32_t>{220, 210, 100, 310}));
  EXPECT_EQ(order(bundle, 310), (std::vector<uint32_t>{310, 220, 210, 100}));
  EXPECT_EQ(order(bundleOf({310, 220}), 210), (std::vector<uint32_t>{220, 310}));
}

TEST(Bundle, OnlyForeignCodeIsNoError) { EXPECT_TRUE(order(bundleOf({}), 310).empty()); }

TEST(Bundle, EveryTruncationIsRefusedOrComplete) {
  std::vector<char> bundle = bundleOf({220, 310});
  // The last entry is a chip's: cutting it off must be noticed too.
  for (size_t length = 0; length < bundle.size(); ++length) {
    std::vector<char> cut(bundle.begin(), bundle.begin() + static_cast<ptrdiff_t>(length)); // exact, for sanitizers
    Result<std::vector<Image>> images = readImages(cut, 310);
    ASSERT_FALSE(images) << "accepted at " << length << " of " << bundle.size();
    ASSERT_FALSE(images.message().empty());
  }
  ASSERT_TRUE(readImages(bundle, 310));
}

TEST(Bundle, EveryFlippedByteIsRefusedOrHarmless) {
  const std::vector<char> bundle = bundleOf({310});
  for (size_t i = 0; i < bundle.size(); ++i)
    for (int flip : {0x01, 0x80, 0xff}) {
      std::vector<char> damaged = bundle;
      damaged[i] = static_cast<char>(damaged[i] ^ flip);
      Result<std::vector<Image>> images = readImages(damaged, 310);
      if (images) // names and contents of other entries, padding, or our entry's id: still only sound images
        for (const Image &image : *images)
          ASSERT_EQ(std::string(image.bitcode.begin(), image.bitcode.end()), "bitcode of 310") << i;
    }
}

TEST(Bundle, HugeCountsAllocateNothing) {
  std::vector<char> bytes = bundleOf({310});
  uint64_t huge = UINT64_MAX / 24;
  std::memcpy(bytes.data() + 24, &huge, sizeof huge);
  Result<std::vector<BundleEntry>> read = readBundle(bytes);
  ASSERT_FALSE(read);
  EXPECT_NE(read.message().find("ends early"), std::string::npos) << read.message();
}

TEST(Bundle, OffsetsThatWrapAreRefused) {
  std::vector<char> bytes = bundleOf({310});
  uint64_t offset = UINT64_MAX - 7;
  std::memcpy(bytes.data() + 32, &offset, sizeof offset);
  Result<std::vector<BundleEntry>> read = readBundle(bytes);
  ASSERT_FALSE(read);
  EXPECT_NE(read.message().find("outside"), std::string::npos) << read.message();
}

TEST(Bundle, OtherFilesAreNamed) {
  std::string elf = std::string("\x7f"
                                "ELF",
                                4) +
                    std::string(100, '\0');
  EXPECT_NE(readBundle(spanOf(elf)).message().find("not a fat binary"), std::string::npos);
  EXPECT_NE(readBundle(spanOf("CCOB....................")).message().find("compressed"), std::string::npos);
}

TEST(Bundle, EntryForAnotherChipIsRefused) {
  std::vector<char> image = imageFor(220, "x");
  std::vector<BundleEntry> entries{{bundleIdFor(310), image}};
  std::vector<char> bundle = writeBundle(entries);
  EXPECT_FALSE(readImages(bundle, 310));
}
