// The linker's words about device symbols (mcc/pack/DeviceSymbols.h), said as mcc would.
#pragma once

#include <set>
#include <string>

namespace helicon::mcc {

/// Errors of `program`, a line each, for what the linker's output says of device symbols; empty when it says nothing.
std::string deviceLinkErrors(const std::string &program, const std::string &linkerOutput);

/// What the linker's output calls undefined, as a reader knows it, device symbols apart.
std::set<std::string> undefinedNames(const std::string &linkerOutput);

/// `text` with `to` in the place of every `from`.
std::string withName(std::string text, const std::string &from, const std::string &to);

} // namespace helicon::mcc
