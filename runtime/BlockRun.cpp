#include "runtime/BlockRun.h"

#include "runtime/DeviceLaunch.h"
#include "runtime/KernelCommand.h"
#include "runtime/Services.h"
#include "runtime/executors/FiberBlock.h"

namespace helicon {

BlockRun::BlockRun() {
  context.services = &kServices;
  context.worker = this;
}

BlockRun::~BlockRun() = default;

void BlockRun::dropLaunches() { launches.reset(); }

bool resumeBlock(Worker &worker, BlockRun *run) { return run->command->resume(worker, *run); }

} // namespace helicon
