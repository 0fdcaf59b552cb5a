#include "jit/Digest.h"

#include <cstring>

namespace helicon {

namespace {

// Odd constants with about half their bits set (the fractions of the square roots of 2, 3, 5 and 7).
constexpr uint64_t kA = 0x6a09e667f3bcc909, kB = 0xbb67ae8584caa73b, kC = 0x3c6ef372fe94f82b, kD = 0xa54ff53a5f1d36f1;

// The two halves of the full product: every input bit reaches about half of the output bits.
uint64_t fold(uint64_t a, uint64_t b) {
  unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

uint64_t load(const char *p) {
  uint64_t v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

} // namespace

Digest digestOf(std::span<const char> bytes, uint64_t seed) {
  const char *p = bytes.data();
  size_t left = bytes.size();
  uint64_t x = seed ^ kA, y = fold(seed ^ kB, kC);
  // Two chains that read the words in different roles; XOR with the old state keeps a zero product from erasing it.
  for (; left >= 16; p += 16, left -= 16) {
    uint64_t a = load(p), b = load(p + 8);
    x = fold(a ^ kB, b ^ x) ^ (x << 1 | x >> 63);
    y = fold(b ^ kD, a ^ y) ^ (y << 3 | y >> 61);
  }
  if (left) {
    char tail[16] = {};
    std::memcpy(tail, p, left);
    uint64_t a = load(tail), b = load(tail + 8);
    x = fold(a ^ kB, b ^ x) ^ (x << 1 | x >> 63);
    y = fold(b ^ kD, a ^ y) ^ (y << 3 | y >> 61);
  }
  uint64_t length = bytes.size();
  Digest d;
  d.low = fold(x ^ kC, y ^ length ^ kA);
  d.high = fold(y ^ kA, x ^ length ^ kD) ^ d.low;
  return d;
}

std::string Digest::hex() const {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text(32, '0');
  for (int i = 0; i < 16; ++i) {
    text[i] = kDigits[(high >> (60 - 4 * i)) & 15];
    text[16 + i] = kDigits[(low >> (60 - 4 * i)) & 15];
  }
  return text;
}

KeyBuilder &KeyBuilder::add(uint64_t number) {
  buffer.append(reinterpret_cast<const char *>(&number), sizeof number);
  return *this;
}

KeyBuilder &KeyBuilder::add(std::string_view text) {
  add(static_cast<uint64_t>(text.size()));
  buffer.append(text);
  return *this;
}

Digest KeyBuilder::finish() const { return digestOf(buffer); }

} // namespace helicon
