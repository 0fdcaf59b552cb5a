// The target machine: an x86-64 level by name plus a list of features, never the CPU's name: LLVM names some CPUs
// wrongly, and `avx10.*` is half known to LLVM 19.
#include "jit/CodeGen.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>

#include <mutex>

using namespace llvm;

namespace helicon::jit {

namespace {

constexpr char kTriple[] = "x86_64-unknown-linux-gnu";

struct Level {
  const char *cpu;
  // Features beyond the level that are used where the host has them. Not listed, because results would change:
  // avx512bf16 (flushes denormals).
  SmallVector<const char *, 8> optional;
  // Always set: it only allows the use of gathers, which the level has.
  const char *fixed;
};

Level levelOf(Isa isa) {
  switch (isa) {
  case Isa::Sse42:
    return {"x86-64-v2", {}, ""};
  case Isa::Avx2:
    return {"x86-64-v3", {}, "+fast-gather"};
  default:
    return {"x86-64-v4",
            {"avx512ifma", "avx512vbmi", "avx512vbmi2", "avx512vnni", "avx512bitalg", "avx512vpopcntdq", "gfni",
             "avx512fp16"},
            "-prefer-256-bit"};
  }
}

std::string featuresOf(const Level &level) {
  SmallVector<std::string> features;
  StringMap<bool> host = sys::getHostCPUFeatures();
  for (const char *feature : level.optional)
    if (host.lookup(feature))
      features.push_back(std::string("+") + feature);
  if (*level.fixed)
    features.push_back(level.fixed);
  return join(features, ",");
}

/// LLVM has no other way to some numbers than its options. A new default, since lld sets all options back to theirs.
template <class T> void setDefault(StringRef name, T value) {
  StringMap<cl::Option *> &options = cl::getRegisteredOptions();
  if (auto found = options.find(name); found != options.end() && found->second->getNumOccurrences() == 0)
    static_cast<cl::opt<T> *>(found->second)->setInitialValue(value);
}

void boundCompileTime() {
  // The instruction scheduler compares each access to memory with all before it in its region, up to 1000 of them,
  // which took three quarters of the code generator's time for large kernels; with 200 the code is the same.
  setDefault<unsigned>("dag-maps-huge-region", 200);
  // Moving integer code to mask registers: of 80 kernels it changed none, and for 10,000 instructions in one block it
  // takes minutes (its time grows faster than their cube).
  setDefault<bool>("disable-x86-domain-reassignment", true);
}

} // namespace

Expected<std::unique_ptr<TargetMachine>> createMachine(Isa isa) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser(); // inline assembly
    boundCompileTime();
  });
  std::string error;
  const llvm::Target *target = TargetRegistry::lookupTarget(kTriple, error);
  if (!target)
    return createStringError("LLVM cannot generate code for this machine: " + error);
  Level level = levelOf(isa);
  TargetOptions options;
  // What may be fused was fused in prepare; the code generator must not do it again.
  options.AllowFPOpFusion = FPOpFusion::Strict;
  options.EmitStackSizeSection = true;
  std::unique_ptr<TargetMachine> machine(target->createTargetMachine(
      kTriple, level.cpu, featuresOf(level), options, Reloc::PIC_, CodeModel::Small, CodeGenOptLevel::Default));
  if (!machine)
    return createStringError("LLVM has no code generator for this machine");
  return machine;
}

} // namespace helicon::jit
