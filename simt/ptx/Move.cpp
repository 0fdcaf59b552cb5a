// mov with packing and unpacking, special registers, and the kinds of addresses: an address of shared memory is, as on
// a card, the offset from the block's own; all others are addresses as they are.
#include "simt/ptx/Handlers.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/IR/IntrinsicsNVPTX.h>

using namespace llvm;

namespace helicon::simt::ptx {

namespace {

struct SpecialRegister {
  StringLiteral name;
  Intrinsic::ID id; ///< or not_intrinsic: a constant
  unsigned bits, shift;
  uint64_t value;
};

constexpr SpecialRegister kSpecial[] = {
#define HELICON_SREG(name, id, bits, shift) {name, Intrinsic::nvvm_read_ptx_sreg_##id, bits, shift, 0},
#define HELICON_SREG_FIXED(name, bits, value) {name, Intrinsic::not_intrinsic, bits, 0, value},
#include "simt/ptx/SpecialRegisters.def"
};

constexpr StringLiteral kDynamicShared = "dynamic_smem_size";

} // namespace

Value *readSpecial(Body &x, StringRef name) {
  if (name == kDynamicShared)
    return ir::call(x.b, ir::Op::DynSharedBytes);
  for (const SpecialRegister &r : kSpecial) {
    if (r.name != name)
      continue;
    if (r.id == Intrinsic::not_intrinsic)
      return x.number(r.bits, r.value);
    Value *v = x.b.CreateIntrinsic(r.id, {}, {});
    return r.shift ? x.b.CreateTrunc(x.b.CreateLShr(v, r.shift), x.intType(r.bits))
                   : x.b.CreateTrunc(v, x.intType(r.bits));
  }
  return nullptr;
}

static void unpack(Body &x, Scalar t) {
  const Operand &to = x.operand(0);
  unsigned n = to.parts.size(), piece = t.bits / n;
  if (piece * n != t.bits)
    return x.fail(to.place, Twine(n) + " registers do not share " + Twine(t.bits) + " bits");
  Value *v = x.bits(1, t.bits);
  for (unsigned i = 0; i < n; ++i)
    x.write(to.parts[i], x.b.CreateTrunc(x.b.CreateLShr(v, i * piece), x.intType(piece)));
}

static void pack(Body &x, Scalar t) {
  const Operand &from = x.operand(1);
  unsigned n = from.parts.size(), piece = t.bits / n;
  if (piece * n != t.bits)
    return x.fail(from.place, Twine(n) + " registers do not share " + Twine(t.bits) + " bits");
  Value *all = x.number(t.bits, 0);
  for (unsigned i = 0; i < n; ++i)
    all = x.b.CreateOr(all, x.b.CreateShl(x.b.CreateZExt(x.bits(from.parts[i], piece), x.intType(t.bits)), i * piece));
  x.write(0, all);
}

void lowerMov(Body &x) {
  Scalar t = x.takeType();
  if (!x.count(2))
    return;
  if (x.operand(0).kind == Operand::Kind::Vector)
    return unpack(x, {Scalar::Bits, t.width()});
  if (x.operand(1).kind == Operand::Kind::Vector)
    return pack(x, {Scalar::Bits, t.width()});
  x.write(0, t.kind == Scalar::Predicate ? x.predicate(x.operand(1)) : x.bits(1, t.width()));
}

Value *sharedBase(Module &m, IRBuilderBase &b) {
  auto *type = FunctionType::get(PointerType::get(m.getContext(), 3), false);
  auto *f = cast<Function>(m.getOrInsertFunction(kSharedBase, type).getCallee());
  f->setDoesNotAccessMemory();
  f->setDoesNotThrow();
  f->setWillReturn();
  f->addFnAttr(Attribute::Speculatable);
  return b.CreateCall(f);
}

/// The offset that a pointer to shared memory has in the block's own.
static Value *sharedOffset(Body &x, Value *address) {
  return x.b.CreateSub(address, x.b.CreatePtrToInt(sharedBase(x.module(), x.b), x.intType(64)));
}

void lowerCvta(Body &x) {
  bool to = x.take("to");
  StringRef space = x.takeOne({"global", "shared", "shared::cta", "local", "const", "param"});
  Scalar t = x.takeType();
  if (!x.count(2) || t.bits != 64 || space.empty())
    return x.fail("'" + x.at->spelled() + "' is not supported");
  Value *a = x.bits(1, 64);
  if (space.starts_with("shared"))
    a = to ? sharedOffset(x, a) : x.b.CreateAdd(a, x.b.CreatePtrToInt(sharedBase(x.module(), x.b), x.intType(64)));
  x.write(0, a);
}

void lowerIsspacep(Body &x) {
  StringRef space = x.takeOne({"global", "shared", "shared::cta", "local", "const"});
  if (!x.count(2))
    return;
  if (space.empty())
    return x.fail("'" + x.at->spelled() + "' is not supported");
  Intrinsic::ID id = space == "global"  ? Intrinsic::nvvm_isspacep_global
                     : space == "local" ? Intrinsic::nvvm_isspacep_local
                     : space == "const" ? Intrinsic::nvvm_isspacep_const
                                        : Intrinsic::nvvm_isspacep_shared;
  Value *p = x.b.CreateIntToPtr(x.bits(1, 64), PointerType::get(x.b.getContext(), 0));
  x.write(0, x.b.CreateIntrinsic(id, {}, {p}));
}

} // namespace helicon::simt::ptx
