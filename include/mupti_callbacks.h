// muPTI's callbacks: a subscriber hears of calls of both APIs as they begin and end, of objects that are made and go,
// and of waits that are over. C and C++. docs/mupti.md tells what Helicon reports.
#ifndef MUPTI_CALLBACKS_H
#define MUPTI_CALLBACKS_H

#include "musa.h"

#include "mupti_driver_cbid.h"
#include "mupti_result.h"
#include "mupti_runtime_cbid.h"

#include <stddef.h>
#include <stdint.h>

typedef enum MUpti_ApiCallbackSite_enum {
  MUPTI_API_ENTER = 0,
  MUPTI_API_EXIT = 1,
  MUPTI_API_CBSITE_FORCE_INT = 0x7fffffff
} MUpti_ApiCallbackSite;

typedef enum MUpti_CallbackDomain_enum {
  MUPTI_CB_DOMAIN_INVALID = 0,
  MUPTI_CB_DOMAIN_DRIVER_API = 1,  /* ids: MUpti_driver_api_trace_cbid */
  MUPTI_CB_DOMAIN_RUNTIME_API = 2, /* ids: MUpti_runtime_api_trace_cbid */
  MUPTI_CB_DOMAIN_RESOURCE = 3,    /* ids: MUpti_CallbackIdResource */
  MUPTI_CB_DOMAIN_SYNCHRONIZE = 4, /* ids: MUpti_CallbackIdSync */
  MUPTI_CB_DOMAIN_MTTX = 5,        /* not reported */
  MUPTI_CB_DOMAIN_STATE = 6,       /* not reported */
  MUPTI_CB_DOMAIN_SIZE = 7,
  MUPTI_CB_DOMAIN_FORCE_INT = 0x7fffffff
} MUpti_CallbackDomain;

typedef enum MUpti_CallbackIdResource_enum {
  MUPTI_CBID_RESOURCE_INVALID = 0,
  MUPTI_CBID_RESOURCE_CONTEXT_CREATED = 1,
  MUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING = 2,
  MUPTI_CBID_RESOURCE_STREAM_CREATED = 3,
  MUPTI_CBID_RESOURCE_STREAM_DESTROY_STARTING = 4,
  MUPTI_CBID_RESOURCE_MU_INIT_FINISHED = 5,
  MUPTI_CBID_RESOURCE_MODULE_LOADED = 6,
  MUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING = 7,
  MUPTI_CBID_RESOURCE_MODULE_PROFILED = 8,
  MUPTI_CBID_RESOURCE_GRAPH_CREATED = 9,
  MUPTI_CBID_RESOURCE_GRAPH_DESTROY_STARTING = 10,
  MUPTI_CBID_RESOURCE_GRAPH_CLONED = 11,
  MUPTI_CBID_RESOURCE_GRAPHNODE_CREATE_STARTING = 12,
  MUPTI_CBID_RESOURCE_GRAPHNODE_CREATED = 13,
  MUPTI_CBID_RESOURCE_GRAPHNODE_DESTROY_STARTING = 14,
  MUPTI_CBID_RESOURCE_GRAPHNODE_DEPENDENCY_CREATED = 15,
  MUPTI_CBID_RESOURCE_GRAPHNODE_DEPENDENCY_DESTROY_STARTING = 16,
  MUPTI_CBID_RESOURCE_GRAPHEXEC_CREATE_STARTING = 17,
  MUPTI_CBID_RESOURCE_GRAPHEXEC_CREATED = 18,
  MUPTI_CBID_RESOURCE_GRAPHEXEC_DESTROY_STARTING = 19,
  MUPTI_CBID_RESOURCE_GRAPHNODE_CLONED = 20,
  MUPTI_CBID_RESOURCE_SIZE = 21,
  MUPTI_CBID_RESOURCE_FORCE_INT = 0x7fffffff
} MUpti_CallbackIdResource;

