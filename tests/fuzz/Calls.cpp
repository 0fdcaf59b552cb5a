// Statements that call: functions that call themselves, through pointers and tables, virtual functions, templates of
// any number of arguments, functions in which a warp or a block works together. The functions are in
// CallFunctions.cpp and program/FuzzCalls.h.
#include "Body.h"

namespace helicon::fuzz {

Type Body::secondType() { return features.floats ? Type::F32 : Type::U32; }

/// In a function: something that the lanes of `live` do together.
void Body::warpSteps(unsigned count) {
  const Place place{Level::Warp, Level::Warp, 2, 2, false, false, true};
  for (unsigned i = 0; i < count; ++i) {
    text.open();
    switch (random.below(6)) {
    case 0:
      warpVote(place);
      break;
    case 1:
      warpPartial(place);
      break;
    case 2:
      warpReduce(place);
      break;
    case 3:
      warpPeel(place);
      break;
    default:
      warpShuffle(place);
      break;
    }
    text.close();
  }
}

void Body::callDeep() {
  const Variable *to = target(Level::Thread, Type::U32);
  const std::string word = ownWord();
  if (!to || word.empty())
    return;
  const std::string name = to->text;
  text.line(name, random.chance(50) ? " = " : " += ", "deep", random.below(3), "(",
            expression(Type::U32, Level::Thread, 1), " % ", random.between(2, 6), "u, ", word, ", ",
            expression(Type::U32, Level::Thread, 1), ", ", expression(secondType(), Level::Thread, 1), ");");
}

void Body::callPointer() {
  const Variable *to = target(Level::Thread, Type::U32);
  if (!to)
    return;
  const std::string name = to->text, which = expression(Type::U32, random.chance(25) ? Level::Block : Level::Thread, 1);
  const std::string arguments =
      cat("(", expression(Type::U32, Level::Thread, 2), ", ", expression(secondType(), Level::Thread, 1), ")");
  switch (random.below(6)) {
  case 0:
    return text.line(name, " = constantVias[", which, " % 3u]", arguments, ";");
  case 1:
    return text.line(name, " += (", condition(Level::Thread, 1), " ? via1 : via2)", arguments, ";");
  case 2:
    return text.line("{ const Row &row = viaRows[", which, " % 3u]; ", name, " ^= row.via", arguments,
                     " * row.weight; }");
  case 3:
    return text.line("{ Via f = ", condition(Level::Thread, 1), " ? vias[", which, " & 3u] : via0; ", name,
                     " = applied(f, ", expression(Type::U32, Level::Thread, 1), ", ",
                     expression(secondType(), Level::Thread, 1), "); }");
  case 4:
    if (hasMixed)
      return text.line("mixed = transforms[", which, " & 1u](mixed, ", expression(Type::U32, Level::Thread, 1), ");");
    [[fallthrough]];
  default:
    return text.line(name, " = vias[", which, " & 3u]", arguments, ";");
  }
}

void Body::callVirtual() {
  const Variable *to = target(Level::Thread, Type::U32);
  const std::string word = ownWord();
  if (!to || word.empty())
    return;
  const std::string name = to->text;
  auto argument = [&] { return expression(Type::U32, Level::Thread, 1); };
  text.line("{ Base plain(", argument(), "); Left left(", argument(), ", ", expression(Type::U64, Level::Thread, 1),
            "); Right right(", argument(), ");");
  if (random.chance(60))
    text.line("  Base *objects[3] = {&plain, &right, &left}; Base *object = objects[", argument(), " % 3u];");
  else
    text.line("  Base *object = ", condition(Level::Thread, 1), " ? static_cast<Base *>(&left) : &right;");
  text.line("  ", name, " = object->step(", argument(), ");");
  if (random.chance(50))
    text.line("  object->change(", word, ", ", argument(), ");");
  if (random.chance(40)) {
    text.line("  uint32_t (Base::*members[3])(uint32_t) = {&Base::step, &Base::twice, &Base::add};");
    text.line("  ", name, " ^= (object->*members[", argument(), " % 3u])(", argument(), ");");
  }
  text.line("  ", name, " += plain.state + left.state * 3u + right.state * 5u + static_cast<uint32_t>(left.extra); }");
}

/// Templates, and functions that take what is private by pointer, reference and value.
void Body::callTemplate() {
  const Variable *to = target(Level::Thread, Type::U32);
  if (!to)
    return;
  const std::string name = to->text;
  auto argument = [&] { return expression(anyScalar(), Level::Thread, 1); };
  switch (random.below(hasPrivateArrays ? 6 : 3)) {
  case 0: {
    std::string list = argument();
    for (unsigned i = random.between(1, 5); i > 0; --i)
      list += ", " + argument();
    return text.line(name, " = mixAll(", list, ");");
  }
  case 1:
    return text.line(name, " += nthOf<", random.below(3), ">(", argument(), ", ", argument(), ", ", argument(), ");");
  case 2: {
    const std::string parameter = fresh("q");
    variables.push_back({Type::U32, parameter, Level::Thread, false});
    const std::string body = expression(Type::U32, Level::Thread, 2);
    variables.pop_back();
    return text.line(name, " = repeated([&](uint32_t ", parameter, ") { return ", body, "; }, ",
                     expression(Type::U32, Level::Thread, 1), ", ", expression(Type::U32, Level::Thread, 1), " & 3u);");
  }
  case 3:
    return text.line("sortWords(words, 0, 7);");
  case 4:
    return text.line("swapWords(words[", expression(Type::U32, Level::Thread, 1), " & 7u], words[",
                     expression(Type::U32, Level::Thread, 1), " & 7u]);");
  default:
    return text.line(name, " ^= largestOf(words, ", expression(Type::U32, Level::Thread, 1), " & 7u, reals);");
  }
}

/// Not a 16-bit float.
Type Body::anyScalar() {
  const Type type = anyType();
  return isNarrow(type) ? Type::F32 : type;
}

void Body::callTogether(const Place &place) {
  const Variable *to = target(Level::Thread, Type::U32);
  if (!to)
    return;
  const std::string name = to->text;
  if (place.level == Level::Block && features.barriers && hasShared && random.chance(50)) {
    const std::string rounds = cat(expression(Type::U32, Level::Block, 1), " & 1u");
    const std::string callee = random.chance(40) ? cat("meets[", expression(Type::U32, Level::Block, 1), " & 1u]")
                                                 : cat("blockwise", random.below(2));
    return text.line(name, " = ", callee, "(sh, t, nt, ", rounds, ", ", expression(Type::U32, Level::Thread, 2), ");");
  }
  const unsigned which = random.below(3);
  text.line(name, " = ", which == 2 ? "warpDeep" : cat("warpwise", which), "(live, lane, ",
            expression(Type::U32, Level::Warp, 1), " & ", which == 2 ? 3 : 1, "u, ",
            expression(Type::U32, Level::Thread, 2), ", ", expression(secondType(), Level::Thread, 1), ");");
}

bool Body::callStatement(const Place &place) {
  if (features.warp && place.level <= Level::Warp && !liveUnknown && random.chance(40))
    return callTogether(place), true;
  switch (random.below(5)) {
  case 0:
    return callDeep(), true;
  case 1:
    return callVirtual(), true;
  case 2:
    return callTemplate(), true;
  default:
    return callPointer(), true;
  }
}

} // namespace helicon::fuzz
