// Runs passes of the SIMT compiler on an IR file and prints the result: the way its tests and its authors look at one
// pass alone. A pass is one line in kPasses. `-passes=prepare` is the whole of prepare, `prepare.NAME` one step of it.
#include "simt/Simt.h"
#include "simt/analysis/BarrierUse.h"
#include "simt/analysis/KeptFunctions.h"
#include "simt/analysis/LoopFacts.h"
#include "simt/analysis/Progress.h"
#include "simt/checked/Checked.h"
#include "simt/prepare/Steps.h"
#include "simt/structurize/TrapsFirst.h"
#include "simt/structurize/Waiters.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/InitLLVM.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/ToolOutputFile.h>
#include <llvm/Support/WithColor.h>

using namespace llvm;
using namespace helicon;
using namespace helicon::simt;

static cl::list<std::string> inputs(cl::Positional, cl::desc("<IR or bitcode files>"), cl::OneOrMore);
static cl::opt<std::string> output("o", cl::desc("Output file"), cl::init("-"));
static cl::list<std::string> passNames("passes", cl::CommaSeparated, cl::desc("Passes, in order"));
static cl::opt<std::string> kernelName("kernel", cl::desc("Kernel (default: the file's only external definition)"));
static cl::list<unsigned> block("block", cl::CommaSeparated, cl::desc("Block shape, as 16,16,1"));
static cl::opt<bool> wideIndex("wide-index", cl::desc("Grid times block does not fit 31 bits"));
static cl::opt<bool> checked("checked", cl::desc("Prepare for checked mode"));
static cl::opt<unsigned> parts("parts", cl::desc("Parts U of a group, instead of the plan's choice"), cl::init(0));
static cl::opt<Isa> isaOption("isa", cl::desc("Instruction set"), cl::init(Isa::Avx512),
                              cl::values(clEnumValN(Isa::Avx512, "avx512", ""), clEnumValN(Isa::Avx2, "avx2", ""),
                                         clEnumValN(Isa::Sse42, "sse42", "")));

