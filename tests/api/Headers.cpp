// The headers as C and C++ programs see them.
#include "Check.h"

extern "C" int callFromC(void);

namespace {

TEST(Headers, ServeC) { EXPECT_EQ(0, callFromC()); }

static_assert(static_cast<int>(musaErrorInvalidValue) == static_cast<int>(MUSA_ERROR_INVALID_VALUE));
static_assert(static_cast<int>(musaDevAttrMultiProcessorCount) ==
              static_cast<int>(MU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
static_assert(std::is_same_v<musaStream_t, MUstream>);
static_assert(std::is_same_v<musaEvent_t, MUevent>);

} // namespace
