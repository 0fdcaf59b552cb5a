/* Function and variable qualifiers of the MUSA language.
 * In a MUSA source (mcc force-includes helicon/mcc_prologue.h, which sets __HELICON_MUSA_MODE__) they are attributes
 * of the compiler; in plain C or C++, compiled by any host compiler, they expand to nothing, so that headers shared
 * between both kinds of source parse. */
#ifndef HELICON_HOST_DEFINES_H
#define HELICON_HOST_DEFINES_H

#define __no_return__ __attribute__((noreturn))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__

#if defined(__HELICON_MUSA_MODE__)

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
/* A device variable that the runtime recognises by its annotation and places in memory both sides reach. */
#define __managed__ __attribute__((device)) __attribute__((annotate("helicon.managed")))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
/* Parameters are never copied before a kernel writes them, so this is for __isGridConstant() alone. */
#define __grid_constant__ __attribute__((annotate("helicon.grid_constant")))
#define __cluster_dims__(...) _Pragma("GCC error \"thread block clusters are not supported: remove __cluster_dims__\"")
/* __noinline__ stays the compiler's keyword: as a macro it would break __attribute__((__noinline__)). */

#else

#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __grid_constant__
#define __cluster_dims__(...)
/* Empty rather than an attribute, because system headers spell __attribute__((__noinline__)). */
#ifndef __noinline__
#define __noinline__
#endif

#endif

#ifndef MUSARTAPI
#define MUSARTAPI
#endif
#ifndef MUSART_CB
#define MUSART_CB
#endif
#ifndef MUSART_DEVICE
#define MUSART_DEVICE __device__
#endif

#endif
