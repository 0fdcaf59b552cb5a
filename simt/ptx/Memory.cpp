// Loads, stores, and copies that a card does in the background: doing them at once is one of the ways they may go.
// Cache hints say nothing here. Vector accesses are one scalar access an element, with the alignment of the whole.
#include "simt/ptx/Handlers.h"

#include "kernel-ir/AddressSpace.h"

using namespace llvm;

namespace helicon::simt::ptx {

namespace {

constexpr StringRef kSpaces[] = {"global", "shared", "shared::cta", "shared::cluster", "local", "const"};
constexpr StringRef kScopes[] = {"cta", "cluster", "gpu", "sys", "gl"};

/// An access as its modifiers describe it.
struct Access {
  unsigned space = kGeneric;
  bool isVolatile = false, isInvariant = false;
  AtomicOrdering ordering = AtomicOrdering::NotAtomic;
  unsigned count = 1;
  Scalar type;
};

void takeSpaceAndHints(Body &x, Access &a) {
  a.space = takeSpace(x);
  a.isInvariant = x.take("nc");
  x.dropCacheHints();
  x.take("unified");
}

Access takeAccess(Body &x) {
  Access a;
  a.isVolatile = x.take("volatile") || x.take("mmio");
  x.take("weak");
  a.ordering = takeOrdering(x);
  takeSpaceAndHints(x, a);
  StringRef vec = x.takeOne({"v2", "v4", "v8"});
  a.count = vec.empty() ? 1 : vec[1] - '0';
  a.type = x.takeType();
  if (a.type.kind == Scalar::Predicate || (a.ordering != AtomicOrdering::NotAtomic && a.type.bits > 64))
    x.fail("'" + x.at->spelled() + "' is not supported");
  return a;
}

/// The registers of one access: those of a vector, or one.
SmallVector<const Operand *, 8> elements(Body &x, const Operand &o, unsigned count) {
  SmallVector<const Operand *, 8> all;
  if (o.kind != Operand::Kind::Vector)
    all.push_back(&o);
  for (const Operand &part : o.parts)
    if (o.kind == Operand::Kind::Vector)
      all.push_back(&part);
  if (all.size() != count)
    x.fail(o.place, "'" + x.at->spelled() + "' has " + Twine(count) + " registers, not " + Twine(all.size()));
  return all;
}

Value *at(Body &x, Value *pointer, uint64_t offset) {
  return offset ? x.b.CreateConstGEP1_64(x.b.getInt8Ty(), pointer, offset) : pointer;
}

Value *loadPiece(Body &x, const Access &a, Value *pointer, unsigned bits, Align align) {
  LoadInst *load = x.b.CreateAlignedLoad(x.intType(bits), pointer, align, a.isVolatile);
  if (a.ordering != AtomicOrdering::NotAtomic)
    load->setAtomic(a.ordering == AtomicOrdering::Release ? AtomicOrdering::Monotonic : a.ordering);
  if (a.isInvariant && load->isSimple())
    load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(x.b.getContext(), {}));
  return load;
}

/// 128 bits are two words of 64.
Value *loadElement(Body &x, const Access &a, Value *pointer, uint64_t offset, Align whole) {
  Align align = commonAlignment(whole, offset);
  if (a.type.bits <= 64)
    return loadPiece(x, a, at(x, pointer, offset), a.type.width(), align);
  Type *wide = x.intType(128);
  Value *low = loadPiece(x, a, at(x, pointer, offset), 64, align);
  Value *high = loadPiece(x, a, at(x, pointer, offset + 8), 64, commonAlignment(align, 8));
  return x.b.CreateOr(x.b.CreateZExt(low, wide), x.b.CreateShl(x.b.CreateZExt(high, wide), 64));
}

void storePiece(Body &x, const Access &a, Value *v, Value *pointer, Align align) {
  StoreInst *store = x.b.CreateAlignedStore(v, pointer, align, a.isVolatile);
  if (a.ordering != AtomicOrdering::NotAtomic)
    store->setAtomic(a.ordering);
}

void storeElement(Body &x, const Access &a, Value *v, Value *pointer, uint64_t offset, Align whole) {
  Align align = commonAlignment(whole, offset);
  if (a.type.bits <= 64)
    return storePiece(x, a, v, at(x, pointer, offset), align);
  storePiece(x, a, x.b.CreateTrunc(v, x.intType(64)), at(x, pointer, offset), align);
  storePiece(x, a, x.b.CreateTrunc(x.b.CreateLShr(v, 64), x.intType(64)), at(x, pointer, offset + 8),
             commonAlignment(align, 8));
}

uint64_t bytesOf(Scalar t) { return t.width() / 8; }

/// Words of a copy, of which the first `valid` bytes come from the source and the rest are zero.
void copyWords(Body &x, Value *to, Value *from, uint64_t size, Value *valid) {
  auto &b = x.b;
  SmallVector<Value *, 4> words;
  for (uint64_t n = 0; n < size; n += 4) {
    Align align = commonAlignment(Align(size), n);
    if (!valid) {
      words.push_back(b.CreateAlignedLoad(x.intType(32), at(x, from, n), align));
      continue;
    }
    // Nothing behind the valid bytes is touched: it may not be there.
    BasicBlock *before = b.GetInsertBlock(), *read = BasicBlock::Create(b.getContext(), "", &x.function),
               *after = BasicBlock::Create(b.getContext(), "", &x.function);
    b.CreateCondBr(b.CreateICmpUGT(valid, x.number(32, n)), read, after);
    b.SetInsertPoint(read);
    Value *word = b.CreateAlignedLoad(x.intType(32), at(x, from, n), align);
    Value *bits = b.CreateShl(b.CreateSub(valid, x.number(32, n)), 3);
    word = b.CreateAnd(word, b.CreateNot(x.shl(x.number(32, ~0u), bits)));
    b.CreateBr(after);
    b.SetInsertPoint(after);
    PHINode *phi = b.CreatePHI(x.intType(32), 2);
    phi->addIncoming(x.number(32, 0), before);
    phi->addIncoming(word, read);
    words.push_back(phi);
  }
  for (auto [n, word] : enumerate(words))
    b.CreateAlignedStore(word, at(x, to, 4 * n), commonAlignment(Align(size), 4 * n));
}

void copyAsync(Body &x) {
  if (!x.take("ca") && !x.take("cg"))
    return x.fail("'" + x.at->spelled() + "' is not supported");
  x.dropCacheHints();
  if (!x.take("shared") && !x.take("shared::cta"))
    x.fail("'" + x.at->spelled() + "' does not copy to shared memory");
  if (!x.take("global"))
    x.fail("'" + x.at->spelled() + "' does not copy from global memory");
  if (!x.count(3, 5))
    return;
  std::optional<uint64_t> size = x.constant(2);
  if (!size || (*size != 4 && *size != 8 && *size != 16))
    return x.fail(x.operand(2).place, "'cp.async' copies 4, 8 or 16 bytes");
  Value *valid = nullptr;
  if (x.operands() > 3 && x.isPredicate(x.operand(3)))
    valid = x.b.CreateSelect(x.predicate(x.operand(3)), x.number(32, 0), x.number(32, *size)); // ignore-src
  else if (x.operands() > 3 && x.widthOf(x.operand(3)) != 64) // 64 bits: a cache policy
    if (std::optional<uint64_t> known = x.constant(3); !known || *known != *size)
      valid = x.smaller(x.i32(3), x.number(32, *size), false);
  copyWords(x, pointerTo(x, x.operand(0), kShared), pointerTo(x, x.operand(1), kGlobal), *size, valid);
}

} // namespace

