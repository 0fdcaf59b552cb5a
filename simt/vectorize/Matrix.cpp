// Steps of matrix products. A lane's row of A lies in its quad, so an element of it is a broadcast within 128 bits; its
// column of B lies in the quad of another part of the warp, the same for all quads, so four elements of a row of B
// are brought together and repeated. Both are numbers already when they are moved.
//
// Steps that follow each other are made together, as outer products: for each element of k all rows by all columns, so
// that what was moved is used at once and the sums stay in registers. The order in which one sum is added to is the
// same as step by step.
#include "simt/analysis/LoopFacts.h"
#include "simt/analysis/MatrixElements.h"
#include "simt/vectorize/Vectorizer.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/IR/InlineAsm.h>

#include <map>

#define DEBUG_TYPE "simt-matrix"
STATISTIC(numSteps, "Steps of matrix products");
STATISTIC(numBundles, "Outer products that steps were made as");

using namespace llvm;

namespace helicon::simt {

namespace {

constexpr unsigned kMostElements = 4; ///< that MatrixElements makes of a register
constexpr unsigned kMostSums = 8; ///< of a bundle, each a vector a part: half of the registers with AVX-512

bool isStep(const Instruction &i) {
  auto *call = dyn_cast<CallBase>(&i);
  return call && ir::isMatrix(ir::opOf(*call));
}

} // namespace

void gatherMatrixSteps(Function &kernel) {
  for (BasicBlock &block : kernel) {
    SmallVector<Instruction *, 32> waiting;
    SmallPtrSet<const Value *, 32> results;
    auto uses = [&](const Instruction &i, unsigned first) {
      return any_of(drop_begin(i.operands(), first), [&](const Use &use) { return results.contains(use.get()); });
    };
    for (Instruction &i : make_early_inc_range(block)) {
      bool step = isStep(i);
      if (i.isTerminator() || isBarrier(i) || uses(i, step ? 1 : 0)) {
        for (Instruction *w : waiting)
          w->moveBefore(&i);
        waiting.clear();
        results.clear();
      }
      if (step) {
        waiting.push_back(&i);
        results.insert(&i);
      }
    }
  }
}

/// One bundle for one warp. What is moved is kept for the steps that want the same.
class Vectorizer::MatrixBundle {
public:
  /// `alone`: no other bundle may want the same moves.
  MatrixBundle(Vectorizer &v, ArrayRef<CallBase *> steps, unsigned firstPart, bool alone)
      : v(v), b(v.b), steps(steps), first(firstPart), alone(alone) {
    for (CallBase *step : steps) {
      elements.emplace_back(*step, v.target.fma);
      auto before = level.find(step->getArgOperand(0));
      level[step] = before == level.end() ? 0 : before->second + 1;
    }
  }

  void emit() {
    const unsigned parts = v.geometry.warpParts();
    const unsigned together = v.target.isa == Isa::Avx512 ? parts : 1;
    for (unsigned p = 0; p < parts; p += together)
      for (unsigned done = 0, l = 0; done < steps.size(); ++l) {
        SmallVector<unsigned, 8> here;
        for (unsigned k = 0; k < steps.size(); ++k)
          if (level[steps[k]] == l)
            here.push_back(k);
        emitLevel(here, first + p, together);
        done += here.size();
      }
  }

private:
  using Key = std::tuple<const Value *, unsigned, unsigned>; ///< register, what of it

  void emitLevel(ArrayRef<unsigned> here, unsigned part, unsigned parts) {
    SmallVector<SmallVector<Value *, 4>, 8> sums(here.size());
    for (auto [n, k] : enumerate(here))
      for (unsigned p = 0; p < parts; ++p)
        sums[n].push_back(v.vectorOf(steps[k]->getArgOperand(0), part + p));
    for (unsigned lane = 0; lane < kMatrixQuad; ++lane)
      for (unsigned e = 0; e < kMostElements; ++e)
        for (auto [n, k] : enumerate(here)) {
          if (e >= ofB(k).size())
            continue;
          Value *y = column(k, lane, e);
          for (unsigned p = 0; p < parts; ++p)
            sums[n][p] = elements[k].add(b, sums[n][p], row(k, lane, e, part + p), y);
        }
    for (auto [n, k] : enumerate(here))
      for (unsigned p = 0; p < parts; ++p)
        v.define(*steps[k], part + p, sums[n][p]);
  }

  /// A value that nobody takes for another bundle's: found to be common, moves would be kept from bundle to bundle, far
  /// more than there are registers, and moving again costs no more than a reload.
  Value *apart(Value *value) {
    if (alone || isa<Constant>(value))
      return value;
    Type *type = value->getType();
    StringRef constraint = v.target.isa == Isa::Avx512 ? "=v,0" : "=x,0";
    return b.CreateCall(InlineAsm::get(FunctionType::get(type, {type}, false), "", constraint, true), {value});
  }

