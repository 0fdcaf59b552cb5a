// A whole program: device functions, kernels, and the table of launches.
#pragma once

#include "Body.h"

#include <set>
#include <string>

namespace helicon::fuzz {

struct Request {
  uint64_t seed = 1;
  unsigned kernels = 50;
  unsigned shapes = 3; ///< launches of each kernel
  unsigned size = 14;  ///< statements at the top of a kernel, about
  Features features;
  int only = -1;              ///< number of the one kernel to write, -1: all
  std::set<unsigned> dropped; ///< numbers of that kernel's statements to leave out
};

struct Program {
  std::string text;
  unsigned statements = 0; ///< of the kernel `only`
};

Program generate(const Request &request);

} // namespace helicon::fuzz
