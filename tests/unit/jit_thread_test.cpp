// The thread executor's code, from the prepared form through the code generator to a loaded object.
#include "tests/unit/jit_kernel.h"

#include <cmath>

namespace helicon::test {
namespace {

struct Recorder {
  struct Warp {
    uint32_t thread;
    WarpOp op;
    uint32_t mask;
    uint64_t value;
    uint32_t b, c;
  };
  std::vector<Warp> warps;
  std::vector<std::pair<BarrierOp, uint32_t>> barriers;
  std::vector<std::pair<uint32_t, TrapKind>> traps;
  std::vector<uint32_t> yields;
};

Recorder &of(BlockContext *block) { return *static_cast<Recorder *>(block->worker); }

ServiceTable recordingServices() {
  ServiceTable services{};
  services.abiVersion = kAbiVersion;
  services.warp = [](BlockContext *block, uint32_t thread, WarpOp op, uint32_t mask, uint64_t value, uint32_t b,
                     uint32_t c, uint32_t) -> uint64_t {
    of(block).warps.push_back({thread, op, mask, value, b, c});
    return 0xffffffff00000000u + 1000 + thread;
  };
  services.barrier = [](BlockContext *block, uint32_t, uint32_t word, uint32_t value, uint32_t) -> uint32_t {
    of(block).barriers.push_back({barrierOp(word), value});
    return 77;
  };
  services.trap = [](BlockContext *block, uint32_t thread, TrapKind kind, uint32_t) {
    of(block).traps.push_back({thread, kind});
  };
  services.yield = [](BlockContext *block, uint32_t thread, uint32_t, uint32_t) { of(block).yields.push_back(thread); };
  return services;
}

void runThreads(const KernelImage &image, BlockContext &block) {
  auto entry = reinterpret_cast<ThreadFunction>(const_cast<void *>(image.entry));
  uint32_t threads = image.block[0] * image.block[1] * image.block[2];
  for (uint32_t thread = 0; thread < threads; ++thread)
    entry(&block, thread);
}

TEST_F(JitTest, ThreadIndicesFollowTheShape) {
  auto kernel = compileThread(R"(
    declare i32 @helicon.tid.x()
    declare i32 @helicon.tid.y()
    declare i32 @helicon.tid.z()
    declare i32 @helicon.tid.linear()
    declare i32 @helicon.laneid()
    declare i32 @helicon.ctaid.y()
    declare i32 @helicon.nctaid.z()
    declare i32 @helicon.activemask()
    define void @k(i1 %flag, ptr addrspace(1) %out) {
      %x = call i32 @helicon.tid.x()
      %y = call i32 @helicon.tid.y()
      %z = call i32 @helicon.tid.z()
      %t = call i32 @helicon.tid.linear()
      %l = call i32 @helicon.laneid()
      %b = call i32 @helicon.ctaid.y()
      %g = call i32 @helicon.nctaid.z()
      %m = call i32 @helicon.activemask()
      %f = zext i1 %flag to i32
      %row = getelementptr [8 x i32], ptr addrspace(1) %out, i32 %t
      store i32 %x, ptr addrspace(1) %row
      %p1 = getelementptr i32, ptr addrspace(1) %row, i32 1
      store i32 %y, ptr addrspace(1) %p1
      %p2 = getelementptr i32, ptr addrspace(1) %row, i32 2
      store i32 %z, ptr addrspace(1) %p2
      %p3 = getelementptr i32, ptr addrspace(1) %row, i32 3
      store i32 %l, ptr addrspace(1) %p3
      %p4 = getelementptr i32, ptr addrspace(1) %row, i32 4
      store i32 %b, ptr addrspace(1) %p4
      %p5 = getelementptr i32, ptr addrspace(1) %row, i32 5
      store i32 %g, ptr addrspace(1) %p5
      %p6 = getelementptr i32, ptr addrspace(1) %row, i32 6
      store i32 %m, ptr addrspace(1) %p6
      %p7 = getelementptr i32, ptr addrspace(1) %row, i32 7
      store i32 %f, ptr addrspace(1) %p7
      ret void
    })",
                              {{5, 3, 4}});
  ASSERT_TRUE(kernel);
  EXPECT_EQ(kernel->image->magic, kKernelImageMagic);
  EXPECT_EQ(kernel->image->executor, Executor::Thread);
  EXPECT_STREQ(kernel->image->name, "k");
  EXPECT_GT(kernel->image->stackBytes, 0u);
  struct Row {
    uint32_t x, y, z, lane, ctaid, nctaid, mask, flag;
  };
  std::vector<Row> rows(60);
  Arguments args;
  args.add(true).add(rows.data());
  ServiceTable services = recordingServices();
  Recorder recorder;
  BlockContext block{};
  block.args = args.data();
  block.services = &services;
  block.worker = &recorder;
  block.blockIdx[1] = 17;
  block.gridDim[2] = 23;
  runThreads(*kernel->image, block);
  for (uint32_t t = 0; t < 60; ++t) {
    EXPECT_EQ(rows[t].x, t % 5);
    EXPECT_EQ(rows[t].y, t / 5 % 3);
    EXPECT_EQ(rows[t].z, t / 15);
    EXPECT_EQ(rows[t].lane, t % 32);
    EXPECT_EQ(rows[t].ctaid, 17u);
    EXPECT_EQ(rows[t].nctaid, 23u);
    EXPECT_EQ(rows[t].mask, 1000 + t) << "whatever the warp's service answers";
    EXPECT_EQ(rows[t].flag, 1u);
  }
}

TEST_F(JitTest, ServicesGetWhatTheKernelPasses) {
  auto kernel = compileThread(R"(
    declare i32 @helicon.shfl.up(i32, i32, i32, i32)
    declare i32 @helicon.ballot(i32, i1)
    declare i32 @helicon.match.any(i32, i64)
    declare void @helicon.warp.sync(i32)
    declare void @helicon.barrier()
    declare i32 @helicon.barrier.popc(i1)
    declare void @helicon.yield(i1)
    declare void @helicon.trap(i32)
    declare i1 @helicon.lanes.gone()
    declare i1 @helicon.group.all(i1)
    define void @k(ptr addrspace(1) %out) {
      %s = call i32 @helicon.shfl.up(i32 -1, i32 5, i32 2, i32 0)
      %b = call i32 @helicon.ballot(i32 255, i1 true)
      %m = call i32 @helicon.match.any(i32 15, i64 -2)
      call void @helicon.warp.sync(i32 3)
      call void @helicon.barrier()
      %p = call i32 @helicon.barrier.popc(i1 true)
      call void @helicon.yield(i1 false)
      %gone = call i1 @helicon.lanes.gone()
      %all = call i1 @helicon.group.all(i1 true)
      %neither = xor i1 %all, true
      %bad = or i1 %gone, %neither
      br i1 %bad, label %exit, label %go
    go:
      %sum = add i32 %s, %p
      store i32 %sum, ptr addrspace(1) %out
      call void @helicon.trap(i32 1)
      br label %exit
    exit:
      ret void
    })",
                              {{2, 1, 1}});
  ASSERT_TRUE(kernel);
  Recorder recorder;
  ServiceTable services = recordingServices();
  uint32_t out = 0;
  Arguments args;
  args.add(&out);
  BlockContext block{};
  block.args = args.data();
  block.services = &services;
  block.worker = &recorder;
  runThreads(*kernel->image, block);
  EXPECT_EQ(out, 1001u + 77u) << "the low half of the service's answer";
  ASSERT_EQ(recorder.warps.size(), 8u);
  auto expect = [&](const Recorder::Warp &w, WarpOp op, uint32_t mask, uint64_t value, uint32_t b) {
    EXPECT_EQ(w.op, op);
    EXPECT_EQ(w.mask, mask);
    EXPECT_EQ(w.value, value);
    EXPECT_EQ(w.b, b);
  };
  expect(recorder.warps[0], WarpOp::ShflUp, ~0u, 5, 2);
  expect(recorder.warps[1], WarpOp::Ballot, 255, 1, 0);
  expect(recorder.warps[2], WarpOp::MatchAny, 15, uint64_t(-2), 0);
  expect(recorder.warps[3], WarpOp::Sync, 3, 0, 0);
  EXPECT_EQ(recorder.warps[4].thread, 1u);
  ASSERT_EQ(recorder.barriers.size(), 4u);
  EXPECT_EQ(recorder.barriers[1], std::make_pair(BarrierOp::Popc, 1u));
  EXPECT_EQ(recorder.yields, (std::vector<uint32_t>{0, 1}));
  ASSERT_EQ(recorder.traps.size(), 2u);
  EXPECT_EQ(recorder.traps[0].second, TrapKind::Assert);
}

