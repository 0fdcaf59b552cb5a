// What kernels print: collected in order, written to stdout when the host synchronises, when much has gathered, and at
// exit.
#pragma once

#include <string>

namespace helicon {

void appendPrint(const std::string &text);
void flushPrints();

/// C's printf over the device's argument record: each field at its natural alignment, float as double, long double as
/// double; 32 at most. Appends to `out`; returns the number of fields, -1 for a format that can't be read or is null.
/// Faults on bad pointers are the caller's: nothing is appended before a string argument was read to its end.
int formatDevicePrint(std::string &out, const char *format, const void *fields);

} // namespace helicon
