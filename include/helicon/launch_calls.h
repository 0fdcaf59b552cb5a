// Launches with attributes, attributes of streams, and the driver's entries by name; for C and C++, included by
// musa_runtime_api.h.
#ifndef HELICON_LAUNCH_CALLS_H
#define HELICON_LAUNCH_CALLS_H

typedef struct musaLaunchAttribute_st {
  musaLaunchAttributeID id;
  char pad[8 - sizeof(musaLaunchAttributeID)];
  musaLaunchAttributeValue val;
} musaLaunchAttribute;

typedef struct musaLaunchConfig_st {
  dim3 gridDim;
  dim3 blockDim;
  size_t dynamicSmemBytes;
  musaStream_t stream;
  musaLaunchAttribute *attrs; /* may be null when numAttrs is 0 */
  unsigned int numAttrs;
} musaLaunchConfig_t;

#define musaStreamAttrID musaLaunchAttributeID
#define musaStreamAttrValue musaLaunchAttributeValue
#define musaStreamAttributeAccessPolicyWindow musaLaunchAttributeAccessPolicyWindow
#define musaStreamAttributeSynchronizationPolicy musaLaunchAttributeSynchronizationPolicy
#define musaStreamAttributePriority musaLaunchAttributePriority

enum musaDriverEntryPointQueryResult {
  musaDriverEntryPointSuccess = 0,
  musaDriverEntryPointSymbolNotFound = 1,
  musaDriverEntryPointVersionNotSufficent = 2
};
#define musaEnableDefault 0x0
#define musaEnableLegacyStream 0x1
#define musaEnablePerThreadDefaultStream 0x2

/* Cooperative, priority, access policy and the permission to overlap with the kernel before (which is never used) are
 * taken; clusters of more than one block are not supported. */
musaError_t MUSARTAPI musaLaunchKernelExC(const musaLaunchConfig_t *config, const void *func, void **args);
/* An access policy and a synchronization policy are kept and given back; a stream's priority is that of its making. */
musaError_t MUSARTAPI musaStreamSetAttribute(musaStream_t hStream, musaStreamAttrID attr,
                                             const musaStreamAttrValue *value);
musaError_t MUSARTAPI musaStreamGetAttribute(musaStream_t hStream, musaStreamAttrID attr,
                                             musaStreamAttrValue *value_out);
musaError_t MUSARTAPI musaStreamCopyAttributes(musaStream_t dst, musaStream_t src);
musaError_t MUSARTAPI musaCtxResetPersistingL2Cache(void);
musaError_t MUSARTAPI musaEventElapsedTime_v2(float *ms, musaEvent_t start, musaEvent_t end);

/* The newest form of a driver call, as muGetProcAddress gives it. */
musaError_t MUSARTAPI musaGetDriverEntryPoint(const char *symbol, void **funcPtr, unsigned long long flags);
musaError_t MUSARTAPI
musaGetDriverEntryPointByVersion(const char *symbol, void **funcPtr, unsigned int musaVersion, unsigned long long flags,
                                 enum musaDriverEntryPointQueryResult *driverStatus HELICON_DEFAULT(0));

#endif
