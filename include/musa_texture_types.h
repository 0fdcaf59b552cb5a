/* How a texture is read, and the C++ type of a texture reference. */
#ifndef MUSA_TEXTURE_TYPES_H
#define MUSA_TEXTURE_TYPES_H

#include "driver_types.h"

#define musaTextureType1D 0x01
#define musaTextureType2D 0x02
#define musaTextureType3D 0x03
#define musaTextureTypeCubemap 0x0c
#define musaTextureType1DLayered 0xf1
#define musaTextureType2DLayered 0xf2
#define musaTextureTypeCubemapLayered 0xfc

enum musaTextureAddressMode {
  musaAddressModeWrap = 0, /* as clamp where coordinates are not normalised */
  musaAddressModeClamp = 1,
  musaAddressModeMirror = 2, /* as clamp where coordinates are not normalised */
  musaAddressModeBorder = 3
};

enum musaTextureFilterMode { musaFilterModePoint = 0, musaFilterModeLinear = 1 };

enum musaTextureReadMode {
  musaReadModeElementType = 0,
  musaReadModeNormalizedFloat = 1 /* integers of 8 and 16 bits become 0..1 or -1..1 */
};

/* A texture reference: sampling state that lives with the program, bound to memory while it runs. */
struct textureReference {
  int normalized;
  enum musaTextureFilterMode filterMode;
  enum musaTextureAddressMode addressMode[3];
  struct musaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
  enum musaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
  int disableTrilinearOptimization;
  int __musaReserved[14];
};

struct musaTextureDesc {
  enum musaTextureAddressMode addressMode[3];
  enum musaTextureFilterMode filterMode;
  enum musaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned int maxAnisotropy;
  enum musaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
  int disableTrilinearOptimization;
  int seamlessCubemap;
};

/* The same: headers in which musaTextureDesc has no seamlessCubemap have it here. */
struct musaTextureDesc_v2 {
  enum musaTextureAddressMode addressMode[3];
  enum musaTextureFilterMode filterMode;
  enum musaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned int maxAnisotropy;
  enum musaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
  int disableTrilinearOptimization;
  int seamlessCubemap;
};

#endif
