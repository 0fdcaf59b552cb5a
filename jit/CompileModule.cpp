#include "jit/Compile.h"
#include "jit/Link.h"
#include "jit/Stopwatch.h"

#include <llvm/IR/Verifier.h>

using namespace llvm;

namespace helicon::jit {

namespace {

Error checked(const Module &module) {
  std::string text;
  raw_string_ostream stream(text);
  if (!verifyModule(module, &stream))
    return Error::success();
  return createStringError("internal error, broken code after compiling: " + StringRef(text).take_front(500));
}

} // namespace

Expected<std::vector<char>> compileModule(Module &module, StringRef kernel, Isa isa, TargetMachine &machine,
                                          HostPasses &passes, bool tidied, CompileTimes *times,
                                          simt::StageObserver observe) {
  if (Error error = checked(module))
    return std::move(error);
  prepareForHost(module, machine, isa);
  {
    Stopwatch watch(times ? &times->optimize : nullptr);
    passes.finish(module, tidied);
  }
  if (observe)
    observe("optimize", module);
  Expected<SmallVector<char, 0>> object = [&] {
    Stopwatch watch(times ? &times->codegen : nullptr);
    return emitObject(module, machine);
  }();
  if (!object)
    return object.takeError();
  Stopwatch watch(times ? &times->link : nullptr);
  return linkSharedObject(*object, kernel);
}

} // namespace helicon::jit
