// Each call that is listed as refused exists and gives the code that is listed (NAMES_REFUSED is the list's file).
#include "Check.h"

#include <dlfcn.h>

#include <fstream>
#include <sstream>

namespace {

/// More arguments than any of them takes: the rest is not looked at.
using Call = int (*)(void *, void *, void *, void *, void *, void *, void *, void *, void *, void *);

TEST(Refused, EachGivesTheListedCode) {
  ASSERT_OK(musaFree(nullptr)); // a context
  std::ifstream list(NAMES_REFUSED);
  ASSERT_TRUE(list) << NAMES_REFUSED;
  int calls = 0;
  for (std::string line; std::getline(list, line);) {
    if (line.empty() || line[0] == '#')
      continue;
    std::istringstream words(line);
    std::string name, code;
    words >> name >> code;
    code.pop_back(); // the comma
    void *address = dlsym(RTLD_DEFAULT, name.c_str());
    ASSERT_NE(nullptr, address) << name;
    if (name.find("UnifiedFunction") != std::string::npos || name == "muCtxGetExecAffinity" ||
        name == "muDeviceGetLuid")
      continue; // they look at their arguments first, and have tests of their own
    const int result = reinterpret_cast<Call>(address)(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                                       nullptr, nullptr, nullptr);
    const bool isRuntime = name.starts_with("musa");
    EXPECT_EQ(code, isRuntime ? nameOf(static_cast<musaError_t>(result)) : nameOf(static_cast<MUresult>(result)))
        << name;
    ++calls;
  }
  EXPECT_GT(calls, 50);
  musaGetLastError();
}

} // namespace
