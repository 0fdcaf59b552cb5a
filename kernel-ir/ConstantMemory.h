// The names by which kernels ask where the constant memory of their module lies: KernelImage::variables holds them
// beside those of variables, and the runtime gives the two ends (both null where there is none).
#pragma once

namespace helicon {

inline constexpr char kConstantsBegin[] = "helicon.constants.begin", kConstantsEnd[] = "helicon.constants.end";

} // namespace helicon