unsigned takeSpace(Body &x) {
  StringRef space = x.takeOne(kSpaces);
  // Local and constant variables have addresses of the generic space here.
  return space == "global" ? kGlobal : space.starts_with("shared") ? kShared : kGeneric;
}

AtomicOrdering takeOrdering(Body &x) {
  StringRef order = x.takeOne({"relaxed", "acquire", "release", "acq_rel"});
  x.takeOne(kScopes);
  return order == "relaxed"   ? AtomicOrdering::Monotonic
         : order == "acquire" ? AtomicOrdering::Acquire
         : order == "release" ? AtomicOrdering::Release
         : order == "acq_rel" ? AtomicOrdering::AcquireRelease
                              : AtomicOrdering::NotAtomic;
}

/// The pointer of [base + offset].
Value *pointerTo(Body &x, const Operand &o, unsigned space) {
  auto &b = x.b;
  Type *type = PointerType::get(b.getContext(), space);
  if (o.kind != Operand::Kind::Address || o.parts.size() != 1) {
    x.fail(o.place, "an address [register + offset] is wanted here");
    return PoisonValue::get(type);
  }
  const Operand &base = o.parts[0];
  unsigned width = x.widthOf(base);
  Value *address = x.bits(base, space == kShared && width == 32 ? 32 : 64);
  if (space == kShared) {
    Value *p = b.CreateGEP(b.getInt8Ty(), sharedBase(x.module(), b), b.CreateZExt(address, x.intType(64)));
    return at(x, p, o.bits);
  }
  // Through the generic space, so that a pointer that became a number becomes the same pointer again.
  Value *p = at(x, b.CreateIntToPtr(address, PointerType::get(b.getContext(), kGeneric)), o.bits);
  return space == kGeneric ? p : b.CreateAddrSpaceCast(p, type);
}

