// How many vector registers a kernel wants at once for a given number of parts.
#pragma once

#include "simt/analysis/Shapes.h"

namespace helicon::simt {

struct Pressure {
  unsigned registers = 0;  ///< most vectors live at one point of an innermost loop (of the function without loops)
  unsigned operations = 0; ///< vector operations in all: code size and compile time follow it
};

Pressure measurePressure(FunctionAnalyses &analyses, const Shapes &shapes, const Geometry &geometry);

} // namespace helicon::simt
