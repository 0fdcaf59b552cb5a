// From bytes of unknown origin to a module: the bundle is found, its extent bounded by what is mapped, its images read.
#include "runtime/Context.h"
#include "runtime/Device.h"
#include "runtime/Log.h"
#include "runtime/Mapping.h"
#include "runtime/Module.h"
#include "runtime/Trace.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <unistd.h>

namespace helicon {

uint64_t readableBytes(const void *start) {
  std::ifstream maps("/proc/self/maps");
  std::string line;
  uintptr_t address = uintptr_t(start), end = 0;
  while (std::getline(maps, line)) {
    unsigned long long low = 0, high = 0;
    char readable = '-';
    if (std::sscanf(line.c_str(), "%llx-%llx %c", &low, &high, &readable) != 3)
      continue;
    if (end && (low != end || readable != 'r'))
      break; // the run of readable mappings ends
    if (end || (low <= address && address < high && readable == 'r'))
      end = high;
  }
  return end ? end - address : 0;
}

Status readImagesFor(std::span<const char> bundle, const Device &device, const std::string &what,
                     std::vector<Image> &out) {
  auto images = readImages(bundle, device.profile().arch);
  if (!images) {
    logError(what + ": " + images.message());
    return Status::InvalidImage;
  }
  if (images->empty()) {
    logError(what + " holds no code that Helicon can run: compile it with Helicon's mcc");
    return Status::NoBinaryForDevice;
  }
  // The best match comes first; a binary that was linked at run time has several images of it.
  const uint32_t arch = images->front().arch;
  for (Image &image : *images)
    if (image.arch == arch)
      out.push_back(std::move(image));
  return Status::Success;
}

Status Context::loadModule(const void *bundle, uint64_t bytes, ModuleRef &out) {
  if (!bundle)
    return Status::InvalidValue;
  if (bytes == 0)
    bytes = readableBytes(bundle);
  if (bytes == 0) {
    logError("the module image is not readable memory");
    return Status::InvalidValue;
  }
  const char *start = static_cast<const char *>(bundle);
  std::vector<Image> images;
  Status status = readImagesFor({start, bytes}, owner, "the module image", images);
  if (status != Status::Success)
    return status;
  // The caller may free its bytes after the call.
  std::vector<std::vector<char>> kept;
  for (Image &image : images) {
    kept.emplace_back(image.bitcode.begin(), image.bitcode.end());
    image.bitcode = kept.back(); // the bytes stay where they are when the list grows
  }
  status = Module::create(*this, std::move(images), std::move(kept), nullptr, nullptr, out);
  if (status == Status::Success) {
    adopt(out);
    trace::changed({trace::Change::ModuleLoaded, *this, nullptr, out.get()});
  }
  return status;
}

/// Plain calls: a stream's iterators throw on a folder.
static bool readWhole(const char *path, std::vector<char> &content) {
  constexpr size_t kStep = 1 << 20, kMost = size_t(1) << 30; // no module is larger, but a device may never end
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  ssize_t n = 1;
  for (size_t size = 0; n > 0; size += size_t(n)) {
    content.resize(size + kStep);
    do
      n = read(file, content.data() + size, kStep);
    while (n < 0 && errno == EINTR);
    content.resize(size + size_t(std::max<ssize_t>(n, 0)));
    if (content.size() > kMost) {
      n = -1;
      errno = EFBIG;
    }
    if (n <= 0)
      break;
  }
  int error = errno;
  close(file);
  errno = error;
  return n == 0;
}

Status readModuleFile(const char *path, std::vector<char> &content) {
  if (readWhole(path, content))
    return Status::Success;
  logError(std::string("cannot read the module file '") + path + "': " + std::strerror(errno));
  return Status::FileNotFound;
}

Status Context::loadModuleFile(const char *path, ModuleRef &out) {
  if (!path)
    return Status::InvalidValue;
  std::vector<char> content;
  if (Status status = readModuleFile(path, content); status != Status::Success)
    return status;
  std::vector<Image> images;
  Status status = readImagesFor(content, owner, std::string("the module file '") + path + "'", images);
  if (status != Status::Success)
    return status;
  std::vector<std::vector<char>> kept;
  kept.push_back(std::move(content)); // moving keeps the address that the image points into
  status = Module::create(*this, std::move(images), std::move(kept), nullptr, nullptr, out);
  if (status == Status::Success) {
    adopt(out);
    trace::changed({trace::Change::ModuleLoaded, *this, nullptr, out.get()});
  }
  return status;
}

} // namespace helicon
