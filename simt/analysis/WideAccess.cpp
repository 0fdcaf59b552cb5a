#include "simt/analysis/WideAccess.h"

#include "kernel-ir/Intrinsics.h"
#include "simt/analysis/PlantedFault.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/BasicAliasAnalysis.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ScopedNoAliasAA.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TypeBasedAliasAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#define DEBUG_TYPE "simt-wide"
STATISTIC(numLoadGroups, "Groups of loads of adjacent fields");
STATISTIC(numStoreGroups, "Groups of stores of adjacent fields");

using namespace llvm;

namespace helicon::simt {

namespace {

constexpr unsigned kMostFields = 8;
constexpr unsigned kChunkBytes = 16;     ///< that one lane reads at an address of its own
constexpr unsigned kMostOpen = 32;       ///< groups that an access is compared with
constexpr unsigned kMostAccesses = 2000; ///< of a kernel; beyond that, comparing them takes too long

/// An access that could be a member, and how its lanes lie.
struct Access {
  Instruction *instruction = nullptr;
  Value *pointer = nullptr;
  Type *type = nullptr;
  unsigned bytes = 0;
  unsigned run = 1;
  unsigned fields = 0; ///< 0: as many as will be found side by side in one lane
  int64_t offset = 0;  ///< from the group's first access
};

struct Open {
  SmallVector<Access, 8> members;
  SmallVector<Instruction *, 8> between; ///< accesses since the first member that are not members
  int64_t low = 0, high = 0;             ///< offsets of the outermost members
};

} // namespace

unsigned WideGroup::lastField() const {
  unsigned last = fields - 1;
  while (!member[last])
    --last;
  return last;
}

bool WideGroup::isFull() const {
  return none_of(member, [](const Instruction *i) { return i == nullptr; });
}

class WideAccesses::Finder {
public:
  Finder(FunctionAnalyses &analyses, const Shapes &shapes, const Geometry &geometry, Isa isa)
      : analyses(analyses), shapes(shapes), geometry(geometry), set(isa),
        layout(analyses.function.getParent()->getDataLayout()), assumptions(analyses.function),
        libraryFacts(Triple(analyses.function.getParent()->getTargetTriple())), library(libraryFacts),
        evolution(analyses.function, library, assumptions, analyses.dominators, analyses.loops), aliases(library),
        basic(layout, analyses.function, library, assumptions, &analyses.dominators) {
    aliases.addAAResult(basic);
    aliases.addAAResult(scopes);
    aliases.addAAResult(types);
  }

  std::vector<std::unique_ptr<WideGroup>> run();

private:
  std::optional<Access> accessOf(Instruction &i);
  void join(std::vector<Open> &open, Access access);
  bool mayMove(const Open &group, const Access &access);
  bool touches(Instruction &a, Instruction &b);
  bool passes(Instruction &load, Instruction &store);
  void meet(Instruction &i);
  void close(Open &group);
  void finish(SmallVector<Access, 8> members, unsigned fields);
  bool pays(const WideGroup &group) const;
  Align alignOf(const Access &access);

