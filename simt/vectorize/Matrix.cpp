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
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <map>

#define DEBUG_TYPE "simt-matrix"
STATISTIC(numSteps, "Steps of matrix products");
STATISTIC(numBundles, "Outer products that steps were made as");

using namespace llvm;

namespace helicon::simt {

namespace {

constexpr unsigned kMostElements = 4; ///< that MatrixElements makes of a register
constexpr unsigned kMostSums = 8;     ///< of a bundle, each a vector a part: half of the registers with AVX-512

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
  MatrixBundle(Vectorizer &v, ArrayRef<CallBase *> steps) : v(v), b(v.b), steps(steps) {
    for (CallBase *step : steps) {
      elements.emplace_back(*step, v.target.fma);
      auto before = level.find(step->getArgOperand(0));
      level[step] = before == level.end() ? 0 : before->second + 1;
      for (unsigned k = 0; k < kOperands; ++k)
        if (const Value *operand = step->getArgOperand(k); !level.count(operand) && !is_contained(inputs, operand))
          inputs.push_back(operand);
    }
    for (CallBase *step : steps)
      if (any_of(step->users(), [&](const User *user) { return !level.count(user); }))
        outputs.push_back(step);
  }

  void emitHere(unsigned firstPart) {
    for (const Value *input : inputs)
      for (unsigned p = 0; p < v.geometry.warpParts(); ++p)
        values[{input, p}] = v.vectorOf(input, firstPart + p);
    emit();
    for (CallBase *output : outputs)
      for (unsigned p = 0; p < v.geometry.warpParts(); ++p)
        v.define(*output, firstPart + p, values[{output, p}]);
  }

  /// By a call: what goes in and comes out stands in memory. Equal bundles share the function.
  void emitCall(unsigned firstPart) {
    const unsigned parts = v.geometry.warpParts();
    // A vector of doubles takes twice the place of one of words.
    auto inMemory = [&](Value *memory, unsigned n) {
      return b.CreateConstGEP1_64(b.getInt8Ty(), memory, n * 2 * kVectorBytes);
    };
    Function *function = v.module.getFunction(name());
    if (!function)
      function = makeFunction(inMemory);
    AllocaInst *&memory = v.bundleMemory;
    if (!memory) {
      memory = v.slot(ArrayType::get(b.getInt8Ty(), kMostValues * 2 * kVectorBytes), "matrix");
      memory->setAlignment(Align(kVectorBytes));
    }
    unsigned n = 0;
    for (const Value *input : inputs)
      for (unsigned p = 0; p < parts; ++p, ++n)
        b.CreateAlignedStore(v.vectorOf(input, firstPart + p), inMemory(memory, n), Align(kVectorBytes));
    b.CreateCall(function, {memory});
    n = 0;
    for (CallBase *output : outputs)
      for (unsigned p = 0; p < parts; ++p, ++n)
        v.define(*output, firstPart + p,
                 b.CreateAlignedLoad(v.vectorType(output->getType()), inMemory(memory, n), Align(kVectorBytes)));
  }

  bool fitsMemory() const { return std::max(inputs.size(), outputs.size()) * v.geometry.warpParts() <= kMostValues; }

private:
  using Key = std::tuple<const Value *, unsigned, unsigned>; ///< register, what of it
  static constexpr unsigned kOperands = 3;                   ///< a sum and two registers
  static constexpr uint64_t kVectorBytes = 64;
  static constexpr unsigned kMostValues = 128;

  /// Says all that the code depends on: two bundles of one name do the same.
  std::string name() const {
    std::string text = "helicon.matrix.bundle";
    raw_string_ostream os(text);
    auto number = [&](const Value *operand) -> std::string {
      if (auto *at = find(inputs, operand); at != inputs.end())
        return "i" + std::to_string(at - inputs.begin());
      return "s" + std::to_string(find(steps, operand) - steps.begin());
    };
    for (const CallBase *step : steps) {
      os << '.' << unsigned(ir::opOf(*step));
      for (unsigned k = 0; k < kOperands; ++k)
        os << number(step->getArgOperand(k));
      for (const Use &constant : drop_begin(step->args(), kOperands))
        os << '_' << cast<ConstantInt>(constant)->getZExtValue();
      if (is_contained(outputs, step))
        os << 'o';
    }
    return text;
  }

