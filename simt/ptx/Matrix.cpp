// mma.sync and the moves of 8x8 matrices. In all shapes with eight columns a register of A holds eight rows and four
// lanes' share of k, a register of B the same of eight columns: a product of those two is helicon.matrix.*, and an
// instruction is a few of them. PTX ISA, "Matrix Fragments for mma".
#include "simt/ptx/Fragments.h"
#include "simt/ptx/Handlers.h"

#include "kernel-ir/AddressSpace.h"
#include "kernel-ir/Intrinsics.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <array>

using namespace llvm;

namespace helicon::simt::ptx {

Format formatOf(StringRef type) {
  return StringSwitch<Format>(type)
      .Case("f16", {MatrixFormat::Half, 2})
      .Case("bf16", {MatrixFormat::Bfloat, 2})
      .Case("tf32", {MatrixFormat::Tf32, 1})
      .Case("e4m3", {MatrixFormat::E4m3, 4})
      .Case("e5m2", {MatrixFormat::E5m2, 4})
      .Case("s8", {MatrixFormat::S8, 4})
      .Case("u8", {MatrixFormat::U8, 4})
      .Case("s4", {MatrixFormat::S4, 8})
      .Case("u4", {MatrixFormat::U4, 8})
      .Case("b1", {MatrixFormat::XorBits, 32})
      .Case("f64", {MatrixFormat::Half, 1, true})
      .Default({});
}

namespace {

void unsupported(Body &x) { x.fail("'" + x.at->spelled() + "' is not supported"); }

struct Product {
  unsigned rows = 0, k = 0;
  StringRef result; ///< f32, f16, s32, f64
  Format a, b;
  bool saturates = false;
  unsigned rowHalves() const { return rows / 8; }
  unsigned chunks() const { return k / (4 * a.count); } ///< registers of B
  unsigned resultRegisters() const { return rowHalves() * (result == "f16" ? 1 : 2); }
};

bool readShape(StringRef text, Product &p) {
  unsigned columns = 0;
  return text.consume_front("m") && !text.consumeInteger(10, p.rows) && text.consume_front("n") &&
         !text.consumeInteger(10, columns) && text.consume_front("k") && !text.getAsInteger(10, p.k) && columns == 8;
}

bool typesFit(const Product &p, ArrayRef<StringRef> types) {
  if (types[0] != types[3] || !p.a.count || p.a.count != p.b.count || p.a.isDouble != p.b.isDouble)
    return false;
  bool isByte = p.a.format == MatrixFormat::E4m3 || p.a.format == MatrixFormat::E5m2;
  if (p.a.isDouble)
    return types[0] == "f64";
  if (!isFloatFormat(p.a.format))
    return types[0] == "s32" && !isFloatFormat(p.b.format);
  if (types[1] != types[2] && !isByte)
    return false;
  return types[0] == "f32" || (types[0] == "f16" && (p.a.format == MatrixFormat::Half || isByte));
}

bool shapeFits(const Product &p) {
  unsigned chunk = 4 * p.a.count, chunks = p.k / chunk;
  if (p.k % chunk)
    return false;
  if (p.rows == 8) // of halves this one has fragments of another kind
    return chunks == 1 && (p.a.isDouble || !isFloatFormat(p.a.format));
  return p.rows == 16 && (chunks == 1 || chunks == 2 || (chunks == 4 && p.a.isDouble));
}

std::optional<Product> takeProduct(Body &x) {
  Product p;
  x.take("sync");
  x.take("aligned");
  SmallVector<StringRef, 4> types;
  bool hasShape = false, isRowCol = x.take("row");
  isRowCol &= x.take("col");
  for (const Modifier &m : x.at->modifiers) {
    StringRef text = m.text;
    bool isType = formatOf(text).count || text == "f32" || text == "s32";
    if (!hasShape && readShape(text, p))
      hasShape = x.take(text);
    else if (isType && x.take(text))
      types.push_back(text);
  }
  p.saturates = x.take("satfinite");
  if (!hasShape || !isRowCol || types.size() != 4)
    return std::nullopt;
  p.result = types[0];
  p.a = formatOf(types[1]);
  p.b = formatOf(types[2]);
  if (p.a.format == MatrixFormat::XorBits && !p.a.isDouble) {
    StringRef op = x.takeOne({"xor", "and"});
    if (op.empty() || !x.take("popc"))
      return std::nullopt;
    if (op == "and")
      p.a.format = MatrixFormat::AndBits;
  }
  if (!typesFit(p, types) || !shapeFits(p) || (p.saturates && p.result != "s32"))
    return std::nullopt;
  return p;
}

} // namespace

SmallVector<const Operand *, 8> fragment(Body &x, unsigned i, unsigned count) {
  const Operand &o = x.operand(i);
  SmallVector<const Operand *, 8> all;
  if (o.kind != Operand::Kind::Vector)
    all.push_back(&o);
  else
    for (const Operand &part : o.parts)
      all.push_back(&part);
  if (all.size() != count)
    x.fail(o.place,
           "this fragment of '" + x.at->spelled() + "' has " + Twine(count) + " registers, not " + Twine(all.size()));
  return all;
}

namespace {

/// Sums of both parities of a lane's two columns.
using Sums = std::array<Value *, 2>;

Sums unpack(Body &x, const Product &p, ArrayRef<const Operand *> c, unsigned half) {
  auto &b = x.b;
  if (p.result == "f16") {
    Value *word = x.bits(*c[half], 32);
    auto part = [&](unsigned shift) {
      Value *bits = b.CreateTrunc(b.CreateLShr(word, shift), b.getInt16Ty());
      return b.CreateFPExt(b.CreateBitCast(bits, b.getHalfTy()), b.getFloatTy());
    };
    return {part(0), part(16)};
  }
  auto whole = [&](const Operand &o) -> Value * {
    Value *v = x.bits(o, p.a.isDouble ? 64 : 32);
    return p.result == "s32" ? v : b.CreateBitCast(v, p.a.isDouble ? b.getDoubleTy() : b.getFloatTy());
  };
  return {whole(*c[2 * half]), whole(*c[2 * half + 1])};
}

void writeSums(Body &x, const Product &p, ArrayRef<const Operand *> d, unsigned half, Sums sums) {
  auto &b = x.b;
  if (p.result == "f16") {
    auto part = [&](Value *v) {
      return b.CreateZExt(b.CreateBitCast(b.CreateFPTrunc(v, b.getHalfTy()), b.getInt16Ty()), b.getInt32Ty());
    };
    return x.write(*d[half], b.CreateOr(part(sums[0]), b.CreateShl(part(sums[1]), 16)));
  }
  x.write(*d[2 * half], x.asInt(sums[0]));
  x.write(*d[2 * half + 1], x.asInt(sums[1]));
}

} // namespace

Value *matrixStep(Body &x, Format ofA, Format ofB, Value *sum, Value *a, Value *c, unsigned odd) {
  auto &b = x.b;
  if (ofA.isDouble)
    return ir::call(b, ir::Op::MatrixDouble,
                    {sum, b.CreateBitCast(a, b.getDoubleTy()), b.CreateBitCast(c, b.getDoubleTy()), b.getInt32(odd)});
  ir::Op op = isFloatFormat(ofA.format) ? ir::Op::MatrixFloat : ir::Op::MatrixInt;
  return ir::call(b, op, {sum, a, c, b.getInt32(odd), b.getInt32(matrixFormats(ofA.format, ofB.format))});
}

namespace {

void multiply(Body &x, const Product &p) {
  auto d = fragment(x, 0, p.resultRegisters()), a = fragment(x, 1, p.rowHalves() * p.chunks()),
       b = fragment(x, 2, p.chunks()), c = fragment(x, 3, p.resultRegisters());
  if (x.fault)
    return;
  unsigned bits = p.a.isDouble ? 64 : 32;
  SmallVector<Value *, 8> as, bs;
  for (const Operand *o : a)
    as.push_back(x.bits(*o, bits));
  for (const Operand *o : b)
    bs.push_back(x.bits(*o, bits));
  SmallVector<Sums, 2> start, sums;
  for (unsigned half = 0; half < p.rowHalves(); ++half) {
    start.push_back(unpack(x, p, c, half));
    Value *zero = x.number(32, 0);
    sums.push_back(p.saturates ? Sums{zero, zero} : start.back());
  }
  for (unsigned chunk = 0; chunk < p.chunks(); ++chunk)
    for (unsigned half = 0; half < p.rowHalves(); ++half)
      for (unsigned odd = 0; odd < 2; ++odd)
        sums[half][odd] = matrixStep(x, p.a, p.b, sums[half][odd], as[chunk * p.rowHalves() + half], bs[chunk], odd);
  for (unsigned half = 0; half < p.rowHalves(); ++half) {
    if (p.saturates)
      for (unsigned odd = 0; odd < 2; ++odd)
        sums[half][odd] = x.b.CreateBinaryIntrinsic(Intrinsic::sadd_sat, start[half][odd], sums[half][odd]);
    writeSums(x, p, d, half, sums[half]);
  }
}

Value *fromLane(Body &x, Value *v, Value *lane) {
  return ir::call(x.b, ir::Op::ShflIdx, {x.number(32, ~0u), v, lane, x.number(32, 31)});
}

} // namespace

Value *laneId(Body &x) { return x.b.CreateIntrinsic(Intrinsic::nvvm_read_ptx_sreg_laneid, {}, {}); }

/// Lane 4g + t holds elements 2t and 2t + 1 of row g; afterwards of column g: from rows 2t and 2t + 1.
Value *transpose(Body &x, Value *v) {
  auto &b = x.b;
  Value *lane = laneId(x), *group = b.CreateLShr(lane, 2);
  Value *low = b.CreateOr(b.CreateShl(b.CreateAnd(lane, 3), 3), b.CreateLShr(group, 1));
  Value *isOdd = b.CreateICmpNE(b.CreateAnd(group, 1), x.number(32, 0));
  auto element = [&](Value *from) {
    Value *word = fromLane(x, v, from);
    return b.CreateSelect(isOdd, b.CreateLShr(word, 16), b.CreateAnd(word, 0xffff));
  };
  return b.CreateOr(element(low), b.CreateShl(element(b.CreateOr(low, 4)), 16));
}

Value *loadQuad(Body &x, Value *pointer) {
  LoadInst *load = x.b.CreateAlignedLoad(x.intType(32), pointer, Align(4));
  load->setMetadata(ir::kQuadLoad, MDNode::get(x.b.getContext(), {}));
  return load;
}

namespace {

/// Modifiers of ldmatrix and stmatrix; 0 matrices where the form is another.
unsigned takeMatrices(Body &x, bool &isTransposed) {
  x.take("sync");
  x.take("aligned");
  bool isPlain = x.take("m8n8");
  StringRef count = x.takeOne({"x1", "x2", "x4"});
  isTransposed = x.take("trans");
  isPlain &= x.take("b16");
  return isPlain && !count.empty() ? count[1] - '0' : 0;
}

/// Where the rows are, as an offset into shared memory: of each lane's own address.
Value *rowOffset(Body &x, const Operand &o, unsigned space) {
  auto &b = x.b;
  Value *p = pointerTo(x, o, space);
  Value *shared = space == kShared ? p : b.CreateAddrSpaceCast(p, PointerType::get(b.getContext(), kShared));
  Value *base = b.CreatePtrToInt(sharedBase(x.module(), b), b.getInt64Ty());
  return b.CreateTrunc(b.CreateSub(b.CreatePtrToInt(shared, b.getInt64Ty()), base), b.getInt32Ty());
}

/// The word that this lane has of matrix `n`, whose rows lanes 8n to 8n + 7 point at.
Value *wordOf(Body &x, Value *offset, unsigned n) {
  auto &b = x.b;
  Value *lane = laneId(x);
  Value *row = fromLane(x, offset, b.CreateOr(b.CreateLShr(lane, 2), 8 * n));
  Value *at = b.CreateAdd(row, b.CreateShl(b.CreateAnd(lane, 3), 2));
  return b.CreateGEP(b.getInt8Ty(), sharedBase(x.module(), b), b.CreateZExt(at, b.getInt64Ty()));
}

} // namespace

void lowerMma(Body &x) {
  std::optional<Product> p = takeProduct(x);
  if (!x.count(4) || x.fault)
    return;
  if (!p)
    return unsupported(x);
  multiply(x, *p);
}

void lowerLdmatrix(Body &x) {
  bool isTransposed = false;
  unsigned count = takeMatrices(x, isTransposed), space = takeSpace(x);
  if (!x.count(2) || x.fault)
    return;
  if (!count)
    return unsupported(x);
  auto d = fragment(x, 0, count);
  if (x.fault)
    return;
  Value *offset = rowOffset(x, x.operand(1), space);
  SmallVector<Value *, 4> words;
  for (unsigned n = 0; n < count; ++n) {
    Value *load = loadQuad(x, wordOf(x, offset, n));
    words.push_back(isTransposed ? transpose(x, load) : load);
  }
  for (unsigned n = 0; n < count; ++n)
    x.write(*d[n], words[n]);
}

void lowerStmatrix(Body &x) {
  bool isTransposed = false;
  unsigned count = takeMatrices(x, isTransposed), space = takeSpace(x);
  if (!x.count(2) || x.fault)
    return;
  if (!count)
    return unsupported(x);
  auto s = fragment(x, 1, count);
  if (x.fault)
    return;
  Value *offset = rowOffset(x, x.operand(0), space);
  for (unsigned n = 0; n < count; ++n) {
    Value *word = x.bits(*s[n], 32);
    x.b.CreateAlignedStore(isTransposed ? transpose(x, word) : word, wordOf(x, offset, n), Align(4));
  }
}

void lowerMovmatrix(Body &x) {
  x.take("sync");
  x.take("aligned");
  bool isPlain = x.take("m8n8");
  isPlain &= x.take("trans");
  isPlain &= x.take("b16");
  if (!x.count(2) || x.fault)
    return;
  if (!isPlain)
    return unsupported(x);
  x.write(0, transpose(x, x.i32(1)));
}

} // namespace helicon::simt::ptx
