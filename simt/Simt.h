// The SIMT compiler's passes, IR in and IR out, in the order in which pipeline.cpp runs them. Forms are those of
// kernel-ir/README.md. A pass returns an error for what the user must hear, and a `Decline` for a kernel that this
// way cannot serve; the pipeline then takes the thread executor and hands the reason on.
#pragma once

#include "kernel-ir/Request.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include <memory>
#include <string>
#include <vector>

namespace helicon::simt {

class LoopFacts;

/// The machine that code is generated for.
struct Target {
  Isa isa = Isa::Avx512;
  unsigned lanes = 16; ///< V: lanes of 32 bits in one vector
  bool fma = true;
};
Target targetFor(Isa isa);

/// A kernel that a pass cannot serve. Named and counted; never an error for the user.
class Decline : public llvm::ErrorInfo<Decline> {
public:
  static char ID;
  explicit Decline(std::string why) : why(std::move(why)) {}
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }
  const std::string why;
};

/// What prepare finds out beside the code.
struct Prepared {
  std::unique_ptr<llvm::Module> module;
  llvm::Function *kernel = nullptr;
  uint32_t sharedBytes = 0;
  std::vector<std::string> variables; ///< helicon.variable(i) is variables[i]
};

struct PrepareOptions {
  bool debug = false;   ///< variables of the program stay in memory, for a debugger
  bool checked = false; ///< CompileRequest::checked
};
/// Links, specialises for the shape, inlines, lowers, optimises: stored form -> prepared form.
llvm::Expected<Prepared> prepare(std::vector<std::unique_ptr<llvm::Module>> modules, llvm::StringRef kernel,
                                 const LaunchShape &shape, const Target &target, PrepareOptions options = {});

/// Puts a helicon.yield into every loop of a prepared kernel that only waits for other threads, or has no end. For both
/// executors.
unsigned insertYields(llvm::Function &kernel);

// The next four work on a prepared kernel's loops, before structurize and for the simd executor. Each returns how many
// places it found.
/// Puts a helicon.turn into grid-stride loops.
unsigned insertTurns(LoopFacts &facts);
/// Loads in loops with barriers prefetch what the next round reads.
unsigned prefetchTiles(LoopFacts &facts);
/// Unrolls loops in which parts walk along rows of their own.
unsigned unrollReuse(LoopFacts &facts);
/// Gives loops behind a bounds check a version for groups that pass it whole (helicon.group.all).
unsigned versionGuards(LoopFacts &facts);

/// Prepared -> structured, or Decline. Changes the function in place.
llvm::Error structurize(llvm::Function &kernel);

/// How a kernel is cut into groups, with the reasons; made by analysis, never by a user's switch.
struct Plan {
  Executor executor = Executor::Simd;
  unsigned lanes = 16; ///< V
  unsigned parts = 1;  ///< U
  unsigned groups = 1; ///< per block
  std::vector<std::string> reasons;
  std::string text() const; ///< one line, for KernelImage::plan and -v output
};
Plan makePlan(llvm::Function &kernel, const LaunchShape &shape, const Target &target);
/// Cuts the block into groups of `parts`.
void cut(Plan &plan, const LaunchShape &shape, unsigned parts);
/// The block cut into groups of as many parts as a group may have, whatever the kernel: for passes before makePlan.
Plan widestPlan(const LaunchShape &shape, const Target &target);
/// The same with one warp a group.
Plan oneWarpPlan(const LaunchShape &shape, const Target &target);

/// Moves the steps of matrix products that wait for nothing in between together, for the vectoriser to make as one.
void gatherMatrixSteps(llvm::Function &kernel);

/// Structured -> vectorised: adds NAME.group to the module and returns it, or Decline.
llvm::Expected<llvm::Function *> vectorize(llvm::Function &kernel, const LaunchShape &shape, const Plan &plan,
                                           const Target &target);

/// Vectorised -> GroupFunction: replaces helicon.phase.* by a resumable state machine over a frame.
struct Phases {
  llvm::Function *entry = nullptr; ///< i32 (ptr ctx, i32 group, ptr frame)
  uint32_t frameBytes = 0;         ///< 0: never suspends
};
llvm::Expected<Phases> buildPhases(llvm::Function &group);

/// Prepared -> ThreadFunction `void NAME.thread(ptr ctx, i32 thread)` for the thread executor, with the functions that
/// the kernel still calls. Bodies move: what is left of them are declarations.
llvm::Expected<llvm::Function *> scalarize(llvm::Function &kernel, const LaunchShape &shape, const Target &target);

/// The whole way: modules in, one module with the exported KernelImage out (not yet optimised for the host).
struct Compiled {
  std::unique_ptr<llvm::Module> module;
  Executor executor = Executor::Simd;
  std::string reason; ///< why not the executor that was asked for
};
/// Sees the module after each stage; for developers (HELICON_DUMP).
using StageObserver = llvm::function_ref<void(llvm::StringRef stage, const llvm::Module &module)>;
/// Cleans up a vectorised function before it is cut into phases, with passes that know the host; what is alive at a
/// barrier is then what must be.
using GroupTidier = llvm::function_ref<void(llvm::Function &group)>;
llvm::Expected<Compiled> compileKernel(std::vector<std::unique_ptr<llvm::Module>> modules,
                                       const CompileRequest &request, const Target &target, StageObserver observe = {},
                                       GroupTidier tidy = {});

} // namespace helicon::simt
