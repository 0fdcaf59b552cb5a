// Threads that end in loops with barriers which all others may leave at once, by a break or a switch, for a next such
// loop. No value goes from thread to thread, so the same text run for one thread on the host gives what each must see.
#include "check.h"

struct Block {
  __device__ void operator()() const { __syncthreads(); }
};
struct Alone {
  __host__ void operator()() const {}
};

struct Path {
  int leaves;     ///< when this thread ends, as a number of steps
  int steps;      ///< of the inner loops
  int stop;       ///< decides for all
  int *one, *two; ///< what this thread leaves behind
};

/// All may skip an inner loop in its first step; the loops are small enough to be unrolled.
template <class Wait> __host__ __device__ void stopTogether(Path p, Wait wait) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < (p.steps & 3) + 1; j++) {
      if ((p.stop * 3 + i) % 5 == 1)
        break;
      if (p.leaves % 7 == i + j * 3) {
        *p.one = i * 10 + j + 1;
        return;
      }
      wait();
    }
  *p.two = 1;
}

/// Ways out of two loops lead to a common end that is a switch.
template <class Wait> __host__ __device__ void outOfTwo(Path p, Wait wait) {
  int weight = p.leaves, turns = p.steps;
  for (int i = 0; i < (p.steps & 3) + 1; i++) {
    for (int j = 0; j < 4 + (p.stop & 1); j++) {
      wait();
      if ((p.leaves + i * 5) % 6 == j + 3)
        goto out;
    }
    for (int k = 0; k < 3 + (p.stop & 1); k++) {
      wait();
      switch ((turns * 4 + k) & 3) {
      case 0:
      case 1:
        weight ^= 5;
        [[fallthrough]];
      case 2:
        weight += k;
        break;
      default:
        weight = weight * 5 + i;
      }
      switch ((i ^ p.stop) & 3) {
      case 1:
        if ((p.leaves * 5 + k) % 11 == 0) {
          *p.two = weight;
          return;
        }
        break;
      case 2:
        *p.two = i;
        break;
      default:
        weight++;
      }
    }
  }
  *p.one = weight;
  return;
out:
  switch (p.leaves & 3) {
  case 0:
    *p.two += 77;
    [[fallthrough]];
  case 1:
    weight = weight * 5;
    break;
  case 2:
    weight ^= 3;
    break;
  default:
    weight++;
  }
  *p.one = -weight;
}

/// Two inner loops with ends and stops of their own, and a loop without barriers behind them in which threads end.
template <class Wait> __host__ __device__ void stopAndTail(Path p, Wait wait) {
  int weight = 1, own = p.stop;
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < (p.steps & 3) + 1; j++) {
      if ((own * 3 + i) % 5 == 1)
        break;
      if ((p.leaves * 3 + j * 4) % 13 == 2) {
        *p.one = weight;
        return;
      }
      wait();
      weight += j;
      wait();
    }
    for (int k = 0; k < 2 + (p.stop & 1); k++) {
      weight = weight * 5 + 1;
      if (p.steps % 4 == 0)
        break;
      if ((p.leaves * 5 + i * 14) % 17 == 0)
        return;
      wait();
      own = own * 3 & 31;
    }
  }
  for (int k = 0; k < (p.leaves & 1); k++)
    if (weight & 4) {
      weight *= 5;
      if (p.leaves % 5 == 2) {
        *p.two = weight;
        return;
      }
    }
  *p.one = weight;
  *p.two = own;
}

enum class Form { StopTogether, OutOfTwo, StopAndTail };
template <Form kForm, class Wait> __host__ __device__ void walk(Path p, Wait wait) {
  if (kForm == Form::StopTogether)
    stopTogether(p, wait);
  else if (kForm == Form::OutOfTwo)
    outOfTwo(p, wait);
  else
    stopAndTail(p, wait);
}

/// `leaves` [threads]; `seen` [2][threads]
template <Form kForm> __global__ void paths(const int *leaves, int *seen, int steps, int stop) {
  const unsigned t = threadIdx.x;
  walk<kForm>({leaves[t], steps, stop, seen + t, seen + blockDim.x + t}, Block());
}

template <Form kForm> void checkPaths(const char *name, unsigned threads) {
  check::Buffer<int> leaves(threads);
  for (unsigned t = 0; t < threads; t++)
    leaves[t] = int(t * 2654435761u >> 13 & 1023);
  leaves.upload();
  for (int steps = 0; steps < 8; steps++)
    for (int stop = 0; stop < 6; stop++) {
      check::Buffer<int> seen(2 * threads);
      std::vector<int> wanted(2 * threads);
      seen.upload();
      paths<kForm><<<1, threads>>>(leaves.device(), seen.device(), steps, stop);
      seen.download();
      for (unsigned t = 0; t < threads; t++)
        walk<kForm>({leaves[t], steps, stop, &wanted[t], &wanted[threads + t]}, Alone());
      for (unsigned i = 0; i < 2 * threads; i++)
        check::that(seen[i] == wanted[i],
                    name + (" of thread " + std::to_string(i % threads)) + " of " + std::to_string(threads) +
                        ", steps " + std::to_string(steps) + ", stop " + std::to_string(stop),
                    std::to_string(seen[i]) + " for " + std::to_string(wanted[i]));
    }
}

int main() {
  for (unsigned threads : {1u, 33u, 100u, 256u}) {
    checkPaths<Form::StopTogether>("stopTogether", threads);
    checkPaths<Form::OutOfTwo>("outOfTwo", threads);
    checkPaths<Form::StopAndTail>("stopAndTail", threads);
  }
  return check::finish("early_end_paths");
}
