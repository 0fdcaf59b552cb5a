// Checks, arguments, native code, and the numbers by which the pool shares the blocks out.
#include "runtime/Launch.h"

#include "kernel-ir/FunctionId.h"
#include "runtime/Capture.h"
#include "runtime/Context.h"
#include "runtime/Device.h"
#include "runtime/Environment.h"
#include "runtime/Futex.h"
#include "runtime/KernelCache.h"
#include "runtime/KernelCommand.h"
#include "runtime/Log.h"
#include "runtime/Occupancy.h"
#include "runtime/SchedulerState.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace helicon {

static Status checkShape(const Profile &profile, const Kernel &kernel, const LaunchRequest &request) {
  uint64_t threads = 1, blocks = 1;
  for (int d = 0; d < 3; d++) {
    if (request.block[d] == 0 || request.block[d] > profile.maxBlockDim[d] || request.grid[d] == 0 ||
        request.grid[d] > profile.maxGridDim[d])
      return Status::InvalidConfiguration;
    threads *= request.block[d];
  }
  if (threads > profile.maxThreadsPerBlock)
    return Status::InvalidConfiguration;
  // 2^93 blocks are legal by dimension; nobody can wait for more than 2^63.
  for (uint32_t g : request.grid)
    if (__builtin_mul_overflow(blocks, uint64_t(g), &blocks) || blocks >> 62)
      return Status::InvalidConfiguration;
  if (threads > kernel.maxThreadsPerBlock())
    return Status::LaunchOutOfResources;
  if (request.dynamicShared > kernel.maxDynamicShared() ||
      request.dynamicShared + kernel.info().staticSharedBytes > profile.sharedPerBlockOptin)
    return Status::InvalidValue;
  return Status::Success;
}

static std::string dimensions(const uint32_t (&size)[3]) {
  return std::to_string(size[0]) + "x" + std::to_string(size[1]) + "x" + std::to_string(size[2]);
}

static std::string whyRefusedShared(const Profile &profile, const Kernel &kernel, const LaunchRequest &request) {
  const uint64_t fixed = kernel.info().staticSharedBytes;
  std::string text = std::to_string(request.dynamicShared) + " bytes of dynamic and " + std::to_string(fixed) +
                     " of static shared memory, " + profile.name + " allows ";
  if (fixed > profile.sharedPerBlockOptin || request.dynamicShared + fixed > profile.sharedPerBlockOptin)
    return text + std::to_string(profile.sharedPerBlockOptin) + " a block";
  return text + std::to_string(kernel.maxDynamicShared()) +
         " of dynamic memory; musaFuncAttributeMaxDynamicSharedMemorySize allows up to " +
         std::to_string(profile.sharedPerBlockOptin - fixed);
}

std::string whyRefused(const Profile &profile, const Kernel &kernel, const LaunchRequest &request) {
  if (checkShape(profile, kernel, request) == Status::Success)
    return {};
  uint64_t threads = 1;
  for (int d = 0; d < 3; d++) {
    if (request.block[d] == 0 || request.grid[d] == 0)
      return "a grid of " + dimensions(request.grid) + " blocks of " + dimensions(request.block) +
             " threads, a size is at least 1";
    if (__builtin_mul_overflow(threads, uint64_t(request.block[d]), &threads))
      threads = UINT64_MAX;
  }
  if (threads > profile.maxThreadsPerBlock)
    return "a block of " + std::to_string(threads) + " threads, " + profile.name + " allows " +
           std::to_string(profile.maxThreadsPerBlock);
  for (int d = 0; d < 3; d++) {
    if (request.block[d] > profile.maxBlockDim[d])
      return "a block of " + dimensions(request.block) + " threads, " + profile.name + " allows at most " +
             dimensions(profile.maxBlockDim) + " each way";
    if (request.grid[d] > profile.maxGridDim[d])
      return "a grid of " + dimensions(request.grid) + " blocks, " + profile.name + " allows at most " +
             dimensions(profile.maxGridDim) + " each way";
  }
  if (threads > kernel.maxThreadsPerBlock())
    return "a block of " + std::to_string(threads) + " threads, its __launch_bounds__ allow " +
           std::to_string(kernel.maxThreadsPerBlock());
  if (checkShape(profile, kernel, request) == Status::InvalidConfiguration)
    return "a grid of " + dimensions(request.grid) + " blocks, more than could ever end";
  return whyRefusedShared(profile, kernel, request);
}

