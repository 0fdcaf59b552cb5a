#include "simt/Refused.h"

#include "simt/analysis/SourceLine.h"
#include "simt/prepare/Steps.h"
#include "simt/ptx/Ptx.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/IPO/Internalize.h>
#include <llvm/Transforms/Utils/Cloning.h>

using namespace llvm;

namespace helicon::simt {

namespace {

using IsMissing = function_ref<bool(const GlobalValue &)>;

/// A declaration that the operands name and that nobody defines.
const GlobalValue *missingIn(const Instruction &i, IsMissing isMissing) {
  SmallVector<const Value *, 8> work(i.operand_values());
  SmallPtrSet<const Value *, 8> seen;
  while (!work.empty()) {
    const Value *value = work.pop_back_val();
    if (const auto *global = dyn_cast<GlobalValue>(value)) {
      if (global->isDeclaration() && isMissing(*global))
        return global;
    } else if (const auto *constant = dyn_cast<Constant>(value); constant && seen.insert(constant).second) {
      work.append(constant->value_op_begin(), constant->value_op_end());
    }
  }
  return nullptr;
}

bool isAsm(const Instruction &i) {
  const auto *call = dyn_cast<CallBase>(&i);
  return call && call->isInlineAsm();
}

/// Parts of the language that no device has, whatever the optimiser would make of them; empty for all else.
StringRef whyUnknown(const Instruction &i) {
  if (isa<IndirectBrInst>(i))
    return "a goto to the address of a label is not supported in device code; use a switch";
  if (const auto *intrinsic = dyn_cast<IntrinsicInst>(&i);
      intrinsic && intrinsic->getIntrinsicID() == Intrinsic::coro_id)
    return "coroutines are not supported in device code";
  return {};
}

bool isOfUnknownSize(const Instruction &i) {
  const auto *memory = dyn_cast<AllocaInst>(&i);
  return memory && !memory->isStaticAlloca();
}

bool mayHold(const Module &module, bool relocatable, IsMissing isMissing) {
  for (const Function &f : module)
    for (const Instruction &i : instructions(f))
      if (isAsm(i) || !whyUnknown(i).empty() || isOfUnknownSize(i) || (!relocatable && missingIn(i, isMissing)))
        return true;
  return false;
}

SmallPtrSet<const GlobalValue *, 8> kernelsOf(const Module &module) {
  SmallPtrSet<const GlobalValue *, 8> kernels;
  if (const NamedMDNode *annotations = module.getNamedMetadata("nvvm.annotations"))
    for (const MDNode *node : annotations->operands())
      if (const auto *key = node->getNumOperands() > 1 ? dyn_cast_or_null<MDString>(node->getOperand(1)) : nullptr;
          key && key->getString() == "kernel")
        if (auto *value = mdconst::dyn_extract_or_null<Function>(node->getOperand(0)))
          kernels.insert(value);
  return kernels;
}

void optimise(Module &module) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  // A device function called `floor` is the user's.
  TargetLibraryInfoImpl library{Triple(module.getTargetTriple())};
  library.disableAllFunctions();
  functions.registerPass([&] { return TargetLibraryAnalysis(library); });
  PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2).run(module, modules);
}

std::string whyMissing(const GlobalValue &global) {
  const std::string name = readableName(global.getName());
  if (name == "__dynamic_cast")
    return "dynamic_cast is not supported in device code; use a virtual function or a member that tells the class";
  if (isa<Function>(global))
    return "the device function " + name +
           " is called but not defined here; with -fgpu-rdc (or -dc) another object may define it";
  return "the device variable " + name + " is used but not defined here; with -fgpu-rdc another object may define it";
}

void add(std::vector<Refused> &found, const Instruction &at, std::string what) {
  std::string place = lineOf(at.getDebugLoc());
  for (const Refused &known : found)
    if (known.place == place && known.what == what)
      return;
  found.push_back({std::move(place), std::move(what)});
}

} // namespace

std::vector<Refused> findRefused(const Module &stored, bool relocatable, IsMissing isMissing) {
  std::vector<Refused> found;
  if (!stored.getModuleInlineAsm().empty())
    found.push_back({"", "device code holds assembly at file level, which is not supported"});
  if (!mayHold(stored, relocatable, isMissing))
    return found;
  for (const Function &f : stored)
    for (const Instruction &i : instructions(f))
      if (StringRef why = whyUnknown(i); !why.empty())
        add(found, i, why.str());
  if (!found.empty())
    return found;
  std::unique_ptr<Module> module = CloneModule(stored);
  ptx::useSharedOffsets(*module);
  ptx::lowerStatements(*module, /*blockThreads=*/0);
  auto left = [&](const Instruction &i) {
    return isAsm(i) || isOfUnknownSize(i) || (!relocatable && missingIn(i, isMissing));
  };
  if (none_of(*module, [&](const Function &f) { return any_of(instructions(f), left); }))
    return found;
  if (!relocatable) {
    const auto kernels = kernelsOf(*module);
    internalizeModule(*module, [&](const GlobalValue &g) { return !isa<Function>(g) || kernels.contains(&g); });
  }
  optimise(*module);
  for (const Function &f : *module)
    for (const Instruction &i : instructions(f)) {
      if (isAsm(i))
        add(found, i, ptx::explain(cast<CallBase>(i), 0) + " (" + nameWithKind(f) + ")");
      else if (isOfUnknownSize(i))
        add(found, i,
            "local memory whose size is known only at run time is not supported; use an array of constant size or "
            "malloc() (" +
                nameWithKind(f) + ")");
      else if (const GlobalValue *global = relocatable ? nullptr : missingIn(i, isMissing))
        add(found, i, whyMissing(*global));
    }
  return found;
}

} // namespace helicon::simt
