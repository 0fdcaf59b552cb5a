#include "jit/CodeGen.h"

#include "jit/DefinedAddresses.h"
#include "jit/FastRoots.h"
#include "jit/MaskWords.h"
#include "jit/NarrowFloats.h"
#include "jit/NarrowSignatures.h"
#include "jit/SpaceAliasAnalysis.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCSubtargetInfo.h>

using namespace llvm;

namespace helicon::jit {

void prepareForHost(Module &module, const TargetMachine &machine, Isa isa) {
  module.setTargetTriple(machine.getTargetTriple().str());
  module.setDataLayout(machine.createDataLayout());
  module.setPICLevel(PICLevel::BigPIC);
  for (Function &f : module) {
    if (f.isDeclaration())
      continue;
    f.addFnAttr("target-cpu", machine.getTargetCPU());
    f.addFnAttr("target-features", machine.getTargetFeatureString());
    f.addFnAttr("denormal-fp-math", "ieee,ieee");
    // Debuggers and profilers walk the stack through kernels.
    f.setUWTableKind(UWTableKind::Async);
    if (isa != Isa::Avx512)
      continue;
    // Without these a 512-bit intrinsic ends in LLVM's fatal error handler.
    f.addFnAttr("min-legal-vector-width", "512");
    f.addFnAttr("prefer-vector-width", "512");
  }
}

Expected<SmallVector<char, 0>> emitObject(Module &module, TargetMachine &machine) {
  // Here, behind all passes: none of them may put the narrow operations together again.
  auto has = [&](const char *feature) { return machine.getMCSubtargetInfo()->checkFeatures(feature); };
  const bool hasMasks = has("+avx512f");
  const NarrowSupport narrow{.halfConversions = has("+f16c"),
                             .halfArithmetic = has("+avx512fp16"),
                             .fusedFloat = has("+fma"),
                             .roundingModes = hasMasks};
  passAsIntegers(module, narrow);
  for (Function &f : module) {
    mendFastRoots(f);
    lowerNarrowFloats(f, narrow);
    defineAddresses(f);
    if (hasMasks)
      makeMasksFromWords(f);
  }
  SmallVector<char, 0> object;
  raw_svector_ostream stream(object);
  legacy::PassManager passes;
  TargetLibraryInfoImpl library(machine.getTargetTriple());
  // Calls are made to what the linker step lets through only, so no call may be invented from a loop or a store.
  library.disableAllFunctions();
  passes.add(new TargetLibraryInfoWrapperPass(library));
  passes.add(createSpaceAAWrapper());
  if (machine.addPassesToEmitFile(passes, stream, nullptr, CodeGenFileType::ObjectFile, /*DisableVerify=*/true))
    return createStringError("LLVM cannot write object files for this machine");
  passes.run(module);
  return object;
}

} // namespace helicon::jit
