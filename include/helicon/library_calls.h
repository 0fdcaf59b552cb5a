/* Libraries: code that the program loads itself, for all devices. Part of musa_runtime_api.h. musaLaunchKernel takes a
 * musaKernel_t, cast, in place of a host function. */
#ifndef HELICON_LIBRARY_CALLS_H
#define HELICON_LIBRARY_CALLS_H

/* Those that steer a real chip's compiler do nothing. */
typedef enum musaJitOption {
  musaJitMaxRegisters = 0,
  musaJitThreadsPerBlock = 1,
  musaJitWallTime = 2,
  musaJitInfoLogBuffer = 3,
  musaJitInfoLogBufferSizeBytes = 4,
  musaJitErrorLogBuffer = 5,
  musaJitErrorLogBufferSizeBytes = 6,
  musaJitOptimizationLevel = 7,
  musaJitFallbackStrategy = 10,
  musaJitGenerateDebugInfo = 11,
  musaJitLogVerbose = 12,
  musaJitGenerateLineInfo = 13,
  musaJitCacheMode = 14,
  musaJitPositionIndependentCode = 30,
  musaJitMinCtaPerSm = 31,
  musaJitMaxThreadsPerBlock = 32,
  musaJitOverrideDirectiveValues = 33
} musaJitOption;

typedef enum musaLibraryOption {
  musaLibraryHostUniversalFunctionAndDataTable = 0, /* not supported */
  musaLibraryBinaryIsPreserved = 1
} musaLibraryOption;

musaError_t MUSARTAPI musaLibraryLoadData(musaLibrary_t *library, const void *code, musaJitOption *jitOptions,
                                          void **jitOptionsValues, unsigned int numJitOptions,
                                          musaLibraryOption *libraryOptions, void **libraryOptionValues,
                                          unsigned int numLibraryOptions);
musaError_t MUSARTAPI musaLibraryLoadFromFile(musaLibrary_t *library, const char *fileName, musaJitOption *jitOptions,
                                              void **jitOptionsValues, unsigned int numJitOptions,
                                              musaLibraryOption *libraryOptions, void **libraryOptionValues,
                                              unsigned int numLibraryOptions);
musaError_t MUSARTAPI musaLibraryUnload(musaLibrary_t library);
musaError_t MUSARTAPI musaLibraryGetKernel(musaKernel_t *pKernel, musaLibrary_t library, const char *name);
musaError_t MUSARTAPI musaLibraryGetKernelCount(unsigned int *count, musaLibrary_t lib);
musaError_t MUSARTAPI musaLibraryEnumerateKernels(musaKernel_t *kernels, unsigned int numKernels, musaLibrary_t lib);
musaError_t MUSARTAPI musaLibraryGetGlobal(void **dptr, size_t *bytes, musaLibrary_t library, const char *name);
musaError_t MUSARTAPI musaLibraryGetManaged(void **dptr, size_t *bytes, musaLibrary_t library, const char *name);
musaError_t MUSARTAPI musaLibraryGetUnifiedFunction(void **fptr, musaLibrary_t library, const char *symbol);
musaError_t MUSARTAPI musaKernelSetAttributeForDevice(musaKernel_t kernel, enum musaFuncAttribute attr, int value,
                                                      int device);
musaError_t MUSARTAPI musaGetKernel(musaKernel_t *kernelPtr, const void *entryFuncAddr);
musaError_t MUSARTAPI musaFuncGetParamInfo(const void *func, size_t paramIndex, size_t *paramOffset, size_t *paramSize);

#endif
