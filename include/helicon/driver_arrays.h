/* Types and flags of the driver API's arrays, textures and surfaces; included by musa.h. Values as in CUDA 11.8. Arrays
 * and objects are those of the runtime API: a musaArray_t is an MUarray, and the number of an object is the same. */
#ifndef HELICON_DRIVER_ARRAYS_H
#define HELICON_DRIVER_ARRAYS_H

/* ---- flags of arrays ---- */
#define MUSA_ARRAY3D_LAYERED 0x01
#define MUSA_ARRAY3D_2DARRAY 0x01 /* an older spelling */
#define MUSA_ARRAY3D_SURFACE_LDST 0x02
#define MUSA_ARRAY3D_CUBEMAP 0x04
#define MUSA_ARRAY3D_TEXTURE_GATHER 0x08
#define MUSA_ARRAY3D_DEPTH_TEXTURE 0x10 /* refused: for graphics */
#define MUSA_ARRAY3D_COLOR_ATTACHMENT 0x20
#define MUSA_ARRAY3D_SPARSE 0x40           /* refused */
#define MUSA_ARRAY3D_DEFERRED_MAPPING 0x80 /* refused */
#define MU_ARRAY_SPARSE_PROPERTIES_SINGLE_MIPTAIL 0x1

/* ---- flags of textures ---- */
#define MU_TRSA_OVERRIDE_FORMAT 0x01
#define MU_TRSF_READ_AS_INTEGER 0x01 /* without it integers of 8 and 16 bits become 0..1 or -1..1 */
#define MU_TRSF_NORMALIZED_COORDINATES 0x02
#define MU_TRSF_SRGB 0x10
#define MU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION 0x20
#define MU_TRSF_SEAMLESS_CUBEMAP 0x40
#define MU_PARAM_TR_DEFAULT (-1)

/* what a component is; those from BC1 on are refused */
typedef enum MUarray_format_enum {
  MU_AD_FORMAT_UNSIGNED_INT8 = 0x01,
  MU_AD_FORMAT_UNSIGNED_INT16 = 0x02,
  MU_AD_FORMAT_UNSIGNED_INT32 = 0x03,
  MU_AD_FORMAT_SIGNED_INT8 = 0x08,
  MU_AD_FORMAT_SIGNED_INT16 = 0x09,
  MU_AD_FORMAT_SIGNED_INT32 = 0x0a,
  MU_AD_FORMAT_HALF = 0x10,
  MU_AD_FORMAT_FLOAT = 0x20,
  MU_AD_FORMAT_BC1_UNORM = 0x91,
  MU_AD_FORMAT_BC1_UNORM_SRGB = 0x92,
  MU_AD_FORMAT_BC2_UNORM = 0x93,
  MU_AD_FORMAT_BC2_UNORM_SRGB = 0x94,
  MU_AD_FORMAT_BC3_UNORM = 0x95,
  MU_AD_FORMAT_BC3_UNORM_SRGB = 0x96,
  MU_AD_FORMAT_BC4_UNORM = 0x97,
  MU_AD_FORMAT_BC4_SNORM = 0x98,
  MU_AD_FORMAT_BC5_UNORM = 0x99,
  MU_AD_FORMAT_BC5_SNORM = 0x9a,
  MU_AD_FORMAT_BC6H_UF16 = 0x9b,
  MU_AD_FORMAT_BC6H_SF16 = 0x9c,
  MU_AD_FORMAT_BC7_UNORM = 0x9d,
  MU_AD_FORMAT_BC7_UNORM_SRGB = 0x9e,
  MU_AD_FORMAT_NV12 = 0xb0,
  MU_AD_FORMAT_UNORM_INT8X1 = 0xc0,
  MU_AD_FORMAT_UNORM_INT8X2 = 0xc1,
  MU_AD_FORMAT_UNORM_INT8X4 = 0xc2,
  MU_AD_FORMAT_UNORM_INT16X1 = 0xc3,
  MU_AD_FORMAT_UNORM_INT16X2 = 0xc4,
  MU_AD_FORMAT_UNORM_INT16X4 = 0xc5,
  MU_AD_FORMAT_SNORM_INT8X1 = 0xc6,
  MU_AD_FORMAT_SNORM_INT8X2 = 0xc7,
  MU_AD_FORMAT_SNORM_INT8X4 = 0xc8,
  MU_AD_FORMAT_SNORM_INT16X1 = 0xc9,
  MU_AD_FORMAT_SNORM_INT16X2 = 0xca,
  MU_AD_FORMAT_SNORM_INT16X4 = 0xcb
} MUarray_format;

