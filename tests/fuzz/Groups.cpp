// Cooperative groups: tiles of 1 to 32 threads and of several warps, partitions by predicate and label, reductions and
// scans, copies. Threads of such a kernel stay to its end. Tiles that the block's end cuts off do nothing. Which
// threads coalesced_threads() finds together is open, so only sums over all such groups are looked at.
#include "Body.h"

namespace helicon::fuzz {

namespace {

/// All are the same in every order, as long as floats are small whole numbers.
constexpr std::array<const char *, 7> kOperators{"cg::plus<uint32_t>()",
                                                 "cg::less<uint32_t>()",
                                                 "cg::greater<uint32_t>()",
                                                 "cg::bit_and<uint32_t>()",
                                                 "cg::bit_or<uint32_t>()",
                                                 "cg::bit_xor<uint32_t>()",
                                                 "Circle()"};

} // namespace

void Body::groupDeclarations() {
  tileSize = 1u << random.below(5);
  text.line("const cg::thread_block threads = cg::this_thread_block();");
  text.line("const auto tile32 = cg::tiled_partition<32>(threads);");
  if (tileSize == 1 || random.chance(50))
    text.line("const auto tile", tileSize, " = cg::tiled_partition<", tileSize, ">(threads);");
  else
    text.line("const auto tile", tileSize, " = cg::tiled_partition<", tileSize, ">(tile32);");
  if (!hasShared)
    return;
  text.line("__shared__ cg::block_tile_memory<1024> tileMemory;");
  text.line("const auto wideThreads = cg::this_thread_block(tileMemory);");
}

std::string Body::groupReduction(const std::string &group) {
  const char *which = random.pick(kOperators);
  switch (random.below(6)) {
  case 0:
    return cat("cg::inclusive_scan(", group, ", ", word(2), ", ", which, ")");
  case 1: // the first thread's result is nobody's promise
    return cat("behindFirst(", group, ", cg::exclusive_scan(", group, ", ", word(2), ", ", which, "))");
  case 2:
    if (features.floats)
      return cat("bitsOf(cg::reduce(", group, ", static_cast<float>(", word(1), " & 1023u), cg::plus<float>()))");
    [[fallthrough]];
  case 3:
    return cat("static_cast<uint32_t>(cg::reduce(", group, ", ", expression(Type::I64, Level::Thread, 1),
               ", cg::", alternatives("<less|greater|bit_xor>"), "<int64_t>()) >> ", random.below(33), ")");
  default:
    return cat("cg::reduce(", group, ", ", word(2), ", ", which, ")");
  }
}

/// A value that each thread of a group finds, all of them together.
std::string Body::groupValue(const std::string &group, GroupKind kind) {
  static constexpr std::array<const char *, 3> kShuffles{"shflUp", "shflDown", "shflXor"};
  switch (random.below(kind == GroupKind::Tile ? 9 : 6)) {
  case 0: { // tiles of several warps know one source for all
    const std::string from = expression(Type::U32, kind == GroupKind::Wide ? Level::Block : Level::Thread, 1);
    return cat(group, ".shfl(", word(2), ", static_cast<int>(", from, " % ", group, ".size()))");
  }
  case 1:
    if (kind == GroupKind::Wide)
      return groupReduction(group);
    return cat(random.chance(50) ? "shflUp(" : "shflDown(", group, ", ", word(2), ", ", random.between(1, 9), "u)");
  case 2:
    return cat("static_cast<uint32_t>(", group, random.chance(50) ? ".any(" : ".all(", condition(Level::Thread, 1),
               "))");
  case 3:
    return cat("(", group, ".thread_rank() * 3u + ", group, ".size())");
  case 6:
    return cat(group, ".ballot(", condition(Level::Thread, 2), ")");
  case 7:
    if (features.match)
      return cat(group, ".match_any(", word(1), " & 3u)");
    [[fallthrough]];
  case 8:
    return cat(random.pick(kShuffles), "(", group, ", ", word(2), ", ", 1u << random.below(5), "u)");
  default:
    return groupReduction(group);
  }
}

void Body::groupPart(const std::string &name, const std::string &tile) {
  const std::string part = fresh("part");
  switch (random.below(4)) {
  case 0:
    text.line("  const auto ", part, " = cg::binary_partition(", tile, ", ", condition(Level::Thread, 1), ");");
    break;
  case 1:
    text.line("  const auto ", part, " = cg::labeled_partition(", tile, ", ", word(1), " & ", random.between(1, 3),
              "u);");
    break;
  case 2:
    text.line("  const cg::thread_group ", part, " = ", tile, ";");
    text.line("  ", name, " += ", part, ".size() * 5u + ", part, ".thread_rank(); cg::sync(", part, ");");
    return;
  default: {
    const unsigned size = tile == "tile32" ? 8 : 1;
    text.line("  const auto ", part, " = cg::tiled_partition<", size, ">(", tile, ");");
    text.line("  ", name, " ^= ", groupValue(part, GroupKind::Tile), " + ", part, ".meta_group_rank();");
    return;
  }
  }
  text.line("  ", name, " ^= ", groupValue(part, GroupKind::Part), ";");
}

void Body::groupTile(const std::string &name) {
  const unsigned size = random.chance(50) ? 32 : tileSize;
  const std::string tile = cat("tile", size);
  text.line("if (isWhole(t, nt, ", size, "u)) {");
  switch (random.below(5)) {
  case 0:
    groupPart(name, tile);
    break;
  case 1:
    if (hasShared) {
      text.line("  ", tile, ".sync(); shw[t] = ", word(2), "; ", tile, ".sync();");
      text.line("  ", name, " += shw[(t & ~", size - 1, "u) + (", word(1), " & ", size - 1, "u)]; ", tile, ".sync();");
      break;
    }
    [[fallthrough]];
  case 2:
    if (features.atomics) {
      text.line("  cg::invoke_one(", tile, ", [&] { atomicAdd(&bins[", random.below(6), "], ", random.between(1, 9),
                "u); });");
      break;
    }
    [[fallthrough]];
  default:
    text.line("  ", name, random.chance(50) ? " = " : " ^= ", groupValue(tile, GroupKind::Tile), ";");
    break;
  }
  text.line("}");
}

/// Sums over groups of whatever threads came together.
void Body::groupCoalesced(const std::string &name) {
  const std::string group = fresh("group");
  text.line("if (", condition(Level::Thread, 1), ") {");
  text.line("  const cg::coalesced_group ", group, " = cg::coalesced_threads();");
  text.line("  const uint32_t sum = cg::reduce(", group, ", ", word(2), ", cg::plus<uint32_t>());");
  text.line("  if (", group, ".thread_rank() == 0) atomicAdd(&bins[", random.below(6), "], sum + ", group,
            ".size() * 3u);");
  if (random.chance(50))
    text.line("  ", name, " += ", group, ".shfl(t, ", group, ".thread_rank()) + cg::reduce(", group,
              ", 7u, cg::greater<uint32_t>());");
  text.line("}");
}

void Body::groupBlock(const std::string &name) {
  const std::string wide = fresh("wide");
  switch (random.below(4)) {
  case 0:
    text.line("__syncthreads();");
    text.line("cg::memcpy_async(threads, sh, in + (", expression(Type::U32, Level::Block, 1), " & 2047u), nt * 4u);");
    text.line("cg::wait(threads);");
    return text.line(name, " = sh[", word(1), " % nt];");
  case 1:
    text.line("threads.sync(); shw[threads.thread_rank()] = ", word(2), "; cg::sync(threads);");
    return text.line(name, " += shw[", word(1), " % threads.size()]; threads.sync();");
  default: {
    const unsigned size = 64u << random.below(3);
    text.line("if (nt % ", size, "u == 0u) {");
    text.line("  const auto ", wide, " = cg::tiled_partition<", size, ">(wideThreads);");
    text.line("  ", name, " ^= ", groupValue(wide, GroupKind::Wide), " + ", wide, ".meta_group_rank();");
    return text.line("  ", wide, ".sync(); }");
  }
  }
}

bool Body::groupStatement(const Place &place) {
  const Variable *to = target(Level::Thread, Type::U32);
  if (!to)
    return false;
  const std::string name = to->text;
  if (place.level == Level::Block && hasShared && random.chance(30))
    return groupBlock(name), true;
  if (place.level <= Level::Warp && random.chance(75))
    return groupTile(name), true;
  return features.atomics && (groupCoalesced(name), true);
}

} // namespace helicon::fuzz
