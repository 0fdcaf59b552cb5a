// mcc: -lineinfo
// In checked mode (HELICON_STRICT=1) an access whose address is no multiple of its size fails with error 716, as on a
// card, and says address, size, thread and line; both executors. Without it the same accesses work.
#include "errors.h"

#include <unistd.h>

struct __align__(16) Wide {
  double sum;
  int count;
};

enum class Way { Vector, Number, Atomic, Shared, Member, Reference, Copy, Intrinsic, Inline };

__device__ void addTo(int &to, int value) { to += value; }

constexpr int kVectorLine = __LINE__ + 8;
/// `bytes` is where nothing but single bytes may be read.
template <Way way> __global__ void access(char *bytes, int *out) {
  __shared__ int4 shared[64];
  const int t = threadIdx.x;
  char *mine = bytes + 64 * t + (t == 37 ? 4 : 0);
  int result = 0;
  if (way == Way::Vector) {
    const float4 v = *reinterpret_cast<float4 *>(mine);
    result = int(v.x + v.y + v.z + v.w);
  } else if (way == Way::Number) {
    *reinterpret_cast<double *>(mine) = t;
  } else if (way == Way::Atomic) {
    result = int(atomicAdd(reinterpret_cast<unsigned long long *>(mine), 1ull));
  } else if (way == Way::Shared) {
    reinterpret_cast<int *>(shared)[t] = t;
    result = *reinterpret_cast<short *>(reinterpret_cast<char *>(shared) + 4 * t + (t == 37));
  } else if (way == Way::Member) {
    result = int(reinterpret_cast<Wide *>(mine)->sum);
  } else if (way == Way::Reference) {
    addTo(*reinterpret_cast<int *>(mine + (t == 37 ? 1 : 0)), t);
  } else if (way == Way::Copy) {
    int4 copy;
    memcpy(&copy, __builtin_assume_aligned(mine, 1), 16); // bytes: any address will do
    const int4 other = *reinterpret_cast<const int4 *>(mine);
    result = copy.x + other.y;
  } else if (way == Way::Intrinsic) {
    result = __ldg(reinterpret_cast<const int2 *>(mine)).x;
  } else {
    asm volatile("ld.global.u64 %0, [%1];" : "=l"(*reinterpret_cast<unsigned long long *>(bytes + 8192)) : "l"(mine));
  }
  out[t] = result;
}

struct __attribute__((packed)) Packed {
  char tag;
  int number;
  double value;
};

/// All of it is right, though not all of it is aligned.
__global__ void right(char *bytes, int *out) {
  const int t = threadIdx.x;
  const Packed *packed = reinterpret_cast<Packed *>(bytes) + t;
  Wide local = {1.5, t};
  Wide *pointer = t % 2 ? &local : reinterpret_cast<Wide *>(bytes + 4096) + t;
  const int count = reinterpret_cast<Wide *>(bytes + 4096 + 8)[0].count; // its int alone
  struct Triple {
    float x, y, z;
  };
  const Triple triple = reinterpret_cast<Triple *>(bytes + 4)[t];
  out[t] = packed->number + int(packed->value) + pointer->count + bytes[t] + count + int(triple.y);
}

static musaError_t got;

template <Way way> static std::string launch(char *bytes, int *out) {
  return check::stderrOf([&] {
    access<way><<<1, 64>>>(bytes, out);
    got = musaDeviceSynchronize();
  });
}

template <Way way> static void fails(const char *name, const std::string &part) {
  char *bytes = nullptr;
  int *out = nullptr;
  CHECK_API(musaMalloc(&bytes, 16384));
  CHECK_API(musaMemset(bytes, 0, 16384));
  CHECK_API(musaMalloc(&out, 64 * sizeof *out));
  const std::string text = launch<way>(bytes, out);
  check::equal(int(got), int(musaErrorMisalignedAddress), name);
  check::says(text, "misaligned address 0x", name);
  check::says(text, part, name);
  check::says(text, "checked_misaligned.mu:", name);
  check::says(text, "block (0,0,0), warp 1, thread (37,0,0)", name);
  CHECK_API(musaDeviceReset());
}

template <Way way> static void works(const char *name, char *bytes, int *out) {
  const std::string text = launch<way>(bytes, out);
  check::that(got == musaSuccess && text.empty(), name, text);
}

/// Runs without checked mode.
static int unchecked() {
  char *bytes = nullptr;
  int *out = nullptr;
  CHECK_API(musaMalloc(&bytes, 16384));
  CHECK_API(musaMalloc(&out, 64 * sizeof *out));
  works<Way::Vector>("unchecked vector", bytes, out);
  works<Way::Number>("unchecked number", bytes, out);
  works<Way::Shared>("unchecked shared", bytes, out);
  works<Way::Copy>("unchecked copy", bytes, out);
  return check::finish("checked_misaligned, unchecked");
}

int main(int count, char **arguments) {
  if (count > 1 && std::string(arguments[count - 1]) == "unchecked")
    return unchecked();
  check::becomeChecked(arguments);
  fails<Way::Vector>("vector", "of an access of 16 bytes at ");
  fails<Way::Vector>("vector", "checked_misaligned.mu:" + std::to_string(kVectorLine));
  fails<Way::Number>("number", "of 8 bytes");
  fails<Way::Atomic>("atomic", "of 8 bytes");
  fails<Way::Shared>("shared", "of 2 bytes");
  fails<Way::Member>("member", "of 8 bytes");
  fails<Way::Reference>("reference", "of 4 bytes");
  fails<Way::Copy>("copy", "of 16 bytes");
  fails<Way::Intrinsic>("intrinsic", "of 8 bytes");
  fails<Way::Inline>("inline PTX", "of 8 bytes");
  char *bytes = nullptr;
  int *out = nullptr;
  CHECK_API(musaMalloc(&bytes, 16384));
  CHECK_API(musaMemset(bytes, 0, 16384));
  CHECK_API(musaMalloc(&out, 64 * sizeof *out));
  const std::string text = check::stderrOf([&] {
    right<<<1, 64>>>(bytes, out);
    got = musaDeviceSynchronize();
  });
  check::that(got == musaSuccess && text.empty(), "right", text);
  unsetenv("HELICON_STRICT");
  check::equal(system((std::string(arguments[0]) + " unchecked").c_str()), 0, "without checked mode");
  return check::finish("checked_misaligned");
}
