// Liveness over the structured kernel, weighted with the number of distinct vectors that each value becomes. Uniform
// and strided values count nothing (scalar registers, embedded broadcasts), masks live in registers of their own.
#include "simt/analysis/Pressure.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace helicon::simt {

namespace {

constexpr unsigned kRegisterBits32 = 32;

class Liveness {
public:
  Liveness(FunctionAnalyses &analyses, const Shapes &shapes) : analyses(analyses), shapes(shapes) {
    for (BasicBlock *block : analyses.order)
      for (Instruction &i : *block)
        if (unsigned w = weigh(i)) {
          index[&i] = weights.size();
          weights.push_back(w);
        }
    solve();
  }

  unsigned mostIn(const BasicBlock &block) const {
    BitVector live = liveOut.lookup(&block);
    unsigned now = 0, most = 0;
    for (unsigned k : live.set_bits())
      now += weights[k];
    most = now;
    for (const Instruction &i : reverse(block)) {
      if (auto it = index.find(&i); it != index.end() && live.test(it->second)) {
        live.reset(it->second);
        now -= weights[it->second];
      }
      if (!isa<PHINode>(i))
        for (const Value *operand : i.operands())
          if (auto it = index.find(operand); it != index.end() && !live.test(it->second)) {
            live.set(it->second);
            now += weights[it->second];
          }
      most = std::max(most, now);
    }
    return most;
  }
  unsigned total() const {
    unsigned sum = 0;
    for (unsigned w : weights)
      sum += w;
    return sum;
  }

private:
  unsigned weigh(const Instruction &i) const {
    Type *type = i.getType();
    if (!shapes.of(&i).isVarying() || !type->isSized() || type->isIntegerTy(1))
      return 0;
    unsigned bits = analyses.function.getParent()->getDataLayout().getTypeSizeInBits(type);
    return shapes.of(&i).sharing.classes() * std::max(1u, bits / kRegisterBits32);
  }

  void solve() {
    for (BasicBlock *block : analyses.order)
      liveIn[block] = liveOut[block] = BitVector(weights.size());
    for (bool changed = true; changed;) {
      changed = false;
      for (BasicBlock *block : reverse(analyses.order)) {
        BitVector out(weights.size());
        for (BasicBlock *successor : successors(block)) {
          out |= liveIn[successor];
          for (PHINode &phi : successor->phis())
            if (auto it = index.find(phi.getIncomingValueForBlock(block)); it != index.end())
              out.set(it->second);
        }
        BitVector in = out;
        for (Instruction &i : reverse(*block)) {
          if (auto it = index.find(&i); it != index.end())
            in.reset(it->second);
          if (!isa<PHINode>(i))
            for (Value *operand : i.operands())
              if (auto it = index.find(operand); it != index.end())
                in.set(it->second);
        }
        changed |= in != liveIn[block];
        liveOut[block] = std::move(out);
        liveIn[block] = std::move(in);
      }
    }
  }

  FunctionAnalyses &analyses;
  const Shapes &shapes;
  DenseMap<const Value *, unsigned> index;
  std::vector<unsigned> weights;
  DenseMap<const BasicBlock *, BitVector> liveIn, liveOut;
};

} // namespace

Pressure measurePressure(FunctionAnalyses &analyses, const Shapes &shapes, const Geometry &geometry) {
  Liveness liveness(analyses, shapes);
  Pressure pressure;
  pressure.operations = liveness.total();
  bool hasLoops = !analyses.loops.empty();
  for (BasicBlock *block : analyses.order) {
    const Loop *loop = analyses.loops.getLoopFor(block);
    if (hasLoops && (!loop || !loop->isInnermost()))
      continue;
    pressure.registers = std::max(pressure.registers, liveness.mostIn(*block));
  }
  return pressure;
}

} // namespace helicon::simt
