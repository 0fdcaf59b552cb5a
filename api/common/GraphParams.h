// From the parameters of the runtime API's structures to those of nodes, and back. The driver API makes them from its
// own structures (api/musa/GraphParams.cpp) with the same checks.
#pragma once

#include "api/common/Graphs.h"
#include "runtime/Launch.h"

namespace helicon::api::graphs {

/// `width`, x in bytes at both ends. Checks the copy as it would be checked outside of a graph.
HELICON_EXPORT Status resolveCopy(CopyNode &node, size_t width, size_t height, size_t depth, Status badKind);
HELICON_EXPORT Status copyOf(const musaMemcpy3DParms &, CopyNode &out);
HELICON_EXPORT Status copyOf(void *to, const void *from, size_t bytes, int kind, CopyNode &out);
HELICON_EXPORT void describe(const CopyNode &, musaMemcpy3DParms &out);
HELICON_EXPORT Status fillOf(const FillNode &, NodeParamsRef &out);

HELICON_EXPORT Maker copyMaker(const musaMemcpy3DParms *);
HELICON_EXPORT Maker copyMaker(void *to, const void *from, size_t bytes, int kind);
HELICON_EXPORT Maker fillMaker(const musaMemsetParams *);
HELICON_EXPORT Maker hostMaker(void (*function)(void *), void *userData);
/// The list of names and values in which packed arguments come.
HELICON_EXPORT Status readExtra(void **extra, LaunchRequest &request);
/// The kernel and its arguments by `request`; attributes of a node that has some stay.
HELICON_EXPORT Status kernelOf(Context &, Kernel &, const LaunchRequest &, const NodeParams *now, NodeParamsRef &out);

} // namespace helicon::api::graphs
