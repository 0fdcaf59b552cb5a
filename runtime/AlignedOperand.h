// The memory operand of an instruction that the processor refused. A general protection fault tells no address; what it
// was about is seen in the instruction and the registers. Called in a signal handler: no memory, no locks.
#pragma once

#include <cstdint>
#include <ucontext.h>

namespace helicon {

struct AlignedOperand {
  uint64_t address = 0;
  uint32_t bytes = 0; ///< 0: the instruction has no vector or 16-byte operand in memory, or its address was no reason
};

/// The operand if its address is one that memory can have and is no multiple of its size: then alignment is the only
/// reason for a general protection fault. `code` is an instruction that was begun, so its bytes can be read.
AlignedOperand misalignedOperand(const unsigned char *code, const greg_t *registers);

} // namespace helicon
