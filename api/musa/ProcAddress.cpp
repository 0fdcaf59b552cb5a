// muGetProcAddress and CUDA's: the table of entries is the library's own symbol table, so that it can't fall behind the
// exports.
#include "api/musa/Entry.h"

#include <dlfcn.h>

#include <string>
#include <string_view>

using namespace helicon;

namespace {

/// The library that this code is in, which need not be the first with such names in the program.
void *ownLibrary() {
  static void *const handle = [] {
    Dl_info info{};
    if (!dladdr(reinterpret_cast<const void *>(&muInit), &info) || !info.dli_fname)
      return static_cast<void *>(nullptr);
    return dlopen(info.dli_fname, RTLD_NOLOAD | RTLD_LAZY);
  }();
  return handle ? handle : RTLD_DEFAULT;
}

/// The newest form of `name`: with _v2 where there is one, and the per-thread one where that is asked for.
void *newest(const std::string &name, bool perThread) {
  for (const char *version : {"_v2", ""}) {
    if (perThread)
      for (const char *stream : {"_ptsz", "_ptds"})
        if (void *found = dlsym(ownLibrary(), (name + version + stream).c_str()))
          return found;
    if (void *found = dlsym(ownLibrary(), (name + version).c_str()))
      return found;
  }
  return nullptr;
}

MUresult procAddress(const char *function, std::string_view prefix, const char *symbol, void **pfn, int version,
                     muuint64_t flags) {
  return musa::plain(function, [&] {
    constexpr muuint64_t kFlags = MU_GET_PROC_ADDRESS_LEGACY_STREAM | MU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
    if (!symbol || !pfn || version <= 0 || (flags & ~kFlags) || flags == kFlags)
      return Status::InvalidValue;
    *pfn = nullptr;
    const std::string name(symbol);
    if (!name.starts_with(prefix))
      return Status::NotFound;
    *pfn = newest(name, flags == MU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM);
    return *pfn ? Status::Success : Status::NotFound;
  });
}

} // namespace

HELICON_API MUresult muGetProcAddress(const char *symbol, void **pfn, int musaVersion, muuint64_t flags) {
  return procAddress(__func__, "mu", symbol, pfn, musaVersion, flags);
}

HELICON_API MUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, muuint64_t flags) {
  return procAddress(__func__, "cu", symbol, pfn, cudaVersion, flags);
}

/// CUDA 12's form. `symbolStatus` (may be null): 0 found, 1 not found; there is none that a version hides.
HELICON_API MUresult cuGetProcAddress_v2(const char *symbol, void **pfn, int cudaVersion, muuint64_t flags,
                                         int *symbolStatus) {
  const MUresult result = procAddress(__func__, "cu", symbol, pfn, cudaVersion, flags);
  if (symbolStatus && (result == MUSA_SUCCESS || result == MUSA_ERROR_NOT_FOUND))
    *symbolStatus = result == MUSA_SUCCESS ? 0 : 1;
  return result;
}
