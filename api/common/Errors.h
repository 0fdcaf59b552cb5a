// Names and texts of the error codes, one table for both APIs (Errors.def).
#pragma once

#include "runtime/Export.h"

namespace helicon::api {

/// "musaErrorInvalidValue"; null for a number that is none.
HELICON_EXPORT const char *runtimeErrorName(int code);
/// "MUSA_ERROR_INVALID_VALUE"; null for a number that is none.
HELICON_EXPORT const char *driverErrorName(int code);
/// "invalid argument"; null for a number that is none.
HELICON_EXPORT const char *errorText(int code);

/// The same for callers that use CUDA's spellings: "cudaErrorInvalidValue", "CUDA_ERROR_INVALID_VALUE".
HELICON_EXPORT const char *cudaRuntimeErrorName(int code);
HELICON_EXPORT const char *cudaDriverErrorName(int code);
HELICON_EXPORT const char *cudaErrorText(int code);

} // namespace helicon::api
