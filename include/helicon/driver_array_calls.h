/* The driver API's calls on arrays, textures, surfaces and their references, and its calls of CUDA's first versions,
 * which set a launch up piece by piece. Included by musa.h, whose rules hold: all of them need a current context. */
#ifndef HELICON_DRIVER_ARRAY_CALLS_H
#define HELICON_DRIVER_ARRAY_CALLS_H

/* ---- the exported names ---- */
#define muArrayCreate muArrayCreate_v2
#define muArrayGetDescriptor muArrayGetDescriptor_v2
#define muArray3DCreate muArray3DCreate_v2
#define muArray3DGetDescriptor muArray3DGetDescriptor_v2
#define muTexRefSetAddress muTexRefSetAddress_v2
#define muTexRefSetAddress2D muTexRefSetAddress2D_v3
#define muTexRefGetAddress muTexRefGetAddress_v2
#define muMemcpyHtoA HELICON_PTDS(muMemcpyHtoA_v2)
#define muMemcpyAtoH HELICON_PTDS(muMemcpyAtoH_v2)
#define muMemcpyDtoA HELICON_PTDS(muMemcpyDtoA_v2)
#define muMemcpyAtoD HELICON_PTDS(muMemcpyAtoD_v2)
#define muMemcpyAtoA HELICON_PTDS(muMemcpyAtoA_v2)
#define muMemcpyHtoAAsync HELICON_PTSZ(muMemcpyHtoAAsync_v2)
#define muMemcpyAtoHAsync HELICON_PTSZ(muMemcpyAtoHAsync_v2)
#define muMemcpy3D HELICON_PTDS(muMemcpy3D_v2)
#define muMemcpy3DAsync HELICON_PTSZ(muMemcpy3DAsync_v2)
#ifdef MUSA_API_PER_THREAD_DEFAULT_STREAM
#define muMemcpy3DPeer muMemcpy3DPeer_ptds
#define muMemcpy3DPeerAsync muMemcpy3DPeerAsync_ptsz
#define muStreamWaitValue32 muStreamWaitValue32_ptsz
#define muStreamWaitValue64 muStreamWaitValue64_ptsz
#define muStreamWriteValue32 muStreamWriteValue32_ptsz
#define muStreamWriteValue64 muStreamWriteValue64_ptsz
#define muStreamBatchMemOp muStreamBatchMemOp_ptsz
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- arrays ---- */
MUresult MUSAAPI muArrayCreate(MUarray *pHandle, const MUSA_ARRAY_DESCRIPTOR *pAllocateArray);
MUresult MUSAAPI muArrayGetDescriptor(MUSA_ARRAY_DESCRIPTOR *pArrayDescriptor, MUarray hArray);
MUresult MUSAAPI muArray3DCreate(MUarray *pHandle, const MUSA_ARRAY3D_DESCRIPTOR *pAllocateArray);
MUresult MUSAAPI muArray3DGetDescriptor(MUSA_ARRAY3D_DESCRIPTOR *pArrayDescriptor, MUarray hArray);
MUresult MUSAAPI muArrayDestroy(MUarray hArray);
MUresult MUSAAPI muMipmappedArrayCreate(MUmipmappedArray *pHandle, const MUSA_ARRAY3D_DESCRIPTOR *pMipmappedArrayDesc,
                                        unsigned int numMipmapLevels);
MUresult MUSAAPI muMipmappedArrayGetLevel(MUarray *pLevelArray, MUmipmappedArray hMipmappedArray, unsigned int level);
MUresult MUSAAPI muMipmappedArrayDestroy(MUmipmappedArray hMipmappedArray);
/* No array here has several planes, is sparse or is mapped later, so these give MUSA_ERROR_INVALID_VALUE, as for such
 * an array anywhere. */
MUresult MUSAAPI muArrayGetPlane(MUarray *pPlaneArray, MUarray hArray, unsigned int planeIdx);
MUresult MUSAAPI muArrayGetSparseProperties(MUSA_ARRAY_SPARSE_PROPERTIES *sparseProperties, MUarray array);
MUresult MUSAAPI muMipmappedArrayGetSparseProperties(MUSA_ARRAY_SPARSE_PROPERTIES *sparseProperties,
                                                     MUmipmappedArray mipmap);
MUresult MUSAAPI muArrayGetMemoryRequirements(MUSA_ARRAY_MEMORY_REQUIREMENTS *memoryRequirements, MUarray array,
                                              MUdevice device);
