// Memory and events of several processes. The other process is this binary again, started with one of the disabled
// tests below; what it needs travels in an environment variable, and it answers over a pipe. The codes are a card's.
#include "Check.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr size_t kMegabyte = size_t(1) << 20;

template <class T> std::string toText(const T &object) {
  std::string text;
  for (size_t i = 0; i < sizeof object; ++i) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", reinterpret_cast<const unsigned char *>(&object)[i]);
    text += digits;
  }
  return text;
}

/// The object number `index` of those that the parent sent.
template <class T> T fromParent(size_t index) {
  T object{};
  std::string text = std::getenv("API_TEST_OBJECTS") ? std::getenv("API_TEST_OBJECTS") : "";
  for (; index > 0; --index)
    text.erase(0, text.find(' ') + 1);
  text = text.substr(0, text.find(' '));
  EXPECT_EQ(2 * sizeof object, text.size());
  for (size_t i = 0; i < sizeof object && 2 * i + 1 < text.size(); ++i)
    reinterpret_cast<unsigned char *>(&object)[i] =
        static_cast<unsigned char>(std::strtoul(text.substr(2 * i, 2).c_str(), nullptr, 16));
  return object;
}

/// Runs a disabled test of this binary in a process of its own.
class Child {
public:
  Child(const char *test, const std::string &objects) {
    int to[2], from[2];
    EXPECT_EQ(0, pipe(to) | pipe(from));
    process = fork();
    if (process == 0) {
      dup2(to[0], 3);
      dup2(from[1], 4);
      setenv("API_TEST_OBJECTS", objects.c_str(), 1);
      const std::string filter = std::string("--gtest_filter=") + test;
      execl("/proc/self/exe", "api-tests", filter.c_str(), "--gtest_also_run_disabled_tests", "--gtest_brief=1",
            static_cast<char *>(nullptr));
      _exit(127);
    }
    close(to[0]);
    close(from[1]);
    input = to[1];
    output = from[0];
  }
  ~Child() {
    close(input);
    close(output);
    if (process > 0) {
      kill(process, SIGKILL);
      waitpid(process, nullptr, 0);
    }
  }
  Child(const Child &) = delete;
  void tell() const { EXPECT_EQ(1, write(input, "x", 1)); }
  void await() const {
    char byte = 0;
    EXPECT_EQ(1, read(output, &byte, 1));
  }
  template <class T> T receive() const {
    T object{};
    size_t got = 0;
    while (got < sizeof object) {
      const ssize_t now = read(output, reinterpret_cast<char *>(&object) + got, sizeof object - got);
      if (now <= 0) {
        ADD_FAILURE() << "the other process has ended";
        break;
      }
      got += static_cast<size_t>(now);
    }
    return object;
  }
  void end() {
    int status = -1;
    EXPECT_EQ(process, waitpid(process, &status, 0));
    EXPECT_EQ(0, status) << "the other process failed; its output says where";
    process = -1;
  }
  void kill9() {
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
    process = -1;
  }

private:
  pid_t process = -1;
  int input = -1, output = -1;
};

// In the child.
void tellParent() { EXPECT_EQ(1, write(4, "x", 1)); }
void awaitParent() {
  char byte = 0;
  EXPECT_EQ(1, read(3, &byte, 1));
}
template <class T> void sendParent(const T &object) {
  EXPECT_EQ(ssize_t(sizeof object), write(4, &object, sizeof object));
}

using Ipc = RuntimeTest;

