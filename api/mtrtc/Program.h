// A program of run-time compilation: its texts, and what a compile made of them.
#pragma once

#include "include/mtrtc.h"

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace helicon::mtrtc {

struct NameExpression {
  std::string text;
  std::string lowered; ///< empty until compiled
};

struct Program {
  std::string source, name;
  std::vector<std::pair<std::string, std::string>> headers; ///< include name, text
  bool cuda = false;                                        ///< made under CUDA's names: they are visible in it
  std::mutex mutex;                                         ///< over what follows
  std::vector<NameExpression> names;
  bool compiled = false;
  std::string log;
  std::vector<char> binary;
};
using ProgramRef = std::shared_ptr<Program>;

/// Runs mcc over the program and keeps log, binary and lowered names. Called with the program's mutex held.
mtrtcResult compile(Program &program, const std::vector<std::string> &options);

/// Source lines behind the program that instantiate each expression and leave its name in the binary.
std::string nameProbes(const std::vector<NameExpression> &names);
/// Reads the lowered names out of the binary; NAME_EXPRESSION_NOT_VALID when one names neither kernel nor variable.
mtrtcResult lowerNames(Program &program);

} // namespace helicon::mtrtc
