#include "simt/analysis/KeptFunctions.h"

#include "kernel-ir/Intrinsics.h"
#include "simt/analysis/LoopFacts.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>

using namespace llvm;

namespace helicon::simt {

static constexpr char kKept[] = "helicon.kept", kVector[] = "vector";

bool isKeptFunction(const Function &f) { return f.hasFnAttribute(kKept); }

void callAsVector(Function &f) { f.addFnAttr(kKept, kVector); }

bool isCalledAsVector(const Function &f) { return f.getFnAttribute(kKept).getValueAsString() == kVector; }

void probeStack(Function &f) { f.addFnAttr("probe-stack", "inline-asm"); }

void markKeptFunctions(Function &kernel) {
  for (Function &f : *kernel.getParent())
    if (&f != &kernel && !f.isDeclaration())
      f.addFnAttr(kKept);
}

SmallVector<Function *> keptFunctions(Function &kernel) {
  SmallVector<Function *> functions;
  for (Function &f : *kernel.getParent())
    if (isKeptFunction(f) && !f.isDeclaration())
      functions.push_back(&f);
  return functions;
}

std::string whyNotInVectors(ArrayRef<Function *> functions) {
  for (Function *f : functions)
    for (const Instruction &i : instructions(*f)) {
      ir::Op op = opOf(i);
      const char *what = isBarrier(i) || op == ir::Op::BarrierArrive        ? "a barrier"
                         : op >= ir::Op::WarpSync && op <= ir::Op::ReduxXor ? "a warp operation"
                         : op == ir::Op::Yield                              ? "a loop that waits for other threads"
                                                                            : nullptr;
      if (what)
        return std::string(what) + " in " + demangle(f->getName().str()) + ", which calls itself";
    }
  return {};
}

} // namespace helicon::simt
