// What the passes must know of each instruction set. `Auto` is resolved by the caller (jit's detectIsa); here it
// means the widest set, which is what a test without -isa wants.
#include "simt/Simt.h"

namespace helicon::simt {

Target targetFor(Isa isa) {
  switch (isa) {
  case Isa::Sse42:
    return {isa, 4, false};
  case Isa::Avx2:
    return {isa, 8, true};
  case Isa::Auto:
  case Isa::Avx512:
    break;
  }
  return {Isa::Avx512, 16, true};
}

} // namespace helicon::simt
