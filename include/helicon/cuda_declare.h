// How the names in cuda_spelling/ are declared. A call is a function of its own in the program's eyes, and the symbol
// of MUSA's spelling in the object's: overloads, macros and addresses behave, and no library of CUDA names is needed.
#ifndef HELICON_CUDA_DECLARE_H
#define HELICON_CUDA_DECLARE_H

#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) && !defined(MUSA_API_PER_THREAD_DEFAULT_STREAM)
#define MUSA_API_PER_THREAD_DEFAULT_STREAM 1
#endif

#define __HELICON_CUDA_STRING(name) #name
/* `name` may itself be a macro, for a later version or for the per-thread stream. */
#define __HELICON_CUDA_IS_(name) __asm__(__HELICON_CUDA_STRING(name))
#define __HELICON_CUDA_IS(name) __HELICON_CUDA_IS_(name)

#define __HELICON_CUDA_NOT_YET(name) int name(...) __attribute__((unavailable("Helicon does not offer this call yet")))
#define __HELICON_CUDA_NO_GRAPHICS(name)                                                                               \
  int name(...) __attribute__((unavailable("Helicon has no graphics device, and no calls that work with one")))

/* What CUDA programs test. The calls are those of CUDA 12: newer signatures are not here. */
#define __HELICON_CUDA_VERSION 12050

#endif
