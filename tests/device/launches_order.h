// Who runs before whom, what the device runtime answers, and what goes wrong.
#pragma once

namespace launches {

/// Writes down in which order the grids ran.
struct Journal {
  int count;
  int entries[256];
};
__device__ void note(Journal *journal, int what) { journal->entries[atomicAdd(&journal->count, 1)] = what; }
__global__ void write(Journal *journal, int what) { note(journal, what); }
__global__ void writeLate(Journal *journal, int what) {
  for (int i = 0; i < 20; i++)
    __nanosleep(100000);
  note(journal, what);
}

__global__ void tailChild(Journal *journal) {
  note(journal, 2);
  write<<<1, 1, 0, musaStreamTailLaunch>>>(journal, 3);
}
__global__ void tails(Journal *journal) {
  write<<<1, 1, 0, musaStreamTailLaunch>>>(journal, 4);
  write<<<1, 1, 0, musaStreamTailLaunch>>>(journal, 5);
  tailChild<<<1, 1>>>(journal);
  note(journal, 1);
}

__global__ void nullStream(Journal *journal) {
  writeLate<<<1, 1>>>(journal, 1);
  write<<<1, 1>>>(journal, 2);
  write<<<1, 1>>>(journal, 3);
}

__global__ void events(Journal *journal) {
  musaStream_t a, b;
  musaEvent_t event;
  musaStreamCreateWithFlags(&a, musaStreamNonBlocking);
  musaStreamCreateWithFlags(&b, musaStreamNonBlocking);
  musaEventCreateWithFlags(&event, musaEventDisableTiming);
  writeLate<<<1, 1, 0, a>>>(journal, 1);
  musaEventRecord(event, a);
  musaStreamWaitEvent(b, event, 0);
  write<<<1, 1, 0, b>>>(journal, 2);
  musaEventDestroy(event);
  musaStreamDestroy(a);
  musaStreamDestroy(b);
}

/// Each grid starts the next one and ends.
__global__ void chain(Journal *journal, int left) {
  note(journal, left);
  if (left > 0)
    chain<<<1, 1, 0, musaStreamFireAndForget>>>(journal, left - 1);
}

__global__ void child(int *data) { data[threadIdx.x] += 1; }
/// What the parent wrote the child sees, and the parent sees what the child wrote.
__global__ void waits(int *data, int *sums) {
  data[blockIdx.x * 32 + threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    child<<<1, 32>>>(data + blockIdx.x * 32);
    musaDeviceSynchronize();
  }
  __syncthreads();
  atomicAdd(sums + blockIdx.x, data[blockIdx.x * 32 + threadIdx.x]);
}

__global__ void copies(int *to, int *from, int *bytes) {
  musaMemcpyAsync(to, from, 16 * sizeof(int), musaMemcpyDeviceToDevice);
  musaMemsetAsync(bytes, 0x11, 8);
  child<<<1, 16>>>(to);
}

inline void expectJournal(check::Buffer<Journal> &journal, const std::vector<int> &wanted, const char *name) {
  journal.download();
  check::equal(journal[0].count, int(wanted.size()), name, -1);
  for (size_t i = 0; i < wanted.size(); i++)
    check::equal(journal[0].entries[i], wanted[i], name, long(i));
  journal[0] = {};
  journal.upload();
}

inline void testOrder() {
  check::Buffer<Journal> journal(1);
  Journal *j = journal.device();
  tails<<<1, 1>>>(j);
  write<<<1, 1>>>(j, 6); // the host's next grid comes after the last tail
  journal.download();
  // 1 and 2 run side by side; 3 is behind 2, and before the parent's own tails.
  int first = journal[0].entries[0];
  std::vector<int> wanted{1, 2, 3, 4, 5, 6};
  if (first == 2)
    wanted = journal[0].entries[1] == 3 ? std::vector<int>{2, 3, 1, 4, 5, 6} : std::vector<int>{2, 1, 3, 4, 5, 6};
  expectJournal(journal, wanted, "tail launches");
  nullStream<<<1, 1>>>(j);
  expectJournal(journal, {1, 2, 3}, "the block's null stream");
  events<<<1, 1>>>(j);
  expectJournal(journal, {1, 2}, "events");
  chain<<<1, 1>>>(j, 20);
  std::vector<int> links;
  for (int i = 20; i >= 0; i--)
    links.push_back(i);
  write<<<1, 1>>>(j, 100);
  links.push_back(100);
  expectJournal(journal, links, "fire and forget");

  constexpr int kBlocks = 40; // more than there are workers: all wait for children
  check::Buffer<int> data(kBlocks * 32), sums(kBlocks);
  waits<<<kBlocks, 32>>>(data.device(), sums.device());
  sums.download();
  for (int b = 0; b < kBlocks; b++)
    check::equal(sums[b], 31 * 32 / 2 + 32, "waiting for children", b);

  check::Buffer<int> to(16), from(16, 41), bytes(2);
  copies<<<1, 1>>>(to.device(), from.device(), bytes.device());
  to.download();
  bytes.download();
  for (int i = 0; i < 16; i++)
    check::equal(to[i], 42, "copy, then a kernel", i);
  check::equal(bytes[1], 0x11111111, "set");
}

__global__ void addTo(int *p, int value) { *p += value; }
__global__ void asks(int *out) {
  int count = -1, device = -1, threads = -1;
  size_t depth = 0;
  out[0] = musaGetDeviceCount(&count);
  out[1] = count;
  out[2] = musaGetDevice(&device);
  out[3] = device;
  out[4] = musaDeviceGetAttribute(&threads, musaDevAttrMaxThreadsPerBlock, device);
  out[5] = threads;
  out[6] = musaDeviceGetLimit(&depth, musaLimitDevRuntimeSyncDepth);
  out[7] = int(depth);
  out[8] = 5;
  void *buffer = musaGetParameterBufferV2((void *)addTo, dim3(1), dim3(1), 0);
  *(int **)buffer = out + 8;
  ((int *)buffer)[2] = 37;
  out[9] = musaLaunchDeviceV2(buffer, nullptr);
  buffer = musaGetParameterBuffer(64, 16);
  *(int **)buffer = out + 8;
  ((int *)buffer)[2] = 100;
  out[10] = musaLaunchDevice((void *)addTo, buffer, dim3(1), dim3(1), 0, nullptr);
}

inline void testRuntime() {
  check::Buffer<int> out(16, -1);
  asks<<<1, 1>>>(out.device());
  out.download();
  int count = 0, threads = 0;
  CHECK_API(musaGetDeviceCount(&count));
  CHECK_API(musaDeviceGetAttribute(&threads, musaDevAttrMaxThreadsPerBlock, 0));
  const int wanted[] = {0, count, 0, 0, 0, threads, 0, 2, 142, 0, 0};
  for (int i = 0; i < 11; i++)
    check::equal(out[i], wanted[i], "device runtime", i);
}

__global__ void nothing() {}
__global__ void faults() { *(volatile int *)16 = 1; }
__global__ void mistakes(int *out) {
  if (threadIdx.x != 1)
    return;
  nothing<<<1, 100000>>>();
  out[0] = musaPeekAtLastError();
  out[1] = musaGetLastError();
  out[2] = musaGetLastError();
  nothing<<<0, 1>>>();
  out[3] = musaGetLastError();
  nothing<<<1, 1, 1 << 30>>>();
  out[4] = musaGetLastError();
  nothing<<<1, 1, 0, (musaStream_t)0x12345>>>();
  out[5] = musaGetLastError();
  musaStream_t stream;
  out[6] = musaStreamCreateWithFlags(&stream, musaStreamDefault);
  nothing<<<1, 1>>>();
  out[7] = musaGetLastError();
}
__global__ void deeper(int *out, int depth) {
  out[depth] = -1;
  deeper<<<1, 1>>>(out, depth + 1);
  out[depth] = musaGetLastError();
}
__global__ void syncDeep(int *out, int depth) {
  if (depth < 4)
    syncDeep<<<1, 1>>>(out, depth + 1);
  out[depth] = musaDeviceSynchronize();
}
__global__ void many(int *out, int count) {
  for (int i = 0; i < count; i++)
    nothing<<<1, 1, 0, musaStreamTailLaunch>>>();
  *out = musaGetLastError();
}
__global__ void launchesFault() { faults<<<1, 1>>>(); }

inline void testErrors() {
  check::Buffer<int> out(32);
  mistakes<<<1, 32>>>(out.device());
  out.download();
  const int wanted[] = {
      musaErrorInvalidConfiguration, musaErrorInvalidConfiguration, 0,
      musaErrorInvalidConfiguration, musaErrorInvalidValue,         musaErrorInvalidResourceHandle,
      musaErrorInvalidValue,         musaErrorInvalidValue}; // the last one: a failed call is remembered, the launch
                                                             // after it is good
  for (int i = 0; i < 8; i++)
    check::equal(out[i], wanted[i], "mistakes", i);
  deeper<<<1, 1>>>(out.device(), 0);
  out.download();
  for (int i = 0; i < 25; i++)
    check::equal(out[i], i < 24 ? 0 : int(musaErrorLaunchMaxDepthExceeded), "depth", i);
  syncDeep<<<1, 1>>>(out.device(), 0);
  out.download();
  for (int i = 0; i < 5; i++)
    check::equal(out[i], i < 2 ? 0 : int(musaErrorSyncDepthExceeded), "depth of waiting", i);
  CHECK_API(musaDeviceSetLimit(musaLimitDevRuntimePendingLaunchCount, 16));
  many<<<1, 1>>>(out.device(), 16);
  out.download();
  check::equal(out[0], 0, "as many launches as may be");
  many<<<1, 1>>>(out.device(), 17);
  out.download();
  check::equal(out[0], int(musaErrorLaunchPendingCountExceeded), "too many launches");
  launchesFault<<<1, 1>>>();
  check::equal(int(musaDeviceSynchronize()), int(musaErrorIllegalAddress), "a fault in a child");
  CHECK_API(musaDeviceReset());
}

} // namespace launches

using launches::testErrors;
using launches::testOrder;
using launches::testRuntime;
