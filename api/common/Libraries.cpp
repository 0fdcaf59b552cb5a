#include "api/common/Libraries.h"

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

Status checkLibraryOptions(unsigned count, const int *options, void *const *values) {
  if (count && (!options || !values))
    return Status::InvalidValue;
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] == 0)
      return Status::NotSupported;
    if (options[i] != 1) // that the bytes stay where they are: they are copied all the same
      return Status::InvalidValue;
  }
  return Status::Success;
}

Status loadLibrary(const void *code, LibraryRef &out) {
  const void *bundle = bundleOf(code);
  return bundle ? Library::load(bundle, out) : Status::InvalidImage;
}

} // namespace helicon::api
