// Video instructions: arithmetic on bytes and halves of words. The scalar ones choose a part of each operand, work on
// 33 or 34 bits (64 here), cut the result to the type if asked, and merge or add it; vadd2, vadd4 and their kin do the
// same in each part of the word.
#include "simt/ptx/Handlers.h"

using namespace llvm;

namespace helicon::simt::ptx {

namespace {

void unsupported(Body &x) { x.fail("'" + x.at->spelled() + "' is not supported"); }

struct Types {
  Scalar result, a, b;
};

bool isWordType(Scalar t) { return t.bits == 32 && t.count == 1 && (t.isSigned() || t.kind == Scalar::Unsigned); }

bool takeTypes(Body &x, Types &t) {
  t.result = x.takeType();
  t.a = x.takeType();
  t.b = x.takeType();
  if (!x.fault && (!isWordType(t.result) || !isWordType(t.a) || !isWordType(t.b)))
    unsupported(x);
  return !x.fault;
}

/// The part of an operand that its selector names, widened to 64 bits.
Value *chosen(Body &x, unsigned i, bool isSigned) {
  Operand o = x.operand(i);
  std::string part = std::move(o.selector);
  o.selector.clear();
  Value *v = x.bits(o, 32);
  unsigned bits = 32, at = 0;
  if (part.size() == 2 && (part[0] == 'b' || part[0] == 'h') && part[1] >= '0') {
    bits = part[0] == 'b' ? 8 : 16;
    at = part[1] - '0';
  }
  if ((!part.empty() && bits == 32) || at * bits >= 32)
    x.fail(o.place, "'." + part + "' is no part of a word");
  else if (bits < 32)
    v = x.b.CreateTrunc(x.b.CreateLShr(v, at * bits), x.intType(bits));
  return x.b.CreateIntCast(v, x.intType(64), isSigned);
}

/// Writes part `at` of `bits` of the third operand's word.
Value *merged(Body &x, Value *into, Value *v, unsigned bits, unsigned at) {
  uint32_t mask = (bits == 32 ? ~0u : (1u << bits) - 1) << (at * bits);
  Value *moved = x.b.CreateAnd(x.b.CreateShl(v, at * bits), mask);
  return x.b.CreateOr(x.b.CreateAnd(into, ~mask), moved);
}

/// Saturates, merges with or adds to a third operand, writes. `v` has 64 bits and is signed.
void finishScalar(Body &x, Value *v, Scalar result, bool saturate) {
  auto &b = x.b;
  StringRef second = x.takeOne({"add", "min", "max"});
  std::string part = x.operand(0).selector;
  unsigned bits = part.empty() ? 32 : part[0] == 'b' ? 8 : 16;
  Scalar type{result.kind, bits};
  Value *cut = saturate ? x.clamp(v, true, type) : b.CreateTrunc(v, x.intType(bits));
  Value *word = b.CreateIntCast(cut, x.intType(32), result.isSigned());
  if (!x.count(second.empty() && part.empty() ? 3 : 4))
    return;
  if (!part.empty()) {
    unsigned at = part.size() == 2 ? part[1] - '0' : 99;
    if (at * bits >= 32)
      return x.fail("'." + part + "' is no part of a word");
    word = merged(x, x.i32(3), word, bits, at);
  } else if (second == "add") {
    word = b.CreateAdd(word, x.i32(3));
  } else if (second == "min") {
    word = x.smaller(word, x.i32(3), result.isSigned());
  } else if (second == "max") {
    word = x.larger(word, x.i32(3), result.isSigned());
  }
  Operand to = x.operand(0);
  to.selector.clear();
  x.write(to, word);
}

using Pairwise = function_ref<Value *(Value *, Value *)>;

void scalarVideo(Body &x, Pairwise apply) {
  Types t;
  if (!takeTypes(x, t))
    return;
  bool saturate = x.take("sat");
  Value *a = chosen(x, 1, t.a.isSigned()), *c = chosen(x, 2, t.b.isSigned());
  finishScalar(x, apply(a, c), t.result, saturate);
}

/// In each of the parts that the mask names (all, if there is none); others come from the third operand. With .add the
/// results are summed onto it instead.
void packedVideo(Body &x, unsigned parts, Pairwise apply) {
  Types t;
  if (!takeTypes(x, t))
    return;
  bool saturate = x.take("sat"), sums = x.take("add");
  auto &b = x.b;
  unsigned bits = 32 / parts;
  if (x.operands() != 3 && x.operands() != 4)
    return void(x.count(4));
  Value *a = x.i32(1), *c = x.i32(2), *third = x.operands() == 4 ? x.i32(3) : x.number(32, 0);
  std::string mask = x.operand(0).selector;
  auto field = [&](Value *v, unsigned n, bool isSigned) {
    return b.CreateIntCast(b.CreateTrunc(b.CreateLShr(v, n * bits), x.intType(bits)), x.intType(64), isSigned);
  };
  Value *word = third;
  for (unsigned n = 0; n < parts; ++n) {
    if (!mask.empty() && mask.find(char('0' + n)) == std::string::npos)
      continue;
    Value *v = apply(field(a, n, t.a.isSigned()), field(c, n, t.b.isSigned()));
    if (saturate)
      v = b.CreateIntCast(x.clamp(v, true, {t.result.kind, bits}), x.intType(64), t.result.isSigned());
    Value *narrow = b.CreateTrunc(v, x.intType(32));
    word = sums ? b.CreateAdd(word, narrow) : merged(x, word, narrow, bits, n);
  }
  Operand to = x.operand(0);
  to.selector.clear();
  x.write(to, word);
}

Value *distance(Body &x, Value *a, Value *c) {
  Value *d = x.b.CreateSub(a, c);
  return x.larger(d, x.b.CreateNeg(d), true);
}

/// Averages round away from zero.
Value *average(Body &x, Value *a, Value *c) {
  auto &b = x.b;
  Value *sum = b.CreateAdd(a, c);
  Value *isNegative = b.CreateLShr(sum, 63);
  return b.CreateAShr(b.CreateSub(b.CreateAdd(sum, x.number(64, 1)), isNegative), 1);
}

void shift(Body &x, bool left) {
  Types t;
  if (!takeTypes(x, t))
    return;
  bool saturate = x.take("sat");
  StringRef mode = x.takeOne({"clamp", "wrap"});
  if (mode.empty() || t.b.isSigned())
    return unsupported(x);
  auto &b = x.b;
  Value *a = chosen(x, 1, t.a.isSigned()), *n = chosen(x, 2, false);
  n = mode == "wrap" ? b.CreateAnd(n, 31) : x.smaller(n, x.number(64, 32), false);
  Value *v = left ? x.shl(a, n) : t.a.isSigned() ? x.ashr(a, n) : x.lshr(a, n);
  finishScalar(x, v, t.result, saturate);
}

Value *holds(Body &x, StringRef name, Value *a, Value *c) {
  Value *yes = compare(x, name, a, c, {Scalar::Signed, 64});
  if (!yes) {
    unsupported(x);
    return a;
  }
  return x.b.CreateZExt(yes, x.intType(64));
}

constexpr StringRef kTests[] = {"eq", "ne", "lt", "le", "gt", "ge"};

} // namespace

#define VIDEO(Name, expression)                                                                                        \
  void lowerV##Name(Body &x) {                                                                                         \
    scalarVideo(x, [&](Value *a, Value *c) { return expression; });                                                    \
  }                                                                                                                    \
  void lowerV##Name##2(Body & x) {                                                                                     \
    packedVideo(x, 2, [&](Value *a, Value *c) { return expression; });                                                 \
  }                                                                                                                    \
  void lowerV##Name##4(Body & x) {                                                                                     \
    packedVideo(x, 4, [&](Value *a, Value *c) { return expression; });                                                 \
  }
