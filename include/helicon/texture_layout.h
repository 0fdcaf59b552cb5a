// What a texture or surface object is in device memory; its handle is the address. The runtime writes it, device code
// reads it, so fields keep their place for all programs that were ever built. An object that was destroyed holds null
// addresses: a fetch from it is a fault of the kernel.
#ifndef HELICON_TEXTURE_LAYOUT_H
#define HELICON_TEXTURE_LAYOUT_H

namespace helicon_texture {

/// What a component becomes as a 32-bit word.
enum Format : unsigned {
  kWord = 0, ///< 32 bits as they are
  kHalf = 1, ///< half to float
  kUnsigned8 = 2,
  kSigned8 = 3,
  kUnsigned16 = 4,
  kSigned16 = 5,
  kUnorm8 = 6, ///< to 0..1
  kSnorm8 = 7, ///< to -1..1
  kUnorm16 = 8,
  kSnorm16 = 9
};

enum Address : unsigned { kWrap = 0, kClamp = 1, kMirror = 2, kBorder = 3 };

/// One image. Layers and the faces of a cube lie like the planes of a volume.
struct Level {
  unsigned long long data;
  unsigned width, height, depth; ///< texels, at least 1
  unsigned rowTexels;            ///< texels from row to row
  unsigned planeTexels;
  unsigned reserved;
};

constexpr unsigned kMaxLevels = 18;

struct Descriptor {
  unsigned format, channels; ///< Format; 1, 2 or 4
  unsigned linear;           ///< filter between texels
  unsigned normalised;       ///< coordinates
  unsigned address[3];       ///< Address; without normalised coordinates kClamp or kBorder
  unsigned bordered;         ///< some address is kBorder
  unsigned border[4];        ///< bits of the words that a fetch beyond the border gives
  unsigned levels, mipLinear;
  float bias, minLod, maxLod; ///< levels, counted from the first
  unsigned plainLevel;        ///< what fetches without a level use: a level, and how much of the next one (of 256)
  unsigned plainWeight;
  unsigned layers; ///< of a layered one; cubes for cubes
  unsigned texelBytes;
  unsigned packing; ///< components in a word are 2 to the power of this
  unsigned reserved[2];
  Level level[kMaxLevels];
};

} // namespace helicon_texture

#endif
