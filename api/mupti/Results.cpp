// Names and meanings of muPTI's codes.
#include "api/mupti/Entry.h"

namespace {

struct Text {
  MUptiResult code;
  const char *name, *meaning;
};

#define TEXT(code, meaning) {MUPTI_##code, "MUPTI_" #code, meaning}
constexpr Text kTexts[] = {
    TEXT(SUCCESS, "no error"),
    TEXT(ERROR_INVALID_PARAMETER, "a parameter is null, unknown or out of range"),
    TEXT(ERROR_INVALID_DEVICE, "there is no such device"),
    TEXT(ERROR_INVALID_CONTEXT, "no context is current, or the handle is none of a live one"),
    TEXT(ERROR_INVALID_EVENT_DOMAIN_ID, "there is no such event domain"),
    TEXT(ERROR_INVALID_EVENT_ID, "there is no such event"),
    TEXT(ERROR_INVALID_EVENT_NAME, "there is no event of that name"),
    TEXT(ERROR_INVALID_OPERATION, "the call is not possible in this state"),
    TEXT(ERROR_OUT_OF_MEMORY, "out of memory"),
    TEXT(ERROR_HARDWARE, "the hardware failed"),
    TEXT(ERROR_PARAMETER_SIZE_NOT_SUFFICIENT, "the given space is too small for the result"),
    TEXT(ERROR_API_NOT_IMPLEMENTED, "the call is not implemented"),
    TEXT(ERROR_MAX_LIMIT_REACHED, "there is no more of it, such as a second subscriber or another record"),
    TEXT(ERROR_NOT_READY, "it is not ready yet"),
    TEXT(ERROR_NOT_COMPATIBLE, "it does not go with the state of the device"),
    TEXT(ERROR_NOT_INITIALIZED, "the devices could not be set up"),
    TEXT(ERROR_INVALID_METRIC_ID, "there is no such metric"),
    TEXT(ERROR_INVALID_METRIC_NAME, "there is no metric of that name"),
    TEXT(ERROR_QUEUE_EMPTY, "the queue is empty"),
    TEXT(ERROR_INVALID_HANDLE, "the handle is not valid"),
    TEXT(ERROR_INVALID_STREAM, "the handle is none of a live stream"),
    TEXT(ERROR_INVALID_KIND, "there is no such kind of activity"),
    TEXT(ERROR_INVALID_EVENT_VALUE, "the event's value is not valid"),
    TEXT(ERROR_DISABLED, "it is disabled"),
    TEXT(ERROR_INVALID_MODULE, "the handle is none of a loaded module"),
    TEXT(ERROR_INVALID_METRIC_VALUE, "the metric's value is not valid"),
    TEXT(ERROR_HARDWARE_BUSY, "another tool uses it"),
    TEXT(ERROR_NOT_SUPPORTED, "it is not supported on this device"),
    TEXT(ERROR_UM_PROFILING_NOT_SUPPORTED, "managed memory is not profiled here"),
    TEXT(ERROR_UM_PROFILING_NOT_SUPPORTED_ON_DEVICE, "managed memory is not profiled on this device"),
    TEXT(ERROR_UM_PROFILING_NOT_SUPPORTED_ON_NON_P2P_DEVICES,
         "managed memory is not profiled on devices without peers"),
    TEXT(ERROR_UM_PROFILING_NOT_SUPPORTED_WITH_MPS, "managed memory is not profiled in a shared device"),
    TEXT(ERROR_CDP_TRACING_NOT_SUPPORTED, "launches by kernels are not traced"),
    TEXT(ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED, "virtual devices are not supported"),
    TEXT(ERROR_MUSA_COMPILER_NOT_COMPATIBLE, "the code comes from a compiler that does not fit"),
    TEXT(ERROR_INSUFFICIENT_PRIVILEGES, "the user may not do this"),
    TEXT(ERROR_OLD_PROFILER_API_INITIALIZED, "the old profiler interface is in use"),
    TEXT(ERROR_OPENACC_UNDEFINED_ROUTINE, "a routine of OpenACC is missing"),
    TEXT(ERROR_LEGACY_PROFILER_NOT_SUPPORTED, "the old profiler interface is not supported on this device"),
    TEXT(ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED, "there is a subscriber already"),
    TEXT(ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES, "the user may not do this on a virtual device"),
    TEXT(ERROR_UNKNOWN, "an error of another kind"),
};
#undef TEXT

const Text *textOf(MUptiResult code) {
  for (const Text &text : kTexts)
    if (text.code == code)
      return &text;
  return nullptr;
}

MUptiResult give(const Text *text, const char *Text::*member, const char **out) {
  if (!text || !out)
    return MUPTI_ERROR_INVALID_PARAMETER;
  *out = text->*member;
  return MUPTI_SUCCESS;
}

} // namespace

MUPTI_CALL(muptiGetResultString)(MUptiResult result, const char **str) {
  return give(textOf(result), &Text::name, str);
}

MUPTI_CALL(muptiGetErrorMessage)(MUptiResult result, const char **str) {
  return give(textOf(result), &Text::meaning, str);
}
