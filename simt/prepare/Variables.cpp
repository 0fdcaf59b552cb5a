// For a debugger. Variables of the program stay in memory, so that each has a place for its whole life and a statement
// that assigns one stays a line to stop at: accesses that name a variable directly become volatile, and the address of
// a structure or an array is stored to where anybody might read it, which keeps later passes from promoting them and
// from taking them apart (gdb 13 ends over a structure in pieces). And each function, inlined or not, gets threadIdx,
// blockIdx, blockDim and gridDim as locals. Costs what memory costs; done for code of one thread that was compiled with
// -g.
#include "simt/prepare/Steps.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/Statistic.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#define DEBUG_TYPE "helicon-variables"
STATISTIC(numKept, "Variables that stay in memory");

using namespace llvm;

namespace helicon::simt {

namespace {

/// Wider ones are split or cut into words later, which volatile accesses would forbid.
bool isPlain(const Type *type) {
  return type->isIntOrPtrTy() ? !type->isIntegerTy(128) : type->isFloatTy() || type->isDoubleTy();
}

void keepInMemory(Value &place) {
  for (User *user : place.users()) {
    if (auto *load = dyn_cast<LoadInst>(user)) {
      if (isPlain(load->getType()))
        load->setVolatile(true);
    } else if (auto *store = dyn_cast<StoreInst>(user)) {
      if (store->getPointerOperand() == &place && isPlain(store->getValueOperand()->getType()))
        store->setVolatile(true);
    } else if (auto *member = dyn_cast<GetElementPtrInst>(user)) {
      keepInMemory(*member);
    }
  }
}

/// Functions of our own headers: nobody steps through them, and what they are given is best seen as it is.
bool isOurs(const Function &f) {
  const DISubprogram *known = f.getSubprogram();
  return !known || known->getFilename().contains("include/helicon/");
}

/// Takes the addresses of aggregates.
class Sink {
public:
  explicit Sink(Function &f) : at(&*f.getEntryBlock().getFirstNonPHIOrDbgOrAlloca()) {}
  void take(AllocaInst &variable) {
    IRBuilder<> b(at);
    b.SetCurrentDebugLocation({});
    if (!place) {
      place = b.CreateAlloca(b.getPtrTy(), nullptr, "seen");
      place->moveBefore(&*at->getFunction()->getEntryBlock().begin());
    }
    b.CreateStore(&variable, place, /*isVolatile=*/true);
  }

private:
  Instruction *at;
  AllocaInst *place = nullptr;
};

/// Where code stands: a function, and the call by which it came here (null: it is the function itself).
using Scope = std::pair<DISubprogram *, DILocation *>;

SetVector<Scope> scopesOf(Function &f) {
  SetVector<Scope> scopes;
  if (DISubprogram *own = f.getSubprogram())
    scopes.insert({own, nullptr});
  for (const Instruction &i : instructions(f))
    for (DILocation *at = i.getDebugLoc(); at && scopes.insert({at->getScope()->getSubprogram(), at->getInlinedAt()});)
      at = at->getInlinedAt();
  return scopes;
}

/// struct { unsigned x, y, z; }
DIType *tripleType(DIBuilder &builder, DIFile *file) {
  DIType *word = builder.createBasicType("unsigned int", 32, dwarf::DW_ATE_unsigned);
  SmallVector<Metadata *, 3> members;
  for (unsigned i = 0; i < 3; ++i)
    members.push_back(
        builder.createMemberType(file, StringRef("xyz").substr(i, 1), file, 0, 32, 32, 32 * i, DINode::FlagZero, word));
  return builder.createStructType(file, "uint3", file, 0, 96, 32, DINode::FlagZero, nullptr,
                                  builder.getOrCreateArray(members));
}

AllocaInst *copyOf(IRBuilder<> &b, const BuiltinVariable &builtin) {
  auto *type = ArrayType::get(b.getInt32Ty(), 3);
  AllocaInst *copy = b.CreateAlloca(type, nullptr, Twine(builtin.name) + ".seen");
  for (unsigned i = 0; i < 3; ++i)
    b.CreateStore(b.CreateIntrinsic(builtin.registers[i], {}, {}), b.CreateConstInBoundsGEP2_32(type, copy, 0, i),
                  /*isVolatile=*/true);
  return copy;
}

/// The variables of device, constant and shared memory that a function uses, as the debugger knows them.
SetVector<GlobalVariable *> describedGlobals(Function &f) {
  SetVector<GlobalVariable *> globals;
  for (Instruction &i : instructions(f))
    for (Value *operand : i.operands())
      if (operand->getType()->isPointerTy() && isa<Constant>(operand))
        if (auto *variable = dyn_cast<GlobalVariable>(getUnderlyingObject(operand));
            variable && variable->hasMetadata())
          globals.insert(variable);
  return globals;
}

/// Each gets a local of its name that lies where the address says which is known at run time only.
void showGlobals(Function &f, DIBuilder &builder, ArrayRef<Scope> scopes, Sink &sink, Instruction *start) {
  IRBuilder<> b(start);
  b.SetCurrentDebugLocation({});
  for (GlobalVariable *variable : describedGlobals(f)) {
    SmallVector<DIGlobalVariableExpression *, 1> infos;
    variable->getDebugInfo(infos);
    if (infos.empty())
      continue;
    const DIGlobalVariable *known = infos.front()->getVariable();
    auto *home = dyn_cast_or_null<DILocalScope>(known->getScope()); // null: of the whole program
    AllocaInst *address = b.CreateAlloca(b.getPtrTy(), nullptr, variable->getName() + ".seen");
    b.CreateStore(b.CreateAddrSpaceCast(variable, b.getPtrTy()), address, /*isVolatile=*/true);
    sink.take(*address);
    for (auto [function, call] : scopes) {
      if (home && home->getSubprogram() != function)
        continue;
      DILocalVariable *local = builder.createAutoVariable(function, known->getName(), known->getFile(),
                                                          known->getLine(), known->getType(), true);
      builder.insertDeclare(address, local, builder.createExpression({dwarf::DW_OP_deref}),
                            DILocation::get(f.getContext(), 0, 0, function, call), start);
    }
  }
}

} // namespace

Error keepVariables(Work &work) {
  if (!work.debug)
    return Error::success();
  for (Function &f : work.module) {
    if (f.isDeclaration() || isOurs(f))
      continue;
    Sink sink(f);
    for (Instruction &i : f.getEntryBlock())
      if (auto *variable = dyn_cast<AllocaInst>(&i);
          variable && (!findDbgDeclares(variable).empty() || !findDVRDeclares(variable).empty())) {
        keepInMemory(*variable);
        if (variable->getAllocatedType()->isAggregateType())
          sink.take(*variable);
        ++numKept;
      }
  }
  return Error::success();
}

Error showRegisters(Work &work) {
  Function &f = *work.function;
  if (!work.debug || !f.getSubprogram())
    return Error::success();
  SetVector<Scope> scopes = scopesOf(f);
  DIFile *file = f.getSubprogram()->getFile();
  DIBuilder builder(work.module, /*AllowUnresolved=*/true, f.getSubprogram()->getUnit());
  DIType *type = tripleType(builder, file);
  Instruction *start = &*f.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  IRBuilder<> b(start);
  b.SetCurrentDebugLocation({});
  Sink sink(f);
  for (const BuiltinVariable &builtin : builtinVariables()) {
    AllocaInst *copy = copyOf(b, builtin);
    sink.take(*copy);
    for (auto [function, call] : scopes) {
      DILocalVariable *variable =
          builder.createAutoVariable(function, builtin.name, file, 0, type, true, DINode::FlagArtificial);
      builder.insertDeclare(copy, variable, builder.createExpression(),
                            DILocation::get(f.getContext(), 0, 0, function, call), start);
    }
  }
  showGlobals(f, builder, scopes.getArrayRef(), sink, start);
  builder.finalize();
  return Error::success();
}

} // namespace helicon::simt
