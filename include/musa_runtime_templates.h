// The C++ forms of runtime calls: typed pointers, kernels and device variables by name, default arguments.
// Included by musa_runtime.h; nothing here runs on the device.
#ifndef MUSA_RUNTIME_TEMPLATES_H
#define MUSA_RUNTIME_TEMPLATES_H

#ifdef __cplusplus
#include "musa_runtime_api.h"

/* ---- memory ---- */
template <class __T> inline musaError_t musaMalloc(__T **devPtr, size_t size) {
  return ::musaMalloc(reinterpret_cast<void **>(devPtr), size);
}
template <class __T> inline musaError_t musaMallocHost(__T **ptr, size_t size, unsigned int flags = 0) {
  return ::musaHostAlloc(reinterpret_cast<void **>(ptr), size, flags);
}
inline musaError_t musaMallocHost(void **ptr, size_t size, unsigned int flags) {
  return ::musaHostAlloc(ptr, size, flags);
}
template <class __T> inline musaError_t musaHostAlloc(__T **ptr, size_t size, unsigned int flags) {
  return ::musaHostAlloc(reinterpret_cast<void **>(ptr), size, flags);
}
template <class __T>
inline musaError_t musaMallocManaged(__T **devPtr, size_t size, unsigned int flags = musaMemAttachGlobal) {
  return ::musaMallocManaged(reinterpret_cast<void **>(devPtr), size, flags);
}
template <class __T> inline musaError_t musaMallocPitch(__T **devPtr, size_t *pitch, size_t width, size_t height) {
  return ::musaMallocPitch(reinterpret_cast<void **>(devPtr), pitch, width, height);
}
template <class __T> inline musaError_t musaHostGetDevicePointer(__T **devPtr, void *hostPtr, unsigned int flags) {
  return ::musaHostGetDevicePointer(reinterpret_cast<void **>(devPtr), hostPtr, flags);
}

/* ---- launches with attributes ---- */
template <class... __Expected, class... __Actual>
inline musaError_t musaLaunchKernelEx(const musaLaunchConfig_t *config, void (*kernel)(__Expected...),
                                      __Actual &&...args) {
  return [&](__Expected... converted) {
    void *addresses[] = {&converted..., nullptr};
    return ::musaLaunchKernelExC(config, reinterpret_cast<const void *>(kernel), addresses);
  }(static_cast<__Actual &&>(args)...);
}

/* ---- launches of the first versions ---- */
template <class __T> inline musaError_t musaSetupArgument(__T arg, size_t offset) {
  return ::musaSetupArgument(&arg, sizeof(__T), offset);
}
template <class __T> inline musaError_t musaLaunch(__T *func) {
  return ::musaLaunch(reinterpret_cast<const void *>(func));
}
template <class __T> inline musaError_t musaMallocAsync(__T **devPtr, size_t size, musaStream_t stream) {
  return ::musaMallocAsync(reinterpret_cast<void **>(devPtr), size, stream);
}
template <class __T>
inline musaError_t musaMallocFromPoolAsync(__T **ptr, size_t size, musaMemPool_t memPool, musaStream_t stream) {
  return ::musaMallocFromPoolAsync(reinterpret_cast<void **>(ptr), size, memPool, stream);
}
template <class __T>
inline musaError_t musaMallocAsync(__T **ptr, size_t size, musaMemPool_t memPool, musaStream_t stream) {
  return ::musaMallocFromPoolAsync(reinterpret_cast<void **>(ptr), size, memPool, stream);
}
inline musaError_t musaMallocAsync(void **ptr, size_t size, musaMemPool_t memPool, musaStream_t stream) {
  return ::musaMallocFromPoolAsync(ptr, size, memPool, stream);
}

/* ---- device variables: by reference, so that the shadow's address is taken ---- */
namespace helicon_detail {
template <class __T> inline const void *symbolAddress(const __T &symbol) {
  return const_cast<const void *>(static_cast<const volatile void *>(__builtin_addressof(symbol)));
}
template <class __F> inline const void *functionAddress(__F *function) {
  return reinterpret_cast<const void *>(function);
}
} // namespace helicon_detail

