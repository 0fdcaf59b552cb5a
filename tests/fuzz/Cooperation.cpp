// Statements in which threads work together. What keeps them free of races: shared arrays that others read are
// written only between two barriers of one statement, each thread its own slot of a permutation; accumulators take
// one kind of operation each, so that order cannot be seen, and are read behind a barrier; results of atomics are
// used only where no other thread has the address. Warp operations name the lanes that have not ended, or a subset
// of which every lane arrives, and lanes outside a mask are never read (shuffleDefined).
#include "Body.h"

namespace helicon::fuzz {

namespace {

struct SharedArray {
  const char *name;
  Type type;
  bool dynamic;
};
constexpr std::array<SharedArray, 6> kArrays{{{"sh", Type::U32, false},
                                              {"shf", Type::F32, false},
                                              {"shb", Type::U8, false},
                                              {"dynWords", Type::U32, true},
                                              {"dynHalves", Type::U16, true},
                                              {"shh", Type::F16, false}}}; // where 16-bit floats are allowed

/// One operation a bin, in the order of the bins.
constexpr std::array<const char *, 6> kAtomics{"atomicAdd", "atomicOr",  "atomicXor",
                                               "atomicMax", "atomicAnd", "atomicMin"};

} // namespace

/// Of an atomic's address: threads that share one are a compiler's special case.
Level Body::atomicLevel() {
  if (!features.oneplace || random.chance(50))
    return Level::Thread;
  return random.chance(70) ? Level::Block : Level::Warp;
}

void Body::atomicShared() {
  const unsigned op = random.below(kAtomics.size());
  text.line(kAtomics[op], "(&acc[", op * 8, "u + (", expression(Type::U32, atomicLevel(), 1), " & 7u)], ",
            expression(Type::U32, Level::Thread, 2), ");");
}

void Body::atomicGlobal() {
  if (features.halves && random.chance(10))
    return atomicHalf();
  const unsigned op = random.below(kAtomics.size());
  const std::string index = cat("[", op * 8, "u + (", expression(Type::U32, atomicLevel(), 1), " & 7u)]");
  switch (random.below(6)) {
  case 0:
    return text.line(kAtomics[op], "(reinterpret_cast<unsigned long long *>(&wideBins", index,
                     "), static_cast<unsigned long long>(", expression(Type::U64, Level::Thread, 2), "));");
  case 1: // sums of small whole numbers are exact, so their order cannot be seen
    if (features.floats)
      return text.line("atomicAdd(&floatBins[", expression(Type::U32, atomicLevel(), 1), " & 7u], static_cast<float>(",
                       expression(Type::U32, Level::Thread, 1), " & 15u));");
    break;
  case 2: { // nobody else has this address: the old value is defined
    static constexpr std::array<const char *, 4> kOwn{"atomicAdd", "atomicExch", "atomicXor", "atomicSub"};
    const std::string slot = cat("&o32[SLOT(", random.below(8), ")]");
    if (const Variable *to = target(Level::Thread, Type::U32)) {
      const std::string name = to->text;
      if (random.chance(30))
        return text.line(name, " = atomicCAS(", slot, ", ", expression(Type::U32, Level::Thread, 1), " & 3u, ",
                         expression(Type::U32, Level::Thread, 1), ");");
      return text.line(name, " = ", random.pick(kOwn), "(", slot, ", ", expression(Type::U32, Level::Thread, 2), ");");
    }
    break;
  }
  case 3:
    if (op >= 3 && op != 4) // signed minimum and maximum keep to bins of their own
      return text.line(kAtomics[op], "(reinterpret_cast<int *>(&bins", "[", op == 3 ? 6 : 7, "u]), ",
                       expression(Type::I32, Level::Thread, 2), ");");
    break;
  default:
    break;
  }
  // bins 6 and 7 belong to the signed ones above
  text.line(kAtomics[op], "(&bins[", op * 8, "u + (", expression(Type::U32, atomicLevel(), 1), " % 6u)], ",
            expression(Type::U32, Level::Thread, 2), ");");
}

Type Body::shuffleType() {
  static constexpr std::array<Type, 6> kShuffled{Type::U32, Type::U32, Type::I32, Type::F32, Type::U64, Type::F64};
  const Type type = random.pick(kShuffled);
  if ((info(type).isFloat && !features.floats) || (type == Type::F64 && !features.doubles))
    return Type::U32;
  return oftenNarrow(type, random, features);
}

std::string Body::shuffleCall(Type type, const std::string &mask) {
  static constexpr std::array<const char *, 4> kKinds{"Idx", "Up", "Down", "Xor"};
  const char *kind = random.pick(kKinds);
  const unsigned width = 1u << (random.chance(50) ? 5 : random.between(1, 4));
  // vectorisers treat constant distances apart; lanes may also ask for different ones
  const std::string operand =
      random.chance(60) ? cat(random.below(32), "u") : cat("(", expression(Type::U32, Level::Thread, 1), " & 31u)");
  const Type carried = type == Type::U64 ? Type::U64 : type;
  return cat("shuffleDefined<Shuffle::", kind, ", ", info(carried).name, ">(", mask, ", ",
             expression(carried, Level::Thread, 2), ", ", operand, ", ", width, "u, lane, ",
             expression(carried, Level::Thread, 0), ")");
}

void Body::warpShuffle(const Place &place) {
  const Type type = shuffleType();
  if (const Variable *to = target(Level::Thread, type)) {
    const std::string name = to->text;
    return text.line(name, " = ", shuffleCall(type, "live"), ";");
  }
  warpVote(place);
}

/// The mask of a vote that the whole warp takes. Lanes that have ended may be named: they do not vote.
std::string Body::voters() { return features.ended && random.chance(40) ? "~0u" : "live"; }

void Body::warpVote(const Place &place) {
  const Level least = place.level == Level::Block ? Level::Warp : place.level;
  const Variable *to = target(least, Type::U32);
  if (!to)
    return assign(place);
  const std::string name = to->text;
  switch (random.below(5)) {
  case 0:
    return text.line(name, " = __ballot_sync(", voters(), ", ", condition(Level::Thread, 2), ");");
  case 1:
    return text.line(name, " += __any_sync(", voters(), ", ", condition(Level::Thread, 2), ") != 0 ? 3u : 5u;");
  case 2:
    return text.line(name, " ^= __all_sync(", voters(), ", ", condition(Level::Thread, 2), ") != 0 ? 7u : 9u;");
  case 3: // the same lane for all: its value becomes the warp's
    return text.line(name, " = shuffle<uint32_t>(live, ", expression(Type::U32, Level::Thread, 2), ", laneOf(live, ",
                     expression(Type::U32, Level::Warp, 1), "), 32);");
  default:
    return text.line(name, " = __popc(__ballot_sync(", voters(), ", ", condition(Level::Thread, 2), "));");
  }
}

/// Some lanes exchange among themselves, and the others among themselves or not at all.
void Body::warpPartial(const Place &place) {
  const Type type = shuffleType();
  const Variable *to = target(Level::Thread, type), *word = target(Level::Thread, Type::U32);
  if (!to || !word)
    return assign(place);
  const std::string name = to->text, wordName = word->text, chosen = fresh("chosen"), mask = fresh("mask");
  text.line("{ const bool ", chosen, " = ", condition(Level::Thread, 2), ";");
  text.line("  const uint32_t ", mask, " = __ballot_sync(live, ", chosen, ");");
  text.line("  if (", chosen, ") {");
  text.line("    ", name, " = ", shuffleCall(type, mask), ";");
  if (random.chance(50))
    text.line("    ", wordName, " ^= __ballot_sync(", mask, ", ", condition(Level::Thread, 1), ");");
  if (random.chance(60)) {
    text.line("  } else {");
    text.line("    ", name, " = ", shuffleCall(type, cat("(live & ~", mask, ")")), ";");
  }
  text.line("  } }");
}

/// Lanes leave a loop one after the other; those that stay know each other.
void Body::warpPeel(const Place &place) {
  const Type type = shuffleType();
  const Variable *to = target(Level::Thread, type);
  if (!to)
    return assign(place);
  const std::string name = to->text, stay = fresh("stay"), keep = fresh("keep"), counter = fresh("i");
  text.line("{ uint32_t ", stay, " = live;");
  text.line("  for (uint32_t ", counter, " = 0; ", counter, " < ", random.between(2, 6), "u; ++", counter, ") {");
  text.line("    const bool ", keep, " = ", condition(Level::Thread, 2), ";");
  text.line("    ", stay, " = __ballot_sync(", stay, ", ", keep, ");");
  text.line("    if (!", keep, ") break;");
  text.line("    ", name, " = ", shuffleCall(type, stay), ";");
  text.line("  } }");
}

void Body::warpReduce(const Place &place) {
  const Type type = shuffleType();
  const Variable *to = target(Level::Thread, type);
  if (!to)
    return assign(place);
  const std::string name = to->text, step = fresh("step");
  static constexpr std::array<const char *, 3> kKinds{"Xor", "Down", "Up"};
  text.line("for (uint32_t ", step, " = 16; ", step, " > 0; ", step, " >>= 1)");
  text.line("  ", name, info(type).isFloat ? " += " : " ^= ", "shuffleDefined<Shuffle::", random.pick(kKinds), ", ",
            info(type).name, ">(live, ", name, ", ", step, ", 32u, lane, ", info(type).name, "(", random.below(3),
            "));");
}

void Body::warpMatch(const Place &place) {
  const Level least = place.level == Level::Block ? Level::Warp : place.level;
  const Variable *to = target(least, Type::U32), *own = target(Level::Thread, Type::U32);
  if (!to || !own)
    return assign(place);
  static constexpr std::array<const char *, 6> kReduce{"add", "min", "max", "and", "or", "xor"};
  const std::string name = to->text, ownName = own->text;
  switch (random.below(3)) {
  case 0:
    return text.line(ownName, " = __match_any_sync(live, ", expression(Type::U32, Level::Thread, 1), " & ",
                     random.between(1, 7), "u);");
  case 1: {
    const std::string same = fresh("same");
    return text.line("{ int ", same, "; ", name, " ^= __match_all_sync(live, ", expression(Type::U32, Level::Thread, 1),
                     " & 1u, &", same, "); ", name, " += static_cast<uint32_t>(", same, "); }");
  }
  default:
    return text.line(name, " ^= __reduce_", random.pick(kReduce), "_sync(live, ",
                     expression(Type::U32, Level::Thread, 2), ");");
  }
}

/// Exchange through shared memory inside a warp, ordered by __syncwarp alone.
void Body::warpMemory(const Place &place) {
  const Variable *to = target(Level::Thread, Type::U32);
  if (!to || !hasShared)
    return assign(place);
  const std::string name = to->text, other = fresh("other");
  text.line("{ __syncwarp(live);");
  text.line("  shw[t] = ", expression(Type::U32, Level::Thread, 2), ";");
  text.line("  __syncwarp(live);");
  text.line("  const uint32_t ", other, " = (t & ~31u) + (", expression(Type::U32, Level::Thread, 1), " & 31u);");
  text.line("  ", name, " += shw[", other, " < nt ? ", other, " : t]; }");
}

void Body::warpOperation(const Place &place) {
  switch (random.below(features.match ? 9 : 8)) {
  case 0:
  case 1:
    return warpShuffle(place);
  case 2:
  case 3:
    return warpVote(place);
  case 4:
    return warpPartial(place);
  case 5:
    return warpPeel(place);
  case 6:
    return warpReduce(place);
  case 7:
    return warpMemory(place);
  default:
    return warpMatch(place);
  }
}

void Body::blockExchange(const Place &place) {
  const Variable *found = target(place.level);
  if (!found)
    return;
  const Variable to = *found;
  SharedArray array = kArrays[random.below(features.halves && features.floats ? 6 : 5)];
  if ((array.dynamic && !hasDynamic) || (info(array.type).isFloat && !features.floats))
    array = kArrays[0];
  static constexpr std::array<const char *, 3> kSlots{"t", "nt - 1u - t", ""};
  std::string slot = random.pick(kSlots);
  if (slot.empty())
    slot = cat("(t + (", expression(Type::U32, Level::Block, 1), " & 63u)) % nt");
  text.line("__syncthreads();");
  text.line(random.chance(25) ? cat("if (", condition(Level::Thread, 1), ") ") : "", array.name, "[", slot,
            "] = ", expression(array.type, Level::Thread, 2), ";");
  text.line("__syncthreads();");
  const std::string base = expression(Type::U32, to.level, 1);
  if (to.level == Level::Thread && to.type == array.type && to.type != Type::Bool && random.chance(40)) {
    const std::string counter = fresh("i");
    text.line("for (uint32_t ", counter, " = 0; ", counter, " < (", expression(Type::U32, Level::Thread, 1),
              " & 7u); ++", counter, ")");
    text.line("  ", to.text, " += ", array.name, "[(", base, " + ", counter, " * ", random.between(1, 17), "u) % nt];");
    return;
  }
  std::string value = cat(array.name, "[", base, " % nt]");
  if (isNarrow(array.type))
    value = cat("static_cast<float>(", value, ")");
  if (info(array.type).isFloat && !info(to.type).isFloat)
    return text.line(
        to.text, " = ",
        to.type == Type::Bool ? cat(value, " > 0.5f") : cat("fromFloat<", info(to.type).name, ">(", value, ")"), ";");
  text.line(to.text, " = static_cast<", info(to.type).name, ">(", value, ");");
}

void Body::blockReduce(const Place &place) {
  const Variable *found = target(place.level, Type::U32);
  if (!found)
    return;
  const std::string to = found->text, step = fresh("step");
  if (random.chance(50))
    return text.line(to, " = blockSum(sh, t, nt, ", expression(Type::U32, Level::Thread, 2), ");");
  const std::string_view array = features.floats ? "shf" : "sh";
  text.line("__syncthreads();");
  text.line(array, "[t] = ", expression(features.floats ? Type::F32 : Type::U32, Level::Thread, 2), ";");
  text.line("for (uint32_t ", step, " = ", 1u << random.between(5, 10), "; ", step, " > 0; ", step, " >>= 1) {");
  text.line("  __syncthreads();");
  text.line("  if (t < ", step, " && t + ", step, " < nt) ", array, "[t] += ", array, "[t + ", step, "];");
  text.line("}");
  text.line("__syncthreads();");
  text.line(to, " += ", features.floats ? "bitsOf(shf[0])" : "sh[0]", ";");
}

/// A scan with two barriers a step, in place.
void Body::blockScan(const Place &place) {
  const Variable *found = target(Level::Thread, Type::U32);
  if (!found)
    return assign(place);
  const std::string to = found->text, step = fresh("step"), left = fresh("left");
  text.line("__syncthreads();");
  text.line("sh[t] = ", expression(Type::U32, Level::Thread, 2), ";");
  text.line("__syncthreads();");
  text.line("for (uint32_t ", step, " = 1; ", step, " < nt; ", step, " <<= 1) {");
  text.line("  const uint32_t ", left, " = t >= ", step, " ? sh[t - ", step, "] : 0u;");
  text.line("  __syncthreads();");
  text.line("  sh[t] += ", left, ";");
  text.line("  __syncthreads();");
  text.line("}");
  text.line(to, " = sh[t];");
}

void Body::blockBins(const Place &place) {
  const Variable *found = target(place.level, Type::U32);
  if (!found)
    return;
  const Variable to = *found;
  const unsigned op = random.below(kAtomics.size());
  text.line("__syncthreads();");
  text.line(random.chance(40) ? cat("if (", condition(Level::Thread, 1), ") ") : "", kAtomics[op], "(&tally[", op * 8,
            "u + (", expression(Type::U32, atomicLevel(), 1), " & 7u)], ", expression(Type::U32, Level::Thread, 2),
            ");");
  text.line("__syncthreads();");
  text.line(to.text, " = tally[", expression(Type::U32, to.level, 1), " % 48u];");
}

void Body::blockVote(const Place &place) {
  const Variable *found = target(place.level, Type::U32);
  if (!found)
    return;
  const std::string to = found->text, vote = condition(Level::Thread, 2);
  switch (random.below(3)) {
  case 0:
    return text.line(to, " = static_cast<uint32_t>(__syncthreads_count(", vote, "));");
  case 1:
    return text.line(to, " += __syncthreads_and(", vote, ") != 0 ? 11u : 3u;");
  default:
    return text.line(to, " ^= __syncthreads_or(", vote, ") != 0 ? 6u : 1u;");
  }
}

/// Threads end, one here, one there, in a loop in which the others wait for each other. What they do before their end
/// shows behind the next barrier, whether it stands in the loop or behind it.
void Body::blockLeave(const Place &place) {
  const Variable *found = target(place.level, Type::U32);
  if (!found)
    return;
  const std::string to = found->text, step = fresh("step"), gone = fresh("gone");
  const Level level = found->level;
  const unsigned op = random.below(kAtomics.size());
  const bool behind = random.chance(40), again = random.chance(40), stops = random.chance(40);
  const std::string round = again ? fresh("round") : "";
  Place in = inside(place, Level::Thread);
  in.continues = in.breaks = false;
  ++in.loops;
  auto lastDeeds = [&] {
    nested(in, random.between(1, 2));
    text.line("    ", kAtomics[op], "(&tally[", op * 8, "u + (", expression(Type::U32, atomicLevel(), 1), " & 7u)], ",
              expression(Type::U32, Level::Thread, 2), ");");
  };
  liveUnknown = true; // in the deeds too: those who leave don't know each other
  text.line("{ bool ", gone, " = false;");
  text.line("__syncthreads();");
  if (again)
    text.line("for (uint32_t ", round, " = 0; ", round, " < ", random.between(2, 3), "; ++", round, ") {");
  text.line("for (uint32_t ", step, " = 0; ", step, " < ", random.between(2, 4), "; ++", step, ") {");
  if (stops) // for all at once, also in the first step
    text.line("  if ((", expression(Type::U32, Level::Block, 1), " + ", again ? round : step, ") % ",
              random.between(2, 4), "u == 0u) break;");
  text.line("  if (", condition(Level::Thread, 1), " && (", expression(Type::U32, Level::Thread, 1), " + ", step,
            ") % ", random.between(5, 11), "u == 0u) {");
  if (!behind)
    lastDeeds();
  text.line(behind ? cat("    ", gone, " = true; break; }") : "    return; }");
  text.line("  __syncthreads();");
  text.line("  ", to, " = ", to, " * 31u + tally[(", expression(Type::U32, level, 1), " + ", step, ") % 48u];");
  text.line("  __syncthreads();");
  text.line("}");
  if (again)
    text.line(behind ? cat("  if (", gone, ") break; }") : "}");
  text.line("if (", gone, ") {");
  if (behind)
    lastDeeds();
  text.line("    return; } }");
  findLive();
}

void Body::blockOperation(const Place &place) {
  if (features.leavers && random.chance(12) && !subjects.stays())
    return blockLeave(place);
  if (features.halves && random.chance(12))
    return blockPairs(place);
  switch (random.below(8)) {
  case 0:
  case 1:
  case 2:
    return blockExchange(place);
  case 3:
    return blockReduce(place);
  case 4:
    return blockScan(place);
  case 5:
    return blockBins(place);
  case 6:
    return blockVote(place);
  default:
    return text.line("__syncthreads();");
  }
}

/// Not a statement of its own to the reducer: what follows needs it.
void Body::findLive() {
  text.line("live = lanesAlive(liveWords, t);");
  liveUnknown = false;
}

} // namespace helicon::fuzz
