// A buffer that passes for its device pointer, for the tests of calls.
#pragma once

#include "check.h"

#include <algorithm>

namespace check {

template <class T> struct Device : Buffer<T> {
  using Buffer<T>::Buffer;
  operator T *() { return this->device(); }
  const std::vector<T> &get() {
    this->download();
    return this->host;
  }
};

} // namespace check
