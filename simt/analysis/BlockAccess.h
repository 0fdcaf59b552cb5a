// How generated code reads the block's context and calls the device's services: the LLVM side of kernel-ir/Abi.h.
// Both executors go through this, so an offset is written once. Reads are marked invariant: nothing that a kernel
// can do changes its context or its arguments.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <cstdint>

namespace helicon::simt {

/// Offset of each parameter in the launch's argument buffer, as the manifest has them: natural alignment, `bool` in
/// one byte, `byval` structs inline.
llvm::SmallVector<uint32_t, 8> argumentOffsets(const llvm::Function &kernel);

enum class Service {
  Print,
  Allocate,
  Release,
  Trap,
  AssertFail,
  Report,
  Clock,
  GlobalTimer,
  Nanosleep,
  Yield,
  Barrier,
  Warp,
  Arrive,
  DeviceCall
};

class BlockAccess {
public:
  explicit BlockAccess(llvm::Value *context) : context(context) {}

  llvm::Value *argumentBuffer(llvm::IRBuilderBase &b) const;
  /// `address` is the result of argumentBuffer(). The value of a parameter; for `byval` the address of the buffer's
  /// copy, which must not be written.
  llvm::Value *argument(llvm::IRBuilderBase &b, llvm::Value *address, const llvm::Argument &parameter,
                        uint32_t offset) const;
  llvm::Value *shared(llvm::IRBuilderBase &b) const; ///< in addrspace(3)
  llvm::Value *blockIdx(llvm::IRBuilderBase &b, unsigned axis) const;
  llvm::Value *gridDim(llvm::IRBuilderBase &b, unsigned axis) const;
  llvm::Value *dynamicSharedBytes(llvm::IRBuilderBase &b) const;
  llvm::Value *cooperative(llvm::IRBuilderBase &b) const;
  llvm::Value *variable(llvm::IRBuilderBase &b, llvm::Value *index) const;
  /// The context is passed in front of `args`.
  llvm::CallInst *call(llvm::IRBuilderBase &b, Service service, llvm::ArrayRef<llvm::Value *> args) const;

private:
  llvm::Value *field(llvm::IRBuilderBase &b, size_t offset, llvm::Type *type, const llvm::Twine &name) const;

  llvm::Value *context;
};

} // namespace helicon::simt
