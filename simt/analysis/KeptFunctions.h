// Functions that stay functions in the prepared form: those that call themselves, directly or through others.
#pragma once

#include "simt/Simt.h"

namespace helicon::simt {

/// Marks them, so that they are known when their bodies have moved. Prepare's last word.
void markKeptFunctions(llvm::Function &kernel);
bool isKeptFunction(const llvm::Function &f);
/// The simd executor calls it for a warp at a time, under masks; else lane by lane.
void callAsVector(llvm::Function &f);
bool isCalledAsVector(const llvm::Function &f);
/// Of the kernel's module.
llvm::SmallVector<llvm::Function *> keptFunctions(llvm::Function &kernel);

/// Touches each page of its frame, so that calls that go too deep meet the guard behind the stack and fault.
void probeStack(llvm::Function &f);
/// The function as code of one thread, `T NAME.thread(ptr ctx, i32 thread, ...)`: its declaration, until
/// scalarizeFunctions has filled it.
llvm::Function *threadFunctionOf(llvm::Function &f);
/// Moves the functions' bodies into their thread functions. `activeMaskCalls` numbers the places that ask who is
/// active.
llvm::Error scalarizeFunctions(llvm::ArrayRef<llvm::Function *> functions, const LaunchShape &shape,
                               const Target &target, uint32_t &activeMaskCalls);

/// Structured functions as vector code, `NAME.warp`, for calls from groups of `plan`; their bodies go.
llvm::Error vectorizeFunctions(llvm::ArrayRef<llvm::Function *> functions, const LaunchShape &shape, const Plan &plan,
                               const Target &target);

/// Why the simd executor cannot run them, or nothing: an operation that waits for other threads.
std::string whyNotInVectors(llvm::ArrayRef<llvm::Function *> functions);

} // namespace helicon::simt