typedef enum MUaddress_mode_enum {
  MU_TR_ADDRESS_MODE_WRAP = 0, /* as clamp where coordinates are not normalised */
  MU_TR_ADDRESS_MODE_CLAMP = 1,
  MU_TR_ADDRESS_MODE_MIRROR = 2, /* as clamp where coordinates are not normalised */
  MU_TR_ADDRESS_MODE_BORDER = 3
} MUaddress_mode;

typedef enum MUfilter_mode_enum { MU_TR_FILTER_MODE_POINT = 0, MU_TR_FILTER_MODE_LINEAR = 1 } MUfilter_mode;

typedef enum MUresourcetype_enum {
  MU_RESOURCE_TYPE_ARRAY = 0x00,
  MU_RESOURCE_TYPE_MIPMAPPED_ARRAY = 0x01,
  MU_RESOURCE_TYPE_LINEAR = 0x02,
  MU_RESOURCE_TYPE_PITCH2D = 0x03
} MUresourcetype;

typedef enum MUresourceViewFormat_enum {
  MU_RES_VIEW_FORMAT_NONE = 0x00, /* the resource's own */
  MU_RES_VIEW_FORMAT_UINT_1X8 = 0x01,
  MU_RES_VIEW_FORMAT_UINT_2X8 = 0x02,
  MU_RES_VIEW_FORMAT_UINT_4X8 = 0x03,
  MU_RES_VIEW_FORMAT_SINT_1X8 = 0x04,
  MU_RES_VIEW_FORMAT_SINT_2X8 = 0x05,
  MU_RES_VIEW_FORMAT_SINT_4X8 = 0x06,
  MU_RES_VIEW_FORMAT_UINT_1X16 = 0x07,
  MU_RES_VIEW_FORMAT_UINT_2X16 = 0x08,
  MU_RES_VIEW_FORMAT_UINT_4X16 = 0x09,
  MU_RES_VIEW_FORMAT_SINT_1X16 = 0x0a,
  MU_RES_VIEW_FORMAT_SINT_2X16 = 0x0b,
  MU_RES_VIEW_FORMAT_SINT_4X16 = 0x0c,
  MU_RES_VIEW_FORMAT_UINT_1X32 = 0x0d,
  MU_RES_VIEW_FORMAT_UINT_2X32 = 0x0e,
  MU_RES_VIEW_FORMAT_UINT_4X32 = 0x0f,
  MU_RES_VIEW_FORMAT_SINT_1X32 = 0x10,
  MU_RES_VIEW_FORMAT_SINT_2X32 = 0x11,
  MU_RES_VIEW_FORMAT_SINT_4X32 = 0x12,
  MU_RES_VIEW_FORMAT_FLOAT_1X16 = 0x13,
  MU_RES_VIEW_FORMAT_FLOAT_2X16 = 0x14,
  MU_RES_VIEW_FORMAT_FLOAT_4X16 = 0x15,
  MU_RES_VIEW_FORMAT_FLOAT_1X32 = 0x16,
  MU_RES_VIEW_FORMAT_FLOAT_2X32 = 0x17,
  MU_RES_VIEW_FORMAT_FLOAT_4X32 = 0x18,
  MU_RES_VIEW_FORMAT_UNSIGNED_BC1 = 0x19,
  MU_RES_VIEW_FORMAT_UNSIGNED_BC2 = 0x1a,
  MU_RES_VIEW_FORMAT_UNSIGNED_BC3 = 0x1b,
  MU_RES_VIEW_FORMAT_UNSIGNED_BC4 = 0x1c,
  MU_RES_VIEW_FORMAT_SIGNED_BC4 = 0x1d,
  MU_RES_VIEW_FORMAT_UNSIGNED_BC5 = 0x1e,
  MU_RES_VIEW_FORMAT_SIGNED_BC5 = 0x1f,
  MU_RES_VIEW_FORMAT_UNSIGNED_BC6H = 0x20,
  MU_RES_VIEW_FORMAT_SIGNED_BC6H = 0x21,
  MU_RES_VIEW_FORMAT_UNSIGNED_BC7 = 0x22
} MUresourceViewFormat;

/* ---- arrays: sizes in texels; a height or depth of 0 is a dimension that is not there ---- */
typedef struct MUSA_ARRAY_DESCRIPTOR_st {
  size_t Width;
  size_t Height;
  MUarray_format Format;
  unsigned int NumChannels; /* 1, 2 or 4 */
} MUSA_ARRAY_DESCRIPTOR;

