// A plugin of the stock clang that lets device code launch kernels. clang parses `child<<<grid, block>>>(x)` anywhere
// and makes the right call of it, but refuses a kernel's name in device code. So, when the prologue's pragma comes, all
// tokens of the translation unit are lexed ahead, each launch in device code is put into a lambda for both sides,
//   [&] __attribute__((host, device)) { child<<<grid, block>>>(x); }()
// and the tokens go to the parser, with their own places in the source. In such a lambda the refusal is a deferred
// diagnostic, which is taken out again for the callees of launches and for nothing else. What the launch means is said
// in the bitcode, by mcc/pack/Launches.cpp. Cost: the tokens in memory, and one pass over them; paid only where mcc
// found a launch in device code.
#include "mcc/launches/Tokens.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>

#include <llvm/ADT/DenseSet.h>

#include <memory>

namespace helicon::mcc {

using namespace clang;

namespace {

/// Places of the names in the callees of launches. One compilation a process.
llvm::DenseSet<SourceLocation> &calleePlaces() {
  static llvm::DenseSet<SourceLocation> places;
  return places;
}

class Rewriter {
public:
  explicit Rewriter(Preprocessor &preprocessor) : preprocessor(preprocessor) {}

  /// Takes all tokens up to the end and hands them back rewritten.
  void run() {
    std::vector<Token> tokens;
    do
      preprocessor.Lex(tokens.emplace_back());
    while (tokens.back().isNot(tok::eof));
    joinSpacedBrackets(tokens);
    std::vector<Launch> launches = findDeviceLaunches(tokens);
    for (const Launch &launch : launches)
      for (size_t i = launch.first; i < launch.namesEnd; ++i)
        if (tokens[i].is(tok::identifier))
          calleePlaces().insert(tokens[i].getLocation());
    std::vector<Token> out = wrapped(tokens, launches);
    auto owned = std::make_unique<Token[]>(out.size());
    std::copy(out.begin(), out.end(), owned.get());
    preprocessor.EnterTokenStream(std::move(owned), static_cast<unsigned>(out.size()), /*DisableMacroExpansion=*/true,
                                  /*IsReinject=*/true);
  }

private:
  std::vector<Token> wrapped(const std::vector<Token> &tokens, const std::vector<Launch> &launches) {
    std::vector<llvm::SmallVector<bool, 0>> begins(
        tokens.size()); // of those that begin here: whether they have a value
    std::vector<unsigned> ends(tokens.size());
    for (const Launch &launch : launches) {
      begins[launch.first].push_back(launch.hasValue);
      ends[launch.last]++;
    }
    std::vector<Token> out;
    out.reserve(tokens.size() + launches.size() * 16);
    for (size_t i = 0; i < tokens.size(); ++i) {
      place = tokens[i].isAnnotation() ? SourceLocation() : tokens[i].getLocation();
      for (bool hasValue : begins[i])
        open(out, hasValue);
      out.push_back(tokens[i]);
      for (; ends[i] > 0; --ends[i])
        for (tok::TokenKind kind : {tok::semi, tok::r_brace, tok::l_paren, tok::r_paren})
          put(out, kind);
    }
    return out;
  }

  void open(std::vector<Token> &out, bool hasValue) {
    for (tok::TokenKind kind : {tok::l_square, tok::amp, tok::r_square})
      put(out, kind);
    word(out, "__attribute__");
    put(out, tok::l_paren);
    put(out, tok::l_paren);
    word(out, "__host__");
    put(out, tok::comma);
    word(out, "__device__");
    for (tok::TokenKind kind : {tok::r_paren, tok::r_paren, tok::l_brace})
      put(out, kind);
    if (hasValue)
      word(out, "return");
  }

  void put(std::vector<Token> &out, tok::TokenKind kind, IdentifierInfo *name = nullptr) const {
    Token &token = out.emplace_back();
    token.startToken();
    token.setKind(kind);
    token.setLocation(place);
    token.setIdentifierInfo(name);
    token.setLength(1);
  }

  void word(std::vector<Token> &out, llvm::StringRef text) const {
    IdentifierInfo *name = preprocessor.getIdentifierInfo(text);
    put(out, name->getTokenID(), name);
  }

  Preprocessor &preprocessor;
  SourceLocation place;
};

/// `_Pragma("helicon_launches")`, the last thing of the prologue. As an operator, not a directive: the lexer of a file
/// must not come to its end below its own directive.
class LaunchPragma final : public PragmaHandler {
public:
  LaunchPragma() : PragmaHandler("helicon_launches") {}
  void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer, Token &) override {
    preprocessor.DiscardUntilEndOfDirective();
    Rewriter(preprocessor).run();
  }
};

class LaunchConsumer final : public SemaConsumer {
public:
  void InitializeSema(Sema &created) override { sema = &created; }
  void ForgetSema() override { sema = nullptr; }
  /// Comes after each function that was parsed or instantiated, and before deferred diagnostics are said.
  bool HandleTopLevelDecl(DeclGroupRef) override {
    if (sema && !calleePlaces().empty())
      for (auto &[function, diagnostics] : sema->DeviceDeferredDiags)
        llvm::erase_if(diagnostics, [](const PartialDiagnosticAt &said) {
          return said.second.getDiagID() == diag::err_ref_bad_target && calleePlaces().contains(said.first);
        });
    return true;
  }

private:
  Sema *sema = nullptr;
};

class LaunchAction final : public PluginASTAction {
public:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &, llvm::StringRef) override {
    return std::make_unique<LaunchConsumer>();
  }
  bool ParseArgs(const CompilerInstance &, const std::vector<std::string> &) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

FrontendPluginRegistry::Add<LaunchAction> action("helicon-launches", "kernel launches in device code");
PragmaHandlerRegistry::Add<LaunchPragma> pragma("helicon_launches", "rewrites the launches in device code behind it");

} // namespace

} // namespace helicon::mcc
