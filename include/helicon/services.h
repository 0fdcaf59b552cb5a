// What a kernel asks of the runtime: output, memory, clocks, traps. The compiler itself turns a device call of printf
// into vprintf(format, fields).
#ifndef HELICON_SERVICES_H
#define HELICON_SERVICES_H

#pragma clang system_header

#include "device_macros.h"

#include <stddef.h>

extern "C" {
__attribute__((device)) int printf(const char *, ...);
__attribute__((device)) int vprintf(const char *, __builtin_va_list);
__attribute__((device)) void *malloc(size_t);
__attribute__((device)) void free(void *);
__attribute__((device, noreturn)) void __assertfail(const char *expression, const char *file, unsigned int line,
                                                    const char *function, size_t charSize);
}

/// The function behind the C library's assert().
__HELICON_DEVICE__ __attribute__((noreturn)) void __assert_fail(const char *expression, const char *file,
                                                                unsigned int line, const char *function) {
  __assertfail(expression, file, line, function, 1);
}

__HELICON_DEVICE__ void __trap() { __builtin_trap(); }
__HELICON_DEVICE__ void __brkpt() { __builtin_debugtrap(); }
__HELICON_DEVICE__ __attribute__((noreturn)) void abort() { __builtin_trap(); }
/// Counts for a profiler of hardware; nothing here.
__HELICON_DEVICE__ void __prof_trigger(int) {}
/// Ends the calling thread.
__HELICON_DEVICE__ void __musa_exit() { __nvvm_exit(); }

/// Clock ticks of the multiprocessor.
__HELICON_DEVICE__ long clock() { return (long)__nvvm_read_ptx_sreg_clock64(); }
__HELICON_DEVICE__ long long clock64() { return __nvvm_read_ptx_sreg_clock64(); }
/// Nanoseconds since an arbitrary start.
__HELICON_DEVICE__ unsigned long long __globaltimer() { return (unsigned long long)__nvvm_read_ptx_sreg_globaltimer(); }
__HELICON_DEVICE__ void __nanosleep(unsigned int nanoseconds) { __nvvm_nanosleep(nanoseconds); }

/// As malloc(), which gives multiples of 256; null for an alignment beyond that or one that is no power of two.
__HELICON_DEVICE__ void *__nv_aligned_device_malloc(size_t bytes, size_t align) {
  return align && !(align & (align - 1)) && align <= 256 ? malloc(bytes) : nullptr;
}

__HELICON_DEVICE__ void *memcpy(void *to, const void *from, size_t bytes) { return __builtin_memcpy(to, from, bytes); }
__HELICON_DEVICE__ void *memmove(void *to, const void *from, size_t bytes) {
  return __builtin_memmove(to, from, bytes);
}
__HELICON_DEVICE__ void *memset(void *to, int byte, size_t bytes) { return __builtin_memset(to, byte, bytes); }

#endif
