// Bounds and images of fat binaries that come as a bare address.
#pragma once

#include "kernel-ir/Image.h"
#include "runtime/Status.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace helicon {

class Device;

/// How far memory is readable from `start` on; 0: not at all.
uint64_t readableBytes(const void *start);

/// The image for `device` out of a bundle, appended to `out`. Says on stderr what is wrong with `what`.
Status readImagesFor(std::span<const char> bundle, const Device &device, const std::string &what,
                     std::vector<Image> &out);

/// FileNotFound, with the reason on stderr.
Status readModuleFile(const char *path, std::vector<char> &content);

} // namespace helicon
