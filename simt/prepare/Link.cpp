// Joins the modules of a program image. Before that, a declaration `N` whose own module defines `N__static__HASH` or
// `N__intern__HASH` is bound to it: clang 19 names a static device variable without the suffix where a kernel uses it
// before host code does. All modules must live in one LLVMContext; cost is that of LLVM's linker.
#include "simt/prepare/Steps.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Linker/Linker.h>

#define DEBUG_TYPE "helicon-link"
STATISTIC(numBound, "Declarations bound to the suffixed definition of their module");

using namespace llvm;

namespace helicon::simt {

static GlobalValue *suffixedDefinition(Module &module, StringRef name) {
  for (GlobalValue &g : module.global_values()) {
    StringRef rest = g.getName();
    if (!g.isDeclaration() && rest.consume_front(name) &&
        (rest.starts_with("__static__") || rest.starts_with("__intern__")))
      return &g;
  }
  return nullptr;
}

static void bindStatics(Module &module) {
  SmallVector<GlobalValue *> declarations;
  for (GlobalValue &g : module.global_values())
    if (g.isDeclaration() && !g.use_empty() && !g.getName().starts_with("llvm."))
      declarations.push_back(&g);
  for (GlobalValue *g : declarations)
    if (GlobalValue *definition = suffixedDefinition(module, g->getName());
        definition && definition->getType() == g->getType()) {
      g->replaceAllUsesWith(definition);
      g->eraseFromParent();
      ++numBound;
    }
}

/// LLVM's linker reports through the context's handler; this one keeps the first error's text.
namespace {
struct KeepText final : DiagnosticHandler {
  std::string &text;
  explicit KeepText(std::string &text) : text(text) {}
  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (info.getSeverity() == DS_Error && text.empty()) {
      raw_string_ostream os(text);
      DiagnosticPrinterRawOStream printer(os);
      info.print(printer);
    }
    return true;
  }
};
} // namespace

Expected<std::unique_ptr<Module>> linkModules(std::vector<std::unique_ptr<Module>> modules) {
  if (modules.empty())
    return createStringError("the program image holds no device code");
  for (auto &m : modules)
    bindStatics(*m);
  std::unique_ptr<Module> all = std::move(modules.front());
  LLVMContext &context = all->getContext();
  std::string problem;
  auto previous = context.getDiagnosticHandler();
  context.setDiagnosticHandler(std::make_unique<KeepText>(problem));
  bool failed = false;
  for (size_t i = 1; i < modules.size() && !failed; ++i)
    failed = Linker::linkModules(*all, std::move(modules[i]));
  context.setDiagnosticHandler(std::move(previous));
  if (failed)
    return createStringError("linking device code failed: " + problem);
  return std::move(all);
}

} // namespace helicon::simt
