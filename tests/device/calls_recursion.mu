// Functions that call themselves: directly, in circles, with structs by value and by reference, with local arrays,
// shared memory and barriers. Results compared with the same code on the host.
#include "calls.h"

#define BOTH __host__ __device__ __noinline__

BOTH int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

BOTH int ackermann(int m, int n) {
  if (m == 0)
    return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

BOTH bool isOdd(unsigned n);
BOTH bool isEven(unsigned n) { return n == 0 || isOdd(n - 1); }
BOTH bool isOdd(unsigned n) { return n != 0 && isEven(n - 1); }

/// Three in a circle, with floats: contraction is the same in all of them.
BOTH double b3(int n, double x);
BOTH double c3(int n, double x);
BOTH double a3(int n, double x) { return n == 0 ? x : b3(n - 1, x * 1.25 + 1) - x; }
BOTH double b3(int n, double x) { return n == 0 ? -x : c3(n - 1, x * 0.5 - 2) + x; }
BOTH double c3(int n, double x) { return n == 0 ? 2 * x : a3(n - 1, x + 3) * 0.75; }

BOTH void quicksort(int *data, int low, int high) {
  while (low < high) {
    int pivot = data[(low + high) / 2], i = low, j = high;
    while (i <= j) {
      while (data[i] < pivot)
        i++;
      while (data[j] > pivot)
        j--;
      if (i <= j) {
        int t = data[i];
        data[i++] = data[j];
        data[j--] = t;
      }
    }
    if (j - low < high - i) {
      quicksort(data, low, j);
      low = i;
    } else {
      quicksort(data, i, high);
      high = j;
    }
  }
}

struct Node {
  int key, left, right; ///< children by index, -1: none
};
struct Summary {
  long long sum;
  int nodes, depth;
  short least;
};
BOTH Summary walk(const Node *nodes, int at) {
  if (at < 0)
    return Summary{0, 0, 0, 32767};
  Summary l = walk(nodes, nodes[at].left), r = walk(nodes, nodes[at].right);
  Summary s;
  s.sum = l.sum + r.sum + nodes[at].key;
  s.nodes = l.nodes + r.nodes + 1;
  s.depth = (l.depth > r.depth ? l.depth : r.depth) + 1;
  s.least = short(nodes[at].key);
  if (l.least < s.least)
    s.least = l.least;
  if (r.least < s.least)
    s.least = r.least;
  return s;
}

struct Big {
  int at[12];
};
/// A struct that the callee changes, by value: the caller's stays.
BOTH int spread(Big big, int n) {
  int before = big.at[n % 12];
  for (int i = 0; i < 12; i++)
    big.at[i] += i * n;
  return n == 0 ? before : before + spread(big, n - 1) + big.at[(n + 5) % 12];
}
BOTH void collect(Big &big, int n) {
  if (n == 0)
    return;
  big.at[n % 12] += n;
  collect(big, n - 1);
  big.at[(n + 1) % 12] ^= n;
}

/// Solutions of the queens' puzzle, with a local array that is passed down.
BOTH int queens(int *columns, int row, int n) {
  if (row == n)
    return 1;
  int found = 0;
  for (int c = 0; c < n; c++) {
    bool fits = true;
    for (int r = 0; r < row; r++)
      fits = fits && columns[r] != c && columns[r] - c != row - r && c - columns[r] != row - r;
    if (!fits)
      continue;
    columns[row] = c;
    found += queens(columns, row + 1, n);
  }
  return found;
}

BOTH float half(float x, int n) { return n == 0 ? x : half(x * 0.5f + 0.1f, n - 1); }

struct Results {
  int fib, ackermann, odd, spread, collected, queens;
  double circle;
  Summary summary;
  float halved;
};

BOTH Results compute(int t, const Node *nodes) {
  Results r;
  r.fib = fib(t % 13);
  r.ackermann = ackermann(t % 3, t % 4);
  r.odd = isOdd(t % 37) * 2 + isEven(t % 11);
  r.circle = a3(t % 10, t);
  r.summary = walk(nodes, t % 4);
  Big big;
  for (int i = 0; i < 12; i++)
    big.at[i] = t * i;
  r.spread = spread(big, t % 9);
  collect(big, t % 15);
  r.collected = 0;
  for (int i = 0; i < 12; i++)
    r.collected = r.collected * 31 + big.at[i];
  int columns[8];
  r.queens = queens(columns, 0, t % 6);
  r.halved = half(float(t), t % 20);
  return r;
}

__global__ void run(Results *results, const Node *nodes) {
  int linear = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  results[linear] = compute(linear, nodes);
}

/// Only some lanes call, from different places.
__global__ void some(int *out, const int *want) {
  int t = threadIdx.x;
  if (want[t] % 3 == 0)
    out[t] = fib(want[t]);
  else if (want[t] % 3 == 1)
    out[t] = ackermann(2, want[t] % 5) - fib(5);
  else
    out[t] = -1;
}

__global__ void sortRows(int *data, int row) {
  quicksort(data + (blockIdx.x * blockDim.x + threadIdx.x) * row, 0, row - 1);
}

/// All threads of the block recurse together: halves a range in shared memory, with a barrier at each step.
__device__ __noinline__ int blockSum(int *shared, int n) {
  if (n == 1)
    return shared[0];
  int half = n / 2;
  if (threadIdx.x < half)
    shared[threadIdx.x] += shared[threadIdx.x + n - half];
  __syncthreads();
  return blockSum(shared, n - half);
}
__global__ void sums(int *out, const int *in) {
  __shared__ int values[1024];
  values[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  int sum = blockSum(values, blockDim.x);
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum + threadIdx.x;
}

/// Shared memory of its own, block facts and a warp operation inside a function that calls itself.
__device__ __noinline__ unsigned inside(int depth) {
  __shared__ unsigned seen[8];
  unsigned vote = __ballot_sync(~0u, (threadIdx.x >> depth) & 1);
  if (threadIdx.x == 0)
    seen[depth] = vote + blockIdx.x;
  __syncwarp();
  unsigned mine = seen[depth];
  return depth == 0 ? mine : mine * 3 + inside(depth - 1);
}
__global__ void warps(unsigned *out) { out[blockIdx.x * 32 + threadIdx.x] = inside(4); }

__device__ int counter;
__device__ __noinline__ void countDown(int n) {
  if (n < 0)
    return;
  atomicAdd(&counter, n);
  countDown(n - 1 - int(threadIdx.x & 1));
}
__global__ void counts() { countDown(int(threadIdx.x)); }

static std::vector<Node> tree() {
  std::vector<Node> nodes;
  for (int i = 0; i < 63; i++)
    nodes.push_back({(i * 37 % 101) - 30, 2 * i + 4 < 63 ? 2 * i + 4 : -1, i % 3 && 2 * i + 5 < 63 ? 2 * i + 5 : -1});
  return nodes;
}

static void checkResults() {
  std::vector<Node> nodes = tree();
  check::Device<Node> deviceNodes(nodes);
  for (dim3 shape : check::shapes()) {
    unsigned n = check::threads(shape);
    check::Device<Results> device(n);
    run<<<1, shape>>>(device, deviceNodes);
    std::vector<Results> got = device.get();
    for (unsigned t = 0; t < n; t++) {
      Results want = compute(int(t), nodes.data());
      check::equal(got[t].fib, want.fib, "fib", t);
      check::equal(got[t].ackermann, want.ackermann, "ackermann", t);
      check::equal(got[t].odd, want.odd, "isOdd", t);
      check::equal(got[t].spread, want.spread, "spread", t);
      check::equal(got[t].collected, want.collected, "collect", t);
      check::equal(got[t].queens, want.queens, "queens", t);
      check::equal(got[t].summary.sum, want.summary.sum, "walk.sum", t);
      check::equal(got[t].summary.nodes, want.summary.nodes, "walk.nodes", t);
      check::equal(got[t].summary.depth, want.summary.depth, "walk.depth", t);
      check::equal(int(got[t].summary.least), int(want.summary.least), "walk.least", t);
      check::that(fabs(got[t].circle - want.circle) <= 1e-9 * (1 + fabs(want.circle)), "circle", std::to_string(t));
      check::that(fabsf(got[t].halved - want.halved) <= 1e-5f * (1 + fabsf(want.halved)), "half", std::to_string(t));
    }
  }
}

int main() {
  checkResults();

  std::vector<int> want(96);
  for (int i = 0; i < 96; i++)
    want[i] = i * 7 % 18;
  check::Device<int> wantDevice(want), someOut(want);
  some<<<1, 96>>>(someOut, wantDevice);
  std::vector<int> got = someOut.get();
  for (int i = 0; i < 96; i++)
    check::equal(got[i],
                 want[i] % 3 == 0   ? fib(want[i])
                 : want[i] % 3 == 1 ? ackermann(2, want[i] % 5) - fib(5)
                                    : -1,
                 "some", i);

  const int row = 57, rows = 100;
  std::vector<int> data(row * rows);
  for (int i = 0; i < row * rows; i++)
    data[i] = int(unsigned(i) * 2654435761u >> 20) % 500;
  check::Device<int> sorted(data);
  sortRows<<<4, 25>>>(sorted, row);
  got = sorted.get();
  for (int r = 0; r < rows; r++)
    std::sort(data.begin() + r * row, data.begin() + (r + 1) * row);
  check::that(got == data, "quicksort", "rows are not sorted");

  std::vector<int> in(3 * 200), sumsWanted(3 * 200);
  for (int i = 0; i < 600; i++)
    in[i] = i * i % 91;
  for (int i = 0; i < 600; i++) {
    sumsWanted[i] = i % 200;
    for (int k = 0; k < 200; k++)
      sumsWanted[i] += in[i / 200 * 200 + k];
  }
  check::Device<int> inDevice(in), sumsOut(in);
  sums<<<3, 200>>>(sumsOut, inDevice);
  check::that(sumsOut.get() == sumsWanted, "sums", "recursion with barriers");

  check::Device<unsigned> votes(64);
  warps<<<2, 32>>>(votes);
  std::vector<unsigned> gotVotes = votes.get();
  for (unsigned i = 0; i < 64; i++) {
    unsigned wanted = 0;
    for (int depth = 0; depth <= 4; depth++) {
      unsigned vote = 0;
      for (unsigned lane = 0; lane < 32; lane++)
        vote |= (lane >> depth & 1) << lane;
      wanted = depth == 0 ? vote + i / 32 : (vote + i / 32) * 3 + wanted;
    }
    check::equal(gotVotes[i], wanted, "warps", i);
  }

  int zero = 0, total = 0, expected = 0;
  musaMemcpyToSymbol(counter, &zero, sizeof zero);
  counts<<<1, 70>>>();
  musaMemcpyFromSymbol(&total, counter, sizeof total);
  for (int t = 0; t < 70; t++)
    for (int n = t; n >= 0; n -= 1 + (t & 1))
      expected += n;
  check::equal(total, expected, "counts");
  check::equal(int(musaDeviceSynchronize()), 0, "error");
  return check::finish("calls_recursion");
}