template <class __T> inline musaError_t musaGetSymbolAddress(void **devPtr, const __T &symbol) {
  return ::musaGetSymbolAddress(devPtr, helicon_detail::symbolAddress(symbol));
}
template <class __T> inline musaError_t musaGetSymbolSize(size_t *size, const __T &symbol) {
  return ::musaGetSymbolSize(size, helicon_detail::symbolAddress(symbol));
}
template <class __T>
inline musaError_t musaMemcpyToSymbol(const __T &symbol, const void *src, size_t count, size_t offset = 0,
                                      enum musaMemcpyKind kind = musaMemcpyHostToDevice) {
  return ::musaMemcpyToSymbol(helicon_detail::symbolAddress(symbol), src, count, offset, kind);
}
template <class __T>
inline musaError_t musaMemcpyToSymbolAsync(const __T &symbol, const void *src, size_t count, size_t offset = 0,
                                           enum musaMemcpyKind kind = musaMemcpyHostToDevice, musaStream_t stream = 0) {
  return ::musaMemcpyToSymbolAsync(helicon_detail::symbolAddress(symbol), src, count, offset, kind, stream);
}
template <class __T>
inline musaError_t musaMemcpyFromSymbol(void *dst, const __T &symbol, size_t count, size_t offset = 0,
                                        enum musaMemcpyKind kind = musaMemcpyDeviceToHost) {
  return ::musaMemcpyFromSymbol(dst, helicon_detail::symbolAddress(symbol), count, offset, kind);
}
template <class __T>
inline musaError_t musaMemcpyFromSymbolAsync(void *dst, const __T &symbol, size_t count, size_t offset = 0,
                                             enum musaMemcpyKind kind = musaMemcpyDeviceToHost,
                                             musaStream_t stream = 0) {
  return ::musaMemcpyFromSymbolAsync(dst, helicon_detail::symbolAddress(symbol), count, offset, kind, stream);
}

/* ---- texture and surface references ---- */
#if defined(__HELICON_MUSA_MODE__)
template <class __T, int kShape, enum musaTextureReadMode kMode> struct texture;
template <class __T, int kShape> struct surface;

template <class __T, int kShape, enum musaTextureReadMode kMode>
inline musaError_t musaBindTexture(size_t *offset, const texture<__T, kShape, kMode> &tex, const void *devPtr,
                                   const struct musaChannelFormatDesc &desc, size_t size = 0xffffffffu) {
  return ::musaBindTexture(offset, &tex, devPtr, &desc, size);
}
template <class __T, int kShape, enum musaTextureReadMode kMode>
inline musaError_t musaBindTexture(size_t *offset, const texture<__T, kShape, kMode> &tex, const void *devPtr,
                                   size_t size = 0xffffffffu) {
  return ::musaBindTexture(offset, &tex, devPtr, &tex.channelDesc, size);
}
template <class __T, int kShape, enum musaTextureReadMode kMode>
inline musaError_t musaBindTexture2D(size_t *offset, const texture<__T, kShape, kMode> &tex, const void *devPtr,
                                     const struct musaChannelFormatDesc &desc, size_t width, size_t height,
                                     size_t pitch) {
  return ::musaBindTexture2D(offset, &tex, devPtr, &desc, width, height, pitch);
}
template <class __T, int kShape, enum musaTextureReadMode kMode>
inline musaError_t musaBindTexture2D(size_t *offset, const texture<__T, kShape, kMode> &tex, const void *devPtr,
                                     size_t width, size_t height, size_t pitch) {
  return ::musaBindTexture2D(offset, &tex, devPtr, &tex.channelDesc, width, height, pitch);
}
template <class __T, int kShape, enum musaTextureReadMode kMode>
inline musaError_t musaBindTextureToArray(const texture<__T, kShape, kMode> &tex, musaArray_const_t array,
                                          const struct musaChannelFormatDesc &desc) {
  return ::musaBindTextureToArray(&tex, array, &desc);
}
template <class __T, int kShape, enum musaTextureReadMode kMode>
inline musaError_t musaBindTextureToArray(const texture<__T, kShape, kMode> &tex, musaArray_const_t array) {
  return ::musaBindTextureToArray(&tex, array, &tex.channelDesc);
}
template <class __T, int kShape, enum musaTextureReadMode kMode>
inline musaError_t musaBindTextureToMipmappedArray(const texture<__T, kShape, kMode> &tex,
                                                   musaMipmappedArray_const_t mipmappedArray) {
  return ::musaBindTextureToMipmappedArray(&tex, mipmappedArray, &tex.channelDesc);
}
template <class __T, int kShape, enum musaTextureReadMode kMode>
inline musaError_t musaUnbindTexture(const texture<__T, kShape, kMode> &tex) {
  return ::musaUnbindTexture(&tex);
}
template <class __T, int kShape, enum musaTextureReadMode kMode>
inline musaError_t musaGetTextureAlignmentOffset(size_t *offset, const texture<__T, kShape, kMode> &tex) {
  return ::musaGetTextureAlignmentOffset(offset, &tex);
}
template <class __T, int kShape>
inline musaError_t musaBindSurfaceToArray(const surface<__T, kShape> &surf, musaArray_const_t array) {
  return ::musaBindSurfaceToArray(&surf, array, nullptr);
}
#endif