VIDEO(add, x.b.CreateAdd(a, c))
VIDEO(sub, x.b.CreateSub(a, c))
VIDEO(absdiff, distance(x, a, c))
VIDEO(min, x.smaller(a, c, true))
VIDEO(max, x.larger(a, c, true))
#undef VIDEO

void lowerVavrg2(Body &x) {
  packedVideo(x, 2, [&](Value *a, Value *c) { return average(x, a, c); });
}
void lowerVavrg4(Body &x) {
  packedVideo(x, 4, [&](Value *a, Value *c) { return average(x, a, c); });
}
void lowerVshl(Body &x) { shift(x, true); }
void lowerVshr(Body &x) { shift(x, false); }

/// 1 or 0; the names of its types are those of the operands.
static void setVideo(Body &x, unsigned parts) {
  StringRef test = x.takeOne(kTests);
  Scalar ta = x.takeType(), tb = x.takeType();
  if (x.fault || !isWordType(ta) || !isWordType(tb))
    return unsupported(x);
  bool sums = x.take("add");
  auto &b = x.b;
  if (parts == 1) {
    if (sums)
      return unsupported(x);
    return finishScalar(x, holds(x, test, chosen(x, 1, ta.isSigned()), chosen(x, 2, tb.isSigned())),
                        {Scalar::Unsigned, 32}, false);
  }
  if (x.operands() != 3 && x.operands() != 4)
    return void(x.count(4));
  unsigned bits = 32 / parts;
  Value *word = x.operands() == 4 ? x.i32(3) : x.number(32, 0), *a = x.i32(1), *c = x.i32(2);
  std::string mask = x.operand(0).selector;
  auto field = [&](Value *v, unsigned n, bool isSigned) {
    return b.CreateIntCast(b.CreateTrunc(b.CreateLShr(v, n * bits), x.intType(bits)), x.intType(64), isSigned);
  };
  for (unsigned n = 0; n < parts; ++n) {
    if (!mask.empty() && mask.find(char('0' + n)) == std::string::npos)
      continue;
    Value *one = b.CreateTrunc(holds(x, test, field(a, n, ta.isSigned()), field(c, n, tb.isSigned())), x.intType(32));
    word = sums ? b.CreateAdd(word, one) : merged(x, word, one, bits, n);
  }
  Operand to = x.operand(0);
  to.selector.clear();
  x.write(to, word);
}
void lowerVset(Body &x) { setVideo(x, 1); }
void lowerVset2(Body &x) { setVideo(x, 2); }
void lowerVset4(Body &x) { setVideo(x, 4); }

/// a * b + c. Its scaled forms (.shr7, .shr15) are not offered: compilers disagree about their sign.
void lowerVmad(Body &x) {
  Types t;
  if (!takeTypes(x, t) || !x.count(4))
    return;
  bool saturate = x.take("sat"), isSigned = t.result.isSigned();
  auto &b = x.b;
  Value *sum = b.CreateAdd(b.CreateMul(chosen(x, 1, t.a.isSigned()), chosen(x, 2, t.b.isSigned())),
                           b.CreateIntCast(x.i32(3), x.intType(64), isSigned));
  x.write(0, saturate ? x.clamp(sum, isSigned, t.result) : b.CreateTrunc(sum, x.intType(32)));
}

} // namespace helicon::simt::ptx