TEST_F(Ipc, BadUse) {
  char *d = nullptr, *pinned = nullptr, *managed = nullptr, *pooled = nullptr;
  ASSERT_OK(musaMalloc(&d, kMegabyte));
  ASSERT_OK(musaMallocHost(&pinned, 4096));
  ASSERT_OK(musaMallocManaged(&managed, 4096));
  ASSERT_OK(musaMallocAsync(&pooled, 4096, nullptr));
  musaIpcMemHandle_t handle{}, again{};
  ASSERT_OK(musaIpcGetMemHandle(&handle, d));
  ASSERT_OK(musaIpcGetMemHandle(&again, d + 256)); // means the whole
  EXPECT_EQ(0, std::memcmp(&handle, &again, sizeof handle));
  for (void *wrong : {static_cast<void *>(pinned), static_cast<void *>(managed), static_cast<void *>(pooled),
                      static_cast<void *>(&handle), static_cast<void *>(nullptr)})
    EXPECT_CODE(musaErrorInvalidValue, musaIpcGetMemHandle(&again, wrong));
  EXPECT_CODE(musaErrorInvalidValue, musaIpcGetMemHandle(nullptr, d));
  void *opened = nullptr;
  EXPECT_CODE(musaErrorDeviceUninitialized, musaIpcOpenMemHandle(&opened, handle, musaIpcMemLazyEnablePeerAccess));
  EXPECT_CODE(musaErrorInvalidValue, musaIpcOpenMemHandle(nullptr, handle, musaIpcMemLazyEnablePeerAccess));
  EXPECT_CODE(musaErrorInvalidValue, musaIpcOpenMemHandle(&opened, handle, 0));
  std::memset(&again, 0x55, sizeof again);
  EXPECT_CODE(musaErrorInvalidValue, musaIpcOpenMemHandle(&opened, again, musaIpcMemLazyEnablePeerAccess));
  std::memset(&again, 0, sizeof again);
  EXPECT_CODE(musaErrorInvalidValue, musaIpcOpenMemHandle(&opened, again, musaIpcMemLazyEnablePeerAccess));
  EXPECT_CODE(musaErrorInvalidValue, musaIpcCloseMemHandle(d));
  EXPECT_CODE(musaErrorInvalidValue, musaIpcCloseMemHandle(pinned));
  EXPECT_CODE(musaErrorInvalidValue, musaIpcCloseMemHandle(nullptr));
  musaEvent_t event = nullptr, plain = nullptr, other = nullptr;
  musaIpcEventHandle_t eventHandle{}, damaged{};
  ASSERT_OK(musaEventCreateWithFlags(&event, musaEventDisableTiming | musaEventInterprocess));
  ASSERT_OK(musaEventCreateWithFlags(&plain, musaEventDisableTiming));
  ASSERT_OK(musaIpcGetEventHandle(&eventHandle, event));
  EXPECT_CODE(musaErrorInvalidValue, musaIpcGetEventHandle(nullptr, event));
  EXPECT_CODE(musaErrorInvalidValue, musaIpcGetEventHandle(&damaged, nullptr));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaIpcGetEventHandle(&damaged, plain));
  EXPECT_CODE(musaErrorDeviceUninitialized, musaIpcOpenEventHandle(&other, eventHandle));
  EXPECT_CODE(musaErrorInvalidValue, musaIpcOpenEventHandle(nullptr, eventHandle));
  std::memset(&damaged, 0x55, sizeof damaged);
  EXPECT_CODE(musaErrorMapBufferObjectFailed, musaIpcOpenEventHandle(&other, damaged));
  EXPECT_OK(musaEventDestroy(event));
  EXPECT_OK(musaEventDestroy(plain));
  EXPECT_OK(musaFreeAsync(pooled, nullptr));
  EXPECT_OK(musaFree(managed));
  EXPECT_OK(musaFreeHost(pinned));
  EXPECT_OK(musaFree(d));
}

