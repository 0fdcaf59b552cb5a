// Codes of muPTI in the tests: by name where they are not the expected ones.
#pragma once

#include "Check.h"

#include "mupti.h"

inline std::string nameOf(MUptiResult code) {
  const char *name = nullptr;
  return muptiGetResultString(code, &name) == MUPTI_SUCCESS ? name : "unknown MUptiResult " + std::to_string(code);
}
#define EXPECT_MUPTI_OK(call) EXPECT_CODE(MUPTI_SUCCESS, call)
#define ASSERT_MUPTI_OK(call) ASSERT_CODE(MUPTI_SUCCESS, call)