typedef struct MUSA_ARRAY3D_DESCRIPTOR_st {
  size_t Width;
  size_t Height;
  size_t Depth; /* layers and faces too */
  MUarray_format Format;
  unsigned int NumChannels;
  unsigned int Flags;
} MUSA_ARRAY3D_DESCRIPTOR;

typedef struct MUSA_ARRAY_SPARSE_PROPERTIES_st {
  struct {
    unsigned int width;
    unsigned int height;
    unsigned int depth;
  } tileExtent; /* texels */
  unsigned int miptailFirstLevel;
  unsigned long long miptailSize; /* bytes */
  unsigned int flags;
  unsigned int reserved[4];
} MUSA_ARRAY_SPARSE_PROPERTIES;

typedef struct MUSA_ARRAY_MEMORY_REQUIREMENTS_st {
  size_t size; /* bytes */
  size_t alignment;
  unsigned int reserved[4];
} MUSA_ARRAY_MEMORY_REQUIREMENTS;

/* A box of WidthInBytes x Height x Depth. Pitches of 0 mean rows without a gap, heights of 0 planes without one. */
typedef struct MUSA_MEMCPY3D_st {
  size_t srcXInBytes;
  size_t srcY;
  size_t srcZ;
  size_t srcLOD; /* 0 */
  MUmemorytype srcMemoryType;
  const void *srcHost;
  MUdeviceptr srcDevice;
  MUarray srcArray;
  void *reserved0;
  size_t srcPitch;
  size_t srcHeight; /* rows from plane to plane */
  size_t dstXInBytes;
  size_t dstY;
  size_t dstZ;
  size_t dstLOD; /* 0 */
  MUmemorytype dstMemoryType;
  void *dstHost;
  MUdeviceptr dstDevice;
  MUarray dstArray;
  void *reserved1;
  size_t dstPitch;
  size_t dstHeight;
  size_t WidthInBytes;
  size_t Height;
  size_t Depth;
} MUSA_MEMCPY3D;

/* The same between two contexts. */
typedef struct MUSA_MEMCPY3D_PEER_st {
  size_t srcXInBytes;
  size_t srcY;
  size_t srcZ;
  size_t srcLOD;
  MUmemorytype srcMemoryType;
  const void *srcHost;
  MUdeviceptr srcDevice;
  MUarray srcArray;
  MUcontext srcContext;
  size_t srcPitch;
  size_t srcHeight;
  size_t dstXInBytes;
  size_t dstY;
  size_t dstZ;
  size_t dstLOD;
  MUmemorytype dstMemoryType;
  void *dstHost;
  MUdeviceptr dstDevice;
  MUarray dstArray;
  MUcontext dstContext;
  size_t dstPitch;
  size_t dstHeight;
  size_t WidthInBytes;
  size_t Height;
  size_t Depth;
} MUSA_MEMCPY3D_PEER;

/* ---- objects ---- */
typedef struct MUSA_RESOURCE_DESC_st {
  MUresourcetype resType;
  union {
    struct {
      MUarray hArray;
    } array;
    struct {
      MUmipmappedArray hMipmappedArray;
    } mipmap;
    struct {
      MUdeviceptr devPtr;
      MUarray_format format;
      unsigned int numChannels;
      size_t sizeInBytes;
    } linear;
    struct {
      MUdeviceptr devPtr;
      MUarray_format format;
      unsigned int numChannels;
      size_t width; /* texels */
      size_t height;
      size_t pitchInBytes;
    } pitch2D;
    struct {
      int reserved[32];
    } reserved;
  } res;
  unsigned int flags; /* 0 */
} MUSA_RESOURCE_DESC;

typedef struct MUSA_TEXTURE_DESC_st {
  MUaddress_mode addressMode[3];
  MUfilter_mode filterMode;
  unsigned int flags; /* MU_TRSF_... */
  unsigned int maxAnisotropy;
  MUfilter_mode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
  float borderColor[4];
  int reserved[12];
} MUSA_TEXTURE_DESC;

typedef struct MUSA_RESOURCE_VIEW_DESC_st {
  MUresourceViewFormat format;
  size_t width;
  size_t height;
  size_t depth;
  unsigned int firstMipmapLevel;
  unsigned int lastMipmapLevel;
  unsigned int firstLayer;
  unsigned int lastLayer;
  unsigned int reserved[16];
} MUSA_RESOURCE_VIEW_DESC;

#endif
