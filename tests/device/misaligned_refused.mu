// mcc: -lineinfo
// A misaligned access of 16 bytes works where the processor can do it and is error 716 where it refuses, never an
// illegal address; the message names address, bytes and line. Which of the two it is depends on the instructions
// chosen.
#include "errors.h"

constexpr int kLine = __LINE__ + 1;
__global__ void store(char *bytes) { *reinterpret_cast<int4 *>(bytes + 64 * threadIdx.x + 4) = make_int4(1, 2, 3, 4); }

static void checkStore(int threads) {
  const std::string name = std::to_string(threads) + " threads";
  char *bytes = nullptr;
  CHECK_API(musaMalloc(&bytes, 16384));
  CHECK_API(musaMemset(bytes, 0, 16384));
  musaError_t got;
  const std::string text = check::stderrOf([&] {
    store<<<1, threads>>>(bytes);
    got = musaDeviceSynchronize();
  });
  if (got == musaSuccess) {
    std::vector<int> words(16384 / 4);
    CHECK_API(musaMemcpy(words.data(), bytes, 16384, musaMemcpyDeviceToHost));
    for (int t = 0; t < threads; t++)
      for (int k = 0; k < 4; k++)
        check::equal(words[16 * t + 1 + k], k + 1, name, t);
    CHECK_API(musaFree(bytes));
    return;
  }
  check::equal(int(got), int(musaErrorMisalignedAddress), name);
  check::says(text, "misaligned address 0x", name);
  check::says(text, "of an access of 16 bytes", name);
  check::says(text, "misaligned_refused.mu:" + std::to_string(kLine) + ";", name);
  CHECK_API(musaDeviceReset());
}

int main() {
  for (int threads : {1, 32, 100})
    checkStore(threads);
  return check::finish("misaligned_refused");
}
