// Records of calls of the APIs, and what external ids belong to them. A correlation is told as the call begins, so that
// it stands before all records of what the call asks for.
#include "api/mupti/ActivityState.h"
#include "api/mupti/ActivityWriter.h"
#include "runtime/PerThread.h"

#include <cstring>
#include <vector>

namespace helicon::mupti {
namespace {

/// Ids that the thread has pushed, by kind.
struct ExternalIds {
  std::vector<uint64_t> ofKind[MUPTI_EXTERNAL_CORRELATION_KIND_SIZE];
  static ExternalIds &get() {
    struct Tag {};
    return PerThread<ExternalIds, Tag>::get();
  }
};

bool isKind(MUpti_ExternalCorrelationKind kind) {
  return kind > MUPTI_EXTERNAL_CORRELATION_KIND_INVALID && kind < MUPTI_EXTERNAL_CORRELATION_KIND_SIZE;
}

class CallRecorder final : public trace::Listener {
public:
  void enter(trace::Call &call) override {
    if (!isEnabled(call.domain == trace::Domain::Runtime ? MUPTI_ACTIVITY_KIND_RUNTIME : MUPTI_ACTIVITY_KIND_DRIVER))
      return;
    if (isEnabled(MUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION))
      tellCorrelations(call.correlation);
    call.recordStart = activity::now();
  }

  void exit(trace::Call &call) override {
    if (call.recordStart == 0) // enabled since
      return;
    auto *made = new CallRecord;
    activity::RecordRef record(made);
    made->start = call.recordStart;
    made->end = activity::now();
    made->correlation = call.correlation;
    made->isRuntime = call.domain == trace::Domain::Runtime;
    made->id = call.id;
    made->thread = activity::threadId();
    if (call.result)
      std::memcpy(&made->result, call.result, sizeof made->result);
    activity::post(std::move(record));
  }

private:
  static void tellCorrelations(uint32_t correlation) {
    const ExternalIds &ids = ExternalIds::get();
    for (int kind = 0; kind < MUPTI_EXTERNAL_CORRELATION_KIND_SIZE; kind++) {
      if (ids.ofKind[kind].empty())
        continue;
      auto *made = new CorrelationRecord;
      activity::RecordRef record(made);
      made->correlation = correlation;
      made->external = static_cast<MUpti_ExternalCorrelationKind>(kind);
      made->id = ids.ofKind[kind].back();
      activity::post(std::move(record));
    }
  }
};

} // namespace

void attachCalls() {
  static CallRecorder recorder;
  trace::attach(trace::Slot::Records, &recorder);
}

} // namespace helicon::mupti

using namespace helicon;
using namespace helicon::mupti;

MUPTI_CALL(muptiActivityPushExternalCorrelationId)(MUpti_ExternalCorrelationKind kind, uint64_t id) {
  return activityCall([&] {
    if (!isKind(kind))
      return MUPTI_ERROR_INVALID_PARAMETER;
    ExternalIds::get().ofKind[kind].push_back(id);
    return MUPTI_SUCCESS;
  });
}

MUPTI_CALL(muptiActivityPopExternalCorrelationId)(MUpti_ExternalCorrelationKind kind, uint64_t *lastId) {
  return activityCall([&] {
    if (!isKind(kind))
      return MUPTI_ERROR_INVALID_PARAMETER;
    std::vector<uint64_t> &ids = ExternalIds::get().ofKind[kind];
    if (ids.empty())
      return MUPTI_ERROR_QUEUE_EMPTY;
    if (lastId)
      *lastId = ids.back();
    ids.pop_back();
    return MUPTI_SUCCESS;
  });
}
