// Without a current context every driver call but those on init, devices and contexts refuses, whatever else is wrong.
// The list is generated from what the library exports, so a new call is tested the day it appears.
#include "Check.h"

#include <dlfcn.h>

namespace {

/// Calls with every argument zero.
template <class... Arguments> MUresult callWithZeros(MUresult (*function)(Arguments...)) {
  return function(Arguments{}...);
}

/// The types of those that musa.h does not declare.
[[maybe_unused]] MUresult undeclared() { return MUSA_ERROR_UNKNOWN; }
[[maybe_unused]] MUresult beginCaptureOfOld(MUstream) { return MUSA_ERROR_UNKNOWN; }

struct Entry {
  const char *name;
  MUresult (*call)(void *address);
  bool needsContext;
};

#define ENTRY(name, declared, needsContext)                                                                            \
  {#name, [](void *address) { return callWithZeros(reinterpret_cast<decltype(&declared)>(address)); }, needsContext},
const Entry kEntries[] = {
#include "DriverEntries.inc"
};
#undef ENTRY

void *addressOf(const char *name) {
  void *found = dlsym(RTLD_DEFAULT, name);
  EXPECT_NE(nullptr, found) << name;
  return found;
}

TEST(NoContext, EveryCallRefuses) {
  ASSERT_MU_OK(muInit(0));
  std::thread([] { // a fresh thread has no context
    for (const Entry &entry : kEntries)
      if (entry.needsContext)
        EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, entry.call(addressOf(entry.name))) << entry.name;
  })
      .join();
  EXPECT_GE(std::size(kEntries), 130u); // the generator found the library
}

TEST(NoContext, EveryCallStandsZeros) {
  ASSERT_MU_OK(muInit(0));
  MUcontext context = nullptr;
  ASSERT_MU_OK(muCtxCreate(&context, 0, 0));
  for (const Entry &entry : kEntries) {
    const MUresult result = entry.call(addressOf(entry.name));
    const char *name = nullptr;
    EXPECT_MU_OK(muGetErrorName(result, &name)) << entry.name;
    // Copies between contexts mean the ones they are given, which are null here.
    if (std::string(entry.name).rfind("muMemcpyPeer", 0) != 0)
      EXPECT_NE(MUSA_ERROR_INVALID_CONTEXT, result) << entry.name << " says there is no context while there is one";
  }
  EXPECT_MU_OK(muCtxDestroy(context));
}

} // namespace
