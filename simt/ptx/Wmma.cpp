// wmma.load, wmma.store and wmma.mma: the fragments of include/helicon/wmma_fragments.h, register by register, so that
// fragments may go from C++ to PTX and back. A and B take the places of mma's operands; the 8x32 shape is the product
// of the transposes, where B has the tall tiles. PTX ISA, "Matrix Fragments for WMMA"; recorded on an H200.
#include "simt/ptx/Fragments.h"
#include "simt/ptx/Handlers.h"

#include <llvm/ADT/StringSwitch.h>

using namespace llvm;

namespace helicon::simt::ptx {

namespace {

struct Shape {
  unsigned m = 0, n = 0, k = 0;
  bool isSwapped() const { return m == 8 && n == 32; }
  unsigned rows() const { return isSwapped() ? n : m; } ///< of the product as it is made
  unsigned halves() const { return 2; }
  unsigned tall() const { return rows() / 16; }
  unsigned flat() const { return (isSwapped() ? m : n) / 8; }
  unsigned sums() const { return m * n / 32; }
};

bool readShape(StringRef text, Shape &s) {
  return text.consume_front("m") && !text.consumeInteger(10, s.m) && text.consume_front("n") &&
         !text.consumeInteger(10, s.n) && text.consume_front("k") && !text.getAsInteger(10, s.k);
}

/// All that an instruction's modifiers say. Layouts and types in their order.
struct Form {
  Shape shape;
  SmallVector<StringRef, 2> layouts;
  SmallVector<StringRef, 4> types;
  bool saturates = false;
};

Form takeForm(Body &x) {
  Form form;
  x.take("sync");
  x.take("aligned");
  form.saturates = x.take("satfinite");
  for (const Modifier &m : x.at->modifiers) {
    StringRef text = m.text;
    Shape shape;
    if (readShape(text, shape) && x.take(text))
      form.shape = shape;
    else if ((text == "row" || text == "col") && x.take(text))
      form.layouts.push_back(text);
    else if ((formatOf(text).count || text == "f32" || text == "s32") && x.take(text))
      form.types.push_back(text);
  }
  return form;
}

/// Are there fragments of this type in this shape?
bool isOffered(const Shape &s, StringRef type) {
  const bool isLong = (s.m == 16 && s.n == 16) || (s.m == 32 && s.n == 8) || (s.m == 8 && s.n == 32);
  if (type == "tf32")
    return s.m == 16 && s.n == 16 && s.k == 8;
  return isLong && s.k == 16 && is_contained({"f16", "bf16", "s8", "u8"}, type);
}
bool isSum(const Shape &s, StringRef type) {
  return (type == "f32" && (isOffered(s, "f16") || isOffered(s, "tf32"))) ||
         ((type == "s32" || type == "f16") && isOffered(s, "f16"));
}

/// A or B in registers.
struct Operands {
  Shape shape;
  Format format;
  bool isTall;
  unsigned chunk() const { return 4 * format.count; } ///< elements of k that a register of each lane of a quad has
  unsigned chunks() const { return shape.k / chunk(); }
  unsigned count() const { return (isTall ? shape.tall() * shape.halves() : shape.flat()) * chunks(); }
  /// A fragment of halves has eight registers; the first count, the others are copies.
  unsigned registers() const { return format.format == MatrixFormat::Half ? 8 : count(); }
  /// First row (or column) of the eight that a register holds, and first element of k.
  unsigned firstOf(unsigned r) const {
    return isTall ? r / (chunks() * shape.halves()) * 8 * shape.halves() + r % shape.halves() * 8 : r / chunks() * 8;
  }
  unsigned kOf(unsigned r) const { return (isTall ? r / shape.halves() % chunks() : r % chunks()) * chunk(); }
};

Operands operandsOf(const Shape &shape, StringRef type, bool isA) {
  return {shape, formatOf(type), isA != shape.isSwapped()};
}

/// Addresses of elements, from rows (or columns) `stride` elements apart.
class Places {
  Body &x;
  Value *pointer, *stride;
  unsigned bytes;

public:
  Value *group, *place;
  Places(Body &x, unsigned pointerAt, unsigned strideAt, unsigned space, unsigned defaultStride, unsigned bytes)
      : x(x), pointer(pointerTo(x, x.operand(pointerAt), space)), bytes(bytes) {
    auto &b = x.b;
    stride = x.operands() > strideAt ? x.i32(strideAt) : x.number(32, defaultStride);
    stride = b.CreateZExt(stride, b.getInt64Ty());
    Value *lane = b.CreateZExt(laneId(x), b.getInt64Ty());
    group = b.CreateLShr(lane, 2);
    place = b.CreateAnd(lane, 3);
  }
  Value *sum(Value *v, uint64_t n) { return x.b.CreateAdd(v, x.number(64, n)); }
  Value *at(Value *far, Value *near) {
    auto &b = x.b;
    Value *index = b.CreateAdd(b.CreateMul(far, stride), near);
    return b.CreateGEP(b.getInt8Ty(), pointer, b.CreateMul(index, x.number(64, bytes)));
  }
};

Value *loadRegister(Body &x, Places &places, const Operands &o, bool isContiguous, unsigned r) {
  auto &b = x.b;
  const unsigned first = o.firstOf(r), k = o.kOf(r), count = o.format.count;
  Value *own = b.CreateMul(places.place, x.number(64, count)); // first of the lane's share
  if (isContiguous)
    return loadQuad(x, places.at(places.sum(places.group, first), places.sum(own, k)));
  if (count == 2)
    return transpose(x, loadQuad(x, places.at(places.sum(places.group, k), places.sum(own, first))));
  Value *word = x.number(32, 0);
  for (unsigned e = 0; e < count; ++e) {
    Value *from = places.at(places.sum(own, k + e), places.sum(places.group, first));
    Value *element = b.CreateAlignedLoad(x.intType(32 / count), from, Align(4 / count));
    word = b.CreateOr(word, b.CreateShl(b.CreateZExt(element, b.getInt32Ty()), 32 / count * e));
  }
  return word;
}

void loadOperand(Body &x, const Form &form, bool isA, unsigned space) {
  const Operands o = operandsOf(form.shape, form.types[0], isA);
  auto d = fragment(x, 0, o.registers());
  const bool isRow = form.layouts[0] == "row", isContiguous = isA == isRow;
  if (x.fault)
    return;
  const unsigned across = isA ? form.shape.m : form.shape.n;
  Places places(x, 1, 2, space, isContiguous ? form.shape.k : across, 4 / o.format.count);
  SmallVector<Value *, 8> words;
  for (unsigned r = 0; r < o.count(); ++r)
    words.push_back(loadRegister(x, places, o, isContiguous, r));
  for (unsigned r = 0; r < o.registers(); ++r)
    x.write(*d[r], words[r % o.count()]);
}

/// Element i of a lane's share of C or D.
Value *placeOfSum(Places &places, const Form &form, Body &x, unsigned i) {
  const Shape &s = form.shape;
  const unsigned half = i / 2 % s.halves(), tile = i / (2 * s.halves());
  Value *row = places.sum(places.group, tile / s.flat() * 8 * s.halves() + half * 8);
  Value *column = places.sum(x.b.CreateShl(places.place, 1), tile % s.flat() * 8 + i % 2);
  const bool rowsAreFar = (form.layouts[0] == "row") != s.isSwapped();
  return rowsAreFar ? places.at(row, column) : places.at(column, row);
}

unsigned sumRegisters(const Form &form) { return form.shape.sums() / (form.types[0] == "f16" ? 2 : 1); }
unsigned sumStride(const Form &form) { return form.layouts[0] == "row" ? form.shape.n : form.shape.m; }

void loadSums(Body &x, const Form &form, unsigned space) {
  auto &b = x.b;
  auto d = fragment(x, 0, sumRegisters(form));
  if (x.fault)
    return;
  const bool isHalf = form.types[0] == "f16";
  Places places(x, 1, 2, space, sumStride(form), isHalf ? 2 : 4);
  auto element = [&](unsigned i) {
    Value *v = b.CreateAlignedLoad(x.intType(isHalf ? 16 : 32), placeOfSum(places, form, x, i), Align(isHalf ? 2 : 4));
    return b.CreateZExt(v, b.getInt32Ty());
  };
  SmallVector<Value *, 8> words;
  for (unsigned r = 0; r < d.size(); ++r)
    words.push_back(isHalf ? b.CreateOr(element(2 * r), b.CreateShl(element(2 * r + 1), 16)) : element(r));
  for (unsigned r = 0; r < d.size(); ++r)
    x.write(*d[r], words[r]);
}

void storeSums(Body &x, const Form &form, unsigned space) {
  auto &b = x.b;
  auto d = fragment(x, 1, sumRegisters(form));
  if (x.fault)
    return;
  const bool isHalf = form.types[0] == "f16";
  Places places(x, 0, 2, space, sumStride(form), isHalf ? 2 : 4);
  for (unsigned i = 0; i < form.shape.sums(); ++i) {
    Value *v = x.bits(*d[isHalf ? i / 2 : i], 32);
    if (isHalf)
      v = b.CreateTrunc(b.CreateLShr(v, i % 2 * 16), b.getInt16Ty());
    b.CreateAlignedStore(v, placeOfSum(places, form, x, i), Align(isHalf ? 2 : 4));
  }
}

/// C's elements as what they are added up in.
SmallVector<Value *, 8> readSums(Body &x, ArrayRef<const Operand *> c, StringRef type) {
  auto &b = x.b;
  SmallVector<Value *, 8> sums;
  for (const Operand *o : c) {
    Value *word = x.bits(*o, 32);
    if (type == "s32")
      sums.push_back(word);
    else if (type == "f32")
      sums.push_back(b.CreateBitCast(word, b.getFloatTy()));
    else
      for (unsigned shift : {0, 16}) {
        Value *half = b.CreateBitCast(b.CreateTrunc(b.CreateLShr(word, shift), b.getInt16Ty()), b.getHalfTy());
        sums.push_back(b.CreateFPExt(half, b.getFloatTy()));
      }
  }
  return sums;
}

void writeSums(Body &x, ArrayRef<const Operand *> d, StringRef type, ArrayRef<Value *> sums) {
  auto &b = x.b;
  auto half = [&](Value *v) {
    return b.CreateZExt(b.CreateBitCast(b.CreateFPTrunc(v, b.getHalfTy()), b.getInt16Ty()), b.getInt32Ty());
  };
  for (unsigned r = 0; r < d.size(); ++r)
    x.write(*d[r],
            type == "f16" ? b.CreateOr(half(sums[2 * r]), b.CreateShl(half(sums[2 * r + 1]), 16)) : x.asInt(sums[r]));
}

void multiply(Body &x, const Shape &s, const Operands &tall, const Operands &flat, ArrayRef<Value *> talls,
              ArrayRef<Value *> flats, MutableArrayRef<Value *> sums) {
  for (unsigned chunk = 0; chunk < tall.chunks(); ++chunk)
    for (unsigned tile = 0; tile < s.tall() * s.halves(); ++tile)
      for (unsigned column = 0; column < s.flat(); ++column) {
        const unsigned half = tile % s.halves(), row = tile / s.halves();
        Value *a = talls[(row * tall.chunks() + chunk) * s.halves() + half], *c = flats[column * tall.chunks() + chunk];
        Value **pair = &sums[((row * s.flat() + column) * s.halves() + half) * 2];
        for (unsigned odd = 0; odd < 2; ++odd)
          pair[odd] = matrixStep(x, tall.format, flat.format, pair[odd], a, c, odd);
      }
}

/// "f32.f16" (of halves) and "s32.s8.u8.s32": D's type, A's, B's, C's; empty where they do not go together.
SmallVector<StringRef, 4> typesOf(const Form &form) {
  SmallVector<StringRef, 4> t = form.types;
  if (t.size() == 2)
    t = {t[0], "f16", "f16", t[1]};
  if (t.size() != 4 || !isOffered(form.shape, t[1]) || !isOffered(form.shape, t[2]))
    return {};
  const bool isByte = t[1] == "s8" || t[1] == "u8", isOther = t[2] == "s8" || t[2] == "u8";
  auto sumFits = [&](StringRef sum) { return isByte ? sum == "s32" : sum == "f32" || (sum == "f16" && t[1] == "f16"); };
  if (isByte != isOther || (!isByte && t[1] != t[2]) || !sumFits(t[0]) || !sumFits(t[3]))
    return {};
  if (form.saturates && !isByte)
    return {};
  return t;
}

void product(Body &x, const Form &form, ArrayRef<StringRef> types) {
  const Shape &s = form.shape;
  const Operands a = operandsOf(s, types[1], true), b = operandsOf(s, types[2], false);
  auto registersOf = [&](StringRef type) { return s.sums() / (type == "f16" ? 2 : 1); };
  auto d = fragment(x, 0, registersOf(types[0])), ofA = fragment(x, 1, a.registers()),
       ofB = fragment(x, 2, b.registers()), c = fragment(x, 3, registersOf(types[3]));
  if (x.fault)
    return;
  auto words = [&](ArrayRef<const Operand *> registers) {
    SmallVector<Value *, 8> all;
    for (const Operand *o : registers)
      all.push_back(x.bits(*o, 32));
    return all;
  };
  const SmallVector<Value *, 8> as = words(ofA), bs = words(ofB), start = readSums(x, c, types[3]);
  SmallVector<Value *, 8> sums = start;
  if (form.saturates) // the sum with C is cut, once
    sums.assign(sums.size(), x.number(32, 0));
  if (s.isSwapped())
    multiply(x, s, b, a, bs, as, sums);
  else
    multiply(x, s, a, b, as, bs, sums);
  if (form.saturates)
    for (unsigned i = 0; i < sums.size(); ++i)
      sums[i] = x.b.CreateBinaryIntrinsic(Intrinsic::sadd_sat, start[i], sums[i]);
  writeSums(x, d, types[0], sums);
}

} // namespace

void lowerWmma(Body &x) {
  const StringRef what = x.takeOne({"load", "store", "mma"});
  const StringRef part = what == "mma" ? "" : x.takeOne({"a", "b", "c", "d"});
  const Form form = takeForm(x);
  const unsigned space = what == "mma" ? 0 : takeSpace(x);
  if (!(what == "mma" ? x.count(4) : x.count(2, 3)) || x.fault)
    return;
  const bool isOperand = part == "a" || part == "b";
  const bool isPlain = form.layouts.size() == 1 && form.types.size() == 1 && !form.saturates;
  const bool isKnown = isPlain && (isOperand ? isOffered(form.shape, form.types[0]) : isSum(form.shape, form.types[0]));
  SmallVector<StringRef, 4> types;
  if (what == "load" && isKnown && isOperand)
    return loadOperand(x, form, part == "a", space);
  if (what == "load" && isKnown && part == "c")
    return loadSums(x, form, space);
  if (what == "store" && isKnown && part == "d")
    return storeSums(x, form, space);
  if (what == "mma" && form.layouts.size() == 2)
    types = typesOf(form);
  if (!types.empty())
    return product(x, form, types);
  x.fail("'" + x.at->spelled() + "' is not supported");
}

} // namespace helicon::simt::ptx
