// See Textures.h. Which requests are refused, and with which code, was recorded on hardware (tests/device/golden).
#include "api/common/Textures.h"

#include "api/common/Arrays.h"
#include "api/common/DeviceFacts.h"
#include "api/common/TextureLimits.h"
#include "include/helicon/texture_layout.h"
#include "runtime/Log.h"
#include "runtime/Memory.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace helicon::api {
namespace {

using helicon_texture::Descriptor;
using helicon_texture::Level;

struct Object {
  Context *context = nullptr;
  bool isSurface = false;
  TextureRequest request;
};

/// All live objects by handle, and the emptied memory of destroyed ones, the oldest first.
struct Objects {
  std::mutex mutex;
  std::unordered_map<uint64_t, Object> live;
  std::unordered_map<const Context *, std::deque<uint64_t>> emptied;
  static Objects &get() {
    static auto *const kObjects = new Objects;
    return *kObjects;
  }
};
/// So many handles stay unused after they were destroyed.
constexpr size_t kKeptEmpty = 256;

Descriptor *memoryOf(uint64_t handle) { return reinterpret_cast<Descriptor *>(handle); }

/// A fetch reads at null, whatever its coordinates.
void empty(Descriptor &d) {
  d = {};
  d.channels = d.levels = d.layers = 1;
  for (unsigned &mode : d.address)
    mode = helicon_texture::kClamp;
  d.texelBytes = 4;
  for (Level &level : d.level)
    level.width = level.height = level.depth = 1;
}

void forget(Context &context) {
  Objects &objects = Objects::get();
  std::lock_guard lock(objects.mutex);
  std::erase_if(objects.live, [&](const auto &entry) { return entry.second.context == &context; });
  objects.emptied.erase(&context);
}

Status publish(Context &context, const Descriptor &d, Object object, uint64_t &handle) {
  Objects &objects = Objects::get();
  void *memory = nullptr;
  {
    std::lock_guard lock(objects.mutex);
    auto &old = objects.emptied[&context];
    if (old.size() >= kKeptEmpty) {
      memory = memoryOf(old.front());
      old.pop_front();
    }
  }
  if (!memory)
    if (Status status = context.allocate(sizeof(Descriptor), &memory); status != Status::Success)
      return status;
  context.atDestroy(&objects, [&context] { forget(context); });
  std::memcpy(memory, &d, sizeof d);
  handle = reinterpret_cast<uint64_t>(memory);
  std::lock_guard lock(objects.mutex);
  objects.live[handle] = object;
  return Status::Success;
}

bool isInteger(const musaChannelFormatDesc &f) { return !isFloat(f); }

unsigned formatOf(const musaChannelFormatDesc &f, bool normalise) {
  using namespace helicon_texture;
  if (isFloat(f))
    return f.x == 16 ? kHalf : kWord;
  if (f.x == 32)
    return kWord;
  const bool isSigned = f.f == musaChannelFormatKindSigned;
  if (f.x == 8)
    return normalise ? (isSigned ? kSnorm8 : kUnorm8) : (isSigned ? kSigned8 : kUnsigned8);
  return normalise ? (isSigned ? kSnorm16 : kUnorm16) : (isSigned ? kSigned16 : kUnsigned16);
}

/// A whole array or a level of one; layers from `firstLayer` on.
Level levelOf(const Array &a, unsigned firstLayer, bool layered) {
  Level level{};
  level.data = reinterpret_cast<uint64_t>(a.data + firstLayer * a.planeBytes);
  level.width = static_cast<unsigned>(a.width());
  level.height = static_cast<unsigned>(a.rows());
  level.depth = layered ? 1 : static_cast<unsigned>(a.planes());
  level.rowTexels = static_cast<unsigned>(a.rowBytes / a.texelBytes);
  level.planeTexels = static_cast<unsigned>(a.planeBytes / a.texelBytes);
  return level;
}

/// What a view makes of a format of the same size; empty when it is none of ours.
std::optional<musaChannelFormatDesc> viewFormat(musaResourceViewFormat view) {
  if (view < musaResViewFormatUnsignedChar1 || view > musaResViewFormatFloat4)
    return std::nullopt;
  static constexpr struct {
    int bits;
    musaChannelFormatKind kind;
  } kKinds[] = {{8, musaChannelFormatKindUnsigned},  {8, musaChannelFormatKindSigned},
                {16, musaChannelFormatKindUnsigned}, {16, musaChannelFormatKindSigned},
                {32, musaChannelFormatKindUnsigned}, {32, musaChannelFormatKindSigned},
                {16, musaChannelFormatKindFloat},    {32, musaChannelFormatKindFloat}};
  const int number = view - 1, bits = kKinds[number / 3].bits, channels = 1 << number % 3;
  return musaChannelFormatDesc{bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 2 ? bits : 0,
                               kKinds[number / 3].kind};
}

/// The image behind a request, level by level, with its format.
struct Source {
  musaChannelFormatDesc format{};
  Descriptor d{};
  bool isArray = false;
};

Status fromLevels(const std::vector<ArrayRef> &levels, const TextureRequest &r, Source &out) {
  const Array &whole = *levels.front();
  const bool layered = whole.isLayered() || whole.isCube();
  unsigned first = 0, last = static_cast<unsigned>(levels.size()) - 1, firstLayer = 0;
  size_t layers = layered ? whole.planes() : 1;
  out.format = whole.format;
  out.isArray = true;
  if (r.hasView) {
    const musaResourceViewDesc &v = r.view;
    const bool sameSize =
        v.width == whole.width() && v.height == whole.extent.height && (layered || v.depth == whole.extent.depth);
    if (v.format >= musaResViewFormatUnsignedBlockCompressed1 &&
        v.format <= musaResViewFormatUnsignedBlockCompressed7) {
      logError("textures over compressed views are not supported");
      return Status::NotSupported;
    }
    if (v.format != musaResViewFormatNone) {
      const auto format = viewFormat(v.format);
      if (!format || texelBytes(*format) != whole.texelBytes)
        return Status::InvalidValue;
      out.format = *format;
    }
    if (!sameSize || v.firstMipmapLevel > v.lastMipmapLevel || v.lastMipmapLevel > last || v.firstLayer > v.lastLayer ||
        (layered ? v.lastLayer >= layers : v.lastLayer > 0))
      return Status::InvalidValue;
    first = v.firstMipmapLevel;
    last = v.lastMipmapLevel;
    firstLayer = v.firstLayer;
    layers = layered ? v.lastLayer - v.firstLayer + 1 : 1;
  }
  out.d.levels = last - first + 1;
  out.d.layers = static_cast<unsigned>(whole.isCube() ? std::max<size_t>(layers / 6, 1) : layers);
  for (unsigned l = first; l <= last; l++)
    out.d.level[l - first] = levelOf(*levels[l], firstLayer, layered);
  return Status::Success;
}

/// Is this an address that a kernel may read, at an alignment that textures ask for?
bool isTextureMemory(const void *pointer) {
  return pointer && reinterpret_cast<uintptr_t>(pointer) % kPitchAlignment == 0 &&
         pointerInfo(pointer).kind != MemoryKind::Unregistered;
}

Status fromMemory(const TextureRequest &r, Source &out) {
  const bool flat = r.resource.resType == musaResourceTypeLinear;
  const auto &linear = r.resource.res.linear;
  const auto &pitched = r.resource.res.pitch2D;
  out.format = flat ? linear.desc : pitched.desc;
  const void *const data = flat ? linear.devPtr : pitched.devPtr;
  const unsigned texel = texelBytes(out.format);
  if (texel == 0)
    return Status::InvalidChannelDescriptor;
  if (r.hasView || !isTextureMemory(data) || (!flat && pitched.pitchInBytes % kTexturePitchAlignment != 0))
    return Status::InvalidValue;
  const size_t width = flat ? std::min(linear.sizeInBytes / texel, size_t(INT32_MAX) / 4) : pitched.width;
  if (!flat &&
      (width > kMaxPitchedWidth || pitched.height > kMaxPitchedHeight || pitched.pitchInBytes > kMaxPitchedBytes))
    return Status::InvalidValue;
  Level &level = out.d.level[0];
  level.data = reinterpret_cast<uint64_t>(data);
  level.width = static_cast<unsigned>(flat ? width : std::max<size_t>(width, 1));
  level.height = flat ? 1 : static_cast<unsigned>(std::max<size_t>(pitched.height, 1));
  level.depth = 1;
  level.rowTexels = flat ? level.width : static_cast<unsigned>(pitched.pitchInBytes / texel);
  out.d.levels = out.d.layers = 1;
  return Status::Success;
}

Status findSource(const TextureRequest &r, Source &out) {
  switch (r.resource.resType) {
  case musaResourceTypeArray: {
    const ArrayRef array = findArray(r.resource.res.array.array);
    return array ? fromLevels({array}, r, out) : Status::InvalidHandle;
  }
  case musaResourceTypeMipmappedArray: {
    const MipmappedRef array = findMipmapped(r.resource.res.mipmap.mipmap);
    return array ? fromLevels(array->levels, r, out) : Status::InvalidHandle;
  }
  case musaResourceTypeLinear:
  case musaResourceTypePitch2D:
    return fromMemory(r, out);
  }
  return Status::InvalidValue;
}

/// Codes as recorded: a mode of a dimension that the image lacks is not looked at, nor is an unknown read mode.
Status checkSampling(const TextureRequest &r, const Source &source) {
  const musaTextureDesc &t = r.texture;
  const bool normalise = t.readMode == musaReadModeNormalizedFloat;
  const bool linear = t.filterMode == musaFilterModeLinear;
  if (unsigned(t.filterMode) > musaFilterModeLinear || unsigned(t.addressMode[0]) > musaAddressModeBorder ||
      (source.d.level[0].height > 1 && unsigned(t.addressMode[1]) > musaAddressModeBorder) ||
      (source.d.level[0].depth > 1 && unsigned(t.addressMode[2]) > musaAddressModeBorder))
    return Status::InvalidValue;
  if (normalise && (isFloat(source.format) || source.format.x == 32))
    return Status::InvalidNormSetting;
  if (linear && isInteger(source.format) && !normalise)
    return Status::InvalidFilterSetting;
  if (source.d.levels > 1 && unsigned(t.mipmapFilterMode) > musaFilterModeLinear)
    return Status::InvalidValue;
  if (t.seamlessCubemap || (t.sRGB && normalise && source.format.x == 8)) {
    logError(t.seamlessCubemap ? "filtering over the edges of a cube's faces (seamlessCubemap) is not supported"
                               : "textures of sRGB values are not supported");
    return Status::NotSupported;
  }
  return Status::Success;
}

void setSampling(const musaTextureDesc &t, const Source &source, Descriptor &d) {
  d.normalised = t.normalizedCoords != 0;
  d.linear = t.filterMode == musaFilterModeLinear;
  for (int i = 0; i < 3; i++) {
    const auto mode = unsigned(t.addressMode[i]);
    const bool known = mode == helicon_texture::kBorder || (d.normalised && mode < helicon_texture::kBorder);
    d.address[i] = known ? mode : unsigned(helicon_texture::kClamp);
  }
  d.bordered = std::ranges::count(d.address, unsigned(helicon_texture::kBorder)) != 0;
  const bool words = isInteger(source.format) && t.readMode != musaReadModeNormalizedFloat;
  for (int c = 0; c < 4; c++) {
    const auto whole = static_cast<int32_t>(t.borderColor[c]);
    std::memcpy(&d.border[c], words ? static_cast<const void *>(&whole) : &t.borderColor[c], 4);
  }
  d.mipLinear = t.mipmapFilterMode == musaFilterModeLinear;
  const float top = static_cast<float>(d.levels - 1);
  d.bias = d.levels > 1 ? t.mipmapLevelBias : 0;
  d.minLod = std::clamp(d.levels > 1 ? t.minMipmapLevelClamp : 0, 0.0F, top);
  d.maxLod = std::clamp(d.levels > 1 ? t.maxMipmapLevelClamp : 0, d.minLod, top);
  const float lod = d.minLod; // of a fetch that names no level: the first that is allowed, without the bias
  const auto fixed = static_cast<unsigned>(d.mipLinear ? std::floor(lod * 256) : 256 * std::floor(lod + 0.5F));
  d.plainLevel = fixed / 256;
  d.plainWeight = fixed % 256;
}

} // namespace

