// Contexts: the thread's stack of them, their use counter, the primary ones.
#include "api/common/DeviceFacts.h"
#include "api/common/HostFunctions.h"
#include "api/musa/Entry.h"

#include "api/musa/Unsuffixed.h"

using namespace helicon;
using musa::initialised;
using musa::withContext;
using musa::withDevice;

namespace {

constexpr unsigned kContextFlags = MU_CTX_SCHED_MASK | MU_CTX_MAP_HOST | MU_CTX_LMEM_RESIZE_TO_MAX;

bool flagsAreValid(unsigned flags) {
  const unsigned schedule = flags & MU_CTX_SCHED_MASK;
  return (flags & ~kContextFlags) == 0 && (schedule & (schedule - 1)) == 0;
}

MUcontext handleOf(const ContextRef &context) { return reinterpret_cast<MUcontext>(context.get()); }

/// Like initialised(), but refused in host functions, which must not change contexts either.
template <class Body> MUresult onContexts(const char *function, Body &&body) {
  return initialised(function, [&]() -> Status { return api::insideHostFunction() ? Status::NotPermitted : body(); });
}

MUresult muCtxCreateBody(const char *function, MUcontext *pctx, unsigned flags, MUdevice dev) {
  return onContexts(function, [&]() -> Status {
    Device *owner = device(dev);
    if (!owner)
      return Status::InvalidDevice;
    if (!pctx || !flagsAreValid(flags))
      return Status::InvalidValue;
    ContextRef made;
    if (Status status = Context::create(*owner, flags, made); status != Status::Success)
      return status;
    *pctx = handleOf(made);
    current::push(std::move(made));
    return Status::Success;
  });
}

MUresult muCtxDestroyBody(const char *function, MUcontext ctx) {
  return onContexts(function, [&]() -> Status {
    if (!ctx)
      return Status::InvalidValue;
    const ContextRef context = findContext(ctx);
    if (!context || context->isDestroyed() || context->isPrimary())
      return Status::InvalidContext;
    const Status status = context->destroy();
    current::drop(context.get());
    return status;
  });
}

MUresult muCtxPushCurrentBody(const char *function, MUcontext ctx) {
  return onContexts(function, [&]() -> Status {
    const ContextRef context = ctx ? findContext(ctx) : nullptr;
    if (!ctx)
      return Status::InvalidValue;
    if (!context || context->isDestroyed())
      return Status::InvalidContext;
    current::push(context);
    return Status::Success;
  });
}

MUresult muCtxPopCurrentBody(const char *function, MUcontext *pctx) {
  return onContexts(function, [&]() -> Status {
    if (!musa::hasContext())
      return Status::InvalidContext;
    const ContextRef popped = current::pop();
    if (pctx)
      *pctx = handleOf(popped);
    return Status::Success;
  });
}

MUresult muDevicePrimaryCtxReleaseBody(const char *function, MUdevice dev) {
  return withDevice(function, dev, [](Device &device) { return device.releasePrimary(); });
}

MUresult muDevicePrimaryCtxResetBody(const char *function, MUdevice dev) {
  return withDevice(function, dev, [](Device &device) { return device.resetPrimary(); });
}

MUresult muDevicePrimaryCtxSetFlagsBody(const char *function, MUdevice dev, unsigned flags) {
  return withDevice(function, dev, [&](Device &device) {
    if (!flagsAreValid(flags))
      return Status::InvalidValue;
    device.setPrimaryFlags(flags);
    return Status::Success;
  });
}

} // namespace

HELICON_API_V2(muCtxCreate, (MUcontext * pctx, unsigned int flags, MUdevice dev), (pctx, flags, dev))
HELICON_API_V2(muCtxDestroy, (MUcontext ctx), (ctx))
HELICON_API_V2(muCtxPushCurrent, (MUcontext ctx), (ctx))
HELICON_API_V2(muCtxPopCurrent, (MUcontext * pctx), (pctx))
HELICON_API_V2(muDevicePrimaryCtxRelease, (MUdevice dev), (dev))
HELICON_API_V2(muDevicePrimaryCtxReset, (MUdevice dev), (dev))
HELICON_API_V2(muDevicePrimaryCtxSetFlags, (MUdevice dev, unsigned int flags), (dev, flags))