static Status copyArguments(const KernelInfo &info, const LaunchRequest &request, char *target) {
  if (request.packed) {
    if (request.packedBytes < info.argumentBytes)
      return Status::InvalidValue;
    std::memcpy(target, request.packed, info.argumentBytes);
    return Status::Success;
  }
  if (!info.parameters.empty() && !request.parameters)
    return Status::InvalidValue;
  for (size_t i = 0; i < info.parameters.size(); i++) {
    const ParameterInfo &parameter = info.parameters[i];
    if (!request.parameters[i])
      return Status::InvalidValue;
    std::memcpy(target + parameter.offset, request.parameters[i], parameter.size);
  }
  return Status::Success;
}

/// Why a card could not use the pointer, or empty. An end, one past an allocation, is only compared with.
static std::string whyUnusable(const char *pointer) {
  PointerInfo info = pointerInfo(pointer);
  if (info.kind == MemoryKind::Unregistered)
    return "ordinary host memory; a card can't reach it";
  if (!info.base && !pointerInfo(pointer - 1).base) {
    const std::string known = arenaText(pointer);
    return known.empty() ? "in no allocation; it was freed, or lies past one's end" : known;
  }
  return {};
}

/// HELICON_STRICT: a pointer that a card could not use.
static bool argumentsAreDevicePointers(const KernelInfo &info, const char *arguments) {
  for (size_t i = 0; i < info.parameters.size(); i++) {
    const ParameterInfo &parameter = info.parameters[i];
    const char *pointer = nullptr;
    if (!parameter.isPointer || parameter.size != sizeof pointer)
      continue;
    std::memcpy(static_cast<void *>(&pointer), arguments + parameter.offset, sizeof pointer);
    bool isFunction = isFunctionId(uintptr_t(pointer));
    const std::string why = pointer && !isFunction ? whyUnusable(pointer) : std::string();
    if (why.empty())
      continue;
    char text[32];
    std::snprintf(text, sizeof text, "%p", static_cast<const void *>(pointer));
    logError("HELICON_STRICT: kernel " + demangled(info.name.c_str()) + ", argument " + std::to_string(i + 1) +
             " is the pointer " + text + ", which is " + why);
    return false;
  }
  return true;
}

/// How many workers to wake and how many blocks to claim at once, from the time that a block took so far. Pieces are
/// long where there is enough work: neighbouring blocks mostly read neighbouring memory, and two workers that take
/// turns on it keep each other's prefetchers from seeing a stream (vecAdd over 64M elements: 10 GB/s with pieces of 1
/// us, 27 with 20 us).
static void shareByTime(KernelCommand &command, uint32_t workers) {
  constexpr uint64_t kWorthWaking = 4000, kPiece = 100000; // nanoseconds
  uint64_t items = command.items, each = command.variant.nanosecondsPerBlock.load(std::memory_order_relaxed);
  if (each == 0) {
    command.workersWanted = uint32_t(std::min<uint64_t>(items, workers));
    command.chunk = std::clamp<uint64_t>(items / (workers * 256ull), 1, 16);
    return;
  }
  uint64_t total = items > UINT64_MAX / each ? UINT64_MAX : items * each;
  command.workersWanted = uint32_t(std::clamp<uint64_t>(total / kWorthWaking, 1, std::min<uint64_t>(items, workers)));
  uint64_t share = command.workersWanted == 1 ? items : std::max<uint64_t>(1, items / (command.workersWanted * 8ull));
  command.chunk = std::clamp<uint64_t>(kPiece / each, 1, share);
}

/// Blocks that a worker runs in turns: the more, the longer the piece of memory that a step goes through. (saxpy, 448
/// blocks of 256 threads, two workers: 28 blocks 37 GB/s, 56 45, 112 52, 224 57.) Each needs its own shared memory.
static uint64_t mostSideBySide(const KernelImage &image, uint64_t dynamicShared) {
  constexpr uint64_t kBlocks = 256, kBytes = 16 << 20;
  uint64_t each = image.sharedBytes + dynamicShared + uint64_t(image.frameBytes) * image.groups;
  return std::clamp<uint64_t>(kBytes / each, 1, kBlocks); // a frame holds its header at least
}

