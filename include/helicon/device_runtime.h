// The runtime API as device code has it: kernels that launch kernels, and what is needed around that. A device overload
// stands beside the host's function of the same name. Launches themselves are written by mcc (mcc/pack/Launches.cpp);
// everything ends in one call of the runtime, whose numbers and record are those of kernel-ir/Abi.h.
#ifndef HELICON_DEVICE_RUNTIME_H
#define HELICON_DEVICE_RUNTIME_H

#pragma clang system_header

#include "../musa_runtime_api.h"
#include "device_macros.h"
#include "services.h"

enum __helicon_device_call_t {
  __helicon_launch,
  __helicon_argument_bytes,
  __helicon_synchronize,
  __helicon_last_error,
  __helicon_stream_create,
  __helicon_stream_destroy,
  __helicon_stream_wait_event,
  __helicon_event_create,
  __helicon_event_destroy,
  __helicon_event_record,
  __helicon_copy,
  __helicon_fill,
  __helicon_device_count,
  __helicon_device,
  __helicon_attribute,
  __helicon_limit,
};

struct __helicon_device_record {
  unsigned long long a, b, c, d;
  unsigned int grid[3], block[3];
  void *pointer;
};

extern "C" {
__attribute__((device)) int __helicon_device_call(int call, struct __helicon_device_record *record);
/// Lets others go on: stands in a loop that waits for them.
__attribute__((device)) void __helicon_yield();
}

/// In front of a parameter buffer that the program asked for.
struct __helicon_parameter_buffer {
  unsigned int grid[3], block[3];
  unsigned long long function, shared;
};

#define __HELICON_RUNTIME_NAME(name) musa##name
#include "device_runtime_calls.h"
#undef __HELICON_RUNTIME_NAME

#endif
