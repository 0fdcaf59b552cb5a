// A tool that the environment puts into the program: MUSA_INJECTION64_PATH names a library.
#pragma once

namespace helicon::trace {

/// Loads the library, if one is named, and calls its InitializeInjection(), which may call the API.
void loadTool();

} // namespace helicon::trace
