// What the calls of the activity API share: whether the library can be used, the thread's last error, and the switches
// that the runtime looks at.
#pragma once

#include "api/mupti/Entry.h"
#include "include/mupti_activity.h"
#include "runtime/Activity.h"

#include <atomic>
#include <cstdint>

namespace helicon::mupti {

/// Remembers an error for muptiGetLastError.
MUptiResult finish(MUptiResult result);
MUptiResult takeLastError();

/// False in a child of a process that used the library before it forked. Watches forks from the first call on.
bool isUsable();

/// The body's answer, or NOT_INITIALIZED.
template <class Body> MUptiResult activityCall(Body &&body) {
  return finish(isUsable() ? answer(std::forward<Body>(body)) : MUPTI_ERROR_NOT_INITIALIZED);
}

constexpr uint64_t bitOf(MUpti_ActivityKind kind) { return uint64_t(1) << kind; }

/// Kinds that are enabled for all contexts.
extern std::atomic<uint64_t> enabledKinds;

inline bool isEnabled(MUpti_ActivityKind kind) {
  return (enabledKinds.load(std::memory_order_relaxed) & bitOf(kind)) != 0;
}
/// Listens to calls of the APIs; once for the process.
void attachCalls();
/// Puts a record of each device into the queue.
MUptiResult tellDevices();

/// The activity API's part of muptiFinalize: everything is off, what is there is delivered, and all settings are those
/// of the beginning.
MUptiResult finishActivity();
/// Those of muptiActivitySetAttribute are in force; `anew`: those of the beginning.
void applyAttributes(bool anew);

} // namespace helicon::mupti
