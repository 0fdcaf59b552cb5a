// Copies that the threads of a group make side by side: word after word by thread after thread, so that a warp's words
// are a vector's.
#ifndef HELICON_GROUP_COPY_H
#define HELICON_GROUP_COPY_H

#pragma GCC system_header

#include "aligned_size.h"
#include "device_macros.h"

namespace helicon_detail {

/// What is known of the alignment of a copy of `Element`s whose size is a `Shape`.
template <class Shape> struct shape_alignment {
  static constexpr size_t value = 1;
};
template <size_t Alignment> struct shape_alignment<cuda::aligned_size_t<Alignment>> {
  static constexpr size_t value = Alignment;
};
template <class Element> struct element_alignment {
  static constexpr size_t value = alignof(Element);
};
template <> struct element_alignment<void> {
  static constexpr size_t value = 1;
};
template <class Shape, class Element> __HELICON_CUDA__ constexpr size_t alignmentOf() {
  return shape_alignment<Shape>::value > element_alignment<Element>::value ? shape_alignment<Shape>::value
                                                                           : element_alignment<Element>::value;
}

template <class Word>
__HELICON_CUDA__ void copyWords(unsigned int rank, unsigned int size, void *target, const void *source, size_t bytes) {
  Word *to = (Word *)target;
  const Word *from = (const Word *)source;
  for (size_t i = rank; i < bytes / sizeof(Word); i += size)
    to[i] = from[i];
}

typedef unsigned int __attribute__((may_alias)) copied_word;
typedef unsigned char copied_byte;

/// Both sides are aligned to `Alignment`. Bytes behind the last whole word are the first thread's.
template <size_t Alignment>
__HELICON_CUDA__ void copyByGroup(unsigned int rank, unsigned int size, void *target, const void *source,
                                  size_t bytes) {
  if (Alignment % sizeof(copied_word) != 0) {
    copyWords<copied_byte>(rank, size, target, source, bytes);
    return;
  }
  copyWords<copied_word>(rank, size, target, source, bytes);
  const size_t whole = bytes & ~(sizeof(copied_word) - 1);
  if (rank == 0)
    for (size_t i = whole; i < bytes; i++)
      ((copied_byte *)target)[i] = ((const copied_byte *)source)[i];
}

} // namespace helicon_detail

#endif
