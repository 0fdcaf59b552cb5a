// The driver API for C and C++. Unsuffixed names are macros for the exported _v2 names, as in the SDK; the library
// exports both. Every call but those on init, devices and contexts needs a context that is current to the calling
// thread, and gives MUSA_ERROR_INVALID_CONTEXT without one.
#ifndef MUSA_H
#define MUSA_H

#include "helicon/device_prop.h"
#include "helicon/driver_enums.h"

#include <stddef.h>
#include <stdint.h>

/* major * 10000 + minor * 100 + patch */
#ifndef MUSA_VERSION
#define MUSA_VERSION 50200
#endif

#ifndef MUSAAPI
#define MUSAAPI
#endif
#ifndef MUSA_CB
#define MUSA_CB
#endif

/* ---- handles ---- */
#if defined(__LP64__) || defined(_WIN64)
typedef unsigned long long MUdeviceptr;
#else
typedef unsigned int MUdeviceptr;
#endif
typedef int MUdevice;
typedef struct MUctx_st *MUcontext;
typedef struct MUmod_st *MUmodule;
typedef struct MUfunc_st *MUfunction;
typedef struct MUkern_st *MUkernel;
typedef struct MUlib_st *MUlibrary;
typedef struct MUarray_st *MUarray;
typedef struct MUmipmappedArray_st *MUmipmappedArray;
typedef struct MUtexref_st *MUtexref;
typedef struct MUsurfref_st *MUsurfref;
typedef struct MUevent_st *MUevent;
typedef struct MUstream_st *MUstream;
typedef struct MUgraph_st *MUgraph;
typedef struct MUgraphNode_st *MUgraphNode;
typedef struct MUgraphExec_st *MUgraphExec;
typedef struct MUmemPoolHandle_st *MUmemoryPool;
typedef unsigned long long MUtexObject;
typedef unsigned long long MUsurfObject;
typedef uint32_t muuint32_t;
typedef uint64_t muuint64_t;

typedef void(MUSA_CB *MUstreamCallback)(MUstream hStream, MUresult status, void *userData);
typedef void(MUSA_CB *MUhostFn)(void *userData);
typedef size_t(MUSA_CB *MUoccupancyB2DSize)(int blockSize);

#include "helicon/driver_types_musa.h"

#include "helicon/driver_arrays.h"
#include "helicon/driver_stream_memory.h"

