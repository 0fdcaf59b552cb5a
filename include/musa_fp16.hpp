/* Some programs name this file: everything is in musa_fp16.h. */
#include "musa_fp16.h"
