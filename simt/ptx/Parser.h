// Recursive descent over the tokens of one asm statement:
//   text        := { [label ":"] ( declaration | "{" text "}" | [guard] instruction ) [";"] }
//   declaration := ".reg" type name { "," name }          name := word | word "<" count ">"
//   guard       := "@" ["!"] register
//   instruction := word { "." modifier } [ operand { "," operand } ]
//   operand     := register ["|" register] | number | "{" operands "}" | "[" base [("+"|"-") number] { "," operand }
//   "]"
// Numbers may be constant expressions. Depth and sizes are bounded, so that no text makes it run long or deep.
#pragma once

#include "simt/ptx/Ast.h"

#include <llvm/ADT/STLFunctionalExtras.h>

#include <variant>

namespace helicon::simt::ptx {

/// Why an instruction cannot be had, by its name without modifiers; empty if it can.
using Refused = llvm::function_ref<std::string(llvm::StringRef name, llvm::StringRef spelled)>;

/// The program, or the first fault. `refused` is asked before the operands of an instruction are looked at.
std::variant<Program, Fault> parse(llvm::StringRef text, Refused refused);

} // namespace helicon::simt::ptx
