// Copies and kernels of several streams overlap; inside a stream, everything happens in order.
//     mcc streams.mu -o streams && ./streams
#include <cstdio>
#include <cstdlib>

// Every call can fail; errors of a kernel show up in a later call.
#define CHECK(call)                                                                                                    \
  do {                                                                                                                 \
    musaError_t error = (call);                                                                                        \
    if (error != musaSuccess) {                                                                                        \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, musaGetErrorString(error));                        \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

__global__ void squareRoots(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = sqrtf(x[i]);
}

int main() {
  constexpr int kStreams = 4, kPiece = 250000, kAll = kStreams * kPiece;
  constexpr size_t kPieceBytes = kPiece * sizeof(float);

  // Asynchronous copies need pinned host memory: from other memory they wait.
  float *host, *device;
  CHECK(musaMallocHost(reinterpret_cast<void **>(&host), kAll * sizeof(float)));
  CHECK(musaMalloc(&device, kAll * sizeof(float)));
  for (int i = 0; i < kAll; ++i)
    host[i] = static_cast<float>(i % 1000) * (i % 1000);

  musaStream_t streams[kStreams];
  musaEvent_t finished[kStreams];
  for (int s = 0; s < kStreams; ++s) {
    CHECK(musaStreamCreate(&streams[s]));
    CHECK(musaEventCreate(&finished[s]));
  }

  // Each stream copies its piece in, works on it and copies it out. None of these calls waits.
  for (int s = 0; s < kStreams; ++s) {
    float *hostPiece = host + s * kPiece, *devicePiece = device + s * kPiece;
    CHECK(musaMemcpyAsync(devicePiece, hostPiece, kPieceBytes, musaMemcpyHostToDevice, streams[s]));
    squareRoots<<<(kPiece + 255) / 256, 256, 0, streams[s]>>>(devicePiece, kPiece);
    CHECK(musaGetLastError());
    CHECK(musaMemcpyAsync(hostPiece, devicePiece, kPieceBytes, musaMemcpyDeviceToHost, streams[s]));
    CHECK(musaEventRecord(finished[s], streams[s]));
  }

  // The host is free meanwhile. Pieces are checked in their order, while later ones may still be on their way.
  for (int s = 0; s < kStreams; ++s) {
    CHECK(musaEventSynchronize(finished[s]));
    for (int i = s * kPiece; i < (s + 1) * kPiece; ++i)
      if (host[i] != static_cast<float>(i % 1000)) {
        printf("wrong at %d: %g\n", i, host[i]);
        return 1;
      }
    printf("piece %d is right\n", s);
  }

  for (int s = 0; s < kStreams; ++s) {
    CHECK(musaEventDestroy(finished[s]));
    CHECK(musaStreamDestroy(streams[s]));
  }
  CHECK(musaFree(device));
  CHECK(musaFreeHost(host));
}
