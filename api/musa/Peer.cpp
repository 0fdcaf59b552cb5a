// Peer access between contexts. The calls on registered peer memory are of a time before devices shared addresses.
#include "api/common/Peers.h"
#include "api/musa/Entry.h"

using namespace helicon;
using musa::withContext;

HELICON_API MUresult muCtxEnablePeerAccess(MUcontext peerContext, unsigned int Flags) {
  return withContext(__func__, [&](Context &context) {
    const ContextRef peer = findContext(peerContext);
    if (!peer)
      return Status::InvalidContext;
    return Flags != 0 ? Status::InvalidValue : api::enablePeer(context, *peer);
  });
}

HELICON_API MUresult muCtxDisablePeerAccess(MUcontext peerContext) {
  return withContext(__func__, [&](Context &context) {
    const ContextRef peer = findContext(peerContext);
    return peer ? api::disablePeer(context, *peer) : Status::InvalidContext;
  });
}

HELICON_API MUresult muMemPeerRegister(MUdeviceptr, MUcontext, unsigned int) {
  return withContext(__func__, [](Context &) { return Status::NotSupported; });
}

HELICON_API MUresult muMemPeerUnregister(MUdeviceptr, MUcontext) {
  return withContext(__func__, [](Context &) { return Status::NotSupported; });
}

HELICON_API MUresult muMemPeerGetDevicePointer(MUdeviceptr *, MUdeviceptr, MUcontext, unsigned int) {
  return withContext(__func__, [](Context &) { return Status::NotSupported; });
}
