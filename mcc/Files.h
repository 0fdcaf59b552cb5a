// Whole files, read and written.
#pragma once

#include <istream>
#include <string>

namespace helicon::mcc {

/// Empty when it cannot be read.
std::string readFile(const std::string &path);
std::string readAll(std::istream &stream);
/// Empty, or what is wrong. "-" is standard output.
std::string writeText(const std::string &path, const std::string &text);

} // namespace helicon::mcc