/* ---- the exported names ---- */
#define muDeviceTotalMem muDeviceTotalMem_v2
#define muDevicePrimaryCtxRelease muDevicePrimaryCtxRelease_v2
#define muDevicePrimaryCtxReset muDevicePrimaryCtxReset_v2
#define muDevicePrimaryCtxSetFlags muDevicePrimaryCtxSetFlags_v2
#define muCtxCreate muCtxCreate_v2
#define muCtxDestroy muCtxDestroy_v2
#define muCtxPushCurrent muCtxPushCurrent_v2
#define muCtxPopCurrent muCtxPopCurrent_v2
#define muModuleGetGlobal muModuleGetGlobal_v2
#define muMemGetInfo muMemGetInfo_v2
#define muMemAlloc muMemAlloc_v2
#define muMemAllocPitch muMemAllocPitch_v2
#define muMemFree muMemFree_v2
#define muMemGetAddressRange muMemGetAddressRange_v2
#define muMemAllocHost muMemAllocHost_v2
#define muMemHostGetDevicePointer muMemHostGetDevicePointer_v2
#define muMemHostRegister muMemHostRegister_v2
#define muStreamDestroy muStreamDestroy_v2
#define muEventDestroy muEventDestroy_v2
#ifdef MUSA_API_PER_THREAD_DEFAULT_STREAM
#define HELICON_PTDS(name) name##_ptds
#define HELICON_PTSZ(name) name##_ptsz
#define muMemcpy muMemcpy_ptds
#define muMemcpyAsync muMemcpyAsync_ptsz
#define muMemcpyPeer muMemcpyPeer_ptds
#define muMemcpyPeerAsync muMemcpyPeerAsync_ptsz
#define muMemsetD8Async muMemsetD8Async_ptsz
#define muMemsetD16Async muMemsetD16Async_ptsz
#define muMemsetD32Async muMemsetD32Async_ptsz
#define muMemsetD2D8Async muMemsetD2D8Async_ptsz
#define muMemsetD2D16Async muMemsetD2D16Async_ptsz
#define muMemsetD2D32Async muMemsetD2D32Async_ptsz
#define muMemPrefetchAsync muMemPrefetchAsync_ptsz
#define muStreamAttachMemAsync muStreamAttachMemAsync_ptsz
#define muStreamGetPriority muStreamGetPriority_ptsz
#define muStreamGetFlags muStreamGetFlags_ptsz
#define muStreamGetCtx muStreamGetCtx_ptsz
#define muStreamWaitEvent muStreamWaitEvent_ptsz
#define muStreamAddCallback muStreamAddCallback_ptsz
#define muStreamSynchronize muStreamSynchronize_ptsz
#define muStreamQuery muStreamQuery_ptsz
#define muEventRecord muEventRecord_ptsz
#define muEventRecordWithFlags muEventRecordWithFlags_ptsz
#define muLaunchKernel muLaunchKernel_ptsz
#define muLaunchCooperativeKernel muLaunchCooperativeKernel_ptsz
#define muLaunchHostFunc muLaunchHostFunc_ptsz
#else
#define HELICON_PTDS(name) name
#define HELICON_PTSZ(name) name
#endif
#define muMemcpyHtoD HELICON_PTDS(muMemcpyHtoD_v2)
#define muMemcpyDtoH HELICON_PTDS(muMemcpyDtoH_v2)
#define muMemcpyDtoD HELICON_PTDS(muMemcpyDtoD_v2)
#define muMemcpyHtoDAsync HELICON_PTSZ(muMemcpyHtoDAsync_v2)
#define muMemcpyDtoHAsync HELICON_PTSZ(muMemcpyDtoHAsync_v2)
#define muMemcpyDtoDAsync HELICON_PTSZ(muMemcpyDtoDAsync_v2)
#define muMemcpy2D HELICON_PTDS(muMemcpy2D_v2)
#define muMemcpy2DUnaligned HELICON_PTDS(muMemcpy2DUnaligned_v2)
#define muMemcpy2DAsync HELICON_PTSZ(muMemcpy2DAsync_v2)
#define muMemsetD8 HELICON_PTDS(muMemsetD8_v2)
#define muMemsetD16 HELICON_PTDS(muMemsetD16_v2)
#define muMemsetD32 HELICON_PTDS(muMemsetD32_v2)
#define muMemsetD2D8 HELICON_PTDS(muMemsetD2D8_v2)
#define muMemsetD2D16 HELICON_PTDS(muMemsetD2D16_v2)
#define muMemsetD2D32 HELICON_PTDS(muMemsetD2D32_v2)

