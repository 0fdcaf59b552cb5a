// Copies in stages: the functions of cuda_pipeline_primitives.h, and the class that CUDA 11 wrapped around them.
#ifndef HELICON_CUDA_PIPELINE_H_OLD
#define HELICON_CUDA_PIPELINE_H_OLD

#include "cuda_pipeline_primitives.h"

#pragma clang system_header

#ifdef __HELICON_MUSA_MODE__

#include "cuda_awbarrier.h"

namespace nvcuda {
namespace experimental {

class pipeline {
public:
  __HELICON_CUDA__ size_t commit() { return committed_++; }
  __HELICON_CUDA__ void wait(size_t) {}
  template <unsigned int Prior> __HELICON_CUDA__ void wait_prior() {}
  __HELICON_CUDA__ void commit_and_wait() { commit(); }
  __HELICON_CUDA__ void arrive_on(awbarrier &) {}

private:
  size_t committed_ = 0;
};

template <class __T>
__HELICON_CUDA__ void memcpy_async(__T &__restrict__ target, const __T &__restrict__ source, pipeline &) {
  target = source;
}

} // namespace experimental
} // namespace nvcuda

#endif

#endif
