// What textures and surfaces are made from, between the driver's words and the runtime's.
#pragma once

#include "api/common/Textures.h"
#include "include/musa.h"

namespace helicon::musa {

/// InvalidValue for flags, resources and formats that are none.
Status fromDriver(const MUSA_RESOURCE_DESC &, musaResourceDesc &out);
Status fromDriver(const MUSA_TEXTURE_DESC &, api::TextureRequest &out);
musaResourceViewDesc fromDriver(const MUSA_RESOURCE_VIEW_DESC &);
MUSA_RESOURCE_DESC resourceForDriver(const musaResourceDesc &);
MUSA_TEXTURE_DESC samplingForDriver(const api::TextureRequest &);
MUSA_RESOURCE_VIEW_DESC viewForDriver(const musaResourceViewDesc &);

} // namespace helicon::musa
