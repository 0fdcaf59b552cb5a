// The MUSA SDK whose names and behaviour mcc follows.
#pragma once

#define MCC_MUSA_MAJOR "5"
#define MCC_MUSA_MINOR "2"
#define MCC_MUSA_PATCH "0"
