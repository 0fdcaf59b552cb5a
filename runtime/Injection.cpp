// Loads the tool that MUSA_INJECTION64_PATH names. A tool that can't be loaded is reported, and the program runs
// without.
#include "runtime/Injection.h"

#include "runtime/Environment.h"
#include "runtime/Log.h"

#include <dlfcn.h>

#include <string>

namespace helicon::trace {

static void inject(const std::string &path) {
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    logError("MUSA_INJECTION64_PATH: the tool cannot be loaded, and the program runs without it: " +
             (reason ? std::string(reason) : path));
    return;
  }
  auto *start = reinterpret_cast<int (*)()>(dlsym(library, "InitializeInjection"));
  if (!start) {
    logError("MUSA_INJECTION64_PATH: " + path + " has no function InitializeInjection; the program runs without it");
    dlclose(library);
    return;
  }
  if (start() == 0)
    logWarning("MUSA_INJECTION64_PATH: InitializeInjection of " + path + " says that it failed");
}

void loadTool() {
  const std::string &path = environment().injection;
  if (!path.empty())
    inject(path);
}

} // namespace helicon::trace
