// Programs include this name of CUDA's for what cooperative_groups.h has in whole.
#ifndef HELICON_COOPERATIVE_GROUPS_DETAILS_HELPERS_H
#define HELICON_COOPERATIVE_GROUPS_DETAILS_HELPERS_H

#include "../../cooperative_groups.h"

#endif
