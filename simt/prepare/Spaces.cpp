// Address spaces: kernel pointers and pointers inside by-value parameters are global, shared variables are shared,
// InferAddressSpaces spreads that. Then each access says by alias scopes that shared and global memory never overlap,
// which the x86 back end could not know, and loads of __constant__ variables and read-only parameters are invariant.
// A card addresses shared and private memory with 32 bits; so indices there wrap to signed ones of 32 bits.
#include "simt/analysis/PassRunner.h"
#include "simt/analysis/SimtTTI.h"
#include "simt/prepare/Steps.h"
#include "simt/ptx/Ptx.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/SROA.h>

#define DEBUG_TYPE "helicon-spaces"
STATISTIC(numGlobal, "Accesses known to be global");
STATISTIC(numShared, "Accesses known to be shared");
STATISTIC(numGeneric, "Accesses of unknown address space");
STATISTIC(numWrapped, "Indices into shared and private memory that may wrap");

using namespace llvm;

namespace helicon::simt {

namespace {

struct Scopes {
  MDNode *global, *shared;
};

Scopes makeScopes(LLVMContext &context) {
  MDBuilder b(context);
  MDNode *domain = b.createAnonymousAliasScopeDomain("helicon.spaces");
  auto list = [&](StringRef name) { return MDNode::get(context, {b.createAnonymousAliasScope(domain, name)}); };
  return {list("global"), list("shared")};
}

void addScope(Instruction &i, unsigned kind, MDNode *scope) {
  i.setMetadata(kind, MDNode::concatenate(i.getMetadata(kind), scope));
}

void describeAccess(Instruction &i, const Value *pointer, const Scopes &scopes) {
  unsigned space = pointer->getType()->getPointerAddressSpace();
  if (space == kGlobal || space == kShared) {
    bool isShared = space == kShared;
    addScope(i, LLVMContext::MD_alias_scope, isShared ? scopes.shared : scopes.global);
    addScope(i, LLVMContext::MD_noalias, isShared ? scopes.global : scopes.shared);
    ++(isShared ? numShared : numGlobal);
    return;
  }
  if (!isa<AllocaInst>(getUnderlyingObject(pointer)))
    ++numGeneric;
}

bool isInvariant(const Value *pointer) {
  const Value *object = getUnderlyingObject(pointer);
  if (const auto *variable = dyn_cast<GlobalVariable>(object))
    return variable->isConstant() || variable->hasAttribute(kConstantAttribute);
  return isByvalParameter(object); // written ones are private copies by now
}

} // namespace

/// Marks the pointer parameters as global by a cast there and back; InferAddressSpaces takes it from the uses.
static void castParameters(Function &f) {
  IRBuilder<> b(&*f.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  for (Argument &parameter : f.args()) {
    if (!parameter.getType()->isPointerTy() || parameter.hasByValAttr() || parameter.use_empty())
      continue;
    Value *global = b.CreateAddrSpaceCast(&parameter, b.getPtrTy(kGlobal));
    Value *generic = b.CreateAddrSpaceCast(global, parameter.getType());
    parameter.replaceUsesWithIf(generic, [&](Use &use) { return use.getUser() != global; });
  }
}

static bool isSharedNumber(const Value *object) {
  auto *call = dyn_cast<CallInst>(object);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == ptx::kSharedBase;
}

/// Where an index may not fit 32 bits with its sign (`p[~i]` with an unsigned i, which on a card is the element -1 -
/// i), its upper half becomes that sign. What can be proved to fit is left alone, and so
/// are inline PTX's numbers of shared memory: they are offsets of 32 bits.
static void wrapIndices(Function &f) {
  const DataLayout &layout = f.getDataLayout();
  for (Instruction &i : instructions(f)) {
    auto *address = dyn_cast<GetElementPtrInst>(&i);
    if (!address || address->getType()->isVectorTy() ||
        (address->getPointerAddressSpace() != kShared && !isa<AllocaInst>(getUnderlyingObject(address))) ||
        isSharedNumber(getUnderlyingObject(address)))
      continue;
    for (Use &index : address->indices()) {
      if (!index->getType()->isIntegerTy(64) || ComputeNumSignBits(index, layout) > 32)
        continue;
      IRBuilder<> b(address);
      index = b.CreateSExt(b.CreateTrunc(index, b.getInt32Ty()), b.getInt64Ty());
      ++numWrapped;
    }
  }
}

Error inferSpaces(Work &work) {
  PassRunner runner(work.module);
  FunctionPassManager early;
  early.addPass(SROAPass(SROAOptions::ModifyCFG));
  early.addPass(SplitCopiesPass());
  early.addPass(SROAPass(SROAOptions::ModifyCFG));
  runner.run(*work.function, early);
  if (work.function == work.kernel)
    castParameters(*work.function);
  FunctionPassManager passes;
  passes.addPass(InferAddressSpacesPass(kGeneric));
  runner.run(*work.function, passes);
  wrapIndices(*work.function);
  FunctionPassManager late;
  late.addPass(InstCombinePass());
  runner.run(*work.function, late);
  Scopes scopes = makeScopes(work.module.getContext());
  for (Instruction &i : instructions(*work.function)) {
    if (const Value *pointer = getLoadStorePointerOperand(&i)) {
      describeAccess(i, pointer, scopes);
      if (isa<LoadInst>(i) && !cast<LoadInst>(i).isVolatile() && isInvariant(pointer))
        i.setMetadata(LLVMContext::MD_invariant_load, MDNode::get(i.getContext(), {}));
    } else if (auto *rmw = dyn_cast<AtomicRMWInst>(&i)) {
      describeAccess(i, rmw->getPointerOperand(), scopes);
    } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&i)) {
      describeAccess(i, exchange->getPointerOperand(), scopes);
    }
  }
  return Error::success();
}

} // namespace helicon::simt