void shareOut(KernelCommand &command) {
  const KernelImage &image = command.image;
  shareByTime(command, Scheduler::get().workers());
  if (image.flags & kKernelTakesTurns) // each worker a share: the steps of all its blocks are one long piece of memory
    command.chunk = std::min((command.items + command.workersWanted - 1) / command.workersWanted,
                             mostSideBySide(image, command.dynamicSharedBytes()));
  if (command.meetsInShares())
    command.chunk = (command.items + command.workersWanted - 1) / command.workersWanted;
  else if ((image.flags & kKernelPolls) || command.cooperative)
    command.chunk = 1;
}

static Status setUpExecution(KernelCommand &command, const Profile &profile, const Kernel &kernel,
                             const LaunchRequest &request) {
  const KernelImage &image = command.image;
  uint32_t threads = request.block[0] * request.block[1] * request.block[2];
  uint64_t resident =
      uint64_t(profile.multiprocessors) *
      std::max(1u, blocksPerMultiprocessor(profile, threads, kernel.info().staticSharedBytes + request.dynamicShared));
  if (request.cooperative && command.items > resident)
    return Status::CooperativeLaunchTooLarge;
  if (image.executor == Executor::Thread && !request.cooperative)
    resident = std::clamp<uint64_t>(16384 / threads, 4, resident); // stacks cost memory
  command.cooperative = request.cooperative;
  command.residentLimit = uint32_t(std::min<uint64_t>(resident, UINT32_MAX));
  if (uint64_t most = Scheduler::get().stackBytes(); image.executor == Executor::Simd && image.stackBytes > most) {
    logError("kernel " + demangled(kernel.info().name.c_str()) + " needs " + std::to_string(image.stackBytes) +
             " bytes of stack for the local arrays of its threads, more than the " + std::to_string(most) +
             " there are; HELICON_EXEC=thread needs less");
    return Status::LaunchOutOfResources;
  }
  const bool onThreadsStack = image.executor == Executor::Simd && !command.runsApart();
  command.stackBytes = onThreadsStack ? image.stackBytes : uint64_t(16) << 10;
  command.hostMayHelp = !(image.flags & kKernelPolls);
  shareOut(command);
  return Status::Success;
}

using VariantFinder = Status (*)(Kernel &, const LaunchShape &, const KernelVariant *&);

Status checkLaunch(Context &context, Kernel &kernel, const LaunchRequest &request) {
  const Profile &profile = context.device().profile();
  const Status status = checkShape(profile, kernel, request);
  if (status == Status::Success)
    return status;
  const std::string text = "kernel " + demangled(kernel.info().name.c_str()) + ": ";
  if (kernel.info().staticSharedBytes > profile.sharedPerBlockOptin) // no launch of it can succeed
    logError(text + whyRefused(profile, kernel, request));
  else if (environment().verbose)
    logNote(text + whyRefused(profile, kernel, request));
  return status;
}

Status packArguments(const Kernel &kernel, const LaunchRequest &request, char *target) {
  return copyArguments(kernel.info(), request, target);
}

static Status findNative(Kernel &kernel, const LaunchRequest &request, VariantFinder find, const KernelVariant *&out) {
  LaunchShape shape;
  for (int d = 0; d < 3; d++) {
    shape.block[d] = request.block[d];
    shape.indexFits31 &= uint64_t(request.grid[d]) * request.block[d] < (uint64_t(1) << 31);
  }
  return find(kernel, shape, out);
}

static Status fillCommand(KernelCommand &command, Kernel &kernel, const LaunchRequest &request) {
  if (!command.arguments())
    return Status::OutOfMemory;
  command.items = uint64_t(request.grid[0]) * request.grid[1] * request.grid[2];
  if (Status status = copyArguments(kernel.info(), request, command.arguments()); status != Status::Success)
    return status;
  return setUpExecution(command, command.context.device().profile(), kernel, request);
}

