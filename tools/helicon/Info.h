// `helicon info`: the devices as programs see them, and what they are made of here.
#pragma once

namespace helicon::tools {

/// Writes to stdout; the exit status of the program. What is wrong goes to stderr.
int info(bool json);

} // namespace helicon::tools