MUresult MUSAAPI muMipmappedArrayGetMemoryRequirements(MUSA_ARRAY_MEMORY_REQUIREMENTS *memoryRequirements,
                                                       MUmipmappedArray mipmap, MUdevice device);
MUresult MUSAAPI muDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements, MUarray_format format,
                                                    unsigned numChannels, MUdevice dev);

/* ---- copies; offsets in bytes ---- */
MUresult MUSAAPI muMemcpyHtoA(MUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount);
MUresult MUSAAPI muMemcpyAtoH(void *dstHost, MUarray srcArray, size_t srcOffset, size_t ByteCount);
MUresult MUSAAPI muMemcpyDtoA(MUarray dstArray, size_t dstOffset, MUdeviceptr srcDevice, size_t ByteCount);
MUresult MUSAAPI muMemcpyAtoD(MUdeviceptr dstDevice, MUarray srcArray, size_t srcOffset, size_t ByteCount);
MUresult MUSAAPI muMemcpyAtoA(MUarray dstArray, size_t dstOffset, MUarray srcArray, size_t srcOffset, size_t ByteCount);
MUresult MUSAAPI muMemcpyHtoAAsync(MUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount,
                                   MUstream hStream);
MUresult MUSAAPI muMemcpyAtoHAsync(void *dstHost, MUarray srcArray, size_t srcOffset, size_t ByteCount,
                                   MUstream hStream);
MUresult MUSAAPI muMemcpy3D(const MUSA_MEMCPY3D *pCopy);
MUresult MUSAAPI muMemcpy3DAsync(const MUSA_MEMCPY3D *pCopy, MUstream hStream);
MUresult MUSAAPI muMemcpy3DPeer(const MUSA_MEMCPY3D_PEER *pCopy);
MUresult MUSAAPI muMemcpy3DPeerAsync(const MUSA_MEMCPY3D_PEER *pCopy, MUstream hStream);

/* ---- texture and surface objects ---- */
MUresult MUSAAPI muTexObjectCreate(MUtexObject *pTexObject, const MUSA_RESOURCE_DESC *pResDesc,
                                   const MUSA_TEXTURE_DESC *pTexDesc, const MUSA_RESOURCE_VIEW_DESC *pResViewDesc);
MUresult MUSAAPI muTexObjectDestroy(MUtexObject texObject);
MUresult MUSAAPI muTexObjectGetResourceDesc(MUSA_RESOURCE_DESC *pResDesc, MUtexObject texObject);
MUresult MUSAAPI muTexObjectGetTextureDesc(MUSA_TEXTURE_DESC *pTexDesc, MUtexObject texObject);
MUresult MUSAAPI muTexObjectGetResourceViewDesc(MUSA_RESOURCE_VIEW_DESC *pResViewDesc, MUtexObject texObject);
MUresult MUSAAPI muSurfObjectCreate(MUsurfObject *pSurfObject, const MUSA_RESOURCE_DESC *pResDesc);
MUresult MUSAAPI muSurfObjectDestroy(MUsurfObject surfObject);
MUresult MUSAAPI muSurfObjectGetResourceDesc(MUSA_RESOURCE_DESC *pResDesc, MUsurfObject surfObject);

/* ---- texture references: what is set takes effect at the next launch of a kernel of their module ---- */
MUresult MUSAAPI muModuleGetTexRef(MUtexref *pTexRef, MUmodule hmod, const char *name);
MUresult MUSAAPI muTexRefCreate(MUtexref *pTexRef); /* of no module */
MUresult MUSAAPI muTexRefDestroy(MUtexref hTexRef);
MUresult MUSAAPI muTexRefSetArray(MUtexref hTexRef, MUarray hArray, unsigned int Flags);
MUresult MUSAAPI muTexRefSetMipmappedArray(MUtexref hTexRef, MUmipmappedArray hMipmappedArray, unsigned int Flags);
MUresult MUSAAPI muTexRefSetAddress(size_t *ByteOffset, MUtexref hTexRef, MUdeviceptr dptr, size_t bytes);
MUresult MUSAAPI muTexRefSetAddress2D(MUtexref hTexRef, const MUSA_ARRAY_DESCRIPTOR *desc, MUdeviceptr dptr,
                                      size_t Pitch);
