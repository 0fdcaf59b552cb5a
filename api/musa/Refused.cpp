// Calls that exist and refuse: tests/api/names/refused.txt says why. Those that are not declared in a header have no
// publicly documented parameters, or structures that only make sense on a chip.
#include "api/musa/Entry.h"

using namespace helicon;

#define HELICON_REFUSED(name)                                                                                          \
  HELICON_API MUresult name(void) {                                                                                    \
    return musa::withContext(__func__, [](Context &) { return Status::NotSupported; });                                \
  }

HELICON_REFUSED(muImportExternalMemory)
HELICON_REFUSED(muExternalMemoryGetMappedBuffer)
HELICON_REFUSED(muExternalMemoryGetMappedMipmappedArray)
HELICON_REFUSED(muDestroyExternalMemory)
HELICON_REFUSED(muImportExternalSemaphore)
HELICON_REFUSED(muDestroyExternalSemaphore)
HELICON_REFUSED(muSignalExternalSemaphoresAsync)
HELICON_REFUSED(muSignalExternalSemaphoresAsync_ptsz)
HELICON_REFUSED(muWaitExternalSemaphoresAsync)
HELICON_REFUSED(muWaitExternalSemaphoresAsync_ptsz)
HELICON_REFUSED(muDeviceGetMtSciSyncAttributes)
HELICON_REFUSED(muLaunchCooperativeKernelMultiDevice)
HELICON_REFUSED(muFlushGPUDirectRDMAWrites)
HELICON_REFUSED(muGetExportTable)
HELICON_REFUSED(muProfilerInitialize)
HELICON_REFUSED(muBinaryFree)
HELICON_REFUSED(muCompilePtx)
HELICON_REFUSED(muNNSetAllocator)
HELICON_REFUSED(muStreamSetFlags)
HELICON_REFUSED(muMemoryTransferBatchAsync)
HELICON_REFUSED(muTensorDescriptorEncode)
HELICON_REFUSED(muTensorMapEncodeTiled)
HELICON_REFUSED(muTensorMapEncodeIm2col)
HELICON_REFUSED(muDeviceGetDevResource)
HELICON_REFUSED(muDevSmResourceSplitByCount)
HELICON_REFUSED(muDevResourceGenerateDesc)
HELICON_REFUSED(muGreenCtxCreate)
HELICON_REFUSED(muGreenCtxDestroy)
HELICON_REFUSED(muGreenCtxGetDevResource)
HELICON_REFUSED(muGreenCtxStreamCreate)
HELICON_REFUSED(muGreenCtxRecordEvent)
HELICON_REFUSED(muGreenCtxWaitEvent)
HELICON_REFUSED(muStreamGetGreenCtx)
