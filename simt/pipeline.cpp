// The order of the SIMT compiler, in one place. A kernel that the vector way declines is compiled for the thread
// executor from the same prepared code; the reason travels with it.
#include "simt/KernelImage.h"
#include "simt/Simt.h"
#include "simt/analysis/BarrierUse.h"
#include "simt/analysis/KeptFunctions.h"
#include "simt/analysis/LoopFacts.h"
#include "simt/analysis/Progress.h"
#include "simt/checked/Checked.h"
#include "simt/structurize/TrapsFirst.h"
#include "simt/structurize/Waiters.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Transforms/Utils/Cloning.h>

#define DEBUG_TYPE "helicon-pipeline"

using namespace llvm;

namespace helicon::simt {

namespace {

STATISTIC(numSimd, "kernels compiled for the simd executor");
STATISTIC(numThread, "kernels compiled for the thread executor as asked");
STATISTIC(numDeclined, "kernels declined by the simd executor");

/// Which operations of the prepared form a kernel contains, as far as the image must tell.
struct Waits {
  bool barriers = false, warps = false, yields = false, turns = false, grid = false;
};

bool meetsGrid(const Instruction &i) {
  ir::Op op = opOf(i);
  if (op != ir::Op::PhaseBarrier)
    return op == ir::Op::BarrierGrid;
  auto *kind = dyn_cast<ConstantInt>(i.getOperand(0));
  return kind && kind->equalsInt(uint64_t(BarrierOp::Grid));
}

void addWaits(const Function &function, Waits &waits) {
  for (const Instruction &i : instructions(function)) {
    ir::Op op = opOf(i);
    waits.barriers |= isBarrier(i) || op == ir::Op::PhaseBarrier;
    waits.grid |= meetsGrid(i);
    waits.barriers |= op == ir::Op::BarrierArrive;
    waits.warps |= op >= ir::Op::WarpSync && op <= ir::Op::ReduxXor && op != ir::Op::ActiveMask;
    waits.yields |= op == ir::Op::Yield || op == ir::Op::PhaseYield;
    waits.turns |= op == ir::Op::PhaseTurn;
  }
}

Waits waitsOf(const Function &function) {
  Waits waits;
  addWaits(function, waits);
  return waits;
}

class Pipeline {
public:
  Pipeline(const CompileRequest &request, const Target &target, StageObserver observe, GroupTidier tidy)
      : request(request), target(target), observe(observe), tidy(tidy) {}

  Expected<Compiled> run(std::vector<std::unique_ptr<Module>> modules);

private:
  void stage(StringRef name, const Module &module) {
    if (observe)
      observe(name, module);
    assert(!verifyModule(module, &errs()) && "a stage left broken IR");
  }
  Expected<Compiled> thread(Prepared prepared, std::string reason);
  Expected<Compiled> simd(const Prepared &prepared);
  Error structurizeFunctions(ArrayRef<Function *> functions);
  Error functionBodies(ArrayRef<Function *> functions, const Plan &plan);
  Error vectorWay(Function &kernel, Plan &plan, Phases &phases, Waits &waits);

