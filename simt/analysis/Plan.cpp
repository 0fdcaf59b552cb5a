// The plan: how a block is cut into groups. Wide groups hide latency, share what parts have in common and make
// barriers free; registers and code size set the limit (spikes 5.1, 5.2, 5.4).
#include "simt/Simt.h"
#include "simt/analysis/BarrierUse.h"
#include "simt/analysis/LoopFacts.h"
#include "simt/analysis/Pressure.h"
#include "simt/analysis/Progress.h"

#include <llvm/IR/InstIterator.h>

using namespace llvm;

namespace helicon::simt {

namespace {

constexpr unsigned kMostParts = 16;
constexpr unsigned kMostOperations = 6000;
constexpr unsigned kLargeKernel = 4000; ///< instructions from which on liveness is not worth its time

struct Needs {
  unsigned instructions = 0;
  bool barriers = false, polls = false;
};

Needs needsOf(Function &kernel) {
  Needs needs;
  for (Instruction &i : instructions(kernel)) {
    ++needs.instructions;
    needs.barriers |= isBarrier(i);
    needs.polls |= opOf(i) == ir::Op::Yield;
  }
  return needs;
}

unsigned partsOf(const LaunchShape &shape, unsigned lanes) {
  unsigned threads = shape.block[0] * shape.block[1] * shape.block[2];
  return (threads + lanes - 1) / lanes;
}

} // namespace

void cut(Plan &plan, const LaunchShape &shape, unsigned parts) {
  plan.parts = parts;
  plan.groups = (partsOf(shape, plan.lanes) + parts - 1) / parts;
}

Plan widestPlan(const LaunchShape &shape, const Target &target) {
  Plan plan;
  plan.lanes = target.lanes;
  cut(plan, shape, std::min(partsOf(shape, target.lanes), kMostParts));
  return plan;
}

Plan oneWarpPlan(const LaunchShape &shape, const Target &target) {
  Plan plan = widestPlan(shape, target);
  cut(plan, shape, std::min(plan.parts, std::max(1u, kWarpLanes / target.lanes)));
  return plan;
}

std::string Plan::text() const {
  std::string s = executor == Executor::Thread
                      ? std::string("thread")
                      : std::to_string(parts) + "x" + std::to_string(lanes) + " threads a group, " +
                            std::to_string(groups) + (groups == 1 ? " group" : " groups");
  for (const std::string &reason : reasons)
    s += "; " + reason;
  return s;
}

Plan makePlan(Function &kernel, const LaunchShape &shape, const Target &target) {
  const unsigned all = partsOf(shape, target.lanes);
  unsigned warp = std::min(all, std::max(1u, kWarpLanes / target.lanes));
  unsigned budget = target.isa == Isa::Avx512 ? 28 : 14;
  Needs needs = needsOf(kernel);
  Plan plan;
  plan.lanes = target.lanes;
  auto use = [&](unsigned parts) { cut(plan, shape, parts); };
  FunctionAnalyses analyses(kernel);
  if (needs.polls) {
    use(warp);
    plan.reasons.push_back("a loop waits for other threads: one warp a group");
    std::string why = waitsInsideWarp(analyses, Shapes(analyses, Geometry(shape, plan)));
    if (!why.empty()) {
      plan.executor = Executor::Thread;
      plan.reasons = {why};
    }
    return plan;
  }
  use(warp);
  if (kernel.hasFnAttribute(kOneWarpAttribute)) {
    plan.reasons.push_back("warps meet at barriers of their own: one warp a group");
    return plan;
  }
  if (needs.instructions > kLargeKernel) {
    plan.reasons.push_back("a large kernel: one warp a group");
    return plan;
  }
  for (unsigned parts = std::min(all, kMostParts); parts > warp;
       parts = parts > kMostParts / 2 ? kMostParts / 2 : parts / 2) {
    parts = std::max(warp, parts / warp * warp);
    use(parts);
    Shapes shapes(analyses, Geometry(shape, plan));
    Pressure pressure = measurePressure(analyses, shapes, Geometry(shape, plan));
    bool whole = plan.groups == 1 && needs.barriers; // free barriers are worth some spills
    if (pressure.registers <= (whole ? budget + budget / 2 : budget) && pressure.operations <= kMostOperations) {
      plan.reasons.push_back(std::to_string(pressure.registers) + " vectors live");
      return plan;
    }
  }
  use(warp);
  plan.reasons.push_back("many values live: one warp a group");
  return plan;
}

} // namespace helicon::simt
