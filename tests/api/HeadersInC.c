/* The headers serve C99 programs; the values below are what other binaries rely on. */
#include <musa.h>
#include <musa_runtime_api.h>

#include <library_types.h>

#define SAME(name, condition) typedef char name[(condition) ? 1 : -1]
SAME(handle_sizes, sizeof(MUdeviceptr) == 8 && sizeof(musaUUID_t) == 16 && sizeof(musaIpcMemHandle_t) == 64);
SAME(dim3_is_three_words, sizeof(dim3) == 12);
SAME(offset_of_memory, offsetof(struct musaDeviceProp, totalGlobalMem) == 288);
SAME(offset_of_major, offsetof(struct musaDeviceProp, major) == 360);
SAME(offset_of_processors, offsetof(struct musaDeviceProp, multiProcessorCount) == 388);
SAME(offset_of_the_last, offsetof(struct musaDeviceProp, reservedSharedMemPerBlock) == 720);
SAME(array_descriptors, sizeof(MUSA_ARRAY_DESCRIPTOR) == 24 && sizeof(MUSA_ARRAY3D_DESCRIPTOR) == 40);
SAME(copies_of_boxes, sizeof(MUSA_MEMCPY2D) == 128 && sizeof(MUSA_MEMCPY3D) == 200 &&
                          sizeof(MUSA_MEMCPY3D_PEER) == 200 && offsetof(MUSA_MEMCPY3D, dstXInBytes) == 88);
SAME(resources, sizeof(MUSA_RESOURCE_DESC) == 144 && offsetof(MUSA_RESOURCE_DESC, flags) == 136);
SAME(textures, sizeof(MUSA_TEXTURE_DESC) == 104 && sizeof(MUSA_RESOURCE_VIEW_DESC) == 112);
SAME(runtime_textures, sizeof(struct musaTextureDesc_v2) == 72 && sizeof(struct musaTextureDesc) == 72);
SAME(operations, sizeof(MUstreamBatchMemOpParams) == 48);
SAME(versions, MUSA_VERSION == 50200 && MUSART_VERSION == 50200);
SAME(data_types, MUSA_R_16BF == 14 && MUSA_R_8F_E4M3 == 28);

int callFromC(void);
int callFromC(void) {
  struct musaDeviceProp properties;
  dim3 one = {1, 1, 1};
  int count = 0;
  if (musaGetDeviceCount(&count) != musaSuccess || count < 1)
    return 1;
  if (musaGetDeviceProperties(&properties, 0) != musaSuccess || properties.maxThreadsPerBlock != 1024)
    return 2;
  if (musaLaunchKernel(&count, one, one, NULL, 0, NULL) != musaErrorInvalidDeviceFunction)
    return 3;
  return musaGetLastError() == musaErrorInvalidDeviceFunction ? 0 : 4;
}
