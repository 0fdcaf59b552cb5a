// A loop polls when one of its exit conditions depends on a read that only another thread can change: a volatile or
// atomic load, any load where the loop has a fence, a compare-and-swap against a value that the loop does
// not change (a lock), an exchange, or a read-modify-write by nothing. A compare-and-swap loop that recomputes its
// operand is not polling: it makes progress itself. A condition also depends on reads that chose the way to one of its
// values (`if (flag == 0) again = true;`); there only places that stay the same from round to round count: a loop that
// walks on ends by itself.
#include "simt/analysis/Polls.h"

#include "kernel-ir/AddressSpace.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace helicon::simt {

namespace {

bool isLocal(const Value *pointer) { return isa<AllocaInst>(getUnderlyingObject(pointer)); }

bool hasFence(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &i) { return isa<FenceInst>(i); });
  });
}

bool isPoll(const Instruction &i, const Loop &loop) {
  if (auto *load = dyn_cast<LoadInst>(&i)) {
    const Value *place = load->getPointerOperand();
    return (load->isVolatile() || load->isAtomic() || hasFence(loop)) && !isLocal(place);
  }
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&i))
    return loop.isLoopInvariant(exchange->getCompareOperand());
  if (ir::Op op = opOf(i); op == ir::Op::Cas128 || op == ir::Op::Swap128) { // what is compared, or put there
    auto *call = cast<CallBase>(&i);
    return loop.isLoopInvariant(call->getArgOperand(1)) && loop.isLoopInvariant(call->getArgOperand(2));
  }
  auto *rmw = dyn_cast<AtomicRMWInst>(&i);
  if (!rmw || !loop.isLoopInvariant(rmw->getValOperand()))
    return false;
  auto *constant = dyn_cast<ConstantInt>(rmw->getValOperand());
  return rmw->getOperation() == AtomicRMWInst::Xchg || (constant && constant->isZero());
}

/// Two variables of the program, which the host may have put anywhere.
bool areTwoVariables(const Value *a, const Value *b) {
  auto *callA = dyn_cast<CallInst>(a), *callB = dyn_cast<CallInst>(b);
  return callA && callB && opOf(*callA) == ir::Op::Variable && opOf(*callB) == ir::Op::Variable &&
         callA->getArgOperand(0) != callB->getArgOperand(0);
}

/// Could these two be the same place?
bool mayMeet(const Value *a, const Value *b) {
  auto spaceOf = [](const Value *place, const Value *object) { // a cast says more than what is cast, or less
    const unsigned space = place->getType()->getPointerAddressSpace();
    return space != kGeneric ? space : object->getType()->getPointerAddressSpace();
  };
  const Value *objectA = getUnderlyingObject(a), *objectB = getUnderlyingObject(b);
  if (isa<AllocaInst>(objectA) || isa<AllocaInst>(objectB) || areTwoVariables(objectA, objectB))
    return false;
  const unsigned spaceA = spaceOf(a, objectA), spaceB = spaceOf(b, objectB);
  if (spaceA != spaceB && spaceA != kGeneric && spaceB != kGeneric)
    return false;
  return objectA == objectB || !isIdentifiedObject(objectA) || !isIdentifiedObject(objectB);
}

} // namespace

/// Where the loop writes the private variable that is read: code for a debugger keeps variables in memory.
static void addWrites(const LoadInst &load, const Loop &loop, Instructions &work) {
  const Value *variable = getUnderlyingObject(load.getPointerOperand());
  if (!isa<AllocaInst>(variable))
    return;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &i : *block)
      if (auto *store = dyn_cast<StoreInst>(&i); store && getUnderlyingObject(store->getPointerOperand()) == variable)
        work.insert(&i);
}

void addOperands(const Instruction &of, const Loop &loop, Instructions &work) {
  if (auto *load = dyn_cast<LoadInst>(&of))
    addWrites(*load, loop, work);
  for (const Value *operand : of.operands())
    if (auto *i = dyn_cast<Instruction>(operand); i && loop.contains(i))
      work.insert(i);
}

Instructions exitsOf(const Loop &loop) {
  Instructions exits;
  SmallVector<BasicBlock *, 4> exiting;
  loop.getExitingBlocks(exiting);
  for (const BasicBlock *block : exiting)
    exits.insert(block->getTerminator());
  return exits;
}

/// Polls among `work` and what it is made of in the loop.
static SmallVector<const Instruction *, 4> pollsBehind(Instructions work, const Loop &loop) {
  SmallVector<const Instruction *, 4> polls;
  for (unsigned k = 0; k < work.size(); ++k) {
    if (isPoll(*work[k], loop))
      polls.push_back(work[k]);
    addOperands(*work[k], loop, work);
  }
  return polls;
}

