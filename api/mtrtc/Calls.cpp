// The calls of run-time compilation, under MUSA's names and under CUDA's.
#include "api/mtrtc/Program.h"
#include "include/nvrtc.h"
#include "runtime/Handles.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <new>

#define HELICON_API extern "C" __attribute__((visibility("default")))

using namespace helicon;
using namespace helicon::mtrtc;

namespace {

constexpr const char *kResults[] = {
    "MTRTC_SUCCESS",
    "MTRTC_ERROR_OUT_OF_MEMORY",
    "MTRTC_ERROR_PROGRAM_CREATION_FAILURE",
    "MTRTC_ERROR_INVALID_INPUT",
    "MTRTC_ERROR_INVALID_PROGRAM",
    "MTRTC_ERROR_INVALID_OPTION",
    "MTRTC_ERROR_COMPILATION",
    "MTRTC_ERROR_BUILTIN_OPERATION_FAILURE",
    "MTRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
    "MTRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
    "MTRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
    "MTRTC_ERROR_INTERNAL_ERROR",
};
constexpr const char *kCudaResults[] = {
    "NVRTC_SUCCESS",
    "NVRTC_ERROR_OUT_OF_MEMORY",
    "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
    "NVRTC_ERROR_INVALID_INPUT",
    "NVRTC_ERROR_INVALID_PROGRAM",
    "NVRTC_ERROR_INVALID_OPTION",
    "NVRTC_ERROR_COMPILATION",
    "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
    "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
    "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
    "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
    "NVRTC_ERROR_INTERNAL_ERROR",
};

constexpr int kArchs[] = {21, 22, 31};     // mp_21, ...
constexpr int kCudaArchs[] = {70, 75, 80}; // what CUDA programs look for; code is made for the processor at hand

/// No exception leaves the library.
template <class Body> mtrtcResult guarded(Body &&body) {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return MTRTC_ERROR_OUT_OF_MEMORY;
  } catch (...) {
    return MTRTC_ERROR_INTERNAL_ERROR;
  }
}

/// The body runs with the program's mutex held.
template <class Body> mtrtcResult withProgram(mtrtcProgram handle, Body &&body) {
  return guarded([&] {
    const ProgramRef program = HandleTable<Program>::get().find(handle);
    if (!program)
      return MTRTC_ERROR_INVALID_PROGRAM;
    const std::lock_guard lock(program->mutex);
    return body(*program);
  });
}

mtrtcResult create(mtrtcProgram *out, const char *src, const char *name, int numHeaders, const char *const *headers,
                   const char *const *includeNames, bool cuda) {
  return guarded([&] {
    if (!out || !src || numHeaders < 0 || (numHeaders > 0 && (!headers || !includeNames)))
      return MTRTC_ERROR_INVALID_INPUT;
    const auto program = std::make_shared<Program>();
    program->source = src;
    program->name = name ? name : "default_program";
    program->cuda = cuda;
    for (int i = 0; i < numHeaders; ++i) {
      if (!headers[i] || !includeNames[i])
        return MTRTC_ERROR_INVALID_INPUT;
      program->headers.emplace_back(includeNames[i], headers[i]);
    }
    HandleTable<Program>::get().add(program);
    *out = reinterpret_cast<mtrtcProgram>(program.get());
    return MTRTC_SUCCESS;
  });
}

mtrtcResult destroy(mtrtcProgram *handle) {
  return guarded([&] {
    if (!handle || !HandleTable<Program>::get().find(*handle))
      return MTRTC_ERROR_INVALID_PROGRAM;
    HandleTable<Program>::get().remove(*handle);
    *handle = nullptr;
    return MTRTC_SUCCESS;
  });
}

mtrtcResult addName(mtrtcProgram handle, const char *expression) {
  return withProgram(handle, [&](Program &program) {
    if (!expression)
      return MTRTC_ERROR_INVALID_INPUT;
    if (program.compiled)
      return MTRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    program.names.push_back({expression, {}});
    return MTRTC_SUCCESS;
  });
}

mtrtcResult compileWith(mtrtcProgram handle, int count, const char *const *options) {
  return withProgram(handle, [&](Program &program) {
    if (count < 0 || (count > 0 && !options))
      return MTRTC_ERROR_INVALID_INPUT;
    std::vector<std::string> list;
    for (int i = 0; i < count; ++i) {
      if (!options[i])
        return MTRTC_ERROR_INVALID_INPUT;
      list.emplace_back(options[i]);
    }
    return compile(program, list);
  });
}

mtrtcResult loweredOf(mtrtcProgram handle, const char *expression, const char **out) {
  return withProgram(handle, [&](Program &program) {
    if (!expression || !out)
      return MTRTC_ERROR_INVALID_INPUT;
    if (!program.compiled)
      return MTRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    for (const NameExpression &name : program.names)
      if (name.text == expression && !name.lowered.empty()) {
        *out = name.lowered.c_str();
        return MTRTC_SUCCESS;
      }
    return MTRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
  });
}

mtrtcResult logSize(mtrtcProgram handle, size_t *out) {
  return withProgram(handle, [&](Program &program) {
    if (!out)
      return MTRTC_ERROR_INVALID_INPUT;
    *out = program.log.size() + 1;
    return MTRTC_SUCCESS;
  });
}

mtrtcResult getLog(mtrtcProgram handle, char *out) {
  return withProgram(handle, [&](Program &program) {
    if (!out)
      return MTRTC_ERROR_INVALID_INPUT;
    std::memcpy(out, program.log.c_str(), program.log.size() + 1);
    return MTRTC_SUCCESS;
  });
}

