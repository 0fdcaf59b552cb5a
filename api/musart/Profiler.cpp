// The window of a profiler. Without one attached, opening and closing it does nothing, as on the real device.
#include "api/musart/Entry.h"

using namespace helicon;

HELICON_API musaError_t musaProfilerStart(void) {
  return musart::withContext(__func__, [](Context &) { return Status::Success; });
}

HELICON_API musaError_t musaProfilerStop(void) {
  return musart::withContext(__func__, [](Context &) { return Status::Success; });
}
