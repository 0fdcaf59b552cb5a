// The runtime API for C and C++. Every call returns a musaError_t and, when it fails, keeps it as the thread's last
// error. Names that end in _ptds or _ptsz take stream 0 to be the calling thread's own default stream; they stand in
// for the plain ones when MUSA_API_PER_THREAD_DEFAULT_STREAM is defined. The templates that C++ programs call are in
// musa_runtime_templates.h, which musa_runtime.h includes.
#ifndef MUSA_RUNTIME_API_H
#define MUSA_RUNTIME_API_H

#include "driver_types.h"
#include "musa_surface_types.h"
#include "musa_texture_types.h"

/* major * 10000 + minor * 100 + patch */
#ifndef MUSART_VERSION
#define MUSART_VERSION 50200
#endif

#ifndef MUSARTAPI
#define MUSARTAPI
#endif
#ifndef MUSART_CB
#define MUSART_CB
#endif

/* Real objects import this name; it fills the same struct. */
#define musaGetDeviceProperties musaGetDeviceProperties_v2

#ifdef MUSA_API_PER_THREAD_DEFAULT_STREAM
#include "helicon/runtime_per_thread.h"
#endif

#ifdef __cplusplus
#define HELICON_DEFAULT(value) = value
extern "C" {
#else
#define HELICON_DEFAULT(value)
#endif

typedef void(MUSART_CB *musaStreamCallback_t)(musaStream_t stream, musaError_t status, void *userData);

/* ---- errors ---- */
musaError_t MUSARTAPI musaGetLastError(void);    /* and forgets it */
musaError_t MUSARTAPI musaPeekAtLastError(void); /* and keeps it */
const char *MUSARTAPI musaGetErrorName(musaError_t error);
const char *MUSARTAPI musaGetErrorString(musaError_t error);

/* ---- versions ---- */
musaError_t MUSARTAPI musaDriverGetVersion(int *driverVersion);
musaError_t MUSARTAPI musaRuntimeGetVersion(int *runtimeVersion);

/* ---- devices ---- */
musaError_t MUSARTAPI musaGetDeviceCount(int *count);
musaError_t MUSARTAPI musaGetDeviceProperties(struct musaDeviceProp *prop, int device);
musaError_t MUSARTAPI musaDeviceGetAttribute(int *value, enum musaDeviceAttr attr, int device);
musaError_t MUSARTAPI musaChooseDevice(int *device, const struct musaDeviceProp *prop);
musaError_t MUSARTAPI musaSetDevice(int device);
musaError_t MUSARTAPI musaGetDevice(int *device);
musaError_t MUSARTAPI musaInitDevice(int device, unsigned int deviceFlags, unsigned int flags);
musaError_t MUSARTAPI musaSetValidDevices(int *devices, int length);
musaError_t MUSARTAPI musaSetDeviceFlags(unsigned int flags);
musaError_t MUSARTAPI musaGetDeviceFlags(unsigned int *flags);
musaError_t MUSARTAPI musaDeviceReset(void);
musaError_t MUSARTAPI musaDeviceSynchronize(void);
musaError_t MUSARTAPI musaDeviceSetLimit(enum musaLimit limit, size_t value);
musaError_t MUSARTAPI musaDeviceGetLimit(size_t *value, enum musaLimit limit);
musaError_t MUSARTAPI musaDeviceGetCacheConfig(enum musaFuncCache *config);
musaError_t MUSARTAPI musaDeviceSetCacheConfig(enum musaFuncCache config);
musaError_t MUSARTAPI musaDeviceGetSharedMemConfig(enum musaSharedMemConfig *config);
musaError_t MUSARTAPI musaDeviceSetSharedMemConfig(enum musaSharedMemConfig config);
musaError_t MUSARTAPI musaDeviceGetStreamPriorityRange(int *leastPriority, int *greatestPriority);
musaError_t MUSARTAPI musaDeviceGetByPCIBusId(int *device, const char *pciBusId);
musaError_t MUSARTAPI musaDeviceGetPCIBusId(char *pciBusId, int length, int device);
musaError_t MUSARTAPI musaDeviceCanAccessPeer(int *canAccess, int device, int peerDevice);
musaError_t MUSARTAPI musaDeviceEnablePeerAccess(int peerDevice, unsigned int flags);
musaError_t MUSARTAPI musaDeviceDisablePeerAccess(int peerDevice);
musaError_t MUSARTAPI musaDeviceGetP2PAttribute(int *value, enum musaDeviceP2PAttr attr, int srcDevice, int dstDevice);
/* older names of the device calls */
musaError_t MUSARTAPI musaThreadExit(void);
musaError_t MUSARTAPI musaThreadSynchronize(void);
musaError_t MUSARTAPI musaThreadSetLimit(enum musaLimit limit, size_t value);
musaError_t MUSARTAPI musaThreadGetLimit(size_t *value, enum musaLimit limit);
musaError_t MUSARTAPI musaThreadGetCacheConfig(enum musaFuncCache *config);
musaError_t MUSARTAPI musaThreadSetCacheConfig(enum musaFuncCache config);

/* ---- memory ---- */
musaError_t MUSARTAPI musaMalloc(void **devPtr, size_t size);
musaError_t MUSARTAPI musaMallocPitch(void **devPtr, size_t *pitch, size_t width, size_t height);
musaError_t MUSARTAPI musaMalloc3D(struct musaPitchedPtr *pitchedDevPtr, struct musaExtent extent);
musaError_t MUSARTAPI musaFree(void *devPtr);
musaError_t MUSARTAPI musaMallocHost(void **ptr, size_t size);
musaError_t MUSARTAPI musaHostAlloc(void **ptr, size_t size, unsigned int flags);
musaError_t MUSARTAPI musaFreeHost(void *ptr);
musaError_t MUSARTAPI musaHostRegister(void *ptr, size_t size, unsigned int flags);
musaError_t MUSARTAPI musaHostUnregister(void *ptr);
musaError_t MUSARTAPI musaHostGetDevicePointer(void **devPtr, void *hostPtr, unsigned int flags);
musaError_t MUSARTAPI musaHostGetFlags(unsigned int *flags, void *hostPtr);
musaError_t MUSARTAPI musaMallocManaged(void **devPtr, size_t size,
                                        unsigned int flags HELICON_DEFAULT(musaMemAttachGlobal));
musaError_t MUSARTAPI musaMemGetInfo(size_t *free, size_t *total);
musaError_t MUSARTAPI musaPointerGetAttributes(struct musaPointerAttributes *attributes, const void *ptr);

musaError_t MUSARTAPI musaMemcpy(void *dst, const void *src, size_t count, enum musaMemcpyKind kind);
musaError_t MUSARTAPI musaMemcpyAsync(void *dst, const void *src, size_t count, enum musaMemcpyKind kind,
                                      musaStream_t stream HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                                   size_t height, enum musaMemcpyKind kind);
musaError_t MUSARTAPI musaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                                        size_t height, enum musaMemcpyKind kind,
                                        musaStream_t stream HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaMemcpyPeer(void *dst, int dstDevice, const void *src, int srcDevice, size_t count);
musaError_t MUSARTAPI musaMemcpyPeerAsync(void *dst, int dstDevice, const void *src, int srcDevice, size_t count,
                                          musaStream_t stream HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaMemset(void *devPtr, int value, size_t count);
musaError_t MUSARTAPI musaMemsetAsync(void *devPtr, int value, size_t count, musaStream_t stream HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaMemset2D(void *devPtr, size_t pitch, int value, size_t width, size_t height);
musaError_t MUSARTAPI musaMemset2DAsync(void *devPtr, size_t pitch, int value, size_t width, size_t height,
                                        musaStream_t stream HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaMemcpy3D(const struct musaMemcpy3DParms *p);
musaError_t MUSARTAPI musaMemcpy3DAsync(const struct musaMemcpy3DParms *p, musaStream_t stream HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaMemcpy3DPeer(const struct musaMemcpy3DPeerParms *p);
musaError_t MUSARTAPI musaMemcpy3DPeerAsync(const struct musaMemcpy3DPeerParms *p,
                                            musaStream_t stream HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaMemset3D(struct musaPitchedPtr pitchedDevPtr, int value, struct musaExtent extent);
musaError_t MUSARTAPI musaMemset3DAsync(struct musaPitchedPtr pitchedDevPtr, int value, struct musaExtent extent,
                                        musaStream_t stream HELICON_DEFAULT(0));

/* ---- managed memory: where it lies is one place here, so these check and do nothing ---- */
musaError_t MUSARTAPI musaMemPrefetchAsync(const void *devPtr, size_t count, int dstDevice,
                                           musaStream_t stream HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaMemAdvise(const void *devPtr, size_t count, enum musaMemoryAdvise advice, int device);
musaError_t MUSARTAPI musaStreamAttachMemAsync(musaStream_t stream, void *devPtr, size_t length HELICON_DEFAULT(0),
                                               unsigned int flags HELICON_DEFAULT(musaMemAttachSingle));

/* ---- arrays: images in a layout of the runtime's own; widths in texels unless a name says bytes ---- */
struct musaChannelFormatDesc MUSARTAPI musaCreateChannelDesc(int x, int y, int z, int w, enum musaChannelFormatKind f);
musaError_t MUSARTAPI musaGetChannelDesc(struct musaChannelFormatDesc *desc, musaArray_const_t array);
musaError_t MUSARTAPI musaMallocArray(musaArray_t *array, const struct musaChannelFormatDesc *desc, size_t width,
                                      size_t height HELICON_DEFAULT(0), unsigned int flags HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaMalloc3DArray(musaArray_t *array, const struct musaChannelFormatDesc *desc,
                                        struct musaExtent extent, unsigned int flags HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaMallocMipmappedArray(musaMipmappedArray_t *mipmappedArray,
                                               const struct musaChannelFormatDesc *desc, struct musaExtent extent,
                                               unsigned int numLevels, unsigned int flags HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaGetMipmappedArrayLevel(musaArray_t *levelArray, musaMipmappedArray_const_t mipmappedArray,
                                                 unsigned int level);
musaError_t MUSARTAPI musaFreeArray(musaArray_t array);
musaError_t MUSARTAPI musaFreeMipmappedArray(musaMipmappedArray_t mipmappedArray);
musaError_t MUSARTAPI musaArrayGetInfo(struct musaChannelFormatDesc *desc, struct musaExtent *extent,
                                       unsigned int *flags, musaArray_t array);
/* No array here has several planes, is sparse or is mapped later, so these give musaErrorInvalidValue, as for such an
 * array anywhere. */
musaError_t MUSARTAPI musaArrayGetPlane(musaArray_t *planeArray, musaArray_t array, unsigned int planeIdx);
musaError_t MUSARTAPI musaArrayGetSparseProperties(struct musaArraySparseProperties *sparseProperties,
                                                   musaArray_t array);
musaError_t MUSARTAPI musaMipmappedArrayGetSparseProperties(struct musaArraySparseProperties *sparseProperties,
                                                            musaMipmappedArray_t mipmap);
musaError_t MUSARTAPI musaArrayGetMemoryRequirements(struct musaArrayMemoryRequirements *memoryRequirements,
                                                     musaArray_t array, int device);
musaError_t MUSARTAPI musaMipmappedArrayGetMemoryRequirements(struct musaArrayMemoryRequirements *memoryRequirements,
                                                              musaMipmappedArray_t mipmap, int device);
musaError_t MUSARTAPI musaDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements,
                                                           const struct musaChannelFormatDesc *fmtDesc, int device);
musaError_t MUSARTAPI musaMemcpyToArray(musaArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t count,
                                        enum musaMemcpyKind kind);
musaError_t MUSARTAPI musaMemcpyFromArray(void *dst, musaArray_const_t src, size_t wOffset, size_t hOffset,
                                          size_t count, enum musaMemcpyKind kind);
musaError_t MUSARTAPI musaMemcpyToArrayAsync(musaArray_t dst, size_t wOffset, size_t hOffset, const void *src,
                                             size_t count, enum musaMemcpyKind kind,
                                             musaStream_t stream HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaMemcpyFromArrayAsync(void *dst, musaArray_const_t src, size_t wOffset, size_t hOffset,
                                               size_t count, enum musaMemcpyKind kind,
                                               musaStream_t stream HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaMemcpyArrayToArray(musaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                             musaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc, size_t count,
                                             enum musaMemcpyKind kind HELICON_DEFAULT(musaMemcpyDeviceToDevice));
musaError_t MUSARTAPI musaMemcpy2DToArray(musaArray_t dst, size_t wOffset, size_t hOffset, const void *src,
                                          size_t spitch, size_t width, size_t height, enum musaMemcpyKind kind);
musaError_t MUSARTAPI musaMemcpy2DFromArray(void *dst, size_t dpitch, musaArray_const_t src, size_t wOffset,
                                            size_t hOffset, size_t width, size_t height, enum musaMemcpyKind kind);
musaError_t MUSARTAPI musaMemcpy2DToArrayAsync(musaArray_t dst, size_t wOffset, size_t hOffset, const void *src,
                                               size_t spitch, size_t width, size_t height, enum musaMemcpyKind kind,
                                               musaStream_t stream HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaMemcpy2DFromArrayAsync(void *dst, size_t dpitch, musaArray_const_t src, size_t wOffset,
                                                 size_t hOffset, size_t width, size_t height, enum musaMemcpyKind kind,
                                                 musaStream_t stream HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaMemcpy2DArrayToArray(musaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                               musaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc,
                                               size_t width, size_t height,
                                               enum musaMemcpyKind kind HELICON_DEFAULT(musaMemcpyDeviceToDevice));

/* ---- textures and surfaces ---- */
musaError_t MUSARTAPI musaCreateTextureObject(musaTextureObject_t *object, const struct musaResourceDesc *resource,
                                              const struct musaTextureDesc *texture,
                                              const struct musaResourceViewDesc *view);
musaError_t MUSARTAPI musaCreateTextureObject_v2(musaTextureObject_t *object, const struct musaResourceDesc *resource,
                                                 const struct musaTextureDesc_v2 *texture,
                                                 const struct musaResourceViewDesc *view);
musaError_t MUSARTAPI musaGetTextureObjectTextureDesc_v2(struct musaTextureDesc_v2 *texture,
                                                         musaTextureObject_t object);
musaError_t MUSARTAPI musaDestroyTextureObject(musaTextureObject_t object);
musaError_t MUSARTAPI musaGetTextureObjectResourceDesc(struct musaResourceDesc *resource, musaTextureObject_t object);
musaError_t MUSARTAPI musaGetTextureObjectTextureDesc(struct musaTextureDesc *texture, musaTextureObject_t object);
musaError_t MUSARTAPI musaGetTextureObjectResourceViewDesc(struct musaResourceViewDesc *view,
                                                           musaTextureObject_t object);
musaError_t MUSARTAPI musaCreateSurfaceObject(musaSurfaceObject_t *object, const struct musaResourceDesc *resource);
musaError_t MUSARTAPI musaDestroySurfaceObject(musaSurfaceObject_t object);
musaError_t MUSARTAPI musaGetSurfaceObjectResourceDesc(struct musaResourceDesc *resource, musaSurfaceObject_t object);

/* ---- texture and surface references; in C++ by the variable itself, see musa_runtime_templates.h ---- */
musaError_t MUSARTAPI musaBindTexture(size_t *offset, const struct textureReference *texref, const void *devPtr,
                                      const struct musaChannelFormatDesc *desc, size_t size);
musaError_t MUSARTAPI musaBindTexture2D(size_t *offset, const struct textureReference *texref, const void *devPtr,
                                        const struct musaChannelFormatDesc *desc, size_t width, size_t height,
                                        size_t pitch);
musaError_t MUSARTAPI musaBindTextureToArray(const struct textureReference *texref, musaArray_const_t array,
                                             const struct musaChannelFormatDesc *desc);
musaError_t MUSARTAPI musaBindTextureToMipmappedArray(const struct textureReference *texref,
                                                      musaMipmappedArray_const_t mipmappedArray,
                                                      const struct musaChannelFormatDesc *desc);
musaError_t MUSARTAPI musaUnbindTexture(const struct textureReference *texref);
musaError_t MUSARTAPI musaGetTextureAlignmentOffset(size_t *offset, const struct textureReference *texref);
musaError_t MUSARTAPI musaGetTextureReference(const struct textureReference **texref, const void *symbol);
musaError_t MUSARTAPI musaBindSurfaceToArray(const struct surfaceReference *surfref, musaArray_const_t array,
                                             const struct musaChannelFormatDesc *desc);
musaError_t MUSARTAPI musaGetSurfaceReference(const struct surfaceReference **surfref, const void *symbol);

/* ---- device variables; `symbol` is the variable itself in C++, its host shadow's address in C ---- */
musaError_t MUSARTAPI musaGetSymbolAddress(void **devPtr, const void *symbol);
musaError_t MUSARTAPI musaGetSymbolSize(size_t *size, const void *symbol);
musaError_t MUSARTAPI musaMemcpyToSymbol(const void *symbol, const void *src, size_t count,
                                         size_t offset HELICON_DEFAULT(0),
                                         enum musaMemcpyKind kind HELICON_DEFAULT(musaMemcpyHostToDevice));
musaError_t MUSARTAPI musaMemcpyFromSymbol(void *dst, const void *symbol, size_t count,
                                           size_t offset HELICON_DEFAULT(0),
                                           enum musaMemcpyKind kind HELICON_DEFAULT(musaMemcpyDeviceToHost));
musaError_t MUSARTAPI musaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t count, size_t offset,
                                              enum musaMemcpyKind kind, musaStream_t stream HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t count, size_t offset,
                                                enum musaMemcpyKind kind, musaStream_t stream HELICON_DEFAULT(0));

/* ---- streams ---- */
musaError_t MUSARTAPI musaStreamCreate(musaStream_t *stream);
musaError_t MUSARTAPI musaStreamCreateWithFlags(musaStream_t *stream, unsigned int flags);
musaError_t MUSARTAPI musaStreamCreateWithPriority(musaStream_t *stream, unsigned int flags, int priority);
musaError_t MUSARTAPI musaStreamDestroy(musaStream_t stream);
musaError_t MUSARTAPI musaStreamSynchronize(musaStream_t stream);
musaError_t MUSARTAPI musaStreamQuery(musaStream_t stream);
musaError_t MUSARTAPI musaStreamWaitEvent(musaStream_t stream, musaEvent_t event,
                                          unsigned int flags HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaStreamGetPriority(musaStream_t stream, int *priority);
musaError_t MUSARTAPI musaStreamGetFlags(musaStream_t stream, unsigned int *flags);
musaError_t MUSARTAPI musaStreamGetId(musaStream_t stream, unsigned long long *streamId);
musaError_t MUSARTAPI musaStreamGetDevice(musaStream_t stream, int *device);
musaError_t MUSARTAPI musaStreamAddCallback(musaStream_t stream, musaStreamCallback_t callback, void *userData,
                                            unsigned int flags);
musaError_t MUSARTAPI musaLaunchHostFunc(musaStream_t stream, musaHostFn_t fn, void *userData);
musaError_t MUSARTAPI musaStreamIsCapturing(musaStream_t stream, enum musaStreamCaptureStatus *status);

/* ---- events ---- */
musaError_t MUSARTAPI musaEventCreate(musaEvent_t *event);
musaError_t MUSARTAPI musaEventCreateWithFlags(musaEvent_t *event, unsigned int flags);
musaError_t MUSARTAPI musaEventRecord(musaEvent_t event, musaStream_t stream HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaEventRecordWithFlags(musaEvent_t event, musaStream_t stream HELICON_DEFAULT(0),
                                               unsigned int flags HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaEventQuery(musaEvent_t event);
musaError_t MUSARTAPI musaEventSynchronize(musaEvent_t event);
musaError_t MUSARTAPI musaEventDestroy(musaEvent_t event);
musaError_t MUSARTAPI musaEventElapsedTime(float *ms, musaEvent_t start, musaEvent_t end);

/* ---- launches and functions ---- */
musaError_t MUSARTAPI musaLaunchKernel(const void *func, dim3 gridDim, dim3 blockDim, void **args, size_t sharedMem,
                                       musaStream_t stream);
musaError_t MUSARTAPI musaLaunchCooperativeKernel(const void *func, dim3 gridDim, dim3 blockDim, void **args,
                                                  size_t sharedMem, musaStream_t stream);
/* of CUDA's first versions: musaConfigureCall, an argument at a time, musaLaunch */
musaError_t MUSARTAPI musaConfigureCall(dim3 gridDim, dim3 blockDim, size_t sharedMem HELICON_DEFAULT(0),
                                        musaStream_t stream HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaSetupArgument(const void *arg, size_t size, size_t offset);
musaError_t MUSARTAPI musaLaunch(const void *func);
musaError_t MUSARTAPI musaSetDoubleForDevice(double *d); /* nothing to convert: devices have doubles */
musaError_t MUSARTAPI musaSetDoubleForHost(double *d);
musaError_t MUSARTAPI musaFuncGetAttributes(struct musaFuncAttributes *attr, const void *func);
musaError_t MUSARTAPI musaFuncGetName(const char **name, const void *func);
musaError_t MUSARTAPI musaFuncSetAttribute(const void *func, enum musaFuncAttribute attr, int value);
musaError_t MUSARTAPI musaFuncSetCacheConfig(const void *func, enum musaFuncCache config);
musaError_t MUSARTAPI musaFuncSetSharedMemConfig(const void *func, enum musaSharedMemConfig config);
#include "helicon/library_calls.h"
musaError_t MUSARTAPI musaGetFuncBySymbol(musaFunction_t *function, const void *symbol);
musaError_t MUSARTAPI musaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, const void *func, int blockSize,
                                                                    size_t dynamicSMemSize);
musaError_t MUSARTAPI musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, const void *func,
                                                                             int blockSize, size_t dynamicSMemSize,
                                                                             unsigned int flags);
musaError_t MUSARTAPI musaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, const void *func,
                                                                int numBlocks, int blockSize);

/* ---- graphs and stream capture ---- */
#include "helicon/graph_calls.h"
#include "helicon/launch_calls.h"
#include "helicon/refused_calls.h"

/* ---- the profiler's window ---- */
musaError_t MUSARTAPI musaProfilerStart(void);
musaError_t MUSARTAPI musaProfilerStop(void);

/* ---- what compiled code calls; programs don't ---- */
void **__musaRegisterFatBinary(void *fatCubin);
void __musaRegisterFatBinaryEnd(void **handle);
void __musaUnregisterFatBinary(void **handle);
void __musaRegisterFunction(void **handle, const char *hostFunction, char *deviceFunction, const char *deviceName,
                            int threadLimit, void *tid, void *bid, void *blockDim, void *gridDim, int *warpSize);
void __musaRegisterVar(void **handle, char *hostVar, char *deviceAddress, const char *deviceName, int isExtern,
                       size_t size, int isConstant, int isGlobal);
void __musaRegisterTexture(void **handle, const void *hostVar, const void **deviceAddress, const char *deviceName,
                           int type, int normalized, int isExtern);
void __musaRegisterSurface(void **handle, const void *hostVar, const void **deviceAddress, const char *deviceName,
                           int type, int isExtern);
void __musaRegisterManagedVar(void **handle, void **hostVarPtrAddress, char *deviceAddress, const char *deviceName,
                              int isExtern, size_t size, int isConstant, int isGlobal);
unsigned int __musaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem, struct MUstream_st *stream);
musaError_t __musaPopCallConfiguration(dim3 *gridDim, dim3 *blockDim, size_t *sharedMem, void *stream);
/* -fgpu-rdc: what a device linker would make, once for each object */
void __heliconRegisterLinkedBinary(void (*registerGlobals)(void **), void *wrapper, const char *moduleId,
                                   void (*anchor)(void *));

#ifdef __cplusplus
}
#endif

#include "helicon/memory_calls.h"

#endif
