// Tokens of PTX as they stand in LLVM's form of an asm statement: `$0` or `${0:x}` is an operand, `$$` a dollar sign,
// `${:uid}` a number of the statement's own. Places count what the user wrote: a `%` outside an operand was `%%`.
#pragma once

#include "simt/ptx/Ast.h"

namespace helicon::simt::ptx {

struct Token {
  enum class Kind {
    End,
    Word,        ///< add, %r1, $L
    Dotted,      ///< .u32: text without the dot; may hold `::`
    Placeholder, ///< %0: value
    Integer,     ///< value
    Float32,     ///< value holds the bits
    Float64,
    String, ///< "..." behind .pragma
    Sign,   ///< one or two signs: text
    Bad,    ///< text says why
  };
  Kind kind = Kind::End;
  Place place;
  std::string text;
  uint64_t value = 0;

  bool is(llvm::StringRef sign) const { return kind == Kind::Sign && text == sign; }
};

/// All tokens, the last one End or Bad.
std::vector<Token> lex(llvm::StringRef text);

} // namespace helicon::simt::ptx
