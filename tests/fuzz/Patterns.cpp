// Calls and instructions written down as patterns: `<a|b>` is one of them, `%u` and its kin an expression of a type,
// `#` a small number. A table of patterns is a grammar for what is too regular to be written as code.
#include "Body.h"

namespace helicon::fuzz {

namespace {

/// u, i: 32 bits; U, I: 64; h: 16; f, d: floats; c: a condition.
Type typeOf(char letter) {
  switch (letter) {
  case 'u':
    return Type::U32;
  case 'i':
    return Type::I32;
  case 'U':
    return Type::U64;
  case 'I':
    return Type::I64;
  case 'h':
    return Type::U16;
  case 'f':
    return Type::F32;
  case 'd':
    return Type::F64;
  default:
    return Type::Bool;
  }
}

std::string oneOf(std::string_view alternatives, Random &random) {
  unsigned count = 1;
  for (char c : alternatives)
    count += c == '|';
  for (unsigned skip = random.below(count); skip > 0; --skip)
    alternatives.remove_prefix(alternatives.find('|') + 1);
  return std::string(alternatives.substr(0, alternatives.find('|')));
}

} // namespace

std::string Body::alternatives(std::string_view pattern) {
  std::string out;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '#') {
      out += cat(random.below(256));
    } else if (pattern[i] == '<') {
      const size_t end = pattern.find('>', i);
      out += oneOf(pattern.substr(i + 1, end - i - 1), random);
      i = end;
    } else {
      out += pattern[i];
    }
  }
  return out;
}

/// A call: alternatives chosen, operands written. A `%` of the language has a blank behind it.
std::string Body::filled(std::string_view pattern, Level level, unsigned depth) {
  const std::string chosen = alternatives(pattern);
  std::string out;
  for (size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i] == '%' && i + 1 < chosen.size() && chosen[i + 1] != ' ')
      out += expression(typeOf(chosen[++i]), level, depth);
    else
      out += chosen[i];
  }
  return out;
}

/// An expression that is one instruction or a few. `form` names the types of the result and of the operands.
std::string Body::assembly(const AssemblyForm &form, Level level, unsigned depth) {
  auto constraint = [](char letter) {
    return letter == 'u' || letter == 'i' ? 'r' : letter == 'U' || letter == 'I' ? 'l' : letter;
  };
  std::string inputs;
  for (size_t i = 0; i < form.inputs.size(); ++i)
    inputs += cat(i ? ", " : "", '"', constraint(form.inputs[i]), "\"(static_cast<", info(typeOf(form.inputs[i])).name,
                  ">(", expression(typeOf(form.inputs[i]), level, depth), "))"); // a bit-field's type is wider
  const bool many = form.text.find(';') + 1 != form.text.size(); // an output may be written before the inputs are read
  return cat("[&] { ", info(typeOf(form.result)).name, " r; asm", random.chance(15) ? " volatile" : "", "(\"",
             alternatives(form.text), "\" : \"=", many ? "&" : "", constraint(form.result), "\"(r) : ", inputs,
             "); return r; }()");
}

} // namespace helicon::fuzz
