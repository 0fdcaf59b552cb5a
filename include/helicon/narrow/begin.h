// What the .def files of this folder need around them: helper macros. Included by musa_fp16.h and musa_bf16.h, which
// then define the names of their type:
//   __HELICON_T, __HELICON_T2, __HELICON_RAW, __HELICON_RAW2  the classes, __HELICON_OTHER the class of the other
//   format
//   __HELICON_FORMAT         HalfFormat or BfloatFormat
//   __HELICON_NAME, _NAME2   as they stand in function names: half, half2
//   __HELICON_NO_CONVERSIONS, __HELICON_NO_OPERATORS, __HELICON_NO_OPERATORS2  what the program switched off
#ifndef HELICON_NARROW_BEGIN_H
#define HELICON_NARROW_BEGIN_H

#pragma GCC system_header

#include "../../vector_types.h"
#include "bits.h"

#if defined(__HELICON_MUSA_MODE__)
#include "../device_functions.h"
#endif

#define __HELICON_MEMBER__ __inline__ __attribute__((always_inline)) __host__ __device__

#define __HELICON_PASTE_(a, b, c) a##b##c
#define __HELICON_PASTE(a, b, c) __HELICON_PASTE_(a, b, c)

namespace __helicon_narrow {
typedef unsigned short __attribute__((may_alias)) AnyShort;
typedef unsigned int __attribute__((may_alias)) AnyInt;

/// `result`, but for the arguments in the list that follows, each with its own result behind it.
__HELICON_NARROW__ bits but(bits result, bits) { return result; }
template <class... Rest>
__HELICON_NARROW__ bits but(bits result, bits argument, unsigned exception, unsigned its, Rest... rest) {
  return but(argument == exception ? (bits)its : result, argument, rest...);
}
} // namespace __helicon_narrow

#endif
