// Statements that a thread executes by itself: assignments, memory of its own, calls, and all control flow.
// Cooperation between threads is in Cooperation.cpp. Loops end for certain: each has a counter or fuel of its own
// that nothing else writes, and nests are kept so shallow that a thread does at most some thousand statements.
#include "Body.h"

#include <algorithm>

namespace helicon::fuzz {

namespace {
constexpr unsigned kMaxDepth = 4;
constexpr unsigned kMaxLoops = 3;
} // namespace

/// A variable that may be written where threads of `least` come together.
const Variable *Body::target(Level least) {
  const Variable *found = nullptr;
  unsigned seen = 0;
  for (const Variable &candidate : variables)
    if (candidate.assignable && candidate.level >= least && random.below(++seen) == 0)
      found = &candidate;
  return found;
}

const Variable *Body::target(Level least, Type type) {
  const Variable *found = nullptr;
  unsigned seen = 0;
  for (const Variable &candidate : variables)
    if (candidate.assignable && candidate.type == type && candidate.level >= least && random.below(++seen) == 0)
      found = &candidate;
  return found;
}

Level Body::divergeFrom(Level level) {
  if (level == Level::Thread || !isKernel || random.chance(45))
    return Level::Thread;
  return level == Level::Block && random.chance(60) ? Level::Block : Level::Warp;
}

Place Body::inside(const Place &place, Level level) {
  Place next = place;
  next.level = std::max(place.level, level);
  ++next.depth;
  return next;
}

Place Body::insideLoop(const Place &place, Level level) {
  Place next = inside(place, level);
  ++next.loops;
  next.loop = next.level;
  next.continues = next.breaks = true;
  next.together = place.together || next.level != Level::Thread;
  return next;
}

void Body::statements(const Place &place, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    if (liveUnknown && place.level == Level::Block && features.warp && hasShared && random.chance(60))
      findLive();
    text.open();
    statement(place);
    text.close();
  }
}

/// A part that may run or not: afterwards, what was unknown before may still be.
void Body::nested(const Place &place, unsigned count) {
  const bool before = liveUnknown;
  text.indent();
  statements(place, count);
  text.outdent();
  liveUnknown = liveUnknown || before;
}

bool Body::cooperate(const Place &place) {
  if (!isKernel)
    return false;
  if (place.level == Level::Block && features.barriers && hasShared && random.chance(35))
    return blockOperation(place), true;
  if (place.level <= Level::Warp && features.warp && !liveUnknown && random.chance(35))
    return warpOperation(place), true;
  if (features.atomics && random.chance(8))
    return (random.chance(50) && hasShared ? atomicShared() : atomicGlobal()), true;
  if (features.streams && random.chance(8))
    return stream(place), true;
  return false;
}

void Body::statement(const Place &place) {
  if (subjectStatement(place) || cooperate(place))
    return;
  const bool deep = place.depth >= kMaxDepth, looped = place.loops >= kMaxLoops;
  switch (random.below(26)) {
  case 0:
  case 1:
  case 2:
    return deep ? assign(place) : branch(place);
  case 3:
  case 4:
  case 5:
    return deep || looped ? update(place) : loop(place);
  case 6:
    return deep ? assign(place) : switchOver(place);
  case 7:
    return deep || looped || !features.gotos ? update(place) : jump(place);
  case 8:
  case 9:
    return leaveLoop(place);
  case 10:
    return leave(place);
  case 11:
  case 12:
    return privateArray(place);
  case 13:
    return throughPointer(place);
  case 14:
    return callHelper(place);
  case 15:
    return lambda(place);
  case 16:
    return shortCircuit(place);
  case 17:
  case 18:
    return ownMemory(place);
  case 19:
  case 20:
    return update(place);
  default:
    return assign(place);
  }
}

void Body::assign(const Place &place) {
  if (const Variable *to = target(place.level)) {
    const Variable copy = *to;
    text.line(copy.text, " = ", expression(copy.type, copy.level, 3), ";");
  }
}