namespace {

/// What passes hand to each other.
struct State {
  std::vector<std::unique_ptr<Module>> inputs; ///< until `prepare` or the first other pass takes them
  std::unique_ptr<Module> module;
  Function *kernel = nullptr;
  LaunchShape shape;
  Target target;
  Plan plan;
  Prepared prepared;
};

/// The kernel by name, or the only function that others could call.
Expected<Function *> findKernel(Module &module) {
  if (!kernelName.empty()) {
    Function *f = module.getFunction(kernelName);
    if (f && !f->isDeclaration())
      return f;
    return createStringError("no kernel named " + kernelName);
  }
  Function *only = nullptr;
  for (Function &f : module) {
    if (f.isDeclaration() || f.hasLocalLinkage())
      continue;
    if (only)
      return createStringError("several functions; choose one with -kernel");
    only = &f;
  }
  if (!only)
    return createStringError("no function in the input");
  return only;
}

Error takeModule(State &s) {
  if (s.module)
    return Error::success();
  Expected<std::unique_ptr<Module>> linked = linkModules(std::move(s.inputs));
  if (!linked)
    return linked.takeError();
  s.module = std::move(*linked);
  Expected<Function *> f = findKernel(*s.module);
  if (!f)
    return f.takeError();
  s.kernel = *f;
  return Error::success();
}

Error runPrepare(State &s) {
  std::string name = kernelName;
  if (name.empty()) {
    if (s.inputs.size() != 1)
      return createStringError("choose a kernel with -kernel");
    Expected<Function *> f = findKernel(*s.inputs.front());
    if (!f)
      return f.takeError();
    name = (*f)->getName();
  }
  Expected<Prepared> p = prepare(std::move(s.inputs), name, s.shape, s.target, {false, checked});
  if (!p)
    return p.takeError();
  s.prepared = std::move(*p);
  s.module = std::move(s.prepared.module);
  s.kernel = s.prepared.kernel;
  return Error::success();
}

/// A pass over the kernel's loops, with facts of its own.
template <unsigned (*pass)(LoopFacts &)> Error overLoops(State &s) {
  LoopFacts facts(*s.kernel, s.shape, s.target);
  pass(facts);
  return Error::success();
}

/// Makes the plan and prints it; -parts overrides its choice.
Error runPlan(State &s) {
  s.plan = makePlan(*s.kernel, s.shape, s.target);
  if (parts) {
    cut(s.plan, s.shape, parts);
    s.plan.reasons = {"as asked"};
  }
  errs() << "plan: " << s.plan.text() << "\n";
  return Error::success();
}

/// Says how threads come to the kernel's barriers, and leaves the attribute for the plan.
Error runBarriers(State &s) {
  BarrierUse use = barrierUse(*s.kernel, s.shape, s.target);
  errs() << "barriers: "
         << (!use.apart.empty() ? use.apart
             : use.oneWarp      ? "groups of one warp"
                                : "any groups")
         << "\n";
  return Error::success();
}

/// A pass made another function of the kernel, which the output is to show.
Error goOnWith(State &s, Expected<Function *> made) {
  if (!made)
    return made.takeError();
  s.kernel = *made;
  s.kernel->setLinkage(GlobalValue::ExternalLinkage);
  return Error::success();
}

Error runStructurize(State &s) {
  for (Function *f : keptFunctions(*s.kernel)) {
    if (Error e = structurize(*f))
      return e;
    callAsVector(*f);
  }
  return structurize(*s.kernel);
}

/// Structures the kernel and says whether its waits allow vector code.
Error runWaits(State &s) {
  const WarpWaits waits = waitsInVectors(*s.kernel, s.shape, s.target);
  std::string why = waits.reason();
  if (why.empty()) {
    if (Error e = runStructurize(s))
      return e;
    why = waits.reasonOfOrder(*s.kernel);
  }
  errs() << "waits: " << (why.empty() ? "for other warps" : why) << "\n";
  return Error::success();
}

/// Leaves only the group function and what it calls, so that the output is about it.
Error runVectorize(State &s) {
  Function *kernel = s.kernel;
  SmallVector<Function *> functions = keptFunctions(*kernel);
  if (Error e = goOnWith(s, vectorize(*kernel, s.shape, s.plan, s.target)))
    return e;
  kernel->eraseFromParent();
  if (Error e = vectorizeFunctions(functions, s.shape, s.plan, s.target))
    return e;
  return Error::success();
}

/// Takes the group function that vectorize left, or one that the input holds.
Error runPhases(State &s) {
  Expected<Phases> phases = buildPhases(*s.kernel);
  if (!phases)
    return phases.takeError();
  errs() << "frame: " << phases->frameBytes << " bytes\n";
  return goOnWith(s, phases->entry);
}

struct Pass {
  const char *name;
  Error (*run)(State &);
};

const Pass kPasses[] = {
    {"prepare", runPrepare},
    {"yields", [](State &s) -> Error { return insertYields(*s.kernel), Error::success(); }},
    {"traps", [](State &s) -> Error { return trapFirst(*s.kernel), Error::success(); }},
    {"masks", [](State &s) -> Error { return checkMasks(*s.kernel), Error::success(); }},
    {"turns", overLoops<insertTurns>},
    {"unroll", overLoops<unrollReuse>},
    {"prefetch", overLoops<prefetchTiles>},
    {"guards", overLoops<versionGuards>},
    {"barriers", runBarriers},
    {"structurize", runStructurize},
    {"waits", runWaits},
    {"plan", runPlan},
    {"vectorize", runVectorize},
    {"phases", runPhases},
    {"scalarize", [](State &s) { return goOnWith(s, scalarize(*s.kernel, s.shape, s.target)); }},
};

Error runOneStep(State &s, const Step &step) {
  if (Error e = takeModule(s))
    return e;
  Work work{*s.module, s.kernel, s.shape, s.target, 0, {}, nullptr, false, checked};
  return runStep(step, work);
}

Error runPass(State &s, StringRef name) {
  StringRef stepName = name;
  if (stepName.consume_front("prepare."))
    for (const Step &step : prepareSteps())
      if (stepName == step.name)
        return runOneStep(s, step);
  for (const Pass &pass : kPasses) {
    if (name != pass.name)
      continue;
    if (pass.run != runPrepare)
      if (Error e = takeModule(s))
        return e;
    return pass.run(s);
  }
  std::string known;
  for (const Pass &pass : kPasses)
    known += std::string(" ") + pass.name;
  for (const Step &step : prepareSteps())
    known += std::string(" prepare.") + step.name;
  return createStringError("unknown pass '" + name + "'; known:" + known);
}

Error runAll(State &s) {
  for (const std::string &name : passNames)
    if (Error e = runPass(s, name))
      return e;
  if (Error e = takeModule(s))
    return e;
  std::string text;
  raw_string_ostream os(text);
  if (verifyModule(*s.module, &os))
    return createStringError("the result is invalid IR: " + text);
  return Error::success();
}

int fail(const char *tool, Error e) {
  handleAllErrors(
      std::move(e), [&](const Decline &d) { WithColor::error(errs(), tool) << "declined: " << d.why << "\n"; },
      [&](const ErrorInfoBase &info) { WithColor::error(errs(), tool) << info.message() << "\n"; });
  return 1;
}

} // namespace

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "Helicon's SIMT compiler, pass by pass\n");
  LLVMContext context;
  State state;
  SMDiagnostic problem;
  for (const std::string &path : inputs) {
    std::unique_ptr<Module> module = parseIRFile(path, problem, context);
    if (!module) {
      problem.print(argv[0], errs());
      return 1;
    }
    state.inputs.push_back(std::move(module));
  }
  for (unsigned i = 0; i < block.size() && i < 3; ++i)
    state.shape.block[i] = block[i] ? block[i] : 1;
  state.shape.indexFits31 = !wideIndex;
  state.target = targetFor(isaOption);
  if (Error e = runAll(state))
    return fail(argv[0], std::move(e));
  std::error_code ec;
  ToolOutputFile out(output, ec, sys::fs::OF_Text);
  if (ec) {
    WithColor::error(errs(), argv[0]) << output << ": " << ec.message() << "\n";
    return 1;
  }
  state.module->print(out.os(), nullptr);
  out.keep();
  return 0;
}