  template <class Place> Function *makeFunction(Place inMemory) {
    auto *type = FunctionType::get(b.getVoidTy(), {b.getPtrTy()}, false);
    Function *f = Function::Create(type, GlobalValue::InternalLinkage, name(), v.module);
    f->setDoesNotThrow();
    f->addFnAttr(Attribute::NoInline);
    IRBuilder<>::InsertPointGuard guard(b);
    b.SetInsertPoint(BasicBlock::Create(v.context, "", f));
    b.SetCurrentDebugLocation(DebugLoc());
    unsigned n = 0;
    for (const Value *input : inputs)
      for (unsigned p = 0; p < v.geometry.warpParts(); ++p, ++n)
        values[{input, p}] =
            b.CreateAlignedLoad(v.vectorType(input->getType()), inMemory(f->getArg(0), n), Align(kVectorBytes));
    emit();
    n = 0;
    for (CallBase *output : outputs)
      for (unsigned p = 0; p < v.geometry.warpParts(); ++p, ++n)
        b.CreateAlignedStore(values[{output, p}], inMemory(f->getArg(0), n), Align(kVectorBytes));
    b.CreateRetVoid();
    return f;
  }

  void emit() {
    const unsigned parts = v.geometry.warpParts(), together = v.target.isa == Isa::Avx512 ? parts : 1;
    for (unsigned p = 0; p < parts; p += together)
      for (unsigned done = 0, l = 0; done < steps.size(); ++l) {
        SmallVector<unsigned, 8> here;
        for (unsigned k = 0; k < steps.size(); ++k)
          if (level[steps[k]] == l)
            here.push_back(k);
        emitLevel(here, p, together);
        done += here.size();
      }
  }

  void emitLevel(ArrayRef<unsigned> here, unsigned part, unsigned parts) {
    auto forAll = [&](auto body) {
      for (unsigned k : here)
        for (unsigned p = part; p < part + parts; ++p)
          body(k, p);
    };
    forAll([&](unsigned k, unsigned p) { values[{steps[k], p}] = values[{steps[k]->getArgOperand(0), p}]; });
    for (unsigned lane = 0; lane < kMatrixQuad; ++lane)
      for (unsigned e = 0; e < kMostElements; ++e)
        forAll([&](unsigned k, unsigned p) {
          if (e >= ofB(k).size())
            return;
          Value *&sum = values[{steps[k], p}], *y = column(k, lane, e);
          sum = elements[k].add(b, sum, row(k, lane, e, p), y);
        });
  }

  /// Elements of B's register, each in all parts of the warp.
  ArrayRef<SmallVector<Value *, 8>> ofB(unsigned k) {
    const Value *registers = steps[k]->getArgOperand(2);
    auto &all = bs[registers];
    if (all.empty())
      for (unsigned p = 0; p < v.geometry.warpParts(); ++p)
        for (auto [e, value] : enumerate(elements[k].ofB(b, values[{registers, p}]))) {
          all.resize(std::max<size_t>(all.size(), e + 1));
          all[e].push_back(value);
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
      all = elements[k].ofA(b, values[{registers, part}]);
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
  SmallVector<MatrixElements, 16> elements;
  DenseMap<const Value *, unsigned> level;
  SmallVector<const Value *, 32> inputs;                        ///< that no step of the bundle makes
  SmallVector<CallBase *, 8> outputs;                           ///< steps whose result is wanted elsewhere
  std::map<std::pair<const Value *, unsigned>, Value *> values; ///< of an input or step, by part of the warp
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

// Where there is more than one bundle each becomes a call: code of one bundle is a few hundred instructions, which a
// kernel that multiplies many tiles would have many times over, and the first launch waits for all of them. Seen
// together they would also share what they move, more than there are registers for.
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
      MatrixBundle bundle(*this, steps.slice(begin, end - begin));
      bool alone = end - begin == steps.size() && U == geometry.warpParts();
      if (alone || !bundle.fitsMemory())
        bundle.emitHere(warp);
      else
        bundle.emitCall(warp);
    }
}

} // namespace helicon::simt
