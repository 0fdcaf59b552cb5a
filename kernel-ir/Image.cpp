// One device image: a fixed header, the manifest, the bitcode. The header carries a checksum of all that follows, so
// that damage is found here and not by LLVM's bitcode reader inside the user's program (cost: about 0.2 ms a MB).
// What the checksum cannot catch, bytes made to deceive, the field by field checks do.
#include "kernel-ir/Image.h"
#include "support/ByteStream.h"

#include <bit>

namespace helicon {

namespace {

constexpr std::string_view kMagic = "HELICON\x1a";
constexpr uint32_t kVersion = 1;
constexpr uint32_t kFlagRelocatable = 1;
constexpr size_t kHeaderBytes = 48;
constexpr uint32_t kMaxArgumentBytes = 32764; // what any device of this family takes
constexpr uint32_t kMaxAlign = 1u << 20;
// What a kernel and a variable take at least: the fixed fields, with empty names and lists.
constexpr size_t kKernelBytes = 7 * sizeof(uint32_t), kVariableBytes = sizeof(uint64_t) + 5 * sizeof(uint32_t);
constexpr size_t kParameterBytes = 4 * sizeof(uint32_t), kRelocationBytes = 2 * sizeof(uint32_t) + sizeof(int64_t);

/// Not cryptographic: it finds damage, not intent.
uint64_t checksum(std::span<const char> bytes) {
  uint64_t hash = 0x9e3779b97f4a7c15 ^ bytes.size();
  auto mix = [&hash](uint64_t word) {
    hash = (hash ^ word) * 0xff51afd7ed558ccd;
    hash ^= hash >> 32;
  };
  size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    uint64_t word;
    std::memcpy(&word, bytes.data() + i, 8);
    mix(word);
  }
  uint64_t rest = 0;
  if (i < bytes.size())
    std::memcpy(&rest, bytes.data() + i, bytes.size() - i);
  mix(rest);
  return hash;
}

void writeKernel(ByteWriter &out, const KernelInfo &kernel) {
  out.counted(kernel.name);
  for (uint32_t field : {kernel.argumentBytes, kernel.staticSharedBytes, kernel.maxThreads, kernel.minBlocks,
                         kernel.localBytes, static_cast<uint32_t>(kernel.parameters.size())})
    out.number(field);
  for (const ParameterInfo &parameter : kernel.parameters)
    for (uint32_t field : {parameter.offset, parameter.size, parameter.align, uint32_t{parameter.isPointer}})
      out.number(field);
}

void writeVariable(ByteWriter &out, const VariableInfo &variable) {
  out.counted(variable.name);
  out.number(variable.size);
  out.number(variable.align);
  out.number<uint32_t>((variable.isConstant ? 1 : 0) | (variable.isManaged ? 2 : 0) | (variable.isTexture ? 4 : 0) |
                       (variable.isSurface ? 8 : 0));
  out.counted({variable.initial.data(), variable.initial.size()});
  out.number(static_cast<uint32_t>(variable.relocations.size()));
  for (const VariableRelocation &relocation : variable.relocations) {
    out.number(relocation.offset);
    out.counted(relocation.symbol);
    out.number(relocation.addend);
  }
}

bool goodAlign(uint32_t align) { return std::has_single_bit(align) && align <= kMaxAlign; }

Failure broken(const std::string &what) { return {"corrupt device image: " + what}; }

Result<KernelInfo> readKernel(ByteReader &in) {
  KernelInfo kernel;
  kernel.name = in.counted();
  for (uint32_t *field :
       {&kernel.argumentBytes, &kernel.staticSharedBytes, &kernel.maxThreads, &kernel.minBlocks, &kernel.localBytes})
    *field = in.number<uint32_t>();
  kernel.parameters.resize(in.count(kParameterBytes));
  for (ParameterInfo &parameter : kernel.parameters) {
    for (uint32_t *field : {&parameter.offset, &parameter.size, &parameter.align})
      *field = in.number<uint32_t>();
    parameter.isPointer = in.number<uint32_t>() != 0;
  }
  if (!in.ok())
    return broken("its list of kernels ends early");
  if (kernel.name.empty())
    return broken("a kernel without a name");
  if (kernel.argumentBytes > kMaxArgumentBytes)
    return broken("kernel " + kernel.name + " claims " + std::to_string(kernel.argumentBytes) + " bytes of arguments");
  for (const ParameterInfo &parameter : kernel.parameters)
    if (!goodAlign(parameter.align) || parameter.offset > kernel.argumentBytes ||
        parameter.size > kernel.argumentBytes - parameter.offset)
      return broken("a parameter of kernel " + kernel.name + " lies outside of its arguments");
  return kernel;
}

Result<VariableInfo> readVariable(ByteReader &in) {
  VariableInfo variable;
  variable.name = in.counted();
  variable.size = in.number<uint64_t>();
  variable.align = in.number<uint32_t>();
  auto kind = in.number<uint32_t>();
  variable.isConstant = kind & 1;
  variable.isManaged = kind & 2;
  variable.isTexture = kind & 4;
  variable.isSurface = kind & 8;
  std::span<const char> initial = in.raw(in.number<uint32_t>());
  variable.initial.assign(initial.begin(), initial.end());
  variable.relocations.resize(in.count(kRelocationBytes));
  for (VariableRelocation &relocation : variable.relocations) {
    relocation.offset = in.number<uint32_t>();
    relocation.symbol = in.counted();
    relocation.addend = in.number<int64_t>();
  }
  if (!in.ok())
    return broken("its list of variables ends early");
  if (variable.name.empty())
    return broken("a variable without a name");
  if (!goodAlign(variable.align))
    return broken("variable " + variable.name + " claims an alignment of " + std::to_string(variable.align));
  if (!variable.initial.empty() && variable.initial.size() != variable.size)
    return broken("variable " + variable.name + " and its initial bytes differ in size");
  for (const VariableRelocation &relocation : variable.relocations)
    if (variable.size < sizeof(void *) || relocation.offset > variable.size - sizeof(void *))
      return broken("a relocation of variable " + variable.name + " lies outside of it");
  return variable;
}

template <class T>
Result<std::vector<T>> readList(ByteReader &in, size_t elementBytes, Result<T> (*readOne)(ByteReader &)) {
  std::vector<T> list;
  for (uint32_t left = in.count(elementBytes); left > 0; --left) {
    Result<T> one = readOne(in);
    if (!one)
      return Failure{one.message()};
    list.push_back(std::move(*one));
  }
  if (!in.ok())
    return broken("its manifest ends early");
  return list;
}

Result<Manifest> readManifest(std::span<const char> bytes) {
  ByteReader in(bytes);
  Result<std::vector<KernelInfo>> kernels = readList(in, kKernelBytes, readKernel);
  if (!kernels)
    return Failure{kernels.message()};
  Result<std::vector<VariableInfo>> variables = readList(in, kVariableBytes, readVariable);
  if (!variables)
    return Failure{variables.message()};
  if (in.left() != 0)
    return broken("its manifest has bytes left over");
  return Manifest{std::move(*kernels), std::move(*variables)};
}

} // namespace

