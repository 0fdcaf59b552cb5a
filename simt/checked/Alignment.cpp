// Checked mode: each access whose address is not known to fit its size gets a test, and a report (helicon.report) where
// it does not: a card stops the kernel there (error 716), x86-64 goes on. What a type promises is what must hold, no
// more than the bytes that are read or written, and 16 at most. Stands before inlining, where an access of a vector is
// still one. Cost: a comparison an access; those behind one of the same address fall away.
#include "simt/prepare/Steps.h"

#include "kernel-ir/Abi.h"
#include "kernel-ir/Intrinsics.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#define DEBUG_TYPE "helicon-checked"
STATISTIC(numAccesses, "Accesses whose alignment is checked");

using namespace llvm;

namespace helicon::simt {

namespace {

constexpr uint64_t kMostBytes = 16; ///< of one access of a card

struct Access {
  Instruction *at;
  Value *address;
  uint64_t bytes; ///< that the address must be a multiple of
};

/// References promise alignment as well; then the test would answer itself.
void dropPromises(Function &f) {
  for (Argument &argument : f.args())
    if (!argument.hasPassPointeeByValueCopyAttr() && !argument.hasStructRetAttr())
      argument.removeAttr(Attribute::Alignment);
  f.removeRetAttr(Attribute::Alignment);
  for (Instruction &i : instructions(f))
    if (auto *call = dyn_cast<CallBase>(&i); call && !isa<IntrinsicInst>(call)) {
      call->removeRetAttr(Attribute::Alignment);
      for (unsigned k = 0; k < call->arg_size(); ++k)
        if (!call->isPassPointeeByValueArgument(k) && !call->paramHasAttr(k, Attribute::StructRet))
          call->removeParamAttr(k, Attribute::Alignment);
    }
}

class Collector {
public:
  explicit Collector(Function &f) : layout(f.getParent()->getDataLayout()) {
    for (Instruction &i : instructions(f))
      add(i);
  }
  SmallVector<Access> accesses;

private:
  void add(Instruction &i) {
    auto size = [&](Type *type) { return layout.getTypeStoreSize(type).getFixedValue(); };
    if (auto *load = dyn_cast<LoadInst>(&i))
      return add(i, load->getPointerOperand(), size(load->getType()), load->getAlign());
    if (auto *store = dyn_cast<StoreInst>(&i))
      return add(i, store->getPointerOperand(), size(store->getValueOperand()->getType()), store->getAlign());
    if (auto *rmw = dyn_cast<AtomicRMWInst>(&i))
      return add(i, rmw->getPointerOperand(), size(rmw->getType()), rmw->getAlign());
    if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&i))
      return add(i, exchange->getPointerOperand(), size(exchange->getCompareOperand()->getType()),
                 exchange->getAlign());
    auto *memory = dyn_cast<MemIntrinsic>(&i);
    auto *length = memory ? dyn_cast<ConstantInt>(memory->getLength()) : nullptr;
    if (!length)
      return;
    add(i, memory->getRawDest(), length->getZExtValue(), memory->getDestAlign().valueOrOne());
    if (auto *copy = dyn_cast<MemTransferInst>(memory))
      add(i, copy->getRawSource(), length->getZExtValue(), copy->getSourceAlign().valueOrOne());
  }
  void add(Instruction &at, Value *address, uint64_t size, Align promised) {
    if (size == 0 || isa<AllocaInst>(getUnderlyingObject(address)))
      return;
    const uint64_t bytes = std::min({promised.value(), bit_floor(size), kMostBytes});
    if (bytes > 1 && getKnownAlignment(address, layout, &at).value() < bytes)
      accesses.push_back({&at, address, bytes});
  }

  const DataLayout &layout;
};

void check(const Access &access) {
  IRBuilder<> b(access.at);
  Value *number = b.CreatePtrToInt(access.address, b.getInt64Ty());
  Value *odd = b.CreateICmpNE(b.CreateAnd(number, access.bytes - 1), b.getInt64(0));
  b.SetInsertPoint(SplitBlockAndInsertIfThen(odd, access.at, /*Unreachable=*/true));
  b.SetCurrentDebugLocation(access.at->getDebugLoc());
  ir::call(b, ir::Op::Report,
           {b.getInt32(static_cast<uint32_t>(Finding::Misaligned)), number, b.getInt64(access.bytes)});
  ++numAccesses;
}

} // namespace

Error checkAlignment(Work &work) {
  if (!work.checked)
    return Error::success();
  for (Function &f : work.module) {
    if (f.isDeclaration())
      continue;
    dropPromises(f);
    for (const Access &access : Collector(f).accesses)
      check(access);
  }
  return Error::success();
}

} // namespace helicon::simt
