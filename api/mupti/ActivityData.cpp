// Calls about buffers and attributes.
#include "api/mupti/ActivityBuffers.h"
#include "api/mupti/ActivityState.h"
#include "api/mupti/ActivityWriter.h"

#include <algorithm>
#include <cstring>
#include <mutex>

namespace helicon::mupti {
namespace {

struct AttributeRow {
  size_t bytes;
  uint64_t atFirst;
};
/// By number. Values are kept; those of the buffers say how much may wait for a client's buffer.
constexpr AttributeRow kAttributes[] = {{8, 8 << 20}, {8, 8 << 20}, {8, 250}, {8, 25000}, {8, 250},
                                        {1, 0},       {8, 3},       {8, 3},   {1, 0},     {1, 0}};
constexpr size_t kCount = std::size(kAttributes);

struct Attributes {
  std::mutex mutex;
  uint64_t values[kCount];
  Attributes() { reset(); }
  static Attributes &get() {
    static auto *const kValues = new Attributes;
    return *kValues;
  }
  void reset() {
    for (size_t i = 0; i < kCount; i++)
      values[i] = kAttributes[i].atFirst;
  }
  void apply() const {
    uint64_t most = 0;
    if (__builtin_mul_overflow(values[MUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE],
                               values[MUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_POOL_LIMIT], &most))
      most = UINT64_MAX;
    activity::queue.most.store(most, std::memory_order_relaxed);
  }
};

/// The row, once sizes and pointers are right.
MUptiResult findRow(MUpti_ActivityAttribute attribute, const size_t *valueSize, const void *value,
                    const AttributeRow *&row) {
  const auto index = static_cast<size_t>(attribute);
  if (!valueSize || !value || index >= kCount)
    return MUPTI_ERROR_INVALID_PARAMETER;
  row = &kAttributes[index];
  return *valueSize < row->bytes ? MUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT : MUPTI_SUCCESS;
}

} // namespace

void applyAttributes(bool anew) {
  Attributes &attributes = Attributes::get();
  const std::lock_guard lock(attributes.mutex);
  if (anew)
    attributes.reset();
  attributes.apply();
}

} // namespace helicon::mupti

using namespace helicon;
using namespace helicon::mupti;

MUPTI_CALL(muptiActivityRegisterCallbacks)(MUpti_BuffersCallbackRequestFunc funcBufferRequested,
                                           MUpti_BuffersCallbackCompleteFunc funcBufferCompleted) {
  return activityCall([&] {
    if (!funcBufferRequested || !funcBufferCompleted)
      return MUPTI_ERROR_INVALID_PARAMETER;
    return Buffers::get().setCallbacks(funcBufferRequested, funcBufferCompleted);
  });
}

MUPTI_CALL(muptiActivityFlushAll)(uint32_t flag) {
  return activityCall([&] {
    if (flag & ~uint32_t(MUPTI_ACTIVITY_FLAG_FLUSH_FORCED))
      return MUPTI_ERROR_INVALID_PARAMETER;
    return Buffers::get().flush(flag & MUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
  });
}

MUPTI_CALL(muptiActivityFlush)(MUcontext context, uint32_t streamId, uint32_t flag) {
  static_cast<void>(context);
  static_cast<void>(streamId);
  return muptiActivityFlushAll(flag);
}

MUPTI_CALL(muptiActivityFlushPeriod)(uint32_t time) {
  return activityCall([&] { return Buffers::get().setPeriod(time); });
}

MUPTI_CALL(muptiActivityGetNextRecord)(uint8_t *buffer, size_t validBufferSizeBytes, MUpti_Activity **record) {
  return finish([&] {
    if (!buffer || !record)
      return MUPTI_ERROR_INVALID_PARAMETER;
    size_t at = 0;
    if (*record) {
      const auto *before = reinterpret_cast<const uint8_t *>(*record);
      if (before < buffer || before >= buffer + validBufferSizeBytes)
        return MUPTI_ERROR_INVALID_PARAMETER;
      const size_t passed = recordBytes((*record)->kind);
      if (passed == 0)
        return MUPTI_ERROR_INVALID_KIND;
      at = static_cast<size_t>(before - buffer) + passed;
    }
    if (at >= validBufferSizeBytes)
      return MUPTI_ERROR_MAX_LIMIT_REACHED;
    auto *next = reinterpret_cast<MUpti_Activity *>(buffer + at);
    const size_t bytes = validBufferSizeBytes - at < sizeof *next ? 0 : recordBytes(next->kind);
    if (bytes == 0 || bytes > validBufferSizeBytes - at)
      return MUPTI_ERROR_INVALID_KIND;
    *record = next;
    return MUPTI_SUCCESS;
  }());
}

MUPTI_CALL(muptiActivityGetNumDroppedRecords)(MUcontext context, uint32_t streamId, size_t *dropped) {
  static_cast<void>(context);
  static_cast<void>(streamId);
  return activityCall([&] {
    if (!dropped)
      return MUPTI_ERROR_INVALID_PARAMETER;
    *dropped = activity::takeDropped();
    return MUPTI_SUCCESS;
  });
}

MUPTI_CALL(muptiActivityGetAttribute)(MUpti_ActivityAttribute attr, size_t *valueSize, void *value) {
  return activityCall([&] {
    const AttributeRow *row = nullptr;
    if (MUptiResult result = findRow(attr, valueSize, value, row); result != MUPTI_SUCCESS)
      return result;
    Attributes &attributes = Attributes::get();
    const std::lock_guard lock(attributes.mutex);
    std::memcpy(value, &attributes.values[attr], row->bytes);
    *valueSize = row->bytes;
    return MUPTI_SUCCESS;
  });
}

MUPTI_CALL(muptiActivitySetAttribute)(MUpti_ActivityAttribute attr, size_t *valueSize, void *value) {
  return activityCall([&] {
    const AttributeRow *row = nullptr;
    if (MUptiResult result = findRow(attr, valueSize, value, row); result != MUPTI_SUCCESS)
      return result;
    Attributes &attributes = Attributes::get();
    const std::lock_guard lock(attributes.mutex);
    attributes.values[attr] = 0;
    std::memcpy(&attributes.values[attr], value, row->bytes);
    attributes.apply();
    *valueSize = row->bytes;
    return MUPTI_SUCCESS;
  });
}