/// INVALID_PROGRAM before a compile that went well.
mtrtcResult binarySize(mtrtcProgram handle, size_t *out) {
  return withProgram(handle, [&](Program &program) {
    if (!out)
      return MTRTC_ERROR_INVALID_INPUT;
    if (program.binary.empty())
      return MTRTC_ERROR_INVALID_PROGRAM;
    *out = program.binary.size();
    return MTRTC_SUCCESS;
  });
}

mtrtcResult getBinary(mtrtcProgram handle, char *out) {
  return withProgram(handle, [&](Program &program) {
    if (!out)
      return MTRTC_ERROR_INVALID_INPUT;
    if (program.binary.empty())
      return MTRTC_ERROR_INVALID_PROGRAM;
    std::copy(program.binary.begin(), program.binary.end(), out);
    return MTRTC_SUCCESS;
  });
}

mtrtcResult version(int *major, int *minor, int itsMajor, int itsMinor) {
  if (!major || !minor)
    return MTRTC_ERROR_INVALID_INPUT;
  *major = itsMajor;
  *minor = itsMinor;
  return MTRTC_SUCCESS;
}

template <size_t N> mtrtcResult archs(const int (&list)[N], int *out) {
  if (!out)
    return MTRTC_ERROR_INVALID_INPUT;
  std::copy(std::begin(list), std::end(list), out);
  return MTRTC_SUCCESS;
}

mtrtcResult count(size_t number, int *out) {
  if (!out)
    return MTRTC_ERROR_INVALID_INPUT;
  *out = static_cast<int>(number);
  return MTRTC_SUCCESS;
}

template <size_t N> const char *text(const char *const (&names)[N], int result, const char *unknown) {
  return result >= 0 && result < static_cast<int>(N) ? names[result] : unknown;
}

} // namespace

/// A call of both spellings.
#define HELICON_RTC(name, cudaName, parameters, value)                                                                 \
  HELICON_API mtrtcResult name parameters { return value; }                                                            \
  HELICON_API mtrtcResult cudaName parameters { return value; }

HELICON_RTC(mtrtcDestroyProgram, nvrtcDestroyProgram, (mtrtcProgram * prog), destroy(prog))
HELICON_RTC(mtrtcAddNameExpression, nvrtcAddNameExpression, (mtrtcProgram prog, const char *nameExpression),
            addName(prog, nameExpression))
HELICON_RTC(mtrtcCompileProgram, nvrtcCompileProgram, (mtrtcProgram prog, int numOptions, const char *const *options),
            compileWith(prog, numOptions, options))
HELICON_RTC(mtrtcGetProgramLogSize, nvrtcGetProgramLogSize, (mtrtcProgram prog, size_t *logSizeRet),
            logSize(prog, logSizeRet))
HELICON_RTC(mtrtcGetProgramLog, nvrtcGetProgramLog, (mtrtcProgram prog, char *log), getLog(prog, log))
HELICON_RTC(mtrtcGetLoweredName, nvrtcGetLoweredName,
            (mtrtcProgram prog, const char *nameExpression, const char **loweredName),
            loweredOf(prog, nameExpression, loweredName))
HELICON_RTC(mtrtcGetFatBinSize, nvrtcGetCUBINSize, (mtrtcProgram prog, size_t *size), binarySize(prog, size))
HELICON_RTC(mtrtcGetFatBin, nvrtcGetCUBIN, (mtrtcProgram prog, char *binary), getBinary(prog, binary))
HELICON_RTC(mtrtcGetMUSASize, nvrtcGetPTXSize, (mtrtcProgram prog, size_t *size), binarySize(prog, size))
HELICON_RTC(mtrtcGetMUSA, nvrtcGetPTX, (mtrtcProgram prog, char *binary), getBinary(prog, binary))

HELICON_API mtrtcResult mtrtcCreateProgram(mtrtcProgram *prog, const char *src, const char *name, int numHeaders,
                                           const char *const *headers, const char *const *includeNames) {
  return create(prog, src, name, numHeaders, headers, includeNames, false);
}
HELICON_API mtrtcResult nvrtcCreateProgram(mtrtcProgram *prog, const char *src, const char *name, int numHeaders,
                                           const char *const *headers, const char *const *includeNames) {
  return create(prog, src, name, numHeaders, headers, includeNames, true);
}
HELICON_API mtrtcResult mtrtcVersion(int *major, int *minor) { return version(major, minor, 5, 2); }
HELICON_API mtrtcResult nvrtcVersion(int *major, int *minor) { return version(major, minor, 11, 8); }
HELICON_API mtrtcResult mtrtcGetNumSupportedArchs(int *numArchs) { return count(std::size(kArchs), numArchs); }
HELICON_API mtrtcResult nvrtcGetNumSupportedArchs(int *numArchs) { return count(std::size(kCudaArchs), numArchs); }
HELICON_API mtrtcResult mtrtcGetSupportedArchs(int *supportedArchs) { return archs(kArchs, supportedArchs); }
HELICON_API mtrtcResult nvrtcGetSupportedArchs(int *supportedArchs) { return archs(kCudaArchs, supportedArchs); }
HELICON_API const char *mtrtcGetErrorString(mtrtcResult result) {
  return text(kResults, static_cast<int>(result), "MTRTC_ERROR unknown");
}
HELICON_API const char *nvrtcGetErrorString(mtrtcResult result) {
  return text(kCudaResults, static_cast<int>(result), "NVRTC_ERROR unknown");
}
