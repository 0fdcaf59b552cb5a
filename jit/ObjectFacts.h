// What the linker step must know of an object file: the stack its functions need, and the symbols it leaves open.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/Support/Error.h>

#include <cstdint>
#include <string>
#include <vector>

namespace helicon::jit {

/// Libraries a kernel's object may need, in the order of kLibraryNames.
enum Library : unsigned { kMath, kLibm, kLibgcc, kLibc, kLibraries };
inline constexpr const char *kLibraryNames[kLibraries] = {"libsleef.so.3", "libm.so.6", "libgcc_s.so.1", "libc.so.6"};

struct ObjectFacts {
  bool needs[kLibraries] = {};
  std::vector<std::string> unknown; ///< open symbols that none of them defines
  uint64_t stackBytes = 0;          ///< sum over the object's functions
};
llvm::Expected<ObjectFacts> factsOf(llvm::ArrayRef<char> object);

/// Writes KernelImage::stackBytes into a linked object.
llvm::Error writeStackBytes(llvm::MutableArrayRef<char> linked, uint32_t bytes);

} // namespace helicon::jit
