/* What a surface access does beyond the edge, and the C++ type of a surface reference. */
#ifndef MUSA_SURFACE_TYPES_H
#define MUSA_SURFACE_TYPES_H

#include "driver_types.h"

#define musaSurfaceType1D 0x01
#define musaSurfaceType2D 0x02
#define musaSurfaceType3D 0x03
#define musaSurfaceTypeCubemap 0x0c
#define musaSurfaceType1DLayered 0xf1
#define musaSurfaceType2DLayered 0xf2
#define musaSurfaceTypeCubemapLayered 0xfc

enum musaSurfaceBoundaryMode {
  musaBoundaryModeZero = 0, /* reads give 0, writes are dropped */
  musaBoundaryModeClamp = 1,
  musaBoundaryModeTrap = 2 /* the kernel ends with an error */
};

enum musaSurfaceFormatMode { musaFormatModeForced = 0, musaFormatModeAuto = 1 };

struct surfaceReference {
  struct musaChannelFormatDesc channelDesc;
};

#endif