void lowerLd(Body &x) {
  Access a = takeAccess(x);
  if (!x.count(2, 3) || x.fault)
    return;
  Value *pointer = pointerTo(x, x.operand(1), a.space);
  auto registers = elements(x, x.operand(0), a.count);
  if (x.fault)
    return;
  Align whole(bytesOf(a.type) * a.count);
  SmallVector<Value *, 8> values;
  for (unsigned n = 0; n < a.count; ++n)
    values.push_back(loadElement(x, a, pointer, n * bytesOf(a.type), whole));
  for (unsigned n = 0; n < a.count; ++n)
    x.write(*registers[n], values[n], /*mayBeWider=*/true, a.type.isSigned());
}

void lowerSt(Body &x) {
  Access a = takeAccess(x);
  if (!x.count(2, 3) || x.fault)
    return;
  if (a.ordering == AtomicOrdering::Acquire || a.ordering == AtomicOrdering::AcquireRelease)
    return x.fail("'" + x.at->spelled() + "': a store does not acquire");
  Value *pointer = pointerTo(x, x.operand(0), a.space);
  auto registers = elements(x, x.operand(1), a.count);
  if (x.fault)
    return;
  Align whole(bytesOf(a.type) * a.count);
  for (unsigned n = 0; n < a.count; ++n)
    storeElement(x, a, x.bits(*registers[n], a.type.width(), /*mayBeWider=*/true), pointer, n * bytesOf(a.type), whole);
}

void lowerCp(Body &x) {
  if (!x.take("async"))
    return x.fail("'" + x.at->spelled() + "' is not supported");
  if (x.take("commit_group") || x.take("wait_all")) {
    x.count(0);
    return;
  }
  if (x.take("wait_group")) {
    x.count(1);
    return;
  }
  if (x.take("mbarrier"))
    return arriveForCopies(x);
  copyAsync(x);
}

/// Hints: nothing is done, whatever they say.
void lowerNothing(Body &x) {
  for (const Modifier &m : x.at->modifiers)
    x.take(m.text);
}

/// A policy is a number that only hints take, and those do nothing here.
void lowerCreatepolicy(Body &x) {
  lowerNothing(x);
  if (x.operands() >= 1)
    x.write(0, x.number(64, 0));
}

} // namespace helicon::simt::ptx
