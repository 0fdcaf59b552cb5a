// Between memory order (the fields of lane 0, those of lane 1, ...) and a vector a field, by shuffles of two vectors.
#pragma once

#include "kernel-ir/Request.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

namespace helicon::simt {

/// How many elements of `bytes` a shuffle should work on, of `lanes`: a register at most.
unsigned pieceLanes(unsigned lanes, unsigned bytes, Isa isa);

/// pieces[k]: elements k*n to (k+1)*n of the stretch, n = pieceLanes. Returns a vector of `lanes` lanes a field.
llvm::SmallVector<llvm::Value *, 8> deinterleave(llvm::IRBuilderBase &b, llvm::ArrayRef<llvm::Value *> pieces,
                                                 unsigned fields, unsigned bytes, Isa isa);
/// The way back. Fields that are not written are null; their places hold anything.
llvm::SmallVector<llvm::Value *, 16> interleave(llvm::IRBuilderBase &b, llvm::ArrayRef<llvm::Value *> fields,
                                                unsigned bytes, Isa isa);

/// The vectors one behind the other; their number is a power of two.
llvm::Value *concatenate(llvm::IRBuilderBase &b, llvm::ArrayRef<llvm::Value *> vectors);
/// Elements [from, from + count).
llvm::Value *cutOut(llvm::IRBuilderBase &b, llvm::Value *vector, unsigned from, unsigned count);

} // namespace helicon::simt
