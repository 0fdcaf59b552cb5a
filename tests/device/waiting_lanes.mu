// Lanes of one warp that wait for each other, as a card with threads of their own lets them: in a loop that others have
// left, in a loop inside one that others have left, for a lock whose holder waits for another lock. Every thread has
// to come through; who comes first is left open but where tickets or a relay say it.
#include "check.h"

/// In the order in which tickets were drawn: each adds to what the one before has left.
__global__ void ticketLock(unsigned *lock, volatile int *sum) {
  const unsigned mine = atomicAdd(&lock[0], 1);
  while (*static_cast<volatile unsigned *>(&lock[1]) != mine) {
  }
  __threadfence();
  *sum = *sum * 3 + 1;
  __threadfence();
  *static_cast<volatile unsigned *>(&lock[1]) = mine + 1;
}

void checkTicketLock(unsigned blocks, unsigned threads) {
  check::Buffer<unsigned> lock(2, 0);
  check::Buffer<int> sum(1, 0);
  ticketLock<<<blocks, threads>>>(lock.device(), sum.device());
  sum.download();
  unsigned wanted = 0;
  for (unsigned i = 0; i < blocks * threads; i++)
    wanted = wanted * 3 + 1;
  check::equal(unsigned(sum[0]), wanted, "ticket lock", blocks);
}

/// From lane to lane, the last one first: in the order of the lanes it would be right by chance.
__global__ void relay(volatile int *token, int *out, int last) {
  const int turn = last - int(threadIdx.x);
  while (*token != turn) {
  }
  out[threadIdx.x] = *token * 3;
  __threadfence();
  *token = turn + 1;
}

void checkRelay() {
  check::Buffer<int> token(1, 0), out(96);
  relay<<<1, 96>>>(token.device(), out.device(), 95);
  out.download();
  for (int t = 0; t < 96; t++)
    check::equal(out[t], (95 - t) * 3, "relay", t);
}

/// Several rounds: who had the token waits for it again, while the others still wait for it the first time.
__global__ void relayRounds(volatile unsigned *token, unsigned *out, unsigned rounds) {
  for (unsigned round = 0; round < rounds; round++) {
    const unsigned turn = round * blockDim.x + threadIdx.x;
    while (*token != turn) {
    }
    out[threadIdx.x] += turn;
    __threadfence();
    *token = turn + 1;
  }
}

/// The same with two rounds written out, by compare-and-swap.
__global__ void relayTwice(unsigned short *token, unsigned *out) {
  const unsigned short me = threadIdx.x, again = me + blockDim.x;
  while (*static_cast<volatile unsigned short *>(token) != me) {
  }
  out[me] = atomicCAS(token, me, static_cast<unsigned short>(me + 1));
  while (*static_cast<volatile unsigned short *>(token) != again) {
  }
  out[me] += atomicCAS(token, again, static_cast<unsigned short>(again + 1));
}

void checkRelayRounds(unsigned threads) {
  constexpr unsigned kRounds = 3;
  check::Buffer<unsigned> token(1, 0), out(threads, 0);
  relayRounds<<<1, threads>>>(token.device(), out.device(), kRounds);
  out.download();
  for (unsigned t = 0; t < threads; t++)
    check::equal(out[t], kRounds * t + threads * (kRounds * (kRounds - 1) / 2), "relay in rounds", t);
  check::Buffer<unsigned short> word(1, 0);
  relayTwice<<<1, threads>>>(word.device(), out.device());
  out.download();
  for (unsigned t = 0; t < threads; t++)
    check::equal(out[t], 2 * t + threads, "relay twice", t);
}

/// counts: free places, threads inside, the most that were, threads that came through
__global__ void semaphore(int *counts) {
  for (;;) {
    const int left = *static_cast<volatile int *>(&counts[0]);
    if (left > 0 && atomicCAS(&counts[0], left, left - 1) == left)
      break;
  }
  atomicMax(&counts[2], atomicAdd(&counts[1], 1) + 1);
  atomicSub(&counts[1], 1);
  atomicAdd(&counts[3], 1);
  atomicAdd(&counts[0], 1);
}

