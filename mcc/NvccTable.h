// nvcc's options as a table: what its manual names and clang either does not have or means otherwise, each with what it
// is for mcc. Options that both compilers spell and mean alike (-I, -D, -E, -MD, ...) have no row.
#pragma once

#include <span>
#include <string_view>

namespace helicon::mcc {

enum class NvccValue {
  None,
  Given,  ///< after '=', or the next word
  Number, ///< the same; the next word only where it is a number: clang has such a flag as well
  Joined, ///< a number that may be joined to the name as well (-t4)
  Cudas,  ///< the same; the next word only where it names an architecture of CUDA's: clang has an -arch as well
  Chosen, ///< the same; the next word only where `text` lists it: clang has such a flag as well
};

enum class NvccAction {
  Means,   ///< `text`: words of mcc's own, % for the value
  Each,    ///< the same, once for each item of a list
  Chooses, ///< `text`: "value>words|value>words", no other value
  Host,    ///< the items of the value are options of the host compiler
  File,    ///< the value names files of options
  Nothing, ///< steers what Helicon does not have, or asks for what it does anyway
  Refused, ///< `text`: what to do, % for the value
};

struct NvccRow {
  std::string_view name; ///< without dashes, nvcc takes one or two; "-name" where one dash is clang's
  NvccValue value;
  NvccAction action;
  std::string_view text;
};

std::span<const NvccRow> nvccRows();

} // namespace helicon::mcc
