// Any bytes as a fat binary: an answer or a message, within the memory of its size. Images that are read are written
// and read again: nothing may change on the way.
#include "kernel-ir/Image.h"

#include <cstdlib>

using namespace helicon;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::span<const char> bytes(reinterpret_cast<const char *>(data), size);
  Result<std::vector<Image>> images = readImages(bytes, 310);
  if (!images)
    return images.message().empty() ? (std::abort(), 0) : 0;
  for (const Image &image : *images) {
    std::vector<char> again = writeImage(image);
    Result<Image> read = readImage(again);
    if (!read || read->bitcode.size() != image.bitcode.size() ||
        read->manifest.kernels.size() != image.manifest.kernels.size() || writeImage(*read) != again)
      std::abort();
  }
  return 0;
}