SmallVector<const Instruction *, 4> pollsOf(const Loop &loop) { return pollsBehind(exitsOf(loop), loop); }

Controllers::Controllers(Function &kernel) {
  PostDominatorTree tree(kernel);
  for (BasicBlock &block : kernel) {
    if (block.getTerminator()->getNumSuccessors() < 2 || !tree.getNode(&block))
      continue;
    const DomTreeNode *end = tree.getNode(&block)->getIDom();
    for (BasicBlock *next : successors(&block))
      for (const DomTreeNode *at = tree.getNode(next); at && at != end; at = at->getIDom())
        if (at->getBlock())
          branches[at->getBlock()].insert(block.getTerminator());
  }
}

void Controllers::add(const BasicBlock *block, const Loop &loop, Instructions &work) const {
  auto found = branches.find(block);
  if (found == branches.end())
    return;
  for (const Instruction *branch : found->second)
    if (loop.contains(branch))
      work.insert(branch);
}

bool walksOn(const Instruction &read, const Loop &loop) {
  Instructions work;
  if (const auto *place = dyn_cast_or_null<Instruction>(placeOf(read)); place && loop.contains(place))
    work.insert(place);
  for (unsigned k = 0; k < work.size(); ++k) {
    if (isa<PHINode>(work[k]) && work[k]->getParent() == loop.getHeader())
      return true;
    addOperands(*work[k], loop, work);
  }
  return false;
}

SmallVector<const Instruction *, 4> pollsByBranches(const Loop &loop, const Controllers &controllers) {
  SmallVector<const Instruction *, 4> polls;
  Instructions work = exitsOf(loop);
  for (unsigned k = 0; k < work.size(); ++k) {
    const Instruction &i = *work[k];
    if (isPoll(i, loop) && !walksOn(i, loop))
      polls.push_back(&i);
    addOperands(i, loop, work);
    if (auto *phi = dyn_cast<PHINode>(&i))
      for (const BasicBlock *from : phi->blocks())
        if (loop.contains(from)) {
          work.insert(from->getTerminator());
          controllers.add(from, loop, work);
        }
    if (i.isTerminator())
      controllers.add(i.getParent(), loop, work);
  }
  return polls;
}

SmallVector<const Instruction *, 4> readsForBranches(const Loop &loop) {
  Instructions branches;
  for (const BasicBlock *block : loop.blocks())
    if (block->getTerminator()->getNumSuccessors() > 1)
      branches.insert(block->getTerminator());
  auto reads = pollsBehind(std::move(branches), loop);
  erase_if(reads, [&](const Instruction *read) { return walksOn(*read, loop); });
  return reads;
}

bool readsFlags(const Loop &loop) {
  return any_of(loop.blocks(), [&](const BasicBlock *block) {
    return any_of(*block, [&](const Instruction &i) { return isPoll(i, loop); });
  });
}

const Value *placeOf(const Instruction &i) {
  if (auto *rmw = dyn_cast<AtomicRMWInst>(&i))
    return rmw->getPointerOperand();
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&i))
    return exchange->getPointerOperand();
  if (ir::Op op = opOf(i); op == ir::Op::MbarrierArrive || op == ir::Op::Cas128 || op == ir::Op::Swap128)
    return i.getOperand(0);
  return getLoadStorePointerOperand(&i);
}

bool mayWrite(const Instruction &i, const Value *place) {
  if (isa<LoadInst>(i))
    return false;
  if (const Value *written = placeOf(i))
    return mayMeet(written, place);
  if (auto *memory = dyn_cast<AnyMemIntrinsic>(&i))
    return mayMeet(memory->getRawDest(), place);
  return isa<CallBase>(i) && !isa<IntrinsicInst>(i) && opOf(i) == ir::Op::None && i.mayWriteToMemory();
}

bool isWrittenInside(const Instruction &poll, const Loop &loop) {
  const Value *place = placeOf(poll);
  return any_of(loop.blocks(), [&](const BasicBlock *block) {
    return any_of(*block, [&](const Instruction &i) { return &i != &poll && mayWrite(i, place); });
  });
}

SmallPtrSet<BasicBlock *, 16> sideOf(BasicBlock *successor, const BasicBlock *branch, const BasicBlock *meeting) {
  SmallPtrSet<BasicBlock *, 16> side;
  SmallVector<BasicBlock *, 16> work{successor};
  while (!work.empty()) {
    BasicBlock *block = work.pop_back_val();
    if (block != branch && block != meeting && side.insert(block).second)
      work.append(succ_begin(block), succ_end(block));
  }
  return side;
}

} // namespace helicon::simt
