// Device images: round trip of every field, and bytes that lie.
#include "kernel-ir/Image.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace helicon;

namespace {

const std::string kBitcode = "BC\xc0\xde and so on";

Image sample() {
  Image image;
  image.arch = 220;
  image.relocatable = true;
  KernelInfo kernel;
  kernel.name = "_Z3addPfS_i";
  kernel.parameters = {{0, 8, 8, true}, {8, 8, 8, true}, {16, 4, 4, false}};
  kernel.argumentBytes = 20;
  kernel.staticSharedBytes = 4096;
  kernel.maxThreads = 256;
  kernel.minBlocks = 2;
  kernel.localBytes = 64;
  KernelInfo empty;
  empty.name = "empty";
  image.manifest.kernels = {kernel, empty};
  VariableInfo table;
  table.name = "table";
  table.size = 16;
  table.align = 8;
  table.isConstant = true;
  table.initial = std::vector<char>(16, 'a');
  table.relocations = {{8, "other", -4}};
  VariableInfo other;
  other.name = "other";
  other.size = uint64_t{1} << 33;
  other.isManaged = true;
  image.manifest.variables = {table, other};
  image.bitcode = {kBitcode.data(), kBitcode.size()};
  return image;
}

/// Writes `manifest` changed by `change`; the checksum is right, so only the field checks can object.
template <class Change> Result<Image> readChanged(std::vector<char> &bytes, Change change) {
  Image image = sample();
  change(image.manifest);
  bytes = writeImage(image);
  return readImage(bytes);
}

} // namespace

TEST(Image, RoundTrip) {
  std::vector<char> bytes = writeImage(sample());
  Result<Image> read = readImage(bytes);
  ASSERT_TRUE(read) << read.message();
  EXPECT_EQ(read->arch, 220u);
  EXPECT_TRUE(read->relocatable);
  ASSERT_EQ(read->manifest.kernels.size(), 2u);
  const KernelInfo &kernel = read->manifest.kernels[0];
  EXPECT_EQ(kernel.name, "_Z3addPfS_i");
  ASSERT_EQ(kernel.parameters.size(), 3u);
  EXPECT_TRUE(kernel.parameters[1].isPointer);
  EXPECT_FALSE(kernel.parameters[2].isPointer);
  EXPECT_EQ(kernel.parameters[2].offset, 16u);
  EXPECT_EQ(kernel.argumentBytes, 20u);
  EXPECT_EQ(kernel.staticSharedBytes, 4096u);
  EXPECT_EQ(kernel.maxThreads, 256u);
  EXPECT_EQ(kernel.minBlocks, 2u);
  EXPECT_EQ(kernel.localBytes, 64u);
  ASSERT_EQ(read->manifest.variables.size(), 2u);
  const VariableInfo &table = read->manifest.variables[0];
  EXPECT_TRUE(table.isConstant);
  EXPECT_FALSE(table.isManaged);
  EXPECT_EQ(table.initial, std::vector<char>(16, 'a'));
  ASSERT_EQ(table.relocations.size(), 1u);
  EXPECT_EQ(table.relocations[0].symbol, "other");
  EXPECT_EQ(table.relocations[0].addend, -4);
  EXPECT_EQ(read->manifest.variables[1].size, uint64_t{1} << 33);
  EXPECT_TRUE(read->manifest.variables[1].isManaged);
  EXPECT_EQ(std::string(read->bitcode.begin(), read->bitcode.end()), kBitcode);
}

TEST(Image, EveryTruncationIsRefused) {
  std::vector<char> bytes = writeImage(sample());
  for (size_t length = 0; length < bytes.size(); ++length) {
    std::vector<char> cut(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(length));
    ASSERT_FALSE(readImage(cut)) << "accepted at " << length;
  }
}

TEST(Image, EveryFlippedByteOfTheBodyIsRefused) {
  const std::vector<char> bytes = writeImage(sample());
  for (size_t i = 48; i < bytes.size(); ++i) {
    std::vector<char> damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    ASSERT_FALSE(readImage(damaged)) << "accepted with byte " << i << " changed";
  }
}

TEST(Image, OtherVersionSaysWhatToDo) {
  std::vector<char> bytes = writeImage(sample());
  bytes[8] = 99;
  Result<Image> read = readImage(bytes);
  ASSERT_FALSE(read);
  EXPECT_NE(read.message().find("build the program again"), std::string::npos) << read.message();
}

TEST(Image, ParametersOutsideOfTheArgumentsAreRefused) {
  std::vector<char> bytes;
  EXPECT_FALSE(readChanged(bytes, [](Manifest &m) { m.kernels[0].parameters[2].offset = 17; }));
  EXPECT_FALSE(readChanged(bytes, [](Manifest &m) { m.kernels[0].parameters[2].offset = UINT32_MAX; }));
  EXPECT_FALSE(readChanged(bytes, [](Manifest &m) { m.kernels[0].parameters[2].size = UINT32_MAX; }));
  EXPECT_FALSE(readChanged(bytes, [](Manifest &m) { m.kernels[0].parameters[2].align = 3; }));
  EXPECT_FALSE(readChanged(bytes, [](Manifest &m) { m.kernels[0].parameters[2].align = 0; }));
  EXPECT_FALSE(readChanged(bytes, [](Manifest &m) { m.kernels[0].argumentBytes = 1u << 30; }));
  EXPECT_FALSE(readChanged(bytes, [](Manifest &m) { m.kernels[0].name.clear(); }));
}

TEST(Image, VariablesThatDoNotAddUpAreRefused) {
  std::vector<char> bytes;
  EXPECT_FALSE(readChanged(bytes, [](Manifest &m) { m.variables[0].initial.pop_back(); }));
  EXPECT_FALSE(readChanged(bytes, [](Manifest &m) { m.variables[0].relocations[0].offset = 9; }));
  EXPECT_FALSE(readChanged(bytes, [](Manifest &m) { m.variables[0].relocations[0].offset = UINT32_MAX; }));
  EXPECT_FALSE(readChanged(bytes, [](Manifest &m) { m.variables[0].align = 24; }));
  EXPECT_FALSE(readChanged(bytes, [](Manifest &m) { m.variables[0].name.clear(); }));
  EXPECT_TRUE(readChanged(bytes, [](Manifest &m) { m.variables[0].relocations[0].offset = 8; }));
}
