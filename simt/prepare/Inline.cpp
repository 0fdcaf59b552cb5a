// Inlines everything the kernel calls, callees first, each cleaned up before it is copied into its callers. Function
// pointers that become constants on the way are followed; recursion and real indirect calls stay for Refuse.cpp.
#include "simt/analysis/PassRunner.h"
#include "simt/prepare/Steps.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/Statistic.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

#define DEBUG_TYPE "helicon-inline"
STATISTIC(numInlined, "Calls inlined");

using namespace llvm;

namespace helicon::simt {

namespace {

class Flattener {
  DenseSet<Function *> flat;
  SmallPtrSet<Function *, 16> open; ///< on the way from the kernel to here: a call to one is recursion
  SmallPtrSet<Function *, 4> recursive;

public:
  bool flatten(Function &f);

private:
  bool inlineCalls(Function &f);
};

bool Flattener::inlineCalls(Function &f) {
  SmallVector<CallBase *> calls;
  for (Instruction &i : instructions(f))
    if (auto *call = dyn_cast<CallBase>(&i);
        call && call->getCalledFunction() && !call->getCalledFunction()->isDeclaration())
      calls.push_back(call);
  bool changed = false;
  for (CallBase *call : calls) {
    Function *callee = call->getCalledFunction();
    if (open.contains(callee))
      recursive.insert(callee);
    else
      flatten(*callee);
    if (recursive.contains(callee))
      continue;
    InlineFunctionInfo info;
    if (InlineFunction(*call, info, /*MergeAttributes=*/false, /*CalleeAAR=*/nullptr, /*InsertLifetime=*/false)
            .isSuccess()) {
      changed = true;
      ++numInlined;
    }
  }
  return changed;
}

/// True when something was inlined. Repeats while cleaning up turns indirect calls into direct ones.
bool Flattener::flatten(Function &f) {
  if (!flat.insert(&f).second)
    return false;
  open.insert(&f);
  bool any = false;
  bool changed;
  do {
    changed = inlineCalls(f);
    any |= changed;
    runEarlyCleanup(f);
  } while (changed);
  open.erase(&f);
  return any;
}

void stripLifetimes(Function &f) {
  for (Instruction &i : make_early_inc_range(instructions(f)))
    if (i.isLifetimeStartOrEnd())
      i.eraseFromParent();
}

} // namespace

Error inlineAll(Work &work) {
  for (Function &f : work.module)
    stripLifetimes(f);
  Flattener().flatten(*work.kernel);
  for (Function &f : make_early_inc_range(work.module)) {
    if (&f == work.kernel || !f.hasLocalLinkage())
      continue;
    f.removeDeadConstantUsers();
    if (f.use_empty())
      f.eraseFromParent();
  }
  return Error::success();
}

} // namespace helicon::simt
