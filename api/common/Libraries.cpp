#include "api/common/Libraries.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace helicon::api {

namespace {
/// What stands at the start of a registered segment.
struct Segment {
  uint32_t magic;
  uint32_t version;
  const void *data;
};
constexpr uint32_t kSegmentMagic = 0x466243b1;
} // namespace

const void *bundleOf(const void *image) {
  uint32_t magic = 0;
  std::memcpy(&magic, image, sizeof magic);
  if (magic != kSegmentMagic)
    return image;
  Segment segment;
  std::memcpy(&segment, image, sizeof segment);
  return segment.data;
}

Status variableOf(Module &module, const char *name, void **address, size_t *bytes, bool managed) {
  if (!name || (!address && !bytes))
    return Status::InvalidValue;
  const Variable *variable = module.variable(name);
  if (!variable || (managed && !variable->info->isManaged))
    return Status::NotFound;
  if (address)
    *address = variable->address;
  if (bytes)
    *bytes = variable->info->size;
  return Status::Success;
}

bool jitOptionsAreValid(unsigned count, const int *options, void *const *values, int last) {
  constexpr int kInfoLogBuffer = 3, kErrorLogBuffer = 5; // in both APIs
  if (count && (!options || !values))
    return false;
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] < 0 || options[i] > last)
      return false;
    if ((options[i] == kInfoLogBuffer || options[i] == kErrorLogBuffer) && values[i])
      *static_cast<char *>(values[i]) = '\0';
  }
  return true;
}

namespace {
Status checkOptions(const LibraryOptions &given) {
  if (!given.jitOptionsAreValid || (given.count && (!given.options || !given.values)))
    return Status::InvalidValue;
  for (unsigned i = 0; i < given.count; ++i) {
    if (given.options[i] == 0)
      return Status::NotSupported;
    if (given.options[i] != 1) // that the bytes stay where they are: they are copied all the same
      return Status::InvalidValue;
  }
  return Status::Success;
}

template <class Load> Status loadWith(void **out, const LibraryOptions &options, Load &&load) {
  if (!out)
    return Status::InvalidValue;
  if (Status status = checkOptions(options); status != Status::Success)
    return status;
  LibraryRef library;
  const Status status = load(library);
  if (status == Status::Success)
    *out = library.get();
  return status;
}
} // namespace

Status loadLibrary(void **out, const LibraryOptions &options, const void *code) {
  return loadWith(out, options, [&](LibraryRef &library) {
    if (!code)
      return Status::InvalidValue;
    const void *bundle = bundleOf(code);
    return bundle ? Library::load(bundle, library) : Status::InvalidImage;
  });
}

Status loadLibraryFile(void **out, const LibraryOptions &options, const char *path) {
  return loadWith(out, options,
                  [&](LibraryRef &library) { return path ? Library::loadFile(path, library) : Status::InvalidValue; });
}

Status kernelHandle(const Library &library, const char *name, void **out) {
  if (!out || !name)
    return Status::InvalidValue;
  LibraryKernel *kernel = library.kernel(name);
  if (!kernel)
    return Status::NotFound;
  *out = kernel;
  return Status::Success;
}

Status kernelCount(const Library &library, unsigned *out) {
  if (!out)
    return Status::InvalidValue;
  *out = static_cast<unsigned>(library.kernels().size());
  return Status::Success;
}

Status kernelHandles(const Library &library, void **out, unsigned count) {
  if (!out || count == 0)
    return Status::InvalidValue;
  for (size_t i = 0; i < std::min<size_t>(count, library.kernels().size()); ++i)
    out[i] = library.kernels()[i].get();
  return Status::Success;
}

} // namespace helicon::api
