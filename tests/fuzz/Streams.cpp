// Loops that go through memory: grid-stride loops over arrays of which each thread has its own elements, and loops in
// which a warp or a row of threads walks along a row of the input. Vectorisers reorder these most.
#include "Body.h"

namespace helicon::fuzz {

/// The elements i with i % total == gid of `rows` and `rowsF` belong to the thread.
void Body::gridLoop(const Place &place) {
  static constexpr std::array<const char *, 4> kEnds{"count * 61u", "nt * 4u", "4096u", ""};
  std::string end = random.pick(kEnds);
  if (end.empty())
    end = cat(random.between(33, 4000), "u");
  const std::string i = fresh("i");
  const unsigned kind = random.below(5);
  Place in = insideLoop(place, Level::Thread);
  switch (kind) {
  case 0: // 64-bit, and the step at the end, which `continue` would leave out
    text.line("for (uint64_t wide_", i, " = gid; wide_", i, " < ", end, "; ) {");
    text.line("  const uint32_t ", i, " = static_cast<uint32_t>(wide_", i, ");");
    in.continues = false;
    break;
  case 1:
    text.line("for (int down_", i, " = static_cast<int>((", end, ") / total * total + gid); down_", i, " >= 0; down_",
              i, " -= static_cast<int>(total)) {");
    text.line("  const uint32_t ", i, " = static_cast<uint32_t>(down_", i, ") & 4095u;");
    text.line("  if (static_cast<uint32_t>(down_", i, ") > 4095u) continue;");
    break;
  default:
    text.line("for (uint32_t ", i, " = gid; ", i, " < ", end, "; ", i, " += total) {");
    break;
  }
  const size_t before = variables.size();
  variables.push_back({Type::U32, i, Level::Thread, false});
  variables.push_back({Type::U32, cat("rows[", i, "]"), Level::Thread, true});
  variables.push_back({Type::U32, cat("in[", i, "]"), Level::Thread, false});
  if (features.floats) {
    variables.push_back({Type::F32, cat("rowsF[", i, "]"), Level::Thread, true});
    variables.push_back({Type::F32, cat("fin[", i, "]"), Level::Thread, false});
  }
  if (random.chance(40))
    nested(in, random.between(1, 2));
  if (random.chance(70))
    text.line("  rows[", i, "] = ", expression(Type::U32, Level::Thread, 2), ";");
  if (features.floats && random.chance(40))
    text.line("  rowsF[", i, "] = ", expression(Type::F32, Level::Thread, 2), ";");
  variables.resize(before);
  if (const Variable *sum = target(Level::Thread, Type::U32); sum && random.chance(50))
    text.line("  ", sum->text, random.chance(50) ? " += " : " ^= ", "rows[", i, "];");
  text.line(kind == 0 ? cat("  wide_", i, " += total; }") : "}");
}

void Body::walkRow() {
  static constexpr std::array<const char *, 5> kRows{"warp * 64u", "threadIdx.y * 64u", "threadIdx.z * 64u",
                                                     "(t >> 4) * 32u", "blockIdx.x * 64u"};
  const bool floats = features.floats && random.chance(50);
  const Variable *to = target(Level::Thread, floats ? Type::F32 : Type::U32);
  if (!to)
    return;
  const std::string name = to->text, k = fresh("k"), row = random.pick(kRows);
  const Level level = random.chance(70) ? Level::Block : Level::Warp;
  text.line("for (uint32_t ", k, " = 0; ", k, " < (", expression(Type::U32, level, 1), " & 31u) + ", random.below(20),
            "u; ++", k, ")");
  if (floats)
    text.line("  ", name, " += fin[", row, " + ", k, "] * fin[", k, " * 32u + lane];");
  else
    text.line("  ", name, " = ", name, " * 3u + (in[", row, " + ", k, "] ^ in[", k, " * 32u + lane]);");
}

void Body::stream(const Place &place) {
  if (hasRows && place.loops == 0 && random.chance(65))
    return gridLoop(place);
  walkRow();
}

} // namespace helicon::fuzz