TEST(IpcChild, DISABLED_Memory) {
  const auto handle = fromParent<musaIpcMemHandle_t>(0), small = fromParent<musaIpcMemHandle_t>(1);
  char *p = nullptr, *q = nullptr, *s = nullptr;
  const unsigned kLazy = musaIpcMemLazyEnablePeerAccess;
  ASSERT_OK(musaIpcOpenMemHandle(reinterpret_cast<void **>(&p), handle, kLazy));
  ASSERT_OK(musaIpcOpenMemHandle(reinterpret_cast<void **>(&q), handle, kLazy));
  ASSERT_OK(musaIpcOpenMemHandle(reinterpret_cast<void **>(&s), small, kLazy));
  EXPECT_EQ(p, q);
  musaPointerAttributes attributes{};
  EXPECT_OK(musaPointerGetAttributes(&attributes, p + 100));
  EXPECT_EQ(musaMemoryTypeDevice, attributes.type);
  std::vector<char> host(3 * kMegabyte);
  EXPECT_OK(musaMemcpy(host.data(), p, host.size(), musaMemcpyDeviceToHost));
  EXPECT_EQ(std::vector<char>(3 * kMegabyte, 7), host);
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy(host.data(), p + 1, host.size(), musaMemcpyDeviceToHost));
  EXPECT_OK(musaMemcpy(host.data(), s, 1000, musaMemcpyDeviceToHost));
  EXPECT_EQ(5, host[999]);
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy(host.data(), s, 1001, musaMemcpyDeviceToHost)); // its neighbour
  EXPECT_OK(musaMemset(p, 9, 3 * kMegabyte));
  EXPECT_OK(musaMemset(s, 6, 1000));
  musaIpcMemHandle_t own{};
  EXPECT_CODE(musaErrorInvalidValue, musaFree(p));
  EXPECT_CODE(musaErrorInvalidValue, musaFreeAsync(p, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaIpcGetMemHandle(&own, p));
  EXPECT_CODE(musaErrorInvalidValue, musaIpcCloseMemHandle(p + 8));
  EXPECT_OK(musaIpcCloseMemHandle(p));
  EXPECT_OK(musaMemcpy(host.data(), p, 4, musaMemcpyDeviceToHost)); // opened twice
  EXPECT_OK(musaIpcCloseMemHandle(p));
  EXPECT_CODE(musaErrorInvalidValue, musaIpcCloseMemHandle(p));
  EXPECT_OK(musaPointerGetAttributes(&attributes, p));
  EXPECT_EQ(musaMemoryTypeUnregistered, attributes.type);
  // The driver API sees the same.
  MUipcMemHandle forDriver{};
  std::memcpy(&forDriver, &handle, sizeof forDriver);
  MUdeviceptr d = 0;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muIpcOpenMemHandle(&d, forDriver, 0));
  ASSERT_MU_OK(muIpcOpenMemHandle(&d, forDriver, MU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
  unsigned seen = 0;
  EXPECT_MU_OK(muMemcpyDtoH(&seen, d + 4, 4));
  EXPECT_EQ(0x09090909u, seen);
  EXPECT_MU_OK(muIpcCloseMemHandle(d));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muIpcCloseMemHandle(d));
  ASSERT_OK(musaIpcOpenMemHandle(reinterpret_cast<void **>(&p), handle, kLazy)); // left open
}

TEST_F(Ipc, MemoryOfAnotherProcess) {
  char *large = nullptr, *small = nullptr, *neighbour = nullptr;
  ASSERT_OK(musaMalloc(&small, 1000));
  ASSERT_OK(musaMalloc(&neighbour, 1000));
  ASSERT_OK(musaMalloc(&large, 3 * kMegabyte));
  EXPECT_OK(musaMemset(large, 7, 3 * kMegabyte));
  EXPECT_OK(musaMemset(small, 5, 1000));
  EXPECT_OK(musaMemset(neighbour, 1, 1000));
  musaIpcMemHandle_t handle{}, smallHandle{};
  ASSERT_OK(musaIpcGetMemHandle(&handle, large));
  MUipcMemHandle made{};
  ASSERT_MU_OK(muIpcGetMemHandle(&made, reinterpret_cast<MUdeviceptr>(small)));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muIpcGetMemHandle(nullptr, reinterpret_cast<MUdeviceptr>(small)));
  std::memcpy(&smallHandle, &made, sizeof made);
  Child child("IpcChild.DISABLED_Memory", toText(handle) + " " + toText(smallHandle));
  child.end();
  std::vector<char> host(3 * kMegabyte);
  EXPECT_OK(musaMemcpy(host.data(), large, host.size(), musaMemcpyDeviceToHost));
  EXPECT_EQ(std::vector<char>(3 * kMegabyte, 9), host);
  EXPECT_OK(musaMemcpy(host.data(), small, 1000, musaMemcpyDeviceToHost));
  EXPECT_EQ(6, host[500]);
  EXPECT_OK(musaMemcpy(host.data(), neighbour, 1000, musaMemcpyDeviceToHost));
  EXPECT_EQ(1, host[0]);
  EXPECT_OK(musaFree(large));
  EXPECT_OK(musaFree(small));
  EXPECT_OK(musaFree(neighbour));
  // What comes to lie there is this process's alone again.
  ASSERT_OK(musaMalloc(&large, 3 * kMegabyte));
  EXPECT_OK(musaMemset(large, 1, 3 * kMegabyte));
  EXPECT_OK(musaFree(large));
}

