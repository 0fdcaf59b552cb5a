/* Run-time compilation under CUDA's names: see mtrtc.h. Programs are compiled with CUDA's names visible. PTX and cubin
 * are both the fat binary: give it to the module loader as bytes of the size that was told. */
#ifndef HELICON_NVRTC_H
#define HELICON_NVRTC_H

#include "mtrtc.h"

#define NVRTC_SUCCESS MTRTC_SUCCESS
#define NVRTC_ERROR_OUT_OF_MEMORY MTRTC_ERROR_OUT_OF_MEMORY
#define NVRTC_ERROR_PROGRAM_CREATION_FAILURE MTRTC_ERROR_PROGRAM_CREATION_FAILURE
#define NVRTC_ERROR_INVALID_INPUT MTRTC_ERROR_INVALID_INPUT
#define NVRTC_ERROR_INVALID_PROGRAM MTRTC_ERROR_INVALID_PROGRAM
#define NVRTC_ERROR_INVALID_OPTION MTRTC_ERROR_INVALID_OPTION
#define NVRTC_ERROR_COMPILATION MTRTC_ERROR_COMPILATION
#define NVRTC_ERROR_BUILTIN_OPERATION_FAILURE MTRTC_ERROR_BUILTIN_OPERATION_FAILURE
#define NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION MTRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION
#define NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION MTRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION
#define NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID MTRTC_ERROR_NAME_EXPRESSION_NOT_VALID
#define NVRTC_ERROR_INTERNAL_ERROR MTRTC_ERROR_INTERNAL_ERROR

typedef mtrtcResult nvrtcResult;
typedef mtrtcProgram nvrtcProgram;

#ifdef __cplusplus
extern "C" {
#endif

const char *nvrtcGetErrorString(nvrtcResult result);
nvrtcResult nvrtcVersion(int *major, int *minor);
nvrtcResult nvrtcGetNumSupportedArchs(int *numArchs);
nvrtcResult nvrtcGetSupportedArchs(int *supportedArchs);
nvrtcResult nvrtcCreateProgram(nvrtcProgram *prog, const char *src, const char *name, int numHeaders,
                               const char *const *headers, const char *const *includeNames);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram *prog);
nvrtcResult nvrtcAddNameExpression(nvrtcProgram prog, const char *const nameExpression);
nvrtcResult nvrtcCompileProgram(nvrtcProgram prog, int numOptions, const char *const *options);
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram prog, size_t *logSizeRet);
nvrtcResult nvrtcGetProgramLog(nvrtcProgram prog, char *log);
nvrtcResult nvrtcGetLoweredName(nvrtcProgram prog, const char *const nameExpression, const char **loweredName);
nvrtcResult nvrtcGetPTXSize(nvrtcProgram prog, size_t *ptxSizeRet);
nvrtcResult nvrtcGetPTX(nvrtcProgram prog, char *ptx);
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram prog, size_t *cubinSizeRet);
nvrtcResult nvrtcGetCUBIN(nvrtcProgram prog, char *cubin);

#ifdef __cplusplus
}
#endif

#endif
