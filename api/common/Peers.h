// Which context may use which other one's memory, as the program said. All devices share one address space, so access
// always works; what is kept is kept for the codes that programs rely on.
#pragma once

#include "runtime/Context.h"

namespace helicon::api {

/// PeerAccessUnsupported on one device, PeerAccessAlreadyEnabled (704).
HELICON_EXPORT Status enablePeer(Context &self, Context &peer);
/// PeerAccessNotEnabled (705).
HELICON_EXPORT Status disablePeer(const Context &self, const Context &peer);
/// The device was reset: its contexts' entries are gone.
HELICON_EXPORT void forgetPeers(int device);

} // namespace helicon::api
