// Kernels written by hand in C++, and a provider that hands them out: the runtime without a compiler.
#pragma once

#include "kernel-ir/Abi.h"
#include "runtime/Context.h"
#include "runtime/Device.h"
#include "runtime/KernelCache.h"
#include "runtime/Launch.h"
#include "runtime/Module.h"
#include "runtime/Stream.h"

#include <cstring>
#include <functional>
#include <list>
#include <map>
#include <string>
#include <vector>

namespace helicon::test {

/// A hand-written kernel; `groups` 0 means the thread executor.
struct HandKernel {
  const void *entry = nullptr;
  uint32_t groups = 1;
  uint32_t frameBytes = 0;
  uint32_t flags = 0;
  uint32_t sharedBytes = 0;
  std::vector<const char *> variables;
};

inline HandKernel simdKernel(GroupFunction f, uint32_t groups = 1, uint32_t frameBytes = 0, uint32_t flags = 0) {
  return {reinterpret_cast<const void *>(f), groups, frameBytes, flags, 0, {}};
}
inline HandKernel threadKernel(ThreadFunction f) { return {reinterpret_cast<const void *>(f), 0, 0, 0, 0, {}}; }

class HandProvider final : public KernelProvider {
public:
  std::map<std::string, HandKernel, std::less<>> kernels;
  int provided = 0;

  Status provide(const Module &, const CompileRequest &request, KernelObject &out, std::string &message) override {
    auto it = kernels.find(request.kernel);
    if (it == kernels.end()) {
      message = "no such hand-written kernel";
      return Status::InvalidPtx;
    }
    provided++;
    const HandKernel &hand = it->second;
    KernelImage image{};
    image.magic = kKernelImageMagic;
    image.abiVersion = kAbiVersion;
    image.executor = hand.groups ? Executor::Simd : Executor::Thread;
    image.flags = hand.flags;
    uint32_t threads = 1;
    for (int d = 0; d < 3; d++)
      threads *= image.block[d] = request.shape.block[d];
    image.groups = hand.groups;
    image.threadsPerGroup = hand.groups ? (threads + hand.groups - 1) / hand.groups : 0;
    image.frameBytes = hand.frameBytes;
    image.sharedBytes = hand.sharedBytes;
    image.stackBytes = 1024;
    image.entry = hand.entry;
    image.name = it->first.c_str();
    image.plan = "by hand";
    image.variableCount = uint32_t(hand.variables.size());
    image.variables = hand.variables.data();
    images.push_back(image);
    out = {&images.back(), nullptr};
    return Status::Success;
  }

private:
  std::list<KernelImage> images;
};

/// A context on device 0 with one module of the given kernels, each with `pointers` pointer parameters.
class Rig {
public:
  explicit Rig(std::map<std::string, HandKernel, std::less<>> kernels, uint32_t parameters = 4,
               std::vector<VariableInfo> variables = {}) {
    if (initialise() != Status::Success)
      std::abort();
    setKernelProvider(&provider);
    provider.kernels = std::move(kernels);
    Context::create(*device(0), 0, context);
    Image image;
    for (auto &[name, kernel] : provider.kernels) {
      KernelInfo info;
      info.name = name;
      for (uint32_t p = 0; p < parameters; p++)
        info.parameters.push_back({p * 8, 8, 8, true});
      info.argumentBytes = parameters * 8;
      info.staticSharedBytes = kernel.sharedBytes;
      image.manifest.kernels.push_back(info);
    }
    image.manifest.variables = std::move(variables);
    std::vector<Image> images;
    images.push_back(std::move(image));
    Module::create(*context, std::move(images), {}, nullptr, nullptr, module);
    context->adopt(module);
  }
  ~Rig() {
    module.reset();
    context->destroy();
    setKernelProvider(nullptr);
  }

  template <class T> T *memory(uint64_t count) {
    void *p = nullptr;
    if (context->allocate(count * sizeof(T), &p) != Status::Success)
      return nullptr;
    std::memset(p, 0, count * sizeof(T));
    return static_cast<T *>(p);
  }

  Status run(Stream &stream, const char *kernel, uint32_t grid, uint32_t block, std::vector<const void *> values = {},
             uint64_t dynamicShared = 0) {
    values.resize(4, nullptr);
    std::vector<void *> parameters;
    for (auto &value : values)
      parameters.push_back(&value);
    LaunchRequest request;
    request.grid[0] = grid;
    request.block[0] = block;
    request.dynamicShared = dynamicShared;
    request.parameters = parameters.data();
    return launch(stream, *module->kernel(kernel), request);
  }
  Status run(const char *kernel, uint32_t grid, uint32_t block, std::vector<const void *> values = {}) {
    return run(*context->legacyStream(), kernel, grid, block, std::move(values));
  }

  HandProvider provider;
  ContextRef context;
  ModuleRef module;
};

template <class T> T *argument(BlockContext *context, int index) {
  return static_cast<T *>(static_cast<void *const *>(context->args)[index]);
}

} // namespace helicon::test
