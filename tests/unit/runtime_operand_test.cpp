// The operand of an instruction that was refused for its alignment: encodings by hand, of every kind of prefix.
#include "runtime/AlignedOperand.h"

#include <gtest/gtest.h>

#include <vector>

namespace helicon {
namespace {

constexpr uint64_t kBase = 0x7f0000001000;

AlignedOperand decode(std::vector<unsigned char> code, uint64_t base = kBase, uint64_t index = 0) {
  code.resize(16);
  greg_t registers[NGREG] = {};
  for (int which : {REG_RAX, REG_R9, REG_RDI})
    registers[which] = greg_t(base);
  registers[REG_RCX] = greg_t(index);
  return misalignedOperand(code.data(), registers);
}

TEST(AlignedOperand, Legacy) {
  const AlignedOperand found = decode({0x0f, 0x28, 0x40, 0x04}); // movaps xmm0, [rax + 4]
  EXPECT_EQ(found.address, kBase + 4);
  EXPECT_EQ(found.bytes, 16u);
  EXPECT_EQ(decode({0x66, 0x0f, 0x38, 0x40, 0x40, 0x08}).address, kBase + 8);      // pmulld xmm0, [rax + 8]
  EXPECT_EQ(decode({0xf0, 0x48, 0x0f, 0xc7, 0x0f}, kBase + 8).address, kBase + 8); // lock cmpxchg16b [rdi]
}

TEST(AlignedOperand, Vex) {
  const AlignedOperand wide = decode({0xc4, 0xc1, 0x7c, 0x28, 0x44, 0xc9, 0x04}, kBase, 2); // ymm0, [r9 + rcx * 8 + 4]
  EXPECT_EQ(wide.address, kBase + 20);
  EXPECT_EQ(wide.bytes, 32u);
  const AlignedOperand far = decode({0xc5, 0xf8, 0x28, 0x87, 0x04, 0x10, 0x00, 0x00}); // xmm0, [rdi + 0x1004]
  EXPECT_EQ(far.address, kBase + 0x1004);
  EXPECT_EQ(far.bytes, 16u);
}

TEST(AlignedOperand, Evex) { // vmovaps zmm0, [rax + 1 * 64]
  const AlignedOperand found = decode({0x62, 0xf1, 0x7c, 0x48, 0x28, 0x40, 0x01}, kBase + 16);
  EXPECT_EQ(found.address, kBase + 80);
  EXPECT_EQ(found.bytes, 64u);
}

TEST(AlignedOperand, OtherReasons) {
  EXPECT_EQ(decode({0x0f, 0x28, 0x40, 0x10}).bytes, 0u);                              // aligned
  EXPECT_EQ(decode({0x0f, 0x28, 0x40, 0x04}, 0x1234567812345678).bytes, 0u);          // no memory can be there
  EXPECT_EQ(decode({0x8b, 0x40, 0x04}).bytes, 0u);                                    // mov eax, [rax + 4]
  EXPECT_EQ(decode({0x0f, 0x28, 0xc1}).bytes, 0u);                                    // registers alone
  EXPECT_EQ(decode({0x0f, 0x28, 0x05, 0x04, 0x00, 0x00, 0x00}).bytes, 0u);            // [rip + 4]
  EXPECT_EQ(decode({0x62, 0xf2, 0x7d, 0x49, 0x90, 0x04, 0x08}, kBase + 4).bytes, 0u); // vpgatherdd
}

} // namespace
} // namespace helicon
