// Linking at run time: fat binaries that were compiled with -fgpu-rdc become one, whose names refer to each other. The
// images are put side by side; a module of them finds names across all, and what is missing is found at a launch.
#include "api/common/Libraries.h"
#include "api/musa/Entry.h"
#include "api/musa/JitOptions.h"
#include "kernel-ir/Image.h"
#include "runtime/Handles.h"
#include "runtime/Mapping.h"

#include "api/musa/Unsuffixed.h"

#include <algorithm>
#include <cstdio>
#include <set>

using namespace helicon;

namespace {

struct LinkState {
  std::mutex mutex;
  std::vector<std::vector<char>> inputs; ///< bundles
  std::vector<char> linked;              ///< of the last muLinkComplete
  char *log = nullptr;                   ///< the caller's, for errors
  size_t logBytes = 0;

  void say(const std::string &text) const {
    if (log && logBytes)
      std::snprintf(log, logBytes, "%s", text.c_str());
  }
};

template <class Body> MUresult withState(const char *function, MUlinkState handle, Body &&body) {
  return musa::withContext(function, [&](Context &) -> Status {
    const std::shared_ptr<LinkState> state = HandleTable<LinkState>::get().find(handle);
    if (!state)
      return Status::InvalidHandle;
    const std::lock_guard lock(state->mutex);
    return body(*state);
  });
}

MUresult muLinkCreateBody(const char *function, unsigned count, MUjit_option *options, void **values,
                          MUlinkState *out) {
  return musa::withContext(function, [&](Context &) {
    if (!out || !musa::jitOptionsAreValid(count, options, values))
      return Status::InvalidValue;
    const auto state = std::make_shared<LinkState>();
    for (unsigned i = 0; i < count; ++i) {
      if (options[i] == MU_JIT_ERROR_LOG_BUFFER)
        state->log = static_cast<char *>(values[i]);
      if (options[i] == MU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
        state->logBytes = reinterpret_cast<uintptr_t>(values[i]); // passed by value
    }
    HandleTable<LinkState>::get().add(state);
    *out = reinterpret_cast<MUlinkState>(state.get());
    return Status::Success;
  });
}

Status addBundle(LinkState &state, std::span<const char> bytes, const std::string &name) {
  auto entries = readBundle(bytes);
  if (!entries) {
    state.say(name + ": " + entries.message());
    return Status::InvalidImage;
  }
  size_t extent = 0;
  for (const BundleEntry &entry : *entries)
    extent = std::max(extent, static_cast<size_t>(entry.bytes.data() + entry.bytes.size() - bytes.data()));
  auto images = readImages(bytes, 0);
  if (!images || images->empty()) {
    state.say(name + (images ? " holds no code that Helicon can run" : ": " + images.message()));
    return images ? Status::NoBinaryForDevice : Status::InvalidImage;
  }
  state.inputs.emplace_back(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(extent));
  return Status::Success;
}

/// PTX, and host objects and archives, whose sections only mcc reads.
Status checkType(const LinkState &state, MUjitInputType type) {
  switch (type) {
  case MU_JIT_INPUT_MUBIN:
  case MU_JIT_INPUT_FATBINARY:
    return Status::Success;
  case MU_JIT_INPUT_PTX:
  case MU_JIT_INPUT_OBJECT:
  case MU_JIT_INPUT_LIBRARY:
    state.say("only fat binaries can be linked at run time: compile with mcc -fgpu-rdc --cuda-device-only");
    return Status::NotSupported;
  default:
    return Status::InvalidValue;
  }
}

MUresult muLinkAddDataBody(const char *function, MUlinkState handle, MUjitInputType type, void *data, size_t size,
                           const char *name, unsigned count, MUjit_option *options, void **values) {
  return withState(function, handle, [&](LinkState &state) {
    if (!data || size == 0 || !musa::jitOptionsAreValid(count, options, values))
      return Status::InvalidValue;
    if (Status status = checkType(state, type); status != Status::Success)
      return status;
    return addBundle(state, {static_cast<const char *>(data), size}, name ? name : "the data");
  });
}

MUresult muLinkAddFileBody(const char *function, MUlinkState handle, MUjitInputType type, const char *path,
                           unsigned count, MUjit_option *options, void **values) {
  return withState(function, handle, [&](LinkState &state) {
    if (!path || !musa::jitOptionsAreValid(count, options, values))
      return Status::InvalidValue;
    if (Status status = checkType(state, type); status != Status::Success)
      return status;
    std::vector<char> content;
    if (Status status = readModuleFile(path, content); status != Status::Success)
      return status;
    return addBundle(state, content, path);
  });
}

/// The first name that two images define, or empty.
std::string definedTwice(const std::vector<Image> &images) {
  std::set<std::string> seen;
  for (const Image &image : images) {
    for (const KernelInfo &kernel : image.manifest.kernels)
      if (!seen.insert(kernel.name).second)
        return kernel.name;
    for (const VariableInfo &variable : image.manifest.variables)
      if (!seen.insert(variable.name).second)
        return variable.name;
  }
  return {};
}

Status complete(LinkState &state, const Device &device) {
  std::vector<Image> images;
  for (const std::vector<char> &input : state.inputs)
    if (Status status = readImagesFor(input, device, "a linked image", images); status != Status::Success)
      return status;
  if (images.empty()) {
    state.say("nothing was added to link");
    return Status::InvalidValue;
  }
  for (const Image &image : images)
    if (images.size() > 1 && !image.relocatable) {
      state.say("an image was compiled without -fgpu-rdc and cannot be linked with others");
      return Status::InvalidImage;
    }
  if (const std::string name = definedTwice(images); !name.empty()) {
    state.say("'" + name + "' is defined in two of the linked images");
    return Status::InvalidImage;
  }
  std::vector<std::vector<char>> bytes;
  std::vector<BundleEntry> entries;
  entries.reserve(images.size());
  for (Image &image : images) {
    image.arch = images[0].arch; // one module runs on one device
    bytes.push_back(writeImage(image));
  }
  for (const std::vector<char> &entry : bytes)
    entries.push_back({bundleIdFor(images[0].arch), entry});
  state.linked = writeBundle(entries);
  return Status::Success;
}

} // namespace

HELICON_API_V2(muLinkCreate,
               (unsigned int numOptions, MUjit_option *options, void **optionValues, MUlinkState *stateOut),
               (numOptions, options, optionValues, stateOut))
HELICON_API_V2(muLinkAddData,
               (MUlinkState state, MUjitInputType type, void *data, size_t size, const char *name,
                unsigned int numOptions, MUjit_option *options, void **optionValues),
               (state, type, data, size, name, numOptions, options, optionValues))
HELICON_API_V2(muLinkAddFile,
               (MUlinkState state, MUjitInputType type, const char *path, unsigned int numOptions,
                MUjit_option *options, void **optionValues),
               (state, type, path, numOptions, options, optionValues))

HELICON_API MUresult muLinkComplete(MUlinkState state, void **mubinOut, size_t *sizeOut) {
  return musa::withContext(__func__, [&](Context &context) -> Status {
    const std::shared_ptr<LinkState> found = HandleTable<LinkState>::get().find(state);
    if (!found)
      return Status::InvalidHandle;
    if (!mubinOut)
      return Status::InvalidValue;
    const std::lock_guard lock(found->mutex);
    if (Status status = complete(*found, context.device()); status != Status::Success)
      return status;
    *mubinOut = found->linked.data();
    if (sizeOut)
      *sizeOut = found->linked.size();
    return Status::Success;
  });
}

HELICON_API MUresult muLinkDestroy(MUlinkState state) {
  return musa::withContext(__func__, [&](Context &) {
    if (!HandleTable<LinkState>::get().find(state))
      return Status::InvalidHandle;
    HandleTable<LinkState>::get().remove(state);
    return Status::Success;
  });
}