std::vector<char> writeImage(const Image &image) {
  ByteWriter manifest;
  manifest.number(static_cast<uint32_t>(image.manifest.kernels.size()));
  for (const KernelInfo &kernel : image.manifest.kernels)
    writeKernel(manifest, kernel);
  manifest.number(static_cast<uint32_t>(image.manifest.variables.size()));
  for (const VariableInfo &variable : image.manifest.variables)
    writeVariable(manifest, variable);
  size_t manifestBytes = manifest.size();
  manifest.padTo(16); // so that the bitcode is aligned
  manifest.raw(image.bitcode);
  std::vector<char> body = manifest.take();

  ByteWriter out;
  out.raw(kMagic);
  out.number(kVersion);
  out.number(image.arch);
  out.number<uint32_t>(image.relocatable ? kFlagRelocatable : 0);
  out.number<uint32_t>(0);
  out.number<uint64_t>(manifestBytes);
  out.number<uint64_t>(image.bitcode.size());
  out.number(checksum(body));
  out.raw(body);
  return out.take();
}

Result<Image> readImage(std::span<const char> entry) {
  ByteReader in(entry);
  std::span<const char> magic = in.raw(kMagic.size());
  if (std::string_view(magic.data(), magic.size()) != kMagic)
    return Failure{"not a device image of Helicon"};
  auto version = in.number<uint32_t>();
  if (in.ok() && version != kVersion)
    return Failure{"device image of version " + std::to_string(version) + ", but this Helicon reads version " +
                   std::to_string(kVersion) + "; build the program again with this mcc"};
  Image image;
  image.arch = in.number<uint32_t>();
  image.relocatable = (in.number<uint32_t>() & kFlagRelocatable) != 0;
  in.number<uint32_t>();
  auto manifestBytes = in.number<uint64_t>(), bitcodeBytes = in.number<uint64_t>(), sum = in.number<uint64_t>();
  if (!in.ok())
    return broken("its header ends early");
  static_assert(kHeaderBytes % 16 == 0);
  if (manifestBytes > in.left())
    return broken("it ends early");
  uint64_t bitcodeAt = (manifestBytes + 15) / 16 * 16;
  if (bitcodeAt > in.left() || bitcodeBytes != in.left() - bitcodeAt)
    return broken("it ends early");
  std::span<const char> body = entry.subspan(kHeaderBytes);
#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION // a fuzzer would never get past it
  if (checksum(body) != sum)
    return broken("its checksum is wrong");
#endif
  Result<Manifest> manifest = readManifest(body.first(manifestBytes));
  if (!manifest)
    return Failure{manifest.message()};
  image.manifest = std::move(*manifest);
  image.bitcode = body.subspan(bitcodeAt);
  return image;
}

} // namespace helicon
