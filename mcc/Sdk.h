// Where things are: the SDK's tree around this mcc, and clang.
#pragma once

#include "support/Result.h"

#include <string>

namespace helicon::mcc {

struct Sdk {
  std::string root;         ///< headers and libraries for programs: --musa-path or own
  std::string ownRoot;      ///< the tree this mcc belongs to
  std::string clang;        ///< the clang 19 binary
  bool clangChosen = false; ///< by HELICON_CLANG, and perhaps another compiler
  std::string includeDir() const { return root + "/include"; }
  std::string libraryDir() const { return root + "/lib"; }
  std::string launchPlugin() const { return ownRoot + "/lib/helicon/libhelicon-launches.so"; }
  std::string packLibrary() const { return ownRoot + "/lib/helicon/libhelicon-pack.so"; }
};

/// The program of that name in PATH, empty: there is none.
std::string findProgram(const std::string &name);

/// `musaPath`: what --musa-path= said, or empty.
Result<Sdk> findSdk(const std::string &musaPath);

} // namespace helicon::mcc
