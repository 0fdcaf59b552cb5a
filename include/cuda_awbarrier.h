// nvcuda::experimental::awbarrier, what CUDA 11.0 called cuda::barrier.
#ifndef HELICON_CUDA_AWBARRIER_H
#define HELICON_CUDA_AWBARRIER_H

#include "cuda_awbarrier_primitives.h"

#pragma clang system_header

#ifdef __HELICON_MUSA_MODE__

#include "cuda/barrier"

namespace nvcuda {
namespace experimental {

using awbarrier = ::cuda::barrier<::cuda::thread_scope_block>;

} // namespace experimental
} // namespace nvcuda

#endif

#endif
