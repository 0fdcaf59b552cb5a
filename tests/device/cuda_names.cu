// mcc: -lcuda
// CUDA's spellings as programs use them: types by tag and by typedef, enumerators in their enumeration's scope,
// overloads, addresses of calls, symbols, streams, events, managed memory, the driver API; nothing of MUSA's is named.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <cuComplex.h>
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <map>
#include <string>
#include <vector>

struct cudaDeviceProp; // what headers of programs forward-declare
typedef struct CUstream_st *cudaStream_t;

static int failures = 0;
#define CHECK(call)                                                                                                    \
  do {                                                                                                                 \
    cudaError_t status_ = (call);                                                                                      \
    if (status_ != cudaSuccess) {                                                                                      \
      printf("FAIL line %d: %s: %s\n", __LINE__, #call, cudaGetErrorString(status_));                                  \
      failures++;                                                                                                      \
    }                                                                                                                  \
  } while (0)
#define THAT(what)                                                                                                     \
  do {                                                                                                                 \
    if (!(what)) {                                                                                                     \
      printf("FAIL line %d: %s\n", __LINE__, #what);                                                                   \
      failures++;                                                                                                      \
    }                                                                                                                  \
  } while (0)

__constant__ int factors[4];
__device__ float total;
__managed__ int managed = 5;

template <class T> __global__ void scale(T *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] = data[i] * factors[i % 4] + managed;
}
__global__ void sum(const float *data, int n) {
  auto warp = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  float value = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    value += data[i];
  for (int step = 16; step; step /= 2)
    value += warp.shfl_down(value, step);
  if (warp.thread_rank() == 0)
    atomicAdd(&total, value);
}
__global__ void square(cuDoubleComplex *z) { *z = cuCmul(*z, *z); }

template <class T> struct Buffer {
  T *device = nullptr;
  explicit Buffer(const std::vector<T> &host) {
    CHECK(cudaMalloc(&device, host.size() * sizeof(T)));
    CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyKind::cudaMemcpyHostToDevice));
  }
  ~Buffer() { cudaFree(device); }
  std::vector<T> get(size_t n) const {
    std::vector<T> host(n);
    CHECK(cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
  }
};

static void devices() {
  struct cudaDeviceProp properties;
  int count = 0, value = 0;
  CHECK(cudaGetDeviceCount(&count));
  CHECK(cudaGetDeviceProperties(&properties, 0));
  CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0));
  THAT(count >= 1 && properties.multiProcessorCount == value && properties.maxThreadsPerBlock == 1024);
  size_t free = 0, all = 0;
  CHECK(cudaMemGetInfo(&free, &all));
  THAT(free <= all && all == properties.totalGlobalMem);
  int runtime = 0, driver = 0;
  CHECK(cudaRuntimeGetVersion(&runtime));
  CHECK(cudaDriverGetVersion(&driver));
  THAT(runtime == CUDART_VERSION && driver == CUDA_VERSION && runtime / 1000 == 12);
}

static void kernelsAndSymbols() {
  const int n = 1000, host[4] = {1, 2, 3, 4};
  CHECK(cudaMemcpyToSymbol(factors, host, sizeof host));
  std::vector<float> values(n, 2);
  Buffer<float> data(values);
  scale<<<(n + 127) / 128, 128>>>(data.device, n);
  CHECK(cudaGetLastError());
  float zero = 0, answer = 0;
  CHECK(cudaMemcpyToSymbol(total, &zero, sizeof zero, 0, cudaMemcpyHostToDevice));
  const float *input = data.device;
  int size = n;
  void *arguments[] = {&input, &size};
  CHECK(cudaLaunchKernel(sum, dim3(1), dim3(256), arguments, 0, nullptr));
  CHECK(cudaMemcpyFromSymbol(&answer, total, sizeof answer));
  THAT(answer == 250 * (7 + 9 + 11 + 13));
  THAT(data.get(n)[3] == 13);
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, scale<float>));
  int grid = 0, block = 0, blocks = 0;
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, scale<double>));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale<double>, block, 0));
  THAT(attributes.maxThreadsPerBlock >= block && grid >= 1 && blocks >= 1);
}

static void CUDART_CB note(void *data) { *static_cast<int *>(data) += 1; }

static void streamsAndEvents() {
  cudaStream_t stream;
  cudaEvent_t start, stop;
  int *pinned = nullptr, *device = nullptr, notes = 0;
  float ms = -1;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreateWithFlags(&stop, cudaEventBlockingSync));
  CHECK(cudaHostAlloc(&pinned, 400, cudaHostAllocDefault | cudaHostAllocMapped));
  CHECK(cudaMalloc((void **)&device, 400));
  for (int i = 0; i < 100; i++)
    pinned[i] = i;
  CHECK(cudaEventRecord(start, stream));
  CHECK(cudaMemcpyAsync(device, pinned, 400, cudaMemcpyHostToDevice, stream));
  scale<<<1, 128, 0, stream>>>(device, 100);
  CHECK(cudaMemcpyAsync(pinned, device, 400, cudaMemcpyDefault, stream));
  CHECK(cudaLaunchHostFunc(stream, note, &notes));
  CHECK(cudaEventRecord(stop, stream));
  CHECK(cudaEventSynchronize(stop));
  CHECK(cudaEventElapsedTime(&ms, start, stop));
  THAT(ms >= 0 && notes == 1 && pinned[7] == 7 * 4 + 5 && cudaStreamQuery(stream) == cudaSuccess);
  CHECK(cudaFree(device));
  CHECK(cudaFreeHost(pinned));
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  CHECK(cudaStreamDestroy(stream));
}

