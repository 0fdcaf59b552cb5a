// Device bitcode to images to one offload bundle. Modules are written again after their hidden variables got names.
#include "mcc/pack/Pack.h"
#include "mcc/pack/DeviceSymbols.h"
#include "mcc/pack/HostObject.h"
#include "mcc/pack/Launches.h"
#include "mcc/pack/OwnVariables.h"

#include "kernel-ir/FunctionId.h"
#include "kernel-ir/Image.h"
#include "kernel-ir/ManifestBuilder.h"
#include "simt/Refused.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace helicon::mcc {

using namespace llvm;

namespace {

/// What the largest of the devices (runtime/profiles) gives a block that opts in.
constexpr uint64_t kMostSharedBytes = 196608;

std::string readModule(const std::string &path, LLVMContext &context, std::unique_ptr<Module> &module) {
  SMDiagnostic diagnostic;
  module = getLazyIRFileModule(path, diagnostic, context);
  // What clang makes of thread_local in device code is no IR: it must not be read in full.
  if (module && any_of(*module, [](const Function &f) { return f.getName().starts_with("llvm.threadlocal.address"); }))
    return "thread_local variables are not supported in device code; a plain one in a function is each thread's own";
  Error error = module ? module->materializeAll() : Error::success();
  if (error)
    return "cannot read what clang made for the device: " + toString(std::move(error));
  return module ? "" : "cannot read what clang made for the device: " + diagnostic.getMessage().str();
}

std::string refusedIn(const Module &module, const PackRequest &request) {
  std::string text;
  for (const simt::Refused &refused : simt::findRefused(module, request.relocatable, isMissing))
    text += (refused.place.empty() ? request.source : refused.place) + ": error: " + refused.what + "\n";
  return text;
}

std::string refused(const DeviceModule &source, const PackRequest &request) {
  LLVMContext context;
  std::unique_ptr<Module> module;
  if (std::string error = readModule(source.path, context, module); !error.empty())
    return {};
  Expected<std::vector<std::string>> launched = lowerLaunches(*module);
  if (!launched) {
    consumeError(launched.takeError());
    return {};
  }
  return refusedIn(*module, request);
}

std::string packOne(size_t number, const PackRequest &request, std::vector<char> &bytes, PackResult &result) {
  const DeviceModule &source = request.modules[number];
  DeviceSymbols &symbols = result.symbols;
  LLVMContext context;
  std::unique_ptr<Module> module;
  if (std::string error = readModule(source.path, context, module); !error.empty())
    return error;
  nameForStorage(*module, request.unique);
  Expected<std::vector<std::string>> launched = lowerLaunches(*module);
  if (!launched)
    return toString(launched.takeError());
  if (result.refused.empty()) {
    result.refused = refusedIn(*module, request);
    if (!result.refused.empty() && module->debug_compile_units().empty())
      result.withoutLines = number;
  }
  if (request.relocatable) {
    collectSymbols(*module, *launched, symbols);
    symbols.value = static_cast<uint32_t>(functionId(request.unique) >> 16) & INT32_MAX;
  }
  Expected<Manifest> manifest = buildManifest(*module);
  if (!manifest)
    return toString(manifest.takeError());
  for (const KernelInfo &kernel : manifest->kernels)
    if (kernel.staticSharedBytes > kMostSharedBytes)
      return "kernel " + demangle(std::string(kernel.name)) + " has " + std::to_string(kernel.staticSharedBytes) +
             " bytes of static shared memory; no device offers more than " + std::to_string(kMostSharedBytes) +
             " a block";
  SmallVector<char, 0> bitcode;
  raw_svector_ostream stream(bitcode);
  WriteBitcodeToFile(*module, stream);
  Image image;
  image.arch = source.arch;
  image.relocatable = request.relocatable;
  image.manifest = std::move(*manifest);
  image.bitcode = {bitcode.data(), bitcode.size()};
  bytes = writeImage(image);
  return {};
}

std::string pack(const PackRequest &request, PackResult &result) {
  std::vector<std::vector<char>> images;
  for (size_t i = 0; i < request.modules.size(); ++i)
    if (std::string error = packOne(i, request, images.emplace_back(), result); !error.empty())
      return error;
  if (!result.refused.empty())
    return {};
  std::vector<BundleEntry> entries{{"host-x86_64-unknown-linux", {}}}; // as clang's own bundles begin
  for (size_t i = 0; i < images.size(); ++i)
    entries.push_back({bundleIdFor(request.modules[i].arch), images[i]});
  std::vector<char> bundle = writeBundle(entries);
  return writeFile(request.output, {bundle.data(), bundle.size()});
}

constexpr PackInterface kInterface{pack, refused, finishObject, ownVariables};

} // namespace

static bool writeAll(int fd, StringRef contents) {
  while (!contents.empty()) {
    ssize_t n = ::write(fd, contents.data(), contents.size());
    if (n < 0 && errno != EINTR)
      return false;
    contents = contents.drop_front(n < 0 ? 0 : static_cast<size_t>(n));
  }
  return true;
}

static std::string cannot(const char *what, const std::string &path, int error) {
  return std::string(what) + " '" + path + "': '" + std::strerror(error) + "'";
}

/// Devices and pipes: nothing to rename.
static std::string writeInPlace(const std::string &path, StringRef contents) {
  int fd = path == "-" ? STDOUT_FILENO : open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0)
    return cannot("unable to open output file", path, errno);
  bool written = writeAll(fd, contents);
  int error = errno;
  if (fd != STDOUT_FILENO)
    close(fd);
  return written ? "" : cannot("cannot write", path, error);
}

/// Not by LLVM's FileOutputBuffer: it maps the file, and a full disk is a bus error then.
std::string writeFile(const std::string &path, StringRef contents) {
  struct stat status;
  if (path == "-" || (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)))
    return writeInPlace(path, contents);
  std::string beside = path + ".tmp" + std::to_string(getpid());
  int fd = open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0)
    return cannot("unable to open output file", path, errno);
  bool written = writeAll(fd, contents);
  int error = errno;
  if (close(fd) != 0 && written) {
    written = false;
    error = errno;
  }
  if (written && rename(beside.c_str(), path.c_str()) == 0)
    return {};
  error = written ? errno : error;
  unlink(beside.c_str());
  return cannot("cannot write", path, error);
}

} // namespace helicon::mcc

extern "C" __attribute__((visibility("default"))) const helicon::mcc::PackInterface *heliconPackInterface() {
  return &helicon::mcc::kInterface;
}
