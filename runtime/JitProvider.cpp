// Loads LLVM only on a miss. Objects come from the cache file, or from an anonymous file in memory when there is no
// cache.
#include "runtime/JitProvider.h"

#include "jit/Cache.h"
#include "runtime/Environment.h"
#include "runtime/Futex.h"
#include "runtime/Log.h"
#include "support/FileSizeSignal.h"
#include "support/Transfer.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <mutex>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace helicon {

namespace {

/// Of the file itself: the program may have found the library by a link in another folder.
std::string folderOfThisLibrary() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<const void *>(&folderOfThisLibrary), &info) || !info.dli_fname)
    return ".";
  std::string path = info.dli_fname;
  if (char *file = realpath(info.dli_fname, nullptr)) {
    path = file;
    std::free(file);
  }
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

/// AddressSanitizer refuses RTLD_DEEPBIND; without it a program that exports LLVM's names would take over the jit's.
int loadFlags() {
  bool sanitizer =
      dlsym(RTLD_DEFAULT, "__asan_init") || dlsym(RTLD_DEFAULT, "__tsan_init") || dlsym(RTLD_DEFAULT, "__msan_init");
  return RTLD_NOW | RTLD_LOCAL | (sanitizer ? 0 : RTLD_DEEPBIND);
}

/// The loader only says that some segment could not be mapped.
std::string addressSpaceHint() {
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return {};
  return "; 'ulimit -v' is " + std::to_string(limit.rlim_cur >> 10) + ", and compiling takes about 400000 of it";
}

std::string milliseconds(uint64_t nanoseconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f ms", double(nanoseconds) / 1e6);
  return text;
}

class JitProvider final : public KernelProvider {
public:
  JitProvider() : cache(DiskCache::fromEnvironment([](const std::string &message) { logWarning(message); })) {}

  Status provide(const Module &module, const CompileRequest &request, KernelObject &out,
                 std::string &message) override {
    const CompileRequest resolved = resolve(request);
    const Digest key = keyOf(module, resolved);
    if (auto path = cache->find(key)) {
      std::string problem;
      if (open(path->c_str(), out, problem) == Status::Success)
        return Status::Success;
      logWarning("the cached kernel " + *path + " can't be loaded and is made again: " + problem);
    }
    return compile(resolved, key, out, message);
  }

  /// The object's file may be gone, or there was none: the same kernel is the same bytes when it is made again.
  std::string lineOf(const Module &module, const CompileRequest &request, uint64_t address) override {
    std::string line, message;
    const JitCompileFunction compiler = load(message);
    if (!compiler || !lines)
      return line;
    const CompileRequest resolved = resolve(request);
    CompileResult made;
    if (auto path = cache->find(keyOf(module, resolved))) {
      std::ifstream file(*path, std::ios::binary);
      made.object.assign(std::istreambuf_iterator<char>(file), {});
    } else {
      compiler(resolved, made);
    }
    lines(made.object, address, line);
    return line;
  }

  const DiskCache &disk() const { return *cache; }

private:
  static CompileRequest resolve(CompileRequest request) {
    if (request.isa == Isa::Auto)
      request.isa = detectIsa();
    return request;
  }

  static Digest keyOf(const Module &module, const CompileRequest &resolved) {
    return cacheKey(module.digests(), resolved.kernel, resolved.shape, resolved.executor, resolved.debug,
                    resolved.checked, targetIdentity(resolved.isa));
  }

  Status open(const char *path, KernelObject &out, std::string &message) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      const char *error = dlerror();
      message = error ? error : "unknown error";
      return Status::InvalidImage;
    }
    auto *image = static_cast<const KernelImage *>(dlsym(library, kKernelImageSymbol));
    if (!image) {
      message = std::string("it exports no ") + kKernelImageSymbol;
      dlclose(library);
      return Status::InvalidImage;
    }
    out = {image, library};
    return Status::Success;
  }

  Status openFromMemory(std::span<const char> object, KernelObject &out, std::string &message) {
    FileSizeSignal withoutSignal; // memory counts as a file here
    int file = memfd_create("helicon-kernel", MFD_CLOEXEC);
    auto move = [&](size_t done, size_t left) { return write(file, object.data() + done, left); };
    if (file < 0 || !transferAll(object.size(), move)) {
      message = std::string("no memory for the compiled kernel: ") + std::strerror(errno);
      if (file >= 0)
        close(file);
      return Status::OutOfMemory;
    }
    Status status = open(pathOf(file).c_str(), out, message);
    close(file);
    return status;
  }

  /// A path to the descriptor that was never used before: dlopen takes a path that it knows for the library it has, and
  /// descriptors' numbers come again. The count is spelled in binary, as steps that lead nowhere.
  std::string pathOf(int file) {
    std::string path = "/proc/self/fd";
    for (unsigned count = ++opened; count; count >>= 1)
      path += count & 1 ? "/." : "/../fd";
    return path + "/" + std::to_string(file);
  }

  JitCompileFunction load(std::string &message) {
    std::lock_guard lock(mutex);
    if (entry)
      return entry;
    std::string path = jitLibraryPath();
    void *library = dlopen(path.c_str(), loadFlags());
    if (!library) {
      const char *error = dlerror();
      message =
          std::string("the kernel compiler can't be loaded: ") + (error ? error : path.c_str()) + addressSpaceHint();
      return nullptr;
    }
    entry = reinterpret_cast<JitCompileFunction>(dlsym(library, kJitEntrySymbol));
    lines = reinterpret_cast<JitLineFunction>(dlsym(library, kJitLineSymbol));
    if (!entry)
      message = path + " is not Helicon's kernel compiler: it has no " + kJitEntrySymbol;
    return entry;
  }

  Status compile(const CompileRequest &request, const Digest &key, KernelObject &out, std::string &message) {
    JitCompileFunction function = load(message);
    if (!function)
      return Status::JitCompilerNotFound;
    CompileResult result;
    uint64_t start = nowNanoseconds();
    function(request, result);
    if (!result.ok) {
      message = result.message.empty() ? "the kernel can't be compiled" : result.message;
      return Status::InvalidPtx;
    }
    if (environment().verbose)
      logNote("compiled " + demangled(std::string(request.kernel).c_str()) + " in " +
              milliseconds(nowNanoseconds() - start) +
              (result.reason.empty() ? std::string() : ", thread executor: " + result.reason));
    if (auto path = cache->store(key, result.object))
      if (open(path->c_str(), out, message) == Status::Success)
        return Status::Success;
    return openFromMemory(result.object, out, message);
  }

  std::mutex mutex;
  std::atomic<unsigned> opened{0};
  std::unique_ptr<DiskCache> cache;
  JitCompileFunction entry = nullptr;
  JitLineFunction lines = nullptr;
};

JitProvider &theProvider() {
  static auto *const kProvider = new JitProvider;
  return *kProvider;
}
} // namespace

KernelProvider &jitProvider() { return theProvider(); }

std::string jitLibraryPath() {
  if (!environment().jitLibrary.empty())
    return environment().jitLibrary;
  std::string folder = folderOfThisLibrary();
  for (const char *name : {"/helicon/libhelicon-jit.so", "/libhelicon-jit.so"})
    if (std::string path = folder + name; access(path.c_str(), R_OK) == 0)
      return path;
  return folder + "/libhelicon-jit.so";
}

std::string cacheDescription() {
  const DiskCache &cache = theProvider().disk();
  if (cache.usable())
    return cache.folder();
  return cache.folder().empty() ? "off" : cache.folder() + " (not used: " + cache.why() + ")";
}

} // namespace helicon