  FunctionAnalyses &analyses;
  const Shapes &shapes;
  const Geometry &geometry;
  const Isa set;
  const DataLayout &layout;
  AssumptionCache assumptions;
  TargetLibraryInfoImpl libraryFacts;
  TargetLibraryInfo library;
  ScalarEvolution evolution;
  AAResults aliases;
  BasicAAResult basic;
  ScopedNoAliasAAResult scopes;
  TypeBasedAAResult types;
  std::vector<Open> loads, stores;
  std::vector<std::unique_ptr<WideGroup>> found;
};

std::optional<Access> WideAccesses::Finder::accessOf(Instruction &i) {
  auto *load = dyn_cast<LoadInst>(&i);
  auto *store = dyn_cast<StoreInst>(&i);
  if ((!load || !load->isSimple() || load->getMetadata(ir::kQuadLoad)) && (!store || !store->isSimple()))
    return std::nullopt;
  Access a;
  a.instruction = &i;
  a.pointer = load ? load->getPointerOperand() : store->getPointerOperand();
  a.type = load ? load->getType() : store->getValueOperand()->getType();
  a.bytes = layout.getTypeStoreSize(a.type);
  const Shape &shape = shapes.of(a.pointer);
  if (shape.isUniform() || a.type->isIntegerTy(1) || !isPowerOf2_32(a.bytes) || a.bytes > 8 ||
      analyses.arrays.laneMinorElement(a.pointer) || planted("wrong-stride"))
    return std::nullopt;
  a.run = shape.isStrided() ? geometry.lanes : shape.run;
  if (a.run > 1 && shape.stride > 0 && shape.stride % a.bytes == 0 && shape.stride <= int64_t(kMostFields) * a.bytes) {
    a.fields = shape.stride / a.bytes;
    if (a.fields == 1 && shape.isStrided())
      return std::nullopt; // a contiguous access anyway
    return a;
  }
  if (shape.isStrided() && std::abs(shape.stride) == int64_t(a.bytes))
    return std::nullopt;
  a.run = 1;
  return a;
}

bool WideAccesses::Finder::touches(Instruction &a, Instruction &b) {
  if (!isa<LoadInst, StoreInst>(b))
    return true;
  return !aliases.isNoAlias(MemoryLocation::get(&a), MemoryLocation::get(&b));
}

/// Would the load come to stand before a store that it must follow? A store's group is made as late as its last member.
bool WideAccesses::Finder::passes(Instruction &load, Instruction &store) {
  for (const Open &group : stores)
    if (any_of(group.members, [&](const Access &m) { return m.instruction == &store; }))
      return any_of(group.members, [&](const Access &m) { return touches(load, *m.instruction); });
  return touches(load, store);
}

/// A load moves up past what lies between, a store lets the earlier ones come down past it.
bool WideAccesses::Finder::mayMove(const Open &group, const Access &access) {
  const bool isLoad = isa<LoadInst>(access.instruction);
  for (Instruction *other : group.between) {
    if (isLoad && isa<LoadInst>(other))
      continue;
    if (isLoad && passes(*access.instruction, *other))
      return false;
    if (!isLoad)
      for (const Access &member : group.members)
        if (member.instruction->comesBefore(other) && touches(*member.instruction, *other))
          return false;
  }
  return true;
}

void WideAccesses::Finder::join(std::vector<Open> &open, Access access) {
  const Shape &shape = shapes.of(access.pointer);
  unsigned compared = 0;
  for (Open &group : reverse(open)) {
    if (++compared > kMostOpen)
      break;
    const Access &first = group.members.front();
    const Shape &other = shapes.of(first.pointer);
    if (first.bytes != access.bytes || first.run != access.run || first.fields != access.fields ||
        first.pointer->getType() != access.pointer->getType() || other.sharing != shape.sharing ||
        other.stride != shape.stride ||
        (first.type != access.type && (first.type->isPointerTy() || access.type->isPointerTy())))
      continue;
    auto *distance = dyn_cast<SCEVConstant>(
        evolution.getMinusSCEV(evolution.getSCEV(access.pointer), evolution.getSCEV(first.pointer)));
    if (!distance || distance->getAPInt().getSignificantBits() > 32)
      continue;
    const int64_t offset = distance->getAPInt().getSExtValue();
    int64_t low = std::min(group.low, offset), high = std::max(group.high, offset);
    int64_t window = access.fields ? int64_t(access.fields) * access.bytes : kChunkBytes;
    if (offset % int64_t(access.bytes) != 0 || high - low + int64_t(access.bytes) > window ||
        any_of(group.members, [&](const Access &m) { return m.offset == offset; }) || !mayMove(group, access))
      continue;
    group.low = low, group.high = high;
    access.offset = offset;
    group.members.push_back(access);
    return;
  }
  Open fresh;
  fresh.members.push_back(access);
  open.push_back(std::move(fresh));
}

void WideAccesses::Finder::meet(Instruction &i) {
  if (isa<DbgInfoIntrinsic>(i) || !i.mayReadOrWriteMemory())
    return;
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&i);
      intrinsic && (intrinsic->getIntrinsicID() == Intrinsic::prefetch || intrinsic->isLifetimeStartOrEnd() ||
                    intrinsic->isAssumeLikeIntrinsic()))
    return;
  const bool isLoad = isa<LoadInst>(i);
  if (!isa<LoadInst, StoreInst>(i) || i.isVolatile() || i.isAtomic()) {
    for (std::vector<Open> *open : {&loads, &stores}) {
      for (Open &group : *open)
        close(group);
      open->clear();
    }
    return;
  }
  std::optional<Access> access = accessOf(i);
  auto isMine = [&](const Open &group) { return group.members.back().instruction == &i; };
  if (access)
    join(isLoad ? loads : stores, *access);
  for (std::vector<Open> *open : {&loads, &stores})
    for (Open &group : *open)
      if (!isMine(group))
        group.between.push_back(&i);
}

