// What generated code calls. They run on a worker's or a fiber's stack inside the fault checkpoint, so they keep
// nothing on their stack that needs a destructor while they touch device-supplied pointers.
#include "runtime/Services.h"

#include "runtime/BlockRun.h"
#include "runtime/Context.h"
#include "runtime/Device.h"
#include "runtime/DeviceLaunch.h"
#include "runtime/Faults.h"
#include "runtime/Findings.h"
#include "runtime/Futex.h"
#include "runtime/KernelCommand.h"
#include "runtime/PrintBuffer.h"

#include <algorithm>
#include <cstring>

namespace helicon {

static BlockRun &runOf(BlockContext *context) { return *static_cast<BlockRun *>(context->worker); }

static int32_t print(BlockContext *context, uint32_t, const char *format, const void *fields) {
  std::string &text = runOf(context).worker->text;
  text.clear();
  int count = formatDevicePrint(text, format, fields);
  appendPrint(text);
  return count;
}

static void *allocate(BlockContext *context, uint64_t bytes) {
  return runOf(context).command->context.heapAllocate(bytes);
}

static void release(BlockContext *context, void *pointer) {
  BlockRun &run = runOf(context);
  if (pointer && !run.command->context.heapRelease(pointer))
    leaveKernel(*run.worker, kLandedBadFree);
}

static void trap(BlockContext *context, uint32_t thread, TrapKind kind, uint32_t site) {
  BlockRun &run = runOf(context);
  run.trapThread = thread;
  run.trapSite = site;
  leaveKernel(*run.worker, kind == TrapKind::Assert               ? kLandedAssert
                           : kind == TrapKind::IllegalInstruction ? kLandedIllegal
                           : kind == TrapKind::InvalidCall        ? kLandedInvalidCall
                                                                  : kLandedTrap);
}

static void assertFail(BlockContext *context, uint32_t thread, const char *expression, const char *file, uint32_t line,
                       const char *function) {
  BlockRun &run = runOf(context);
  run.trapThread = thread;
  run.trapSite = 0; // the text says it
  std::string &text = run.worker->text;
  text.clear();
  auto add = [&](const char *part) { text.append(part ? part : "?", std::strlen(part ? part : "?")); };
  add(file);
  text += ':';
  text += std::to_string(line);
  text += ": ";
  add(function);
  text += ": assertion '";
  add(expression);
  text += "' failed";
  leaveKernel(*run.worker, kLandedAssert);
}

static void report(BlockContext *context, uint32_t thread, Finding finding, uint64_t a, uint64_t b, uint32_t site) {
  BlockRun &run = runOf(context);
  run.worker->text = describeFinding(finding, a, b, thread, run.command->image);
  run.finding = finding;
  run.trapThread = thread;
  run.trapSite = site;
  leaveKernel(*run.worker, kLandedFinding);
}

static uint64_t globalTimer(BlockContext *) { return nowNanoseconds(); }

static uint64_t clockTicks(BlockContext *context) {
  uint64_t kHz = runOf(context).command->context.device().profile().clockKHz;
  return uint64_t(static_cast<unsigned __int128>(nowNanoseconds()) * kHz / 1000000);
}

/// As on hardware a hint with an upper bound: at most a millisecond.
static void nanosleep(BlockContext *, uint32_t nanoseconds) {
  constexpr uint32_t kLongest = 1000000, kSpin = 20000;
  nanoseconds = std::min(nanoseconds, kLongest);
  if (nanoseconds >= kSpin) {
    timespec time{0, long(nanoseconds)};
    ::nanosleep(&time, nullptr);
    return;
  }
  for (uint64_t end = nowNanoseconds() + nanoseconds; nowNanoseconds() < end;)
    cpuRelax();
}

const ServiceTable kServices = {
    .abiVersion = kAbiVersion,
    .reserved = 0,
    .print = print,
    .allocate = allocate,
    .release = release,
    .trap = trap,
    .assertFail = assertFail,
    .report = report,
    .clock = clockTicks,
    .globalTimer = globalTimer,
    .nanosleep = nanosleep,
    .deviceCall = deviceCall,
    .yield = threadYield,
    .barrier = threadBarrier,
    .warp = threadWarp,
    .arrive = arrive,
};

} // namespace helicon
