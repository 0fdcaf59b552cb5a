/* Some programs name this file: everything is in musa_bf16.h. */
#include "musa_bf16.h"