void WideAccesses::Finder::close(Open &group) {
  for (Access &m : group.members)
    m.offset -= group.low;
  sort(group.members, [](const Access &a, const Access &b) { return a.offset < b.offset; });
  const Access first = group.members.front();
  if (first.fields) {
    finish(std::move(group.members), first.fields);
    return;
  }
  // As many elements side by side as make a power of two, from the lowest on.
  SmallVector<Access, 8> members = std::move(group.members);
  while (members.size() >= 2) {
    unsigned together = 1;
    while (together < members.size() && members[together].offset == members[0].offset + int64_t(together) * first.bytes)
      ++together;
    unsigned fields = PowerOf2Ceil(together + 1) / 2;
    SmallVector<Access, 8> chunk(members.begin(), members.begin() + fields);
    const int64_t start = chunk.front().offset;
    for (Access &m : chunk)
      m.offset -= start;
    members.erase(members.begin(), members.begin() + fields);
    if (fields >= 2)
      finish(std::move(chunk), fields);
  }
}

/// What is known of the address beside the access's own promise: clang knows little of `*(int4 *)&halves[i]`.
Align WideAccesses::Finder::alignOf(const Access &access) {
  unsigned zeros = computeKnownBits(access.pointer, layout, 0, &assumptions, access.instruction, &analyses.dominators)
                       .countMinTrailingZeros();
  return std::max(getLoadStoreAlignment(access.instruction), Align(uint64_t(1) << std::min(zeros, 6u)));
}

void WideAccesses::Finder::finish(SmallVector<Access, 8> members, unsigned fields) {
  auto group = std::make_unique<WideGroup>();
  group->isStore = isa<StoreInst>(members.front().instruction);
  group->bytes = members.front().bytes;
  group->run = members.front().run;
  group->fields = fields;
  group->member.assign(fields, nullptr);
  group->sharing = shapes.of(members.front().pointer).sharing;
  for (const Access &m : members) {
    group->member[m.offset / m.bytes] = m.instruction;
    if (group->isStore)
      group->sharing = group->sharing.meet(shapes.of(cast<StoreInst>(m.instruction)->getValueOperand()).sharing);
    bool later = group->place && group->place->comesBefore(m.instruction);
    if (!group->place || later == group->isStore) {
      group->place = m.instruction;
      group->fromFirst = -m.offset;
    }
  }
  group->align = alignOf(members.front());
  if (!pays(*group))
    return;
  ++(group->isStore ? numStoreGroups : numLoadGroups);
  found.push_back(std::move(group));
}

bool WideAccesses::Finder::pays(const WideGroup &group) const {
  const unsigned share = group.fields * group.bytes, stretch = group.run * share;
  const unsigned made = group.fields - count(group.member, nullptr);
  if (group.run < geometry.lanes) {
    // Overlapping runs must write as before: field after field, so the same fields have to meet.
    bool inOrder = !group.isStore || group.fields == 1 || group.align.value() >= share;
    return group.isFull() && isPowerOf2_32(group.fields) && stretch >= (group.run == 1 ? 8u : 16u) && inOrder;
  }
  if (group.isStore && set != Isa::Avx512)
    return group.isFull();
  if (group.isStore || set != Isa::Sse42)
    return group.fields <= 4 || made * 2 >= group.fields;
  return made >= 2 && made * 2 >= group.fields;
}

std::vector<std::unique_ptr<WideGroup>> WideAccesses::Finder::run() {
  for (BasicBlock *block : analyses.order) {
    for (Instruction &i : *block)
      meet(i);
    for (std::vector<Open> *open : {&loads, &stores}) {
      for (Open &group : *open)
        close(group);
      open->clear();
    }
  }
  return std::move(found);
}

WideAccesses::WideAccesses(FunctionAnalyses &analyses, const Shapes &shapes, const Geometry &geometry, Isa isa) {
  unsigned accesses = 0;
  for (BasicBlock *block : analyses.order)
    for (Instruction &i : *block)
      if (const Value *pointer = getLoadStorePointerOperand(&i))
        accesses += !shapes.of(pointer).isUniform();
  if (accesses == 0 || accesses > kMostAccesses)
    return;
  storage = Finder(analyses, shapes, geometry, isa).run();
  for (auto &group : storage)
    for (Instruction *i : group->member)
      if (i)
        groups[i] = group.get();
}

} // namespace helicon::simt