  /// Elements of B's register, each in all parts of the warp.
  ArrayRef<SmallVector<Value *, 8>> ofB(unsigned k) {
    const Value *registers = steps[k]->getArgOperand(2);
    auto &all = bs[registers];
    if (all.empty())
      for (unsigned p = 0; p < v.geometry.warpParts(); ++p)
        for (auto [e, value] : enumerate(elements[k].ofB(b, v.vectorOf(registers, first + p)))) {
          all.resize(std::max<size_t>(all.size(), e + 1));
          all[e].push_back(apart(value));
        }
    return all;
  }
  Value *column(unsigned k, unsigned lane, unsigned e) {
    unsigned odd = elements[k].odd();
    Value *&made = columns[{steps[k]->getArgOperand(2), odd * kMatrixQuad + lane, e}];
    if (!made)
      made = v.columnOfB(ofB(k)[e], lane, odd);
    return made;
  }
  Value *row(unsigned k, unsigned lane, unsigned e, unsigned part) {
    const Value *registers = steps[k]->getArgOperand(1);
    auto &all = as[{registers, part, 0}];
    if (all.empty())
      for (Value *value : elements[k].ofA(b, v.vectorOf(registers, part)))
        all.push_back(apart(value));
    Value *&made = rows[{registers, part * kMatrixQuad + lane, e}];
    if (!made) {
      SmallVector<int, 16> within;
      for (unsigned l = 0; l < v.V; ++l)
        within.push_back(int((l & ~3u) | lane));
      made = b.CreateShuffleVector(all[e], within);
    }
    return made;
  }

  Vectorizer &v;
  IRBuilder<> &b;
  ArrayRef<CallBase *> steps;
  unsigned first;
  bool alone;
  SmallVector<MatrixElements, 16> elements;
  DenseMap<const Value *, unsigned> level;
  std::map<const Value *, SmallVector<SmallVector<Value *, 8>, 4>> bs;
  std::map<Key, MatrixElements::List> as;
  std::map<Key, Value *> columns, rows;
};

/// In every quad: the elements that lanes 4n + `lane` hold, n = odd, 2 + odd, 4 + odd, 6 + odd.
Value *Vectorizer::columnOfB(ArrayRef<Value *> parts, unsigned lane, unsigned odd) {
  const unsigned width = geometry.warpLanes();
  auto source = [&](unsigned t) { return (4 * (2 * t + odd) + lane) % width; };
  SmallVector<int, 16> pick;
  if (target.isa == Isa::Avx512 || parts.size() <= 2) {
    for (unsigned l = 0; l < V; ++l)
      pick.push_back(int(source(l % 4)));
    return parts.size() == 1 ? b.CreateShuffleVector(parts[0], pick) : b.CreateShuffleVector(parts[0], parts[1], pick);
  }
  // Four quads transposed: pairs of two, then both pairs; steps of other lanes share the first half.
  auto quad = [&](unsigned t) {
    unsigned first = source(t) - lane;
    SmallVector<int, 4> lanes;
    for (unsigned l = 0; l < 4; ++l)
      lanes.push_back(int(first % V + l));
    return V == 4 ? parts[first / V] : b.CreateShuffleVector(parts[first / V], lanes);
  };
  int half = lane < 2 ? 0 : 2;
  auto interleaved = [&](unsigned t) {
    return b.CreateShuffleVector(quad(t), quad(t + 1), ArrayRef<int>{half, half + 4, half + 1, half + 5});
  };
  int at = lane % 2 ? 2 : 0;
  for (unsigned l = 0; l < V; ++l)
    pick.push_back(l % 4 < 2 ? at + int(l % 4) : at + 4 + int(l % 2));
  return b.CreateShuffleVector(interleaved(0), interleaved(2), pick);
}

void Vectorizer::emitMatrixSteps(ArrayRef<CallBase *> steps) {
  numSteps += steps.size();
  for (unsigned warp = 0; warp < U; warp += geometry.warpParts())
    for (size_t begin = 0, end = 0; begin < steps.size(); begin = end) {
      SmallPtrSet<const Value *, 32> inside;
      unsigned sums = 0;
      for (; end < steps.size(); ++end) {
        if (!inside.contains(steps[end]->getArgOperand(0)) && ++sums > kMostSums)
          break;
        inside.insert(steps[end]);
      }
      ++numBundles;
      MatrixBundle(*this, steps.slice(begin, end - begin), warp, end - begin == steps.size()).emit();
    }
}

} // namespace helicon::simt
