// What every call of muPTI passes: no exception leaves it.
#pragma once

#include "include/mupti_result.h"

#include <exception>
#include <iterator>
#include <new>
#include <utility>

#define MUPTI_CALL(name) extern "C" __attribute__((visibility("default"))) MUptiResult name

namespace helicon::mupti {

template <class Body> MUptiResult answer(Body &&body) {
  try {
    return std::forward<Body>(body)();
  } catch (const std::bad_alloc &) {
    return MUPTI_ERROR_OUT_OF_MEMORY;
  } catch (const std::exception &) {
    return MUPTI_ERROR_UNKNOWN;
  }
}

} // namespace helicon::mupti