MUresult MUSAAPI muTexRefSetFormat(MUtexref hTexRef, MUarray_format fmt, int NumPackedComponents);
MUresult MUSAAPI muTexRefSetAddressMode(MUtexref hTexRef, int dim, MUaddress_mode am);
MUresult MUSAAPI muTexRefSetFilterMode(MUtexref hTexRef, MUfilter_mode fm);
MUresult MUSAAPI muTexRefSetMipmapFilterMode(MUtexref hTexRef, MUfilter_mode fm);
MUresult MUSAAPI muTexRefSetMipmapLevelBias(MUtexref hTexRef, float bias);
MUresult MUSAAPI muTexRefSetMipmapLevelClamp(MUtexref hTexRef, float minMipmapLevelClamp, float maxMipmapLevelClamp);
MUresult MUSAAPI muTexRefSetMaxAnisotropy(MUtexref hTexRef, unsigned int maxAniso);
MUresult MUSAAPI muTexRefSetBorderColor(MUtexref hTexRef, float *pBorderColor);
MUresult MUSAAPI muTexRefSetFlags(MUtexref hTexRef, unsigned int Flags);
MUresult MUSAAPI muTexRefGetArray(MUarray *phArray, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetMipmappedArray(MUmipmappedArray *phMipmappedArray, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetAddress(MUdeviceptr *pdptr, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetFormat(MUarray_format *pFormat, int *pNumChannels, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetAddressMode(MUaddress_mode *pam, MUtexref hTexRef, int dim);
MUresult MUSAAPI muTexRefGetFilterMode(MUfilter_mode *pfm, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetMipmapFilterMode(MUfilter_mode *pfm, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetMipmapLevelBias(float *pbias, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetMipmapLevelClamp(float *pminMipmapLevelClamp, float *pmaxMipmapLevelClamp,
                                             MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetMaxAnisotropy(int *pmaxAniso, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetBorderColor(float *pBorderColor, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetFlags(unsigned int *pFlags, MUtexref hTexRef);

/* ---- surface references ---- */
MUresult MUSAAPI muModuleGetSurfRef(MUsurfref *pSurfRef, MUmodule hmod, const char *name);
MUresult MUSAAPI muSurfRefCreate(MUsurfref *pSurfRef); /* of no module */
MUresult MUSAAPI muSurfRefDestroy(MUsurfref hSurfRef);
MUresult MUSAAPI muSurfRefSetArray(MUsurfref hSurfRef, MUarray hArray, unsigned int Flags);
MUresult MUSAAPI muSurfRefGetArray(MUarray *phArray, MUsurfref hSurfRef);
MUresult MUSAAPI muSurfRefSetFormat(MUsurfref hSurfRef, MUarray_format fmt, int NumPackedComponents);
MUresult MUSAAPI muSurfRefGetFormat(MUarray_format *pFormat, int *pNumChannels, MUsurfref hSurfRef);

/* ---- launches piece by piece: what is set stays with the function ---- */
MUresult MUSAAPI muFuncSetBlockShape(MUfunction hfunc, int x, int y, int z);
MUresult MUSAAPI muFuncSetSharedSize(MUfunction hfunc, unsigned int bytes);
MUresult MUSAAPI muParamSetSize(MUfunction hfunc, unsigned int numbytes);
MUresult MUSAAPI muParamSeti(MUfunction hfunc, int offset, unsigned int value);
MUresult MUSAAPI muParamSetf(MUfunction hfunc, int offset, float value);
MUresult MUSAAPI muParamSetv(MUfunction hfunc, int offset, void *ptr, unsigned int numbytes);
MUresult MUSAAPI muParamSetTexRef(MUfunction hfunc, int texunit, MUtexref hTexRef);
MUresult MUSAAPI muLaunch(MUfunction f);
MUresult MUSAAPI muLaunchGrid(MUfunction f, int grid_width, int grid_height);
MUresult MUSAAPI muLaunchGridAsync(MUfunction f, int grid_width, int grid_height, MUstream hStream);

/* ---- words in memory, in the order of a stream: naturally aligned, in device or pinned memory ---- */
MUresult MUSAAPI muStreamWaitValue32(MUstream stream, MUdeviceptr addr, muuint32_t value, unsigned int flags);
MUresult MUSAAPI muStreamWaitValue64(MUstream stream, MUdeviceptr addr, muuint64_t value, unsigned int flags);
MUresult MUSAAPI muStreamWriteValue32(MUstream stream, MUdeviceptr addr, muuint32_t value, unsigned int flags);
MUresult MUSAAPI muStreamWriteValue64(MUstream stream, MUdeviceptr addr, muuint64_t value, unsigned int flags);
MUresult MUSAAPI muStreamBatchMemOp(MUstream stream, unsigned int count, MUstreamBatchMemOpParams *paramArray,
                                    unsigned int flags); /* at most 256, in their order */

#ifdef __cplusplus
}
#endif

#endif
