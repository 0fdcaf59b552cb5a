// The barrier state machine, from the vectorised form through the code generator to groups that suspend and go on.
#include "tests/unit/jit_kernel.h"

#include <cmath>

namespace helicon::test {
namespace {

constexpr char kHead[] = R"(
  declare i32 @helicon.phase.barrier(i32, i32)
  declare void @helicon.phase.yield(i1)
)";

// What the vectoriser writes at the start: the shared memory and the first argument.
constexpr char kStart[] = R"(
    %args.at = getelementptr i8, ptr %ctx, i64 0
    %args = load ptr, ptr %args.at, !invariant.load !0
    %out = load ptr, ptr %args, !invariant.load !0
    %shared.at = getelementptr i8, ptr %ctx, i64 8
    %shared = load ptr, ptr %shared.at, !invariant.load !0
)";

struct Block {
  alignas(64) float shared[4096] = {};
  Arguments args;
  BlockContext context{};
  BlockContext &operator()() {
    context.args = args.data();
    context.shared = reinterpret_cast<char *>(shared);
    return context;
  }
};

TEST_F(JitTest, WithoutBarriersNoFrame) {
  forEveryWay(std::string(kHead) + R"(
    define void @k.group(ptr %ctx, i32 %group) {)" +
                  kStart + R"(
      %at = getelementptr i32, ptr %out, i32 %group
      store i32 %group, ptr %at
      ret void
    }
    !0 = !{})",
              3, [&](const KernelImage &image) {
                EXPECT_EQ(image.frameBytes, 0u);
                int out[3] = {-1, -1, -1};
                Block block;
                block.args.add(&out[0]);
                EXPECT_EQ(runBlock(image, block()), 0);
                EXPECT_EQ(out[2], 2);
              });
}

// Masks that come as words, as they do from the frame or from a vote, are used and joined with a third: LLVM's
// instruction selection turned in a circle over that.
TEST_F(JitTest, MasksFromWordsAreJoined) {
  forEveryWay(std::string(kHead) + R"(
    define void @k.group(ptr %ctx, i32 %group) {)" +
                  kStart + R"(
      %b.at = getelementptr i16, ptr %out, i32 1
      %a.word = load i16, ptr %out
      %b.word = load i16, ptr %b.at
      %a.frozen = freeze i16 %a.word
      %b.frozen = freeze i16 %b.word
      %a = bitcast i16 %a.frozen to <16 x i1>
      %b = bitcast i16 %b.frozen to <16 x i1>
      %numbers.at = getelementptr <16 x i32>, ptr %out, i32 1
      %numbers = load <16 x i32>, ptr %numbers.at
      %large = icmp sgt <16 x i32> %numbers, splat (i32 14)
      %both = or <16 x i1> %a, %b
      %c.word = lshr i16 %a.frozen, 1
      %c = bitcast i16 %c.word to <16 x i1>
      %d.word = or i16 %b.frozen, %c.word
      %d = bitcast i16 %d.word to <16 x i1>
      %three = or <16 x i1> %both, %large
      %bits = bitcast <16 x i1> %three to i16
      %any = icmp ne i16 %bits, 0
      call void @llvm.masked.store.v16i32.p0(<16 x i32> splat (i32 100), ptr %numbers.at, i32 4, <16 x i1> %a)
      call void @llvm.masked.store.v16i32.p0(<16 x i32> splat (i32 200), ptr %numbers.at, i32 4, <16 x i1> %b)
      %c.at = getelementptr <16 x i32>, ptr %out, i32 2
      call void @llvm.masked.store.v16i32.p0(<16 x i32> splat (i32 400), ptr %c.at, i32 4, <16 x i1> %d)
      %e.at = getelementptr <16 x i32>, ptr %out, i32 3
      call void @llvm.masked.store.v16i32.p0(<16 x i32> splat (i32 500), ptr %e.at, i32 4, <16 x i1> %c)
      br i1 %any, label %some, label %none
    some:
      call void @llvm.masked.store.v16i32.p0(<16 x i32> splat (i32 300), ptr %numbers.at, i32 4, <16 x i1> %large)
      ret void
    none:
      ret void
    }
    declare void @llvm.masked.store.v16i32.p0(<16 x i32>, ptr, i32, <16 x i1>)
    !0 = !{})",
              1, [&](const KernelImage &image) {
                alignas(64) int out[64] = {0x00400021}; // lanes 0 and 5; lane 6
                for (int i = 0; i < 16; ++i)
                  out[16 + i] = i;
                Block block;
                block.args.add(&out[0]);
                EXPECT_EQ(runBlock(image, block()), 0);
                for (int i = 0; i < 16; ++i) {
                  EXPECT_EQ(out[32 + i], i == 4 || i == 6 ? 400 : 0);
                  EXPECT_EQ(out[48 + i], i == 4 ? 500 : 0);
                  EXPECT_EQ(out[16 + i], i == 0 || i == 5 ? 100 : i == 6 ? 200 : i == 15 ? 300 : i);
                }
              });
}