#ifdef __cplusplus
extern "C" {
#endif

/* ---- init, errors, versions: need no context ---- */
MUresult MUSAAPI muInit(unsigned int Flags);
MUresult MUSAAPI muDriverGetVersion(int *driverVersion);
MUresult MUSAAPI muGetErrorString(MUresult error, const char **pStr);
MUresult MUSAAPI muGetErrorName(MUresult error, const char **pStr);
MUresult MUSAAPI muGetProcAddress(const char *symbol, void **pfn, int musaVersion, muuint64_t flags);

/* ---- devices: need no context ---- */
MUresult MUSAAPI muDeviceGet(MUdevice *device, int ordinal);
MUresult MUSAAPI muDeviceGetCount(int *count);
MUresult MUSAAPI muDeviceGetName(char *name, int len, MUdevice dev);
MUresult MUSAAPI muDeviceGetUuid(MUuuid *uuid, MUdevice dev);
MUresult MUSAAPI muDeviceGetUuid_v2(MUuuid *uuid, MUdevice dev);
MUresult MUSAAPI muDeviceGetLuid(char *luid, unsigned int *deviceNodeMask, MUdevice dev);
MUresult MUSAAPI muDeviceTotalMem(size_t *bytes, MUdevice dev);
MUresult MUSAAPI muDeviceGetAttribute(int *pi, MUdevice_attribute attrib, MUdevice dev);
MUresult MUSAAPI muDeviceGetProperties(MUdevprop *prop, MUdevice dev);
MUresult MUSAAPI muDeviceComputeCapability(int *major, int *minor, MUdevice dev);
MUresult MUSAAPI muDeviceGetByPCIBusId(MUdevice *dev, const char *pciBusId);
MUresult MUSAAPI muDeviceGetPCIBusId(char *pciBusId, int len, MUdevice dev);
MUresult MUSAAPI muDeviceCanAccessPeer(int *canAccessPeer, MUdevice dev, MUdevice peerDev);
MUresult MUSAAPI muDeviceGetP2PAttribute(int *value, MUdevice_P2PAttribute attrib, MUdevice srcDevice,
                                         MUdevice dstDevice);

/* ---- contexts ---- */
MUresult MUSAAPI muDevicePrimaryCtxRetain(MUcontext *pctx, MUdevice dev);
MUresult MUSAAPI muDevicePrimaryCtxRelease(MUdevice dev);
MUresult MUSAAPI muDevicePrimaryCtxSetFlags(MUdevice dev, unsigned int flags);
MUresult MUSAAPI muDevicePrimaryCtxGetState(MUdevice dev, unsigned int *flags, int *active);
MUresult MUSAAPI muDevicePrimaryCtxReset(MUdevice dev);
MUresult MUSAAPI muCtxCreate(MUcontext *pctx, unsigned int flags, MUdevice dev);
MUresult MUSAAPI muCtxDestroy(MUcontext ctx);
MUresult MUSAAPI muCtxAttach(MUcontext *pctx, unsigned int flags); /* one use more of the current context */
MUresult MUSAAPI muCtxDetach(MUcontext ctx);                       /* one use less; destroys at none */
MUresult MUSAAPI muCtxPushCurrent(MUcontext ctx);
MUresult MUSAAPI muCtxPopCurrent(MUcontext *pctx);
MUresult MUSAAPI muCtxSetCurrent(MUcontext ctx);
MUresult MUSAAPI muCtxGetCurrent(MUcontext *pctx);
MUresult MUSAAPI muCtxGetDevice(MUdevice *device);
MUresult MUSAAPI muCtxGetFlags(unsigned int *flags);
MUresult MUSAAPI muCtxGetApiVersion(MUcontext ctx, unsigned int *version);
MUresult MUSAAPI muCtxSynchronize(void);
MUresult MUSAAPI muCtxSetLimit(MUlimit limit, size_t value);
MUresult MUSAAPI muCtxGetLimit(size_t *pvalue, MUlimit limit);
MUresult MUSAAPI muCtxGetCacheConfig(MUfunc_cache *pconfig);
MUresult MUSAAPI muCtxSetCacheConfig(MUfunc_cache config);
MUresult MUSAAPI muCtxGetSharedMemConfig(MUsharedconfig *pConfig);
MUresult MUSAAPI muCtxSetSharedMemConfig(MUsharedconfig config);
MUresult MUSAAPI muCtxGetStreamPriorityRange(int *leastPriority, int *greatestPriority);

/* ---- modules and functions ---- */
MUresult MUSAAPI muModuleLoad(MUmodule *module, const char *fname);
MUresult MUSAAPI muModuleLoadData(MUmodule *module, const void *image);
MUresult MUSAAPI muModuleLoadDataEx(MUmodule *module, const void *image, unsigned int numOptions, MUjit_option *options,
                                    void **optionValues);
MUresult MUSAAPI muModuleLoadFatBinary(MUmodule *module, const void *fatCubin);
MUresult MUSAAPI muModuleUnload(MUmodule hmod);
MUresult MUSAAPI muModuleGetFunction(MUfunction *hfunc, MUmodule hmod, const char *name);
MUresult MUSAAPI muModuleGetGlobal(MUdeviceptr *dptr, size_t *bytes, MUmodule hmod, const char *name);
MUresult MUSAAPI muFuncGetAttribute(int *pi, MUfunction_attribute attrib, MUfunction hfunc);
MUresult MUSAAPI muFuncSetAttribute(MUfunction hfunc, MUfunction_attribute attrib, int value);
MUresult MUSAAPI muFuncSetCacheConfig(MUfunction hfunc, MUfunc_cache config);
MUresult MUSAAPI muFuncSetSharedMemConfig(MUfunction hfunc, MUsharedconfig config);
MUresult MUSAAPI muFuncGetModule(MUmodule *hmod, MUfunction hfunc);

MUresult MUSAAPI muModuleGetLoadingMode(MUmoduleLoadingMode *mode);
MUresult MUSAAPI muModuleGetFunctionCount(unsigned int *count, MUmodule mod);
MUresult MUSAAPI muModuleEnumerateFunctions(MUfunction *functions, unsigned int numFunctions, MUmodule mod);
MUresult MUSAAPI muFuncGetName(const char **name, MUfunction hfunc);
MUresult MUSAAPI muFuncGetParamInfo(MUfunction func, size_t paramIndex, size_t *paramOffset, size_t *paramSize);
MUresult MUSAAPI muFuncIsLoaded(MUfunctionLoadingState *state, MUfunction function);
MUresult MUSAAPI muFuncLoad(MUfunction function);

/* ---- libraries: code for all contexts. A launch takes a MUkernel, cast, in place of a function ---- */
MUresult MUSAAPI muLibraryLoadData(MUlibrary *library, const void *code, MUjit_option *jitOptions,
                                   void **jitOptionsValues, unsigned int numJitOptions, MUlibraryOption *libraryOptions,
                                   void **libraryOptionValues, unsigned int numLibraryOptions);
MUresult MUSAAPI muLibraryLoadFromFile(MUlibrary *library, const char *fileName, MUjit_option *jitOptions,
                                       void **jitOptionsValues, unsigned int numJitOptions,
                                       MUlibraryOption *libraryOptions, void **libraryOptionValues,
                                       unsigned int numLibraryOptions);
MUresult MUSAAPI muLibraryUnload(MUlibrary library);
MUresult MUSAAPI muLibraryGetKernel(MUkernel *pKernel, MUlibrary library, const char *name);
MUresult MUSAAPI muLibraryGetKernelCount(unsigned int *count, MUlibrary lib);
MUresult MUSAAPI muLibraryEnumerateKernels(MUkernel *kernels, unsigned int numKernels, MUlibrary lib);
MUresult MUSAAPI muLibraryGetModule(MUmodule *pMod, MUlibrary library);
MUresult MUSAAPI muLibraryGetGlobal(MUdeviceptr *dptr, size_t *bytes, MUlibrary library, const char *name);
MUresult MUSAAPI muLibraryGetManaged(MUdeviceptr *dptr, size_t *bytes, MUlibrary library, const char *name);
MUresult MUSAAPI muLibraryGetUnifiedFunction(void **fptr, MUlibrary library, const char *symbol);
MUresult MUSAAPI muKernelGetFunction(MUfunction *pFunc, MUkernel kernel);
MUresult MUSAAPI muKernelGetLibrary(MUlibrary *pLib, MUkernel kernel);
MUresult MUSAAPI muKernelGetName(const char **name, MUkernel hfunc);
MUresult MUSAAPI muKernelGetParamInfo(MUkernel kernel, size_t paramIndex, size_t *paramOffset, size_t *paramSize);
MUresult MUSAAPI muKernelGetAttribute(int *pi, MUfunction_attribute attrib, MUkernel kernel, MUdevice dev);
MUresult MUSAAPI muKernelSetAttribute(MUfunction_attribute attrib, int val, MUkernel kernel, MUdevice dev);
MUresult MUSAAPI muKernelSetCacheConfig(MUkernel kernel, MUfunc_cache config, MUdevice dev);

/* ---- launches: `kernelParams` one pointer a parameter, or `extra` with the packed parameters ---- */
MUresult MUSAAPI muLaunchKernel(MUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ,
                                unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ,
                                unsigned int sharedMemBytes, MUstream hStream, void **kernelParams, void **extra);
MUresult MUSAAPI muLaunchCooperativeKernel(MUfunction f, unsigned int gridDimX, unsigned int gridDimY,
                                           unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY,
                                           unsigned int blockDimZ, unsigned int sharedMemBytes, MUstream hStream,
                                           void **kernelParams);
MUresult MUSAAPI muLaunchHostFunc(MUstream hStream, MUhostFn fn, void *userData);
MUresult MUSAAPI muOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, MUfunction func, int blockSize,
                                                             size_t dynamicSMemSize);
