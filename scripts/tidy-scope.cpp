// A plug-in for clang-tidy 19 that keeps it to this project's own code. clang-tidy matches every declaration of every
// header and drops afterwards what it found in system headers: 7 to 12 s for a file that includes LLVM's. Here the
// traversal is limited to top-level declarations outside system and precompiled headers: about 1 s. It is done where
// the naming check begins, because that check walks the whole unit as soon as it meets its root, and all others match
// the root's children later. Built and loaded by scripts/tidy; without it the findings are the same.
#include <clang-tidy/ClangTidyCheck.h>
#include <clang-tidy/ClangTidyModule.h>
#include <clang-tidy/ClangTidyModuleRegistry.h>
#include <clang/AST/ASTContext.h>
#include <clang/ASTMatchers/ASTMatchFinder.h>
#include <clang/Basic/SourceManager.h>

namespace {

using clang::ast_matchers::MatchFinder;
using clang::tidy::ClangTidyCheck;

/// Limits the traversal when the root of the translation unit is matched, then leaves the work to the real check.
class ScopedCheck : public ClangTidyCheck {
public:
  ScopedCheck(llvm::StringRef name, clang::tidy::ClangTidyContext *context, std::unique_ptr<ClangTidyCheck> inner)
      : ClangTidyCheck(name, context), inner(std::move(inner)) {}

  void registerPPCallbacks(const clang::SourceManager &sources, clang::Preprocessor *preprocessor,
                           clang::Preprocessor *expander) override {
    inner->registerPPCallbacks(sources, preprocessor, expander);
  }
  void registerMatchers(MatchFinder *finder) override {
    finder->addMatcher(clang::ast_matchers::translationUnitDecl().bind("unit"), this); // before the inner check's
    inner->registerMatchers(finder);
  }
  void check(const MatchFinder::MatchResult &result) override {
    std::vector<clang::Decl *> own;
    for (clang::Decl *decl : result.Nodes.getNodeAs<clang::TranslationUnitDecl>("unit")->noload_decls())
      if (!decl->isFromASTFile() && decl->getLocation().isValid() &&
          !result.SourceManager->isInSystemHeader(result.SourceManager->getExpansionLoc(decl->getLocation())))
        own.push_back(decl);
    result.Context->setTraversalScope(own);
  }
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &options) override { inner->storeOptions(options); }

private:
  std::unique_ptr<ClangTidyCheck> inner;
};

class ScopeModule : public clang::tidy::ClangTidyModule {
public:
  void addCheckFactories(clang::tidy::ClangTidyCheckFactories &factories) override {
    const llvm::StringRef naming = "readability-identifier-naming";
    auto found = llvm::find_if(factories, [&](const auto &entry) { return entry.getKey() == naming; });
    if (found == factories.end())
      return;
    factories.registerCheckFactory(naming, [make = found->getValue()](llvm::StringRef name, auto *context) {
      return std::make_unique<ScopedCheck>(name, context, make(name, context));
    });
  }
};

const clang::tidy::ClangTidyModuleRegistry::Add<ScopeModule> kRegistered("helicon", "Keeps checks to our own code.");

} // namespace
