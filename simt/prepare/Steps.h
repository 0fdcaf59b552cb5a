// The steps of prepare, in the order of kSteps in Prepare.cpp. Each works on the whole module, or on one function at a
// time (`work.function`: the kernel, then the functions that inlining left), leaves valid IR, and returns an error only
// for what the user must hear. simt-opt runs any one of them as `prepare.NAME`.
#pragma once

#include "simt/Simt.h"

#include <llvm/ADT/Twine.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/PassManager.h>

namespace helicon::simt {

/// One kernel on its way from the stored to the prepared form.
struct Work {
  llvm::Module &module;
  llvm::Function *kernel;
  const LaunchShape &shape;
  const Target &target;
  uint32_t sharedBytes = 0;
  std::vector<std::string> variables;
  llvm::Function *function = nullptr; ///< what a step for each function works on
  bool debug = false;                 ///< variables stay where a debugger finds them
  bool checked = false;               ///< look for what a card forbids
};

/// Of a global variable: a `__constant__` one.
inline constexpr char kConstantAttribute[] = "helicon.constant";

enum class StepScope { Module, EachFunction };

struct Step {
  const char *name;
  llvm::Error (*run)(Work &);
  StepScope scope = StepScope::Module;
};
llvm::Error runStep(const Step &step, Work &work);
/// The kernel, then the functions with a body that nobody else sees.
llvm::SmallVector<llvm::Function *> definedFunctions(const Work &work);
llvm::ArrayRef<Step> prepareSteps();

/// Part of placing memory, AddressTables.cpp.
void openAddressTables(Work &, llvm::function_ref<bool(const llvm::GlobalVariable &)> isDeviceVariable);

/// All modules of the program image in one, static names bound (spikes 1.4).
llvm::Expected<std::unique_ptr<llvm::Module>> linkModules(std::vector<std::unique_ptr<llvm::Module>> modules);

llvm::Error keepReachable(Work &);       // Reach.cpp: drop what the kernel does not use; retarget the rest
llvm::Error keepVariables(Work &);       // Variables.cpp: for a debugger, variables stay in memory
llvm::Error markGridConstants(Work &);   // GridConstants.cpp: __grid_constant__ parameters are marked
llvm::Error readRegisters(Work &);       // Registers.cpp: threadIdx and its kin
llvm::Error lowerPtx(Work &);            // Refuse.cpp: inline PTX, by simt/ptx
llvm::Error lowerServices(Work &);       // Services.cpp: math, printf, malloc, assert, libm names
llvm::Error writeLibraryBodies(Work &);  // LibraryBodies.cpp: memcmp, memchr, strlen of the C++ library
llvm::Error lowerNvvm(Work &);           // Nvvm.cpp: llvm.nvvm.* but the special registers
llvm::Error makeDefined(Work &);         // Defined.cpp: shifts, divisions, conversions
llvm::Error plainCallForms(Work &);      // CallForms.cpp: structs through memory where calls may stay
llvm::Error checkAlignment(Work &);      // checked/Alignment.cpp
llvm::Error inlineAll(Work &);           // Inline.cpp
llvm::Error answerGridConstants(Work &); // GridConstants.cpp: __isGridConstant
llvm::Error placeCarry(Work &);          // Refuse.cpp: the carry flag of inline PTX becomes a local
llvm::Error showRegisters(Work &);       // Variables.cpp: for a debugger, threadIdx and its kin as locals
llvm::Error endAtTraps(Work &);          // Exits.cpp: a trap leads to the return
llvm::Error formFma(Work &);             // Fma.cpp
llvm::Error specialise(Work &);          // Specialise.cpp: block shape and special registers
llvm::Error ownParameters(Work &);       // Parameters.cpp: written by-value parameters become private copies
llvm::Error inferSpaces(Work &);         // Spaces.cpp: address spaces and their alias scopes
llvm::Error optimise(Work &);            // Optimise.cpp
llvm::Error chooseLaneForms(Work &);     // LaneForms.cpp: what vectors of 32-bit lanes like better
llvm::Error placeMemory(Work &);         // Memory.cpp: shared memory, device variables, memory intrinsics
llvm::Error splitTypes(Work &);          // Types.cpp: vectors, aggregates, odd integers
llvm::Error widenOddIntegers(Work &);    // OddIntegers.cpp: i2, i33 to the next usual width
llvm::Error splitWideIntegers(Work &);   // WideIntegers.cpp: 128 bits to pairs of 64
llvm::Error joinWords(Work &);           // Words.cpp: the members of half2 and its kin as one word
llvm::Error normaliseExits(Work &);      // Exits.cpp: one return, no unreachable, endless loops get an exit
llvm::Error cleanUp(Work &);             // Optimise.cpp: after the last lowering
llvm::Error refuseUnknown(Work &);       // Refuse.cpp: what is left and has no lowering
llvm::Error verifyPrepared(Work &);      // Verify.cpp

/// threadIdx and its kin: the registers behind x, y and z.
struct BuiltinVariable {
  const char *name;
  llvm::Intrinsic::ID registers[3];
};
llvm::ArrayRef<BuiltinVariable> builtinVariables(); // Registers.cpp

/// Copies and fills of a few words become loads and stores of at most 32 bits.
struct SplitCopiesPass : llvm::PassInfoMixin<SplitCopiesPass> {
  llvm::PreservedAnalyses run(llvm::Function &f, llvm::FunctionAnalysisManager &);
};
/// 64-bit phis of which only the low half is used become 32 bits wide (NarrowPhis.cpp).
struct NarrowPhisPass : llvm::PassInfoMixin<NarrowPhisPass> {
  llvm::PreservedAnalyses run(llvm::Function &f, llvm::FunctionAnalysisManager &);
};
/// No phi, select or freeze of a pair of values is left, and pairs are taken apart where they are made (Pairs.cpp).
void splitPairs(llvm::Function &f);
/// Erases what `kernel` does not use from its module.
void dropUnreached(llvm::Module &module, llvm::Function &kernel);
/// What cleans up unoptimised code without changing its loops: SROA, EarlyCSE, InstCombine, SimplifyCFG.
void runEarlyCleanup(llvm::Function &f);
/// Names that stand for llvm.maxnum and llvm.minnum inside prepare, followed by the type.
inline constexpr char kMaxNum[] = "helicon.maxnum", kMinNum[] = "helicon.minnum";
/// An error for the user that names where it is, when the code has lines ("saxpy.mu:12: ...").
llvm::Error userError(const llvm::Instruction &at, const llvm::Twine &message);
/// "kernel saxpy(...)", "function fib(int)".
std::string nameWithKind(const llvm::Function &f);
/// A mangled name as the user wrote it.
std::string readableName(llvm::StringRef mangled);

} // namespace helicon::simt