MUresult MUSAAPI muOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, MUfunction func, int blockSize,
                                                                      size_t dynamicSMemSize, unsigned int flags);
MUresult MUSAAPI muOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, MUfunction func,
                                                  MUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize,
                                                  int blockSizeLimit);
MUresult MUSAAPI muOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, MUfunction func,
                                                           MUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                                           size_t dynamicSMemSize, int blockSizeLimit,
                                                           unsigned int flags);
MUresult MUSAAPI muOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, MUfunction func, int numBlocks,
                                                         int blockSize);

/* ---- memory ---- */
MUresult MUSAAPI muMemGetInfo(size_t *free, size_t *total);
MUresult MUSAAPI muMemAlloc(MUdeviceptr *dptr, size_t bytesize);
MUresult MUSAAPI muMemAllocPitch(MUdeviceptr *dptr, size_t *pPitch, size_t WidthInBytes, size_t Height,
                                 unsigned int ElementSizeBytes);
MUresult MUSAAPI muMemAllocManaged(MUdeviceptr *dptr, size_t bytesize, unsigned int flags);
MUresult MUSAAPI muMemFree(MUdeviceptr dptr);
MUresult MUSAAPI muMemGetAddressRange(MUdeviceptr *pbase, size_t *psize, MUdeviceptr dptr);
MUresult MUSAAPI muMemAllocHost(void **pp, size_t bytesize);
MUresult MUSAAPI muMemHostAlloc(void **pp, size_t bytesize, unsigned int Flags);
MUresult MUSAAPI muMemFreeHost(void *p);
MUresult MUSAAPI muMemHostGetDevicePointer(MUdeviceptr *pdptr, void *p, unsigned int Flags);
MUresult MUSAAPI muMemHostGetFlags(unsigned int *pFlags, void *p);
MUresult MUSAAPI muMemHostRegister(void *p, size_t bytesize, unsigned int Flags);
MUresult MUSAAPI muMemHostUnregister(void *p);
MUresult MUSAAPI muPointerGetAttribute(void *data, MUpointer_attribute attribute, MUdeviceptr ptr);
MUresult MUSAAPI muPointerGetAttributes(unsigned int numAttributes, MUpointer_attribute *attributes, void **data,
                                        MUdeviceptr ptr);

