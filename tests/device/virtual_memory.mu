// mcc: -lmusa
// Virtual memory management as kernels see it: one piece of memory at two addresses, mappings side by side, and faults
// where nothing is mapped or access was not given.
#include "errors.h"

#include <musa.h>
#include <musa_runtime.h>

#include <vector>

__global__ void fill(int *p, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    p[i] = i * 3 + 1;
}
__global__ void sum(const int *p, int n, unsigned long long *out) {
  unsigned long long mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    mine += unsigned(p[i]);
  atomicAdd(out, mine);
}
__global__ void write(unsigned long long address) { *reinterpret_cast<volatile int *>(address) = 1; }
__global__ void read(unsigned long long address, int *out) { *out = *reinterpret_cast<volatile int *>(address); }

static constexpr size_t kPiece = size_t(2) << 20;
static MUmemAllocationProp gProps;
static MUmemAccessDesc gAccess;

#define MU(call) check::equal(int(call), 0, #call)

static MUmemGenericAllocationHandle create(size_t pieces) {
  MUmemGenericAllocationHandle h = 0;
  MU(muMemCreate(&h, pieces * kPiece, &gProps, 0));
  return h;
}

static void sameMemory() {
  MUdeviceptr a = 0;
  MU(muMemAddressReserve(&a, 8 * kPiece, 0, 0, 0));
  auto first = create(2), second = create(1);
  MU(muMemMap(a, 2 * kPiece, 0, first, 0));
  MU(muMemMap(a + 2 * kPiece, kPiece, 0, second, 0)); // one array of three pieces
  MU(muMemMap(a + 5 * kPiece, 2 * kPiece, 0, first, 0));
  MU(muMemMap(a + 7 * kPiece, kPiece, 0, second, 0)); // and the same once more
  MU(muMemSetAccess(a, 3 * kPiece, &gAccess, 1));
  MU(muMemSetAccess(a + 5 * kPiece, 3 * kPiece, &gAccess, 1));
  const int n = int(3 * kPiece / 4);
  unsigned long long *out = nullptr, got = 0, want = 0;
  CHECK_API(musaMalloc(&out, 8));
  CHECK_API(musaMemset(out, 0, 8));
  fill<<<64, 256>>>(reinterpret_cast<int *>(a), n);
  sum<<<64, 256>>>(reinterpret_cast<int *>(a + 5 * kPiece), n, out);
  CHECK_API(musaMemcpy(&got, out, 8, musaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    want += unsigned(i * 3 + 1);
  check::that(got == want, "two addresses, one memory", "another sum");
  MU(muMemUnmap(a, 8 * kPiece));
  MU(muMemRelease(first));
  MU(muMemRelease(second));
  MU(muMemAddressFree(a, 8 * kPiece));
  CHECK_API(musaFree(out));
}

static void faults() {
  struct Row {
    bool isMapped;
    MUmemAccess_flags flags;
    bool writes;
    const char *says;
  };
  const Row rows[] = {
      {false, MU_MEM_ACCESS_FLAGS_PROT_NONE, true, "reserved addresses where no memory is mapped"},
      {true, MU_MEM_ACCESS_FLAGS_PROT_NONE, false, "mapped memory to which no device was given access"},
      {true, MU_MEM_ACCESS_FLAGS_PROT_READ, true, "read access only"},
      {true, MU_MEM_ACCESS_FLAGS_PROT_READ, false, nullptr},
      {true, MU_MEM_ACCESS_FLAGS_PROT_READWRITE, true, nullptr},
  };
  for (const Row &row : rows) {
    MUdeviceptr a = 0;
    int *out = nullptr;
    CHECK_API(musaMalloc(&out, 4));
    MU(muMemAddressReserve(&a, 2 * kPiece, 0, 0, 0));
    auto h = create(1);
    if (row.isMapped) {
      MU(muMemMap(a, kPiece, 0, h, 0));
      MUmemAccessDesc access = gAccess;
      access.flags = row.flags;
      MU(muMemSetAccess(a, kPiece, &access, 1));
    }
    musaError_t got = musaSuccess;
    std::string text = check::stderrOf([&] {
      if (row.writes)
        write<<<1, 1>>>(a + 4096);
      else
        read<<<1, 1>>>(a + 4096, out);
      got = musaDeviceSynchronize();
    });
    check::equal(int(got), int(row.says ? musaErrorIllegalAddress : musaSuccess), row.says ? row.says : "allowed");
    if (row.says)
      check::says(text, row.says, row.says);
    CHECK_API(musaDeviceReset());
    MU(muMemUnmap(a, 2 * kPiece));
    MU(muMemRelease(h));
    MU(muMemAddressFree(a, 2 * kPiece));
  }
}

int main() {
  CHECK_API(musaFree(nullptr));
  gProps.type = MU_MEM_ALLOCATION_TYPE_PINNED;
  gProps.location = {MU_MEM_LOCATION_TYPE_DEVICE, 0};
  gAccess = {gProps.location, MU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  sameMemory();
  faults();
  return check::finish("virtual_memory");
}