Status createTexture(Context &context, const TextureRequest &asked, uint64_t &handle) {
  Source source;
  if (Status status = findSource(asked, source); status != Status::Success)
    return status;
  TextureRequest request = asked;
  if (request.driverFlags && (isFloat(source.format) || source.format.x == 32))
    request.texture.readMode = musaReadModeElementType;
  if (Status status = checkSampling(request, source); status != Status::Success)
    return status;
  Descriptor &d = source.d;
  d.format = formatOf(source.format, request.texture.readMode == musaReadModeNormalizedFloat);
  d.channels = channelsOf(source.format);
  d.texelBytes = texelBytes(source.format);
  d.packing = source.format.x == 8 ? 2 : source.format.x == 16 ? 1 : 0;
  setSampling(request.texture, source, d);
  return publish(context, d, {&context, false, request}, handle);
}

Status createSurface(Context &context, const musaResourceDesc &resource, uint64_t &handle) {
  if (resource.resType != musaResourceTypeArray)
    return Status::InvalidValue;
  Source source;
  TextureRequest request;
  request.resource = resource;
  if (Status status = findSource(request, source); status != Status::Success)
    return status;
  Descriptor &d = source.d;
  d.channels = channelsOf(source.format);
  d.texelBytes = texelBytes(source.format);
  if (findArray(resource.res.array.array)->isCube())
    d.layers *= 6; // a surface of a cube counts faces
  return publish(context, d, {&context, true, request}, handle);
}

