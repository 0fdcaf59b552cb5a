// Inlines everything the kernel calls, callees first, each cleaned up before it is copied into its callers. Function
// pointers that become constants on the way are followed; the indirect calls left then become switches over their
// targets (Pointers.cpp), which are inlined too. What calls itself stays a function: of a circle of functions those
// that are met first on the way from the kernel, the others are inlined into them.
#include "simt/analysis/PassRunner.h"
#include "simt/prepare/Calls.h"
#include "simt/prepare/Steps.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/Statistic.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

#define DEBUG_TYPE "helicon-inline"
STATISTIC(numInlined, "Calls inlined");
STATISTIC(numKept, "Functions that stay functions");

using namespace llvm;

namespace helicon::simt {

namespace {

class Flattener {
  DenseSet<Function *> flat;
  SmallPtrSet<Function *, 16> open; ///< on the way from the kernel to here: a call to one is recursion
  SmallPtrSet<Function *, 4> kept;
  const bool dispatches;
  unsigned copied = 0; ///< instructions of targets of indirect calls

public:
  /// `dispatches`: indirect calls become switches.
  explicit Flattener(bool dispatches) : dispatches(dispatches) {}
  bool flatten(Function &f);

private:
  bool inlineCalls(Function &f);
  bool dispatchCalls(Function &f);
  bool isTooMuch(Function &target);
};

/// Each indirect call gets a copy of each of its targets, so a program of many such calls would grow without bounds.
bool Flattener::isTooMuch(Function &target) {
  constexpr unsigned kMostCopied = 20000;
  if (!dispatches || !isAddressTaken(target))
    return false;
  unsigned size = target.getInstructionCount();
  if (copied + size > kMostCopied && size > 20)
    return true;
  copied += size;
  return false;
}

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
      kept.insert(callee);
    else
      flatten(*callee);
    if (kept.contains(callee))
      continue;
    if (isTooMuch(*callee)) {
      kept.insert(callee);
      continue;
    }
    InlineFunctionInfo info;
    if (InlineFunction(*call, info, /*MergeAttributes=*/false, /*CalleeAAR=*/nullptr, /*InsertLifetime=*/false)
            .isSuccess()) {
      changed = true;
      ++numInlined;
    }
  }
  return changed;
}

bool Flattener::dispatchCalls(Function &f) {
  SmallVector<CallBase *> calls, made;
  for (Instruction &i : instructions(f))
    if (auto *call = dyn_cast<CallBase>(&i); call && isIndirect(*call))
      calls.push_back(call);
  for (CallBase *call : calls)
    dispatch(*call, made);
  return !calls.empty();
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
    if (!changed && dispatches)
      changed = dispatchCalls(f);
  } while (changed);
  open.erase(&f);
  return any;
}

void stripLifetimes(Function &f) {
  for (Instruction &i : make_early_inc_range(instructions(f)))
    if (i.isLifetimeStartOrEnd())
      i.eraseFromParent();
}

/// Does the kernel, or a function that it still calls, call through a pointer?
bool callsThroughPointers(Function &kernel) {
  SetVector<Function *> functions;
  functions.insert(&kernel);
  for (unsigned n = 0; n < functions.size(); ++n)
    for (Instruction &i : instructions(*functions[n])) {
      auto *call = dyn_cast<CallBase>(&i);
      if (call && isIndirect(*call))
        return true;
      if (call && call->getCalledFunction() && !call->getCalledFunction()->isDeclaration())
        functions.insert(call->getCalledFunction());
    }
  return false;
}

} // namespace

Error inlineAll(Work &work) {
  for (Function &f : work.module)
    stripLifetimes(f);
  // Pointers that are constants first: a switch would come between them and what they mean.
  Flattener(/*dispatches=*/false).flatten(*work.kernel);
  if (callsThroughPointers(*work.kernel))
    Flattener(/*dispatches=*/true).flatten(*work.kernel);
  if (Error e = numberFunctions(work.module))
    return e;
  for (Function &f : make_early_inc_range(work.module)) {
    if (&f == work.kernel || !f.hasLocalLinkage())
      continue;
    f.removeDeadConstantUsers();
    if (f.use_empty())
      f.eraseFromParent();
  }
  if (definedFunctions(work).size() > 1)
    dropUnreached(work.module, *work.kernel);
  numKept += definedFunctions(work).size() - 1;
  return Error::success();
}

} // namespace helicon::simt
