// Calls through pointers: tables in constant and device memory, pointers read from symbols by the host and passed to
// kernels, kernels that never name what they call, member pointers, callbacks, struct arguments and results; and
// virtual functions of objects made in one kernel and used in another. Results compared with the same code on the host.
#include "calls.h"

#define BOTH __host__ __device__

typedef int (*Operation)(int, int);
BOTH int add(int a, int b) { return a + b; }
BOTH int sub(int a, int b) { return a - b; }
BOTH int mul(int a, int b) { return a * b; }
BOTH int power(int a, int n) { return n <= 0 ? 1 : a * power(a, n - 1); }

__device__ Operation addPointer = add;
__device__ Operation changing = sub;
__constant__ Operation table[4] = {add, sub, mul, power};
static __device__ Operation hidden[2] = {mul, nullptr};

struct Named {
  const char *text;
  Operation operation;
  int weight;
};
__device__ Named named[3] = {{"add", add, 1}, {"power", power, 2}, {"sub", sub, 3}};

__global__ void fromTable(int *out, const int *which) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  out[t] = table[which[t] & 3](t, which[t]);
}
__global__ void passed(int *out, Operation operation) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  out[t] = operation(t, 3);
}
__global__ void stored(Operation *places, const int *which) {
  const Operation all[] = {power, mul, sub, add};
  places[threadIdx.x] = which[threadIdx.x] & 4 ? all[which[threadIdx.x] & 3] : add;
}
__global__ void loaded(int *out, Operation *places, int *equal) {
  out[threadIdx.x] = places[threadIdx.x](threadIdx.x, 2) + hidden[0](2, 3) + named[threadIdx.x % 3].operation(3, 2);
  equal[threadIdx.x] = (places[threadIdx.x] == add) + 2 * (places[threadIdx.x] == power) + 4 * (hidden[1] == nullptr);
}
__global__ void changed(int *out) {
  if (threadIdx.x == 0 && blockIdx.x == 0)
    out[0] = changing(10, 4);
}

struct Vector {
  float x, y, z;
};
typedef Vector (*Map)(Vector, float);
BOTH Vector scale(Vector v, float s) { return Vector{v.x * s, v.y * s, v.z * s}; }
BOTH Vector turn(Vector v, float s) { return Vector{v.y, v.z, v.x + s}; }
__device__ Map maps[2] = {scale, turn};
__global__ void mapped(Vector *out, int first) {
  Vector v{float(threadIdx.x), 2, 3};
  v = maps[(first + threadIdx.x) & 1](v, 4);
  out[threadIdx.x] = maps[first & 1](v, 0.5f);
}

struct Account {
  int sum;
  BOTH int put(int n) { return sum += n; }
  BOTH int take(int n) { return sum -= n; }
  BOTH virtual int fee(int n) { return sum -= n / 2; }
};
struct Rich : Account {
  BOTH int fee(int n) override { return sum + n; }
};
typedef int (Account::*Action)(int);
BOTH int act(int t) {
  Account plain;
  Rich rich;
  plain.sum = rich.sum = t;
  Action actions[] = {&Account::put, &Account::take, &Account::fee};
  Account &account = t & 1 ? plain : rich;
  return (account.*actions[t % 3])(t + 5) * 1000 + account.sum;
}
__global__ void members(int *out) { out[threadIdx.x] = act(threadIdx.x); }

/// A callback whose target is a template's argument, and one that is a lambda made a pointer.
template <class F> BOTH int twice(F f, int x) { return f(f(x)); }
template <int (*f)(int, int)> BOTH int fold(int n) {
  int r = 1;
  for (int i = 1; i <= n; i++)
    r = f(r, i);
  return r;
}
BOTH int callbacks(int t) {
  int (*triple)(int) = [](int x) { return 3 * x + 1; };
  return twice(triple, t) + twice([t](int x) { return x ^ t; }, 5) + fold<mul>(t % 6) + fold<sub>(t % 9);
}
__global__ void callback(int *out) { out[threadIdx.x] = callbacks(threadIdx.x); }

// ---- Virtual functions ----