// Each group writes its vector, and after the barrier reads its neighbour's; the sum lives across.
TEST_F(JitTest, ValuesLiveAcrossABarrier) {
  forEveryWay(std::string(kHead) + R"(
    define void @k.group(ptr %ctx, i32 %group) {)" +
                  kStart + R"(
      %g = sitofp i32 %group to float
      %one = insertelement <16 x float> poison, float %g, i64 0
      %splat = shufflevector <16 x float> %one, <16 x float> poison, <16 x i32> zeroinitializer
      %lanes = fadd <16 x float> %splat, <float 0.0, float 0.0625, float 0.125, float 0.1875, float 0.25, float 0.3125, float 0.375, float 0.4375, float 0.5, float 0.5625, float 0.625, float 0.6875, float 0.75, float 0.8125, float 0.875, float 0.9375>
      %root = call <16 x float> @llvm.sqrt.v16f32(<16 x float> %lanes)
      %mask = fcmp ogt <16 x float> %lanes, splat (float 0.5)
      %flag = icmp eq i32 %group, 1
      %mine = getelementptr <16 x float>, ptr %shared, i32 %group
      store <16 x float> %root, ptr %mine
      %x = call i32 @helicon.phase.barrier(i32 0, i32 0)
      %next0 = add i32 %group, 1
      %next = urem i32 %next0, 4
      %theirs.at = getelementptr <16 x float>, ptr %shared, i32 %next
      %theirs = load <16 x float>, ptr %theirs.at
      %sum = fadd <16 x float> %root, %theirs
      %masked = select <16 x i1> %mask, <16 x float> %sum, <16 x float> zeroinitializer
      %chosen = select i1 %flag, <16 x float> splat (float -1.0), <16 x float> %masked
      %at = getelementptr <16 x float>, ptr %out, i32 %group
      store <16 x float> %chosen, ptr %at, align 4
      ret void
    }
    !0 = !{})",
              4, [&](const KernelImage &image) {
                EXPECT_GE(image.frameBytes, 128u);
                alignas(64) float out[64] = {};
                Block block;
                block.args.add(&out[0]);
                EXPECT_EQ(runBlock(image, block()), 1);
                for (int i = 0; i < 64; ++i) {
                  int group = i / 16;
                  float lane = group + i % 16 / 16.0f, other = (group + 1) % 4 + i % 16 / 16.0f;
                  float expected = group == 1 ? -1 : lane > 0.5f ? std::sqrt(lane) + std::sqrt(other) : 0;
                  EXPECT_EQ(out[i], expected) << i;
                }
              });
}

