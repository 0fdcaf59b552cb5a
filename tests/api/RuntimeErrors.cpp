// Codes, names and texts; what the last error keeps and forgets.
#include "Check.h"

#include <set>

namespace {

using RuntimeErrors = RuntimeTest;

TEST_F(RuntimeErrors, LastErrorIsKeptUntilTaken) {
  EXPECT_CODE(musaErrorInvalidValue, musaMalloc(static_cast<void **>(nullptr), 16));
  EXPECT_CODE(musaErrorInvalidValue, musaPeekAtLastError());
  EXPECT_CODE(musaErrorInvalidValue, musaPeekAtLastError());
  EXPECT_CODE(musaErrorInvalidValue, musaGetLastError());
  EXPECT_CODE(musaSuccess, musaGetLastError());
}

TEST_F(RuntimeErrors, SuccessLeavesTheLastErrorAlone) {
  EXPECT_CODE(musaErrorInvalidDevice, musaSetDevice(99));
  int device = -1;
  EXPECT_OK(musaGetDevice(&device));
  EXPECT_CODE(musaErrorInvalidDevice, musaGetLastError());
}

TEST_F(RuntimeErrors, LastErrorBelongsToTheThread) {
  EXPECT_CODE(musaErrorInvalidDevice, musaSetDevice(99));
  musaError_t other = musaErrorUnknown;
  std::thread([&] { other = musaGetLastError(); }).join();
  EXPECT_CODE(musaSuccess, other);
  EXPECT_CODE(musaErrorInvalidDevice, musaGetLastError());
}

TEST_F(RuntimeErrors, EveryCodeHasANameAndAText) {
  std::set<std::string> names;
  for (int code = 0; code <= 10000; ++code) {
    const std::string name = musaGetErrorName(static_cast<musaError_t>(code));
    const std::string text = musaGetErrorString(static_cast<musaError_t>(code));
    EXPECT_EQ(name == "unrecognized error code", text == "unrecognized error code") << code;
    if (name != "unrecognized error code") {
      EXPECT_TRUE(names.insert(name).second) << name;
      EXPECT_FALSE(text.empty());
    }
  }
  EXPECT_EQ(names.size(), 125u);
}

TEST_F(RuntimeErrors, Texts) {
  EXPECT_STREQ("musaErrorIllegalAddress", musaGetErrorName(musaErrorIllegalAddress));
  EXPECT_STREQ("an illegal memory access was encountered", musaGetErrorString(musaErrorIllegalAddress));
  EXPECT_STREQ("operation not supported", musaGetErrorString(musaErrorNotSupported));
  EXPECT_STREQ("no error", musaGetErrorString(musaSuccess));
  EXPECT_STREQ("unrecognized error code", musaGetErrorName(static_cast<musaError_t>(12345)));
  EXPECT_STREQ("unrecognized error code", musaGetErrorString(static_cast<musaError_t>(-1)));
}

TEST_F(RuntimeErrors, DriverNamesAndTexts) {
  const char *text = nullptr;
  EXPECT_MU_OK(muGetErrorName(MUSA_ERROR_INVALID_CONTEXT, &text));
  EXPECT_STREQ("MUSA_ERROR_INVALID_CONTEXT", text);
  EXPECT_MU_OK(muGetErrorString(MUSA_ERROR_OUT_OF_MEMORY, &text));
  EXPECT_STREQ("out of memory", text);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muGetErrorName(static_cast<MUresult>(12345), &text));
  EXPECT_EQ(nullptr, text);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muGetErrorString(static_cast<MUresult>(13), &text)); // the runtime's alone
  EXPECT_EQ(nullptr, text);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muGetErrorName(MUSA_SUCCESS, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muGetErrorString(MUSA_SUCCESS, nullptr));
}

TEST_F(RuntimeErrors, Versions) {
  int version = 0;
  EXPECT_OK(musaRuntimeGetVersion(&version));
  EXPECT_EQ(50200, version);
  EXPECT_EQ(MUSART_VERSION, version);
  EXPECT_OK(musaDriverGetVersion(&version));
  EXPECT_EQ(MUSA_VERSION, version);
  EXPECT_MU_OK(muDriverGetVersion(&version));
  EXPECT_EQ(MUSA_VERSION, version);
  EXPECT_CODE(musaErrorInvalidValue, musaRuntimeGetVersion(nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaDriverGetVersion(nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDriverGetVersion(nullptr));
}

} // namespace
