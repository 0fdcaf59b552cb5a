// One pass over the text, no look-ahead beyond two characters; linear.
#include "simt/ptx/Lexer.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/Twine.h>
#include <llvm/Support/Error.h>

using namespace llvm;

namespace helicon::simt::ptx {

namespace {

bool isWordStart(char c) { return isAlpha(c) || c == '_' || c == '%' || c == '$'; }
bool isWordPart(char c) { return isAlnum(c) || c == '_' || c == '$'; }

class Lexer {
  StringRef text;
  size_t at = 0;
  Place place;

public:
  explicit Lexer(StringRef text) : text(text) {}
  Token next();

private:
  char peek(size_t ahead = 0) const { return at + ahead < text.size() ? text[at + ahead] : '\0'; }
  bool isEnd() const { return at >= text.size(); }
  void advance(unsigned columns = 1);
  bool skipBlanks();
  bool isOperand() const {
    return peek() == '$' && (isDigit(peek(1)) || peek(1) == '{') && text.substr(at, 3) != "${:";
  }
  std::string word(bool (*belongs)(char));
  Token placeholder(Token t);
  Token number(Token t);
  Token decimal(Token t);
  Token bitsOfFloat(Token t, unsigned digits);
  Token dotted(Token t);
  Token quoted(Token t);
  Token sign(Token t);
  static Token bad(Token t, const Twine &why) {
    t.kind = Token::Kind::Bad;
    t.text = why.str();
    return t;
  }
};

void Lexer::advance(unsigned columns) {
  if (text[at] == '\n') {
    ++place.line;
    place.column = 1;
  } else {
    place.column += columns;
  }
  ++at;
}

/// False when a comment has no end.
bool Lexer::skipBlanks() {
  while (!isEnd()) {
    if (isSpace(peek())) {
      advance();
    } else if (peek() == '/' && peek(1) == '/') {
      while (!isEnd() && peek() != '\n')
        advance();
    } else if (peek() == '/' && peek(1) == '*') {
      size_t end = text.find("*/", at + 2);
      if (end == StringRef::npos)
        return false;
      while (at < end + 2)
        advance();
    } else {
      return true;
    }
  }
  return true;
}

/// The characters of a name; a literal `%` was written twice, `$$` once, and `${:uid}` was `%=`.
std::string Lexer::word(bool (*belongs)(char)) {
  std::string name;
  while (!isEnd()) {
    if (text.substr(at).starts_with("${:uid}")) {
      name += "_uid";
      for (unsigned i = 0; i < 7; ++i)
        advance(i < 2);
    } else if (peek() == '$' && peek(1) == '$') {
      name += '$';
      advance(0);
      advance();
    } else if (peek() == '%' && name.empty()) {
      name += '%';
      advance(2);
    } else if (belongs(peek()) && !isOperand() && peek() != '$') {
      name += peek();
      advance();
    } else {
      break;
    }
  }
  return name;
}

Token Lexer::placeholder(Token t) {
  t.kind = Token::Kind::Placeholder;
  advance();
  bool braces = peek() == '{';
  if (braces)
    advance(0);
  if (!isDigit(peek()))
    return bad(t, "a reference to an operand has no number");
  for (; isDigit(peek()); advance())
    if (t.value < 1000)
      t.value = t.value * 10 + (peek() - '0');
  if (!braces)
    return t;
  if (peek() != '}')
    return bad(t, "modifiers of operands are not supported");
  advance(0);
  return t;
}

Token Lexer::bitsOfFloat(Token t, unsigned digits) {
  advance();
  advance();
  unsigned n = 0;
  for (; n < digits && isHexDigit(peek()); ++n, advance())
    t.value = t.value * 16 + hexDigitValue(peek());
  if (n != digits || isWordPart(peek()))
    return bad(t, Twine("a float given by its bits has ") + Twine(digits) + " hexadecimal digits");
  t.kind = digits == 8 ? Token::Kind::Float32 : Token::Kind::Float64;
  return t;
}

/// Decimal integers, and decimal floats, which are of double precision.
Token Lexer::decimal(Token t) {
  size_t start = at;
  bool isFloat = false;
  while (isDigit(peek()))
    advance();
  if (peek() == '.' && isDigit(peek(1))) {
    isFloat = true;
    advance();
    while (isDigit(peek()))
      advance();
  }
  if ((peek() == 'e' || peek() == 'E') &&
      (isDigit(peek(1)) || ((peek(1) == '-' || peek(1) == '+') && isDigit(peek(2))))) {
    isFloat = true;
    advance();
    advance();
    while (isDigit(peek()))
      advance();
  }
  StringRef digits = text.slice(start, at);
  if (isFloat) {
    APFloat value(APFloat::IEEEdouble());
    if (Expected<APFloat::opStatus> status = value.convertFromString(digits, APFloat::rmNearestTiesToEven); !status) {
      consumeError(status.takeError());
      return bad(t, "not a number: '" + digits + "'");
    }
    t.kind = Token::Kind::Float64;
    t.value = value.bitcastToAPInt().getZExtValue();
    return t;
  }
  t.kind = Token::Kind::Integer;
  bool isOctal = digits.size() > 1 && digits[0] == '0';
  if (digits.getAsInteger(isOctal ? 8 : 10, t.value))
    return bad(t, "'" + digits + "' is no integer of 64 bits");
  return t;
}

Token Lexer::number(Token t) {
  char kind = peek() == '0' ? toLower(peek(1)) : '\0';
  if (kind == 'f' || kind == 'd')
    return bitsOfFloat(t, kind == 'f' ? 8 : 16);
  if (kind != 'x' && kind != 'b') {
    t = decimal(t);
  } else {
    t.kind = Token::Kind::Integer;
    advance();
    advance();
    size_t start = at;
    while (kind == 'x' ? isHexDigit(peek()) : peek() == '0' || peek() == '1')
      advance();
    if (text.slice(start, at).getAsInteger(kind == 'x' ? 16 : 2, t.value))
      return bad(t, "not a number of 64 bits");
  }
  if (t.kind == Token::Kind::Integer && peek() == 'U')
    advance();
  if (t.kind != Token::Kind::Bad && isWordPart(peek()) && !isOperand())
    return bad(t, "a number runs into '" + Twine(peek()) + "'");
  return t;
}

Token Lexer::dotted(Token t) {
  t.kind = Token::Kind::Dotted;
  advance();
  while (isAlnum(peek()) || peek() == '_' || (peek() == ':' && peek(1) == ':' && isAlnum(peek(2)))) {
    if (peek() == ':') {
      t.text += "::";
      advance();
    } else {
      t.text += peek();
    }
    advance();
  }
  return t.text.empty() ? bad(t, "a dot without a name") : t;
}

Token Lexer::quoted(Token t) {
  t.kind = Token::Kind::String;
  advance();
  for (; !isEnd() && peek() != '"'; advance())
    t.text += peek();
  if (isEnd())
    return bad(t, "a string without an end");
  advance();
  return t;
}

Token Lexer::sign(Token t) {
  t.kind = Token::Kind::Sign;
  t.text = std::string(1, peek());
  bool isDouble = (peek() == '<' || peek() == '>') && peek(1) == peek();
  if (!StringRef(",;{}[]():@!|+-*/<>&^~=").contains(peek()))
    return bad(t, isPrint(peek()) ? "the character '" + Twine(peek()) + "' has no meaning here"
                                  : "a character that is no text");
  advance();
  if (isDouble) {
    t.text += peek();
    advance();
  }
  return t;
}

Token Lexer::next() {
  Token t;
  t.place = place;
  if (!skipBlanks())
    return bad(t, "a comment without an end");
  t.place = place;
  if (isEnd())
    return t;
  if (isOperand())
    return placeholder(t);
  if (isDigit(peek()))
    return number(t);
  if (peek() == '.')
    return dotted(t);
  if (peek() == '"')
    return quoted(t);
  if (isWordStart(peek())) {
    t.kind = Token::Kind::Word;
    t.text = word(isWordPart);
    if (!t.text.empty() && t.text != "%")
      return t;
    return bad(t, "a sign that starts a name, without the name");
  }
  return sign(t);
}

} // namespace

std::vector<Token> lex(StringRef text) {
  std::vector<Token> tokens;
  Lexer lexer(text);
  do
    tokens.push_back(lexer.next());
  while (tokens.back().kind != Token::Kind::End && tokens.back().kind != Token::Kind::Bad);
  return tokens;
}

} // namespace helicon::simt::ptx