// A tiled product in small: a loop with two barriers around an inner loop that accumulates.
TEST_F(JitTest, AccumulatorThroughALoopWithBarriers) {
  forEveryWay(std::string(kHead) + R"(
    define void @k.group(ptr %ctx, i32 %group) {)" +
                  kStart + R"(
      %n.at = getelementptr i8, ptr %args, i64 8
      %n = load i32, ptr %n.at, !invariant.load !0
      br label %tile
    tile:
      %t = phi i32 [ 0, %0 ], [ %t.next, %done ]
      %sum = phi float [ 0.0, %0 ], [ %acc.next, %done ]
      %g1 = add i32 %group, 1
      %product = mul i32 %g1, %t
      %value = sitofp i32 %product to float
      %mine = getelementptr float, ptr %shared, i32 %group
      store float %value, ptr %mine
      %b1 = call i32 @helicon.phase.barrier(i32 0, i32 0)
      br label %inner
    inner:
      %i = phi i32 [ 0, %tile ], [ %i.next, %inner ]
      %acc = phi float [ %sum, %tile ], [ %acc.next, %inner ]
      %at = getelementptr float, ptr %shared, i32 %i
      %v = load float, ptr %at
      %acc.next = fadd float %acc, %v
      %i.next = add i32 %i, 1
      %more = icmp ult i32 %i.next, 4
      br i1 %more, label %inner, label %done
    done:
      %b2 = call i32 @helicon.phase.barrier(i32 0, i32 0)
      %t.next = add i32 %t, 1
      %again = icmp ult i32 %t.next, %n
      br i1 %again, label %tile, label %exit
    exit:
      %result = getelementptr float, ptr %out, i32 %group
      store float %acc.next, ptr %result
      ret void
    }
    !0 = !{})",
              4, [&](const KernelImage &image) {
                float out[4] = {};
                Block block;
                block.args.add(&out[0]).add(5);
                EXPECT_EQ(runBlock(image, block()), 10);
                for (float value : out)
                  EXPECT_EQ(value, 100.0f); // (0+1+2+3+4) * (1+2+3+4)
              });
}

// Groups that end early don't hold the others up, and different barriers pair.
TEST_F(JitTest, EarlyEndAndBarriersOfDifferentPlaces) {
  forEveryWay(std::string(kHead) + R"(
    define void @k.group(ptr %ctx, i32 %group) {)" +
                  kStart + R"(
      %mine = getelementptr i32, ptr %out, i32 %group
      %first = icmp eq i32 %group, 0
      br i1 %first, label %exit, label %go
    go:
      %odd = trunc i32 %group to i1
      br i1 %odd, label %a, label %b
    a:
      %ca = call i32 @helicon.phase.barrier(i32 1, i32 5)
      br label %join
    b:
      %cb = call i32 @helicon.phase.barrier(i32 1, i32 7)
      br label %join
    join:
      %c = phi i32 [ %ca, %a ], [ %cb, %b ]
      store i32 %c, ptr %mine
      br label %exit
    exit:
      ret void
    }
    !0 = !{})",
              4, [&](const KernelImage &image) {
                int out[4] = {-1, -1, -1, -1};
                Block block;
                block.args.add(&out[0]);
                EXPECT_EQ(runBlock(image, block()), 1);
                EXPECT_EQ(out[0], -1);
                for (int group = 1; group < 4; ++group)
                  EXPECT_EQ(out[group], 5 + 7 + 5);
              });
}

TEST_F(JitTest, ReductionsAreCombinedOverTheGroups) {
  forEveryWay(std::string(kHead) + R"(
    define void @k.group(ptr %ctx, i32 %group) {)" +
                  kStart + R"(
      %not0 = icmp ne i32 %group, 0
      %share = zext i1 %not0 to i32
      %popc = call i32 @helicon.phase.barrier(i32 1, i32 %group)
      %and = call i32 @helicon.phase.barrier(i32 2, i32 %share)
      %or = call i32 @helicon.phase.barrier(i32 3, i32 %share)
      %a = mul i32 %popc, 100
      %b = mul i32 %and, 10
      %ab = add i32 %a, %b
      %abc = add i32 %ab, %or
      %at = getelementptr i32, ptr %out, i32 %group
      store i32 %abc, ptr %at
      ret void
    }
    !0 = !{})",
              5, [&](const KernelImage &image) {
                int out[5] = {};
                Block block;
                block.args.add(&out[0]);
                EXPECT_EQ(runBlock(image, block()), 3);
                for (int value : out)
                  EXPECT_EQ(value, (0 + 1 + 2 + 3 + 4) * 100 + 0 * 10 + 1);
              });
}