void checkSemaphore() {
  check::Buffer<int> counts(4, 0);
  counts[0] = 3;
  counts.upload();
  semaphore<<<3, 64>>>(counts.device());
  counts.download();
  check::that(counts[2] >= 1 && counts[2] <= 3, "semaphore: threads inside", std::to_string(counts[2]));
  check::equal(counts[3], 192, "semaphore: threads that came through");
  check::equal(counts[0], 3, "semaphore: free places at the end");
}

/// The halves of a warp take turns at a shared number.
__global__ void halves(int *out) {
  __shared__ volatile int turn, value;
  const int half = threadIdx.x / 16;
  const unsigned mask = 0xffffu << (16 * half);
  if (threadIdx.x == 0) {
    turn = 0;
    value = 1;
  }
  __syncwarp();
  int mine = 0;
  for (int round = 0; round < 5; round++) {
    if (threadIdx.x % 16 == 0)
      while (turn % 2 != half) {
      }
    __syncwarp(mask);
    mine = mine * 10 + value;
    __syncwarp(mask);
    if (threadIdx.x % 16 == 0) {
      value = value + 1;
      __threadfence_block();
      turn = turn + 1;
    }
  }
  out[threadIdx.x] = mine;
}

void checkHalves() {
  check::Buffer<int> out(32);
  halves<<<1, 32>>>(out.device());
  out.download();
  for (int t = 0; t < 32; t++)
    check::equal(out[t], t < 16 ? 13579 : 24690, "halves", t);
}

/// In each round one lane leaves the outer loop and sets the flag that the others wait for in the inner one.
__global__ void leaveOuter(volatile int *flag, int *out, int rounds) {
  int round = 0;
  for (; round < rounds; round++) {
    if (threadIdx.x % 32 == 7u + round) {
      *flag = round + 1;
      break;
    }
    while (*flag <= round) {
    }
  }
  out[threadIdx.x] = round;
}

void checkLeaveOuter() {
  check::Buffer<int> flag(1, 0), out(32);
  leaveOuter<<<1, 32>>>(flag.device(), out.device(), 5);
  out.download();
  for (int t = 0; t < 32; t++)
    check::equal(out[t], t >= 7 && t < 12 ? t - 7 : 5, "leaving the outer loop", t);
}

/// locks: the outer one, then inner ones; who holds the outer one may wait for an inner one.
__global__ void nestedLocks(int *locks, volatile int *sums) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&locks[0], 0, 1) == 0) {
      const int inner = 1 + ((sums[0] = sums[0] + 1) & 3);
      while (atomicExch(&locks[inner], 1) == 1) {
      }
      sums[inner] = sums[inner] + 1;
      __threadfence();
      atomicExch(&locks[inner], 0);
      atomicExch(&locks[0], 0);
      done = true;
    }
  }
}

void checkNestedLocks(unsigned blocks) {
  check::Buffer<int> locks(5, 0), sums(5, 0);
  nestedLocks<<<blocks, 64>>>(locks.device(), sums.device());
  sums.download();
  check::equal(sums[0], int(blocks) * 64, "nested locks, outer", blocks);
  for (int i = 1; i < 5; i++)
    check::equal(sums[i], int(blocks) * 16, "nested locks, inner", i);
}

/// Whoever gets the lock reads inside the loop, and frees the lock behind it.
__global__ void freedBehind(int *lock, volatile int *sum) {
  bool mine = false;
  int seen = 0;
  while (!mine) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      seen = *sum;
      mine = true;
    }
  }
  *sum = seen + 1;
  __threadfence();
  atomicExch(lock, 0);
}

void checkFreedBehind() {
  check::Buffer<int> lock(1, 0), sum(1, 0);
  freedBehind<<<3, 70>>>(lock.device(), sum.device());
  sum.download();
  check::equal(sum[0], 210, "a lock that is freed behind the loop");
}

