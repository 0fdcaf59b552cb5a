// The cheap calls, while no tool listens: what every program makes by the thousand.
#include "Device.h"

namespace {

constexpr int kCalls = 100000, kRecords = 10000;

/// Millions of calls a second.
template <class Call> void calls(const char *metric, int count, Call call) {
  bench::measure(metric, "M/s", count * 1e-6, [&] {
    for (int i = 0; i < count; ++i)
      call();
  });
}

} // namespace

int main() {
  int device = 0;
  musaStream_t stream = nullptr;
  musaEvent_t event = nullptr;
  CHECK(musaStreamCreate(&stream));
  CHECK(musaEventCreate(&event));
  calls("call_device", kCalls, [&] { musaGetDevice(&device); });
  calls("call_error", kCalls, [] { musaGetLastError(); });
  calls("call_query", kCalls, [&] { musaStreamQuery(stream); });
  calls("call_record", kRecords, [&] { musaEventRecord(event, stream); });
  CHECK(musaStreamSynchronize(stream));
  CHECK(musaGetLastError());
}
