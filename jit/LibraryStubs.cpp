// Shared libraries that hold nothing but their name, made when Helicon is built. The linker wants a file for each
// entry in DT_NEEDED; with these it needs neither the libraries' development files nor their places on the system.
#include "jit/LibraryStubs.h"

#define HELICON_STUB(symbol, file)                                                                                     \
  __asm__(".pushsection .rodata\n" #symbol "_begin:\n.incbin \"" file "\"\n" #symbol "_end:\n.popsection\n");          \
  extern "C" __attribute__((visibility("hidden"))) const char symbol##_begin[];                                        \
  extern "C" __attribute__((visibility("hidden"))) const char symbol##_end[];

HELICON_STUB(heliconStub0, HELICON_STUB_FOLDER "/libsleef.so.3")
HELICON_STUB(heliconStub1, HELICON_STUB_FOLDER "/libm.so.6")
HELICON_STUB(heliconStub2, HELICON_STUB_FOLDER "/libgcc_s.so.1")
HELICON_STUB(heliconStub3, HELICON_STUB_FOLDER "/libc.so.6")

namespace helicon::jit {

llvm::ArrayRef<char> libraryStub(Library library) {
  auto span = [](const char *begin, const char *end) { return llvm::ArrayRef<char>(begin, end); };
  switch (library) {
  case kMath:
    return span(heliconStub0_begin, heliconStub0_end);
  case kLibm:
    return span(heliconStub1_begin, heliconStub1_end);
  case kLibgcc:
    return span(heliconStub2_begin, heliconStub2_end);
  default:
    return span(heliconStub3_begin, heliconStub3_end);
  }
}

} // namespace helicon::jit
