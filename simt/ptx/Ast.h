// What the parser makes of the text of one asm statement: a list of statements over numbered registers. Names are
// resolved (scopes, `%r<4>` ranges), types and operand counts are not yet checked: Body and the lowerings do that.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace helicon::simt::ptx {

/// A place in the text as the user wrote it, from 1.
struct Place {
  unsigned line = 1, column = 1;
};

/// Why the text is refused, and where.
struct Fault {
  Place place;
  std::string message;
};

struct Operand {
  enum class Kind {
    Register,    ///< declared in the text; `index` counts Program::registers
    Placeholder, ///< %0, %1, ...; `index` is the number
    Integer,     ///< `bits`
    Float32,     ///< `bits`, 0f3F800000
    Float64,     ///< `bits`, 0d... or 1.5
    Vector,      ///< {a, b}: `parts`
    Address,     ///< [base + offset, ...]: `parts`, and `bits` the offset
    Special,     ///< %tid.x, %laneid: `text`
    Symbol,      ///< a label or a variable: `text`
    Sink,        ///< _
  };
  Kind kind = Kind::Sink;
  Place place;
  unsigned index = 0;
  uint64_t bits = 0;
  bool negated = false; ///< !p
  std::string text;
  std::string selector; ///< b0..b3, h0, h1, behind a register
  std::vector<Operand> parts;
};

struct Modifier {
  std::string text; ///< without the dot
  Place place;
};

struct Instruction {
  Place place;
  std::optional<Operand> guard; ///< @p, @!p
  std::string name;             ///< up to the first dot
  std::vector<Modifier> modifiers;
  std::vector<Operand> operands;
  std::optional<Operand> second; ///< q of `p|q`
  unsigned label = 0;            ///< of a branch: index into Program::labels

  std::string spelled() const {
    std::string all = name;
    for (const Modifier &m : modifiers)
      all += "." + m.text;
    return all;
  }
};

struct Register {
  std::string name, type;
};

struct Statement {
  std::optional<Instruction> instruction; ///< else the place of a label
  unsigned label = 0;
};

struct Program {
  std::vector<Register> registers;
  std::vector<std::string> labels;
  std::vector<Statement> statements;
};

} // namespace helicon::simt::ptx
