// Calls that exist and refuse: tests/api/names/refused.txt says why. Those that are not declared in a header have no
// publicly documented parameters.
#include "api/musart/Entry.h"

using namespace helicon;

namespace {
musaError_t refused(const char *function) {
  return musart::withContext(function, [](Context &) { return Status::NotSupported; });
}
} // namespace

#define HELICON_REFUSED(name, parameters)                                                                              \
  HELICON_API musaError_t name parameters { return refused(__func__); }
#define HELICON_REFUSED_STREAM(name, suffix, parameters)                                                               \
  HELICON_REFUSED(name, parameters)                                                                                    \
  HELICON_REFUSED(name##suffix, parameters)

HELICON_REFUSED(musaImportExternalMemory, (musaExternalMemory_t *, const musaExternalMemoryHandleDesc *))
HELICON_REFUSED(musaExternalMemoryGetMappedBuffer,
                (void **, musaExternalMemory_t, const musaExternalMemoryBufferDesc *))
HELICON_REFUSED(musaExternalMemoryGetMappedMipmappedArray,
                (musaMipmappedArray_t *, musaExternalMemory_t, const musaExternalMemoryMipmappedArrayDesc *))
HELICON_REFUSED(musaDestroyExternalMemory, (musaExternalMemory_t))
HELICON_REFUSED(musaImportExternalSemaphore, (musaExternalSemaphore_t *, const musaExternalSemaphoreHandleDesc *))
HELICON_REFUSED(musaDestroyExternalSemaphore, (musaExternalSemaphore_t))
HELICON_REFUSED_STREAM(musaSignalExternalSemaphoresAsync, _ptsz,
                       (const musaExternalSemaphore_t *, const musaExternalSemaphoreSignalParams *, unsigned,
                        musaStream_t))
HELICON_REFUSED_STREAM(musaSignalExternalSemaphoresAsync_v2, _ptsz,
                       (const musaExternalSemaphore_t *, const musaExternalSemaphoreSignalParams *, unsigned,
                        musaStream_t))
HELICON_REFUSED_STREAM(musaWaitExternalSemaphoresAsync, _ptsz,
                       (const musaExternalSemaphore_t *, const musaExternalSemaphoreWaitParams *, unsigned,
                        musaStream_t))
HELICON_REFUSED_STREAM(musaWaitExternalSemaphoresAsync_v2, _ptsz,
                       (const musaExternalSemaphore_t *, const musaExternalSemaphoreWaitParams *, unsigned,
                        musaStream_t))
HELICON_REFUSED(musaDeviceGetMtSciSyncAttributes, (void *, int, int))
HELICON_REFUSED(musaOccupancyMaxPotentialClusterSize, (int *, const void *, const musaLaunchConfig_t *))
HELICON_REFUSED(musaOccupancyMaxActiveClusters, (int *, const void *, const musaLaunchConfig_t *))
HELICON_REFUSED(musaLaunchCooperativeKernelMultiDevice, (musaLaunchParams *, unsigned, unsigned))
HELICON_REFUSED(musaDeviceRegisterAsyncNotification, (int, musaAsyncCallback, void *, musaAsyncCallbackHandle_t *))
HELICON_REFUSED(musaDeviceUnregisterAsyncNotification, (int, musaAsyncCallbackHandle_t))
HELICON_REFUSED(musaDeviceFlushGPUDirectRDMAWrites,
                (musaFlushGPUDirectRDMAWritesTarget, musaFlushGPUDirectRDMAWritesScope))
HELICON_REFUSED(musaGetExportTable, (const void **, const musaUUID_t *))
HELICON_REFUSED(musaProfilerInitialize, (const char *, const char *, musaOutputMode))

HELICON_REFUSED_STREAM(musaStreamSetFlags, _ptsz, ())
HELICON_REFUSED(musaMemoryAtomicAsync, ())
HELICON_REFUSED(musaMemoryAtomicValueAsync, ())
HELICON_REFUSED_STREAM(musaMemoryTransfer, _ptds, ())
HELICON_REFUSED_STREAM(musaMemoryTransferAsync, _ptsz, ())
