// A fast 128-bit hash for cache keys and for finding damage on disk. Not cryptographic: the cache folder is private,
// so nobody else can offer us an object. About 8 GB/s, one multiplication for 16 bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace helicon {

struct Digest {
  uint64_t low = 0, high = 0;
  bool operator==(const Digest &) const = default;
  std::string hex() const; ///< 32 digits
};

/// Hash of `bytes`; different seeds give unrelated hashes.
Digest digestOf(std::span<const char> bytes, uint64_t seed = 0);

/// Collects the parts of a key. Each part is framed by its length, so "ab"+"c" and "a"+"bc" differ.
class KeyBuilder {
public:
  KeyBuilder &add(std::string_view text);
  KeyBuilder &add(uint64_t number);
  KeyBuilder &add(const Digest &digest) { return add(digest.low).add(digest.high); }
  Digest finish() const;

private:
  std::string buffer;
};

} // namespace helicon
