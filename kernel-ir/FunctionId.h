// What a device function's address is: a number made of its mangled name, the same in every kernel's object and in the
// initial bytes of device variables. So a pointer that the host reads from one symbol can be called in any kernel of
// the program: each object holds a switch over the functions that its calls may mean. The numbers are no addresses
// (non-canonical on x86-64: an access through one faults), even (a member pointer's odd values are table offsets) and
// never null. 44 bits of hash; prepare looks for equal ones and refuses.
#pragma once

#include <cstdint>
#include <string_view>

namespace helicon {

inline constexpr uint64_t kFunctionIdTag = uint64_t(0x4675) << 48;

constexpr uint64_t functionId(std::string_view mangledName) {
  uint64_t hash = 0xcbf29ce484222325; // FNV-1a
  for (char c : mangledName)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  hash ^= hash >> 32;
  return kFunctionIdTag | ((hash << 4) & 0xfffffffffff0);
}

constexpr bool isFunctionId(uint64_t value) { return value >> 48 == kFunctionIdTag >> 48 && (value & 15) == 0; }

} // namespace helicon
