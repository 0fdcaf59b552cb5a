// What musaGetDeviceProperties tells of a device. The order of the fields is part of the binary interface: programs
// read it through dlopen with a struct of their own. Sizes are in bytes, clocks in kHz, bus widths in bits; a flag is
// 1 where the device has the ability.
#ifndef HELICON_DEVICE_PROP_H
#define HELICON_DEVICE_PROP_H

#include <stddef.h>

struct MUuuid_st {
  char bytes[16];
};
typedef struct MUuuid_st MUuuid;
typedef struct MUuuid_st musaUUID_t;

struct musaDeviceProp {
  char name[256];
  musaUUID_t uuid;
  char luid[8];                    /* Windows only: zero here */
  unsigned int luidDeviceNodeMask; /* Windows only: zero here */
  size_t totalGlobalMem;
  size_t sharedMemPerBlock; /* without opting in; see sharedMemPerBlockOptin */
  int regsPerBlock;         /* registers of 32 bits */
  int warpSize;             /* as the card reports it: 128 before mp_31, though exchanges work on 32 lanes */
  size_t memPitch;          /* largest pitch of a copy */
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int clockRate;
  size_t totalConstMem;
  int major; /* mp_31 is 3.1 */
  int minor;
  size_t textureAlignment;
  size_t texturePitchAlignment;
  int deviceOverlap;
  int multiProcessorCount;
  int kernelExecTimeoutEnabled;
  int integrated;
  int canMapHostMemory;
  int computeMode; /* enum musaComputeMode */
  int maxTexture1D;
  int maxTexture1DMipmap;
  int maxTexture1DLinear;
  int maxTexture2D[2];
  int maxTexture2DMipmap[2];
  int maxTexture2DLinear[3]; /* width, height, pitch */
  int maxTexture2DGather[2];
  int maxTexture3D[3];
  int maxTexture3DAlt[3];
  int maxTextureCubemap;
  int maxTexture1DLayered[2];
  int maxTexture2DLayered[3];
  int maxTextureCubemapLayered[2];
  int maxSurface1D;
  int maxSurface2D[2];
  int maxSurface3D[3];
  int maxSurface1DLayered[2];
  int maxSurface2DLayered[3];
  int maxSurfaceCubemap;
  int maxSurfaceCubemapLayered[2];
  size_t surfaceAlignment;
  int concurrentKernels;
  int ECCEnabled;
  int pciBusID;
  int pciDeviceID;
  int pciDomainID;
  int tccDriver;
  int asyncEngineCount;
  int unifiedAddressing;
  int memoryClockRate;
  int memoryBusWidth;
  int l2CacheSize;
  int persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor;
  int streamPrioritiesSupported;
  int globalL1CacheSupported;
  int localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor;
  int managedMemory;
  int isMultiGpuBoard;
  int multiGpuBoardGroupID;
  int hostNativeAtomicSupported;
  int singleToDoublePrecisionPerfRatio;
  int pageableMemoryAccess;
  int concurrentManagedAccess;
  int computePreemptionSupported;
  int canUseHostPointerForRegisteredMem;
  int cooperativeLaunch;
  int cooperativeMultiDeviceLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables;
  int directManagedMemAccessFromHost;
  int maxBlocksPerMultiProcessor;
  int accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
};

#endif
