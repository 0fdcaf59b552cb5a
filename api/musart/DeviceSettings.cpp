// Limits and preferences of the current device. Cache and bank preferences steer nothing on a CPU: they are checked,
// kept and given back.
#include "api/musart/Entry.h"

#include <atomic>

using namespace helicon;
using musart::withContext;

namespace {

std::atomic<int> cacheConfig{musaFuncCachePreferNone};

musaError_t setLimit(const char *function, musaLimit limit, size_t value) {
  return withContext(function, [&](Context &context) { return context.setLimit(static_cast<Limit>(limit), value); });
}

musaError_t getLimit(const char *function, size_t *value, musaLimit limit) {
  return withContext(function, [&](Context &context) {
    if (!value)
      return Status::InvalidValue;
    uint64_t found = 0;
    const Status status = context.limit(static_cast<Limit>(limit), found);
    if (status == Status::Success)
      *value = found;
    return status;
  });
}

musaError_t getCacheConfig(const char *function, musaFuncCache *config) {
  return withContext(function, [&](Context &) {
    if (!config)
      return Status::InvalidValue;
    *config = static_cast<musaFuncCache>(cacheConfig.load());
    return Status::Success;
  });
}

musaError_t setCacheConfig(const char *function, musaFuncCache config) {
  return withContext(function, [&](Context &) {
    if (config < musaFuncCachePreferNone || config > musaFuncCachePreferEqual)
      return Status::InvalidValue;
    cacheConfig = config;
    return Status::Success;
  });
}

} // namespace

HELICON_API musaError_t musaDeviceSetLimit(musaLimit limit, size_t value) { return setLimit(__func__, limit, value); }
HELICON_API musaError_t musaThreadSetLimit(musaLimit limit, size_t value) { return setLimit(__func__, limit, value); }
HELICON_API musaError_t musaDeviceGetLimit(size_t *value, musaLimit limit) { return getLimit(__func__, value, limit); }
HELICON_API musaError_t musaThreadGetLimit(size_t *value, musaLimit limit) { return getLimit(__func__, value, limit); }
HELICON_API musaError_t musaDeviceGetCacheConfig(musaFuncCache *config) { return getCacheConfig(__func__, config); }
HELICON_API musaError_t musaThreadGetCacheConfig(musaFuncCache *config) { return getCacheConfig(__func__, config); }
HELICON_API musaError_t musaDeviceSetCacheConfig(musaFuncCache config) { return setCacheConfig(__func__, config); }
HELICON_API musaError_t musaThreadSetCacheConfig(musaFuncCache config) { return setCacheConfig(__func__, config); }

HELICON_API musaError_t musaDeviceGetSharedMemConfig(musaSharedMemConfig *config) {
  return withContext(__func__, [&](Context &) {
    if (!config)
      return Status::InvalidValue;
    *config = musaSharedMemBankSizeFourByte;
    return Status::Success;
  });
}

HELICON_API musaError_t musaDeviceSetSharedMemConfig(musaSharedMemConfig config) {
  return withContext(__func__, [&](Context &) {
    if (config < musaSharedMemBankSizeDefault || config > musaSharedMemBankSizeEightByte)
      return Status::InvalidValue;
    return Status::Success; // the banks of the cards are 4 bytes wide and stay so
  });
}

HELICON_API musaError_t musaDeviceGetStreamPriorityRange(int *leastPriority, int *greatestPriority) {
  return withContext(__func__, [&](Context &) {
    if (leastPriority)
      *leastPriority = kLowestPriority;
    if (greatestPriority)
      *greatestPriority = kHighestPriority;
    return Status::Success;
  });
}

/// No memory is set aside in a cache here.
HELICON_API musaError_t musaCtxResetPersistingL2Cache(void) {
  return musart::withContext(__func__, [](Context &) { return Status::Success; });
}
