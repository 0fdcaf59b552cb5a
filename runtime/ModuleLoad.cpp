// From bytes of unknown origin to a module: the bundle is found, its extent bounded by what is mapped, its images read.
#include "runtime/Context.h"
#include "runtime/Device.h"
#include "runtime/Log.h"
#include "runtime/Mapping.h"
#include "runtime/Module.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

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
  images->resize(1); // the best match comes first
  out.push_back(std::move(images->front()));
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
  kept.emplace_back(images[0].bitcode.begin(), images[0].bitcode.end());
  images[0].bitcode = kept[0];
  status = Module::create(*this, std::move(images), std::move(kept), nullptr, nullptr, out);
  if (status == Status::Success)
    adopt(out);
  return status;
}

Status Context::loadModuleFile(const char *path, ModuleRef &out) {
  if (!path)
    return Status::InvalidValue;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    logError(std::string("cannot open the module file '") + path + "': " + std::strerror(errno));
    return Status::FileNotFound;
  }
  std::vector<char> content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::vector<Image> images;
  Status status = readImagesFor(content, owner, std::string("the module file '") + path + "'", images);
  if (status != Status::Success)
    return status;
  std::vector<std::vector<char>> kept;
  kept.push_back(std::move(content)); // moving keeps the address that the image points into
  status = Module::create(*this, std::move(images), std::move(kept), nullptr, nullptr, out);
  if (status == Status::Success)
    adopt(out);
  return status;
}

} // namespace helicon
