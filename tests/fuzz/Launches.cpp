// Launches from the device, each into the launching thread's own region, of which the host's next launch makes
// something; and grids that wait for themselves.
#include "Body.h"

namespace helicon::fuzz {

void Body::launchStatementText(const std::string &name) {
  const std::string mine = "childOut + gid * 4u";
  switch (random.below(7)) {
  case 0:
    return text.line("  childFill<<<", random.between(1, 2), ", ", random.between(1, 33), ">>>(", mine, ", 2u, ",
                     word(1), ");");
  case 1:
    return text.line("  childFill<<<1, 2>>>(", mine, ", 2u, ", word(1), "); musaDeviceSynchronize(); ", name,
                     " += childOut[gid * 4u] ^ childOut[gid * 4u + 1u];");
  case 2:
    return text.line("  childSum<<<", random.between(1, 3), ", 64>>>(", mine, " + 2u, ", word(1), ");");
  case 3:
    return text.line("  childSum<<<1, 32, 0, ", alternatives("<musaStreamFireAndForget|musaStreamTailLaunch>"), ">>>(",
                     mine, " + 3u, ", word(1), ");");
  case 4:
    return text.line(
        "  { musaStream_t own; musaStreamCreateWithFlags(&own, musaStreamNonBlocking); childSum<<<1, 16, 0, own>>>(",
        mine, " + 2u, ", word(1), "); musaStreamDestroy(own); }");
  case 5:
    return text.line("  childDeep<<<1, 2>>>(", mine, " + 2u, ", word(1), ", ", word(1), " & 3u);");
  default:
    return text.line("  childFill<<<1, 1>>>(", mine, ", 1u, ", word(1), "); childFill<<<1, 2>>>(", mine, ", 2u, ",
                     word(1), ");");
  }
}

bool Body::launchStatement(const Place &place) {
  const Variable *to = target(Level::Thread, Type::U32);
  if (!to || place.loops > 0)
    return false;
  const std::string name = to->text;
  text.line("if (",
            random.chance(60) ? cat("t == ", random.below(3), "u") : cat("gid % 61u == ", random.below(61), "u"),
            random.chance(40) ? cat(" && ", condition(Level::Thread, 1)) : "", ") {");
  launchStatementText(name);
  text.line("}");
  return true;
}

/// Only where the whole grid comes by.
bool Body::togetherStatement(const Place &place) {
  const Variable *to = target(Level::Thread, Type::U32);
  if (!to || place.depth > 0)
    return false;
  const std::string name = to->text, round = fresh("round"), value = word(2);
  const bool again = random.chance(30);
  text.line(again ? cat("for (uint32_t ", round, " = 0; ", round, " < ", random.between(2, 3), "u; ++", round, ") {")
                  : "{");
  text.line("  togetherWords[", random.chance(50) ? "gid" : "total - 1u - gid", "] = ", value, ";");
  text.line("  cooperative_groups::this_grid().sync();");
  text.line("  ", name, " ^= togetherWords[(gid + ", word(1), ") % total];");
  text.line("  cooperative_groups::this_grid().sync();");
  text.line("}");
  return true;
}

} // namespace helicon::fuzz