static const char *kind(cudaError_t error) {
  switch (error) {
  case cudaSuccess:
    return "success";
  case cudaErrorInvalidValue:
  case cudaErrorInvalidDevicePointer:
    return "argument";
  default:
    return "other";
  }
}

static void errorsAndAddresses() {
  void *none = nullptr;
  THAT(strcmp(kind(cudaMemcpy(none, none, 8, cudaMemcpyHostToDevice)), "argument") == 0);
  THAT(cudaPeekAtLastError() == cudaError::cudaErrorInvalidValue && cudaGetLastError() == cudaErrorInvalidValue);
  std::map<std::string, cudaError_t (*)(void)> calls{{"cudaDeviceSynchronize", cudaDeviceSynchronize}};
  THAT(calls.begin()->second() == cudaSuccess);
  cudaError_t (*allocate)(void **, size_t) = cudaMalloc;
  THAT(allocate(&none, 16) == cudaSuccess && cudaFree(none) == cudaSuccess);
}

static void managedMemory() {
  int *data = nullptr;
  CHECK(cudaMallocManaged(&data, 4096));
  CHECK(cudaMemPrefetchAsync(data, 4096, 0));
  CHECK(cudaMemPrefetchAsync(data, 4096, cudaCpuDeviceId, nullptr));
  CHECK(cudaMemAdvise(data, 4096, cudaMemAdviseSetReadMostly, 0));
  cudaMemLocation place; // CUDA 13
  place.type = cudaMemLocationTypeDevice;
  place.id = 0;
  CHECK(cudaMemPrefetchAsync(data, 4096, place, 0));
  THAT(cudaMemPrefetchAsync(data, 4096, place, 1, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaMemAdvise(data, 4096, cudaMemAdviseSetPreferredLocation, place));
  place.id = 99;
  THAT(cudaMemPrefetchAsync(data, 4096, place, 0) == cudaErrorInvalidDevice);
  cudaGetLastError();
  place.type = cudaMemLocationTypeHost;
  CHECK(cudaMemPrefetchAsync(data, 4096, place, 0));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(data));
}

static void driver() {
  CUdevice device = 0;
  CUcontext context = nullptr;
  CUdeviceptr memory = 0;
  char name[64];
  int out[8], major = 0;
  THAT(cuInit(0) == CUDA_SUCCESS && cuDeviceGet(&device, 0) == CUDA_SUCCESS);
  THAT(cuDeviceGetName(name, sizeof name, device) == CUDA_SUCCESS && name[0]);
  THAT(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device) == CUDA_SUCCESS && major > 0);
  THAT(cuCtxCreate(&context, CU_CTX_SCHED_AUTO, device) == CUDA_SUCCESS);
  THAT(cuMemAlloc(&memory, sizeof out) == CUDA_SUCCESS && cuMemsetD32(memory, 17, 8) == CUDA_SUCCESS);
  THAT(cuMemcpyDtoH(out, memory, sizeof out) == CUDA_SUCCESS && out[7] == 17);
  THAT(cuMemFree(memory) == CUDA_SUCCESS && cuCtxDestroy(context) == CUDA_SUCCESS);
  THAT(cuCtxCreate(&context, nullptr, 0, device) == CUDA_SUCCESS && cuCtxDestroy(context) == CUDA_SUCCESS); // CUDA 13
  CUctxCreateParams parameters = {};
  THAT(cuCtxCreate(&context, &parameters, 0, device) == CUDA_SUCCESS && cuCtxDestroy(context) == CUDA_SUCCESS);
  parameters.numExecAffinityParams = 1;
  THAT(cuCtxCreate(&context, &parameters, 0, device) == CUDA_ERROR_NOT_SUPPORTED);
}

static void arrays() {
  cudaChannelFormatDesc texel = cudaCreateChannelDesc<float2>(), half = cudaCreateChannelDescHalf();
  THAT(texel.x == 32 && texel.y == 32 && texel.z == 0 && texel.f == cudaChannelFormatKindFloat && half.x == 16);
  THAT(cudaCreateChannelDesc<uchar4>().w == 8 && cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindSigned).x == 8);
  cudaArray_t array;
  float values[24] = {1, 2, 3, 4}, back[24] = {};
  CHECK(cudaMalloc3DArray(&array, &texel, make_cudaExtent(2, 3, 2)));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(values, 2 * sizeof(float2), 2, 3);
  copy.dstArray = array;
  copy.dstPos = make_cudaPos(0, 0, 0);
  copy.extent = make_cudaExtent(2, 3, 2);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy));
  cudaMemcpy3DParms other = {};
  other.srcArray = array;
  other.dstPtr = make_cudaPitchedPtr(back, 2 * sizeof(float2), 2, 3);
  other.extent = copy.extent;
  other.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaMemcpy3D(&other));
  THAT(memcmp(values, back, sizeof values) == 0);
  CHECK(cudaFreeArray(array));
}

int main() {
  arrays();
  CHECK(cudaProfilerStart());
  devices();
  kernelsAndSymbols();
  streamsAndEvents();
  errorsAndAddresses();
  Buffer<cuDoubleComplex> z({make_cuDoubleComplex(1, 2)});
  square<<<1, 1>>>(z.device);
  THAT(cuCreal(z.get(1)[0]) == -3 && cuCimag(z.get(1)[0]) == 4);
  managedMemory();
  driver();
  printf(failures ? "%d failed\n" : "passed\n", failures);
  return failures != 0;
}