TEST(IpcChild, DISABLED_Waits) {
  int *p = nullptr, seen = 0;
  musaEvent_t event = nullptr, second = nullptr;
  musaStream_t stream = nullptr;
  ASSERT_OK(musaIpcOpenMemHandle(reinterpret_cast<void **>(&p), fromParent<musaIpcMemHandle_t>(0),
                                 musaIpcMemLazyEnablePeerAccess));
  ASSERT_OK(musaIpcOpenEventHandle(&event, fromParent<musaIpcEventHandle_t>(1)));
  ASSERT_OK(musaIpcOpenEventHandle(&second, fromParent<musaIpcEventHandle_t>(1)));
  musaIpcEventHandle_t own{};
  float time = 0;
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaIpcGetEventHandle(&own, event));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaEventElapsedTime(&time, event, second));
  EXPECT_CODE(musaErrorNotReady, musaEventQuery(event));
  ASSERT_OK(musaStreamCreate(&stream));
  ASSERT_OK(musaStreamWaitEvent(stream, event, 0));
  ASSERT_OK(musaMemcpyAsync(p + 1, p, 4, musaMemcpyDeviceToDevice, stream)); // behind the other process's work
  EXPECT_CODE(musaErrorNotReady, musaStreamQuery(stream));
  tellParent();
  EXPECT_OK(musaStreamSynchronize(stream));
  EXPECT_OK(musaEventQuery(event));
  EXPECT_OK(musaEventSynchronize(second));
  EXPECT_OK(musaMemcpy(&seen, p + 1, 4, musaMemcpyDeviceToHost));
  EXPECT_EQ(4711, seen);
  // The other way round: what is recorded here holds the parent up.
  {
    Gate gate(stream);
    seen = 815;
    ASSERT_OK(musaMemcpyAsync(p + 2, &seen, 4, musaMemcpyHostToDevice, stream));
    ASSERT_OK(musaEventRecord(event, stream));
    tellParent();
    awaitParent();
  }
  EXPECT_OK(musaStreamSynchronize(stream));
  EXPECT_OK(musaEventDestroy(second));
  EXPECT_OK(musaEventDestroy(event));
  awaitParent();
}

