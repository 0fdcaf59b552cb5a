/* make_musaPitchedPtr, make_musaPos, make_musaExtent. */
#ifndef HELICON_DRIVER_FUNCTIONS_H
#define HELICON_DRIVER_FUNCTIONS_H

#include "driver_types.h"

static __inline__ struct musaPitchedPtr make_musaPitchedPtr(void *ptr, size_t pitch, size_t xsize, size_t ysize) {
  struct musaPitchedPtr p;
  p.ptr = ptr;
  p.pitch = pitch;
  p.xsize = xsize;
  p.ysize = ysize;
  return p;
}

static __inline__ struct musaPos make_musaPos(size_t x, size_t y, size_t z) {
  struct musaPos p;
  p.x = x;
  p.y = y;
  p.z = z;
  return p;
}

static __inline__ struct musaExtent make_musaExtent(size_t width, size_t height, size_t depth) {
  struct musaExtent e;
  e.width = width;
  e.height = height;
  e.depth = depth;
  return e;
}

#endif