constexpr char kSharedKernel[] = R"(
    @helicon.shared = external addrspace(3) global [0 x i8], align 16
    declare i32 @helicon.tid.x()
    declare ptr @helicon.variable(i32)
    declare i32 @helicon.dynshared.bytes()
    declare float @helicon.math.exp.f32(float)
    define void @k(ptr byval({i32, float}) align 8 %s, double %d) {
      %x = call i32 @helicon.tid.x()
      %slot = getelementptr float, ptr addrspacecast (ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @helicon.shared, i64 8) to ptr), i32 %x
      %f = getelementptr i8, ptr %s, i64 4
      %v = load float, ptr %f
      store float 9.0, ptr %f
      %e = call float @helicon.math.exp.f32(float %v)
      store float %e, ptr %slot
      %var = call ptr @helicon.variable(i32 1)
      store double %d, ptr %var
      %dyn = call i32 @helicon.dynshared.bytes()
      store i32 %dyn, ptr addrspace(3) @helicon.shared
      ret void
    })";

TEST_F(JitTest, SharedMemoryVariablesStructsAndMath) {
  for (Isa isa : {Isa::Sse42, Isa::Avx2, Isa::Avx512}) {
    if (isa > detectIsa())
      continue;
    auto kernel = compileThread(kSharedKernel, {{4, 1, 1}}, isa);
    ASSERT_TRUE(kernel);
    struct Pair {
      int i;
      float f;
    } pair{3, 0.5f};
    Arguments args;
    args.add(pair).add(2.5);
    std::vector<float> shared(16);
    double variable = 0;
    void *variables[] = {nullptr, &variable};
    BlockContext block{};
    block.args = args.data();
    block.shared = reinterpret_cast<char *>(shared.data());
    block.variables = variables;
    block.dynamicSharedBytes = 1234;
    runThreads(*kernel->image, block);
    for (int t = 0; t < 4; ++t)
      EXPECT_NEAR(shared[2 + t], std::exp(0.5f), 1e-6) << "each thread reads the struct as it was passed";
    EXPECT_EQ(variable, 2.5);
    EXPECT_EQ(*reinterpret_cast<uint32_t *>(shared.data()), 1234u);
  }
}

