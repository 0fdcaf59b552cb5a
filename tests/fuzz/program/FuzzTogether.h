// The launch of a grid that waits for itself. Included by generated programs only.
#pragma once

#include "FuzzDevice.h"

#include <cooperative_groups.h>

#include <tuple>

__device__ uint32_t togetherWords[1024];

/// A launch all of whose blocks may wait for each other.
template <class... P, class... A>
void launchTogether(void (*kernel)(P...), dim3 grid, dim3 block, size_t shared, A... arguments) {
  std::tuple<P...> values(static_cast<P>(arguments)...);
  std::apply(
      [&](auto &...each) {
        void *pointers[] = {static_cast<void *>(&each)...};
        musaLaunchCooperativeKernel(reinterpret_cast<void *>(kernel), grid, block, pointers, shared, nullptr);
      },
      values);
}
