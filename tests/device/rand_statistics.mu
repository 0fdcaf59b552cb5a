// Distributions of the device's random numbers, where no card's numbers are compared: Monte-Carlo pi, moments of the
// normal numbers, Poisson numbers by rejection against the exact distribution. Seeds are fixed, so a run cannot fail by
// chance.
#include "check.h"

#include <chrono>
#include <murand_kernel.h>

const int kBlocks = 64, kThreads = 128, kEach = 64;

template <class State> __global__ void countInside(unsigned long long seed, int turns, unsigned *inside) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  State state;
  murand_init(seed, id, 0, &state);
  unsigned count = 0;
  for (int i = 0; i < turns; i++) {
    float x = murand_uniform(&state), y = murand_uniform(&state);
    count += x * x + y * y <= 1.0f;
  }
  inside[id] = count;
}
__global__ void countInside4(unsigned long long seed, int turns, unsigned *inside) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  murandStatePhilox4_32_10_t state;
  murand_init(seed, id, 0, &state);
  unsigned count = 0;
  for (int i = 0; i < turns; i += 2) {
    float4 u = murand_uniform4(&state);
    count += u.x * u.x + u.y * u.y <= 1.0f;
    count += u.z * u.z + u.w * u.w <= 1.0f;
  }
  inside[id] = count;
}
template <class Kernel> void pi(const char *name, Kernel kernel, int turns) {
  check::Buffer<unsigned> inside(kBlocks * kThreads);
  kernel<<<kBlocks, kThreads>>>(2024, turns, inside.device());
  inside.download();
  auto start = std::chrono::steady_clock::now();
  kernel<<<kBlocks, kThreads>>>(2024, turns, inside.device());
  inside.download();
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), sum = 0;
  for (unsigned n : inside.host)
    sum += n;
  double points = (double)turns * kBlocks * kThreads, estimate = 4 * sum / points;
  printf("%-22s pi %.6f, %.3g points/s\n", name, estimate, points / seconds);
  check::that(std::fabs(estimate - 3.14159265358979) < 5 * 1.65 / std::sqrt(points), name, std::to_string(estimate));
}

template <class State> __global__ void normals(float *single, double *twice) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  State state;
  murand_init(7, id, 0, &state);
  for (int i = 0; i < kEach; i++)
    single[id * kEach + i] = murand_normal(&state);
  for (int i = 0; i < kEach; i++)
    twice[id * kEach + i] = murand_normal_double(&state);
}
template <class T> void moments(const std::string &name, const std::vector<T> &values) {
  double n = values.size(), sum[5] = {};
  for (double x : values)
    for (int k = 1; k <= 4; k++)
      sum[k] += std::pow(x, k) / n;
  const double wanted[] = {0, 0, 1, 0, 3}, variance[] = {0, 1, 2, 15, 96};
  for (int k = 1; k <= 4; k++)
    check::that(std::fabs(sum[k] - wanted[k]) < 4.5 * std::sqrt(variance[k] / n), name,
                "moment " + std::to_string(k) + " is " + std::to_string(sum[k]));
}
template <class State> void normal(const char *name) {
  check::Buffer<float> single(kBlocks * kThreads * kEach);
  check::Buffer<double> twice(kBlocks * kThreads * kEach);
  normals<State><<<kBlocks, kThreads>>>(single.device(), twice.device());
  single.download();
  twice.download();
  moments(std::string(name) + " normal", single.host);
  moments(std::string(name) + " normal_double", twice.host);
}

__global__ void poissons(double lambda, unsigned *out) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  murandStateXORWOW_t state;
  murand_init(99, id, 0, &state);
  for (int i = 0; i < 16; i++)
    out[id * 16 + i] = murand_poisson(&state, lambda);
}
/// Greatest distance of the cumulated frequencies from the distribution (Kolmogorov and Smirnov's test).
void poisson(double lambda) {
  check::Buffer<unsigned> out(kBlocks * kThreads * 16);
  poissons<<<kBlocks, kThreads>>>(lambda, out.device());
  out.download();
  std::vector<double> count((size_t)(lambda + 20 * std::sqrt(lambda) + 50));
  for (unsigned k : out.host)
    count[k < count.size() ? k : count.size() - 1] += 1.0 / out.size();
  double exact = 0, seen = 0, worst = 0;
  for (size_t k = 0; k < count.size(); k++) {
    exact += std::exp(k * std::log(lambda) - lambda - std::lgamma(k + 1.0));
    seen += count[k];
    worst = std::fmax(worst, std::fabs(seen - exact));
  }
  check::that(worst < 1.8 / std::sqrt((double)out.size()), "poisson " + std::to_string(lambda), std::to_string(worst));
}

int main(int argc, char **) {
  int turns = argc > 2 ? 1 << 16 : 1 << 9;
  pi("XORWOW", countInside<murandState_t>, turns);
  pi("Philox", countInside<murandStatePhilox4_32_10_t>, turns);
  pi("Philox, four at a time", countInside4, turns);
  pi("MRG32k3a", countInside<murandStateMRG32k3a_t>, turns);
  normal<murandStateXORWOW_t>("XORWOW");
  normal<murandStatePhilox4_32_10_t>("Philox");
  normal<murandStateMRG32k3a_t>("MRG32k3a");
  for (double lambda : {0.7, 20.0, 64.0, 100.0, 777.0, 4000.0, 5000.0})
    poisson(lambda);
  return check::finish("rand_statistics");
}
