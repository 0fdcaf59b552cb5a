// Inline assembly: instructions as expressions, memory that is the thread's own, and the warp's operations.
#include "Body.h"

namespace helicon::fuzz {

namespace {

constexpr std::array<AssemblyForm, 47> kWords{{
    {'u', "uuu", "lop3.b32 %0, %1, %2, %3, #;"},
    {'u', "uuu", "prmt.b32<|.f4e|.b4e|.rc8|.ecl|.ecr|.rc16> %0, %1, %2, %3;"},
    {'u', "uuu", "bfe.<u32|s32> %0, %1, %2, %3;"},
    {'u', "uuuu", "bfi.b32 %0, %1, %2, %3, %4;"},
    {'u', "u", "bfind<|.shiftamt>.<u32|s32> %0, %1;"},
    {'u', "uu", "bmsk.<clamp|wrap>.b32 %0, %1, %2;"},
    {'u', "uu", "szext.<clamp|wrap>.<u32|s32> %0, %1, %2;"},
    {'u', "u", "<brev|popc|clz|cnot|not>.b32 %0, %1;"},
    {'u', "u", "<abs|neg>.s32 %0, %1;"},
    {'u', "uuu", "mad.<lo|hi>.<u32|s32> %0, %1, %2, %3;"},
    {'u', "uuu", "mad.hi.sat.s32 %0, %1, %2, %3;"},
    {'u', "uuu", "mad24.<lo|hi>.<u32|s32> %0, %1, %2, %3;"},
    {'u', "uu", "mul24.<lo|hi>.<u32|s32> %0, %1, %2;"},
    {'u', "uu", "mul.<lo|hi>.<u32|s32> %0, %1, %2;"},
    {'u', "uuu", "sad.<u32|s32> %0, %1, %2, %3;"},
    {'u', "uu", "<min|max>.<u32|s32|u16x2|s16x2> %0, %1, %2;"},
    {'u', "uu", "<add|sub>.sat.s32 %0, %1, %2;"},
    {'u', "uu", "add.<u16x2|s16x2> %0, %1, %2;"},
    {'u', "uuu", "shf.<l|r>.<wrap|clamp>.b32 %0, %1, %2, %3;"},
    {'u', "uu", "<shl.b32|shr.u32|shr.s32> %0, %1, %2;"},
    {'u', "uuu", "slct.u32.s32 %0, %1, %2, %3;"},
    {'u', "uuu", "dp4a.<u32|s32>.<u32|s32> %0, %1, %2, %3;"},
    {'u', "uuu", "dp2a.<lo|hi>.<u32|s32>.<u32|s32> %0, %1, %2, %3;"},
    {'u', "uu", "v<add|sub|absdiff|min|max>.<u32|s32>.<u32|s32>.<u32|s32><|.sat> %0, %1.<b0|b3|h1>, %2.<b2|h0>;"},
    {'u', "uuu", "v<add|sub|absdiff|min|max>.s32.s32.u32<|.sat>.<add|min|max> %0, %1, %2.<b3|h1>, %3;"},
    {'u', "uuu", "v<add|sub|absdiff|min|max><2|4>.<u32|s32>.<u32|s32>.<u32|s32><|.sat|.add> %0, %1, %2, %3;"},
    {'u', "uuu", "vset<2|4>.<u32|s32>.<u32|s32>.<eq|ne|lt|le|gt|ge><|.add> %0, %1, %2, %3;"},
    {'u', "uuu", "vavrg<2|4>.<u32.u32.u32|s32.s32.s32> %0, %1, %2, %3;"},
    {'u', "uuu", "vmad.<u32.u32.u32|s32.s32.s32><|.sat> %0, %1.b0, %2.h0, %3;"},
    {'u', "uu", "vshl.u32.u32.u32.<clamp|wrap> %0, %1, %2;"},
    {'u', "uu", "set.<eq|ne|lt|le|gt|ge>.u32.<u32|s32> %0, %1, %2;"},
    {'u', "uuu",
     "{ .reg .pred p, q; setp.<lt|ge|eq>.<u32|s32> p, %1, %2; "
     "setp.<ne|gt>.<and|or|xor>.s32 q, %2, %3, <|!>p; selp.u32 %0, %1, %3, q; }"},
    {'u', "uuu", "{ .reg .pred p; setp.<ne|lt>.u32 p, %1, %2; mov.u32 %0, %3; @<|!>p mad.lo.u32 %0, %1, %2, %3; }"},
    {'u', "uuu",
     "{ .reg .pred p, q; setp.<lt|gt>.u32 p|q, %1, %2; mov.u32 %0, %3; @q add.u32 %0, %0, %1; "
     "@p xor.b32 %0, %0, %2; }"},
    {'u', "uuu",
     "{ .reg .pred p; .reg .u32 i; and.b32 i, %1, 7; mov.u32 %0, %2; AGAIN: mad.lo.u32 %0, %0, %3, i; "
     "sub.u32 i, i, 1; setp.ge.s32 p, i, 0; @p bra AGAIN; }"},
    {'u', "uu", "{ .reg .pred p; setp.<lt|eq>.u32 p, %1, %2; mov.u32 %0, %1; @p bra OUT; not.b32 %0, %2; OUT: }"},
    {'u', "uuu", "{ .reg .b32 s; shr.u32 s, %2, 27; shf.l.wrap.b32 s, %1, %1, s; add.u32 %0, s, %3; }"},
    {'u', "u", "cvt<|.sat>.<u8|s8|u16|s16>.<u32|s32> %0, %1;"},
    {'u', "uuu", "cvt.pack.sat.<u8|s8>.s32.b32 %0, %1, %2, %3;"},
    {'u', "uu", "cvt.pack.sat.<u16|s16>.s32 %0, %1, %2;"},
    {'u', "hh", "mov.b32 %0, {%1, %2};"},
    {'u', "hhu", "mad.wide.<u16|s16> %0, %1, %2, %3;"},
    {'u', "U", "<popc|clz>.b64 %0, %1;"},
    {'u', "U", "bfind<|.shiftamt>.<u64|s64> %0, %1;"},
    {'u', "U", "{ .reg .u32 h; mov.b64 {%0, h}, %1; <add.u32|xor.b32|sub.s32> %0, %0, h; }"},
    {'h', "hh", "<add|sub|mul.lo|mul.hi|min|max>.<u16|s16> %0, %1, %2;"},
    {'h', "h", "<not|cnot>.b16 %0, %1;"},
}};
constexpr std::array<AssemblyForm, 5> kOfFloats{{
    {'u', "f", "cvt.<rni|rzi|rmi|rpi><|.ftz><|.sat>.<u32|s32|u8|s16>.f32 %0, %1;"},
    {'u', "f",
     "{ .reg .pred p; testp.<finite|infinite|number|notanumber|normal|subnormal>.f32 p, %1; "
     "selp.u32 %0, 1, 0, p; }"},
    {'u', "ff", "set.<eq|ltu|num><|.ftz>.u32.f32 %0, %1, %2;"},
    {'u', "ff",
     "{ .reg .pred p; setp.<eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan><|.ftz>.f32 p, %1, %2; "
     "selp.u32 %0, 5, 6, p; }"},
    {'U', "f", "cvt.<rni|rzi|rmi|rpi>.<u64|s64>.f32 %0, %1;"},
}};
constexpr std::array<AssemblyForm, 11> kWide{{
    {'U', "UUU", "mad.<lo|hi>.<u64|s64> %0, %1, %2, %3;"},
    {'U', "uu", "mul.wide.<u32|s32> %0, %1, %2;"},
    {'U', "uuU", "mad.wide.<u32|s32> %0, %1, %2, %3;"},
    {'U', "Uuu", "bfe.<u64|s64> %0, %1, %2, %3;"},
    {'U', "UUuu", "bfi.b64 %0, %1, %2, %3, %4;"},
    {'U', "U", "<brev|not|cnot>.b64 %0, %1;"},
    {'U', "Uu", "<shl.b64|shr.u64|shr.s64> %0, %1, %2;"},
    {'U', "UUU", "sad.<u64|s64> %0, %1, %2, %3;"},
    {'U', "uuuu", "{ .reg .u32 l, h; add.cc.u32 l, %1, %2; addc.u32 h, %3, %4; mov.b64 %0, {l, h}; }"},
    {'U', "uuuu", "{ .reg .u32 l, h; sub.cc.u32 l, %1, %2; subc.u32 h, %3, %4; mov.b64 %0, {l, h}; }"},
    {'U', "uuu", "{ .reg .u32 l, h; mad.lo.cc.u32 l, %1, %2, %3; madc.hi.u32 h, %1, %2, 0; mov.b64 %0, {l, h}; }"},
}};
constexpr std::array<AssemblyForm, 12> kFloats{{
    {'f', "ff", "<add|sub|mul><.rn|.rz|.rm|.rp><|.ftz><|.sat>.f32 %0, %1, %2;"},
    {'f', "fff", "<fma|mad>.<rn|rz|rm|rp><|.ftz><|.sat>.f32 %0, %1, %2, %3;"},
    {'f', "ff", "div.<rn|rz|rm|rp><|.ftz>.f32 %0, %1, %2;"},
    {'f', "f", "<sqrt|rcp>.<rn|rz|rm|rp><|.ftz>.f32 %0, %1;"},
    {'f', "ff", "<min|max><|.ftz><|.NaN><|.xorsign.abs>.f32 %0, %1, %2;"},
    {'f', "f", "<abs|neg><|.ftz>.f32 %0, %1;"},
    {'f', "f", "cvt.<rni|rzi|rmi|rpi><|.ftz><|.sat>.f32.f32 %0, %1;"},
    {'f', "u", "cvt.<rn|rz|rm|rp>.f32.<u32|s32> %0, %1;"},
    {'f', "U", "cvt.<rn|rz|rm|rp>.f32.<u64|s64> %0, %1;"},
    {'f', "f", "cvt.sat.f32.f32 %0, %1;"},
    {'f', "fff", "slct<|.ftz>.f32.f32 %0, %1, %2, %3;"},
    {'f', "ff", "{ .reg .pred p; setp.<ltu|ge|nan>.f32 p, %1, %2; selp.f32 %0, %1, %2, p; }"},
}};
constexpr std::array<AssemblyForm, 8> kDoubles{{
    {'d', "dd", "<add|sub|mul|div>.rn.f64 %0, %1, %2;"},
    {'d', "ddd", "fma.rn.f64 %0, %1, %2, %3;"},
    {'d', "d", "<sqrt|rcp>.rn.f64 %0, %1;"},
    {'d', "dd", "<min|max>.f64 %0, %1, %2;"},
    {'d', "d", "cvt.<rni|rzi|rmi|rpi>.f64.f64 %0, %1;"},
    {'d', "U", "cvt.<rn|rz|rm|rp>.f64.<u64|s64> %0, %1;"},
    {'d', "f", "cvt.f64.f32 %0, %1;"},
    {'d', "uu", "mov.b64 %0, {%1, %2};"},
}};
constexpr std::array<std::string_view, 3> kRegisters{
    "%<laneid|tid.x|tid.y|tid.z|lanemask_eq|lanemask_lt|lanemask_le|lanemask_gt|lanemask_ge>",
    "%<ntid.x|ntid.y|ntid.z|nctaid.x|ctaid.x|ctaid.y|ctaid.z>", "%<ctaid.x|ntid.x>"};

} // namespace

std::string Body::ptxExpression(Type type, Level level, unsigned depth) {
  auto cast = [&](const std::string &value) { return cat("static_cast<", info(type).name, ">(", value, ")"); };
  if (type == Type::F64)
    return assembly(random.pick(kDoubles), level, depth);
  if (type == Type::F32)
    return assembly(random.pick(kFloats), level, depth);
  if (isKernel && random.chance(8)) {
    const std::string name = alternatives(kRegisters[level == Level::Thread ? random.below(2) : 2]);
    return cast(cat("[] { uint32_t r; asm(\"mov.u32 %0, %", name, ";\" : \"=r\"(r)); return r; }()"));
  }
  if (features.floats && random.chance(12))
    return cast(assembly(random.pick(kOfFloats), level, depth));
  return cast(assembly(random.chance(25) ? random.pick(kWide) : random.pick(kWords), level, depth));
}

/// Loads and stores of words that are the thread's own, and of the input.
void Body::ptxMemory() {
  const Variable *to = target(Level::Thread, Type::U32);
  const std::string word = ownWord();
  if (!to || word.empty())
    return;
  const std::string name = to->text, value = expression(Type::U32, Level::Thread, 2);
  const std::string index = cat("[", expression(Type::U32, Level::Thread, 1), " & 4092u]");
  switch (random.below(7)) {
  case 0:
    return text.line("asm volatile(\"", alternatives("st<|.volatile>.u32 [%0], %1;"), "\" :: \"l\"(", word, "), \"r\"(",
                     value, ") : \"memory\");");
  case 1:
    return text.line("asm volatile(\"", alternatives("ld<|.volatile>.u32 %0, [%1];"), "\" : \"=r\"(", name,
                     ") : \"l\"(", word, ") : \"memory\");");
  case 2:
    return text.line("asm(\"", alternatives("ld.global<|.nc|.ca|.cg|.L1::no_allocate>.<u32|b32> %0, [%1+4];"),
                     "\" : \"=r\"(", name, ") : \"l\"(&in", index, "));");
  case 3:
    return text.line("{ uint32_t a, b, c, d; asm(\"ld.global", random.chance(50) ? ".nc" : "",
                     ".v4.u32 {%0, %1, %2, %3}, [%4];\" : \"=r\"(a), \"=r\"(b), \"=r\"(c), \"=r\"(d) : \"l\"(&in",
                     index, ")); ", name, " ^= a + b * 3u + c * 5u + d * 7u; }");
  case 4:
    return text.line("{ uint32_t r; asm volatile(\"",
                     alternatives("atom.<add.u32|exch.b32|min.s32|max.u32|xor.b32|inc.u32|dec.u32>"),
                     " %0, [%1], %2;\" : \"=r\"(r) : \"l\"(", word, "), \"r\"(", value, ") : \"memory\"); ", name,
                     " += r; }");
  case 5:
    if (hasShared)
      return text.line(
          "{ const uint32_t at = static_cast<uint32_t>(__cvta_generic_to_shared(&own[t])); uint32_t r;\n"
          "    asm volatile(\"st.shared.u32 [%1], %2; ld.shared.u32 %0, [%1];\" : \"=&r\"(r) : \"r\"(at), \"r\"(",
          value, ") : \"memory\"); ", name, " -= r; }");
    [[fallthrough]];
  default: // bins that only take sums
    return text.line("asm volatile(\"red.global.add.u32 [%0], %1;\" :: \"l\"(&bins[",
                     expression(Type::U32, atomicLevel(), 1), " % 6u]), \"r\"(", value, ") : \"memory\");");
  }
}

/// The warp's operations, with the lanes that live.
void Body::ptxWarp() {
  const Variable *to = target(Level::Thread, Type::U32);
  if (!to)
    return;
  const std::string name = to->text;
  switch (random.below(5)) {
  case 0: {
    static constexpr std::array<const char *, 4> kKinds{"Idx", "Up", "Down", "Xor"};
    return text.line(name, " = ptxShuffle<Shuffle::", random.pick(kKinds), ">(live, ",
                     expression(Type::U32, Level::Thread, 2), ", ", expression(Type::U32, Level::Thread, 1), " & 31u, ",
                     1u << random.between(1, 5), "u, lane, ", expression(Type::U32, Level::Thread, 0), ");");
  }
  case 1:
    return text.line("{ uint32_t r; asm volatile(\"{ .reg .pred p, q; setp.ne.u32 p, %1, 0; vote.sync.",
                     alternatives("<all|any|uni>"), ".pred q, ", random.chance(30) ? "!" : "",
                     "p, %2; selp.u32 %0, 3, 4, q; }\" : \"=r\"(r) : \"r\"(", expression(Type::U32, Level::Thread, 1),
                     " & 3u), \"r\"(", voters(), ")); ", name, " += r; }");
  case 2:
    return text.line("{ uint32_t r; asm volatile(\"{ .reg .pred p; setp.gt.u32 p, %1, 1; vote.sync.ballot.b32 %0, p, "
                     "%2; }\" : \"=r\"(r) : \"r\"(",
                     expression(Type::U32, Level::Thread, 1), " & 3u), \"r\"(", voters(), ")); ", name, " ^= r; }");
  case 3:
    if (features.match)
      return text.line("{ uint32_t r; asm volatile(\"match.any.sync.b32 %0, %1, %2;\" : \"=r\"(r) : \"r\"(",
                       expression(Type::U32, Level::Thread, 1), " & 7u), \"r\"(live)); ", name, " ^= r; }");
    [[fallthrough]];
  default:
    if (!features.match)
      return;
    return text.line("{ uint32_t r; asm volatile(\"",
                     alternatives("redux.sync.<add.u32|add.s32|min.u32|max.s32|and.b32|or.b32|xor.b32>"),
                     " %0, %1, %2;\" : \"=r\"(r) : \"r\"(", expression(Type::U32, Level::Thread, 2),
                     "), \"r\"(live)); ", name, " += r; }");
  }
}

bool Body::ptxStatement(const Place &place) {
  if (!isKernel)
    return false;
  if (features.warp && place.level <= Level::Warp && !liveUnknown && random.chance(40))
    return ptxWarp(), true;
  return features.atomics && (ptxMemory(), true);
}

} // namespace helicon::fuzz
