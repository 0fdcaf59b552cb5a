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
  bool named = false;      ///< barriers other than __syncthreads, and copies that are waited for
  bool groups = false;     ///< cooperative groups
  bool matrix = false;     ///< matrix fragments
  bool textures = false;   ///< textures and surfaces
  bool launches = false;   ///< kernels that launch kernels; in every fifth program
  bool together = false;   ///< cooperative launches, whose grid waits for itself
  bool waiting = false;    ///< locks and waits for blocks and warps, without barriers
  bool intrinsics = false; ///< of integers, words of several numbers, directed rounding, conversions
  bool ptx = false;        ///< inline assembly

  /// Where some threads count on others, none ends before the kernel does.
  bool stays() const { return named || groups || matrix || together || waiting; }
  bool needsShared() const { return named || matrix; }
};

struct SubjectName {
  std::string_view name;
  bool Subjects::*flag;
  unsigned share; ///< kernels of a hundred that have it
};
inline constexpr std::array<SubjectName, 11> kSubjects{{
    {"calls", &Subjects::calls, 14},
    {"memory", &Subjects::memory, 14},
    {"named", &Subjects::named, 7},
    {"groups", &Subjects::groups, 12},
    {"matrix", &Subjects::matrix, 7},
    {"textures", &Subjects::textures, 8},
    {"launches", &Subjects::launches, 25},
    {"together", &Subjects::together, 5},
    {"waiting", &Subjects::waiting, 6},
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
