// A program's bitcode holds all its kernels, and every one is compiled on its own, at its first launch. So function
// bodies are read only when the kernel reaches them; with fifty kernels in a module, reading all of it took a third
// of the compile. Names are followed from module to module as the linker will bind them, definitions more than needed.
// A kernel that calls through pointers needs all there is: which functions it may mean is seen by whose address is
// taken, anywhere in the program.
#include "jit/Parse.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>

using namespace llvm;

namespace helicon::jit {

namespace {

Error damaged(const Twine &why) { return createStringError("the device code is damaged: " + why); }

Expected<std::unique_ptr<Module>> openModule(std::span<const char> bytes, LLVMContext &context) {
  StringRef text(bytes.data(), bytes.size());
  if (isBitcode(text.bytes_begin(), text.bytes_end())) {
    Expected<std::unique_ptr<Module>> module = getLazyBitcodeModule(MemoryBufferRef(text, "device code"), context);
    if (!module)
      return damaged(toString(module.takeError()));
    return module;
  }
  // The reader of text wants a zero behind the last character.
  SMDiagnostic problem;
  std::unique_ptr<Module> module = parseIR(*MemoryBuffer::getMemBufferCopy(text, "device code"), problem, context);
  if (!module)
    return damaged(problem.getMessage());
  return module;
}

class Reach {
public:
  explicit Reach(ArrayRef<std::unique_ptr<Module>> modules) : modules(modules) {}
  Error from(StringRef kernel);
  bool callsThroughPointers() const { return indirect; }

private:
  void everywhere(StringRef name);
  void statics(const GlobalValue &declaration);
  void constants(Value *root);
  Error visit(GlobalValue &g);

  ArrayRef<std::unique_ptr<Module>> modules;
  SetVector<GlobalValue *> reached;
  SmallPtrSet<Value *, 32> seen;
  bool indirect = false;
};

void Reach::everywhere(StringRef name) {
  for (auto &module : modules)
    if (GlobalValue *g = module->getNamedValue(name))
      reached.insert(g);
}

/// Clang may name a static variable or function without the suffix of its definition (simt/prepare/Link.cpp).
void Reach::statics(const GlobalValue &declaration) {
  for (GlobalValue &g : const_cast<Module *>(declaration.getParent())->global_values())
    if (StringRef rest = g.getName(); rest.consume_front(declaration.getName()) && rest.starts_with("__"))
      reached.insert(&g);
}

void Reach::constants(Value *root) {
  SmallVector<Value *> work{root};
  while (!work.empty()) {
    Value *v = work.pop_back_val();
    if (auto *g = dyn_cast<GlobalValue>(v))
      reached.insert(g);
    else if (auto *c = dyn_cast<Constant>(v); c && seen.insert(c).second)
      work.append(c->op_begin(), c->op_end());
  }
}

Error Reach::visit(GlobalValue &g) {
  if (auto *f = dyn_cast<Function>(&g)) {
    if (Error error = f->materialize())
      return error;
    for (Instruction &i : instructions(*f)) {
      for (Value *operand : i.operands())
        constants(operand);
      auto *call = dyn_cast<CallBase>(&i);
      indirect |= call && !call->isInlineAsm() && !isa<Function>(call->getCalledOperand()->stripPointerCasts());
    }
  }
  for (Value *operand : cast<Constant>(g).operands())
    constants(operand);
  if (!g.hasLocalLinkage())
    everywhere(g.getName());
  if (g.isDeclaration() && !g.getName().starts_with("llvm."))
    statics(g);
  return Error::success();
}

Error Reach::from(StringRef kernel) {
  everywhere(kernel);
  for (auto &module : modules)
    for (GlobalAlias &alias : module->aliases()) // what they name has to be a definition
      reached.insert(&alias);
  for (size_t i = 0; i < reached.size(); ++i)
    if (Error error = visit(*reached[i]))
      return error;
  return Error::success();
}

Error readReached(ArrayRef<std::unique_ptr<Module>> modules, StringRef kernel) {
  Reach reach(modules);
  if (Error error = reach.from(kernel))
    return error;
  for (auto &module : modules) {
    for (Function &f : *module)
      if (f.isMaterializable() && !reach.callsThroughPointers()) {
        f.deleteBody();
        f.setComdat(nullptr);
      }
    if (Error error = module->materializeAll())
      return error;
  }
  return Error::success();
}

} // namespace

Expected<std::vector<std::unique_ptr<Module>>> parseModules(const CompileRequest &request, LLVMContext &context) {
  std::vector<std::unique_ptr<Module>> modules;
  for (std::span<const char> bytes : request.bitcode) {
    Expected<std::unique_ptr<Module>> module = openModule(bytes, context);
    if (!module)
      return module.takeError();
    modules.push_back(std::move(*module));
  }
  if (Error error = readReached(modules, request.kernel))
    return damaged(toString(std::move(error)));
  return modules;
}

} // namespace helicon::jit
