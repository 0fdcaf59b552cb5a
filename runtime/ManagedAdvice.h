// What the program said about managed memory: read mostly, preferred places, who accesses, where it was last
// prefetched. There is one memory here, so nothing moves; it is kept for the calls that ask. By allocation, in runs of
// system pages.
#pragma once

#include "runtime/Export.h"
#include "runtime/Memory.h"

#include <cstdint>
#include <span>

namespace helicon {

/// Numbers of the API's location types.
struct Place {
  int32_t type = 0, id = -2; ///< none

  static constexpr int32_t kDevice = 1, kHost = 2, kNuma = 3, kCurrentNuma = 4;
  bool operator==(const Place &) const = default;
};

namespace advice {
/// `kind`: musaMemoryAdvise.
HELICON_EXPORT void set(const PointerInfo &, const void *start, uint64_t bytes, int kind, const Place &);
HELICON_EXPORT void prefetched(const PointerInfo &, const void *start, uint64_t bytes, const Place &);
/// What all pages of the range have in common.
HELICON_EXPORT bool isReadMostly(const PointerInfo &, const void *start, uint64_t bytes);
HELICON_EXPORT Place preferred(const PointerInfo &, const void *start, uint64_t bytes);
HELICON_EXPORT Place lastPrefetched(const PointerInfo &, const void *start, uint64_t bytes);
/// Devices in ascending order, then -1 for the host; the rest of `out` is -2.
HELICON_EXPORT void accessedBy(const PointerInfo &, const void *start, uint64_t bytes, std::span<int32_t> out);
} // namespace advice

/// Allocations whose copies the program wants to be synchronous, as they are anyhow.
namespace syncCopies {
HELICON_EXPORT void set(const PointerInfo &, bool value);
HELICON_EXPORT bool get(const PointerInfo &);
} // namespace syncCopies

} // namespace helicon
