// Tells AddressSanitizer and ThreadSanitizer about stack switches; nothing in other builds.
#pragma once

#include <cstddef>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HELICON_TSAN 1
#endif
#if __has_feature(address_sanitizer)
#define HELICON_ASAN 1
#endif
#endif

#ifdef HELICON_TSAN
extern "C" {
void *__tsan_get_current_fiber(void);
void *__tsan_create_fiber(unsigned flags);
void __tsan_destroy_fiber(void *fiber);
void __tsan_switch_to_fiber(void *fiber, unsigned flags);
}
#endif
#ifdef HELICON_ASAN
extern "C" {
void __sanitizer_start_switch_fiber(void **fakeStack, const void *bottom, size_t size);
void __sanitizer_finish_switch_fiber(void *fakeStack, const void **bottom, size_t *size);
void __asan_handle_no_return(void);
}
#endif

namespace helicon::sanitizer {

#ifdef HELICON_TSAN
inline void *currentFiber() { return __tsan_get_current_fiber(); }
inline void *createFiber() { return __tsan_create_fiber(0); }
inline void destroyFiber(void *fiber) { __tsan_destroy_fiber(fiber); }
inline void switchFiber(void *fiber) { __tsan_switch_to_fiber(fiber, 0); }
#else
inline void *currentFiber() { return nullptr; }
inline void *createFiber() { return nullptr; }
inline void destroyFiber(void *) {}
inline void switchFiber(void *) {}
#endif

#ifdef HELICON_ASAN
inline void startSwitch(void **fake, const void *bottom, size_t size) {
  __sanitizer_start_switch_fiber(fake, bottom, size);
}
inline void finishSwitch(void *fake, const void **bottom, size_t *size) {
  __sanitizer_finish_switch_fiber(fake, bottom, size);
}
inline void beforeLongJump() { __asan_handle_no_return(); }
#else
inline void startSwitch(void **, const void *, size_t) {}
inline void finishSwitch(void *, const void **, size_t *) {}
inline void beforeLongJump() {}
#endif

} // namespace helicon::sanitizer