void Body::update(const Place &place) {
  const Variable *to = target(place.level);
  if (!to || to->type == Type::Bool)
    return assign(place);
  const Variable copy = *to;
  if (info(copy.type).isFloat)
    return text.line(copy.text, random.chance(50) ? " += " : " *= ", expression(copy.type, copy.level, 2), ";");
  if (info(copy.type).isSigned && info(copy.type).bits >= 32)
    return text.line(copy.text, " ^= ", expression(copy.type, copy.level, 2), ";");
  static constexpr std::array<const char *, 4> kOperators{" += ", " -= ", " ^= ", " |= "};
  if (random.chance(25))
    return text.line(random.chance(50) ? "++" : "--", copy.text, ";");
  const char *op = random.pick(kOperators);
  text.line(copy.text, op, expression(copy.type, copy.level, 2), ";");
}

void Body::branch(const Place &place) {
  const Level level = divergeFrom(place.level);
  text.line("if (", condition(level, 2), ") {");
  nested(inside(place, level), random.between(1, 3));
  while (random.chance(20)) {
    text.line("} else if (", condition(level, 1), ") {");
    nested(inside(place, level), random.between(1, 2));
  }
  if (random.chance(50)) {
    text.line("} else {");
    nested(inside(place, level), random.between(1, 3));
  }
  text.line("}");
}

/// The head of a loop, to be followed by its body and `}`; with a counter that the body may read.
std::string Body::boundedLoop(const Place &place, Level level, const std::string &counter) {
  const unsigned mask = place.loops == 0 ? 7 : 3;
  const std::string some = expression(Type::U32, level, 1);
  if (isKernel && place.loops == 0 && level == Level::Thread && random.chance(20))
    return cat("for (uint32_t ", counter, " = gid; ", counter, " < count; ", counter, " += total) {");
  if (random.chance(25))
    return cat("for (uint32_t ", counter, " = ", random.between(1, 5), "; ", counter, " != 0; --", counter, ") {");
  if (random.chance(25))
    return cat("for (uint32_t ", counter, " = ", some, " & ", mask, "u; ", counter, " < ", mask + 3, "u; ", counter,
               " += ", random.between(1, 3), ") {");
  return cat("for (uint32_t ", counter, " = 0; ", counter, " < (", some, " & ", mask, "u); ++", counter, ") {");
}

void Body::loop(const Place &place) {
  const Level level = std::max(place.level, divergeFrom(place.level));
  const Place in = insideLoop(place, level);
  const std::string counter = fresh("i");
  const unsigned kind = random.below(10), fuel = place.loops == 0 ? random.between(2, 8) : random.between(1, 4);
  text.line("{");
  text.indent();
  if (kind < 5) {
    text.line(boundedLoop(place, level, counter));
  } else {
    text.line("uint32_t ", counter, " = ", fuel, ";");
    if (kind < 7)
      text.line("while (", counter, "-- != 0 && ", condition(level, 1), ") {");
    else if (kind < 9)
      text.line("do {");
    else
      text.line("for (;;) {");
  }
  const size_t before = variables.size();
  variables.push_back({Type::U32, counter, level, false});
  if (kind == 9)
    text.line("  if (", counter, "-- == 0 || ", condition(level, 1), ") break;");
  nested(in, random.between(1, 4));
  text.line(kind == 7 || kind == 8 ? cat("} while (--", counter, " != 0 && ", condition(level, 1), ");") : "}");
  variables.resize(before);
  text.outdent();
  text.line("}");
}

void Body::switchOver(const Place &place) {
  const Level level = divergeFrom(place.level);
  const unsigned cases = random.between(2, 6);
  text.line("switch (", expression(Type::U32, level, 2), " % ", cases + random.below(2), "u) {");
  Place in = inside(place, level);
  in.breaks = false;
  const unsigned defaultAt = random.below(cases + 2);
  for (unsigned i = 0; i < cases; ++i) {
    text.line(i == defaultAt ? "default: {" : cat("case ", random.chance(90) ? i : i + 40, ": {"));
    nested(in, random.between(1, 2));
    text.line(i + 1 < cases && random.chance(35) ? "} [[fallthrough]];" : "} break;");
  }
  text.line("}");
}

void Body::gotoForward(const Place &place, Level level) {
  const std::string end = fresh("skip");
  text.line("if (", condition(level, 2), ") goto ", end, ";");
  nested(inside(place, level), random.between(1, 3));
  text.line(end, ":;");
}