/* ---- graphs: variables by name, and the forms of CUDA 12 and 13 ---- */
template <class __T>
inline musaError_t musaGraphAddMemcpyNodeToSymbol(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                                  const musaGraphNode_t *pDependencies, size_t numDependencies,
                                                  const __T &symbol, const void *src, size_t count, size_t offset,
                                                  enum musaMemcpyKind kind) {
  return ::musaGraphAddMemcpyNodeToSymbol(pGraphNode, graph, pDependencies, numDependencies,
                                          helicon_detail::symbolAddress(symbol), src, count, offset, kind);
}
template <class __T>
inline musaError_t musaGraphAddMemcpyNodeFromSymbol(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                                    const musaGraphNode_t *pDependencies, size_t numDependencies,
                                                    void *dst, const __T &symbol, size_t count, size_t offset,
                                                    enum musaMemcpyKind kind) {
  return ::musaGraphAddMemcpyNodeFromSymbol(pGraphNode, graph, pDependencies, numDependencies, dst,
                                            helicon_detail::symbolAddress(symbol), count, offset, kind);
}
template <class __T>
inline musaError_t musaGraphMemcpyNodeSetParamsToSymbol(musaGraphNode_t node, const __T &symbol, const void *src,
                                                        size_t count, size_t offset, enum musaMemcpyKind kind) {
  return ::musaGraphMemcpyNodeSetParamsToSymbol(node, helicon_detail::symbolAddress(symbol), src, count, offset, kind);
}
template <class __T>
inline musaError_t musaGraphMemcpyNodeSetParamsFromSymbol(musaGraphNode_t node, void *dst, const __T &symbol,
                                                          size_t count, size_t offset, enum musaMemcpyKind kind) {
  return ::musaGraphMemcpyNodeSetParamsFromSymbol(node, dst, helicon_detail::symbolAddress(symbol), count, offset,
                                                  kind);
}
template <class __T>
inline musaError_t musaGraphExecMemcpyNodeSetParamsToSymbol(musaGraphExec_t exec, musaGraphNode_t node,
                                                            const __T &symbol, const void *src, size_t count,
                                                            size_t offset, enum musaMemcpyKind kind) {
  return ::musaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, helicon_detail::symbolAddress(symbol), src, count,
                                                    offset, kind);
}
template <class __T>
inline musaError_t musaGraphExecMemcpyNodeSetParamsFromSymbol(musaGraphExec_t exec, musaGraphNode_t node, void *dst,
                                                              const __T &symbol, size_t count, size_t offset,
                                                              enum musaMemcpyKind kind) {
  return ::musaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, dst, helicon_detail::symbolAddress(symbol), count,
                                                      offset, kind);
}
inline musaError_t musaGraphInstantiate(musaGraphExec_t *pGraphExec, musaGraph_t graph, unsigned long long flags = 0) {
  return ::musaGraphInstantiateWithFlags(pGraphExec, graph, flags);
}
inline musaError_t musaGraphExecUpdate(musaGraphExec_t hGraphExec, musaGraph_t hGraph,
                                       musaGraphExecUpdateResultInfo *resultInfo) {
  if (!resultInfo)
    return musaErrorInvalidValue;
  resultInfo->errorFromNode = 0;
  return ::musaGraphExecUpdate(hGraphExec, hGraph, &resultInfo->errorNode, &resultInfo->result);
}
inline musaError_t musaGraphAddNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                    const musaGraphNode_t *pDependencies, const musaGraphEdgeData *dependencyData,
                                    size_t numDependencies, struct musaGraphNodeParams *nodeParams) {
  return ::musaGraphAddNode_v2(pGraphNode, graph, pDependencies, dependencyData, numDependencies, nodeParams);
}
inline musaError_t musaGraphAddDependencies(musaGraph_t graph, const musaGraphNode_t *from, const musaGraphNode_t *to,
                                            const musaGraphEdgeData *edgeData, size_t numDependencies) {
  return ::musaGraphAddDependencies_v2(graph, from, to, edgeData, numDependencies);
}
inline musaError_t musaGraphRemoveDependencies(musaGraph_t graph, const musaGraphNode_t *from,
                                               const musaGraphNode_t *to, const musaGraphEdgeData *edgeData,
                                               size_t numDependencies) {
  return ::musaGraphRemoveDependencies_v2(graph, from, to, edgeData, numDependencies);
}
inline musaError_t musaGraphGetEdges(musaGraph_t graph, musaGraphNode_t *from, musaGraphNode_t *to,
                                     musaGraphEdgeData *edgeData, size_t *numEdges) {
  return ::musaGraphGetEdges_v2(graph, from, to, edgeData, numEdges);
}
inline musaError_t musaGraphNodeGetDependencies(musaGraphNode_t node, musaGraphNode_t *pDependencies,
                                                musaGraphEdgeData *edgeData, size_t *pNumDependencies) {
  return ::musaGraphNodeGetDependencies_v2(node, pDependencies, edgeData, pNumDependencies);
}
inline musaError_t musaGraphNodeGetDependentNodes(musaGraphNode_t node, musaGraphNode_t *pDependentNodes,
                                                  musaGraphEdgeData *edgeData, size_t *pNumDependentNodes) {
  return ::musaGraphNodeGetDependentNodes_v2(node, pDependentNodes, edgeData, pNumDependentNodes);
}
inline musaError_t musaStreamGetCaptureInfo(musaStream_t stream, enum musaStreamCaptureStatus *captureStatus_out,
                                            unsigned long long *id_out, musaGraph_t *graph_out,
                                            const musaGraphNode_t **dependencies_out = 0,
                                            size_t *numDependencies_out = 0) {
  return ::musaStreamGetCaptureInfo_v2(stream, captureStatus_out, id_out, graph_out, dependencies_out,
                                       numDependencies_out);
}
inline musaError_t musaStreamGetCaptureInfo(musaStream_t stream, enum musaStreamCaptureStatus *captureStatus_out,
                                            unsigned long long *id_out, musaGraph_t *graph_out,
                                            const musaGraphNode_t **dependencies_out,
                                            const musaGraphEdgeData **edgeData_out, size_t *numDependencies_out) {
  return ::musaStreamGetCaptureInfo_v3(stream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out,
                                       numDependencies_out);
}
inline musaError_t musaStreamUpdateCaptureDependencies(musaStream_t stream, musaGraphNode_t *dependencies,
                                                       const musaGraphEdgeData *dependencyData, size_t numDependencies,
                                                       unsigned int flags) {
  return ::musaStreamUpdateCaptureDependencies_v2(stream, dependencies, dependencyData, numDependencies, flags);
}
template <class __T>
inline musaError_t musaUserObjectCreate(musaUserObject_t *object_out, __T *objectToWrap, unsigned int initialRefcount,
                                        unsigned int flags) {
  return ::musaUserObjectCreate(
      object_out, objectToWrap, [](void *object) { delete reinterpret_cast<__T *>(object); }, initialRefcount, flags);
}

