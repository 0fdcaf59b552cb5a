// One walk over the tokens keeps a stack of braces with what is known of each: code in it is device code when the text
// between the last statement's end and the brace names the attribute (`__device__`, `__global__`: a function's or a
// lambda's head), or when what is around it is. The callee of a launch is found backwards from `<<<`, as a postfix
// expression; template arguments hold no bare `>`, so counting angles is enough.
#include "mcc/launches/Tokens.h"

#include <clang/Basic/IdentifierTable.h>

#include <optional>

namespace helicon::mcc {

using clang::Token;
namespace tok = clang::tok;

namespace {

class Finder {
public:
  explicit Finder(const std::vector<Token> &tokens) : tokens(tokens) {}
  std::vector<Launch> run();

private:
  struct Brace {
    bool device;
    size_t head; ///< where the text that belongs to the brace begins
  };

  tok::TokenKind kind(size_t i) const { return i < tokens.size() ? tokens[i].getKind() : tok::eof; }
  bool isWord(size_t i, llvm::StringRef word, llvm::StringRef reserved) const;
  bool namesDevice(size_t begin, size_t end) const;
  void open(size_t at);
  void close(size_t at);
  std::optional<size_t> matchBack(size_t close) const;
  std::optional<size_t> matchAngles(size_t close) const;
  std::optional<size_t> calleeStart(size_t end) const;
  bool isCondition(size_t close) const;
  size_t matchForward(size_t open) const;
  size_t configurationEnd(size_t begin) const;
  void launch(size_t at);
  void runtimeCall(size_t at);

  const std::vector<Token> &tokens;
  std::vector<Brace> braces;
  std::vector<Launch> found;
  size_t head = 0;
};

bool Finder::isWord(size_t i, llvm::StringRef word, llvm::StringRef reserved) const {
  const clang::IdentifierInfo *name =
      tokens[i].isAnnotation() || tokens[i].isLiteral() ? nullptr : tokens[i].getIdentifierInfo();
  return name && (name->getName() == word || name->getName() == reserved);
}

/// `__attribute__((device))` or `((global))`, which is what the qualifiers are.
bool Finder::namesDevice(size_t begin, size_t end) const {
  for (size_t i = begin; i + 3 < end; ++i)
    if (kind(i) == tok::kw___attribute && kind(i + 1) == tok::l_paren && kind(i + 2) == tok::l_paren)
      for (size_t k = i + 3; k < end && kind(k) != tok::r_paren; ++k)
        if (isWord(k, "device", "__device__") || isWord(k, "global", "__global__"))
          return true;
  return false;
}

void Finder::open(size_t at) {
  bool around = !braces.empty() && braces.back().device;
  braces.push_back({around || namesDevice(head, at), head});
  head = at + 1;
}

/// A member's initialiser in braces stands before the body of its constructor, and is no end of anything.
void Finder::close(size_t at) {
  head = at + 1;
  if (braces.empty())
    return;
  tok::TokenKind next = kind(at + 1);
  if (next == tok::comma || next == tok::l_brace)
    head = braces.back().head;
  braces.pop_back();
}

/// The bracket that `close`, of any of the three kinds, ends.
std::optional<size_t> Finder::matchBack(size_t close) const {
  size_t depth = 0;
  for (size_t i = close + 1; i-- > 0;) {
    if (tokens[i].isOneOf(tok::r_paren, tok::r_square, tok::r_brace))
      ++depth;
    else if (tokens[i].isOneOf(tok::l_paren, tok::l_square, tok::l_brace) && --depth == 0)
      return i;
  }
  return std::nullopt;
}

std::optional<size_t> Finder::matchAngles(size_t close) const {
  size_t depth = 0;
  for (size_t i = close + 1; i-- > 0;) {
    if (tokens[i].isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) {
      std::optional<size_t> begin = matchBack(i);
      if (!begin)
        return std::nullopt;
      i = *begin;
    } else if (tokens[i].isOneOf(tok::semi, tok::l_paren, tok::l_square, tok::l_brace)) {
      return std::nullopt;
    } else if (kind(i) == tok::greater) {
      depth += 1;
    } else if (kind(i) == tok::greatergreater) {
      depth += 2;
    } else if (kind(i) == tok::greatergreatergreater) {
      depth += 3;
    } else if (kind(i) == tok::less && --depth == 0) {
      return i;
    }
  }
  return std::nullopt;
}

/// The parenthesis belongs to a statement, and what follows it is no call.
bool Finder::isCondition(size_t close) const {
  std::optional<size_t> begin = matchBack(close);
  return !begin || *begin == 0 ||
         tokens[*begin - 1].isOneOf(tok::kw_if, tok::kw_while, tok::kw_for, tok::kw_switch, tok::kw_constexpr);
}

/// First token of the postfix expression that ends before `end`.
std::optional<size_t> Finder::calleeStart(size_t end) const {
  size_t i = end;
  while (i > 0) {
    if (tokens[i - 1].isOneOf(tok::greater, tok::greatergreater, tok::greatergreatergreater)) {
      std::optional<size_t> angle = matchAngles(i - 1);
      if (!angle || *angle == 0 || kind(*angle - 1) != tok::identifier)
        return std::nullopt;
      i = *angle;
    }
    if (tokens[i - 1].isOneOf(tok::r_paren, tok::r_square)) {
      std::optional<size_t> begin = matchBack(i - 1);
      if (!begin)
        return std::nullopt;
      bool subscript = kind(i - 1) == tok::r_square;
      i = *begin;
      bool follows = i > 0 && (tokens[i - 1].isOneOf(tok::identifier, tok::r_square, tok::greater) ||
                               (kind(i - 1) == tok::r_paren && !isCondition(i - 1)));
      if (subscript || follows)
        continue;
      return i;
    }
    if (!tokens[i - 1].isOneOf(tok::identifier, tok::kw_this))
      return std::nullopt;
    --i;
    if (i > 0 && kind(i - 1) == tok::kw_template)
      --i;
    if (i == 0 || !tokens[i - 1].isOneOf(tok::coloncolon, tok::period, tok::arrow))
      return i;
    bool qualifier = kind(i - 1) == tok::coloncolon;
    --i;
    if (qualifier && (i == 0 || !tokens[i - 1].isOneOf(tok::identifier, tok::greater, tok::greatergreater)))
      return i; // of the global namespace
  }
  return std::nullopt;
}

size_t Finder::matchForward(size_t open) const {
  size_t depth = 0;
  for (size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].isOneOf(tok::l_paren, tok::l_square, tok::l_brace))
      ++depth;
    else if (tokens[i].isOneOf(tok::r_paren, tok::r_square, tok::r_brace) && --depth == 0)
      return i;
  }
  return tokens.size();
}

