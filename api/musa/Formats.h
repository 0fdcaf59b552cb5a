// The driver API's names for formats of texels, which the rest knows as channel descriptions.
#pragma once

#include "include/driver_types.h"
#include "include/musa.h"
#include "runtime/Status.h"

namespace helicon::musa {

/// InvalidValue for what is no format or number of components; NotSupported, said, for formats that are not offered.
Status channelsOf(MUarray_format, unsigned components, musaChannelFormatDesc &out);
MUarray_format formatOf(const musaChannelFormatDesc &);

} // namespace helicon::musa
