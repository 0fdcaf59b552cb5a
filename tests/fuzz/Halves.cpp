// 16-bit floats: their expressions, pairs in memory, shared arrays of pairs, and atomic sums. Sums add one number only
// to a place: then their order cannot be seen, although they are rounded.
#include "Body.h"

namespace helicon::fuzz {

std::string Body::narrowFloating(Type type, Level level, unsigned depth) {
  const std::string_view name = info(type).name;
  auto operand = [&] { return expression(type, level, depth); };
  auto function = [&](const char *which) { return cat(which, "(", operand(), ", ", operand(), ")"); };
  auto literal = [&](const char *value) { return cat("static_cast<", name, ">(", value, ")"); };
  switch (random.below(16)) {
  case 0:
  case 1:
    return cat("(", operand(), " + ", operand(), ")");
  case 2:
    return cat("(", operand(), random.chance(50) ? " - " : " / ", operand(), ")");
  case 3:
    return cat("(", operand(), " * ", operand(), ")");
  case 4: // what contraction looks for
    return cat("(", operand(), " * ", operand(), " + ", operand(), ")");
  case 5: {
    static constexpr std::array<const char *, 3> kFused{"__hfma", "__hfma_sat", "__hfma_relu"};
    return cat(random.pick(kFused), "(", operand(), ", ", operand(), ", ", operand(), ")");
  }
  case 6: {
    static constexpr std::array<const char *, 10> kTwo{"__hadd_rn",  "__hmul_rn", "__hadd_sat", "__hsub_sat",
                                                       "__hmul_sat", "__hmax",    "__hmin",     "__hmax_nan",
                                                       "__hmin_nan", "__hdiv"};
    return function(random.pick(kTwo));
  }
  case 7:
    return cat(random.chance(50) ? "__hneg(" : "__habs(", operand(), ")");
  case 8: {
    static constexpr std::array<const char *, 6> kExact{"hfloor", "hceil", "hrint", "htrunc", "hsqrt", "hrcp"};
    return cat(random.pick(kExact), "(", operand(), ")");
  }
  case 9:
    if (features.math && isKernel) {
      static constexpr std::array<const char *, 6> kMath{"hsin", "hcos", "hexp", "hlog", "htanh", "hexp2"};
      return cat(random.pick(kMath), "(", operand(), ")");
    }
    [[fallthrough]];
  case 10: // both members of a pair, and one of them taken out
    return cat("pairwise(", operand(), ", ", operand(), ", ", expression(Type::U32, level, depth ? depth - 1 : 0), ")");
  case 11: {
    static constexpr std::array<const char *, 4> kModes{"Rd", "Ru", "Rz", "Rn"};
    return cat("narrow", random.pick(kModes), "<", name, ">(", expression(Type::F32, level, depth), ")");
  }
  case 12:
    return cat("integral<", name, ">(", expression(random.chance(50) ? Type::I32 : Type::I64, level, depth), ", ",
               random.below(4), ")");
  default: // brings large numbers back, so that not everything ends as infinity
    return cat("(", operand(), " * ", literal(random.chance(50) ? "1.0e-3f" : "0.25f"), " + ", literal("1.0f"), ")");
  }
}

/// The thread's own pair in global memory, whole or one half of it.
void Body::ownPair() {
  const std::string value = expression(Type::F16, Level::Thread, 2);
  const Variable *to = target(Level::Thread, Type::F16);
  switch (random.below(4)) {
  case 0:
    return text.line("pairs[gid] = __hfma2(pairs[gid], __half2(", value, ", ", expression(Type::F16, Level::Thread, 1),
                     "), __half2half2(static_cast<__half>(0.5f)));");
  case 1:
    return text.line("pairs[gid].", random.chance(50) ? "x" : "y", " = ", value, ";");
  case 2:
    if (to)
      return text.line(to->text, " = pairs[gid].", random.chance(50) ? "x" : "y", ";");
    [[fallthrough]];
  default:
    return text.line("pairs[gid] = __half2(", value, ", ", expression(Type::F16, Level::Thread, 2), ");");
  }
}

void Body::blockPairs(const Place &place) {
  const Variable *found = target(place.level, Type::F16);
  if (!found)
    return text.line("__syncthreads();");
  const Variable to = *found;
  const std::string slot = cat("(t + (", expression(Type::U32, Level::Block, 1), " & 63u)) % nt");
  text.line("__syncthreads();");
  text.line("shp[", slot, "] = __half2(", expression(Type::F16, Level::Thread, 2), ", ",
            expression(Type::F16, Level::Thread, 1), ");");
  text.line("__syncthreads();");
  const std::string from = cat("shp[", expression(Type::U32, to.level, 1), " % nt]");
  text.line("{ const __half2 pair = ", from, "; ", to.text, " = ",
            random.chance(50) ? "pair.x - pair.y" : "__hmul(__high2half(pair), __low2half(pair))", "; }");
}

void Body::atomicHalf() {
  const std::string place = cat("(", expression(Type::U32, atomicLevel(), 1), " & 7u)");
  switch (random.below(3)) {
  case 0:
    return text.line("atomicAdd(reinterpret_cast<__half *>(floatBins + 16) + ", place, ", static_cast<__half>(1.0f));");
  case 1:
    return text.line("atomicAdd(reinterpret_cast<__mt_bfloat16 *>(floatBins + 24) + ", place,
                     ", static_cast<__mt_bfloat16>(0.5f));");
  default:
    return text.line("atomicAdd(reinterpret_cast<__half2 *>(floatBins + 32) + ", place,
                     ", __floats2half2_rn(1.0f, -0.25f));");
  }
}

} // namespace helicon::fuzz
