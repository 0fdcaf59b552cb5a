// Keeps what the kernel reaches and drops the rest, then retargets: data layout and triple of x86-64, no chip
// attributes, variables of the constant address space moved (host-visible ones to global memory and marked, tables
// of the compiler to plain constants). Null is an address like any other: a store to it must stay and fault. So is
// every type: nvcc takes no access for apart from another because of types, and kernels rely on it ((&v.x)[i],
// *(int4 *)halves), so clang's notes on them go.
#include "simt/prepare/Calls.h"
#include "simt/prepare/Steps.h"

#include "simt/analysis/SimtTTI.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/Statistic.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#define DEBUG_TYPE "helicon-reach"
STATISTIC(numDropped, "Functions and variables that the kernel does not reach");

using namespace llvm;

namespace helicon::simt {

static constexpr char kLayout[] = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

using Globals = SetVector<GlobalValue *>;

static void addConstants(Value *root, Globals &globals, SmallPtrSetImpl<Value *> &seen) {
  SmallVector<Value *> work{root};
  while (!work.empty()) {
    Value *v = work.pop_back_val();
    if (auto *g = dyn_cast<GlobalValue>(v))
      globals.insert(g);
    else if (auto *c = dyn_cast<Constant>(v); c && seen.insert(c).second)
      work.append(c->op_begin(), c->op_end());
  }
}

static Globals reachableFrom(Function &kernel) {
  Globals globals;
  SmallPtrSet<Value *, 32> seen;
  globals.insert(&kernel);
  for (size_t i = 0; i < globals.size(); ++i) {
    GlobalValue *g = globals[i];
    if (auto *f = dyn_cast<Function>(g)) {
      for (Instruction &inst : instructions(*f)) {
        for (Value *operand : inst.operands())
          addConstants(operand, globals, seen);
        if (auto *call = dyn_cast<CallBase>(&inst); call && isIndirect(*call))
          for (Function *target : targetsOf(*call, *f->getParent()))
            globals.insert(target);
      }
    } else if (auto *variable = dyn_cast<GlobalVariable>(g); variable && variable->hasInitializer()) {
      addConstants(variable->getInitializer(), globals, seen);
    } else if (auto *alias = dyn_cast<GlobalAlias>(g)) {
      addConstants(alias->getAliasee(), globals, seen);
    }
  }
  return globals;
}

void dropUnreached(Module &module, Function &kernel) {
  Globals keep = reachableFrom(kernel);
  SmallVector<GlobalValue *> drop;
  for (GlobalValue &g : module.global_values())
    if (!keep.contains(&g))
      drop.push_back(&g);
  for (GlobalValue *g : drop) {
    if (auto *f = dyn_cast<Function>(g))
      f->deleteBody();
    else if (auto *v = dyn_cast<GlobalVariable>(g))
      v->setInitializer(nullptr);
  }
  for (GlobalValue *g : drop) {
    g->removeDeadConstantUsers();
    g->replaceAllUsesWith(PoisonValue::get(g->getType()));
    g->eraseFromParent();
    ++numDropped;
  }
}

static void resolveAliases(Module &module) {
  for (GlobalAlias &alias : make_early_inc_range(module.aliases())) {
    alias.replaceAllUsesWith(alias.getAliasee());
    alias.eraseFromParent();
  }
}

/// All but what tells a call through a virtual table (Pointers.cpp); beside untyped accesses it sets nothing apart.
static void dropTypeNotes(Instruction &i) {
  if (const MDNode *tag = i.getMetadata(LLVMContext::MD_tbaa); tag && !isVirtualTableTag(*tag))
    i.setMetadata(LLVMContext::MD_tbaa, nullptr);
  i.setMetadata(LLVMContext::MD_tbaa_struct, nullptr);
}

static void retargetFunction(Function &f) {
  f.setCallingConv(CallingConv::C);
  if (f.isDeclaration())
    return;
  f.setComdat(nullptr);
  f.removeFnAttrs(AttributeMask()
                      .addAttribute("target-cpu")
                      .addAttribute("target-features")
                      .addAttribute("tune-cpu")
                      .addAttribute("uniform-work-group-size")
                      .addAttribute("frame-pointer")
                      .addAttribute("nvvm.annotations_transplanted")
                      .addAttribute(Attribute::OptimizeNone)
                      .addAttribute(Attribute::NoInline)
                      .addAttribute(Attribute::OptimizeForSize)
                      .addAttribute(Attribute::MinSize)
                      .addAttribute(Attribute::StackProtect)
                      .addAttribute(Attribute::StackProtectStrong)
                      .addAttribute(Attribute::NoReturn));
  f.addFnAttr(Attribute::NullPointerIsValid);
  for (Instruction &i : instructions(f)) {
    dropTypeNotes(i);
    if (auto *call = dyn_cast<CallBase>(&i)) {
      call->setCallingConv(CallingConv::C);
      call->removeFnAttr(Attribute::NoInline);
    }
  }
}

/// A table or literal that no host code can name.
static bool isPrivateConstant(const GlobalVariable &v) {
  return v.isConstant() && v.hasInitializer() && !v.isExternallyInitialized() && v.hasLocalLinkage();
}

/// Moves a variable out of the constant address space; all uses go through a cast to generic, as clang writes them.
static void moveConstant(GlobalVariable &v) {
  unsigned space = isPrivateConstant(v) ? kGeneric : kGlobal;
  auto *moved = new GlobalVariable(*v.getParent(), v.getValueType(), v.isConstant(), v.getLinkage(),
                                   v.hasInitializer() ? v.getInitializer() : nullptr, "", &v,
                                   GlobalVariable::NotThreadLocal, space, v.isExternallyInitialized());
  moved->takeName(&v);
  moved->setAlignment(v.getAlign());
  if (space == kGlobal)
    moved->addAttribute(kConstantAttribute);
  moved->copyMetadata(&v, 0); // a debugger's name for it
  Constant *generic = ConstantExpr::getPointerBitCastOrAddrSpaceCast(moved, PointerType::get(v.getContext(), 0));
  SmallVector<ConstantExpr *> casts;
  for (User *u : v.users())
    if (auto *cast = dyn_cast<ConstantExpr>(u);
        cast && cast->getOpcode() == Instruction::AddrSpaceCast && cast->getType() == generic->getType())
      casts.push_back(cast);
  for (ConstantExpr *cast : casts)
    cast->replaceAllUsesWith(generic);
  v.removeDeadConstantUsers();
  if (!v.use_empty())
    v.replaceAllUsesWith(ConstantExpr::getAddrSpaceCast(generic, v.getType()));
  v.eraseFromParent();
}

Error keepReachable(Work &work) {
  Module &module = work.module;
  if (!module.getModuleInlineAsm().empty())
    return createStringError("the program holds assembly at file level, which is not supported");
  for (StringRef list : {"llvm.used", "llvm.compiler.used", "llvm.global.annotations", "llvm.global_ctors"})
    if (GlobalVariable *v = module.getNamedGlobal(list))
      v->eraseFromParent();
  for (StringRef name : {"nvvm.annotations", "nvvmir.version", "llvm.ident", "opencl.ocl.version"})
    if (NamedMDNode *node = module.getNamedMetadata(name))
      node->eraseFromParent();
  resolveAliases(module);
  markAddressTaken(module);
  dropUnreached(module, *work.kernel);

  module.setDataLayout(kLayout);
  module.setTargetTriple("x86_64-unknown-linux-gnu");
  for (Function &f : module) {
    retargetFunction(f);
    if (&f != work.kernel && !f.isDeclaration())
      f.setLinkage(GlobalValue::InternalLinkage);
  }
  Function &kernel = *work.kernel;
  kernel.setLinkage(GlobalValue::ExternalLinkage);
  kernel.setVisibility(GlobalValue::DefaultVisibility);
  const uint32_t *block = work.shape.block;
  kernel.addFnAttr(kBlockAttribute, (Twine(block[0]) + "," + Twine(block[1]) + "," + Twine(block[2])).str());
  for (GlobalVariable &v : make_early_inc_range(module.globals())) {
    v.setComdat(nullptr);
    if (v.getAddressSpace() == kConstant)
      moveConstant(v);
  }
  return Error::success();
}

} // namespace helicon::simt