/// All threads meet three times: the last one to come says so to those that wait.
__global__ void meetByHand(int *count, volatile int *sense, int *out) {
  int seen = 0;
  for (int round = 0; round < 3; round++) {
    const int before = *sense;
    __threadfence();
    if (atomicAdd(count, 1) == int(blockDim.x) - 1) {
      *count = 0;
      __threadfence();
      *sense = before + 1;
    } else {
      while (*sense == before) {
      }
    }
    seen = seen * 10 + *sense;
    __syncthreads();
  }
  out[threadIdx.x] = seen;
}

void checkMeetByHand() {
  check::Buffer<int> count(1, 0), sense(1, 0), out(96);
  meetByHand<<<1, 96>>>(count.device(), sense.device(), out.device());
  out.download();
  for (int t = 0; t < 96; t++)
    check::equal(out[t], 123, "meeting by hand", t);
}

/// Some lanes take a ticket on a way of their own, and do more behind it; all meet at barriers again, and read what the
/// others have left.
__global__ void ticketAside(unsigned *lock, volatile int *sum, int *scratch, int *out, int bound) {
  __shared__ int left[128];
  const int t = int(threadIdx.x), lane = t % 32;
  int mine = t;
  left[t] = -1;
  __syncthreads();
  for (int round = 0; round < 3; round++) {
    if ((lane + round) % 3 == 0) {
      mine = mine * 3 + round;
    } else if ((lane + round) % 3 == 1 && lane < bound) {
      left[t] = mine;
    } else {
      const unsigned ticket = atomicAdd(&lock[0], 1);
      while (*static_cast<volatile unsigned *>(&lock[1]) != ticket) {
      }
      __threadfence();
      *sum = *sum + 1;
      __threadfence();
      *static_cast<volatile unsigned *>(&lock[1]) = ticket + 1;
      if ((t ^ round) & 1)
        mine += 5;
      for (int k = 0; k < lane % 4; k++) {
        scratch[t] += k + round;
        mine ^= scratch[t];
      }
      left[t] = mine + 1;
    }
    __syncthreads();
    mine += left[(t + 1) % int(blockDim.x)];
    __syncthreads();
  }
  out[t] = mine;
}

void checkTicketAside() {
  constexpr int kThreads = 128, kBound = 20;
  check::Buffer<unsigned> lock(2, 0);
  check::Buffer<int> sum(1, 0), scratch(kThreads, 0), out(kThreads);
  ticketAside<<<1, kThreads>>>(lock.device(), sum.device(), scratch.device(), out.device(), kBound);
  sum.download();
  out.download();
  int tickets = 0, mine[kThreads], left[kThreads], own[kThreads] = {};
  for (int t = 0; t < kThreads; t++)
    mine[t] = t, left[t] = -1;
  for (int round = 0; round < 3; round++) {
    for (int t = 0; t < kThreads; t++) {
      const int lane = t % 32, way = (lane + round) % 3;
      if (way == 0) {
        mine[t] = mine[t] * 3 + round;
      } else if (way == 1 && lane < kBound) {
        left[t] = mine[t];
      } else {
        tickets++;
        if ((t ^ round) & 1)
          mine[t] += 5;
        for (int k = 0; k < lane % 4; k++)
          mine[t] ^= own[t] += k + round;
        left[t] = mine[t] + 1;
      }
    }
    for (int t = 0; t < kThreads; t++)
      mine[t] += left[(t + 1) % kThreads];
  }
  check::equal(sum[0], tickets, "tickets on a way aside");
  for (int t = 0; t < kThreads; t++)
    check::equal(out[t], mine[t], "what follows tickets on a way aside", t);
}

int main() {
  checkTicketAside();
  checkMeetByHand();
  checkTicketLock(1, 32);
  checkTicketLock(3, 70);
  checkRelay();
  checkRelayRounds(32);
  checkRelayRounds(80);
  checkSemaphore();
  checkHalves();
  checkLeaveOuter();
  checkNestedLocks(1);
  checkNestedLocks(3);
  checkFreedBehind();
  return check::finish("waiting_lanes");
}
