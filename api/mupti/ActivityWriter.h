// Records of the runtime, and of the library itself, as the records that clients read.
#pragma once

#include "include/mupti_activity.h"
#include "runtime/ActivityRecords.h"

#include <cstddef>

namespace helicon::mupti {

/// A call of one of the APIs.
struct CallRecord final : activity::Record {
  CallRecord() : Record(activity::Kind::Call, sizeof(CallRecord)) {}
  bool isRuntime = false;
  MUpti_CallbackId id = 0;
  uint32_t thread = 0, result = 0;
};

/// A call belongs to something of the client's.
struct CorrelationRecord final : activity::Record {
  CorrelationRecord() : Record(activity::Kind::Correlation, sizeof(CorrelationRecord)) {}
  MUpti_ExternalCorrelationKind external = MUPTI_EXTERNAL_CORRELATION_KIND_UNKNOWN;
  uint64_t id = 0;
};

struct DeviceRecord final : activity::Record {
  DeviceRecord() : Record(activity::Kind::Device, sizeof(DeviceRecord)) {}
};

/// Writes it, if it is not larger than `room`; gives its size, 0 where nothing is told of it.
size_t write(const activity::Record &record, void *to, size_t room);
/// Of a record of this kind; 0 for kinds that are never written.
size_t recordBytes(MUpti_ActivityKind kind);

} // namespace helicon::mupti
