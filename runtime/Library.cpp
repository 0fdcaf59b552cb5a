#include "runtime/Library.h"

#include "runtime/Device.h"
#include "runtime/Handles.h"
#include "runtime/Log.h"
#include "runtime/Mapping.h"
#include "runtime/Program.h"

#include <algorithm>

namespace helicon {

namespace {

/// Bytes up to the end of the last entry; 0 for what is no bundle, which the reader of images then says.
uint64_t extentOf(std::span<const char> readable) {
  uint64_t extent = 0;
  if (auto entries = readBundle(readable))
    for (const BundleEntry &entry : *entries)
      extent = std::max<uint64_t>(extent, uint64_t(entry.bytes.data() + entry.bytes.size() - readable.data()));
  return extent;
}

} // namespace

Status LibraryKernel::in(Context &context, Kernel *&out) const {
  ModuleRef module;
  if (Status status = owner.moduleIn(context, module); status != Status::Success)
    return status;
  out = module->kernel(description.name);
  return out ? Status::Success : Status::NotFound; // another architecture's image may lack it
}

Status Library::make(std::vector<char> bytes, const std::string &what, LibraryRef &out) {
  const Device *first = device(0);
  if (!first)
    return Status::NoDevice;
  LibraryRef library(new Library);
  library->bundle = std::move(bytes);
  std::vector<Image> images;
  if (Status status = readImagesFor(library->bundle, *first, what, images); status != Status::Success)
    return status;
  for (Image &image : images)
    library->manifests.push_back(std::move(image.manifest));
  for (const Manifest &manifest : library->manifests)
    for (const KernelInfo &info : manifest.kernels)
      library->all.push_back(std::make_unique<LibraryKernel>(*library, info));
  HandleTable<Library>::get().add(library);
  for (const auto &kernel : library->all)
    HandleTable<LibraryKernel>::get().add(std::shared_ptr<LibraryKernel>(library, kernel.get()));
  out = std::move(library);
  return Status::Success;
}

Status Library::load(const void *start, LibraryRef &out) {
  const uint64_t readable = readableBytes(start);
  if (readable == 0) {
    logError("the library's code is not readable memory");
    return Status::InvalidValue;
  }
  const std::span<const char> bytes(static_cast<const char *>(start), readable);
  const uint64_t extent = extentOf(bytes);
  // What is no bundle goes on as it is for the message.
  const std::span<const char> whole = bytes.first(extent ? extent : std::min<uint64_t>(readable, 64));
  return make({whole.begin(), whole.end()}, "the library's code", out);
}

Status Library::loadFile(const char *path, LibraryRef &out) {
  std::vector<char> content;
  if (Status status = readModuleFile(path, content); status != Status::Success)
    return status;
  return make(std::move(content), std::string("the library file '") + path + "'", out);
}

Status Library::moduleIn(Context &context, ModuleRef &out) {
  std::lock_guard lock(loading);
  std::weak_ptr<Module> &known = modules[context.id()];
  out = known.lock();
  if (out)
    return Status::Success;
  const Status status = context.loadModule(bundle.data(), bundle.size(), out);
  if (status == Status::Success)
    known = out;
  return status;
}

LibraryKernel *Library::kernel(std::string_view name) const {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto &kernel) { return kernel->info().name == name; });
  return found == all.end() ? nullptr : found->get();
}

void Library::unload() {
  const LibraryRef self = shared_from_this(); // the tables' references go
  for (const auto &kernel : all)
    HandleTable<LibraryKernel>::get().remove(kernel.get());
  HandleTable<Library>::get().remove(this);
  std::map<uint64_t, std::weak_ptr<Module>> last;
  {
    std::lock_guard lock(loading);
    last.swap(modules);
  }
  for (const auto &[context, known] : last)
    if (const ModuleRef module = known.lock(); module && !module->context().isDestroyed())
      module->context().unloadModule(module);
}

LibraryRef findLibrary(const void *handle) { return HandleTable<Library>::get().find(handle); }

std::shared_ptr<LibraryKernel> findLibraryKernel(const void *handle) {
  return HandleTable<LibraryKernel>::get().find(handle);
}

Status kernelOf(const void *handle, Context &context, Kernel *&out) {
  out = findKernel(handle);
  if (out)
    return Status::Success;
  const Status status = program::kernelFor(handle, context, out);
  return status == Status::InvalidDeviceFunction ? Status::InvalidHandle : status;
}

} // namespace helicon
