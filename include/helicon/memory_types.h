// Types of the runtime API's memory beyond plain allocations: pools, batches of copies. Values and layouts are those of
// CUDA 11.8, with the fields that CUDA 12 made of reserved bytes.
#ifndef HELICON_MEMORY_TYPES_H
#define HELICON_MEMORY_TYPES_H

#include <stddef.h>

enum musaMemLocationType {
  musaMemLocationTypeInvalid = 0,
  musaMemLocationTypeDevice = 1,
  musaMemLocationTypeHost = 2,
  musaMemLocationTypeHostNuma = 3,
  musaMemLocationTypeHostNumaCurrent = 4
};

struct musaMemLocation {
  enum musaMemLocationType type;
  int id; /* of a device or a NUMA node */
};

enum musaMemAccessFlags {
  musaMemAccessFlagsProtNone = 0,
  musaMemAccessFlagsProtRead = 1,
  musaMemAccessFlagsProtReadWrite = 3
};

struct musaMemAccessDesc {
  struct musaMemLocation location;
  enum musaMemAccessFlags flags;
};

enum musaMemAllocationType {
  musaMemAllocationTypeInvalid = 0,
  musaMemAllocationTypePinned = 1,
  musaMemAllocationTypeMax = 0x7fffffff
};

enum musaMemAllocationHandleType {
  musaMemHandleTypeNone = 0,
  musaMemHandleTypePosixFileDescriptor = 1, /* int */
  musaMemHandleTypeWin32 = 2,
  musaMemHandleTypeWin32Kmt = 4
};

struct musaMemPoolProps {
  enum musaMemAllocationType allocType;         /* musaMemAllocationTypePinned */
  enum musaMemAllocationHandleType handleTypes; /* what the pool can be exported as */
  struct musaMemLocation location;              /* a device */
  void *win32SecurityAttributes;
  size_t maxSize;             /* bytes; 0: what there is */
  unsigned short usage;       /* 0 */
  unsigned char reserved[54]; /* zeros */
};

/* int for the first three, 64 bits for the others */
enum musaMemPoolAttr {
  musaMemPoolReuseFollowEventDependencies = 1,
  musaMemPoolReuseAllowOpportunistic = 2,
  musaMemPoolReuseAllowInternalDependencies = 3,
  musaMemPoolAttrReleaseThreshold = 4, /* bytes that the pool keeps when the program waits */
  musaMemPoolAttrReservedMemCurrent = 5,
  musaMemPoolAttrReservedMemHigh = 6, /* can be set to 0 */
  musaMemPoolAttrUsedMemCurrent = 7,
  musaMemPoolAttrUsedMemHigh = 8 /* can be set to 0 */
};

struct musaMemPoolPtrExportData {
  unsigned char reserved[64];
};

/* ---- batches of copies ---- */
enum musaMemcpySrcAccessOrder {
  musaMemcpySrcAccessOrderInvalid = 0,
  musaMemcpySrcAccessOrderStream = 1,        /* the source is read in stream order */
  musaMemcpySrcAccessOrderDuringApiCall = 2, /* it is read before the call returns */
  musaMemcpySrcAccessOrderAny = 3
};

struct musaMemcpyAttributes {
  enum musaMemcpySrcAccessOrder srcAccessOrder;
  struct musaMemLocation srcLocHint;
  struct musaMemLocation dstLocHint;
  unsigned int flags;
};

enum musaMemcpyFlags { musaMemcpyFlagDefault = 0, musaMemcpyFlagPreferOverlapWithCompute = 1 };

enum musaMemcpy3DOperandType { musaMemcpyOperandTypePointer = 1, musaMemcpyOperandTypeArray = 2 };

struct musaOffset3D {
  size_t x, y, z;
};

struct musaMemcpy3DOperand {
  enum musaMemcpy3DOperandType type;
  union {
    struct {
      void *ptr;
      size_t rowLength;   /* elements from row to row; 0: the copy's width */
      size_t layerHeight; /* rows from plane to plane; 0: the copy's height */
      struct musaMemLocation locHint;
    } ptr;
    struct {
      struct musaArray *array;
      struct musaOffset3D offset;
    } array;
  } op;
};

#endif
