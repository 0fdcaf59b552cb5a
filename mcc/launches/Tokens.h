// Finds the launches in device code, in the tokens of a whole translation unit, macros expanded. Pure text work, apart
// from clang's Token.
#pragma once

#include <clang/Lex/Token.h>

#include <cstddef>
#include <vector>

namespace helicon::mcc {

/// `callee <<< configuration >>> ( arguments )`, or a call of the device runtime that is told a kernel's address:
/// indexes of the first token and of the last, a parenthesis; kernels are named before `namesEnd`.
struct Launch {
  size_t first, namesEnd, last;
  bool hasValue; ///< a call, not a launch
};

/// nvcc reads `<< <` and `>> >` as `<<<` and `>>>`, which formatters of other languages make of them: put together
/// here.
void joinSpacedBrackets(std::vector<clang::Token> &tokens);

/// Those inside functions and lambdas that are marked as device code, in the order of their `<<<`. What does not look
/// like a launch is left out: the parser will say what is wrong with it.
std::vector<Launch> findDeviceLaunches(const std::vector<clang::Token> &tokens);

} // namespace helicon::mcc
