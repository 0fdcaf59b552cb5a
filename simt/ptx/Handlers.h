// One function for each name in Instructions.def, and what the families share.
#pragma once

#include "simt/ptx/Body.h"
#include "simt/ptx/Ptx.h"

namespace helicon::simt::ptx {

#define HELICON_PTX(name, handler, uses, forms) void handler(Body &x);
#define HELICON_PTX_REFUSED(name, uses, why)
#include "simt/ptx/Instructions.def"

// Float.cpp, for names that integers have as well; the type is taken already.
void lowerFloatAdd(Body &x, Scalar t, bool subtract);
void lowerFloatMultiply(Body &x, Scalar t);
void lowerFloatMultiplyAdd(Body &x, Scalar t);
void lowerFloatDivide(Body &x, Scalar t, bool approximate);
void lowerFloatSign(Body &x, Scalar t, bool absolute);
void lowerFloatMinMax(Body &x, Scalar t, bool maximum, bool relu);

// Narrow.cpp: cvt from and to 8-bit floats; false where it is another.
bool lowerNarrowCvt(Body &x);

// Barriers.cpp: cp.async.mbarrier.
void arriveForCopies(Body &x);

// Memory.cpp and Move.cpp.
unsigned takeSpace(Body &x);
llvm::AtomicOrdering takeOrdering(Body &x); ///< with its scope
llvm::Value *pointerTo(Body &x, const Operand &o, unsigned space);
llvm::Value *sharedBase(llvm::Module &m, llvm::IRBuilderBase &b);

} // namespace helicon::simt::ptx