MUresult MUSAAPI muMemcpy(MUdeviceptr dst, MUdeviceptr src, size_t ByteCount);
MUresult MUSAAPI muMemcpyAsync(MUdeviceptr dst, MUdeviceptr src, size_t ByteCount, MUstream hStream);
MUresult MUSAAPI muMemcpyPeer(MUdeviceptr dstDevice, MUcontext dstContext, MUdeviceptr srcDevice, MUcontext srcContext,
                              size_t ByteCount);
MUresult MUSAAPI muMemcpyPeerAsync(MUdeviceptr dstDevice, MUcontext dstContext, MUdeviceptr srcDevice,
                                   MUcontext srcContext, size_t ByteCount, MUstream hStream);
MUresult MUSAAPI muMemcpyHtoD(MUdeviceptr dstDevice, const void *srcHost, size_t ByteCount);
MUresult MUSAAPI muMemcpyDtoH(void *dstHost, MUdeviceptr srcDevice, size_t ByteCount);
MUresult MUSAAPI muMemcpyDtoD(MUdeviceptr dstDevice, MUdeviceptr srcDevice, size_t ByteCount);
MUresult MUSAAPI muMemcpyHtoDAsync(MUdeviceptr dstDevice, const void *srcHost, size_t ByteCount, MUstream hStream);
MUresult MUSAAPI muMemcpyDtoHAsync(void *dstHost, MUdeviceptr srcDevice, size_t ByteCount, MUstream hStream);
MUresult MUSAAPI muMemcpyDtoDAsync(MUdeviceptr dstDevice, MUdeviceptr srcDevice, size_t ByteCount, MUstream hStream);
MUresult MUSAAPI muMemcpy2D(const MUSA_MEMCPY2D *pCopy);
MUresult MUSAAPI muMemcpy2DUnaligned(const MUSA_MEMCPY2D *pCopy);
MUresult MUSAAPI muMemcpy2DAsync(const MUSA_MEMCPY2D *pCopy, MUstream hStream);
MUresult MUSAAPI muMemsetD8(MUdeviceptr dstDevice, unsigned char uc, size_t count);
MUresult MUSAAPI muMemsetD16(MUdeviceptr dstDevice, unsigned short us, size_t count);
MUresult MUSAAPI muMemsetD32(MUdeviceptr dstDevice, unsigned int ui, size_t count);
MUresult MUSAAPI muMemsetD8Async(MUdeviceptr dstDevice, unsigned char uc, size_t count, MUstream hStream);
MUresult MUSAAPI muMemsetD16Async(MUdeviceptr dstDevice, unsigned short us, size_t count, MUstream hStream);
MUresult MUSAAPI muMemsetD32Async(MUdeviceptr dstDevice, unsigned int ui, size_t count, MUstream hStream);
MUresult MUSAAPI muMemsetD2D8(MUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height);
MUresult MUSAAPI muMemsetD2D16(MUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height);
MUresult MUSAAPI muMemsetD2D32(MUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height);
MUresult MUSAAPI muMemsetD2D8Async(MUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width,
                                   size_t Height, MUstream hStream);