bool checkAtLaunch(KernelCommand &command) {
  if (environment().strict && !argumentsAreDevicePointers(command.kernel.info(), command.arguments())) {
    command.context.fail(Status::IllegalAddress); // as on a card: the launch succeeds, the next synchronisation fails
    return false;
  }
  if (MemoryChecks *checks = command.context.memoryChecks())
    checks->launched(command.kernel.info().name, command.ref());
  return true;
}

static Status makeLaunch(Context &context, Kernel &kernel, const LaunchRequest &request, VariantFinder find,
                         std::shared_ptr<KernelCommand> &out) {
  if (Status status = checkLaunch(context, kernel, request); status != Status::Success)
    return status;
  const KernelVariant *variant = nullptr;
  if (Status status = findNative(kernel, request, find, variant); status != Status::Success)
    return status;
  auto command = std::make_shared<KernelCommand>(context, kernel.module().shared_from_this(), kernel, *variant,
                                                 request.grid, uint32_t(request.dynamicShared));
  if (Status status = fillCommand(*command, kernel, request); status != Status::Success)
    return status;
  if (checkAtLaunch(*command))
    out = std::move(command);
  return Status::Success;
}

Status placeLaunch(Context &context, Kernel &kernel, const LaunchRequest &request, void *place, KernelCommand *&out) {
  const KernelVariant *variant = nullptr;
  if (Status status = findNative(kernel, request, findVariant, variant); status != Status::Success)
    return status;
  out = new (place) KernelCommand(context, kernel.module().shared_from_this(), kernel, *variant, request.grid,
                                  uint32_t(request.dynamicShared));
  return fillCommand(*out, kernel, request);
}

/// True when a capture took the launch, or refused it.
static bool capturesLaunch(Stream &stream, Kernel &kernel, const LaunchRequest &request, Status &out) {
  KernelNode node;
  if (stream.captured.load(std::memory_order_relaxed))
    if (out = makeKernelNode(stream.context(), kernel, request, node); out != Status::Success)
      return true;
  return capture::takes(stream, [&] { return std::make_shared<NodeParams>(std::move(node)); }, out);
}

Status launch(Stream &stream, Kernel &kernel, const LaunchRequest &request) {
  Context &context = stream.context();
  if (Status error = context.error(); error != Status::Success)
    return error;
  if (&kernel.module().context() != &context)
    return Status::InvalidHandle;
  if (Status status = kernel.module().beforeLaunch(); status != Status::Success)
    return status;
  if (capture::any()) [[unlikely]]
    if (Status status = Status::Success; capturesLaunch(stream, kernel, request, status))
      return status;
  std::shared_ptr<KernelCommand> command;
  Status status = makeLaunch(context, kernel, request, findVariant, command);
  if (!command)
    return status;
  if (activity::isOn()) [[unlikely]]
    command->record = activity::ofKernel(*command, &stream);
  return stream.enqueue(command, environment().launchBlocking);
}

/// Compiles on a thread of its own: the calling one may be a fiber.
static Status findVariantAside(Kernel &kernel, const LaunchShape &shape, const KernelVariant *&out) {
  if (knownVariant(kernel, shape, out))
    return Status::Success;
  struct Job {
    Kernel &kernel;
    const LaunchShape &shape;
    const KernelVariant *found = nullptr;
    Status status = Status::Success;
    std::atomic<uint32_t> done{0};
  } job{kernel, shape};
  bool started = startThread(
      workerStack(),
      [](void *argument) -> void * {
        auto &job = *static_cast<Job *>(argument);
        job.status = findVariant(job.kernel, job.shape, job.found);
        std::atomic<uint32_t> &done = job.done; // the job may be gone when it is set; waking an address is harmless
        done.store(1, std::memory_order_release);
        futexWake(done, 1);
        return nullptr;
      },
      &job);
  if (!started)
    return Status::OutOfMemory;
  while (job.done.load(std::memory_order_acquire) == 0)
    futexWait(job.done, 0);
  out = job.found;
  return job.status;
}

Status makeDeviceLaunch(Context &context, Kernel &kernel, const LaunchRequest &request,
                        std::shared_ptr<KernelCommand> &out) {
  return makeLaunch(context, kernel, request, findVariantAside, out);
}

} // namespace helicon
