/* musaCreateChannelDesc<__T>(): the texel format that holds a __T. */
#ifndef HELICON_CHANNEL_DESCRIPTOR_H
#define HELICON_CHANNEL_DESCRIPTOR_H

#ifdef __cplusplus
#include "musa_runtime_api.h"
#include "vector_types.h"

static inline musaChannelFormatDesc musaCreateChannelDescHalf(void) {
  return ::musaCreateChannelDesc(16, 0, 0, 0, musaChannelFormatKindFloat);
}
static inline musaChannelFormatDesc musaCreateChannelDescHalf1(void) { return musaCreateChannelDescHalf(); }
static inline musaChannelFormatDesc musaCreateChannelDescHalf2(void) {
  return ::musaCreateChannelDesc(16, 16, 0, 0, musaChannelFormatKindFloat);
}
static inline musaChannelFormatDesc musaCreateChannelDescHalf4(void) {
  return ::musaCreateChannelDesc(16, 16, 16, 16, musaChannelFormatKindFloat);
}

namespace helicon_detail {
/* Types without a texel format give "none". */
template <class __T> struct Channel {
  static musaChannelFormatDesc format() { return ::musaCreateChannelDesc(0, 0, 0, 0, musaChannelFormatKindNone); }
};
#define __HELICON_CHANNEL(TYPE, ELEMENT, COUNT, KIND)                                                                  \
  template <> struct Channel<TYPE> {                                                                                   \
    static musaChannelFormatDesc format() {                                                                            \
      const int bits = 8 * (int)sizeof(ELEMENT);                                                                       \
      return ::musaCreateChannelDesc(bits, COUNT > 1 ? bits : 0, COUNT > 2 ? bits : 0, COUNT > 3 ? bits : 0,           \
                                     musaChannelFormatKind##KIND);                                                     \
    }                                                                                                                  \
  };
#define __HELICON_CHANNELS(NAME, ELEMENT, KIND)                                                                        \
  __HELICON_CHANNEL(ELEMENT, ELEMENT, 1, KIND)                                                                         \
  __HELICON_CHANNEL(NAME##1, ELEMENT, 1, KIND)                                                                         \
  __HELICON_CHANNEL(NAME##2, ELEMENT, 2, KIND)                                                                         \
  __HELICON_CHANNEL(NAME##4, ELEMENT, 4, KIND)
__HELICON_CHANNELS(char, signed char, Signed)
__HELICON_CHANNELS(uchar, unsigned char, Unsigned)
__HELICON_CHANNELS(short, short, Signed)
__HELICON_CHANNELS(ushort, unsigned short, Unsigned)
__HELICON_CHANNELS(int, int, Signed)
__HELICON_CHANNELS(uint, unsigned int, Unsigned)
__HELICON_CHANNELS(float, float, Float)
__HELICON_CHANNEL(char, char, 1, Signed)
#undef __HELICON_CHANNELS
#undef __HELICON_CHANNEL
} /* namespace helicon_detail */

template <class __T> inline musaChannelFormatDesc musaCreateChannelDesc(void) {
  return ::helicon_detail::Channel<__T>::format();
}
#endif
#endif