TEST_F(Ipc, EventsOrderProcesses) {
  int *p = nullptr, value = 4711, seen = 0;
  musaEvent_t event = nullptr;
  musaStream_t stream = nullptr;
  musaIpcMemHandle_t memory{};
  musaIpcEventHandle_t handle{};
  ASSERT_OK(musaMalloc(&p, 4096));
  ASSERT_OK(musaIpcGetMemHandle(&memory, p));
  ASSERT_OK(musaStreamCreate(&stream));
  ASSERT_OK(musaEventCreateWithFlags(&event, musaEventDisableTiming | musaEventInterprocess));
  {
    Gate gate(stream);
    ASSERT_OK(musaMemcpyAsync(p, &value, 4, musaMemcpyHostToDevice, stream));
    ASSERT_OK(musaEventRecord(event, stream)); // before there is a handle
    ASSERT_OK(musaIpcGetEventHandle(&handle, event));
    Child child("IpcChild.DISABLED_Waits", toText(memory) + " " + toText(handle));
    child.await();
    gate.open();
    child.await(); // it has recorded
    EXPECT_CODE(musaErrorNotReady, musaEventQuery(event));
    ASSERT_OK(musaStreamWaitEvent(stream, event, 0));
    ASSERT_OK(musaMemcpyAsync(p + 3, p + 2, 4, musaMemcpyDeviceToDevice, stream));
    EXPECT_CODE(musaErrorNotReady, musaStreamQuery(stream));
    child.tell();
    EXPECT_OK(musaEventSynchronize(event));
    EXPECT_OK(musaStreamSynchronize(stream));
    EXPECT_OK(musaMemcpy(&seen, p + 3, 4, musaMemcpyDeviceToHost));
    EXPECT_EQ(815, seen);
    child.tell();
    child.end();
  }
  ASSERT_OK(musaEventRecord(event, stream));
  EXPECT_OK(musaEventSynchronize(event));
  EXPECT_OK(musaEventDestroy(event));
  EXPECT_OK(musaStreamDestroy(stream));
  EXPECT_OK(musaFree(p));
}

TEST(IpcChild, DISABLED_Exports) {
  int *p = nullptr, value = 99;
  musaIpcMemHandle_t memory{};
  musaIpcEventHandle_t handle{};
  musaEvent_t event = nullptr;
  ASSERT_OK(musaMalloc(&p, 4096));
  ASSERT_OK(musaMemcpy(p, &value, 4, musaMemcpyHostToDevice));
  ASSERT_OK(musaIpcGetMemHandle(&memory, p));
  ASSERT_OK(musaEventCreateWithFlags(&event, musaEventDisableTiming | musaEventInterprocess));
  ASSERT_OK(musaIpcGetEventHandle(&handle, event));
  Gate gate(nullptr);
  ASSERT_OK(musaEventRecord(event, nullptr)); // never reached
  sendParent(memory);
  sendParent(handle);
  awaitParent();
  FAIL() << "should have been killed";
}

/// The memory lives on, and nobody waits for a process that is gone.
TEST_F(Ipc, TheExporterDies) {
  Child child("IpcChild.DISABLED_Exports", "");
  const auto memory = child.receive<musaIpcMemHandle_t>();
  const auto handle = child.receive<musaIpcEventHandle_t>();
  int *p = nullptr, *again = nullptr, seen = 0;
  musaEvent_t event = nullptr;
  musaStream_t stream = nullptr;
  const unsigned kLazy = musaIpcMemLazyEnablePeerAccess;
  ASSERT_OK(musaIpcOpenMemHandle(reinterpret_cast<void **>(&p), memory, kLazy));
  ASSERT_OK(musaIpcOpenEventHandle(&event, handle));
  ASSERT_OK(musaStreamCreate(&stream));
  ASSERT_OK(musaStreamWaitEvent(stream, event, 0));
  EXPECT_CODE(musaErrorNotReady, musaEventQuery(event));
  EXPECT_CODE(musaErrorNotReady, musaStreamQuery(stream));
  child.kill9();
  EXPECT_OK(musaEventSynchronize(event));
  EXPECT_OK(musaEventQuery(event));
  EXPECT_OK(musaStreamSynchronize(stream));
  EXPECT_OK(musaMemcpy(&seen, p, 4, musaMemcpyDeviceToHost));
  EXPECT_EQ(99, seen);
  EXPECT_OK(musaIpcCloseMemHandle(p));
  EXPECT_CODE(musaErrorInvalidValue, musaIpcOpenMemHandle(reinterpret_cast<void **>(&again), memory, kLazy));
  musaEvent_t late = nullptr;
  EXPECT_CODE(musaErrorMapBufferObjectFailed, musaIpcOpenEventHandle(&late, handle));
  EXPECT_OK(musaEventDestroy(event));
  EXPECT_OK(musaStreamDestroy(stream));
}

