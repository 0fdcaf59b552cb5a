// What chip a device has, for tools. C and C++.
#ifndef MUPTI_TARGET_H
#define MUPTI_TARGET_H

#include "mupti_result.h"

#include <stddef.h>

typedef struct MUpti_Device_GetChipName_Params {
  size_t structSize;     /* in: MUpti_Device_GetChipName_Params_STRUCT_SIZE */
  void *pPriv;           /* in: null */
  size_t deviceIndex;    /* in */
  const char *pChipName; /* out: the profile's name; stays */
} MUpti_Device_GetChipName_Params;
#define MUpti_Device_GetChipName_Params_STRUCT_SIZE sizeof(MUpti_Device_GetChipName_Params)

#ifdef __cplusplus
extern "C" {
#endif

MUptiResult MUPTIAPI muptiDeviceGetChipName(MUpti_Device_GetChipName_Params *pParams);

#ifdef __cplusplus
}
#endif

#endif
