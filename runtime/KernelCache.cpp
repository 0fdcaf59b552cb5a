// The look-up before every launch: one load and a comparison when the shape is that of the launch before.
#include "runtime/KernelCache.h"

#include "runtime/Activity.h"
#include "runtime/Context.h"
#include "runtime/Environment.h"
#include "runtime/JitProvider.h"
#include "runtime/Log.h"

#include <atomic>
#include <cstring>
#include <dlfcn.h>
#include <link.h>

namespace helicon {

static std::atomic<KernelProvider *> gProvider{nullptr};

void setKernelProvider(KernelProvider *provider) { gProvider.store(provider, std::memory_order_release); }

KernelVariant::~KernelVariant() {
  if (object.library)
    dlclose(object.library);
}

static bool sameShape(const LaunchShape &a, const LaunchShape &b) {
  return a.block[0] == b.block[0] && a.block[1] == b.block[1] && a.block[2] == b.block[2] &&
         a.indexFits31 == b.indexFits31;
}

/// An object from the cache may be anything: nothing of it is used before it was checked.
static std::string imageProblem(const KernelImage &image, const LaunchShape &shape) {
  if (image.magic != kKernelImageMagic)
    return "it is no kernel object";
  if (image.abiVersion != kAbiVersion)
    return "its interface version is " + std::to_string(image.abiVersion) + ", not " + std::to_string(kAbiVersion);
  for (int d = 0; d < 3; d++)
    if (image.block[d] != shape.block[d])
      return "it was made for another block shape";
  if (!image.entry || (image.executor == Executor::Simd && image.groups == 0))
    return "it has no entry";
  if (image.frameBytes != 0 && image.frameBytes < sizeof(FrameHeader))
    return "its frame is too small";
  return {};
}

/// The executable part of the object that holds the kernel's entry.
static void findCode(KernelVariant &variant) {
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *argument) {
        auto *v = static_cast<KernelVariant *>(argument);
        auto entry = reinterpret_cast<uintptr_t>(v->object.image->entry);
        for (int k = 0; k < info->dlpi_phnum; k++) {
          const ElfW(Phdr) &part = info->dlpi_phdr[k];
          uintptr_t low = info->dlpi_addr + part.p_vaddr, high = low + part.p_memsz;
          if (part.p_type != PT_LOAD || !(part.p_flags & PF_X) || entry < low || entry >= high)
            continue;
          v->codeLow = low;
          v->codeHigh = high;
          return 1;
        }
        return 0;
      },
      &variant);
}

static CompileRequest requestFor(const Kernel &kernel, const LaunchShape &shape) {
  CompileRequest request;
  for (const Image &image : kernel.module().images())
    request.bitcode.push_back(image.bitcode);
  request.kernel = kernel.info().name;
  request.shape = shape;
  request.executor = environment().executor.value_or(Executor::Simd);
  request.isa = environment().isa;
  request.debug = environment().debug;
  request.checked = environment().strict;
  return request;
}

static KernelProvider &provider() {
  KernelProvider *given = gProvider.load(std::memory_order_acquire);
  return given ? *given : jitProvider();
}

class KernelCache {
public:
  static Status find(Kernel &kernel, const LaunchShape &shape, const KernelVariant *&out) {
    const KernelVariant *recent = kernel.recent.load(std::memory_order_acquire);
    if (recent && sameShape(recent->shape, shape)) {
      out = recent;
      return Status::Success;
    }
    std::lock_guard lock(kernel.module().variantMutex());
    for (const auto &variant : kernel.variants) {
      if (!sameShape(variant->shape, shape))
        continue;
      if (variant->status != Status::Success)
        return variant->status;
      out = variant.get();
      kernel.recent.store(out, std::memory_order_release);
      return Status::Success;
    }
    auto variant = std::make_unique<KernelVariant>();
    variant->shape = shape;
    std::string message;
    Status status = variant->status = fill(kernel, *variant, message);
    if (status != Status::Success) {
      const std::string name = "kernel " + demangled(kernel.info().name.c_str());
      if (size_t at = message.find(" (" + name + ")"); at != std::string::npos) // said already
        message.erase(at, name.size() + 3);
      logError(name + ", block " + std::to_string(shape.block[0]) + "x" + std::to_string(shape.block[1]) + "x" +
               std::to_string(shape.block[2]) + ": " + message);
      if (status != Status::OutOfMemory) // trying again would say the same
        kernel.variants.push_back(std::move(variant));
      return status;
    }
    out = variant.get();
    kernel.variants.push_back(std::move(variant));
    kernel.recent.store(out, std::memory_order_release);
    return Status::Success;
  }

  static bool known(Kernel &kernel, const LaunchShape &shape, const KernelVariant *&out) {
    std::lock_guard lock(kernel.module().variantMutex());
    for (const auto &variant : kernel.variants)
      if (sameShape(variant->shape, shape)) {
        out = variant.get();
        return variant->status == Status::Success;
      }
    return false;
  }

private:
  static Status fill(Kernel &kernel, KernelVariant &variant, std::string &message) {
    Module &module = kernel.module();
    const activity::Compiling compiling;
    const Status status = provider().provide(module, requestFor(kernel, variant.shape), variant.object, message);
    if (status != Status::Success)
      return status;
    const KernelImage &image = *variant.object.image;
    message = imageProblem(image, variant.shape);
    if (!message.empty()) {
      message = "the compiled kernel can't be used: " + message;
      return Status::InvalidImage;
    }
    for (uint32_t i = 0; i < image.variableCount; i++) {
      void *address = nullptr;
      if (!module.addressOf(image.variables[i], address)) {
        message = std::string("the device variable '") + demangled(image.variables[i]) + "' is not defined";
        return Status::InvalidImage;
      }
      variant.variables.push_back(address);
    }
    if (variant.object.library)
      findCode(variant);
    if (environment().verbose && image.plan)
      logNote("kernel " + demangled(kernel.info().name.c_str()) + ": " + image.plan);
    return Status::Success;
  }
};

std::string lineOf(const Kernel &kernel, const KernelVariant &variant, uintptr_t instruction) {
  link_map *map = nullptr;
  if (instruction < variant.codeLow || instruction >= variant.codeHigh ||
      !(variant.object.image->flags & kKernelHasLines) ||
      dlinfo(variant.object.library, RTLD_DI_LINKMAP, static_cast<void *>(&map)) != 0)
    return {};
  return provider().lineOf(kernel.module(), requestFor(kernel, variant.shape), instruction - map->l_addr);
}

bool knownVariant(Kernel &kernel, const LaunchShape &shape, const KernelVariant *&out) {
  return KernelCache::known(kernel, shape, out);
}

Status findVariant(Kernel &kernel, const LaunchShape &shape, const KernelVariant *&out) {
  return KernelCache::find(kernel, shape, out);
}

} // namespace helicon