/// A process that forks before its first call: both are whole, and share by handles.
TEST(IpcChild, DISABLED_ForksFirst) {
  int up[2], down[2];
  ASSERT_EQ(0, pipe(up) | pipe(down));
  const pid_t process = fork();
  if (process == 0) {
    musaIpcMemHandle_t memory{};
    int *p = nullptr, seen = 0, value = 2;
    bool isFine =
        read(down[0], &memory, sizeof memory) == ssize_t(sizeof memory) &&
        musaIpcOpenMemHandle(reinterpret_cast<void **>(&p), memory, musaIpcMemLazyEnablePeerAccess) == musaSuccess &&
        musaMemcpy(&seen, p, 4, musaMemcpyDeviceToHost) == musaSuccess && seen == 1 &&
        musaMemcpy(p, &value, 4, musaMemcpyHostToDevice) == musaSuccess;
    _exit(isFine ? 0 : 1);
  }
  int *p = nullptr, value = 1, seen = 0, status = -1;
  musaIpcMemHandle_t memory{};
  ASSERT_OK(musaMalloc(&p, 4096));
  ASSERT_OK(musaMemcpy(p, &value, 4, musaMemcpyHostToDevice));
  ASSERT_OK(musaIpcGetMemHandle(&memory, p));
  ASSERT_EQ(ssize_t(sizeof memory), write(down[1], &memory, sizeof memory));
  EXPECT_EQ(process, waitpid(process, &status, 0));
  EXPECT_EQ(0, status);
  EXPECT_OK(musaMemcpy(&seen, p, 4, musaMemcpyDeviceToHost));
  EXPECT_EQ(2, seen);
}

TEST_F(Ipc, ForkBeforeTheFirstCall) { Child("IpcChild.DISABLED_ForksFirst", "").end(); }

struct Files {
  int pool, memory;
};