struct Shape {
  int id;
  BOTH Shape(int id) : id(id) {}
  BOTH virtual ~Shape() {}
  BOTH virtual float area() const = 0;
  BOTH virtual int sides() const { return id; }
};
struct Rectangle : Shape {
  float w, h;
  BOTH Rectangle(int id, float w, float h) : Shape(id), w(w), h(h) {}
  BOTH float area() const override { return w * h; }
  BOTH int sides() const override { return 4 + id; }
};
struct Square : Rectangle { // two levels, one function of each
  BOTH Square(int id, float w) : Rectangle(id, w, w) {}
  BOTH int sides() const override { return Rectangle::sides() * 10; }
};
struct Tagged {
  int tag = 7;
  BOTH virtual int tagged() const { return tag; }
};
struct Disc : Shape, Tagged { // a second base: its functions get an adjusted pointer
  float r;
  BOTH Disc(int id, float r) : Shape(id), r(r) {}
  BOTH float area() const override { return 3 * r * r; }
  BOTH int tagged() const override { return tag + id; }
};

BOTH Shape *make(void *place, int t) {
  switch (t % 3) {
  case 0:
    return new (place) Rectangle(t, 2, float(t));
  case 1:
    return new (place) Square(t, float(t));
  default:
    return new (place) Disc(t, float(t));
  }
}
__global__ void construct(char *memory, Shape **shapes) {
  shapes[threadIdx.x] = make(memory + 64 * threadIdx.x, threadIdx.x);
}
__global__ void measure(Shape **shapes, float *areas, int *sides) {
  areas[threadIdx.x] = shapes[threadIdx.x]->area();
  sides[threadIdx.x] = shapes[threadIdx.x]->sides();
  if (threadIdx.x % 3 == 2)
    sides[threadIdx.x] += 1000 * static_cast<Tagged *>(static_cast<Disc *>(shapes[threadIdx.x]))->tagged();
}

/// An expression tree whose nodes call each other: recursion through virtual calls, on the device's heap.
struct Term {
  __device__ virtual ~Term() {}
  __device__ virtual int value(int x) const = 0;
};
struct Constant : Term {
  int n;
  __device__ Constant(int n) : n(n) {}
  __device__ int value(int) const override { return n; }
};
struct Variable : Term {
  __device__ int value(int x) const override { return x; }
};
struct Sum : Term {
  Term *a, *b;
  __device__ Sum(Term *a, Term *b) : a(a), b(b) {}
  __device__ ~Sum() override {
    delete a;
    delete b;
  }
  __device__ int value(int x) const override { return a->value(x) + b->value(x + 1); }
};
struct Product : Sum {
  __device__ Product(Term *a, Term *b) : Sum(a, b) {}
  __device__ int value(int x) const override { return a->value(x) * b->value(x - 1); }
};
__device__ Term *grow(int depth, int seed) {
  if (depth == 0)
    return seed % 2 ? static_cast<Term *>(new Constant(seed)) : new Variable;
  Term *a = grow(depth - 1, seed * 3 + 1), *b = grow(depth - 1, seed * 5 + 2);
  return seed % 3 ? static_cast<Term *>(new Sum(a, b)) : new Product(a, b);
}
static int evaluate(int depth, int seed, int x) {
  if (depth == 0)
    return seed % 2 ? seed : x;
  bool isSum = seed % 3;
  int a = evaluate(depth - 1, seed * 3 + 1, x), b = evaluate(depth - 1, seed * 5 + 2, isSum ? x + 1 : x - 1);
  return int(isSum ? unsigned(a) + unsigned(b) : unsigned(a) * unsigned(b));
}
__global__ void growAll(Term **terms) { terms[threadIdx.x] = grow(threadIdx.x % 4, threadIdx.x); }
__global__ void evaluateAll(Term **terms, int *out) { out[threadIdx.x] = terms[threadIdx.x]->value(threadIdx.x); }
__global__ void dropAll(Term **terms) { delete terms[threadIdx.x]; }

