// The order of prepare, in one place; what each step does is said in its file. Fused operations are formed before the
// block shape is known to the code, so that all shapes give the same bits; undefined operations are defined before the
// first optimisation.
#include "simt/prepare/Steps.h"

#include "simt/analysis/KeptFunctions.h"

#include <llvm/ADT/Statistic.h>

#define DEBUG_TYPE "helicon-prepare"
STATISTIC(numPrepared, "Kernels prepared");
STATISTIC(numRefused, "Kernels refused with an error for the user");

using namespace llvm;

namespace helicon::simt {

static constexpr Step kSteps[] = {
    {"reach", keepReachable},
    {"variables", keepVariables},
    {"grid-constants", markGridConstants},
    {"registers", readRegisters},
    {"ptx", lowerPtx},
    {"services", lowerServices},
    {"library-bodies", writeLibraryBodies},
    {"nvvm", lowerNvvm},
    {"defined", makeDefined},
    {"call-forms", plainCallForms},
    {"alignment", checkAlignment},
    {"inline", inlineAll},
    {"grid-answers", answerGridConstants},
    {"carry", placeCarry},
    {"debug-registers", showRegisters, StepScope::EachFunction},
    {"traps", endAtTraps, StepScope::EachFunction},
    {"fma", formFma, StepScope::EachFunction},
    {"specialise", specialise, StepScope::EachFunction},
    {"parameters", ownParameters},
    {"spaces", inferSpaces, StepScope::EachFunction},
    {"optimise", optimise, StepScope::EachFunction},
    {"lane-forms", chooseLaneForms, StepScope::EachFunction},
    {"memory", placeMemory},
    {"types", splitTypes, StepScope::EachFunction},
    {"odd-integers", widenOddIntegers, StepScope::EachFunction},
    {"wide-integers", splitWideIntegers, StepScope::EachFunction},
    {"words", joinWords, StepScope::EachFunction},
    {"cleanup", cleanUp},
    {"exits", normaliseExits, StepScope::EachFunction},
    {"refuse", refuseUnknown, StepScope::EachFunction},
    {"verify", verifyPrepared, StepScope::EachFunction},
};

ArrayRef<Step> prepareSteps() { return kSteps; }

SmallVector<Function *> definedFunctions(const Work &work) {
  SmallVector<Function *> functions{work.kernel};
  for (Function &f : work.module)
    if (&f != work.kernel && !f.isDeclaration() && f.hasLocalLinkage())
      functions.push_back(&f);
  return functions;
}

Error runStep(const Step &step, Work &work) {
  work.function = work.kernel;
  if (step.scope == StepScope::Module)
    return step.run(work);
  for (Function *f : definedFunctions(work)) {
    work.function = f;
    if (Error e = step.run(work))
      return e;
  }
  return Error::success();
}

Expected<Prepared> prepare(std::vector<std::unique_ptr<Module>> modules, StringRef kernel, const LaunchShape &shape,
                           const Target &target, PrepareOptions options) {
  Expected<std::unique_ptr<Module>> module = linkModules(std::move(modules));
  if (!module)
    return module.takeError();
  Function *f = (*module)->getFunction(kernel);
  if (!f || f->isDeclaration())
    return createStringError("the device code has no kernel named " + kernel);
  if (!f->getReturnType()->isVoidTy())
    return createStringError(kernel + " is not a kernel: it returns a value");
  Work work{**module, f, shape, target, 0, {}, nullptr, options.debug, options.checked};
  for (const Step &step : kSteps)
    if (Error e = runStep(step, work)) {
      ++numRefused;
      return std::move(e);
    }
  f = work.kernel; // parameters may have changed their types
  markKeptFunctions(*f);
  ++numPrepared;
  return Prepared{std::move(*module), f, work.sharedBytes, std::move(work.variables)};
}

} // namespace helicon::simt
