// Address spaces of device code, as NVPTX numbers them; in the stored and the prepared form, and until the code
// generator has no more use for them.
#pragma once

namespace helicon {

enum AddressSpace : unsigned { kGeneric = 0, kGlobal = 1, kShared = 3, kConstant = 4, kLocal = 5 };

} // namespace helicon
