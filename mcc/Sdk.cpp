// The tree is found from where the binary sits, symbolic links resolved, so that it can be moved; MUSA_HOME and
// MUSA_PATH serve a binary that was copied out of its tree.
#include "mcc/Sdk.h"

#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace helicon::mcc {

namespace fs = std::filesystem;

namespace {

constexpr char kProof[] = "include/helicon/mcc_prologue.h"; // no other MUSA SDK has it

bool isTree(const fs::path &root) {
  std::error_code ignored;
  return fs::exists(root / kProof, ignored);
}

std::string realPath(const fs::path &path) {
  std::error_code error;
  fs::path real = fs::canonical(path, error);
  return error ? path.string() : real.string();
}

std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

bool isExecutable(const std::string &path) { return access(path.c_str(), X_OK) == 0 && !fs::is_directory(path); }

/// The clang binary itself, never a name that could lead back to mcc (bin/clang++ is mcc).
std::string findClang() {
  std::string chosen = variable("HELICON_CLANG");
  if (!chosen.empty() && chosen.find('/') == std::string::npos && !isExecutable(chosen))
    return findProgram(chosen);
  if (!chosen.empty())
    return isExecutable(chosen) ? chosen : "";
  for (const char *candidate : {HELICON_CLANG_PATH, "/usr/lib/llvm-19/bin/clang"})
    if (isExecutable(candidate))
      return candidate;
  return findProgram("clang-19");
}

} // namespace

std::string findProgram(const std::string &name) {
  std::string path = variable("PATH");
  for (size_t at = 0; at <= path.size();) {
    size_t end = std::min(path.find(':', at), path.size());
    std::string candidate = path.substr(at, end - at) + "/" + name;
    if (isExecutable(candidate))
      return candidate;
    at = end + 1;
  }
  return {};
}

Result<Sdk> findSdk(const std::string &musaPath) {
  Sdk sdk;
  std::error_code error;
  fs::path self = fs::read_symlink("/proc/self/exe", error);
  fs::path besides = self.parent_path().parent_path();
  for (const fs::path &candidate : {besides, fs::path(variable("MUSA_HOME")), fs::path(variable("MUSA_PATH"))})
    if (sdk.ownRoot.empty() && !candidate.empty() && isTree(candidate))
      sdk.ownRoot = realPath(candidate);
  if (!musaPath.empty() && !isTree(musaPath))
    return Failure{"cannot find Helicon's headers in '" + musaPath + "', given by '--musa-path='; it has no " + kProof};
  if (sdk.ownRoot.empty() && musaPath.empty())
    return Failure{std::string("cannot find Helicon's headers: no ") + kProof + " in '" + besides.string() +
                   "'; set MUSA_HOME to the installed tree"};
  sdk.root = musaPath.empty() ? sdk.ownRoot : realPath(musaPath);
  if (sdk.ownRoot.empty())
    sdk.ownRoot = sdk.root;
  sdk.clang = findClang();
  sdk.clangChosen = !variable("HELICON_CLANG").empty();
  if (sdk.clang.empty())
    return Failure{variable("HELICON_CLANG").empty()
                       ? "cannot find clang 19; install the package clang-19, or set HELICON_CLANG to its path"
                       : "HELICON_CLANG is '" + variable("HELICON_CLANG") +
                             "', which cannot be executed; give the path of clang 19, such as /usr/bin/clang++-19"};
  return sdk;
}

} // namespace helicon::mcc