/// With an affinity to some multiprocessors: no device here has one.
HELICON_API MUresult muCtxCreate_v3(MUcontext *pctx, MUexecAffinityParam *paramsArray, int numParams,
                                    unsigned int flags, MUdevice dev) {
  if (numParams == 0)
    return muCtxCreateBody(__func__, pctx, flags, dev);
  return musa::initialised(__func__,
                           [&] { return numParams > 0 && paramsArray ? Status::NotSupported : Status::InvalidValue; });
}

HELICON_API MUresult muDeviceGetExecAffinitySupport(int *pi, MUexecAffinityType type, MUdevice dev) {
  return withDevice(__func__, dev, [&](Device &) {
    if (!pi || type != MU_EXEC_AFFINITY_TYPE_SM_COUNT)
      return Status::InvalidValue;
    *pi = 0;
    return Status::Success;
  });
}

HELICON_API MUresult muDevicePrimaryCtxRetain(MUcontext *pctx, MUdevice dev) {
  return withDevice(__func__, dev, [&](Device &device) {
    if (!pctx)
      return Status::InvalidValue;
    const ContextRef context = device.retainPrimary();
    if (!context)
      return Status::OutOfMemory;
    *pctx = handleOf(context);
    return Status::Success;
  });
}

HELICON_API MUresult muDevicePrimaryCtxGetState(MUdevice dev, unsigned int *flags, int *active) {
  return withDevice(__func__, dev, [&](Device &device) {
    if (!flags || !active)
      return Status::InvalidValue;
    *flags = device.primaryFlags();
    *active = device.primaryIfActive() != nullptr;
    return Status::Success;
  });
}

HELICON_API MUresult muCtxAttach(MUcontext *pctx, unsigned int flags) {
  return withContext(__func__, [&](Context &context) {
    if (!pctx || flags != 0)
      return Status::InvalidValue;
    context.attach();
    *pctx = reinterpret_cast<MUcontext>(&context);
    return Status::Success;
  });
}

HELICON_API MUresult muCtxDetach(MUcontext ctx) {
  return onContexts(__func__, [&]() -> Status {
    const ContextRef context = ctx ? findContext(ctx) : nullptr;
    // Only the thread that the context is current to may take its use back.
    if (!context || context->isDestroyed() || current::get() != context)
      return Status::InvalidContext;
    const Status status = context->detach();
    if (context->isDestroyed())
      current::drop(context.get());
    return status;
  });
}

HELICON_API MUresult muCtxSetCurrent(MUcontext ctx) {
  return onContexts(__func__, [&]() -> Status {
    const ContextRef context = ctx ? findContext(ctx) : nullptr;
    if (ctx && (!context || context->isDestroyed()))
      return Status::InvalidContext;
    current::set(context);
    return Status::Success;
  });
}

HELICON_API MUresult muCtxGetCurrent(MUcontext *pctx) {
  return initialised(__func__, [&] {
    if (!pctx)
      return Status::InvalidValue;
    *pctx = handleOf(current::get());
    return Status::Success;
  });
}

HELICON_API MUresult muCtxGetDevice(MUdevice *device) {
  return withContext(__func__, [&](Context &context) {
    if (!device)
      return Status::InvalidValue;
    *device = context.device().ordinal();
    return Status::Success;
  });
}

HELICON_API MUresult muCtxGetFlags(unsigned int *flags) {
  return withContext(__func__, [&](Context &context) {
    if (!flags)
      return Status::InvalidValue;
    *flags = context.isPrimary() ? context.device().primaryFlags() : context.flags();
    return Status::Success;
  });
}

HELICON_API MUresult muCtxGetApiVersion(MUcontext ctx, unsigned int *version) {
  return initialised(__func__, [&]() -> Status {
    const ContextRef context = ctx ? findContext(ctx) : current::get();
    if (!context || context->isDestroyed())
      return Status::InvalidContext;
    if (!version)
      return Status::InvalidValue;
    *version = api::kVersion;
    return Status::Success;
  });
}

HELICON_API MUresult muCtxSynchronize(void) {
  return withContext(__func__, [](Context &context) { return context.waitForAll(); });
}
