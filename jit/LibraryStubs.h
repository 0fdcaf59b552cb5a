#pragma once

#include "jit/ObjectFacts.h"

namespace helicon::jit {

/// The bytes of an ELF library with this library's SONAME and no symbols.
llvm::ArrayRef<char> libraryStub(Library library);

} // namespace helicon::jit