MUresult MUSAAPI muMemsetD2D16Async(MUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width,
                                    size_t Height, MUstream hStream);
MUresult MUSAAPI muMemsetD2D32Async(MUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width,
                                    size_t Height, MUstream hStream);

/* ---- managed memory: where it lies is one place here, so these check and do nothing ---- */
MUresult MUSAAPI muMemPrefetchAsync(MUdeviceptr devPtr, size_t count, MUdevice dstDevice, MUstream hStream);
MUresult MUSAAPI muMemAdvise(MUdeviceptr devPtr, size_t count, MUmem_advise advice, MUdevice device);
MUresult MUSAAPI muStreamAttachMemAsync(MUstream hStream, MUdeviceptr dptr, size_t length, unsigned int flags);

/* ---- streams and events ---- */
MUresult MUSAAPI muStreamCreate(MUstream *phStream, unsigned int Flags);
MUresult MUSAAPI muStreamCreateWithPriority(MUstream *phStream, unsigned int flags, int priority);
MUresult MUSAAPI muStreamDestroy(MUstream hStream);
MUresult MUSAAPI muStreamSynchronize(MUstream hStream);
MUresult MUSAAPI muStreamQuery(MUstream hStream);
MUresult MUSAAPI muStreamWaitEvent(MUstream hStream, MUevent hEvent, unsigned int Flags);
MUresult MUSAAPI muStreamGetPriority(MUstream hStream, int *priority);
MUresult MUSAAPI muStreamGetFlags(MUstream hStream, unsigned int *flags);
MUresult MUSAAPI muStreamGetCtx(MUstream hStream, MUcontext *pctx);
MUresult MUSAAPI muStreamAddCallback(MUstream hStream, MUstreamCallback callback, void *userData, unsigned int flags);
MUresult MUSAAPI muEventCreate(MUevent *phEvent, unsigned int Flags);
MUresult MUSAAPI muEventRecord(MUevent hEvent, MUstream hStream);
MUresult MUSAAPI muEventRecordWithFlags(MUevent hEvent, MUstream hStream, unsigned int flags);
MUresult MUSAAPI muEventQuery(MUevent hEvent);
MUresult MUSAAPI muEventSynchronize(MUevent hEvent);
MUresult MUSAAPI muEventDestroy(MUevent hEvent);
MUresult MUSAAPI muEventElapsedTime(float *pMilliseconds, MUevent hStart, MUevent hEnd);

/* ---- the profiler's window ---- */
MUresult MUSAAPI muProfilerStart(void);
MUresult MUSAAPI muProfilerStop(void);

#ifdef __cplusplus
}
#endif

#include "helicon/driver_array_calls.h"
#include "helicon/driver_memory.h"

#include "helicon/driver_graphs.h"
#include "helicon/driver_launch_calls.h"

#endif
