// The manifest of device modules written as clang 19 writes them (nvptx64, unoptimised).
#include "kernel-ir/ManifestBuilder.h"

#include "kernel-ir/FunctionId.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>

#include <gtest/gtest.h>

using namespace helicon;

namespace {

constexpr char kHead[] = R"(
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
)";

struct Built {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  Manifest manifest;
  std::string error;

  explicit Built(const std::string &body) {
    llvm::SMDiagnostic diagnostic;
    module = llvm::parseAssemblyString(kHead + body, diagnostic, context);
    if (!module) {
      ADD_FAILURE() << diagnostic.getMessage().str() << " at line " << diagnostic.getLineNo();
      return;
    }
    nameForStorage(*module, "u1");
    EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
    llvm::Expected<Manifest> result = buildManifest(*module);
    if (result)
      manifest = std::move(*result);
    else
      error = llvm::toString(result.takeError());
  }
  const VariableInfo *variable(const std::string &name) const {
    for (const VariableInfo &v : manifest.variables)
      if (v.name == name)
        return &v;
    ADD_FAILURE() << "no variable " << name;
    return nullptr;
  }
};

uint32_t wordAt(const VariableInfo &variable, size_t offset) {
  uint32_t word;
  memcpy(&word, variable.initial.data() + offset, 4);
  return word;
}

} // namespace

TEST(Manifest, ParametersHaveTheHostsLayout) {
  Built built(R"(
%S = type { i32, double, i8 }
define void @k(i32 %a, i1 zeroext %b, ptr byval(%S) align 8 %s, i8 %c, ptr %p, ptr byval([5 x i32]) align 32 %v, half %h) { ret void }
define void @notAKernel(i32 %a) { ret void }
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{ptr @k, !"maxntidx", i32 192}
!2 = !{ptr @k, !"minctasm", i32 3}
)");
  ASSERT_EQ(built.manifest.kernels.size(), 1u) << built.error;
  const KernelInfo &kernel = built.manifest.kernels[0];
  std::vector<std::array<uint32_t, 4>> expected{{0, 4, 4, 0},  {4, 1, 1, 0},    {8, 24, 8, 0}, {32, 1, 1, 0},
                                                {40, 8, 8, 1}, {64, 20, 32, 0}, {84, 2, 2, 0}};
  ASSERT_EQ(kernel.parameters.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    const ParameterInfo &p = kernel.parameters[i];
    EXPECT_EQ((std::array<uint32_t, 4>{p.offset, p.size, p.align, p.isPointer}), expected[i]) << "parameter " << i;
  }
  EXPECT_EQ(kernel.argumentBytes, 86u);
  EXPECT_EQ(kernel.maxThreads, 192u);
  EXPECT_EQ(kernel.minBlocks, 3u);
}

TEST(Manifest, SharedMemoryCountsThroughCallsAndTables) {
  Built built(R"(
@direct = internal addrspace(3) global [10 x i8] undef, align 1
@called = internal addrspace(3) global [4 x double] undef, align 8
@viaTable = internal addrspace(3) global [16 x i32] undef, align 4
@unused = internal addrspace(3) global [999 x i32] undef, align 4
@dynamic = external addrspace(3) global [0 x float], align 4
@table = internal addrspace(1) global [1 x ptr] [ptr @target]
define internal void @target() { store i32 1, ptr addrspacecast (ptr addrspace(3) @viaTable to ptr) ret void }
define internal void @helper() { store double 1.0, ptr addrspacecast (ptr addrspace(3) @called to ptr) ret void }
define void @k1() {
  store i8 1, ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(3) @direct to ptr), i64 2)
  store float 1.0, ptr addrspace(3) @dynamic
  call void @helper()
  ret void
}
define void @k2() { %f = load ptr, ptr addrspace(1) @table call void %f() ret void }
define void @k3() { ret void }
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @k1, !"kernel", i32 1}
!1 = !{ptr @k2, !"kernel", i32 1}
!2 = !{ptr @k3, !"kernel", i32 1}
)");
  ASSERT_EQ(built.manifest.kernels.size(), 3u) << built.error;
  EXPECT_EQ(built.manifest.kernels[0].staticSharedBytes, 42u);
  EXPECT_EQ(built.manifest.kernels[1].staticSharedBytes, 64u);
  EXPECT_EQ(built.manifest.kernels[2].staticSharedBytes, 0u);
}

