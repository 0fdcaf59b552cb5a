// From the call of an asm statement to a function: reads the constraints, gives each operand a slot, emits statement by
// statement, promotes the slots. Labels are blocks; a guarded instruction stands in a block of its own.
#include "simt/ptx/Handlers.h"
#include "simt/ptx/Parser.h"
#include "simt/ptx/Ptx.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <map>

#define DEBUG_TYPE "helicon-ptx"
STATISTIC(numLowered, "Inline PTX statements lowered");
STATISTIC(numKept, "Inline PTX statements that could not be lowered");

using namespace llvm;

namespace helicon::simt::ptx {

namespace {

struct Row {
  StringLiteral name;
  Handler handler; ///< null: refused
  StringLiteral why;
};

constexpr Row kRows[] = {
#define HELICON_PTX(name, handler, uses, forms) {name, handler, ""},
#define HELICON_PTX_REFUSED(name, uses, why) {name, nullptr, why},
#include "simt/ptx/Instructions.def"
};

const Row *rowOf(StringRef name) {
  static const auto *rows = [] {
    auto *map = new std::map<StringRef, const Row *>;
    for (const Row &row : kRows)
      (*map)[row.name] = &row;
    return map;
  }();
  auto found = rows->find(name);
  return found == rows->end() ? nullptr : found->second;
}

/// Forms whose operands the grammar need not know, because no lowering is there.
std::string refusedForm(StringRef spelled) {
  for (StringRef form :
       {"cp.async.bulk", "cp.reduce", "red.async", "fence.proxy.tensormap", "barrier.cluster", "st.async"})
    if (spelled.starts_with(form))
      return ("'" + spelled + "' is not supported").str();
  return {};
}

std::string whyRefused(StringRef name, StringRef spelled) {
  const Row *row = rowOf(name);
  if (!row)
    return ("the instruction '" + spelled + "' is not known").str();
  if (!row->handler)
    return ("'" + spelled + "' is not supported: " + row->why).str();
  return refusedForm(spelled);
}

class Emission {
  Body &x;
  const Program &program;
  SmallVector<BasicBlock *> labels;

public:
  Emission(Body &x, const Program &program) : x(x), program(program) {
    for (const std::string &name : program.labels)
      labels.push_back(BasicBlock::Create(x.b.getContext(), name, &x.function));
  }
  void run() {
    x.declare(program.registers);
    for (const Statement &s : program.statements) {
      if (s.instruction)
        instruction(*s.instruction);
      else
        enter(labels[s.label]);
      if (x.fault)
        return;
    }
  }

private:
  BasicBlock *block() { return BasicBlock::Create(x.b.getContext(), "", &x.function); }
  void enter(BasicBlock *next) {
    x.b.CreateBr(next);
    x.b.SetInsertPoint(next);
  }
  void instruction(const Instruction &i) {
    x.start(i);
    bool jumps = i.name == "bra";
    if (!i.guard && !jumps) {
      rowOf(i.name)->handler(x);
      return x.finish();
    }
    BasicBlock *target = jumps ? labels[i.label] : block(), *after = block();
    if (i.guard)
      x.b.CreateCondBr(x.predicate(*i.guard), target, after);
    else
      x.b.CreateBr(target);
    if (jumps) {
      x.take("uni");
    } else {
      x.b.SetInsertPoint(target);
      rowOf(i.name)->handler(x);
      x.b.CreateBr(after);
    }
    x.b.SetInsertPoint(after);
    x.finish();
  }
};

/// Bits of a register that a constraint letter names; 0: another constraint.
unsigned bitsOf(StringRef code) {
  return StringSwitch<unsigned>(code).Case("h", 16).Cases("r", "f", 32).Cases("l", "d", 64).Case("q", 128).Default(0);
}

/// One asm statement on its way to a function.
class AsmCall {
  const CallBase &call;
  const InlineAsm &text;
  Module &module;
  unsigned blockThreads;
  std::optional<Fault> fault;
  SmallVector<Slot> outputs;
  bool clobbersMemory = false;

public:
  AsmCall(const CallBase &call, unsigned blockThreads)
      : call(call), text(*cast<InlineAsm>(call.getCalledOperand())), module(*const_cast<Module *>(call.getModule())),
        blockThreads(blockThreads) {}
  /// The function, or null with a reason.
  Function *make();
  Fault reason() const { return fault.value_or(Fault()); }

private:
  void operands(Body &x);
  void input(Body &x, StringRef code, Argument &given, Constant *constant);
  void results(Body &x);
  void fail(const Twine &why) {
    if (!fault)
      fault = Fault{Place(), why.str()};
  }
};

Value *toBits(Body &x, Value *v, unsigned bits) {
  if (v->getType()->isPointerTy())
    v = x.b.CreatePtrToInt(v, x.intType(64));
  return x.b.CreateZExtOrTrunc(x.asInt(v), x.intType(bits));
}

void AsmCall::input(Body &x, StringRef code, Argument &given, Constant *constant) {
  unsigned tied;
  if (!code.getAsInteger(10, tied)) {
    if (tied >= outputs.size())
      return fail("an operand is tied to %" + Twine(tied) + ", which is no output");
    AllocaInst *memory = outputs[tied].memory;
    x.b.CreateStore(toBits(x, &given, memory->getAllocatedType()->getIntegerBitWidth()), memory);
    return x.addPlaceholder(outputs[tied]);
  }
  auto *number = dyn_cast_or_null<ConstantInt>(constant);
  unsigned bits = bitsOf(code);
  if (code == "n" || code == "i") {
    if (!number)
      return fail("an operand of constraint \"" + code + "\" is no number known when compiling");
    bits = std::max(number->getBitWidth(), 32u);
  } else if (!bits) {
    return fail("the constraint \"" + code + "\" is not supported");
  }
  if (given.getType()->getPrimitiveSizeInBits() > bits && !given.getType()->isPointerTy())
    return fail("an operand of " + Twine(given.getType()->getPrimitiveSizeInBits()) + " bits has the constraint \"" +
                code + "\"");
  if (number)
    return x.addPlaceholder({nullptr, ConstantInt::get(x.b.getContext(), number->getValue().zextOrTrunc(bits))});
  AllocaInst *memory = x.slot(bits);
  x.b.CreateStore(toBits(x, &given, bits), memory);
  x.addPlaceholder({memory, nullptr});
}

/// Operands are numbered as their constraints are listed: outputs, then inputs.
void AsmCall::operands(Body &x) {
  unsigned argument = 0;
  for (const InlineAsm::ConstraintInfo &c : text.ParseConstraints()) {
    StringRef code = c.Codes.empty() ? StringRef() : StringRef(c.Codes[0]);
    if (c.Type == InlineAsm::isClobber) {
      clobbersMemory |= code == "{memory}";
    } else if (c.isIndirect || c.Codes.size() != 1) {
      return fail("operands in memory are not supported");
    } else if (c.Type == InlineAsm::isOutput) {
      unsigned bits = bitsOf(code);
      if (!bits)
        return fail("the constraint \"=" + code + "\" is not supported");
      AllocaInst *memory = x.slot(bits);
      x.b.CreateStore(x.number(bits, 0), memory);
      outputs.push_back({memory, nullptr});
      x.addPlaceholder(outputs.back());
    } else if (c.Type == InlineAsm::isInput) {
      input(x, code, *x.function.getArg(argument), dyn_cast<Constant>(call.getArgOperand(argument)));
      ++argument;
    } else {
      return fail("labels as operands are not supported");
    }
    if (fault)
      return;
  }
}

void AsmCall::results(Body &x) {
  auto &b = x.b;
  Type *type = x.function.getReturnType();
  auto result = [&](Slot s, Type *t) -> Value * {
    Value *v = b.CreateLoad(s.memory->getAllocatedType(), s.memory);
    if (t->isPointerTy())
      return b.CreateIntToPtr(v, t);
    return b.CreateBitCast(b.CreateZExtOrTrunc(v, x.intType(t->getPrimitiveSizeInBits())), t);
  };
  if (outputs.empty())
    b.CreateRetVoid();
  else if (outputs.size() == 1)
    b.CreateRet(result(outputs[0], type));
  else {
    Value *all = PoisonValue::get(type);
    for (auto [n, s] : enumerate(outputs))
      all = b.CreateInsertValue(all, result(s, cast<StructType>(type)->getElementType(n)), n);
    b.CreateRet(all);
  }
}

Function *AsmCall::make() {
  auto parsed = parse(text.getAsmString(), whyRefused);
  if (auto *why = std::get_if<Fault>(&parsed)) {
    fault = *why;
    return nullptr;
  }
  Function *f = Function::Create(text.getFunctionType(), GlobalValue::InternalLinkage, "helicon.ptx", module);
  f->addFnAttr(Attribute::AlwaysInline);
  f->addFnAttr(Attribute::NullPointerIsValid);
  f->setDoesNotThrow();
  BasicBlock::Create(module.getContext(), "", f);
  Body x(*f);
  x.blockThreads = blockThreads;
  operands(x);
  if (!fault) {
    auto fence = [&] {
      if (clobbersMemory) // a limit for the compiler alone
        x.b.CreateFence(AtomicOrdering::SequentiallyConsistent, SyncScope::SingleThread);
    };
    fence();
    Emission(x, std::get<Program>(parsed)).run();
    fault = x.fault;
    fence();
  }
  if (!fault) {
    results(x);
    removeUnreachableBlocks(*f);
    DominatorTree tree(*f);
    PromoteMemToReg(x.slots, tree);
    return f;
  }
  f->deleteBody();
  f->eraseFromParent();
  return nullptr;
}

/// Statements of the same text with the same constants share a function.
using Key = std::pair<const Value *, SmallVector<const Value *, 4>>;
struct Less {
  bool operator()(const Key &x, const Key &y) const {
    return x.first != y.first
               ? x.first < y.first
               : std::lexicographical_compare(x.second.begin(), x.second.end(), y.second.begin(), y.second.end());
  }
};

Key keyOf(const CallBase &call) {
  Key key{call.getCalledOperand(), {}};
  for (const Use &argument : call.args())
    key.second.push_back(isa<ConstantInt>(argument) ? argument.get() : nullptr);
  return key;
}

} // namespace

unsigned lowerStatements(Module &module, unsigned blockThreads) {
  std::map<Key, Function *, Less> made;
  SmallVector<CallInst *> calls;
  for (Function &f : module)
    for (llvm::Instruction &i : instructions(f))
      if (auto *call = dyn_cast<CallInst>(&i); call && call->isInlineAsm())
        calls.push_back(call);
  unsigned count = 0;
  for (CallInst *call : calls) {
    auto [known, isNew] = made.try_emplace(keyOf(*call), nullptr);
    if (isNew)
      known->second = AsmCall(*call, blockThreads).make();
    if (!known->second) {
      ++numKept;
      if (!cast<InlineAsm>(call->getCalledOperand())->hasSideEffects())
        call->addFnAttr(Attribute::WillReturn); // else it would stay where nobody reads its result
      continue;
    }
    call->setCalledOperand(known->second);
    call->setAttributes(AttributeList());
    ++count;
  }
  numLowered += count;
  return count;
}

std::string explain(const CallBase &call, unsigned blockThreads) {
  AsmCall statement(call, blockThreads);
  if (Function *f = statement.make()) { // it can be after all: its operands became constants late
    f->deleteBody();
    f->eraseFromParent();
    return "inline PTX needs operands that are known before optimisation";
  }
  const Fault why = statement.reason();
  return ("inline PTX, line " + Twine(why.place.line) + ", column " + Twine(why.place.column) +
          " of its text: " + why.message)
      .str();
}

std::optional<Fault> check(StringRef text) {
  LLVMContext context;
  Module module("check", context);
  auto parsed = parse(text, whyRefused);
  if (auto *why = std::get_if<Fault>(&parsed))
    return *why;
  Function *f =
      Function::Create(FunctionType::get(Type::getVoidTy(context), false), GlobalValue::InternalLinkage, "f", module);
  BasicBlock::Create(context, "", f);
  Body x(*f);
  x.blockThreads = 32;
  Emission(x, std::get<Program>(parsed)).run();
  if (!x.fault) {
    x.b.CreateRetVoid();
    removeUnreachableBlocks(*f);
    DominatorTree tree(*f);
    PromoteMemToReg(x.slots, tree);
    std::string broken;
    raw_string_ostream os(broken);
    if (verifyFunction(*f, &os))
      return Fault{Place(), "broken code: " + broken};
  } else {
    f->deleteBody();
  }
  return x.fault;
}

void placeCarry(Module &module) {
  GlobalVariable *flag = module.getNamedGlobal(kCarry);
  if (!flag)
    return;
  std::map<Function *, AllocaInst *> own;
  for (Use &use : make_early_inc_range(flag->uses())) {
    Function *f = cast<llvm::Instruction>(use.getUser())->getFunction();
    AllocaInst *&memory = own[f];
    if (!memory) {
      IRBuilder<> b(&f->getEntryBlock(), f->getEntryBlock().begin());
      memory = b.CreateAlloca(b.getInt1Ty());
      b.CreateStore(b.getFalse(), memory);
    }
    use.set(memory);
  }
  flag->eraseFromParent();
}

static bool isNumberOfShared(const User &u) {
  unsigned opcode = Operator::getOpcode(&u);
  if (opcode == llvm::Instruction::PtrToInt)
    return u.getOperand(0)->getType()->getPointerAddressSpace() == 3;
  return opcode == llvm::Instruction::IntToPtr && u.getType()->getPointerAddressSpace() == 3;
}

static bool holdsNumberOfShared(const Value *v) {
  auto *expression = dyn_cast<ConstantExpr>(v);
  return expression && (isNumberOfShared(*expression) || any_of(expression->operands(), holdsNumberOfShared));
}

void useSharedOffsets(Module &module) {
  SmallVector<Constant *> variables;
  for (GlobalVariable &v : module.globals())
    if (v.getAddressSpace() == 3)
      variables.push_back(&v);
  for (Function &f : module)
    if (any_of(instructions(f), [](auto &i) { return any_of(i.operands(), holdsNumberOfShared); }))
      convertUsersOfConstantsToInstructions(variables, &f);
  SmallVector<llvm::Instruction *> casts;
  for (Function &f : module)
    for (llvm::Instruction &i : instructions(f))
      if ((isa<PtrToIntInst, IntToPtrInst>(i)) && isNumberOfShared(i))
        casts.push_back(&i);
  for (llvm::Instruction *i : casts) {
    IRBuilder<> b(i);
    Value *base = sharedBase(module, b), *r;
    if (isa<PtrToIntInst>(i)) {
      Value *address = b.CreatePtrToInt(i->getOperand(0), b.getInt64Ty());
      r = b.CreateZExtOrTrunc(b.CreateSub(address, b.CreatePtrToInt(base, b.getInt64Ty())), i->getType());
    } else {
      r = b.CreateGEP(b.getInt8Ty(), base, b.CreateZExtOrTrunc(i->getOperand(0), b.getInt64Ty()));
    }
    i->replaceAllUsesWith(r);
    i->eraseFromParent();
  }
}

} // namespace helicon::simt::ptx
