/* Run-time compilation: source text in memory to a fat binary that muModuleLoadData and muLibraryLoadData take. In the
 * shape of NVRTC. Needs the SDK's mcc beside the library, and clang 19. */
#ifndef HELICON_MTRTC_H
#define HELICON_MTRTC_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  MTRTC_SUCCESS = 0,
  MTRTC_ERROR_OUT_OF_MEMORY = 1,
  MTRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
  MTRTC_ERROR_INVALID_INPUT = 3,
  MTRTC_ERROR_INVALID_PROGRAM = 4,
  MTRTC_ERROR_INVALID_OPTION = 5,
  MTRTC_ERROR_COMPILATION = 6,
  MTRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
  MTRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
  MTRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
  MTRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
  MTRTC_ERROR_INTERNAL_ERROR = 11
} mtrtcResult;

typedef struct _mtrtcProgram *mtrtcProgram;

/* "MTRTC_SUCCESS", ...; "MTRTC_ERROR unknown" for a number that is none. Never null. */
const char *mtrtcGetErrorString(mtrtcResult result);
/* The SDK's version, 5.2. */
mtrtcResult mtrtcVersion(int *major, int *minor);
mtrtcResult mtrtcGetNumSupportedArchs(int *numArchs);
/* 21 for mp_21, ascending. */
mtrtcResult mtrtcGetSupportedArchs(int *supportedArchs);

/* `name` (null: "default_program") stands in messages and in __FILE__. `includeNames[i]` is how the source includes the
 * text headers[i]. Everything is copied. */
mtrtcResult mtrtcCreateProgram(mtrtcProgram *prog, const char *src, const char *name, int numHeaders,
                               const char *const *headers, const char *const *includeNames);
mtrtcResult mtrtcDestroyProgram(mtrtcProgram *prog);
/* A kernel or a __device__ or __constant__ variable (by its address) whose lowered name will be asked for, as a C++
 * expression: "kernel<float>", "&space::value". It is instantiated. Before compiling. */
mtrtcResult mtrtcAddNameExpression(mtrtcProgram prog, const char *nameExpression);
/* `options` are mcc's (docs/mcc.md), which has nvcc's too. */
mtrtcResult mtrtcCompileProgram(mtrtcProgram prog, int numOptions, const char *const *options);

/* With the terminating zero. Also after a failed compile. */
mtrtcResult mtrtcGetProgramLogSize(mtrtcProgram prog, size_t *logSizeRet);
mtrtcResult mtrtcGetProgramLog(mtrtcProgram prog, char *log);
/* The lowered (mangled) name, which lives as long as the program. */
mtrtcResult mtrtcGetLoweredName(mtrtcProgram prog, const char *nameExpression, const char **loweredName);
/* The fat binary, bytes. There is one form of code, so both calls give it. */
mtrtcResult mtrtcGetFatBinSize(mtrtcProgram prog, size_t *fatBinSizeRet);
mtrtcResult mtrtcGetFatBin(mtrtcProgram prog, char *fatBin);
mtrtcResult mtrtcGetMUSASize(mtrtcProgram prog, size_t *musaSizeRet);
mtrtcResult mtrtcGetMUSA(mtrtcProgram prog, char *musa);

#ifdef __cplusplus
}
#endif

#endif
