// Peer access. All devices share one address space here, so access between two of them always works; what is kept is
// which was enabled, for the codes that programs rely on.
#include "api/musart/Entry.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

using namespace helicon;
using musart::withDevices;

namespace {

std::mutex mutex;
std::vector<std::pair<int, int>> &enabled() {
  static auto *list = new std::vector<std::pair<int, int>>; // outlives destructors that still call the API
  return *list;
}

bool areDevices(int a, int b) { return device(a) && device(b); }

} // namespace

void musart::forgetPeers(int ordinal) {
  const std::lock_guard lock(mutex);
  std::erase_if(enabled(), [&](const auto &pair) { return pair.first == ordinal; });
}

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
  return musart::withContext(__func__, [&](Context &context) {
    const int self = context.device().ordinal();
    if (!device(peerDevice) || peerDevice == self)
      return Status::InvalidDevice;
    if (flags != 0)
      return Status::InvalidValue;
    const std::lock_guard lock(mutex);
    const std::pair pair{self, peerDevice};
    if (std::find(enabled().begin(), enabled().end(), pair) != enabled().end())
      return static_cast<Status>(musaErrorPeerAccessAlreadyEnabled);
    enabled().push_back(pair);
    return Status::Success;
  });
}

HELICON_API musaError_t musaDeviceDisablePeerAccess(int peerDevice) {
  return musart::withContext(__func__, [&](Context &context) {
    if (!device(peerDevice))
      return Status::InvalidDevice;
    const std::lock_guard lock(mutex);
    const bool was = std::erase(enabled(), std::pair{context.device().ordinal(), peerDevice}) != 0;
    return was ? Status::Success : static_cast<Status>(musaErrorPeerAccessNotEnabled);
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
