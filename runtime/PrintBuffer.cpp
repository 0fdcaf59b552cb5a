// Device printf. The C library does the formatting, one conversion at a time, with the length modifiers replaced by
// those of the value that was read: the device's long is 64 bits, its long double a double.
#include "runtime/PrintBuffer.h"

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <mutex>

namespace helicon {

namespace {
constexpr size_t kFlushAt = 1 << 20;
constexpr int kLongestField =
    1 << 20; ///< a longer one is left out: a width of billions is no reason to end the process

constexpr int kMostFields = 32; ///< as on a card: conversions beyond them are printed as they stand in the format

struct Buffer {
  std::mutex mutex;
  std::string text;
  std::atomic<bool> filled{false};
};
Buffer &buffer() {
  static auto *const kBuffer = new Buffer;
  return *kBuffer;
}

/// Reads the variadic record of a device printf.
class Fields {
public:
  explicit Fields(const void *record) : base(static_cast<const char *>(record)) {}
  template <class T> T next() {
    T value{};
    if (count == kMostFields) {
      exhausted = true;
      return value;
    }
    offset = (offset + alignof(T) - 1) & ~(alignof(T) - 1);
    if (base)
      std::memcpy(static_cast<void *>(&value), base + offset, sizeof(T));
    offset += sizeof(T);
    count++;
    return value;
  }
  int count = 0;
  bool exhausted = false; ///< a field beyond the last was asked for

private:
  const char *base;
  size_t offset = 0;
};

template <class T> void formatOne(std::string &out, const std::string &spec, T value) {
  char small[128];
  int need = std::snprintf(small, sizeof small, spec.c_str(), value);
  if (need < 0 || need > kLongestField)
    return;
  if (size_t(need) < sizeof small) {
    out.append(small, size_t(need));
    return;
  }
  size_t start = out.size();
  out.resize(start + size_t(need) + 1);
  std::snprintf(out.data() + start, size_t(need) + 1, spec.c_str(), value);
  out.resize(start + size_t(need));
}

/// One conversion; `at` stands behind the '%' and is moved behind the conversion. False for what is no conversion.
bool formatConversion(std::string &out, const char *&at, Fields &fields) {
  std::string spec = "%";
  auto number = [&] {
    if (*at == '*') {
      spec += std::to_string(fields.next<int32_t>());
      at++;
    }
    while (*at >= '0' && *at <= '9')
      spec += *at++;
  };
  while (*at && std::strchr("-+ #0", *at))
    spec += *at++;
  number();
  if (*at == '.') {
    spec += *at++;
    number();
  }
  bool wide = false;
  std::string narrow; // "h" or "hh"
  for (; *at && std::strchr("hlLqjzt", *at); at++) {
    if (*at == 'h')
      narrow += 'h';
    else
      wide |= *at != 'L';
  }
  char kind = *at;
  if (!kind)
    return false;
  at++;
  if (std::strchr("diouxX", kind)) {
    if (wide)
      formatOne(out, spec + "ll" + kind, (long long)fields.next<int64_t>());
    else
      formatOne(out, spec + narrow + kind, fields.next<int32_t>());
  } else if (kind == 'c') {
    formatOne(out, spec + kind, fields.next<int32_t>());
  } else if (std::strchr("aAeEfFgG", kind)) {
    formatOne(out, spec + kind, fields.next<double>());
  } else if (kind == 'p') {
    formatOne(out, spec + kind, fields.next<void *>());
  } else if (kind == 's') {
    const char *text = fields.next<const char *>();
    formatOne(out, spec + kind, text ? text : "(null)");
  } else {
    return false;
  }
  return true;
}
} // namespace

int formatDevicePrint(std::string &out, const char *format, const void *record) {
  if (!format)
    return -1;
  Fields fields(record);
  for (const char *at = format; *at;) {
    size_t plain = std::strcspn(at, "%");
    out.append(at, plain);
    at += plain;
    if (!*at)
      break;
    const char *start = at++;
    const size_t before = out.size();
    if (*at == '%') {
      out += '%';
      at++;
    } else if (!formatConversion(out, at, fields)) {
      return -1;
    } else if (fields.exhausted) {
      out.resize(before);
      out.append(start, at);
    }
  }
  return fields.count;
}

static void writeOut(std::string &text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  text.clear();
}

void appendPrint(const std::string &text) {
  Buffer &b = buffer();
  std::lock_guard lock(b.mutex);
  b.text += text;
  b.filled.store(true, std::memory_order_relaxed);
  if (b.text.size() > kFlushAt)
    writeOut(b.text);
}

void flushPrints() {
  Buffer &b = buffer();
  if (!b.filled.load(std::memory_order_relaxed))
    return;
  std::lock_guard lock(b.mutex);
  b.filled.store(false, std::memory_order_relaxed);
  writeOut(b.text);
}

} // namespace helicon