TEST(Manifest, VariablesAndTheirContents) {
  Built built(R"(
%R = type { i8, i32, [2 x i16], float }
@record = addrspace(1) externally_initialized global %R { i8 1, i32 258, [2 x i16] [i16 3, i16 4], float 1.0 }, align 4
@table = addrspace(4) externally_initialized global [2 x i32] [i32 7, i32 8], align 4
@zero = addrspace(1) externally_initialized global [100 x i32] zeroinitializer, align 16
@managed = addrspace(1) externally_initialized global i32 9, align 4
@words = internal unnamed_addr constant [3 x i8] c"hi\00", align 1
@unusedText = private unnamed_addr constant [4 x i8] c"bye\00", align 1
@text = addrspace(1) externally_initialized global ptr @words, align 8
@inside = addrspace(1) externally_initialized global ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(4) @table to ptr), i64 4), align 8
@local = internal addrspace(1) global i32 5, align 4
@elsewhere = external addrspace(1) global i32
@.a = private unnamed_addr constant [16 x i8] c"helicon.managed\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr addrspacecast (ptr addrspace(1) @managed to ptr), ptr @.a, ptr @.a, i32 7, ptr null }], section "llvm.metadata"
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @zero to ptr)], section "llvm.metadata"
)");
  ASSERT_TRUE(built.error.empty()) << built.error;
  EXPECT_EQ(built.manifest.variables.size(), 8u);
  const VariableInfo *record = built.variable("record");
  ASSERT_EQ(record->initial.size(), 16u);
  EXPECT_EQ(record->initial[0], 1);
  EXPECT_EQ(wordAt(*record, 4), 258u);
  EXPECT_EQ(wordAt(*record, 8), 0x00040003u);
  EXPECT_EQ(wordAt(*record, 12), 0x3f800000u);
  EXPECT_TRUE(built.variable("table")->isConstant);
  EXPECT_FALSE(built.variable("record")->isConstant);
  EXPECT_EQ(built.variable("zero")->size, 400u);
  EXPECT_EQ(built.variable("zero")->align, 16u);
  EXPECT_TRUE(built.variable("zero")->initial.empty());
  EXPECT_TRUE(built.variable("managed")->isManaged);
  EXPECT_FALSE(built.variable("zero")->isManaged);
  EXPECT_EQ(wordAt(*built.variable("local__helicon__u1"), 0), 5u);
  const VariableInfo *text = built.variable("text");
  ASSERT_EQ(text->relocations.size(), 1u);
  EXPECT_EQ(text->relocations[0].symbol, "words__helicon__u1");
  EXPECT_EQ(built.variable("words__helicon__u1")->initial, (std::vector<char>{'h', 'i', 0}));
  const VariableInfo *inside = built.variable("inside");
  ASSERT_EQ(inside->relocations.size(), 1u);
  EXPECT_EQ(inside->relocations[0].symbol, "table");
  EXPECT_EQ(inside->relocations[0].addend, 4);
}

// A function's address is an id made of its name, which a local function must not share with one of another file.
TEST(Manifest, AddressesOfFunctionsAreIds) {
  Built built(R"(
@table = addrspace(4) externally_initialized constant [3 x ptr] [ptr @_Z1fi, ptr null, ptr @_ZL1gi], align 8
define i32 @_Z1fi(i32 %x) { ret i32 %x }
define internal i32 @_ZL1gi(i32 %x) { ret i32 %x }
)");
  ASSERT_TRUE(built.error.empty()) << built.error;
  const VariableInfo *table = built.variable("table");
  ASSERT_EQ(table->initial.size(), 24u);
  EXPECT_TRUE(table->relocations.empty());
  auto at = [&](uint32_t offset) {
    return wordAt(*table, offset) | static_cast<uint64_t>(wordAt(*table, offset + 4)) << 32;
  };
  EXPECT_EQ(at(0), functionId("_Z1fi"));
  EXPECT_EQ(at(8), 0u);
  EXPECT_EQ(at(16), functionId("_ZL1gi__helicon__u1"));
  EXPECT_TRUE(isFunctionId(at(0)));
  EXPECT_FALSE(isFunctionId(at(0) + 1));
  EXPECT_FALSE(isFunctionId(0));
}

TEST(Manifest, DanglingStaticsAreBound) {
  Built built(R"(
@_ZL1s = external addrspace(1) global i32
@_ZL1s__static__abc = addrspace(1) externally_initialized global i32 3, align 4
define void @k() { store i32 1, ptr addrspace(1) @_ZL1s ret void }
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
)");
  EXPECT_EQ(built.module->getNamedGlobal("_ZL1s"), nullptr);
  EXPECT_EQ(built.manifest.variables.size(), 1u);
}

TEST(Manifest, WhatCannotRunIsRefusedByName) {
  Built wide(R"(
define void @_Z4wide1S(ptr byval([4097 x i8]) %s) { ret void }
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z4wide1S, !"kernel", i32 1}
)");
  EXPECT_NE(wide.error.find("wide(S)"), std::string::npos) << wide.error;
  Built longDouble(R"(
define void @_Z1ke(double %d) { ret void }
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z1ke, !"kernel", i32 1}
)");
  EXPECT_NE(longDouble.error.find("long double"), std::string::npos) << longDouble.error;
  Built shared(R"(
@s = internal addrspace(3) global i32 undef
@p = addrspace(1) externally_initialized global ptr addrspacecast (ptr addrspace(3) @s to ptr)
)");
  EXPECT_NE(shared.error.find("'p'"), std::string::npos) << shared.error;
}
