// Decodes as much of an instruction as names its operand: prefixes (legacy, VEX, EVEX), ModRM, SIB, displacement.
// Source: Intel 64 Software Developer's Manual, volume 2, chapter 2 (formats; compressed displacements of EVEX).
#include "runtime/AlignedOperand.h"

#include <cstring>

namespace helicon {

namespace {

struct Form {
  bool isVector = false; ///< of the maps behind 0F, where the operands that want alignment are
  bool isScaled = false; ///< a displacement of 8 bits counts operands
  unsigned indexHigh = 0, baseHigh = 0;
  uint32_t bytes = 16;
};

/// Reads what comes before ModRM and leaves `code` there.
Form readPrefixes(const unsigned char *&code) {
  Form form;
  while (*code == 0x66 || *code == 0xf2 || *code == 0xf3 || *code == 0xf0 || *code == 0x2e || *code == 0x3e)
    code++;
  const bool isTwoByteVex = *code == 0xc5, isVex = *code == 0xc4, isEvex = *code == 0x62;
  if (isTwoByteVex) {
    form.bytes <<= code[1] >> 2 & 1;
    code += 3; // with the opcode
    form.isVector = true;
  } else if (isVex || isEvex) { // bits are inverted
    form.indexHigh = code[1] & 0x40 ? 0 : 8;
    form.baseHigh = code[1] & 0x20 ? 0 : 8;
    form.bytes <<= isVex ? code[2] >> 2 & 1 : code[3] >> 5 & 3;
    form.isScaled = isEvex;
    code += isVex ? 4 : 5;
    const unsigned opcode = code[-1], map = code[isVex ? -3 : -4] & 7;
    form.isVector =
        !(map == 2 && ((opcode & ~3u) == 0x90 || (opcode & ~3u) == 0xa0)); // gathers, scatters: many addresses
  } else {
    if ((*code & 0xf0) == 0x40) {
      form.indexHigh = *code & 2 ? 8 : 0;
      form.baseHigh = *code & 1 ? 8 : 0;
      code++;
    }
    if (*code != 0x0f)
      return form;
    code += code[1] == 0x38 || code[1] == 0x3a ? 3 : 2;
    form.isVector = true;
  }
  return form;
}

uint64_t registerOf(const greg_t *registers, unsigned number) {
  static constexpr int kOrder[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                     REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  return uint64_t(registers[kOrder[number]]);
}

} // namespace

AlignedOperand misalignedOperand(const unsigned char *code, const greg_t *registers) {
  const Form form = readPrefixes(code);
  if (!form.isVector || form.bytes > 64)
    return {};
  const unsigned mode = *code >> 6, low = *code & 7;
  code++;
  if (mode == 3 || (mode == 0 && low == 5)) // a register; the code's own constants
    return {};
  uint64_t address = 0;
  bool hasBase = true;
  unsigned base = low;
  if (low == 4) {
    const unsigned scale = *code >> 6, index = (*code >> 3 & 7) | form.indexHigh;
    base = *code & 7;
    code++;
    if (index != 4)
      address += registerOf(registers, index) << scale;
    hasBase = !(base == 5 && mode == 0);
  }
  if (hasBase)
    address += registerOf(registers, base | form.baseHigh);
  if (mode == 1) {
    const int64_t offset = int64_t(*code ^ 0x80) - 0x80; // the byte with its sign
    address += uint64_t(offset * (form.isScaled ? int64_t(form.bytes) : 1));
  } else if (mode == 2 || !hasBase) {
    int32_t offset = 0;
    std::memcpy(&offset, code, sizeof offset);
    address += uint64_t(int64_t(offset));
  }
  const bool isPossible = address >> 47 == 0;
  return isPossible && address % form.bytes != 0 ? AlignedOperand{address, form.bytes} : AlignedOperand{};
}

} // namespace helicon