void Body::gotoBackward(const Place &place, Level level) {
  const std::string again = fresh("again"), fuel = fresh("fuel");
  Place in = inside(place, level);
  ++in.loops;
  in.together = place.together || in.level != Level::Thread;
  text.line("{ uint32_t ", fuel, " = ", random.between(1, 4), ";");
  text.line(again, ":;");
  nested(in, random.between(1, 3));
  text.line("if (", fuel, "-- != 0 && ", condition(level, 2), ") goto ", again, "; }");
}

/// A loop with two entries, and sometimes two ways back.
void Body::gotoIrreducible(const Place &place, Level level) {
  const std::string first = fresh("first"), second = fresh("second"), fuel = fresh("fuel");
  Place in = inside(place, level);
  ++in.loops;
  in.together = place.together || in.level != Level::Thread;
  text.line("{ uint32_t ", fuel, " = ", random.between(1, 5), ";");
  text.line("if (", condition(level, 2), ") goto ", second, ";");
  text.line(first, ":;");
  nested(in, random.between(1, 2));
  text.line(second, ":;");
  nested(in, random.between(1, 2));
  text.line("if (", fuel, "-- != 0 && ", condition(level, 1), ") goto ", first, ";");
  if (random.chance(40))
    text.line("if (", fuel, " < 9u && ", fuel, "-- != 0 && ", condition(level, 1), ") goto ", second, ";");
  text.line("}");
}

void Body::gotoOutOfLoops(const Place &place, Level level) {
  const std::string out = fresh("out"), outer = fresh("i"), inner = fresh("i");
  level = std::max(place.level, level);
  Place in = insideLoop(insideLoop(place, level), level);
  text.line("for (uint32_t ", outer, " = 0; ", outer, " < ", random.between(2, 4), "; ++", outer, ") {");
  text.line("for (uint32_t ", inner, " = 0; ", inner, " <= ", outer, "; ++", inner, ") {");
  nested(in, random.between(1, 2));
  text.line("if (", condition(level, 2), ") goto ", out, ";");
  nested(in, 1);
  text.line("} }");
  text.line(out, ":;");
}

void Body::jump(const Place &place) {
  const Level level = divergeFrom(place.level);
  switch (random.below(4)) {
  case 0:
    return gotoForward(place, level);
  case 1:
    return gotoBackward(place, level);
  case 2:
    return gotoIrreducible(place, level);
  default:
    return place.loops < kMaxLoops - 1 ? gotoOutOfLoops(place, level) : gotoForward(place, level);
  }
}

void Body::leaveLoop(const Place &place) {
  if (!place.continues || place.level > place.loop)
    return assign(place);
  text.line("if (", condition(place.loop, 2), ") ", place.breaks && random.chance(60) ? "break;" : "continue;");
}

/// Ends the function for some threads. In a kernel those that stay agree on who they are, or find out later.
void Body::leave(const Place &place) {
  if (!isKernel) {
    if (returnsValue && random.chance(50))
      return text.line("if (", condition(Level::Thread, 2), ") return ", expression(returnType, Level::Thread, 2), ";");
    return assign(place);
  }
  if (random.chance(40) || subjects.stays()) // most threads should live to the end
    return assign(place);
  const std::string rarely = cat("(", condition(Level::Thread, 1), " && (", expression(Type::U32, Level::Thread, 1),
                                 " % ", random.between(3, 9), "u) == 0u)");
  if (features.warp && place.level <= Level::Warp && !liveUnknown) {
    text.line("{ const bool leaves = ", rarely, ";");
    text.line("  live = __ballot_sync(live, !leaves);");
    text.line("  if (leaves) return; }");
  } else if (!place.together) {
    text.line("if ", rarely, " return;");
    liveUnknown = true;
  } else {
    assign(place);
  }
}

void Body::privateArray(const Place &place) {
  if (!hasPrivateArrays || place.level == Level::Block)
    return assign(place);
  if (random.chance(50))
    return text.line("words[", expression(Type::U32, Level::Thread, 1),
                     " & 7u] = ", expression(Type::U32, Level::Thread, 2), ";");
  if (features.floats && random.chance(50))
    return text.line("reals[", expression(Type::U32, Level::Thread, 1),
                     " % 5u] = ", expression(Type::F32, Level::Thread, 2), ";");
  if (hasMixed)
    return text.line("mixed.d[", expression(Type::U32, Level::Thread, 1),
                     " % 5u] = ", expression(Type::U8, Level::Thread, 2), ";");
  assign(place);
}

