// A thread's own object that can be used until the very end of the process: destructors of a program's static objects
// run after those of the main thread's thread_local ones, and may well free device memory or launch a kernel.
#pragma once

namespace helicon {

/// `Tag` tells apart two objects of one type. Cost of get(): a load and a test.
template <class T, class Tag> class PerThread {
public:
  static T &get() {
    if (!object) [[unlikely]]
      make();
    return *object;
  }

private:
  struct Cleaner {
    ~Cleaner() {
      delete object;
      object = nullptr; // a later use makes another, which stays
    }
  };
  static void make() {
    object = new T;
    static thread_local Cleaner cleaner;
    static_cast<void>(&cleaner);
  }
  static inline constinit thread_local T *object = nullptr;
};

} // namespace helicon