/// A barrier inside a virtual function that all threads of a block call.
struct Stage {
  int factor = 1;
  __device__ virtual int run(int *shared) { return shared[threadIdx.x]; }
};
struct Exchange : Stage {
  __device__ int run(int *shared) override {
    __syncthreads();
    int other = shared[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
    shared[threadIdx.x] = other * factor;
    return other;
  }
};
__global__ void stages(int *out, int rounds) {
  __shared__ int shared[256];
  shared[threadIdx.x] = threadIdx.x;
  Stage plain;
  Exchange exchange;
  exchange.factor = 2;
  int sum = 0;
  for (int i = 0; i < rounds; i++) {
    Stage *stage = i % 3 == 2 ? &plain : &exchange;
    sum += stage->run(shared);
  }
  out[threadIdx.x] = sum;
}

static void pointers() {
  const int n = 4 * 96;
  std::vector<int> which(n);
  for (int i = 0; i < n; i++)
    which[i] = i * 13 % 10;
  check::Device<int> whichDevice(which), out(n);
  const Operation onHost[] = {add, sub, mul, power};
  fromTable<<<4, 96>>>(out, whichDevice);
  out.get();
  for (int i = 0; i < n; i++)
    check::equal(out[i], onHost[which[i] & 3](i, which[i]), "table", i);

  Operation operation = nullptr, others[4];
  CHECK_API(musaMemcpyFromSymbol(&operation, addPointer, sizeof operation));
  passed<<<4, 96>>>(out, operation);
  out.get();
  for (int i = 0; i < n; i++)
    check::equal(out[i], i + 3, "passed", i);
  CHECK_API(musaMemcpyFromSymbol(others, table, sizeof others));
  check::that(others[0] == operation && others[1] != operation, "symbol", "equal functions have equal pointers");
  for (int k = 1; k < 4; k++) {
    passed<<<4, 96>>>(out, others[k]);
    out.get();
    for (int i = 0; i < n; i++)
      check::equal(out[i], onHost[k](i, 3), "passed from table", i);
  }
  CHECK_API(musaMemcpyToSymbol(changing, &others[2], sizeof(Operation)));
  changed<<<1, 1>>>(out);
  out.get();
  check::equal(out[0], 40, "changed");

  check::Device<Operation> places(64);
  check::Device<int> equal(64);
  stored<<<1, 64>>>(places, whichDevice);
  loaded<<<1, 64>>>(out, places, equal);
  out.get(), equal.get();
  const Operation all[] = {power, mul, sub, add}, three[] = {add, power, sub};
  for (int i = 0; i < 64; i++) {
    Operation f = which[i] & 4 ? all[which[i] & 3] : add;
    check::equal(out[i], f(i, 2) + 6 + three[i % 3](3, 2), "loaded", i);
    check::equal(equal[i], (f == add) + 2 * (f == power) + 4, "equal", i);
  }
}

static void structsAndMembers() {
  check::Device<Vector> vectors(40);
  mapped<<<1, 40>>>(vectors, 1);
  vectors.get();
  for (int i = 0; i < 40; i++) {
    Vector v = i & 1 ? scale({float(i), 2, 3}, 4) : turn({float(i), 2, 3}, 4);
    v = turn(v, 0.5f);
    check::equal(vectors[i].x, v.x, "x", i);
    check::equal(vectors[i].y, v.y, "y", i);
    check::equal(vectors[i].z, v.z, "z", i);
  }
  check::Device<int> out(100);
  members<<<1, 100>>>(out);
  out.get();
  for (int i = 0; i < 100; i++)
    check::equal(out[i], act(i), "members", i);
  callback<<<1, 100>>>(out);
  out.get();
  for (int i = 0; i < 100; i++)
    check::equal(out[i], callbacks(i), "callback", i);
}

static void virtuals() {
  const int n = 75;
  check::Device<char> memory(64 * n);
  check::Device<Shape *> shapes(n);
  check::Device<float> areas(n);
  check::Device<int> sides(n);
  construct<<<1, n>>>(memory, shapes);
  measure<<<1, n>>>(shapes, areas, sides);
  areas.get(), sides.get();
  for (int i = 0; i < n; i++) {
    alignas(16) char place[64];
    Shape *shape = make(place, i);
    check::equal(areas[i], shape->area(), "area", i);
    int extra = i % 3 == 2 ? 1000 * (7 + i) : 0;
    check::equal(sides[i], shape->sides() + extra, "sides", i);
  }

  check::Device<Term *> terms(64);
  check::Device<int> values(256);
  growAll<<<1, 64>>>(terms);
  evaluateAll<<<1, 64>>>(terms, values);
  values.get();
  for (int i = 0; i < 64; i++)
    check::equal(values[i], evaluate(i % 4, i, i), "term", i);
  dropAll<<<1, 64>>>(terms);

  stages<<<1, 256>>>(values, 7);
  values.get();
  std::vector<int> shared(256), sums(256);
  for (int i = 0; i < 256; i++)
    shared[i] = i;
  for (int round = 0; round < 7; round++) {
    std::vector<int> before = shared;
    for (int i = 0; i < 256; i++) {
      sums[i] += round % 3 == 2 ? before[i] : before[255 - i];
      shared[i] = round % 3 == 2 ? before[i] : before[255 - i] * 2;
    }
  }
  for (int i = 0; i < 256; i++)
    check::equal(values[i], sums[i], "stages", i);
}

int main() {
  pointers();
  structsAndMembers();
  virtuals();
  CHECK_API(musaDeviceSynchronize());
  return check::finish("calls_pointers");
}
