// Gathers whose lanes are open get the address 0 there (a processor refuses what LLVM makes of them otherwise); all
// others stay as they are.
#include "jit/DefinedAddresses.h"

#include <gtest/gtest.h>

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

using namespace llvm;

namespace {

constexpr char kHead[] = R"(
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)
declare <4 x ptr> @llvm.masked.gather.v4p0.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x ptr>)
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, i32, <4 x i1>)
define void @f(ptr %base, <4 x ptr> %pointers, <4 x i64> %indices, <4 x i1> %mask, <4 x i32> %value) {
)";

/// How many gathers and scatters of the function take their addresses through a select on their mask afterwards.
unsigned definedIn(const std::string &body) {
  LLVMContext context;
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseAssemblyString(kHead + body + "\n ret void\n}", diagnostic, context);
  EXPECT_TRUE(module) << diagnostic.getMessage().str();
  Function &f = *module->getFunction("f");
  helicon::jit::defineAddresses(f);
  unsigned count = 0;
  for (Instruction &i : instructions(f)) {
    auto *call = dyn_cast<IntrinsicInst>(&i);
    if (!call)
      continue;
    const unsigned at = call->getIntrinsicID() == Intrinsic::masked_scatter ? 1 : 0;
    const auto *select = dyn_cast<SelectInst>(call->getArgOperand(at));
    count += select && select->getCondition() == call->getArgOperand(at + 2);
  }
  return count;
}

const std::string kGather =
    "%v = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %p, i32 4, <4 x i1> %mask, <4 x i32> poison)";

TEST(DefinedAddresses, OpenLanesOfAConstantIndex) {
  EXPECT_EQ(definedIn("%p = getelementptr i8, ptr %base, <4 x i64> <i64 0, i64 8, i64 poison, i64 poison>\n" + kGather),
            1u);
}

TEST(DefinedAddresses, PointersThatWereGathered) {
  EXPECT_EQ(definedIn("%q = call <4 x ptr> @llvm.masked.gather.v4p0.v4p0(<4 x ptr> %pointers, i32 8, <4 x i1> %mask, "
                      "<4 x ptr> poison)\n"
                      "%p = getelementptr i8, <4 x ptr> %q, i64 8\n" +
                      kGather),
            1u);
}

TEST(DefinedAddresses, Scatters) {
  EXPECT_EQ(
      definedIn("%p = insertelement <4 x ptr> poison, ptr %base, i64 0\n"
                "call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %value, <4 x ptr> %p, i32 4, <4 x i1> %mask)"),
      1u);
}

TEST(DefinedAddresses, OthersStay) {
  EXPECT_EQ(definedIn("%p = getelementptr i8, <4 x ptr> %pointers, <4 x i64> %indices\n" + kGather), 0u);
  EXPECT_EQ(definedIn("%p = getelementptr i8, ptr %base, <4 x i64> <i64 0, i64 8, i64 16, i64 24>\n" + kGather), 0u);
  EXPECT_EQ(definedIn("%one = insertelement <4 x ptr> poison, ptr %base, i64 0\n"
                      "%p = shufflevector <4 x ptr> %one, <4 x ptr> poison, <4 x i32> zeroinitializer\n" +
                      kGather),
            0u);
}

} // namespace
