// The few names that generated programs use, for a compiler of NVIDIA's: what a card computes there is what ours is
// compared with. Nothing else includes this file.
#pragma once

#include <cuda_runtime.h>

#define musaError_t cudaError_t
#define musaSuccess cudaSuccess
#define musaGetLastError cudaGetLastError
#define musaGetErrorName cudaGetErrorName
#define musaMalloc cudaMalloc
#define musaMemcpy cudaMemcpy
#define musaMemcpyHostToDevice cudaMemcpyHostToDevice
#define musaMemcpyDeviceToHost cudaMemcpyDeviceToHost
#define musaDeviceSynchronize cudaDeviceSynchronize

// A managed variable has no constant address there.
#undef __managed__
#define __managed__ __device__