TEST(IpcChild, DISABLED_Files) {
  const auto files = fromParent<Files>(0);
  auto data = fromParent<musaMemPoolPtrExportData>(1);
  auto os = [](int fd) { return reinterpret_cast<void *>(static_cast<intptr_t>(fd)); };
  musaMemPool_t pool = nullptr;
  void *p = nullptr;
  int seen = 0;
  ASSERT_OK(musaFree(nullptr));
  ASSERT_OK(musaMemPoolImportFromShareableHandle(&pool, os(files.pool), musaMemHandleTypePosixFileDescriptor, 0));
  ASSERT_OK(musaMemPoolImportPointer(&p, pool, &data));
  EXPECT_OK(musaMemcpy(&seen, p, 4, musaMemcpyDeviceToHost));
  EXPECT_EQ(31, seen);
  EXPECT_OK(musaMemset(p, 1, 4));
  EXPECT_OK(musaFreeAsync(p, nullptr));
  EXPECT_OK(musaMemPoolDestroy(pool));
  MUmemGenericAllocationHandle h = 0;
  MUdeviceptr a = 0;
  const size_t bytes = 2 * kMegabyte;
  const MUmemAccessDesc access{{MU_MEM_LOCATION_TYPE_DEVICE, 0}, MU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  ASSERT_MU_OK(muMemImportFromShareableHandle(&h, os(files.memory), MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  ASSERT_MU_OK(muMemAddressReserve(&a, bytes, 0, 0, 0));
  ASSERT_MU_OK(muMemMap(a, bytes, 0, h, 0));
  ASSERT_MU_OK(muMemSetAccess(a, bytes, &access, 1));
  unsigned word = 0;
  EXPECT_MU_OK(muMemcpyDtoH(&word, a + bytes - 4, 4));
  EXPECT_EQ(77u, word);
  EXPECT_MU_OK(muMemsetD32(a, 78, bytes / 4));
}

/// Pools and physical memory travel as descriptors, which a started program inherits.
TEST_F(Ipc, FileDescriptors) {
  musaMemPoolProps props{};
  props.allocType = musaMemAllocationTypePinned;
  props.handleTypes = musaMemHandleTypePosixFileDescriptor;
  props.location.type = musaMemLocationTypeDevice;
  musaMemPool_t pool = nullptr;
  int *p = nullptr, value = 31, seen = 0;
  Files files{};
  musaMemPoolPtrExportData data{};
  ASSERT_OK(musaMemPoolCreate(&pool, &props));
  ASSERT_OK(musaMallocFromPoolAsync(&p, 100, pool, nullptr));
  ASSERT_OK(musaMemcpy(p, &value, 4, musaMemcpyHostToDevice));
  ASSERT_OK(musaMemPoolExportToShareableHandle(&files.pool, pool, musaMemHandleTypePosixFileDescriptor, 0));
  ASSERT_OK(musaMemPoolExportPointer(&data, p));
  MUmemAllocationProp physical{};
  physical.type = MU_MEM_ALLOCATION_TYPE_PINNED;
  physical.requestedHandleTypes = MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  physical.location.type = MU_MEM_LOCATION_TYPE_DEVICE;
  MUmemGenericAllocationHandle h = 0;
  MUdeviceptr a = 0;
  const size_t bytes = 2 * kMegabyte;
  const MUmemAccessDesc access{physical.location, MU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  ASSERT_MU_OK(muMemCreate(&h, bytes, &physical, 0));
  ASSERT_MU_OK(muMemExportToShareableHandle(&files.memory, h, MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  ASSERT_MU_OK(muMemAddressReserve(&a, bytes, 0, 0, 0));
  ASSERT_MU_OK(muMemMap(a, bytes, 0, h, 0));
  ASSERT_MU_OK(muMemSetAccess(a, bytes, &access, 1));
  EXPECT_MU_OK(muMemsetD32(a, 77, bytes / 4));
  Child("IpcChild.DISABLED_Files", toText(files) + " " + toText(data)).end();
  EXPECT_OK(musaMemcpy(&seen, p, 4, musaMemcpyDeviceToHost));
  EXPECT_EQ(0x01010101, seen);
  unsigned word = 0;
  EXPECT_MU_OK(muMemcpyDtoH(&word, a, 4));
  EXPECT_EQ(78u, word);
  EXPECT_EQ(0, close(files.pool) | close(files.memory));
  EXPECT_MU_OK(muMemUnmap(a, bytes));
  EXPECT_MU_OK(muMemAddressFree(a, bytes));
  EXPECT_MU_OK(muMemRelease(h));
  EXPECT_OK(musaFreeAsync(p, nullptr));
  EXPECT_OK(musaMemPoolDestroy(pool));
}

using DriverIpc = DriverTest;

TEST_F(DriverIpc, Events) {
  MUevent event = nullptr, plain = nullptr, opened = nullptr;
  MUipcEventHandle handle{};
  ASSERT_MU_OK(muEventCreate(&event, MU_EVENT_INTERPROCESS | MU_EVENT_DISABLE_TIMING));
  ASSERT_MU_OK(muEventCreate(&plain, MU_EVENT_DISABLE_TIMING));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muIpcGetEventHandle(&handle, plain));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muIpcGetEventHandle(nullptr, event));
  ASSERT_MU_OK(muIpcGetEventHandle(&handle, event));
  EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muIpcOpenEventHandle(&opened, handle));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muIpcOpenEventHandle(nullptr, handle));
  handle.reserved[0]++;
  EXPECT_CODE(MUSA_ERROR_MAP_FAILED, muIpcOpenEventHandle(&opened, handle));
  EXPECT_MU_OK(muEventRecord(event, nullptr));
  EXPECT_MU_OK(muEventSynchronize(event));
  EXPECT_MU_OK(muEventDestroy(event));
  EXPECT_MU_OK(muEventDestroy(plain));
}

} // namespace
