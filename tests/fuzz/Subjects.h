// Parts of the device language that only some kernels use, so that kernels stay small: each kernel has a few of these
// subjects. Choosing them takes no number from the kernel's own source of choices.
#pragma once

#include "Random.h"

#include <array>
#include <string_view>
#include <utility>

namespace helicon::fuzz {

struct Subjects {
  bool calls = false;      ///< recursion, pointers, virtual functions, functions in which threads work together
  bool memory = false;     ///< unions, bit-fields, packed structs, the heap, generic addresses, managed variables
  bool intrinsics = false; ///< of integers, words of several numbers, directed rounding, conversions
  bool ptx = false;        ///< inline assembly
};

struct SubjectName {
  std::string_view name;
  bool Subjects::*flag;
  unsigned share; ///< kernels of a hundred that have it
};
inline constexpr std::array<SubjectName, 4> kSubjects{{
    {"calls", &Subjects::calls, 14},
    {"memory", &Subjects::memory, 14},
    {"intrinsics", &Subjects::intrinsics, 14},
    {"ptx", &Subjects::ptx, 14},
}};

inline Subjects allSubjects() {
  Subjects all;
  for (const SubjectName &subject : kSubjects)
    all.*subject.flag = true;
  return all;
}

inline Subjects chooseSubjects(Random random, const Subjects &allowed, const Subjects &always) {
  Subjects chosen;
  for (const SubjectName &subject : kSubjects)
    chosen.*subject.flag = (random.chance(subject.share) || always.*subject.flag) && allowed.*subject.flag;
  return chosen;
}

} // namespace helicon::fuzz