// The nearest of the two neighbours, by distance; the even one in a tie.
uint16_t nearestBfloat(double x) {
  auto valueOf = [](uint32_t bits) {
    bits <<= 16;
    float f;
    std::memcpy(&f, &bits, sizeof f);
    return static_cast<double>(f);
  };
  uint32_t sign = std::signbit(x) ? 0x8000 : 0;
  x = std::fabs(x);
  uint32_t low = 0, high = 0x7f80; // bit patterns are in the order of their values
  while (high - low > 1) {
    uint32_t middle = (low + high) / 2;
    (valueOf(middle) <= x ? low : high) = middle;
  }
  // Infinity stands where the next value would be.
  double above = high == 0x7f80 ? std::ldexp(1.0, 128) : valueOf(high);
  double down = x - valueOf(low), up = above - x;
  return sign | (down < up || (down == up && low % 2 == 0) ? low : high);
}

TEST_F(JitTest, BfloatConversionsRoundToNearestEven) {
  std::vector<double> doubles = {0.0, -0.0, 1.0, -2.5, 1e-45, 3.4e38, -3.39e38, 1e300, -1e-300, 1e-40, 65535.0};
  for (double base : {1.0, -3.0, 1e-39, 3.0e38, 7e-5})
    for (int k = 0; k < 64; ++k) // ties of bfloat, of float, and their neighbours
      for (double nudge : {0.0, 1e-9, -1e-9, 1e-15, -1e-15})
        doubles.push_back(base * (1 + k / 512.0) * (1 + nudge));
  doubles.resize(doubles.size() / 32 * 32);
  std::vector<float> floats(doubles.begin(), doubles.end());
  std::vector<uint16_t> fromDouble(doubles.size()), fromFloat(doubles.size());
  LaunchShape shape{{32, 1, 1}};
  auto kernel = compileThread(R"(
    declare i32 @helicon.tid.x()
    define void @k(ptr %d, ptr %f, ptr %od, ptr %of) {
      %x = call i32 @helicon.tid.x()
      %d.at = getelementptr double, ptr %d, i32 %x
      %f.at = getelementptr float, ptr %f, i32 %x
      %od.at = getelementptr bfloat, ptr %od, i32 %x
      %of.at = getelementptr bfloat, ptr %of, i32 %x
      %dv = load double, ptr %d.at
      %fv = load float, ptr %f.at
      %db = fptrunc double %dv to bfloat
      %fb = fptrunc float %fv to bfloat
      store bfloat %db, ptr %od.at
      store bfloat %fb, ptr %of.at
      ret void
    })",
                              shape);
  ASSERT_TRUE(kernel);
  for (size_t first = 0; first < doubles.size(); first += 32) {
    Arguments args;
    args.add(&doubles[first]).add(&floats[first]).add(&fromDouble[first]).add(&fromFloat[first]);
    BlockContext block{};
    block.args = args.data();
    runThreads(*kernel->image, block);
  }
  for (size_t i = 0; i < doubles.size(); ++i) {
    EXPECT_EQ(fromDouble[i], nearestBfloat(doubles[i])) << doubles[i];
    if (std::isfinite(floats[i])) {
      EXPECT_EQ(fromFloat[i], nearestBfloat(floats[i])) << floats[i];
    }
  }
}

TEST_F(JitTest, UnknownFunctionIsNamed) {
  auto module = parse("declare void @nobody()\ndefine void @k() {\n call void @nobody()\n ret void\n}");
  auto entry = simt::scalarize(*module->getFunction("k"), {{1, 1, 1}}, simt::targetFor(Isa::Avx2));
  ASSERT_FALSE(entry);
  EXPECT_NE(llvm::toString(entry.takeError()).find("nobody"), std::string::npos);
}

} // namespace
} // namespace helicon::test
