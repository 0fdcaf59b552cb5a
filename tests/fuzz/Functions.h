// The functions of a program, and what those who write functions share.
#pragma once

#include "Body.h"
#include "Module.h"

#include <string>
#include <vector>

namespace helicon::fuzz {

struct Functions {
  std::vector<Callee> pure, helpers, transformers;
};

/// Writes them and says what kernels may call.
Functions functions(Text &text, const Request &request);

/// Functions that are called otherwise than by name (CallFunctions.cpp).
void callFunctions(Text &text, const Request &request, const std::vector<Callee> &callees);

std::string parameterList(const std::vector<Type> &types);
/// The type itself, or what stands for it where floats or doubles are left out.
Type allowed(Type type, const Features &features);
Type variableType(Random &random, const Features &features);
const char *inlining(Random &random);
void declareLocals(Body &body, Random &random, Text &text, const Features &features, unsigned count);
/// What the body of a function knows of a `Mixed`.
void mixedFields(std::vector<Variable> &variables, const std::string &prefix, const Features &features);

} // namespace helicon::fuzz
