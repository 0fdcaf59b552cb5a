// Cooperative groups: thread_block, grid_group, tiles of 1 to 1024 threads, coalesced groups, thread_group, and groups
// cut from them. Source: CUDA C++ Programming Guide, "Cooperative Groups". Clusters and groups of several devices are
// not offered. Collectives: cooperative_groups/reduce.h, scan.h, memcpy_async.h.
#ifndef HELICON_COOPERATIVE_GROUPS_H
#define HELICON_COOPERATIVE_GROUPS_H

#include "helicon/groups/base.h"

#include "helicon/groups/any.h"
#include "helicon/groups/block.h"
#include "helicon/groups/calls.h"
#include "helicon/groups/tile.h"

#endif
