// The order of prepare, in one place; what each step does is said in its file. Fused operations are formed before the
// block shape is known to the code, so that all shapes give the same bits; undefined operations are defined before the
// first optimisation.
#include "simt/prepare/Steps.h"

#include <llvm/ADT/Statistic.h>

#define DEBUG_TYPE "helicon-prepare"
STATISTIC(numPrepared, "Kernels prepared");
STATISTIC(numRefused, "Kernels refused with an error for the user");

using namespace llvm;

namespace helicon::simt {

static constexpr Step kSteps[] = {
    {"reach", keepReachable},
    {"registers", readRegisters},
    {"ptx", lowerPtx},
    {"services", lowerServices},
    {"nvvm", lowerNvvm},
    {"defined", makeDefined},
    {"inline", inlineAll},
    {"carry", placeCarry},
    {"traps", endAtTraps},
    {"fma", formFma},
    {"specialise", specialise},
    {"parameters", ownParameters},
    {"spaces", inferSpaces},
    {"optimise", optimise},
    {"lane-forms", chooseLaneForms},
    {"memory", placeMemory},
    {"types", splitTypes},
    {"odd-integers", widenOddIntegers},
    {"wide-integers", splitWideIntegers},
    {"words", joinWords},
    {"cleanup", cleanUp},
    {"exits", normaliseExits},
    {"refuse", refuseUnknown},
    {"verify", verifyPrepared},
};

ArrayRef<Step> prepareSteps() { return kSteps; }

Expected<Prepared> prepare(std::vector<std::unique_ptr<Module>> modules, StringRef kernel, const LaunchShape &shape,
                           const Target &target) {
  Expected<std::unique_ptr<Module>> module = linkModules(std::move(modules));
  if (!module)
    return module.takeError();
  Function *f = (*module)->getFunction(kernel);
  if (!f || f->isDeclaration())
    return createStringError("the device code has no kernel named " + kernel);
  if (!f->getReturnType()->isVoidTy())
    return createStringError(kernel + " is not a kernel: it returns a value");
  Work work{**module, f, shape, target, 0, {}};
  for (const Step &step : kSteps)
    if (Error e = step.run(work)) {
      ++numRefused;
      return std::move(e);
    }
  ++numPrepared;
  return Prepared{std::move(*module), f, work.sharedBytes, std::move(work.variables)};
}

} // namespace helicon::simt
