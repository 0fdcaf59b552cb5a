// Complex numbers as pairs, under the SDK's names.
#ifndef HELICON_MUCOMPLEX_H
#define HELICON_MUCOMPLEX_H

#include "host_defines.h"
#include "vector_functions.h"

#define __HELICON_COMPLEX(name) mu##name
#define __HELICON_COMPLEX_TYPE(name) mu##name
#define __HELICON_COMPLEX_MAKE(name) make_mu##name
#include "helicon/complex_functions.def"
#undef __HELICON_COMPLEX
#undef __HELICON_COMPLEX_TYPE
#undef __HELICON_COMPLEX_MAKE

#endif