typedef enum MUpti_CallbackIdSync_enum {
  MUPTI_CBID_SYNCHRONIZE_INVALID = 0,
  MUPTI_CBID_SYNCHRONIZE_STREAM_SYNCHRONIZED = 1,
  MUPTI_CBID_SYNCHRONIZE_CONTEXT_SYNCHRONIZED = 2,
  MUPTI_CBID_SYNCHRONIZE_SIZE = 3,
  MUPTI_CBID_SYNCHRONIZE_FORCE_INT = 0x7fffffff
} MUpti_CallbackIdSync;

/* A call. What it points to is there during the callback; the function's name stays. */
typedef struct {
  MUpti_ApiCallbackSite callbackSite;
  const char *functionName;
  const void *functionParams; /* `<callback>_params` of generated_musa_*_meta.h; null when the call has none */
  void *functionReturnValue;  /* at MUPTI_API_EXIT; null before */
  const char *symbolName;     /* of launches: the kernel's name in its object file; null for other calls */
  MUcontext context;          /* current to the thread; null without one */
  uint32_t contextUid;        /* 0 without a context */
  uint64_t *correlationData;  /* the subscriber's own word, from enter to exit of the same call */
  uint32_t correlationId;     /* of this call, and of the records that come of it */
} MUpti_CallbackData;

typedef struct {
  MUcontext context;
  union {
    MUstream stream; /* of STREAM_* */
  } resourceHandle;
  void *resourceDescriptor; /* of MODULE_*: a MUpti_ModuleResourceData */
} MUpti_ResourceData;

typedef struct {
  uint32_t moduleId;
  size_t cubinSize;   /* bytes */
  const char *pCubin; /* the device code as Helicon holds it, which is none of the SDK's formats */
} MUpti_ModuleResourceData;

typedef struct {
  MUcontext context;
  MUstream stream; /* null for a whole context */
} MUpti_SynchronizeData;

typedef uint32_t MUpti_CallbackId;
typedef MUpti_CallbackDomain *MUpti_DomainTable;
typedef struct MUpti_Subscriber_st *MUpti_SubscriberHandle;
/* `cbdata`: MUpti_CallbackData, MUpti_ResourceData or MUpti_SynchronizeData, as the domain says. It is called on the
 * thread that makes the call; it may call the API, and does not hear of that. */
typedef void(MUPTIAPI *MUpti_CallbackFunc)(void *userdata, MUpti_CallbackDomain domain, MUpti_CallbackId cbid,
                                           const void *cbdata);

#ifdef __cplusplus
extern "C" {
#endif

/* One subscriber at a time, else MUPTI_ERROR_MAX_LIMIT_REACHED. Nothing is enabled at first. */
MUptiResult MUPTIAPI muptiSubscribe(MUpti_SubscriberHandle *subscriber, MUpti_CallbackFunc callback, void *userdata);
/* No callback begins after it; one that another thread is in may still end. */
MUptiResult MUPTIAPI muptiUnsubscribe(MUpti_SubscriberHandle subscriber);
MUptiResult MUPTIAPI muptiGetCallbackState(uint32_t *enable, MUpti_SubscriberHandle subscriber,
                                           MUpti_CallbackDomain domain, MUpti_CallbackId cbid);
MUptiResult MUPTIAPI muptiEnableCallback(uint32_t enable, MUpti_SubscriberHandle subscriber,
                                         MUpti_CallbackDomain domain, MUpti_CallbackId cbid);
MUptiResult MUPTIAPI muptiEnableDomain(uint32_t enable, MUpti_SubscriberHandle subscriber, MUpti_CallbackDomain domain);
MUptiResult MUPTIAPI muptiEnableAllDomains(uint32_t enable, MUpti_SubscriberHandle subscriber);
/* The domains that are reported; the table is the library's. */
MUptiResult MUPTIAPI muptiSupportedDomains(size_t *domainCount, MUpti_DomainTable *domainTable);
MUptiResult MUPTIAPI muptiGetCallbackName(MUpti_CallbackDomain domain, uint32_t cbid, const char **name);

/* Takes muPTI away from the process, until it is called again. */
MUptiResult MUPTIAPI muptiFinalize(void);
/* The ordinal of a context's device; null is the current one. */
MUptiResult MUPTIAPI muptiGetDeviceId(MUcontext context, uint32_t *deviceId);

#ifdef __cplusplus
}
#endif

#endif
