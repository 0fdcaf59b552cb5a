/* A tool in CUDA's spelling and in C: the names, and what is seen under them. */
#include <cuda_runtime_api.h>
#include <cupti.h>

#include <generated_cuda_meta.h>
#include <generated_cuda_runtime_api_meta.h>

#include <cupti_target.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAME(name, condition) typedef char name[(condition) ? 1 : -1]
SAME(call_data, sizeof(CUpti_CallbackData) == 72 && offsetof(CUpti_CallbackData, correlationId) == 64);
SAME(resource_data, sizeof(CUpti_ResourceData) == 24 && sizeof(CUpti_ModuleResourceData) == 24);
SAME(numbers, CUPTI_RUNTIME_TRACE_CBID_cudaMalloc_v3020 == 20 && CUPTI_DRIVER_TRACE_CBID_cuMemAlloc_v2 == 243);
SAME(initialised, CUPTI_CBID_RESOURCE_CU_INIT_FINISHED == 5 && CUPTI_CB_DOMAIN_NVTX == 5);

SAME(records, sizeof(CUpti_ActivityKernel9) == 208 && offsetof(CUpti_ActivitySynchronization, cudaEventId) == 36 &&
                  offsetof(CUpti_ActivityDevice4, isCudaVisible) == 144 && CUPTI_ACTIVITY_KIND_CUDA_EVENT == 36);

struct Seen {
  int calls;
  size_t size;
  CUresult result;
};

static void CUPTIAPI callback(void *mine, CUpti_CallbackDomain domain, CUpti_CallbackId cbid, const void *data) {
  struct Seen *seen = (struct Seen *)mine;
  const CUpti_CallbackData *call = (const CUpti_CallbackData *)data;
  seen->calls++;
  if (domain == CUPTI_CB_DOMAIN_RUNTIME_API && cbid == CUPTI_RUNTIME_TRACE_CBID_cudaMalloc_v3020)
    seen->size = ((const cudaMalloc_v3020_params *)call->functionParams)->size;
  if (domain == CUPTI_CB_DOMAIN_DRIVER_API && cbid == CUPTI_DRIVER_TRACE_CBID_cuMemFree_v2 &&
      call->callbackSite == CUPTI_API_EXIT)
    seen->result = *(const CUresult *)call->functionReturnValue;
}

static unsigned waits;
static void CUPTIAPI requested(uint8_t **buffer, size_t *size, size_t *maxNumRecords) {
  *size = 4096;
  *maxNumRecords = 0;
  *buffer = (uint8_t *)malloc(*size);
}
static void CUPTIAPI completed(CUcontext context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid) {
  CUpti_Activity *record = NULL;
  (void)context, (void)stream, (void)size;
  while (cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS)
    waits += record->kind == CUPTI_ACTIVITY_KIND_SYNCHRONIZATION &&
             ((CUpti_ActivitySynchronization *)record)->type == CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE;
  free(buffer);
}

int main(void) {
  struct Seen seen = {0, 0, CUDA_ERROR_UNKNOWN};
  CUpti_SubscriberHandle subscriber;
  const char *name = NULL;
  void *p = NULL;
  if (cuptiSubscribe(&subscriber, callback, &seen) != CUPTI_SUCCESS ||
      cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API) != CUPTI_SUCCESS ||
      cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API) != CUPTI_SUCCESS)
    return 1;
  if (cudaMalloc(&p, 4096) != cudaSuccess || cuMemFree((CUdeviceptr)(size_t)p) != CUDA_SUCCESS)
    return 2;
  if (seen.calls != 4 || seen.size != 4096 || seen.result != CUDA_SUCCESS)
    return 3;
  if (cuptiUnsubscribe(subscriber) != CUPTI_SUCCESS || cuptiUnsubscribe(subscriber) != CUPTI_ERROR_INVALID_PARAMETER)
    return 4;
  if (cuptiGetResultString(CUPTI_ERROR_DISABLED, &name) != CUPTI_SUCCESS || strcmp(name, "MUPTI_ERROR_DISABLED") != 0)
    return 5;
  if (cuptiActivityRegisterCallbacks(requested, completed) != CUPTI_SUCCESS ||
      cuptiActivityEnable(CUPTI_ACTIVITY_KIND_SYNCHRONIZATION) != CUPTI_SUCCESS ||
      cudaDeviceSynchronize() != cudaSuccess ||
      cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED) != CUPTI_SUCCESS || waits != 1)
    return 6;
  return 0;
}
