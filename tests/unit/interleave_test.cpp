// Shuffles between memory order and a vector a field: every number of lanes, of fields and of bytes an element on
// every instruction set, on constants, which LLVM folds.
#include "simt/vectorize/Interleave.h"

#include <gtest/gtest.h>
#include <llvm/IR/Constants.h>

#include <functional>

using namespace helicon;
using namespace helicon::simt;
using namespace llvm;

namespace {

constexpr unsigned kAnything = 60000; ///< of a field that is not there

class InterleaveTest : public testing::Test {
protected:
  Value *vector(unsigned n, const std::function<unsigned(unsigned)> &element) {
    SmallVector<Constant *> elements;
    for (unsigned i = 0; i < n; ++i)
      elements.push_back(ConstantInt::get(b.getInt16Ty(), element(i)));
    return ConstantVector::get(elements);
  }
  unsigned at(Value *vector, unsigned i) {
    auto *number = dyn_cast<ConstantInt>(cast<Constant>(vector)->getAggregateElement(i));
    return number ? number->getZExtValue() : kAnything;
  }
  void check(unsigned lanes, unsigned bytes, unsigned fields, Isa isa) {
    SCOPED_TRACE(testing::Message() << lanes << " lanes, " << fields << " fields of " << bytes << " bytes, set "
                                    << unsigned(isa));
    const unsigned n = pieceLanes(lanes, bytes, isa), pieces = lanes * fields / n;
    SmallVector<Value *, 16> memory;
    SmallVector<Value *, 8> byField;
    for (unsigned k = 0; k < pieces; ++k)
      memory.push_back(vector(n, [&](unsigned i) { return k * n + i; }));
    for (unsigned f = 0; f < fields; ++f)
      byField.push_back(vector(lanes, [&](unsigned lane) { return lane * fields + f; }));
    auto split = deinterleave(b, memory, fields, bytes, isa);
    ASSERT_EQ(split.size(), fields);
    for (unsigned f = 0; f < fields; ++f)
      for (unsigned lane = 0; lane < lanes; ++lane)
        EXPECT_EQ(at(split[f], lane), lane * fields + f);
    auto joined = interleave(b, byField, bytes, isa);
    ASSERT_EQ(joined.size(), pieces);
    for (unsigned k = 0; k < pieces; ++k)
      for (unsigned i = 0; i < n; ++i)
        EXPECT_EQ(at(joined[k], i), k * n + i);
  }

  LLVMContext context;
  IRBuilder<> b{context};
};

TEST_F(InterleaveTest, EveryShape) {
  for (Isa isa : {Isa::Sse42, Isa::Avx2, Isa::Avx512})
    for (unsigned lanes : {4, 8, 16, 32})
      for (unsigned bytes : {1, 2, 4, 8})
        for (unsigned fields : {1, 2, 3, 4, 5, 6, 7, 8, 16})
          check(lanes, bytes, fields, isa);
}

} // namespace