/* ---- events ---- */
inline musaError_t musaEventCreate(musaEvent_t *event, unsigned int flags) {
  return ::musaEventCreateWithFlags(event, flags);
}

/* ---- kernels ---- */
template <class __T>
inline musaError_t musaLaunchKernel(__T *func, dim3 gridDim, dim3 blockDim, void **args, size_t sharedMem = 0,
                                    musaStream_t stream = 0) {
  return ::musaLaunchKernel(helicon_detail::functionAddress(func), gridDim, blockDim, args, sharedMem, stream);
}
template <class __T>
inline musaError_t musaLaunchCooperativeKernel(__T *func, dim3 gridDim, dim3 blockDim, void **args,
                                               size_t sharedMem = 0, musaStream_t stream = 0) {
  return ::musaLaunchCooperativeKernel(helicon_detail::functionAddress(func), gridDim, blockDim, args, sharedMem,
                                       stream);
}
template <class __T> inline musaError_t musaFuncGetAttributes(struct musaFuncAttributes *attr, __T *func) {
  return ::musaFuncGetAttributes(attr, helicon_detail::functionAddress(func));
}
template <class __T> inline musaError_t musaFuncSetAttribute(__T *func, enum musaFuncAttribute attr, int value) {
  return ::musaFuncSetAttribute(helicon_detail::functionAddress(func), attr, value);
}
template <class __T> inline musaError_t musaFuncSetCacheConfig(__T *func, enum musaFuncCache config) {
  return ::musaFuncSetCacheConfig(helicon_detail::functionAddress(func), config);
}
template <class __T> inline musaError_t musaFuncSetSharedMemConfig(__T *func, enum musaSharedMemConfig config) {
  return ::musaFuncSetSharedMemConfig(helicon_detail::functionAddress(func), config);
}
template <class __T> inline musaError_t musaFuncGetName(const char **name, __T *func) {
  return ::musaFuncGetName(name, helicon_detail::functionAddress(func));
}
template <class __T> inline musaError_t musaGetFuncBySymbol(musaFunction_t *function, __T *func) {
  return ::musaGetFuncBySymbol(function, helicon_detail::functionAddress(func));
}

