// The stack on which a thread runs groups of the simd executor that have local arrays or call themselves. A kernel that
// writes far beyond an array meets addresses that belong to nobody, and one that writes a little beyond destroys frames
// of kernel code alone: the runtime's frames, and the checkpoint that a fault goes back to, are on the thread's own
// stack, and so are the groups of other kernels. A call costs one to two nanoseconds more than a plain one.
#pragma once

#include "kernel-ir/Abi.h"
#include "runtime/FarMapping.h"

#include <cstdint>
#include <string>

namespace helicon {

struct Worker;

class KernelStack {
public:
  /// At least so many bytes may be used from here on; false when they can't be had. No more are opened than a kernel
  /// asked for: what is below is a guard like what is above.
  bool reserve(uint64_t bytes) { return bytes + kAbove <= opened || grow(bytes); }
  char *low() const { return mapping.data() + mapping.bytes() - opened; }
  char *top() const { return highest; }
  uint64_t bytes() const { return uint64_t(highest - low()); }
  /// Where an address near the stack lies, in words; empty: not near.
  std::string describe(uintptr_t address) const;
  /// Where calls that went too deep end.
  bool isOverflow(uintptr_t address) const {
    return opened && address < uintptr_t(low()) && address + kDeep > uintptr_t(low());
  }

private:
  static constexpr uint64_t kAbove = 64 << 10; ///< between the first frame and the end
  static constexpr uint64_t kDeep = 1 << 20;   ///< of one function's frame
  bool grow(uint64_t bytes);

  FarMapping mapping;
  uint64_t opened = 0; ///< bytes at the end, kAbove with them
  char *highest = nullptr;
};

/// What kernels may use that call themselves, address space only; less where that is limited.
uint64_t kernelStackBytes();

/// Where the thread's own stack stood at the call. The assembly below knows it.
struct NativeFrame {
  void *stackPointer = nullptr, *framePointer = nullptr;
};
extern "C" {
extern __attribute__((visibility("hidden"), tls_model("initial-exec"))) thread_local NativeFrame heliconNativeFrame;
/// The kernel gave a wrong frame pointer back.
[[noreturn]] __attribute__((visibility("hidden"))) void heliconStackOverwritten();
}

/// Calls `function` on the stack that ends at `top`. Of the registers that a function keeps none is relied on, since
/// the kernel may have written over the place where it kept them: the caller's values are on its own stack. The frame
/// pointer is compared instead of loaded, because nobody waits for a comparison. Callers are compiled with frame
/// pointers, so that debuggers find them from the kernel.
inline GroupStatus callOnStack(GroupFunction function, BlockContext *context, uint32_t group, void *frame, void *top) {
  int32_t status = 0;
  register void *top8 asm("r8") = top;
  asm volatile("movq heliconNativeFrame@gottpoff(%%rip), %%r10\n\t"
               "movq %%rsp, %%fs:(%%r10)\n\t"
               "movq %%rbp, %%fs:8(%%r10)\n\t"
               "movq %[top], %%rsp\n\t"
               "callq *%%rcx\n\t"
               "movq heliconNativeFrame@gottpoff(%%rip), %%rcx\n\t"
               "movq %%fs:(%%rcx), %%rsp\n\t"
               "cmpq %%fs:8(%%rcx), %%rbp\n\t"
               "jne 1f\n\t"
               ".pushsection .text.unlikely,\"ax\",@progbits\n"
               "1:\tmovq %%fs:8(%%rcx), %%rbp\n\t"
               "subq $256, %%rsp\n\t" // a leaf function's values may lie below its stack pointer
               "andq $-16, %%rsp\n\t"
               "callq heliconStackOverwritten\n\t"
               "ud2\n\t"
               ".popsection"
               : "=a"(status), "+D"(context), "+S"(group), "+d"(frame), "+c"(function), [top] "+r"(top8)
               :
               : "rbx", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "cc", "memory", "xmm0", "xmm1", "xmm2", "xmm3",
                 "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
  return GroupStatus(status);
}

/// In builds with AddressSanitizer: tells it about the switch.
GroupStatus callGroupWatched(Worker &, GroupFunction, BlockContext *, uint32_t group, void *frame);

} // namespace helicon
