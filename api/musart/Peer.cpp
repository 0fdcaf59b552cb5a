// Peer access. All devices share one address space here, so access between two of them always works; what is kept is
// which was enabled, for the codes that programs rely on.
#include "api/common/Peers.h"
#include "api/musart/Entry.h"

using namespace helicon;
using musart::withContext;
using musart::withDevices;

namespace {

bool areDevices(int a, int b) { return device(a) && device(b); }

} // namespace

void musart::forgetPeers(int ordinal) { api::forgetPeers(ordinal); }

HELICON_API musaError_t musaDeviceCanAccessPeer(int *canAccess, int device, int peerDevice) {
  return withDevices(__func__, [&] {
    if (!areDevices(device, peerDevice))
      return Status::InvalidDevice;
    if (!canAccess)
      return Status::InvalidValue;
    *canAccess = device != peerDevice;
    return Status::Success;
  });
}

HELICON_API musaError_t musaDeviceEnablePeerAccess(int peerDevice, unsigned int flags) {
  return withContext(__func__, [&](Context &context) {
    const int self = context.device().ordinal();
    if (!device(peerDevice) || peerDevice == self)
      return Status::InvalidDevice;
    if (flags != 0)
      return Status::InvalidValue;
    return api::enablePeer(context, *device(peerDevice)->primary());
  });
}

HELICON_API musaError_t musaDeviceDisablePeerAccess(int peerDevice) {
  return withContext(__func__, [&](Context &context) {
    if (!device(peerDevice))
      return Status::InvalidDevice;
    return api::disablePeer(context, *device(peerDevice)->primary());
  });
}

HELICON_API musaError_t musaDeviceGetP2PAttribute(int *value, musaDeviceP2PAttr attr, int srcDevice, int dstDevice) {
  return withDevices(__func__, [&] {
    if (!areDevices(srcDevice, dstDevice) || srcDevice == dstDevice)
      return Status::InvalidDevice;
    if (!value)
      return Status::InvalidValue;
    switch (attr) {
    case musaDevP2PAttrPerformanceRank:
      *value = 0;
      return Status::Success;
    case musaDevP2PAttrAccessSupported:
    case musaDevP2PAttrNativeAtomicSupported:
      *value = 1;
      return Status::Success;
    case musaDevP2PAttrMusaArrayAccessSupported:
      *value = 0;
      return Status::Success;
    }
    return Status::InvalidValue;
  });
}

HELICON_API musaError_t musaPeerRegister(void *, int, unsigned int) {
  return withContext(__func__, [](Context &) { return Status::NotSupported; });
}

HELICON_API musaError_t musaPeerUnregister(void *, int) {
  return withContext(__func__, [](Context &) { return Status::NotSupported; });
}

HELICON_API musaError_t musaPeerGetDevicePointer(void **, void *, int, unsigned int) {
  return withContext(__func__, [](Context &) { return Status::NotSupported; });
}