/// The `>>>` that belongs to the `<<<` before `begin`: another one may close three template argument lists.
size_t Finder::configurationEnd(size_t begin) const {
  size_t angles = 0;
  for (size_t i = begin; i < tokens.size(); ++i) {
    tok::TokenKind k = kind(i);
    if (tokens[i].isOneOf(tok::l_paren, tok::l_square, tok::l_brace))
      i = matchForward(i);
    else if (tokens[i].isOneOf(tok::semi, tok::r_paren, tok::r_square, tok::r_brace))
      break;
    else if (k == tok::less && kind(i - 1) == tok::identifier)
      ++angles;
    else if (k == tok::greater)
      angles -= std::min<size_t>(angles, 1);
    else if (k == tok::greatergreater)
      angles -= std::min<size_t>(angles, 2);
    else if (k == tok::greatergreatergreater) {
      if (angles < 3)
        return i;
      angles -= 3;
    }
  }
  return tokens.size();
}

void Finder::launch(size_t at) {
  size_t end = configurationEnd(at + 1);
  if (kind(end + 1) != tok::l_paren)
    return;
  size_t last = matchForward(end + 1);
  std::optional<size_t> first = calleeStart(at);
  if (first && last < tokens.size())
    found.push_back({*first, at, last, false});
}

/// The calls whose arguments are kernels.
void Finder::runtimeCall(size_t at) {
  llvm::StringRef name = tokens[at].getIdentifierInfo()->getName();
  if ((!name.consume_front("musa") && !name.consume_front("cuda")) || kind(at + 1) != tok::l_paren ||
      (name != "LaunchDevice" && name != "GetParameterBufferV2"))
    return;
  size_t last = matchForward(at + 1);
  if (last < tokens.size())
    found.push_back({at, last, last, true});
}

std::vector<Launch> Finder::run() {
  for (size_t i = 0; i < tokens.size(); ++i) {
    switch (kind(i)) {
    case tok::l_brace:
      open(i);
      break;
    case tok::r_brace:
      close(i);
      break;
    case tok::semi:
      head = i + 1;
      break;
    case tok::lesslessless:
      if (!braces.empty() && braces.back().device)
        launch(i);
      break;
    case tok::identifier:
      if (!braces.empty() && braces.back().device)
        runtimeCall(i);
      break;
    default:
      break;
    }
  }
  return std::move(found);
}

/// `operator<< <T>(...)` is a function's name; nothing else in C++ has these two in a row.
bool isSpacedOpening(const std::vector<Token> &tokens, size_t i) {
  return tokens[i].is(tok::lessless) && tokens[i + 1].is(tok::less) && i > 0 && !tokens[i - 1].is(tok::kw_operator);
}

} // namespace

void joinSpacedBrackets(std::vector<Token> &tokens) {
  std::vector<Token> out;
  out.reserve(tokens.size());
  size_t launches = 0; // whose `>>>` is still to come
  for (size_t i = 0; i < tokens.size(); ++i) {
    const bool hasNext = i + 1 < tokens.size(); // the last token is the end of the file
    Token token = tokens[i];
    if (hasNext && isSpacedOpening(tokens, i)) {
      token.setKind(tok::lesslessless);
      ++i;
    } else if (hasNext && launches > 0 && token.is(tok::greatergreater) && tokens[i + 1].is(tok::greater) &&
               i + 2 < tokens.size() && tokens[i + 2].is(tok::l_paren)) {
      token.setKind(tok::greatergreatergreater);
      ++i;
    }
    launches += token.is(tok::lesslessless);
    if (launches > 0 && (token.is(tok::greatergreatergreater) || token.is(tok::semi)))
      --launches;
    out.push_back(token);
  }
  tokens = std::move(out);
}

std::vector<Launch> findDeviceLaunches(const std::vector<Token> &tokens) { return Finder(tokens).run(); }

} // namespace helicon::mcc
