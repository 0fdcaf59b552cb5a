// muPTI's calls about itself and about devices.
#include "api/mupti/ActivityState.h"
#include "api/mupti/Entry.h"
#include "api/mupti/Subscriber.h"
#include "include/mupti.h"
#include "include/mupti_target.h"
#include "runtime/Context.h"
#include "runtime/Device.h"

using helicon::mupti::answer;

MUPTI_CALL(muptiGetVersion)(uint32_t *version) {
  if (!version)
    return MUPTI_ERROR_INVALID_PARAMETER;
  *version = MUPTI_API_VERSION;
  return MUPTI_SUCCESS;
}

MUPTI_CALL(muptiFinalize)() {
  return answer([] {
    if (MUptiResult result = helicon::mupti::finishActivity(); result != MUPTI_SUCCESS)
      return result;
    helicon::mupti::Subscriber::get().drop();
    return MUPTI_SUCCESS;
  });
}

MUPTI_CALL(muptiGetDeviceId)(MUcontext context, uint32_t *deviceId) {
  return answer([&] {
    if (!deviceId)
      return MUPTI_ERROR_INVALID_PARAMETER;
    const helicon::ContextRef found = context ? helicon::findContext(context) : helicon::current::get();
    if (!found)
      return MUPTI_ERROR_INVALID_CONTEXT;
    *deviceId = static_cast<uint32_t>(found->device().ordinal());
    return MUPTI_SUCCESS;
  });
}

MUPTI_CALL(muptiDeviceGetChipName)(MUpti_Device_GetChipName_Params *pParams) {
  return answer([&] {
    if (!pParams || pParams->structSize < MUpti_Device_GetChipName_Params_STRUCT_SIZE || pParams->pPriv)
      return MUPTI_ERROR_INVALID_PARAMETER;
    if (helicon::initialise() != helicon::Status::Success)
      return MUPTI_ERROR_NOT_INITIALIZED;
    const auto devices = helicon::devices();
    if (pParams->deviceIndex >= devices.size())
      return MUPTI_ERROR_INVALID_DEVICE;
    pParams->pChipName = devices[pParams->deviceIndex]->profile().name.c_str();
    return MUPTI_SUCCESS;
  });
}
