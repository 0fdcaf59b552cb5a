#include "simt/ptx/Parser.h"

#include "simt/ptx/Lexer.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/ADT/Twine.h>

#include <map>

using namespace llvm;

namespace helicon::simt::ptx {

namespace {

constexpr unsigned kMaxDepth = 64;
constexpr uint64_t kMaxRange = 1u << 20; ///< names of a `%r<n>` declaration

struct Range {
  std::string prefix, type;
  uint64_t count;
};

struct Scope {
  std::map<std::string, unsigned> registers, labels;
  std::vector<Range> ranges;
  std::vector<std::pair<size_t, Operand>> branches; ///< statement and target, until the scope ends
};

class Parser {
  std::vector<Token> tokens;
  size_t at = 0;
  Refused refused;
  Program program;
  std::vector<Scope> scopes{1};
  std::optional<Fault> fault;
  unsigned depth = 0;

public:
  Parser(StringRef text, Refused refused) : tokens(lex(text)), refused(refused) {}
  std::variant<Program, Fault> run();

private:
  const Token &now() const { return tokens[at]; }
  const Token &after() const { return tokens[std::min(at + 1, tokens.size() - 1)]; }
  Token take() { return tokens[at + 1 < tokens.size() ? at++ : at]; }
  bool skip(StringRef sign) { return now().is(sign) && (take(), true); }
  bool expect(StringRef sign);
  bool fail(Place place, const Twine &why);
  bool failHere(const Twine &wanted);

