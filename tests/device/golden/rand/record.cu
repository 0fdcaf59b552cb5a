// Records golden/rand/*.txt on a card, from rows.h: nvcc record.cu -lcurand -o record && ./record FOLDER
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include <curand.h>
#include <curand_kernel.h>

#include "rows.h"

static void check(cudaError_t e) {
  if (e != cudaSuccess)
    printf("CUDA: %s\n", cudaGetErrorString(e)), exit(1);
}
static void check(curandStatus_t e) {
  if (e != CURAND_STATUS_SUCCESS)
    printf("CURAND: %d\n", (int)e), exit(1);
}
template <class T> T *toDevice(const T *data, size_t n) {
  T *p;
  check(cudaMalloc(&p, n * sizeof(T)));
  check(cudaMemcpy(p, data, n * sizeof(T), cudaMemcpyHostToDevice));
  return p;
}

template <class T> static void printRow(FILE *f, const char *name, const char *kind, int count, T *&at) {
  int digits = *kind == 'q' || *kind == 'd' ? 16 : 8;
  fprintf(f, "%s %s", name, kind);
  for (int i = 0; i < count; i++)
    fprintf(f, " %0*llx", digits, *at++);
  fprintf(f, "\n");
}

int main(int, char **argv) {
  std::string folder = argv[1];
  std::vector<unsigned long long> host(1 << 20);
  unsigned long long *out;
  check(cudaMalloc(&out, host.size() * 8));
  auto fetch = [&] {
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    check(cudaMemcpy(host.data(), out, host.size() * 8, cudaMemcpyDeviceToHost));
    return host.data();
  };
  FILE *f = fopen((folder + "/pseudo.txt").c_str(), "w");
  Case *cases = toDevice(kCases, kCaseCount);
#define PRINT_ROW(name, kind, count, turns, ...) printRow(f, #name, #kind, count, at);
#define RECORD(NAME, ROWS, COUNT)                                                                                      \
  NAME<<<1, 32>>>(cases, COUNT, out);                                                                                  \
  {                                                                                                                    \
    auto at = fetch();                                                                                                 \
    for (int i = 0; i < COUNT; i++) {                                                                                  \
      fprintf(f, "= %s %llu %llu %llu\n", #NAME, kCases[i].seed, kCases[i].subsequence, kCases[i].offset);             \
      ROWS(PRINT_ROW)                                                                                                  \
    }                                                                                                                  \
  }
  RECORD(xorwow, PSEUDO_ROWS, kCaseCount)
  RECORD(philox, PHILOX_ROWS, kCaseCount)
  RECORD(mrg32k3a, MRG_ROWS, kMrgCaseCount)
  fclose(f);

  f = fopen((folder + "/sobol.txt").c_str(), "w");
  SobolCase *sobolCases = toDevice(kSobolCases, kSobolCaseCount);
  auto sobol = [&](const char *name, auto *vectors, auto *constants, auto kernel, auto print) {
    std::vector<unsigned char> chosen(sizeof(*vectors) * kSobolCaseCount);
    std::vector<typename std::decay<decltype(*constants)>::type> chosenConstants;
    for (int i = 0; i < kSobolCaseCount; i++) {
      memcpy(&chosen[i * sizeof(*vectors)], vectors[kSobolCases[i].dimension], sizeof(*vectors));
      chosenConstants.push_back(constants[kSobolCases[i].dimension]);
    }
    auto *v = (decltype(vectors))toDevice(chosen.data(), chosen.size());
    kernel<<<1, 32>>>(sobolCases, kSobolCaseCount, v, toDevice(chosenConstants.data(), kSobolCaseCount), out);
    auto at = fetch();
    for (int i = 0; i < kSobolCaseCount; i++) {
      fprintf(f, "= %s %u %llu\n", name, kSobolCases[i].dimension, kSobolCases[i].offset);
      int digits = sizeof(*constants) * 2;
      fprintf(f, "constant %0*llx\nvectors", digits, (unsigned long long)chosenConstants[i]);
      for (unsigned long long x : vectors[kSobolCases[i].dimension])
        fprintf(f, " %0*llx", digits, x);
      fprintf(f, "\n");
      print(at);
    }
  };
  curandDirectionVectors32_t *v32, *s32;
  curandDirectionVectors64_t *v64, *s64;
  unsigned *c32;
  unsigned long long *c64;
  check(curandGetDirectionVectors32(&v32, CURAND_DIRECTION_VECTORS_32_JOEKUO6));
  check(curandGetDirectionVectors32(&s32, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6));
  check(curandGetDirectionVectors64(&v64, CURAND_DIRECTION_VECTORS_64_JOEKUO6));
  check(curandGetDirectionVectors64(&s64, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6));
  check(curandGetScrambleConstants32(&c32));
  check(curandGetScrambleConstants64(&c64));
  auto rows = [&](unsigned long long *&at) { SOBOL_ROWS(PRINT_ROW) };
  auto rows64 = [&](unsigned long long *&at) { SOBOL64_ROWS(PRINT_ROW) };
  sobol("sobol32", v32, c32, sobol32, rows);
  sobol("scrambled_sobol32", s32, c32, scrambled_sobol32, rows);
  sobol("sobol64", v64, c64, sobol64, rows64);
  sobol("scrambled_sobol64", s64, c64, scrambled_sobol64, rows64);
  fclose(f);
}