// A private array written before the barrier and read behind it; another is only used in between.
TEST_F(JitTest, PrivateArraysMoveIntoTheFrame) {
  forEveryWay(std::string(kHead) + R"(
    define void @k.group(ptr %ctx, i32 %group) {
      %array = alloca [64 x i32], align 64
      %scratch = alloca [1024 x i32], align 64)" +
                  kStart + R"(
      br label %fill
    fill:
      %i = phi i32 [ 0, %0 ], [ %i.next, %fill ]
      %v = mul i32 %i, %group
      %at = getelementptr i32, ptr %array, i32 %i
      store i32 %v, ptr %at
      %s.at = getelementptr i32, ptr %scratch, i32 %i
      store i32 %v, ptr %s.at
      %i.next = add i32 %i, 1
      %more = icmp ult i32 %i.next, 64
      br i1 %more, label %fill, label %wait
    wait:
      %pick = getelementptr i32, ptr %array, i32 %group
      %s.pick = getelementptr i32, ptr %scratch, i32 63
      %early = load i32, ptr %s.pick
      %x = call i32 @helicon.phase.barrier(i32 0, i32 0)
      %late = load i32, ptr %pick
      %sum = add i32 %early, %late
      %result = getelementptr i32, ptr %out, i32 %group
      store i32 %sum, ptr %result
      ret void
    }
    !0 = !{})",
              4, [&](const KernelImage &image) {
                EXPECT_GE(image.frameBytes, 256u);
                EXPECT_LT(image.frameBytes, 4096u) << "the scratch array stays on the stack";
                EXPECT_GE(image.stackBytes, 4096u);
                int out[4] = {};
                Block block;
                block.args.add(&out[0]);
                EXPECT_EQ(runBlock(image, block()), 1);
                for (int group = 0; group < 4; ++group)
                  EXPECT_EQ(out[group], 63 * group + group * group);
              });
}

// A loop that suspends on some of its turns only, and yields on the others.
TEST_F(JitTest, SuspensionOnSomePathsOfALoop) {
  forEveryWay(std::string(kHead) + R"(
    define void @k.group(ptr %ctx, i32 %group) {)" +
                  kStart + R"(
      %start = mul i32 %group, 1000
      br label %loop
    loop:
      %i = phi i32 [ 0, %0 ], [ %i.next, %next ]
      %sum = phi i32 [ %start, %0 ], [ %sum.next, %next ]
      %third0 = urem i32 %i, 3
      %third = icmp eq i32 %third0, 0
      br i1 %third, label %barrier, label %other
    barrier:
      %c = call i32 @helicon.phase.barrier(i32 1, i32 1)
      br label %next
    other:
      %fifth0 = urem i32 %i, 5
      %fifth = icmp eq i32 %fifth0, 0
      br i1 %fifth, label %rest, label %next
    rest:
      call void @helicon.phase.yield(i1 false)
      br label %next
    next:
      %add = phi i32 [ %c, %barrier ], [ 1, %other ], [ 2, %rest ]
      %sum.next = add i32 %sum, %add
      %i.next = add i32 %i, 1
      %more = icmp ult i32 %i.next, 12
      br i1 %more, label %loop, label %exit
    exit:
      %at = getelementptr i32, ptr %out, i32 %group
      store i32 %sum.next, ptr %at
      ret void
    }
    !0 = !{})",
              3, [&](const KernelImage &image) {
                int out[3] = {};
                Block block;
                block.args.add(&out[0]);
                EXPECT_EQ(runBlock(image, block()), 4);
                for (int group = 0; group < 3; ++group) // 0 3 6 9: 3 groups each; 5 10: 2; the other six: 1
                  EXPECT_EQ(out[group], group * 1000 + 4 * 3 + 2 * 2 + 6);
              });
}

} // namespace
} // namespace helicon::test
