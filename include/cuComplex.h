// Complex numbers as pairs, under CUDA's names.
#ifndef HELICON_CUCOMPLEX_H
#define HELICON_CUCOMPLEX_H

#include "host_defines.h"
#include "vector_functions.h"

#define __HELICON_COMPLEX(name) cu##name
#define __HELICON_COMPLEX_TYPE(name) cu##name
#define __HELICON_COMPLEX_MAKE(name) make_cu##name
#include "helicon/complex_functions.def"
#undef __HELICON_COMPLEX
#undef __HELICON_COMPLEX_TYPE
#undef __HELICON_COMPLEX_MAKE

#endif
