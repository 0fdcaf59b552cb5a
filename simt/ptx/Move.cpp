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

#define SREG(name, id, bits) {name, Intrinsic::nvvm_read_ptx_sreg_##id, bits, 0, 0}
#define AXES(name, id) SREG(name ".x", id##_x, 32), SREG(name ".y", id##_y, 32), SREG(name ".z", id##_z, 32)
#define FIXED(name, bits, value) {name, Intrinsic::not_intrinsic, bits, 0, value}
#define FIXED_AXES(name, value) FIXED(name ".x", 32, value), FIXED(name ".y", 32, value), FIXED(name ".z", 32, value)
constexpr SpecialRegister kSpecial[] = {
    AXES("tid", tid),
    AXES("ntid", ntid),
    AXES("ctaid", ctaid),
    AXES("nctaid", nctaid),
    SREG("laneid", laneid, 32),
    SREG("warpid", warpid, 32),
    SREG("nwarpid", nwarpid, 32),
    SREG("lanemask_eq", lanemask_eq, 32),
    SREG("lanemask_le", lanemask_le, 32),
    SREG("lanemask_lt", lanemask_lt, 32),
    SREG("lanemask_ge", lanemask_ge, 32),
    SREG("lanemask_gt", lanemask_gt, 32),
    SREG("clock", clock, 32),
    SREG("clock64", clock64, 64),
    {"clock_hi", Intrinsic::nvvm_read_ptx_sreg_clock64, 32, 32, 0},
    SREG("globaltimer", globaltimer, 64),
    {"globaltimer_lo", Intrinsic::nvvm_read_ptx_sreg_globaltimer, 32, 0, 0},
    {"globaltimer_hi", Intrinsic::nvvm_read_ptx_sreg_globaltimer, 32, 32, 0},
    // One multiprocessor, one grid, clusters of one block.
    FIXED("smid", 32, 0),
    FIXED("nsmid", 32, 1),
    FIXED("gridid", 64, 0),
    FIXED("is_explicit_cluster", 1, 0),
    FIXED("cluster_ctarank", 32, 0),
    FIXED("cluster_nctarank", 32, 1),
    FIXED_AXES("cluster_ctaid", 0),
    FIXED_AXES("cluster_nctaid", 1),
    AXES("clusterid", ctaid),
    AXES("nclusterid", nctaid),
};
#undef SREG
#undef AXES
#undef FIXED
#undef FIXED_AXES

constexpr StringLiteral kDynamicShared = "dynamic_smem_size";

} // namespace

Value *readSpecial(Body &x, StringRef name, unsigned) {
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

ArrayRef<StringRef> specialNames() {
  static const auto names = [] {
    SmallVector<StringRef> all;
    for (const SpecialRegister &r : kSpecial)
      all.push_back(r.name);
    all.push_back(kDynamicShared);
    return all;
  }();
  return names;
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
