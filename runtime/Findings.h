// What checked mode (HELICON_STRICT) found, in words.
#pragma once

#include "kernel-ir/Abi.h"

#include <string>

namespace helicon {

/// A warp operation whose mask is wrong for the lane `lane`. `exist`: the lanes that the warp has; `present`: those
/// that take part; `absent`: why the others do not.
std::string describeMask(WarpOp, uint32_t mask, uint32_t lane, uint32_t exist, uint32_t present, const char *absent);
/// The lanes that the thread's warp has.
uint32_t lanesOfWarp(uint32_t thread, const KernelImage &);

std::string describeMisaligned(uint64_t address, uint64_t bytes);
/// What a report of generated code says.
std::string describeFinding(Finding, uint64_t a, uint64_t b, uint32_t thread, const KernelImage &);

} // namespace helicon