Status destroyTexture(uint64_t handle) {
  Objects &objects = Objects::get();
  Context *context = nullptr;
  {
    std::lock_guard lock(objects.mutex);
    auto it = objects.live.find(handle);
    if (it == objects.live.end())
      return Status::Success;
    context = it->second.context;
    objects.live.erase(it);
  }
  context->synchronise(); // kernels may still use it
  empty(*memoryOf(handle));
  std::lock_guard lock(objects.mutex);
  objects.emptied[context].push_back(handle);
  return Status::Success;
}

Status rebind(Context &context, void *variable, uint64_t handle, uint64_t old) {
  context.synchronise();
  std::memcpy(variable, &handle, sizeof handle);
  return old ? destroyTexture(old) : Status::Success;
}

Status describeTexture(uint64_t handle, TextureRequest &out) {
  Objects &objects = Objects::get();
  std::lock_guard lock(objects.mutex);
  auto it = objects.live.find(handle);
  if (it == objects.live.end() || it->second.isSurface)
    return Status::InvalidValue;
  out = it->second.request;
  return Status::Success;
}

Status describeSurface(uint64_t handle, musaResourceDesc &out) {
  Objects &objects = Objects::get();
  std::lock_guard lock(objects.mutex);
  auto it = objects.live.find(handle);
  if (it == objects.live.end() || !it->second.isSurface)
    return Status::InvalidValue;
  out = it->second.request.resource;
  return Status::Success;
}

} // namespace helicon::api