/* ---- occupancy ---- */
template <class __T>
inline musaError_t musaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, __T *func, int blockSize,
                                                                 size_t dynamicSMemSize) {
  return ::musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, helicon_detail::functionAddress(func),
                                                                  blockSize, dynamicSMemSize, musaOccupancyDefault);
}
template <class __T>
inline musaError_t musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, __T *func, int blockSize,
                                                                          size_t dynamicSMemSize, unsigned int flags) {
  return ::musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, helicon_detail::functionAddress(func),
                                                                  blockSize, dynamicSMemSize, flags);
}
template <class __T>
inline musaError_t musaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, __T *func, int numBlocks,
                                                             int blockSize) {
  return ::musaOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, helicon_detail::functionAddress(func), numBlocks,
                                                     blockSize);
}

/* The block size that fills a multiprocessor best, and a grid that fills the device. `blockSizeToSMem` gives the
 * dynamic shared memory of a block size. Tries block sizes in steps of 32, the largest first; a size wins when more
 * threads than with any larger one are active. */
template <class SizeFunction, class __T>
inline musaError_t musaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *minGridSize, int *blockSize, __T *func,
                                                                           SizeFunction blockSizeToSMem,
                                                                           int blockSizeLimit = 0,
                                                                           unsigned int flags = 0) {
  if (!minGridSize || !blockSize || !func)
    return musaErrorInvalidValue;
  int device = 0, multiprocessors = 0, threadsPerMultiprocessor = 0;
  musaError_t status = ::musaGetDevice(&device);
  if (status == musaSuccess)
    status = ::musaDeviceGetAttribute(&multiprocessors, musaDevAttrMultiProcessorCount, device);
  if (status == musaSuccess)
    status = ::musaDeviceGetAttribute(&threadsPerMultiprocessor, musaDevAttrMaxThreadsPerMultiProcessor, device);
  struct musaFuncAttributes attributes;
  if (status == musaSuccess)
    status = ::musaFuncGetAttributes(&attributes, helicon_detail::functionAddress(func));
  if (status != musaSuccess)
    return status;
  int limit = attributes.maxThreadsPerBlock;
  if (blockSizeLimit > 0 && blockSizeLimit < limit)
    limit = blockSizeLimit;
  int bestThreads = 0;
  for (int size = limit; size > 0; size = (size - 1) / 32 * 32) {
    int blocks = 0;
    status = ::musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        &blocks, helicon_detail::functionAddress(func), size, static_cast<size_t>(blockSizeToSMem(size)), flags);
    if (status != musaSuccess)
      return status;
    if (blocks * size > bestThreads) {
      bestThreads = blocks * size;
      *blockSize = size;
      *minGridSize = blocks * multiprocessors;
    }
    if (bestThreads >= threadsPerMultiprocessor)
      break;
  }
  return bestThreads > 0 ? musaSuccess : musaErrorInvalidConfiguration;
}
template <class SizeFunction, class __T>
inline musaError_t musaOccupancyMaxPotentialBlockSizeVariableSMem(int *minGridSize, int *blockSize, __T *func,
                                                                  SizeFunction blockSizeToSMem,
                                                                  int blockSizeLimit = 0) {
  return musaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(minGridSize, blockSize, func, blockSizeToSMem,
                                                                 blockSizeLimit, 0);
}
namespace helicon_detail {
struct SameSharedMemory {
  size_t bytes;
  size_t operator()(int) const { return bytes; }
};
} // namespace helicon_detail
template <class __T>
inline musaError_t musaOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, __T *func,
                                                               size_t dynamicSMemSize = 0, int blockSizeLimit = 0,
                                                               unsigned int flags = 0) {
  return musaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      minGridSize, blockSize, func, helicon_detail::SameSharedMemory{dynamicSMemSize}, blockSizeLimit, flags);
}
template <class __T>
inline musaError_t musaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, __T *func,
                                                      size_t dynamicSMemSize = 0, int blockSizeLimit = 0) {
  return musaOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, func, dynamicSMemSize, blockSizeLimit, 0);
}

#endif
#endif
