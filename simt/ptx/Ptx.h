// Inline PTX: every asm statement of the module becomes a call of a function that does the same in plain IR,
// llvm.nvvm.* and helicon.*, which the steps after it inline and treat as usual. What cannot be lowered stays as it is,
// since code that the launch shape or the optimiser removes never counts; prepare/Refuse.cpp asks for the reason.
#pragma once

#include "simt/ptx/Ast.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace helicon::simt::ptx {

/// A function that stands for the address of the block's shared memory until prepare/Memory.cpp has placed it: as long
/// as shared variables are objects of their own, no pointer to one may be said to come from another.
inline constexpr char kSharedBase[] = "helicon.shared.base";

/// A variable that stands for the carry flag until everything is inlined: code for big numbers carries from one
/// statement to the next, also through functions of one statement each. No optimisation has moved any of them yet.
inline constexpr char kCarry[] = "helicon.carry";
/// Gives every function that uses the flag one of its own.
void placeCarry(llvm::Module &module);

/// Lowers all asm statements that can be; `blockThreads` is the number of threads of a block. Returns how many.
unsigned lowerStatements(llvm::Module &module, unsigned blockThreads);

/// Why a statement was not lowered: the message names the instruction and its place in the text.
std::string explain(const llvm::CallBase &call, unsigned blockThreads);

/// The text alone, with as many registers as it asks for: whether each instruction is supported. For tests.
std::optional<Fault> check(llvm::StringRef text);

/// Numbers made from pointers to shared memory become offsets from the block's own, and back. Call it once, before
/// the first optimisation.
void useSharedOffsets(llvm::Module &module);

} // namespace helicon::simt::ptx
