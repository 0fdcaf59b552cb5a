// What of the runtime is seen outside libmusa.so. libmusart.so, a thin library of its own, is built over these
// classes; everything without the mark stays inside.
#pragma once

#define HELICON_EXPORT __attribute__((visibility("default")))
