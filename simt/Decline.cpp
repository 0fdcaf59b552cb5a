// The error class of a pass that cannot serve a kernel; see Simt.h.
#include "simt/Simt.h"

namespace helicon::simt {

char Decline::ID;

void Decline::log(llvm::raw_ostream &os) const { os << why; }

} // namespace helicon::simt