  bool statement();
  bool declaration();
  bool declareName(const std::string &type);
  bool isTaken(StringRef name) const { return scopes.back().registers.count(name.str()); }
  bool label();
  bool openScope();
  bool closeScope();
  bool instruction();
  bool operands(Instruction &i);
  bool operand(Operand &o);
  bool registerName(Operand &o);
  bool list(Operand &o, StringRef end);
  bool address(Operand &o);
  bool constant(uint64_t &value, unsigned least = 0);
  bool primary(uint64_t &value);
  std::optional<unsigned> find(StringRef name);
  std::optional<unsigned> findIn(Scope &scope, StringRef name);
  unsigned add(StringRef name, StringRef type);
};

bool Parser::fail(Place place, const Twine &why) {
  if (!fault)
    fault = Fault{place, why.str()};
  return false;
}

std::string shown(const Token &t) {
  switch (t.kind) {
  case Token::Kind::End:
    return "the end of the text";
  case Token::Kind::Dotted:
    return "'." + t.text + "'";
  case Token::Kind::Placeholder:
    return "'%" + std::to_string(t.value) + "'";
  case Token::Kind::Word:
  case Token::Kind::Sign:
    return "'" + t.text + "'";
  case Token::Kind::String:
    return "a string";
  default:
    return "a number";
  }
}

bool Parser::failHere(const Twine &wanted) {
  if (now().kind == Token::Kind::Bad)
    return fail(now().place, now().text);
  return fail(now().place, "expected " + wanted + ", found " + shown(now()));
}

bool Parser::expect(StringRef sign) { return skip(sign) || failHere("'" + sign + "'"); }

unsigned Parser::add(StringRef name, StringRef type) {
  unsigned index = program.registers.size();
  program.registers.push_back({name.str(), type.str()});
  return index;
}

std::optional<unsigned> Parser::findIn(Scope &scope, StringRef name) {
  if (auto found = scope.registers.find(name.str()); found != scope.registers.end())
    return found->second;
  for (const Range &range : scope.ranges) {
    StringRef digits = name;
    uint64_t n;
    if (!digits.consume_front(range.prefix) || digits.empty() || (digits.size() > 1 && digits[0] == '0') ||
        digits.getAsInteger(10, n) || n >= range.count)
      continue;
    return scope.registers[name.str()] = add(name, range.type);
  }
  return std::nullopt;
}

std::optional<unsigned> Parser::find(StringRef name) {
  for (Scope &scope : reverse(scopes))
    if (std::optional<unsigned> index = findIn(scope, name))
      return index;
  return std::nullopt;
}

bool Parser::declareName(const std::string &type) {
  if (now().kind != Token::Kind::Word)
    return failHere("the name of a register");
  Token name = take();
  if (skip("<")) {
    uint64_t count = 0;
    if (!constant(count, 5) || !expect(">"))
      return false;
    if (count > kMaxRange)
      return fail(name.place, "too many registers '" + name.text + "'");
    scopes.back().ranges.push_back({name.text, type, count});
    return true;
  }
  if (isTaken(name.text))
    return fail(name.place, "the register '" + name.text + "' is declared twice");
  scopes.back().registers[name.text] = add(name.text, type);
  return true;
}

bool Parser::declaration() {
  Token directive = take();
  if (directive.text == "pragma" || directive.text == "loc") { // hints and line numbers
    while (!now().is(";") && now().kind != Token::Kind::End && now().kind != Token::Kind::Bad)
      take();
    return true;
  }
  if (directive.text != "reg")
    return fail(directive.place, "the directive '." + directive.text + "' is not supported in inline PTX");
  if (now().kind != Token::Kind::Dotted)
    return failHere("the type of the registers");
  Token type = take();
  if (StringSwitch<bool>(type.text).Cases("v2", "v4", "v8", true).Default(false))
    return fail(type.place, "registers of vector type are not supported");
  do {
    if (!declareName(type.text))
      return false;
  } while (skip(","));
  return true;
}

bool Parser::label() {
  Token name = take();
  take(); // the colon
  if (scopes.back().labels.count(name.text))
    return fail(name.place, "the label '" + name.text + "' is there twice");
  unsigned index = program.labels.size();
  program.labels.push_back(name.text);
  scopes.back().labels[name.text] = index;
  program.statements.push_back({std::nullopt, index});
  return true;
}

bool Parser::openScope() {
  if (scopes.size() > kMaxDepth)
    return fail(now().place, "too many braces inside each other");
  take();
  scopes.emplace_back();
  return true;
}

/// Branches find their labels when the scope is complete; those of outer scopes wait for these.
bool Parser::closeScope() {
  Scope scope = std::move(scopes.back());
  scopes.pop_back();
  for (auto &[index, target] : scope.branches) {
    auto found = scope.labels.find(target.text);
    std::optional<Instruction> &branch = program.statements[index].instruction;
    if (found != scope.labels.end() && branch)
      branch->label = found->second;
    else if (scopes.empty())
      return fail(target.place, "the label '" + target.text + "' is not there");
    else
      scopes.back().branches.push_back({index, target});
  }
  return true;
}

int precedence(StringRef sign) {
  return StringSwitch<int>(sign)
      .Case("|", 1)
      .Case("^", 2)
      .Case("&", 3)
      .Cases("<<", ">>", 6)
      .Cases("+", "-", 7)
      .Cases("*", "/", 8)
      .Default(0);
}

uint64_t apply(StringRef sign, uint64_t x, uint64_t y) {
  switch (sign[0]) {
  case '|':
    return x | y;
  case '^':
    return x ^ y;
  case '&':
    return x & y;
  case '<':
    return y < 64 ? x << y : 0;
  case '>':
    return y < 64 ? x >> y : 0;
  case '+':
    return x + y;
  case '-':
    return x - y;
  case '*':
    return x * y;
  default:
    return y ? x / y : 0;
  }
}

bool Parser::primary(uint64_t &value) {
  if (++depth > kMaxDepth)
    return fail(now().place, "too many signs inside each other");
  bool good = false;
  if (skip("-") || skip("+") || skip("~")) {
    StringRef sign = tokens[at - 1].text;
    good = primary(value);
    value = sign == "-" ? -value : sign == "~" ? ~value : value;
  } else if (skip("(")) {
    good = constant(value) && expect(")");
  } else if (now().kind == Token::Kind::Integer) {
    value = take().value;
    good = true;
  } else {
    good = failHere("a number");
  }
  --depth;
  return good;
}

/// Binary signs that bind stronger than `least`.
bool Parser::constant(uint64_t &value, unsigned least) {
  if (!primary(value))
    return false;
  while (now().kind == Token::Kind::Sign && precedence(now().text) > int(least)) {
    Token sign = take();
    uint64_t right = 0;
    if (!constant(right, precedence(sign.text)))
      return false;
    value = apply(sign.text, value, right);
  }
  return true;
}

bool Parser::list(Operand &o, StringRef end) {
  do {
    Operand part;
    if (!operand(part))
      return false;
    o.parts.push_back(std::move(part));
  } while (skip(","));
  return expect(end);
}

bool Parser::address(Operand &o) {
  o.kind = Operand::Kind::Address;
  Operand base;
  if (!operand(base))
    return false;
  o.parts.push_back(std::move(base));
  if (now().is("+") || now().is("-"))
    if (bool minus = now().is("-"); minus ? !constant(o.bits) : (take(), !constant(o.bits)))
      return false;
  return skip(",") ? list(o, "]") : expect("]");
}

bool Parser::registerName(Operand &o) {
  Token name = take();
  o.text = name.text;
  if (std::optional<unsigned> index = find(name.text)) {
    o.kind = Operand::Kind::Register;
    o.index = *index;
  } else if (name.text == "_") {
    o.kind = Operand::Kind::Sink;
  } else if (name.text[0] == '%') {
    o.kind = Operand::Kind::Special;
    o.text.erase(0, 1);
    while (now().kind == Token::Kind::Dotted)
      o.text += "." + take().text;
  } else {
    o.kind = Operand::Kind::Symbol;
  }
  return true;
}

bool Parser::operand(Operand &o) {
  if (++depth > kMaxDepth)
    return fail(now().place, "too many brackets inside each other");
  o.place = now().place;
  bool good = true;
  if (skip("!"))
    o.negated = true;
  if (skip("{")) {
    o.kind = Operand::Kind::Vector;
    good = list(o, "}");
  } else if (skip("[")) {
    good = address(o);
  } else if (now().kind == Token::Kind::Placeholder) {
    o.kind = Operand::Kind::Placeholder;
    o.index = take().value;
  } else if (now().kind == Token::Kind::Word) {
    good = registerName(o);
  } else if (now().kind == Token::Kind::Float32 || now().kind == Token::Kind::Float64 ||
             (now().is("-") && after().kind == Token::Kind::Float64)) {
    bool minus = skip("-");
    Token number = take();
    o.kind = number.kind == Token::Kind::Float32 ? Operand::Kind::Float32 : Operand::Kind::Float64;
    o.bits = number.value ^ (minus ? uint64_t(1) << 63 : 0);
  } else {
    o.kind = Operand::Kind::Integer;
    good = constant(o.bits, 1); // not over a `|`, which parts two predicates
  }
  if (good && now().kind == Token::Kind::Dotted &&
      (o.kind == Operand::Kind::Register || o.kind == Operand::Kind::Placeholder))
    o.selector = take().text;
  --depth;
  return good;
}

bool Parser::operands(Instruction &i) {
  if (now().is(";") || now().is("}") || now().kind == Token::Kind::End)
    return true;
  do {
    Operand o;
    if (!operand(o))
      return false;
    i.operands.push_back(std::move(o));
    if (now().is("|")) {
      take();
      Operand second;
      if (i.operands.size() > 1 || !operand(second))
        return failHere("','");
      i.second = std::move(second);
    }
  } while (skip(","));
  return true;
}

bool Parser::instruction() {
  Instruction i;
  i.place = now().place;
  if (skip("@")) {
    Operand guard;
    guard.negated = skip("!");
    guard.place = now().place;
    if (now().kind == Token::Kind::Placeholder) {
      guard.kind = Operand::Kind::Placeholder;
      guard.index = take().value;
    } else if (now().kind != Token::Kind::Word) {
      return failHere("a predicate");
    } else {
      registerName(guard);
    }
    i.guard = guard;
  }
  if (now().kind != Token::Kind::Word)
    return failHere("an instruction");
  i.place = now().place;
  i.name = take().text;
  while (now().kind == Token::Kind::Dotted) {
    Token t = take();
    i.modifiers.push_back({t.text, t.place});
  }
  if (std::string why = refused(i.name, i.spelled()); !why.empty())
    return fail(i.place, why);
  if (!operands(i))
    return false;
  if (i.name == "bra") {
    if (i.operands.size() != 1 || i.operands[0].kind != Operand::Kind::Symbol)
      return fail(i.place, "a branch has one label");
    scopes.back().branches.push_back({program.statements.size(), i.operands[0]});
  }
  program.statements.push_back({std::move(i), 0});
  return true;
}

bool Parser::statement() {
  if (skip(";"))
    return true;
  if (now().is("{"))
    return openScope();
  if (now().is("}")) {
    if (scopes.size() == 1)
      return failHere("an instruction");
    take();
    return closeScope();
  }
  if (now().kind == Token::Kind::Word && after().is(":"))
    return label();
  bool good = now().kind == Token::Kind::Dotted ? declaration() : instruction();
  if (good && !now().is(";") && !now().is("}") && now().kind != Token::Kind::End)
    return failHere("';'");
  return good;
}

std::variant<Program, Fault> Parser::run() {
  while (!fault && now().kind != Token::Kind::End)
    statement();
  if (!fault && scopes.size() > 1)
    failHere("'}'");
  if (!fault)
    closeScope();
  if (fault)
    return *fault;
  return std::move(program);
}

} // namespace

std::variant<Program, Fault> parse(StringRef text, Refused refused) { return Parser(text, refused).run(); }

} // namespace helicon::simt::ptx
