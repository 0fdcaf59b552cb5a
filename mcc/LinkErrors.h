// The linker's words about device symbols (mcc/pack/DeviceSymbols.h), said as mcc would.
#pragma once

#include <string>

namespace helicon::mcc {

/// Errors of `program`, a line each, for what the linker's output says of device symbols; empty when it says nothing.
std::string deviceLinkErrors(const std::string &program, const std::string &linkerOutput);

} // namespace helicon::mcc