/// The address of a word that belongs to this thread alone: private, shared or global.
std::string Body::ownWord() {
  switch (random.below(4)) {
  case 0:
    if (hasPrivateArrays)
      return cat("&words[", expression(Type::U32, Level::Thread, 1), " & 7u]");
    break;
  case 1:
    if (isKernel && hasRows && random.chance(30))
      return "&rows[gid]";
    if (isKernel && hasShared)
      return "&own[t]";
    break;
  case 2:
    if (isKernel)
      return cat("&o32[SLOT(", random.below(8), ")]");
    break;
  default:
    break;
  }
  const Variable *to = target(Level::Thread, Type::U32);
  return to ? cat("&", to->text) : "";
}

void Body::throughPointer(const Place &place) {
  const std::string one = ownWord(), other = ownWord();
  if (one.empty() || other.empty())
    return assign(place);
  const std::string pointer = fresh("p");
  text.line("{ uint32_t *", pointer, " = ", condition(Level::Thread, 1), " ? ", one, " : ", other, ";");
  text.line("  *", pointer, " = *", pointer, " * 5u + ", expression(Type::U32, Level::Thread, 2), "; }");
}

void Body::callHelper(const Place &place) {
  if (hasMixed && !transformers.empty() && random.chance(40))
    return text.line("mixed = ", transformers[random.below(static_cast<unsigned>(transformers.size()))].name,
                     "(mixed, ", expression(Type::U32, Level::Thread, 1), ");");
  const std::string word = ownWord();
  if (helpers.empty() || !hasMixed || word.empty())
    return assign(place);
  text.line(helpers[random.below(static_cast<unsigned>(helpers.size()))].name, "(", word, ", &mixed, ",
            expression(Type::U32, Level::Thread, 1), ");");
}

void Body::lambda(const Place &place) {
  const Variable *changed = target(Level::Thread, Type::U32), *result = target(Level::Thread, Type::U32);
  if (!changed || !result)
    return assign(place);
  const std::string name = fresh("lambda"), parameter = fresh("q"), to = result->text, captured = changed->text;
  variables.push_back({Type::U32, parameter, Level::Thread, false});
  text.line("{ auto ", name, " = [&](uint32_t ", parameter, ") { ", captured,
            " += ", expression(Type::U32, Level::Thread, 1), "; return ", expression(Type::U32, Level::Thread, 2),
            "; };");
  variables.pop_back();
  text.line("  const uint32_t first = ", name, "(", expression(Type::U32, Level::Thread, 1), ");");
  text.line("  ", to, " = first ^ ", name, "(first); }");
}

/// Operands with effects, whose order and number the language fixes.
void Body::shortCircuit(const Place &place) {
  const Variable *counted = target(Level::Thread, Type::U32), *result = target(Level::Thread, Type::U32);
  if (!counted || !result)
    return assign(place);
  const std::string c = counted->text, r = result->text;
  const char *outer = random.chance(50) ? " && " : " || ", *inner = random.chance(50) ? " && " : " || ";
  text.line("if (", condition(Level::Thread, 1), outer, "((", c, "++ & 3u) != 0u", inner, condition(Level::Thread, 1),
            "))");
  text.line("  ", r, " ^= ", expression(Type::U32, Level::Thread, 1), ";");
}

void Body::ownMemory(const Place &place) {
  if (!isKernel)
    return assign(place);
  if (features.halves && random.chance(15))
    return ownPair();
  static constexpr std::array<Type, 6> kStored{Type::U8, Type::U16, Type::U32, Type::U64, Type::F32, Type::F64};
  Type type = random.pick(kStored);
  if ((info(type).isFloat && !features.floats) || (type == Type::F64 && !features.doubles))
    type = Type::U32;
  const std::string buffer = info(type).isFloat ? cat("o", type == Type::F32 ? "f" : "d") : cat("o", info(type).bits);
  const std::string slot = cat(buffer, "[SLOT(", random.below(8), ")]");
  if (random.chance(20))
    return text.line(
        random.chance(50) ? "scratch[gid] += " : "scratch[gid] ^= ", expression(Type::U32, Level::Thread, 2), ";");
  const Variable *to = target(Level::Thread, type);
  if (to && random.chance(40))
    return text.line(to->text, " = ", slot, ";");
  text.line(slot, " = ", expression(type, Level::Thread, 3), ";");
}

} // namespace helicon::fuzz
