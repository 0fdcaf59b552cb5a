#include "jit/Compile.h"

#include "jit/Dump.h"
#include "jit/Parse.h"
#include "jit/Stopwatch.h"

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>

using namespace llvm;

namespace helicon::jit {

namespace {

/// Errors that LLVM reports beside the return values; without a handler it would end the process.
class Diagnostics : public DiagnosticHandler {
public:
  explicit Diagnostics(std::string &errors) : errors(errors) {}
  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (info.getSeverity() != DS_Error)
      return true;
    raw_string_ostream stream(errors);
    DiagnosticPrinterRawOStream printer(stream);
    if (!errors.empty())
      stream << "; ";
    info.print(printer);
    return true;
  }

private:
  std::string &errors;
};

Expected<std::vector<char>> compileAll(const CompileRequest &request, CompileResult &result, LLVMContext &context,
                                       CompileTimes *times) {
  Isa isa = request.isa == Isa::Auto ? detectIsa() : request.isa;
  Expected<std::vector<std::unique_ptr<Module>>> modules = [&] {
    Stopwatch watch(times ? &times->parse : nullptr);
    return parseModules(request, context);
  }();
  if (!modules)
    return modules.takeError();
  Expected<std::unique_ptr<TargetMachine>> machine = createMachine(isa);
  if (!machine)
    return machine.takeError();
  HostPasses passes(**machine);
  Dump dump(request);
  auto observe = [&](StringRef stage, const Module &module) { dump.module(stage, module); };
  double tidying = 0;
  auto tidy = [&](Function &group) {
    Stopwatch watch(times ? &tidying : nullptr);
    passes.tidy(group);
  };
  Expected<simt::Compiled> compiled = [&] {
    Stopwatch watch(times ? &times->simt : nullptr);
    return simt::compileKernel(std::move(*modules), request, simt::targetFor(isa), observe, tidy);
  }();
  if (!compiled)
    return compiled.takeError();
  if (times) {
    times->simt -= tidying;
    times->optimize += tidying;
  }
  result.executor = compiled->executor;
  result.reason = compiled->reason;
  Expected<std::vector<char>> object = compileModule(*compiled->module, request.kernel, isa, **machine, passes,
                                                     compiled->executor == Executor::Simd, times, observe);
  if (object)
    dump.object(*object);
  return object;
}

} // namespace

void compile(const CompileRequest &request, CompileResult &result, CompileTimes *times) {
  LLVMContext context;
  std::string errors;
  context.setDiagnosticHandler(std::make_unique<Diagnostics>(errors));
  Expected<std::vector<char>> object = compileAll(request, result, context, times);
  if (!object) {
    result.message = toString(object.takeError());
    return;
  }
  if (!errors.empty()) {
    result.message = errors;
    return;
  }
  result.ok = true;
  result.object = std::move(*object);
}

} // namespace helicon::jit
