// What mcc says about itself.
#pragma once

#include <string>

namespace helicon::mcc {

std::string helpText(const std::string &program);
/// First line in clang's form: build systems look for it.
std::string versionText();

} // namespace helicon::mcc