  std::string laneByLane; ///< why functions are not vector code
  const CompileRequest &request;
  const Target &target;
  StageObserver observe;
  GroupTidier tidy;
};

void makeInternal(GlobalValue &value) {
  value.setVisibility(GlobalValue::DefaultVisibility);
  value.setLinkage(GlobalValue::InternalLinkage);
  value.setDSOLocal(true);
}

// Nothing but the image is seen from outside, and nothing is left of the kernel's earlier forms.
void finish(Module &module, const Function *kernel) {
  for (Function &f : make_early_inc_range(module)) {
    f.removeDeadConstantUsers();
    if ((&f == kernel || f.isDeclaration()) && f.use_empty())
      f.eraseFromParent();
    else if (!f.isDeclaration())
      makeInternal(f);
  }
  for (GlobalVariable &g : make_early_inc_range(module.globals())) {
    g.removeDeadConstantUsers();
    if (g.getName() == kKernelImageSymbol)
      continue;
    if (g.use_empty())
      g.eraseFromParent();
    else if (!g.isDeclaration())
      makeInternal(g);
  }
}

/// Was the kernel compiled to flush denormal floats? Its own flag counts for all that it calls, as on the processor.
uint32_t floatFlags(const Function &kernel) {
  StringRef mode = kernel.getFnAttribute("denormal-fp-math-f32").getValueAsString();
  return mode.starts_with("preserve-sign") ? kKernelFlushes : 0;
}

Expected<Compiled> Pipeline::thread(Prepared prepared, std::string reason) {
  Waits waits = waitsOf(*prepared.kernel);
  SmallVector<Function *> functions = keptFunctions(*prepared.kernel);
  for (const Function *f : functions)
    addWaits(*f, waits);
  const uint32_t floats = floatFlags(*prepared.kernel);
  Expected<Function *> entry = scalarize(*prepared.kernel, request.shape, target);
  if (!entry)
    return entry.takeError();
  stage("scalarize", *prepared.module);
  ImageFacts facts;
  facts.executor = Executor::Thread;
  facts.flags = (waits.barriers || waits.warps || waits.yields ? kKernelHasBarrier : 0) |
                (waits.yields ? kKernelPolls : 0) | (functions.empty() ? 0 : kKernelRecurses) |
                (waits.grid ? kKernelMeetsGrid : 0) | floats;
  facts.sharedBytes = prepared.sharedBytes;
  facts.name = request.kernel;
  facts.plan = reason.empty() ? "thread executor, as asked" : "thread executor: " + reason;
  facts.variables = prepared.variables;
  emitKernelImage(**entry, request.shape, facts);
  finish(*prepared.module, prepared.kernel);
  stage("thread", *prepared.module);
  return Compiled{std::move(prepared.module), Executor::Thread, std::move(reason)};
}

/// Vector code, but where the control flow of one of them cannot be structured: then code of one thread.
Error Pipeline::structurizeFunctions(ArrayRef<Function *> functions) {
  laneByLane.clear();
  for (Function *f : functions)
    if (Error other = handleErrors(structurize(*f), [&](const Decline &decline) {
          laneByLane = demangle(f->getName().str()) + " runs lane by lane: " + decline.why;
        }))
      return other;
  if (laneByLane.empty())
    for (Function *f : functions)
      callAsVector(*f);
  return Error::success();
}

Error Pipeline::functionBodies(ArrayRef<Function *> functions, const Plan &plan) {
  if (!functions.empty() && isCalledAsVector(*functions.front()))
    return vectorizeFunctions(functions, request.shape, plan, target);
  uint32_t activeMaskCalls = 0;
  return scalarizeFunctions(functions, request.shape, target, activeMaskCalls);
}

Error Pipeline::vectorWay(Function &kernel, Plan &plan, Phases &phases, Waits &waits) {
  Module &module = *kernel.getParent();
  SmallVector<Function *> functions = keptFunctions(kernel);
  SmallVector<Function *> bodies(functions);
  bodies.push_back(&kernel);
  for (Function *f : bodies) {
    trapFirst(*f);
    if (request.checked)
      checkMasks(*f);
  }
  if (std::string why = whyNotInVectors(functions); !why.empty())
    return make_error<Decline>(why);
  const WarpWaits warpWaits = waitsInVectors(kernel, request.shape, target);
  if (!warpWaits.reason().empty())
    return make_error<Decline>(warpWaits.reason());
  BarrierUse barriers = barrierUse(kernel, request.shape, target);
  if (!barriers.apart.empty())
    return make_error<Decline>(barriers.apart);
  if (waitsOf(kernel).yields) // one warp a group, see makePlan
    kernel.addFnAttr(kOneWarpAttribute);
  {
    LoopFacts facts(kernel, request.shape, target);
    insertTurns(facts);
    prefetchTiles(facts);
    unrollReuse(facts);
    versionGuards(facts);
  }
  if (Error error = structurize(kernel))
    return error;
  if (std::string why = warpWaits.reasonOfOrder(kernel); !why.empty())
    return make_error<Decline>(why);
  if (Error error = structurizeFunctions(functions))
    return error;
  gatherMatrixSteps(kernel);
  stage("structurize", module);
  plan = makePlan(kernel, request.shape, target);
  if (plan.executor != Executor::Simd)
    return make_error<Decline>(join(plan.reasons, "; "));
  if (!laneByLane.empty())
    plan.reasons.push_back(laneByLane);
  Expected<Function *> group = vectorize(kernel, request.shape, plan, target);
  if (!group)
    return group.takeError();
  if (Error error = functionBodies(functions, plan))
    return error;
  stage("vectorize", module);
  waits = waitsOf(**group);
  if (tidy) {
    tidy(**group);
    stage("tidy", module);
  }
  Expected<Phases> built = buildPhases(**group);
  if (!built)
    return built.takeError();
  stage("phases", module);
  phases = *built;
  return Error::success();
}

/// Some of it may still become registers.
bool hasLocalMemory(const Module &module) {
  return any_of(module, [](const Function &f) {
    return any_of(instructions(f), [](const Instruction &i) { return isa<AllocaInst>(i); });
  });
}

Expected<Compiled> Pipeline::simd(const Prepared &prepared) {
  // The prepared code itself stays whole, for the thread executor should this way decline.
  std::unique_ptr<Module> module = CloneModule(*prepared.module);
  Function *kernel = module->getFunction(prepared.kernel->getName());
  Plan plan;
  Phases phases;
  Waits waits;
  if (Error error = vectorWay(*kernel, plan, phases, waits))
    return std::move(error);
  ImageFacts facts;
  facts.flags = (phases.frameBytes ? kKernelHasBarrier : 0) | (waits.yields ? kKernelPolls : 0) |
                (waits.turns ? kKernelTakesTurns : 0) | (waits.grid ? kKernelMeetsGrid : 0) |
                (keptFunctions(*prepared.kernel).empty() ? 0 : kKernelRecurses) |
                (hasLocalMemory(*module) ? kKernelHasArrays : 0) | floatFlags(*prepared.kernel);
  facts.groups = plan.groups;
  facts.threadsPerGroup = plan.lanes * plan.parts;
  facts.frameBytes = phases.frameBytes;
  facts.sharedBytes = prepared.sharedBytes;
  facts.name = request.kernel;
  facts.plan = plan.text();
  facts.variables = prepared.variables;
  emitKernelImage(*phases.entry, request.shape, facts);
  finish(*module, kernel);
  stage("simd", *module);
  return Compiled{std::move(module), Executor::Simd, ""};
}

/// Was the program compiled with -g? (Lines alone, -lineinfo, cost nothing and need no care.)
bool hasVariables(ArrayRef<std::unique_ptr<Module>> modules) {
  return any_of(modules, [](const std::unique_ptr<Module> &module) {
    return any_of(module->debug_compile_units(),
                  [](const DICompileUnit *unit) { return unit->getEmissionKind() == DICompileUnit::FullDebug; });
  });
}

Expected<Compiled> Pipeline::run(std::vector<std::unique_ptr<Module>> modules) {
  const bool debug = (request.executor == Executor::Thread || request.debug) && hasVariables(modules);
  Expected<Prepared> prepared =
      prepare(std::move(modules), request.kernel, request.shape, target, {debug, request.checked});
  if (!prepared)
    return prepared.takeError();
  insertYields(*prepared->kernel);
  for (Function *f : keptFunctions(*prepared->kernel))
    insertYields(*f);
  stage("prepare", *prepared->module);
  if (request.executor == Executor::Thread) {
    ++numThread;
    return thread(std::move(*prepared), "");
  }
  Expected<Compiled> compiled = simd(*prepared);
  if (compiled) {
    ++numSimd;
    return compiled;
  }
  std::string reason;
  Error other = handleErrors(compiled.takeError(), [&](const Decline &decline) { reason = decline.why; });
  if (other)
    return std::move(other);
  ++numDeclined;
  return thread(std::move(*prepared), std::move(reason));
}

} // namespace

Expected<Compiled> compileKernel(std::vector<std::unique_ptr<Module>> modules, const CompileRequest &request,
                                 const Target &target, StageObserver observe, GroupTidier tidy) {
  return Pipeline(request, target, observe, tidy).run(std::move(modules));
}

} // namespace helicon::simt
