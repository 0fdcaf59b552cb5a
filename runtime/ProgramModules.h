// The registry's side of a context's end.
#pragma once

namespace helicon {

class Context;

namespace program {
/// The context is being destroyed: its modules are dropped.
void forget(const Context &);
} // namespace program

} // namespace helicon
