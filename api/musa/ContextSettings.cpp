// Limits and preferences of the current context. Cache and bank preferences steer nothing on a CPU: they are checked,
// kept and given back.
#include "api/musa/Entry.h"

#include <atomic>

using namespace helicon;
using musa::withContext;

namespace {

std::atomic<int> cacheConfig{MU_FUNC_CACHE_PREFER_NONE};

} // namespace

HELICON_API MUresult muCtxSetLimit(MUlimit limit, size_t value) {
  return withContext(__func__, [&](Context &context) { return context.setLimit(static_cast<Limit>(limit), value); });
}

HELICON_API MUresult muCtxGetLimit(size_t *pvalue, MUlimit limit) {
  return withContext(__func__, [&](Context &context) {
    if (!pvalue)
      return Status::InvalidValue;
    uint64_t found = 0;
    const Status status = context.limit(static_cast<Limit>(limit), found);
    if (status == Status::Success)
      *pvalue = found;
    return status;
  });
}

HELICON_API MUresult muCtxGetCacheConfig(MUfunc_cache *pconfig) {
  return withContext(__func__, [&](Context &) {
    if (!pconfig)
      return Status::InvalidValue;
    *pconfig = static_cast<MUfunc_cache>(cacheConfig.load());
    return Status::Success;
  });
}

HELICON_API MUresult muCtxSetCacheConfig(MUfunc_cache config) {
  return withContext(__func__, [&](Context &) {
    if (config > MU_FUNC_CACHE_PREFER_EQUAL)
      return Status::InvalidValue;
    cacheConfig = config;
    return Status::Success;
  });
}

HELICON_API MUresult muCtxGetSharedMemConfig(MUsharedconfig *pConfig) {
  return withContext(__func__, [&](Context &) {
    if (!pConfig)
      return Status::InvalidValue;
    *pConfig = MU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
    return Status::Success;
  });
}

HELICON_API MUresult muCtxSetSharedMemConfig(MUsharedconfig config) {
  return withContext(__func__, [&](Context &) {
    // The banks of the cards are 4 bytes wide and stay so.
    return config <= MU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE ? Status::Success : Status::InvalidValue;
  });
}

HELICON_API MUresult muCtxGetStreamPriorityRange(int *leastPriority, int *greatestPriority) {
  return withContext(__func__, [&](Context &) {
    if (leastPriority)
      *leastPriority = kLowestPriority;
    if (greatestPriority)
      *greatestPriority = kHighestPriority;
    return Status::Success;
  });
}

HELICON_API MUresult muProfilerStart(void) {
  return withContext(__func__, [](Context &) { return Status::Success; });
}

HELICON_API MUresult muProfilerStop(void) {
  return withContext(__func__, [](Context &) { return Status::Success; });
}

/// No memory is set aside in a cache here.
HELICON_API MUresult muCtxResetPersistingL2Cache(void) {
  return withContext(__func__, [](Context &) { return Status::Success; });
}

/// No device here gives a context some of its multiprocessors only.
HELICON_API MUresult muCtxGetExecAffinity(MUexecAffinityParam *pExecAffinity, MUexecAffinityType type) {
  return withContext(__func__, [&](Context &) {
    return pExecAffinity && type == MU_EXEC_AFFINITY_TYPE_SM_COUNT ? Status::NotSupported : Status::InvalidValue;
  });
}
