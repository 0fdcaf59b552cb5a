// Little-endian bytes, written and read. The reader is for bytes that nobody vouches for: it never reads past the end,
// remembers that it ran short, and tells how many elements can still be there before anything is allocated.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace helicon {

class ByteWriter {
public:
  template <class T> void number(T value) {
    static_assert(std::is_integral_v<T>);
    for (size_t i = 0; i < sizeof(T); ++i)
      out.push_back(static_cast<char>(static_cast<uint64_t>(value) >> (8 * i)));
  }
  void raw(std::span<const char> bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); }
  void counted(std::string_view text) {
    number(static_cast<uint32_t>(text.size()));
    raw(text);
  }
  void padTo(size_t align) { out.resize((out.size() + align - 1) / align * align); }
  size_t size() const { return out.size(); }
  std::vector<char> take() { return std::move(out); }

private:
  std::vector<char> out;
};

class ByteReader {
public:
  explicit ByteReader(std::span<const char> bytes) : bytes(bytes) {}

  /// 0 once the bytes have run out; check ok().
  template <class T> T number() {
    std::span<const char> field = raw(sizeof(T));
    uint64_t value = 0;
    for (size_t i = 0; i < field.size(); ++i)
      value |= static_cast<uint64_t>(static_cast<unsigned char>(field[i])) << (8 * i);
    return static_cast<T>(value);
  }
  std::span<const char> raw(uint64_t count) {
    if (count > bytes.size() - at) {
      ranShort = true;
      at = bytes.size();
      return {};
    }
    std::span<const char> part = bytes.subspan(at, count);
    at += count;
    return part;
  }
  std::string counted() {
    std::span<const char> text = raw(number<uint32_t>());
    return {text.begin(), text.end()};
  }
  /// A number of elements of at least `elementBytes` each; runs short when they cannot all be there.
  uint32_t count(size_t elementBytes) {
    auto n = number<uint32_t>();
    if (n > (bytes.size() - at) / elementBytes) {
      ranShort = true;
      return 0;
    }
    return n;
  }
  bool ok() const { return !ranShort; }
  size_t offset() const { return at; }
  size_t left() const { return bytes.size() - at; }

private:
  std::span<const char> bytes;
  size_t at = 0;
  bool ranShort = false;
};

} // namespace helicon
