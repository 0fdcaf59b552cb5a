// Threads that wait for others in loops. What waits for other blocks stands where the whole grid comes by once, each
// time at a site of its own; sums do not tell who came first.
#include "Body.h"

namespace helicon::fuzz {

namespace {
constexpr unsigned kSites = 4; ///< as in program/FuzzWaiting.h
constexpr const char *kBlocks = "gridDim.x * gridDim.y * gridDim.z";
} // namespace

bool Body::waitingSite(const std::string &name) {
  const unsigned site = waitingSites++;
  switch (random.below(4)) {
  case 0:
    return text.line("lastBlock(", site, ", ", kBlocks, ", t, ", word(2), ");"), true;
  case 1:
    return text.line(name, " += crossGrid(", site, ", ", kBlocks, ", t, gid, (gid + ", word(1), ") % total, ", word(2),
                     ");"),
           true;
  default:
    return text.line(name, " ^= lookBack(", site, ", block, t, ", word(2), ", ", random.chance(50) ? "true" : "false",
                     ");"),
           true;
  }
}

bool Body::waitingStatement(const Place &place) {
  const Variable *to = target(Level::Thread, Type::U32);
  if (!to)
    return false;
  const std::string name = to->text;
  if (place.depth == 0 && waitingSites < kSites && random.chance(50))
    return waitingSite(name);
  if (place.level == Level::Block && random.chance(60))
    return text.line(name, " += chainWarps(t, nt, ", random.chance(50) ? "true" : "false", ", ", word(2), ");"), true;
  if (place.loops > 0)
    return false;
  if (random.chance(25)) // locks of their own, and the inner one is spinAdd's
    return random.chance(50) ? text.line("ticketAdd(2u, ", word(2), ");")
                             : text.line("nestedAdd(5u, 6u + (", word(1), " & 1u), ", word(2), ");"),
           true;
  const char *lock = random.chance(60) ? "lockedAdd" : random.chance(60) ? "turnAdd" : "spinAdd";
  const unsigned which = *lock == 'l' ? 0 : *lock == 't' ? 3 : 6; // one form a lock
  text.line(lock, "(", which, "u + (", word(1), " & 1u), ", word(2), ");");
  return true;
}

} // namespace helicon::fuzz
