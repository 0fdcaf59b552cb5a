// What the CPU and the system offer, without LLVM: a set counts only when the system also saves its registers.
#include "jit/Digest.h"
#include "jit/Jit.h"
#include "kernel-ir/Abi.h"

#include "CompilerId.h"

#include <cpuid.h>

namespace helicon {

namespace {

struct Leaf {
  uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
};

Leaf leaf(uint32_t number, uint32_t sub = 0) {
  Leaf l;
  if (!__get_cpuid_count(number, sub, &l.eax, &l.ebx, &l.ecx, &l.edx))
    return {};
  return l;
}

bool has(uint32_t reg, std::initializer_list<unsigned> bits) {
  for (unsigned bit : bits)
    if (!(reg >> bit & 1))
      return false;
  return true;
}

// XCR0: which register files the system saves; 0 when it uses no XSAVE.
uint64_t savedState() {
  if (!has(leaf(1).ecx, {27}))
    return 0;
  uint32_t low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return uint64_t(high) << 32 | low;
}

} // namespace

Isa detectIsa() {
  constexpr uint64_t kYmm = 0x6, kZmm = 0xe6;
  Leaf basic = leaf(1), extended = leaf(7), amd = leaf(0x80000001);
  uint64_t saved = savedState();
  // x86-64-v3: AVX FMA MOVBE F16C; AVX2 BMI1 BMI2; LZCNT.
  bool avx2 =
      (saved & kYmm) == kYmm && has(basic.ecx, {12, 22, 28, 29}) && has(extended.ebx, {3, 5, 8}) && has(amd.ecx, {5});
  // x86-64-v4 adds AVX512 F DQ CD BW VL.
  if (avx2 && (saved & kZmm) == kZmm && has(extended.ebx, {16, 17, 28, 30, 31}))
    return Isa::Avx512;
  return avx2 ? Isa::Avx2 : Isa::Sse42;
}

std::string targetIdentity(Isa isa) {
  if (isa == Isa::Auto)
    isa = detectIsa();
  KeyBuilder features;
  // The topology words (leaf 1 ebx: APIC number) differ from core to core and stay out.
  Leaf basic = leaf(1), extended = leaf(7), more = leaf(7, 1), amd = leaf(0x80000001);
  for (uint32_t word : {basic.ecx, basic.edx, extended.ebx, extended.ecx, extended.edx, more.eax, more.edx, amd.ecx})
    features.add(uint64_t(word));
  features.add(savedState());
  return std::string("helicon ") + HELICON_VERSION + " compiler " + HELICON_COMPILER_ID + " abi " +
         std::to_string(kAbiVersion) + " llvm " + HELICON_LLVM_VERSION + " isa " +
         std::to_string(static_cast<unsigned>(isa)) + " cpu " + features.finish().hex();
}

} // namespace helicon
